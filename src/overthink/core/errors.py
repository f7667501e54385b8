"""What a user gives, checked: one exception for all that is wrong with it, in a sentence that says what to do."""

from __future__ import annotations

import difflib
import math
import operator
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import CoroutineType
from typing import Any, NoReturn, TextIO, TypeVar

Answer = TypeVar("Answer")
FAILURES = (Exception, SystemExit, GeneratorExit)  # what a user's own function may end with
Unchecked = Any  # what a user gave, before it is checked
MOST_NAMES = 30  # that an error lists
MOST_CHARACTERS = 90  # characters of somebody else's text in a sentence


class OverthinkError(ValueError):
    """Bad input. Its text is one sentence for the person who typed it; the command exits with code 2. `sentence`: the
    text.

    >>> try:
    ...     ot.decide(ot.nested(ot.Max(5, 3)), depth=0)
    ... except ot.OverthinkError as exc:
    ...     print(exc)
    A depth must be a whole number from 1 to 1,000, not 0.
    """

    kind = ""  # the sentence without the values in it, where that is known: the same for other positions

    def __init__(self, sentence: str) -> None:
        """Whatever a sentence quotes, it stands on one line, and no word of it is endless."""
        line = " ".join(sentence.split("\n"))
        super().__init__(re.sub(r"\S{200,}", lambda word: f"{word[0][:MOST_CHARACTERS]}…{word[0][-2:]}", line))


class ChangedError(OverthinkError):
    """A user's function changed the position it was given: what is computed from it later would be wrong."""


def require(fine: object, sentence: str, *values: object) -> None:
    """The guard of all input: what is not fine is refused with a sentence, in which each {} shows one of the values."""
    if not fine:
        raise error_of(sentence.format(*map(shown, values)) if values else sentence, sentence)


def error_of(sentence: str, kind: str) -> OverthinkError:
    """The error with this sentence, which is of a kind."""
    error = OverthinkError(sentence)
    error.kind = kind
    return error


def unknown(kind: str, name: object, known: Iterable[str]) -> OverthinkError:
    """The error for a name that is in no list, with the nearest one that is."""
    names = sorted(set(known))
    near = difflib.get_close_matches(str(name).lower(), names, n=1, cutoff=0.6)
    hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(names[:MOST_NAMES])}."
    return OverthinkError(f"There is no {kind} '{name}'; {hint}")


def check_known(kind: str, name: object, known: Collection[str]) -> None:
    """Refuses a name that is not in a list."""
    if not isinstance(name, str) or name not in known:
        raise unknown(kind, name if isinstance(name, str) else shown(name), known)


def counted(number: int, thing: str) -> str:
    """A number of things for people: 1 position, 2,000 positions."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def shown(thing: object) -> str:
    """Somebody else's object in one sentence: its text on one line, cut off where it is long."""
    try:
        text = repr(thing)
    except Exception:  # its own __repr__ fails, or its number has too many digits
        text = f"<{type(thing).__name__}>"
    return shorten(re.sub(r" at 0x[0-9a-f]+", "", text) if " at 0x" in text else text)


def shorten(text: str) -> str:
    """A text on one line, cut off where it is long."""
    line = " ".join(text[: 4 * MOST_CHARACTERS].split())
    return line if len(line) <= MOST_CHARACTERS else f"{line[:MOST_CHARACTERS]}…"


def ask(who: str, function: Callable[..., Answer], state: object, *given: object) -> Answer:
    """What a user's own function answers for a position. If it fails, an error says which one, why, and where."""
    try:
        answer = function(state, *given)
    except FAILURES as exc:
        refuse(who, exc, state, *given)
    if answer.__class__ is CoroutineType:
        refuse_async(who)
    return answer


def refuse_async(who: str) -> NoReturn:
    """Raise the error for a user's function that gives a coroutine."""
    raise OverthinkError(f"{who} is async. Write it with def alone.")


def refuse(who: str, exc: BaseException, state: object, *given: object) -> NoReturn:
    """Raise the error for a user's function that failed. To a method, such as "play()", a move is given."""
    if isinstance(exc, OverthinkError):
        raise exc
    who += f" with the move {shown(given[0])}" if given and who.endswith(")") else ""
    reason = shorten(str(exc)) if str(exc) else "without a message"
    reason = "too deep for Python; use a smaller depth" if isinstance(exc, RecursionError) else reason
    kind = f"{who} raised {type(exc).__name__} ({reason})"
    raise error_of(f"{kind} in the position {shown(state)}.", kind) from exc


EXTRAS = {
    "chess": "chess", "distributed": "cluster", "matplotlib": "figures", "numba_cuda": "gpu", "numba.cuda": "gpu",
    "pandas": "frames", "starlette": "lab", "uvicorn": "lab", "markdown_it": "lab", "pyspiel": "openspiel",
    "open_spiel": "openspiel", "onnxruntime": "nets",
}  # fmt: skip


def need(what: str, *packages: str) -> None:
    """Refuses, before any work, what needs a package that is not installed: `what` ends with "needs"."""
    for name in packages:
        require(find_spec(name), f'{what} the package {name}: pip install "overthink[{EXTRAS[name]}]".')


def reason_of(exc: BaseException) -> str:
    """Why something failed, in the words of the system if it was asked."""
    return str(getattr(exc, "strerror", None) or shorten(str(exc)))


@contextmanager
def as_sentence(sentence: str, *kinds: type[Exception]) -> Iterator[None]:
    """What fails in one of these ways is refused with a sentence, in which {} is the reason."""
    try:
        yield
    except kinds as exc:
        raise OverthinkError(sentence.replace("{}", reason_of(exc))) from None


def on_the_stack(what: str, advice: str = "Use a smaller depth.") -> AbstractContextManager[None]:
    """Refuses a search of a Python game that goes deeper than Python can, such as round in circles."""
    return as_sentence(f"{what} is too deep for Python. {advice}", RecursionError)


MOST_NODES_AT_ONCE = 1 << 31  # nodes of the trees that are drawn at once: a node has some 60 bytes


def is_whole(value: Unchecked) -> bool:
    """Whether this is a whole number, of Python's or NumPy's."""
    try:
        return not isinstance(value, bool) and operator.index(value) is not None
    except TypeError:  # an array has a method for it too
        return False


def whole_of(text: str) -> int | None:
    """The whole number that a text is, 0 or more, also one written like 1e3; None if it is not one."""
    if text.isdecimal():
        return int(text)
    number = float(text) if re.fullmatch(r"\d+(\.\d*)?e\+?\d\d?", text, re.IGNORECASE) else math.nan
    return int(number) if number.is_integer() else None


def check_whole(name: str, value: Unchecked, low: float = -math.inf, high: float = math.inf) -> None:
    """Refuses what is not a whole number within these bounds."""
    if not is_whole(value) or not low <= int(value) <= high:
        raise OverthinkError(f"{name} must be a whole number{_within(low, high)}, not {shown(value)}.")


def parse_whole(name: str, value: Unchecked, low: float = -math.inf, high: float = math.inf) -> int:
    """A whole number within these bounds, as an `int`."""
    check_whole(name, value, low, high)
    return int(value)


def check_number(name: str, value: Unchecked, low: float = -math.inf, high: float = math.inf) -> None:
    """Refuses what is not a finite number within these bounds."""
    parse_number(name, value, low, high)


def parse_number(name: str, value: Unchecked, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number within these bounds, as a `float`."""
    try:
        number = math.nan if isinstance(value, str | bytes | bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number) or not low <= number <= high:
        raise OverthinkError(f"{name} must be a number{_within(low, high)}, not {shown(value)}.")
    return number


def _within(low: float, high: float) -> str:
    least, most = (f"{end:,}".removesuffix(".0") for end in (low, high))
    return "" if low == -math.inf else f" from {least} to {most}" if high < math.inf else f", {least} or more"


LARGEST_SEED = (1 << 63) - 1  # that a database can keep


def parse_seed(seed: Unchecked, what: str = "A seed") -> int:
    """The whole number that a seed stands for, the same in every process: itself, the next number of a NumPy Generator
    or BitGenerator, or the first one of a SeedSequence."""
    if seed.__class__ is int and 0 <= seed <= LARGEST_SEED:
        return int(seed)
    bits: Unchecked = getattr(seed, "bit_generator", seed)
    if not isinstance(bits, type) and hasattr(bits, "random_raw"):
        return int(bits.random_raw()) >> 1
    if not isinstance(seed, type) and hasattr(seed, "generate_state"):
        return int(seed.generate_state(1, "uint64")[0]) >> 1
    if not is_whole(seed) or not 0 <= int(seed) <= LARGEST_SEED:
        raise OverthinkError(f"{what} is a whole number from 0 to 2^63 - 1, or a NumPy Generator, not {shown(seed)}.")
    return int(seed)


def count_trees(what: str, start: object, stop: object, nodes: int) -> int:
    """How many trees or games of this many nodes each there are from number `start` to before `stop`."""
    first, last = parse_whole(f"The first number of {what}", start), parse_whole(f"The last number of {what}", stop)
    require(0 <= first < last, f"There are no {what} from number {{}} to before {{}}.", first, last)
    fits = last <= 1 << 62 and (last - first) * nodes <= MOST_NODES_AT_ONCE
    require(fits, f"{{}} {what} of {nodes:,} nodes do not fit into memory. Draw fewer at once.", last - first)
    return last - first


def parse_file_name(what: str, path: str | Path, *endings: str) -> Path:
    """The name of a file to write, with an ending that says what will be in it."""
    fits = Path(path).suffix.lower() in endings
    require(fits, f"{what} is written to a file whose name ends with {endings[0]}, not to {path}.")
    return Path(path)


def write_file(path: Path, text: str) -> Path:
    """Write a text."""
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as exc:
        raise OverthinkError(f"{shown(str(path))[1:-1]} cannot be written ({reason_of(exc)}).") from None
    return path


def open_alone(path: Path) -> TextIO:
    """A file of one's own results, to append to. A device may have no end; a second writer would write all twice."""
    fine = not path.exists() or path.is_file()
    require(fine, f"{path} cannot be used: it is not a file.")
    file = path.open("a", encoding="utf-8")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            alone = os.path.samestat(os.fstat(file.fileno()), path.stat())  # another may have replaced it meanwhile
        except BlockingIOError:
            alone = False
        if not alone:
            file.close()
            raise OverthinkError(f"Another run writes to {path}. Wait until it ends, or choose another file.")
    return file


def read_file(path: Path) -> bytes:
    """The content of a file. A device may have no end, so it is refused."""
    try:
        content = None if path.is_char_device() else path.read_bytes()
    except OSError as exc:
        raise OverthinkError(f"{path} cannot be read ({exc.strerror}).") from None
    except ValueError:
        raise OverthinkError(f"{shown(str(path))} is not the name of a file.") from None
    require(content is not None, f"{path} is a device, not a file.")
    return content or b""
