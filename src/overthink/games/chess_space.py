"""The whole state space of an endgame as columns: every legal position, each with its moves; one node stands for all
views of a position (`chess_symmetry`). [Nau2010] section 6.1"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Context
from overthink.core.randomness import seed_key, subkeys
from overthink.core.space import StateSpace
from overthink.core.tree import Column, Tree
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_moves import MOST, fill
from overthink.games.chess_retrograde import Progress, in_stage, numbered


class Positions(Sequence[int]):
    """The position of each node: a column that is a sequence of plain integers. Any view of it has its index."""

    def __init__(self, column: Column, number: Column):
        self.column, self.number = column, number

    def __len__(self) -> int:
        return len(self.column)

    @overload
    def __getitem__(self, node: int) -> int: ...
    @overload
    def __getitem__(self, node: slice) -> Sequence[int]: ...
    def __getitem__(self, node: int | slice) -> int | Sequence[int]:
        positions: int | list[int] = self.column[node].tolist()
        return positions

    def index(self, position: int, start: int = 0, stop: int | None = None) -> int:
        if 0 <= position < len(self.number) and self.number[position] >= 0:
            return int(self.number[position])
        raise ValueError(f"{position} is not a position of this endgame")


@dataclass(frozen=True, eq=False)
class EndgameSpace(StateSpace):
    """Every position of an endgame, both sides to move, as one of its views: first the `whole` ones with all men as the
    endgame's name has them, then those after a capture or a promotion, which have moves of their own. Moves to two
    views of one position are two moves to one node. Any view has its `node`; the moves are those of `states[node]`."""

    states: Positions
    whole: int


@kernel
def count_out(game: Context, positions: Column, first: Column, low: int, high: int) -> None:
    """How many moves the nodes low … high have, written one place further on."""
    after = np.empty(MOST, np.int64)
    for n in range(low, high):
        first[n + 1] = fill(game, positions[n], after)


@kernel
def list_out(game: Context, positions: Column, number: Any, first: Column, child: Column, low: int, high: int) -> None:
    """Where the moves of the nodes low … high lead to."""
    after = np.empty(MOST, np.int64)
    for n in range(low, high):
        for i in range(fill(game, positions[n], after)):
            child[first[n] + i] = number[after[i]]


def space_of(game: ChessEndgame, values: Callable[[Column], Column], tell: Progress) -> EndgameSpace:
    """The state space, with the true value to White of each position as `values` has it."""
    positions, number, whole = numbered(game, tell)
    nodes, context = len(positions), game.context
    first = np.zeros(nodes + 1, np.int64)
    in_stage(tell, "moves", nodes, count_out, context, positions, first)
    over = first[1:] == 0
    np.cumsum(first, out=first)
    child = np.empty(int(first[-1]), np.int32)
    in_stage(tell, "moves listed", nodes, list_out, context, positions, number, first, child)
    truth = values(positions)
    tree = Tree(
        first=first,
        child=child,
        mover=(1 - 2 * ((positions >> 6 * game.men) & 1)).astype(np.int8),
        utility=np.where(over, truth, np.nan),
        static=np.full(nodes, np.nan),
        error=np.zeros(nodes),
        truth=truth,
        edge=np.zeros(len(child)),
        key=subkeys(positions.astype(np.uint64), int(seed_key(game.name)) & 0x7FFFFFFF),
        levels=np.array([], np.int64),
    )
    return EndgameSpace(tree, Positions(positions, number), whole, game=game)
