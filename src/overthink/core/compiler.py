"""Numba, loaded when a kernel is first compiled or found in the cache, and watched when it compiles."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

_LOADING = threading.RLock()
MATRICES = "scipy.linalg.cython_blas"  # Numba looks for it as it starts, for products of matrices


def loaded_numba() -> Any:
    """Numba with all that it needs for any kernel; loaded by one thread, for which others wait."""
    with _LOADING:
        return _load()


@cache
def _load() -> Any:
    """In two thirds of the time it takes by itself: SciPy, where there is one, stays out until a kernel needs it, and
    what is loaded, which stays, is never searched for garbage."""
    collects, hidden = gc.isenabled(), MATRICES not in sys.modules
    gc.collect()
    gc.disable()
    if hidden:
        sys.modules[MATRICES] = None  # type: ignore[assignment]
    try:
        import numba
        from numba.core.registry import cpu_target

        if not numba.config.DISABLE_JIT:
            cpu_target.typing_context.refresh()
            cpu_target.target_context.refresh()
    finally:
        if hidden:
            sys.modules.pop(MATRICES, None)
        gc.freeze()
        if collects:
            gc.enable()
    _listen()
    return numba


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
