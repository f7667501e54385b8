"""Random trees: b moves at every node, and a random number at every leaf. [Atzmon2018] Domains

Nothing is stored: a leaf's utility is a hash of the tree's key and the leaf's number. With chance, the chosen move
happens with probability p and every other with (1 - p) / (b - 1).
"""

from __future__ import annotations

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, start_key, uniform
from overthink.core.bind import kernel
from overthink.core.errors import check_whole, require
from overthink.core.game import ChanceGame, check_happens
from overthink.core.kinds import Context, Number, Seed

# context: (b, depth, key, utilities are whole, p, chance's outcomes are shared by all moves); p is 2 without chance
# state: int64, number of the node within its ply << NUMBER | move under way << MOVE | chance moves << TURN | ply
TURN, MOVE, NUMBER = 6, 7, 12
PLIES, MOVES = (1 << TURN) - 1, (1 << NUMBER - MOVE) - 1
HIGH = 100.0
WIDEST = MOVES + 1
MOST_BITS = 50  # of a node's number


@kernel
def count(game: Context, state: int) -> Number:
    return game[0] if (state & PLIES) < game[1] else 0


@kernel
def child(game: Context, state: int, i: int) -> Number:
    """The next node: one that chance moves from, where there is chance and a player has just chosen."""
    number = state >> NUMBER
    ply = state & PLIES
    b = game[0]
    if game[4] > 1.0:
        return (number * b + i) << NUMBER | (ply + 1)
    if (state >> TURN) & 1 == 0:
        return number << NUMBER | i << MOVE | 1 << TURN | ply
    if game[5]:
        return (number * b + i) << NUMBER | (ply + 1)
    return ((number * b + ((state >> MOVE) & MOVES)) * b + i) << NUMBER | (ply + 1)


@kernel
def mover(game: Context, state: int) -> Number:
    return 0 if (state >> TURN) & 1 else 1 - 2 * (state & 1)


@kernel
def utility(game: Context, state: int) -> Number:
    share = uniform(mix(game[2], state >> NUMBER))
    return np.floor(share * (HIGH + 1.0)) if game[3] else HIGH * share


@kernel
def edge(game: Context, state: int, i: int) -> Number:
    """The probability of outcome i where chance moves."""
    if (state >> TURN) & 1 == 0:
        return 0.0
    return game[4] if i == (state >> MOVE) & MOVES else (1.0 - game[4]) / (game[0] - 1)


class RandomTree(ChanceGame):
    """A random game tree; utilities lie in [0, 100], drawn uniformly.

    Args:
        b: Moves at each node.
        depth: Counts moves of players.
        p: The probability that the chosen move happens; None, always.
        shared: All moves of a node lead to the same b positions, chance deciding which; False: each to b of its own.
        whole: Utilities are whole numbers.
        number, seed: Choose the tree.

    >>> tree = ot.RandomTree(b=3, depth=2, p=0.8)
    >>> print(f"{ot.expectimax(tree).low:.2f}")
    29.12
    """

    @check_arguments
    def __init__(
        self,
        b: int = 4,
        depth: int = 5,
        p: float | None = None,
        *,
        shared: bool = True,
        whole: bool = False,
        number: int = 0,
        seed: Seed = 0,
    ):
        check_whole("b", b, 2, WIDEST)
        check_whole("depth", depth, 1, PLIES)
        check_happens(p)
        few = depth * np.log2(b if p is None or shared else b * b) <= MOST_BITS
        require(few, f"A tree of depth {depth} and branching factor {b} has too many leaves. Use smaller numbers.")
        self.b, self.depth, self.p = b, depth, p
        key = start_key("random tree", seed=seed, number=number)
        self.context = (b, depth, key, whole, 2.0 if p is None else float(p), shared)
        self.kernels = {"count": count, "child": child, "mover": mover, "utility": utility}
        if p is not None:
            self.kernels["edge"] = edge

    def initial(self) -> int:
        return 0

    def text(self, state: int) -> str:
        """The place of a state in the tree."""
        where = f"node {state >> NUMBER} of ply {state & PLIES}"
        return f"{where}, after move {state >> MOVE & MOVES}, chance to move" if state >> TURN & 1 else where
