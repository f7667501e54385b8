"""Binds one algorithm source to a game, interpreted or compiled. The only file that loads Numba and sets its options.

A kernel is a plain function that uses global names (`count`, `child`, `add`, …) as its vocabulary. `bind` gives those
names a meaning; `interpreted` runs the result as ordinary Python, `compiled` through Numba. A compiled kernel is its
code object with new globals and a name that hashes all it refers to, so that the disk cache finds it again in the next
process and never mistakes it for another binding.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, lru_cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

from overthink.alone import alone
from overthink.core.errors import OverthinkError, require, shorten, unknown
from overthink.core.kinds import Foreign
from overthink.core.plain import Fields
from overthink.stopping import COMMAND, FLAGS, watch

_LOADING = threading.RLock()
MATRICES = "scipy.linalg.cython_blas"  # Numba looks for it as it starts, for products of matrices


def load_numba() -> Foreign:
    """Numba with all that it needs for any kernel; loaded by one thread, for which others wait."""
    with _LOADING:
        return _load()


def is_interpreted() -> bool:
    """Whether nothing is compiled in this process, as the user wants it."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


@cache
def _load() -> Foreign:
    """In a process of our own, SciPy, where there is one, stays out until a kernel needs it: loading takes half the
    time. A user's process is left as it is."""
    given = os.environ.get("NUMBA_NUM_THREADS", "1")
    require(given.isdecimal() and int(given), "NUMBA_NUM_THREADS must be a whole number, 1 or more, not {}.", given)
    hidden = COMMAND.owns_process and MATRICES not in sys.modules
    if hidden:
        sys.modules[MATRICES] = None  # type: ignore[assignment]
    try:
        import numba
        from llvmlite.binding import add_symbol
        from numba.core.registry import cpu_target

        add_symbol(STOP, _STOP.ctypes.data)

        if not numba.config.DISABLE_JIT:
            cpu_target.typing_context.refresh()
            cpu_target.target_context.refresh()
    finally:
        if hidden:
            sys.modules.pop(MATRICES, None)
    _listen()
    return numba


STOP = "overthink_stop"  # the name by which compiled code finds the flag
_STOP = np.zeros(1, np.int64)
_STOPS = [0]  # how often it was set


def _set_stop(stop: bool) -> None:
    _STOPS[0] += stop
    _STOP[0] = stop


FLAGS.append(_set_stop)


class StoppedError(KeyboardInterrupt):
    """Ctrl-C was pressed while a kernel ran. What it answered is what it had so far."""

    def __init__(self, answer: Foreign):
        super().__init__()
        self.answer = answer


def _stoppable(function: Callable[..., Foreign]) -> Callable[..., Foreign]:
    """A compiled kernel that looks at the flag, for callers in Python: what it answers then is never taken for whole,
    in whichever thread it runs."""
    watch()

    def run(*args: Foreign, **named: Foreign) -> Foreign:
        if _STOP[0] and threading.current_thread() is threading.main_thread():
            _STOP[0] = 0  # this was heard
        before = _STOPS[0]
        answer = function(*args, **named)
        if _STOPS[0] != before or _STOP[0]:
            raise StoppedError(answer)
        return answer

    return run


_WATCHERS: list[Callable[[bool], None]] = []


def watch_compiling(tell: Callable[[bool], None]) -> None:
    """From now on, `tell(True)` before this process compiles something, and `tell(False)` when that is done."""
    _WATCHERS.append(tell)


def _listen() -> None:
    """What is compiled in order to compile something else is not told."""
    from numba.core import event

    class Listener(event.Listener):  # type: ignore[misc]
        depth = 0

        def on_start(self, _: object) -> None:
            self.depth += 1
            if self.depth == 1:
                self.tell(True)

        def on_end(self, _: object) -> None:
            self.depth -= 1
            if self.depth == 0:
                self.tell(False)

        def tell(self, compiling: bool) -> None:
            for tell in _WATCHERS:
                tell(compiling)

    event.register("numba:compile", Listener())


def _compiled_once(dispatcher: Foreign) -> Foreign:
    """A dispatcher of Numba's that takes from the disk cache what another process is compiling now."""
    from numba.core import event
    from numba.core.compiler_lock import global_compiler_lock

    compile_now, name = dispatcher.compile, dispatcher.py_func.__qualname__

    def load_or_compile(types_: Foreign) -> Foreign:
        waiting = event.trigger_event("numba:compile")
        # One thread at a time, or two processes could wait for each other.
        with global_compiler_lock, alone(dispatcher._cache.cache_path, name, waiting):
            return compile_now(types_)

    dispatcher.compile = load_or_compile
    return dispatcher


P = ParamSpec("P")
R = TypeVar("R")
_ONE_AT_A_TIME = threading.RLock()
MOST_LEVELS = int(os.environ.get("OVERTHINK_LEVELS", "4"))  # with 1, searches run slower and are compiled sooner


class Kernel(Generic[P, R]):
    """A function of the compilable subset of Python, with some of its global names bound.

    `ot.kernel` makes one of `function`. `names` are the names that are bound, with their meanings. `types_` are the
    types of its arguments, where they are fixed. `levels` is how often a recursive kernel contains itself. `inside`
    says that it is always compiled into its caller.
    """

    def __init__(
        self,
        function: Callable[P, R],
        names: Mapping[str, Foreign] | None = None,
        types_: tuple[Foreign, ...] = (),
        levels: int = 1,
        inside: bool = False,
    ):
        fits = isinstance(function, types.FunctionType)
        require(fits, "A kernel is a function of yours, not {}. Write a function that calls it.", function)
        self.function = function
        self.names = dict(names or {})
        self.types = types_
        self.levels = levels
        self.inside = inside
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self._check()

    def bind(self, types_: tuple[Foreign, ...] = (), /, **names: Foreign) -> Kernel[P, R]:
        """The same code with these global names meaning these functions, in it and in all that it calls: one object
        for each binding to kernels and numbers, so that it is compiled once.

        `types_` fixes the types of its arguments (`types_of`). A recursive kernel needs it: without a fixed signature
        its compiled form can crash when it comes back from the disk cache.
        """
        names = {**self.names, **names}
        if not all(isinstance(value, _HASHED_BY_VALUE) for value in names.values()):
            return Kernel(self.function, names, types_, self.levels, self.inside)
        # 1, 1.0 and True are the same key of a dictionary, and so are 0.0 and -0.0.
        meanings = frozenset((name, type(v), str(v) if isinstance(v, float) else "", v) for name, v in names.items())
        bound: Kernel[P, R] = _bind_once(self.function, meanings, types_, self.levels, self.inside)
        return bound

    def _check(self) -> None:
        """Refuses a function whose name nothing here calls, or whose arguments are not those of the vocabulary."""
        bound = {name: value for name, value in self.names.items() if isinstance(value, Kernel)}
        for name, value in bound.items():
            word = SIGNATURES.get(name)
            if word is None:
                reached = (self, *bound.values())
                if not any(name in each.function.__globals__ or name in each.vocabulary for each in reached):
                    raise unknown("word to bind", name, {*SIGNATURES, *self.vocabulary})
            elif arguments_of(value) - arguments_of(word) not in value.spare:
                arguments = ", ".join(word.function.__code__.co_varnames[: arguments_of(word)])
                raise OverthinkError(
                    f"'{name}' takes the arguments ({arguments}), and the function '{value.__name__}' in its place "
                    f"takes {arguments_of(value)}."
                )

    def __repr__(self) -> str:
        return f"<kernel {self.__name__}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by the name of its function and what is bound to it."""
        return _unpickle, (self.function.__module__, self.function.__qualname__, self.names, self.types)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            result: R = self.compiled(*args, **kwargs)
        except Exception as exc:
            if raised_by_numba(exc):  # not asked for before every call
                raise self._uncompilable(exc) from exc
            raise
        return result

    @cached_property
    def references(self) -> Fields:
        """What each global name in the code stands for; its own name stays out."""
        values = {}
        for name in names_in(self.function.__code__) - {self.__name__}:
            if name in self.names:
                values[name] = self.names[name]
            elif name in self.function.__globals__:
                value = self.function.__globals__[name]
                reached = self.names.keys() & value.vocabulary if isinstance(value, Kernel) else ()
                values[name] = value.bind(**{each: self.names[each] for each in reached}) if reached else value
        return values

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The global names that its code and all that it calls use."""
        used = names_in(self.function.__code__) - {self.__name__}
        inner = [v for n, v in self.function.__globals__.items() if n in used and isinstance(v, Kernel)]
        return frozenset(used.union(*(value.vocabulary for value in inner)))

    @property
    def spare(self) -> range:
        """How many of its arguments need not be given."""
        return range(len(self.function.__defaults__ or ()) + 1)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of its code and of all that it refers to: the same where its compiled form would be."""
        code = self.function.__code__
        # The disk cache remembers the module of what it keeps, and looks for it there.
        parts = [str(self.function.__module__), *body(code)]
        parts += map(_constant, self.function.__defaults__ or ())
        parts += (_constant(cell.cell_contents) for cell in self.function.__closure__ or ())
        for name, value in sorted(self.references.items()):
            parts.append(f"{name}={_constant(value)}")
        return hashlib.sha256("|".join(parts).encode()).hexdigest()

    @cached_property
    def ours(self) -> bool:
        """Whether it is this package's own, with all that is bound to it: then it gives the same interpreted. Another's
        numbers may outgrow 64 bits, and wrap only if it is compiled."""
        bound = [value for value in self.names.values() if isinstance(value, Kernel)]
        return self.function.__module__.startswith("overthink.") and all(each.ours for each in bound)

    @cached_property
    def interpreted(self) -> Callable[P, R]:
        """The kernel as ordinary Python, and all that it calls."""
        names = {n: v.interpreted if isinstance(v, Kernel) else v for n, v in self.references.items()}
        names["__builtins__"] = __builtins__
        return self.rebuild(names, self.function.__qualname__)

    def replacing(self, **functions: Callable[..., Any]) -> Callable[P, R]:
        """The kernel as ordinary Python, with these functions in place of kernels that it calls, itself included."""
        copy = self.rebuild(dict(self.interpreted.__globals__), self.function.__qualname__)
        copy.__globals__.update(functions)
        return copy

    @cached_property
    def compiled(self) -> Foreign:
        """The kernel through Numba, for callers in Python."""
        return self._once("compiled")

    @cached_property
    def inner(self) -> Foreign:
        """The kernel through Numba, for other kernels only: without a wrapper for calls from Python to compile."""
        return self._once("inner", no_cpython_wrapper=True)

    def _once(self, form: str, **options: bool) -> Foreign:
        """Threads that ask at the same time get the same, and it is compiled once."""
        with _ONE_AT_A_TIME:
            if form not in self.__dict__:
                made = self._through_numba(**options)
                looks = form == "compiled" and "stopped" in self.vocabulary
                self.__dict__[form] = _stoppable(made) if looks else made
            return self.__dict__[form]

    def _through_numba(self, **more: bool) -> Foreign:
        numba = load_numba()
        if numba.config.DISABLE_JIT:
            return as_compiled(self.interpreted)
        names = {n: v.inner if isinstance(v, Kernel) else v for n, v in self.references.items()}
        levels = min(self.levels, MOST_LEVELS) if self.types else 1
        more["forceinline"] = self.inside
        identity = f"{self.fingerprint}|{levels}|{numba.__version__}|{sys.version}|{more}"
        names["__name__"] = self.function.__module__
        function = self.rebuild(names, f"{self.function.__name__}_{hashlib.sha256(identity.encode()).hexdigest()[:16]}")
        # Nobody calls a kernel from C.
        options: Fields = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, **more}
        try:
            dispatcher = _compiled_once(numba.njit(cache=True, **options)(function))
        except RuntimeError:  # typed at a prompt, or no folder for the cache can be written
            dispatcher = numba.njit(**options)(function)
        names[self.__name__] = dispatcher
        for _ in range(1, levels):  # its own name means a copy that becomes part of it, whose own name means the next
            inner = dict(names)
            copy = self.rebuild(inner, function.__qualname__)
            inner[self.__name__] = names[self.__name__]
            names[self.__name__] = numba.njit(inline="always", **options)(copy)
        if self.types:
            try:
                dispatcher.compile(self.types)
            except Exception as error:
                raise self._uncompilable(error) from error
            dispatcher.disable_compile()
        return dispatcher

    def _uncompilable(self, error: Exception) -> OverthinkError:
        """What Numba says, in one sentence: its last line that is neither a heading nor a place."""
        skip = ("Failed", "During", "File", "[1]", "[2]", "-", "def ", "<source")
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = next((line for line in lines if not line.startswith(skip)), "see the error above")
        if "IMPORT_NAME" in reason:
            reason = "a kernel has an import inside; move it to the top of the file"
        own = {f"'{each.__name__}' ({Path(each.function.__code__.co_filename).name})": 0 for each in self._foreign()}
        who = (
            f"The search '{self.__name__}' with {', '.join(own)}" if own else f"'{self.__name__}' or something it calls"
        )
        return OverthinkError(
            f"{who} cannot be compiled: {shorten(reason).rstrip('.')}; keep kernels to numbers, tuples and arrays."
        )

    def _foreign(self) -> Iterator[AnyKernel]:
        """The kernels of others that are bound to it."""
        for each in self.references.values():
            if isinstance(each, Kernel):
                if not each.function.__module__.startswith("overthink."):
                    yield each
                yield from each._foreign()

    def rebuild(self, names: Fields, qualname: str) -> Callable[P, R]:
        """The same code with all its global names given."""
        function = types.FunctionType(
            self.function.__code__, names, self.function.__name__, self.function.__defaults__, self.function.__closure__
        )
        function.__qualname__ = qualname
        function.__module__ = self.function.__module__ or "__main__"
        names[self.__name__] = function
        return function


AnyKernel = Kernel[..., Any]
_HASHED_BY_VALUE = (Kernel, int, float, np.integer)
SIGNATURES: dict[str, AnyKernel] = {}  # of the names that games and rules give a meaning (`overthink.core.vocabulary`)


@lru_cache(maxsize=4096)
def _bind_once(
    function: Callable[..., Any], meanings: frozenset[Foreign], types_: tuple[Foreign, ...], levels: int, inside: bool
) -> Foreign:
    return Kernel(function, {name: value for name, _, _, value in meanings}, types_, levels, inside)


def _unpickle(module: str, name: str, names: Fields, types_: tuple[Foreign, ...]) -> Foreign:
    """The kernel of this name in a module, with these names bound."""
    base = getattr(import_module(module), name, None)
    require(base, f"The kernel '{name}' of {module} is inside a function. Move it to the top of its file to pickle it.")
    base = base if isinstance(base, Kernel) else Kernel(cast("Callable[..., Any]", base))
    return base.bind(types_, **names) if names or types_ else base


def raised_by_numba(exc: BaseException) -> bool:
    """Whether the compiler failed, and not what it compiled."""
    place = exc.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    return place is not None and str(place.tb_frame.f_globals.get("__name__")).startswith("numba.")


def arguments_of(function: Callable[..., Any]) -> int:
    """How many arguments a function, or a kernel, takes."""
    code: types.CodeType = (function.function if isinstance(function, Kernel) else function).__code__
    return code.co_argcount


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Decorates a function that may run compiled. It is compiled when first called, and kept on disk. `function`: of
    numbers, tuples and arrays.

    >>> @ot.kernel
    ... def double(x):
    ...     return 2 * x
    >>> double(21)
    42
    """
    return Kernel(function)


def inlined(function: Callable[P, R]) -> Kernel[P, R]:
    """Decorates a kernel that becomes part of each that calls it, however long it is: to hand over arrays is slow."""
    return Kernel(function, inside=True)


def recursive(levels: int) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Decorates a kernel that calls itself, and whose calls take as long as what they do. Compiled for fixed types it
    contains itself, this many levels one inside the other, and only the innermost is a call. Compiling takes longer;
    alpha-beta is then 1.2 to 1.5 times as fast, and full width of a tree 1.3 times (x86-64)."""
    return lambda function: Kernel(function, levels=levels)


def as_compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """An interpreted kernel that is called as its compiled form is, for NUMBA_DISABLE_JIT=1: numbers go in as the types
    that Numba gives them, so that they overflow and divide alike, and come out as Python's own."""

    @wraps(function)
    def run(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return _to_plain(function(*map(_to_typed, args)))

    return run


def _to_typed(value: object) -> Any:
    """A number of Python's as the number that Numba takes it for."""
    if isinstance(value, tuple):
        return tuple(map(_to_typed, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return np.int64(value) if value.bit_length() < 64 else np.uint64(value)
    return np.float64(value) if type(value) is float else value


def _to_plain(value: object) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_to_plain, value))
    return value.item() if isinstance(value, np.generic) else value


def names_in(code: types.CodeType) -> set[str]:
    """The global names in a code object and in those inside it."""
    inside = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    return set(code.co_names).union(*map(names_in, inside))


def body(code: types.CodeType) -> list[str]:
    """What a code object does, as text without addresses."""
    plain = [const for const in code.co_consts if not isinstance(const, types.CodeType)]
    parts = [code.co_code.hex(), repr(plain), repr(code.co_names), repr(code.co_varnames)]
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            parts += body(const)
    return parts


def types_of(*values: object) -> tuple[Foreign, ...]:
    """The types that `bind` fixes, from values like those to come."""
    return tuple(map(load_numba().typeof, values))


def _constant(value: object) -> str:
    """A text that differs wherever the compiled code could."""
    if isinstance(value, Kernel):
        return value.fingerprint
    if isinstance(value, np.ndarray):  # the text of a long array leaves out its middle
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    return value.__name__ if isinstance(value, types.ModuleType | type) else repr(value)
