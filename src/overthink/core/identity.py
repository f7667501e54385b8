"""What a game, an evaluator or a player is: its name, and a hash of its source and of all that it uses.

The hash covers the source of functions and classes, the values they close over, the globals they read, default values,
the attributes of objects, and the files of the user's own modules. Of packages it covers versions and the files that
are used. A list or a dictionary that has only grown since it was first seen in this process counts as it was then: it
is a cache.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import inspect
import io
import pickle
import random
import sys
import textwrap
import tokenize
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.bind import Kernel, names_in
from overthink.core.game import ADDRESS, MADE_WITH
from overthink.core.user_code import LIBRARIES, PACKAGE

PLAIN = (type(None), bool, int, float, complex, str, bytes)
RANDOM = (random.Random, np.random.Generator, np.random.RandomState, np.random.BitGenerator)  # not how far they are
WRAPPERS = (staticmethod, classmethod, functools.cached_property, type(functools.lru_cache(len)))
FORGOTTEN = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER)
# of classes: not what they do. Python adds slot names when an object is first copied or sent to another process.
SKIPPED = {"__dict__", "__weakref__", "__doc__", "__module__", "__firstlineno__", "__static_attributes__"}
SKIPPED |= {"__slotnames__"}
_SIZES: dict[int, tuple[Any, int, str]] = {}  # by id: a container, its length when first seen, and its hash then


def identity(thing: object) -> str:
    """The name of a thing, and a hash of what it is: "mygame.judge 1f0c9a52"."""
    try:
        digest = Walk().digest(thing)
    except RecursionError:  # it holds too long a chain of objects: the file of its class must do
        kind = thing if isinstance(thing, type) else type(thing)
        digest = _hash("".join(_release(kind.__module__)).encode())
    return f"{_name(thing)} {digest[:8]}"


def _name(thing: object) -> str:
    named = thing if hasattr(thing, "__qualname__") else type(thing)
    return f"{named.__module__}.{named.__qualname__}".replace("<locals>.", "").removeprefix("__main__.")


class Walk:
    """One walk through everything that a thing uses. What was met before counts by its number."""

    def __init__(self) -> None:
        self.met: dict[int, int] = {}
        self.kept: list[object] = []  # so that no id is used twice

    def digest(self, thing: object) -> str:
        """A hash of a thing and of all that it uses, as text."""
        return hashlib.sha256("\x1f".join(self.parts(thing)).encode("utf-8", "backslashreplace")).hexdigest()

    def parts(self, thing: object) -> Iterable[str]:
        """The texts that stand for a thing."""
        if isinstance(thing, PLAIN):
            return [f"{type(thing).__name__} {thing!r}"]
        if id(thing) in self.met:
            return [f"again {self.met[id(thing)]}"]
        self.met[id(thing)] = len(self.met)
        self.kept.append(thing)
        if isinstance(thing, Kernel):
            return ["kernel", thing.fingerprint]
        if isinstance(thing, types.MethodType):
            return ["method", *self.parts(thing.__func__), *self.parts(thing.__self__)]
        if isinstance(thing, types.FunctionType):
            return self._function(thing)
        if isinstance(thing, functools.partial):
            return ["partial", *self._all([thing.func, thing.args, thing.keywords])]
        if isinstance(thing, property):
            return ["property", *self._all([thing.fget, thing.fset])]
        if isinstance(thing, RANDOM):
            return ["random numbers"]
        inner = getattr(thing, "__wrapped__", None) or getattr(thing, "func", None)
        if isinstance(thing, WRAPPERS) and inner is not None:
            return ["wrapper", *self.parts(inner)]
        if isinstance(thing, type):
            return self._class(thing)
        if isinstance(thing, types.ModuleType):
            return self._module(thing)
        if isinstance(thing, np.ndarray):
            whole = thing.tolist() if thing.dtype == object else None
            return [str(thing.dtype), str(thing.shape), _hash(thing.tobytes())] if whole is None else self.parts(whole)
        if isinstance(thing, list | tuple | dict | set | frozenset):
            return self._container(thing)
        return self._object(thing)

    def _all(self, things: Iterable[object]) -> list[str]:
        return [part for thing in things for part in self.parts(thing)]

    def _function(self, function: types.FunctionType) -> list[str]:
        cells = [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]
        if _foreign(function.__module__):
            return ["function", *_release(function.__module__), function.__qualname__, *self._all(cells)]
        known = function.__globals__
        used = {name: known[name] for name in names_in(function.__code__) if name in known}
        given = [function.__defaults__, function.__kwdefaults__, *cells]
        return ["function", _source(function), *self._all(given), *self._name(used)]

    def _class(self, kind: type) -> list[str]:
        if _foreign(kind.__module__):
            return ["class", *_release(kind.__module__), kind.__qualname__]
        own = {name: value for name, value in vars(kind).items() if name not in SKIPPED}
        return ["class", kind.__qualname__, *self._all(kind.__bases__), *self._name(own)]

    def _module(self, module: types.ModuleType) -> list[str]:
        if _foreign(module.__name__):
            return ["module", *_release(module.__name__)]
        path = getattr(module, "__file__", None)
        content = Path(path).read_bytes() if path and Path(path).is_file() else b""
        return ["module", module.__name__, _hash(content)]

    def _container(self, thing: Any) -> list[str]:
        if isinstance(thing, tuple):
            return ["tuple", *self._all(thing)]
        if isinstance(thing, set | frozenset):
            return ["set", *sorted(Walk().digest(item) for item in thing)]
        known, size, digest = _SIZES.get(id(thing), (None, 0, ""))
        if known is thing and len(thing) >= size and self._prefix(thing, size) == digest:
            return [digest]
        digest = self._prefix(thing, len(thing))
        _SIZES[id(thing)] = thing, len(thing), digest
        return [digest]

    @staticmethod
    def _prefix(thing: list[Any] | dict[Any, Any], size: int) -> str:
        """The hash of the first items, by a walk of its own, so that it does not depend on what was met before."""
        items = list(thing.items() if isinstance(thing, dict) else thing)[:size]
        walk = Walk()
        walk.met[id(thing)] = 0
        return _hash("\x1f".join([type(thing).__name__, *walk._all(items)]).encode("utf-8", "backslashreplace"))

    def _object(self, thing: object) -> list[str]:
        state = {name: value for name, value in getattr(thing, "__dict__", {}).items() if name != MADE_WITH}
        state |= {name: getattr(thing, name) for name in getattr(type(thing), "__slots__", ()) if hasattr(thing, name)}
        if _foreign(type(thing).__module__) and not type(thing).__module__.startswith("overthink"):
            try:
                return ["object", *self.parts(type(thing)), _hash(pickle.dumps(thing, protocol=4))]
            except Exception:  # it cannot be pickled: its attributes and its text must do
                return ["object", *self.parts(type(thing)), ADDRESS.sub(">", repr(thing)), *self._name(state)]
        return ["object", *self.parts(type(thing)), *self._name(state)]

    def _name(self, things: Mapping[str, object]) -> list[str]:
        return [part for name in sorted(things) for part in (name, *self.parts(things[name]))]


def _foreign(module: str | None) -> bool:
    """Whether a module belongs to a package, and not to the user."""
    if not module or module == "__main__":
        return not module
    loaded = sys.modules.get(module)
    path = getattr(loaded, "__file__", None) or ""
    return (loaded is not None and not path) or path.startswith((*LIBRARIES, PACKAGE))


def _release(module: str) -> tuple[str, str, str]:
    """The name of a module, the version of its package, and a hash of its file."""
    path = getattr(sys.modules.get(module), "__file__", None)
    content = _hash(Path(path).read_bytes()) if path and Path(path).is_file() else ""
    try:
        return module, importlib.metadata.version(module.split(".")[0]), content
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return module, "", content


def _source(function: types.FunctionType) -> str:
    """The source without comments; the code itself where there is no source, or where several stand on a line."""
    if function.__name__ != "<lambda>":
        try:
            lines = io.StringIO(textwrap.dedent(inspect.getsource(function)))
            tokens = tokenize.generate_tokens(lines.readline)
            return " ".join(token.string.strip() for token in tokens if token.type not in FORGOTTEN)
        except (OSError, TypeError, SyntaxError, tokenize.TokenError):
            pass
    return _body(function.__code__)


def _body(code: types.CodeType) -> str:
    constants = [_body(value) if isinstance(value, types.CodeType) else repr(value) for value in code.co_consts]
    return f"{code.co_code.hex()} {constants} {code.co_names} {code.co_varnames}"


def _is_filled(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:  # not assigned yet
        return False


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
