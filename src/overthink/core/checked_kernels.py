"""The kernels of a user's own game, checked before they are compiled: compiled code could not refuse a bad answer."""

from __future__ import annotations

import numpy as np

from overthink.core.bind import AnyKernel
from overthink.core.errors import OverthinkError, failure, shown
from overthink.core.game import KernelGame
from overthink.core.kinds import State

KERNELS = ("count", "child", "mover", "utility")
PLIES = 8  # of a new game that are looked at


def check_kernels(game: KernelGame) -> None:
    """Refuses a game that lacks a kernel or the context."""
    kernels, name = getattr(game, "kernels", None), type(game).__name__
    if not isinstance(kernels, dict):
        raise OverthinkError(f"A kernel game needs the kernels {', '.join(KERNELS)}; {name} has no kernels.")
    lacking = [word for word in KERNELS if word not in kernels]
    if lacking:
        raise OverthinkError(f"A kernel game needs the kernels {', '.join(KERNELS)}; {name} has no {lacking[0]}.")
    plain = [word for word, kernel in kernels.items() if not hasattr(kernel, "interpreted")]
    if plain:
        raise OverthinkError(f"The kernel '{plain[0]}' of {name} is a plain function. Put @ot.kernel above it.")
    if not hasattr(game, "context"):
        raise OverthinkError(f"A kernel game needs a context; {name} has none. Write context = 0 if it needs nothing.")


def walk(game: KernelGame, state: State) -> None:
    """Follows the first moves of a game for a few plies, interpreted, and refuses answers without a meaning. Games with
    the same kernels are walked through once."""
    kernels = getattr(game, "kernels", {})
    if tuple(map(kernels.get, KERNELS)) in _WALKED:
        return
    check_kernels(game)
    rules = tuple(kernels[word] for word in KERNELS)
    count, child, mover, _ = (kernel.interpreted for kernel in rules)
    for _ in range(PLIES):
        try:
            with np.errstate(all="ignore"):  # hashes wrap
                moves, side = count(game.context, state), mover(game.context, state)
                after = child(game.context, state, 0) if moves > 0 else state
        except Exception as exc:
            raise failure(f"A kernel of {type(game).__name__}", exc, state) from exc
        if moves < 0:
            raise OverthinkError(
                f"count() gave {shown(moves)} for the position {shown(state)}; at the end of a game it is 0."
            )
        if side not in (1, -1, 0):
            raise OverthinkError(f"mover() gave {shown(side)} for the position {shown(state)}; it is +1, -1 or 0.")
        if moves == 0:
            break
        state = after
    _WALKED.add(rules)


_WALKED = set[tuple[AnyKernel, ...]]()  # the kernels of games that were walked through
