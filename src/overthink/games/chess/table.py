"""Chess endgames solved: the distance to mate of every position, and the whole state space. [Nau2010] section 6.1

Every legal position is a node, one for all its views. The moves are kept backwards, as a list of the nodes that lead to
each node; then, ply by ply, a position with a move to a lost one is won, and a position whose moves all lead to won
ones is lost. What is never reached is drawn. Several threads work on parts of the positions. Where two may count or
write at the same place they do so by steps that cannot be parted (`core.machine`), so that only the order within lists
depends on them, and no result does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys
from overthink.core.bind import kernel
from overthink.core.grow import Rows, StateSpace
from overthink.core.kinds import Context, Progress, State
from overthink.core.machine import add_at, swap_at
from overthink.core.threads import PARTS_PER_THREAD, cuts, in_parts, run_parts, threads
from overthink.core.tree import Column, Tree
from overthink.games.cache import fetch
from overthink.games.chess.endgame import ChessEndgame
from overthink.games.chess.moves import (
    MEN,
    MOST_MOVES,
    TWIN,
    black_to_move,
    canonical,
    dead,
    fill,
    is_captured,
    is_in_check,
    legal,
    square,
)

DRAWN, ILLEGAL = -1, -2
REPORTS_A_STAGE = 16  # reports of progress in a stage, at least


@kernel
def mark(game: Context, kinds: Column, low: int, high: int) -> None:
    """The integers low … high: 1 a position with all pieces as the endgame's name has them, 2 any other, 0 no position
    or one that another view stands for."""
    unpromoted = 1 << (6 * game[MEN] + 1)
    for position in range(low, high):
        if canonical(game, position) == position and legal(game, position):
            kinds[position] = 1 if position < unpromoted else 2
            for man in range(game[MEN]):
                if is_captured(game, position, man):
                    kinds[position] = 2


@kernel
def number_views(game: Context, number: Column, low: int, high: int) -> None:
    """Gives the integers low … high the number of the position that stands for it."""
    twin = game[TWIN]
    for position in range(low, high):
        if twin < 0 or square(position, twin) <= square(position, twin + 1):
            number[position] = number[canonical(game, position)]


@kernel
def count_moves(
    game: Context, positions: Column, number: Column, moves: Column, into: Column, low: int, high: int
) -> None:
    """How many moves lead out of the nodes low … high, and how many of those into each node."""
    after = np.empty(MOST_MOVES, np.int64)
    for n in range(low, high):
        moves[n] = fill(game, positions[n], after)
        for i in range(moves[n]):
            add_at(into, number[after[i]], 1)


@kernel
def turn_back(
    game: Context, positions: Column, number: Column, start: Column, before: Column, low: int, high: int
) -> None:
    """Enters the nodes low … high among those that lead to each node. `start` comes with the end of each node's run in
    `before` and goes with its beginning."""
    after = np.empty(MOST_MOVES, np.int64)
    for n in range(low, high):
        for i in range(fill(game, positions[n], after)):
            before[add_at(start, number[after[i]], -1) - 1] = n


@kernel
def find_mates(game: Context, positions: Column, moves: Column, plies: Column, low: int, high: int) -> Column:
    """int32[mates]: the nodes among low … high where a player is mated. `positions`, `moves` (how many) and `plies`
    have a number for each node; `plies` becomes 0 there."""
    mates = np.empty(high - low, np.int32)
    size = 0
    for n in range(low, high):
        side = 1 - 2 * black_to_move(game, positions[n])
        if moves[n] == 0 and not dead(game, positions[n]) and is_in_check(game, positions[n], side):
            plies[n] = 0
            mates[size] = n
            size += 1
    return mates[:size]


@kernel
def step_back(
    start: Column, before: Column, left: Column, plies: Column, ply: int, last: Column, low: int, high: int
) -> Column:
    """The nodes one ply farther from mate than numbers low … high of `last`, which are `ply` away. `left` counts the
    moves of each node that are not known to lose."""
    most = 0
    for i in range(low, high):
        most += start[last[i] + 1] - start[last[i]]
    nodes = np.empty(most, np.int32)
    size = 0
    for i in range(low, high):
        for e in range(start[last[i]], start[last[i] + 1]):
            node = before[e]
            if plies[node] >= 0:
                continue
            if ply & 1 and add_at(left, node, -1) > 1:  # the player who has moved there may still escape
                continue
            if swap_at(plies, node, ply + 1) < 0:  # no other thread was here before
                nodes[size] = node
                size += 1
    return nodes[:size]


@kernel
def spread(number: Column, plies: Column, table: Column, low: int, high: int) -> None:
    """The table's entries low … high, from those of the nodes that they are numbered by."""
    for position in range(low, high):
        table[position] = plies[number[position]] if number[position] >= 0 else ILLEGAL


def of_kind(kinds: Column, kind: int, low: int, high: int) -> Column:
    """The integers low … high that are positions of this kind."""
    return low + np.flatnonzero(kinds[low:high] == kind)


def number_positions(game: ChessEndgame, tell: Progress) -> tuple[Column, Column, int]:
    """The position of each node, int64[N]; the node of each position, int32[size], -1 where there is none; and how many
    nodes have all pieces as the endgame's name has them: those come first."""
    kinds = np.zeros(game.size, np.int8)
    number = np.full(game.size, -1, np.int32)
    in_stage(tell, "legal positions", game.size, mark, game.context, kinds)
    by_kind = [np.concatenate(in_parts(game.size, of_kind, kinds, kind)) for kind in (1, 2)]
    positions = np.concatenate(by_kind)
    number[positions] = np.arange(len(positions), dtype=np.int32)
    in_stage(tell, "views", game.size, number_views, game.context, number)
    return positions, number, len(by_kind[0])


def in_stage(tell: Progress, stage: str, size: int, work: Callable[..., None], *given: object) -> None:
    """Run work(*given, low, high) on parts of 0 … size, and report progress."""
    ends = cuts(size, max(REPORTS_A_STAGE, PARTS_PER_THREAD * threads()))
    tell(stage, 0.0)
    for done, _ in enumerate(run_parts(ends, work, *given), 1):
        tell(stage, done / (len(ends) - 1))


def distances(game: ChessEndgame, tell: Progress) -> Column:
    """Plies to mate from each position, int8[size]: even where the player to move is mated, odd where he mates."""
    positions, number, _ = number_positions(game, tell)
    nodes = len(positions)
    graph = (game.context, positions, number)
    moves, start = np.zeros(nodes, np.uint8), np.zeros(nodes + 1, np.int64)
    in_stage(tell, "moves", nodes, count_moves, *graph, moves, start)
    np.cumsum(start, out=start)
    before = np.empty(int(start[-1]), np.int32)
    in_stage(tell, "moves backwards", nodes, turn_back, *graph, start, before)
    plies = np.full(nodes, DRAWN, np.int8)
    last = np.concatenate(in_parts(nodes, find_mates, game.context, positions, moves, plies))
    ply = solved = 0
    while len(last):
        solved += len(last)
        tell(f"mates in {ply} plies", solved / nodes)
        last = np.concatenate(in_parts(len(last), step_back, start, before, moves, plies, ply, last))
        ply += 1
    table = np.empty(game.size, np.int8)
    in_parts(game.size, spread, number, plies, table)
    return table


class Positions(Rows):
    """The position of each node. Any view of it has its index."""

    def __init__(self, column: Column, number: Column):
        super().__init__(column)
        self.number = number

    def index(self, position: State, *ends: int) -> int:
        if 0 <= position < len(self.number) and self.number[position] >= 0:
            return int(self.number[position])
        raise ValueError(f"{position} is not a position of this endgame")


@dataclass(frozen=True, eq=False)
class EndgameSpace(StateSpace):
    """Every position of an endgame, both sides to move, as one of its views: first the `whole` ones with all pieces as
    the endgame's name has them, then those after a capture or a promotion, which have moves of their own. Moves to two
    views of one position are two moves to one node. Any view has its `node`; the moves are those of `states[node]`."""

    states: Positions
    whole: int


@kernel
def count_out(game: Context, positions: Column, first: Column, low: int, high: int) -> None:
    """How many moves the nodes low … high have, written one place further on."""
    after = np.empty(MOST_MOVES, np.int64)
    for n in range(low, high):
        first[n + 1] = fill(game, positions[n], after)


@kernel
def list_out(
    game: Context, positions: Column, number: Column, first: Column, child: Column, low: int, high: int
) -> None:
    """Write into `child` the nodes that the moves of the nodes low … high lead to: those of node n from `first[n]` on.
    `number` has the node of each position."""
    after = np.empty(MOST_MOVES, np.int64)
    for n in range(low, high):
        for i in range(fill(game, positions[n], after)):
            child[first[n] + i] = number[after[i]]


def space_of(game: ChessEndgame, values: Callable[[Column], Column], tell: Progress) -> EndgameSpace:
    """The state space, with the true value to White of each position as `values` has it."""
    positions, number, whole = number_positions(game, tell)
    nodes = len(positions)
    context = game.context
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
        truth=truth,
        key=subkeys(positions.astype(np.uint64), int(seed_key(game.name)) & 0x7FFFFFFF),
    )
    return EndgameSpace(tree, Positions(positions, number), whole, game=game)


def endgame(name: str, progress: Progress | None = None) -> EndgameTable:
    """The table of an endgame, such as "KQKR". It is worked out the first time (three pieces in a second, four in a
    quarter of a minute with 0.7 GB of memory; a pawn makes it longer) and kept (`overthink.games.cache`). `progress` is
    told what is being done, and the share of it that is done. `name`: White's pieces, then Black's.

    >>> table = ot.endgame("KRK")
    >>> position = "8/8/8/4k3/8/8/8/KR6 w"
    >>> table.distance(position), table.best_moves(position)  # plies to mate
    (29, ['a1b2', 'b1e1'])
    """
    game = ChessEndgame(name)

    def make() -> bytes:
        return distances(game, progress or _silent).tobytes()

    return EndgameTable(game, np.frombuffer(fetch(f"endgame-{game.name}", make), np.int8))


@dataclass(frozen=True, eq=False)
class EndgameTable:
    """Every position of an endgame, both sides to move. Positions are given as integers or as FEN."""

    game: ChessEndgame  # whose positions the table holds
    plies: Column  # int8[size]   to mate: even where the player to move is mated, odd where he mates; -1 drawn, -2 none

    def distance(self, position: int | str) -> int | None:
        """Plies to mate with best play by both sides; None in a draw."""
        plies = int(self.plies[self.game.read(position)])
        return plies if plies >= 0 else None

    def value(self, position: int | str) -> float:
        """The value to White: 1 or -1 at mate, nearer to 0 the farther mate is, and 0 in a draw."""
        state = self.game.read(position)
        return float(self.values(np.array([state]))[0])

    def best_moves(self, position: int | str) -> list[str]:
        """The moves to the fastest mate, or else to a draw, or else to the slowest loss."""
        state = self.game.read(position)
        children = self.game.children(state)
        if not children:
            return []
        worth = self.game.mover(state) * self.values(np.array(children))
        return [move for move, value in zip(self.game.moves(state), worth) if value == worth.max()]

    @cached_property
    def longest(self) -> int:
        """Plies to mate from the positions farthest from it."""
        return int(self.plies.max())

    def state_space(self, progress: Progress | None = None) -> EndgameSpace:
        """All positions as columns, one node for all views of a position, with `value` as the truth: 0.5 GB for KQKR.
        The utility of a finished game is its value, and no move costs anything."""
        return space_of(self.game, self.values, progress or _silent)

    def values(self, positions: Column) -> Column:
        """The worth of legal positions to White: ±(1 - plies / (longest + 1)), so that every ply counts as much."""
        plies = self.plies[positions].astype(np.int64)
        black = (positions >> 6 * self.game.men) & 1
        winner = np.where(black == plies & 1, -1.0, 1.0)
        worth: Column = np.where(plies >= 0, winner * (1.0 - plies / (self.longest + 1)), 0.0)
        return worth


def _silent(stage: str, share: float) -> None:
    """Ignore progress."""
