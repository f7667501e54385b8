"""Other people's code: MODULE:NAME or FILE.py:NAME of a user, and what installed packages add.

A package names a rule, a game, a check or studies of its own in its metadata, as an entry point of the group
`overthink.rules`, `overthink.games`, `overthink.checks` or `overthink.studies`.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import sysconfig
import traceback
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeVar

from overthink.core.errors import OverthinkError, Unchecked, require, shorten

PACKAGE = str(Path(__file__).resolve().parents[1])
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """What it is called."""


Kind = TypeVar("Kind")
NamedKind = TypeVar("NamedKind", bound=Named)


def load(text: str) -> Unchecked:
    """Import MODULE:NAME from the current folder, or FILE.py:NAME from the folder of the file."""
    module, _, attribute = text.rpartition(":")
    require(module and attribute, f"'{text}' is not MODULE:NAME, such as mygame:MyGame.")
    named = module.endswith(".py") or not ("/" in module or module.startswith("."))
    require(named, f"'{module}' is not a module. For a file, write {module}.py:{attribute}.")
    require(not attribute.endswith("()"), f"Write {module}:{attribute[:-2]}, without parentheses.")
    folder, name = _place(module)
    if sys.path[0] != str(folder):
        sys.path.insert(0, str(folder))
    file = folder / f"{name.replace('.', '/')}.py"
    former = sys.modules.get(name)
    if former is not None and file.is_file() and (place := getattr(former, "__file__", None)) != str(file):
        own = place is not None and not place.startswith(LIBRARIES)
        require(own, f"{file.name} has the name of a module that is loaded already. Rename the file.")
        del sys.modules[name]  # it is from another folder
    try:
        thing: Unchecked = importlib.import_module(name)
    except ModuleNotFoundError as exc:
        if exc.name not in (name, name.split(".")[0]):
            raise OverthinkError(f"{name} cannot be imported: it needs {exc.name}.") from None
        raise OverthinkError(f"There is no module {name}. Is {name}.py in this folder?") from None
    except (Exception, SystemExit) as exc:
        raise OverthinkError(f"{name} cannot be imported: {type(exc).__name__}: {shorten(str(exc))}") from None
    for part in attribute.split("."):
        require(hasattr(thing, part), f"{name} has no {attribute}.")
        thing = getattr(thing, part)
    require(thing is not None, f"{text} is None. Give the name of a game or of a function.")
    return thing


def make(text: str) -> Unchecked:
    """The game, evaluator or player MODULE:NAME; of a class, one instance."""
    thing = load(text)
    if not isinstance(thing, type):
        return thing
    try:
        return thing()
    except Exception as exc:
        raise OverthinkError(
            f"{thing.__name__}() raised {type(exc).__name__} ({shorten(str(exc))}). Give an object, such as "
            f"game = {thing.__name__}(…), and its name."
        ) from None


def module_name(text: str) -> str:
    """The same MODULE:NAME as another process finds it, without the folder of a file."""
    module, _, attribute = text.rpartition(":")
    return f"{_place(module)[1]}:{attribute}"


def users_place(exc: BaseException) -> str | None:
    """The file and line of a user's own code that raised an exception; None if it comes from this package. Another
    process names the place in the exception, which comes without its traceback."""
    if place := getattr(exc, "place", None):
        return str(place)
    for frame in reversed(traceback.extract_tb(exc.__traceback__)):
        if frame.filename.startswith(PACKAGE):
            return None
        if not frame.filename.startswith((*LIBRARIES, "<")):
            return f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
    return None


def _place(module: str) -> tuple[Path, str]:
    """The folder to import from, and the name of the module there."""
    if not module.endswith(".py"):
        return Path.cwd(), module
    path = Path(module).absolute()
    require(path.is_file(), f"There is no file {module}.")
    return path.parent, path.stem


@cache
def entries(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by their names, in the order of installation; of two with one name, the first."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=f"overthink.{group}"):
        found.setdefault(entry.name, entry)
    return found


def folders(group: str) -> list[Path]:
    """The folders of the packages that add to a group. None of them is imported."""
    roots = dict.fromkeys(entry.module.split(".")[0] for entry in entries(group).values())
    places = (find_spec(root) for root in roots)
    return [Path(place.origin).parent for place in places if place and place.origin]


def loaded(group: str, kind: type[Kind]) -> Iterator[Kind]:
    """What the entry points of a group name. One that cannot be loaded is left out, with a warning of one sentence."""
    for entry in entries(group).values():
        try:
            thing = entry.load()
        except Exception as exc:
            trouble = f"cannot be loaded: {type(exc).__name__}: {shorten(str(exc))}"
        else:
            if isinstance(thing, kind):
                yield thing
                continue
            trouble = f"is not {kind.__name__}"
        package = entry.dist.name if entry.dist else entry.module
        warnings.warn(f"{entry.value}, which the package {package} adds to overthink.{group}, {trouble}", stacklevel=3)


def add_installed(group: str, kind: type[NamedKind], known: dict[str, NamedKind]) -> None:
    """Add what installed packages name to a catalogue. Of two with one name, the first stays, with a warning."""
    for thing in loaded(group, kind):
        if known.setdefault(thing.name, thing) is not thing:
            warnings.warn(f"Two of overthink.{group} are named '{thing.name}'; the first one is used.", stacklevel=3)


def fingerprint() -> str:
    """Eight letters that change with any file of Overthink, and of those that add studies."""
    digest = hashlib.sha256()
    for folder in (Path(PACKAGE), *folders("studies")):
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:8]
