"""Critical win-loss games: synthetic trees in which every position is won or lost, grown from hashes. [Nguyen2024]

The root is Max's to move, and won. A node is a *choice* if its value is the mover's: one of its moves, drawn uniformly,
keeps the value, and every other turns it with probability γ, the critical rate. Elsewhere the mover is lost, and every
move keeps the value: the node is *forced*. At the root γ is 1, so that one move is right.
"""

from __future__ import annotations

import numpy as np

from overthink.core.arithmetic import mix, start_key, uniform
from overthink.core.bind import kernel
from overthink.core.errors import parse_number, parse_whole
from overthink.core.game import KernelGame
from overthink.core.kinds import Context, Integer, Seed

# context: (b, moves of a forced node, γ, depth, key)
# state: int64, hash of the path << PATH | ply << PLY | won for Max
PLY, PATH = 1, 8
PLIES = (1 << PATH - PLY) - 1
MOST_MOVES = 1_000


@kernel
def is_choice(state: Integer) -> bool:
    """Whether the value is the mover's: won for Max at an even ply, lost at an odd one."""
    return (state & 1) != ((state >> PLY) & 1)


@kernel
def count(game: Context, state: Integer) -> int:
    if ((state >> PLY) & PLIES) >= game[3]:
        return 0
    moves: int = game[0] if is_choice(state) else game[1]
    return moves


@kernel
def child(game: Context, state: Integer, i: int) -> Integer:
    ply, won = (state >> PLY) & PLIES, state & 1
    here = mix(game[4], np.uint64(state >> PATH))
    key = mix(here, i + 1)
    if is_choice(state) and i != int(uniform(mix(here, 0)) * game[0]):
        gamma = 1.0 if ply == 0 else game[2]
        if uniform(mix(key, 0)) < gamma:
            won = 1 - won
    return (np.int64(key >> np.uint64(PATH + 1)) << PATH) | ((ply + 1) << PLY) | won


@kernel
def mover(game: Context, state: Integer) -> int:
    return 1 - 2 * ((state >> PLY) & 1)


@kernel
def truth(game: Context, state: Integer) -> float:
    """+1 if Max wins, -1 if Min does."""
    return 2.0 * (state & 1) - 1.0


class KnownValues:
    """The true value of each move, to the player who makes it. `game` is the game that it knows."""

    exact = True

    def __init__(self, game: CriticalWinLoss):
        self.game = game

    def __str__(self) -> str:
        return "known by construction"

    def values(self, state: int) -> dict[int, float]:
        game = self.game
        me = game.mover(state)
        return {move: me * game.truth(game.play(state, move)) for move in game.moves(state)}


class CriticalWinLoss(KernelGame):
    """A critical win-loss game: at a choice one move keeps the value and others may lose it; at a forced node all moves
    keep it.

    Args:
        b: Moves at a choice.
        gamma: γ, the critical rate.
        depth: Plies until the game is over.
        forced: Moves at a forced node; b if not given.
        number, seed: Choose the game.

    >>> game = ot.CriticalWinLoss(b=2, gamma=0.9, depth=10)
    >>> ot.decide(game, game.initial(), depth=4, evaluate=ot.critical_opinions(game)).moves
    (1,)
    """

    def __init__(
        self,
        b: int = 5,
        gamma: float = 1.0,
        depth: int = 50,
        *,
        forced: int | None = None,
        number: int = 0,
        seed: Seed = 0,
    ):
        b, depth = parse_whole("b", b, 2, MOST_MOVES), parse_whole("depth", depth, 1, PLIES)
        forced = parse_whole("The number of forced moves", b if forced is None else forced, 1, MOST_MOVES)
        gamma = parse_number("The critical rate γ", gamma, 0, 1)
        self.b, self.gamma, self.depth = b, gamma, depth
        self.context = (b, forced, gamma, depth, start_key("critical win-loss", seed=seed, number=number))
        self.kernels = {"count": count, "child": child, "mover": mover, "utility": truth}

    def initial(self) -> int:
        return 1

    def truth(self, state: int) -> float:
        """The value of a state to Max: +1 or -1."""
        return float(self._call("utility", state))

    def reference(self) -> KnownValues:
        """What the doctor compares decisions with."""
        return KnownValues(self)

    def text(self, state: int) -> str:
        """The ply, whose win it is, and the path."""
        return f"ply {state >> PLY & PLIES}, {'won' if state & 1 else 'lost'} for Max, path {state >> PATH:x}"
