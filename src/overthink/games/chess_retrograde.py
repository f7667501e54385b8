"""Retrograde analysis: the distance to mate of every position of an endgame, computed backwards from the mates.

Every legal position is a node, one for all its views (`chess_symmetry`). The moves are kept backwards, as a list of the
nodes that lead to each node; then, ply by ply, a position with a move to a lost one is won, and a position whose moves
all lead to won ones is lost. What is never reached is drawn. Several threads work on parts of the positions. Where two
may count or write at the same place they do so by steps that cannot be parted (`core.machine`), so that only the order
within lists depends on them, and no result does. [Nau2010] section 6.1
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Context
from overthink.core.machine import add_at, swap_at
from overthink.core.threads import SPARE, cuts, in_parts, run_parts, threads
from overthink.core.tree import Column
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_moves import MEN, MOST, TWIN, black_to_move, captured, checked, dead, fill, legal, square
from overthink.games.chess_symmetry import canonical

DRAWN, ILLEGAL = -1, -2
Progress = Callable[[str, float], None]  # the name of a stage, and the share of it that is done
REPORTS = 16  # reports of progress in a stage, at least


@kernel
def mark(game: Context, kinds: Column, low: int, high: int) -> None:
    """The integers low … high: 1 a position with all men as the endgame's name has them, 2 any other, 0 no position or
    one that another view stands for."""
    unpromoted = 1 << (6 * game[MEN] + 1)
    for position in range(low, high):
        if canonical(game, position) == position and legal(game, position):
            kinds[position] = 1 if position < unpromoted else 2
            for man in range(game[MEN]):
                if captured(game, position, man):
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
    after = np.empty(MOST, np.int64)
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
    after = np.empty(MOST, np.int64)
    for n in range(low, high):
        for i in range(fill(game, positions[n], after)):
            before[add_at(start, number[after[i]], -1) - 1] = n


@kernel
def find_mates(game: Context, positions: Column, moves: Column, plies: Column, low: int, high: int) -> Any:
    """The nodes among low … high where a player is mated."""
    mates, size = np.empty(high - low, np.int32), 0
    for n in range(low, high):
        side = 1 - 2 * black_to_move(game, positions[n])
        if moves[n] == 0 and not dead(game, positions[n]) and checked(game, positions[n], side):
            plies[n] = 0
            mates[size] = n
            size += 1
    return mates[:size]


@kernel
def step_back(
    start: Column, before: Column, left: Column, plies: Column, ply: int, last: Column, low: int, high: int
) -> Any:
    """The nodes one ply farther from mate than numbers low … high of `last`, which are `ply` away. `left` counts the
    moves of each node that are not known to lose."""
    most = 0
    for i in range(low, high):
        most += start[last[i] + 1] - start[last[i]]
    nodes, size = np.empty(most, np.int32), 0
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


def numbered(game: ChessEndgame, tell: Progress) -> tuple[Column, Column, int]:
    """The position of each node, int64[N]; the node of each position, int32[size], -1 where there is none; and how many
    nodes have all men as the endgame's name has them: those come first."""
    kinds, number = np.zeros(game.size, np.int8), np.full(game.size, -1, np.int32)
    in_stage(tell, "legal positions", game.size, mark, game.context, kinds)
    by_kind = [np.concatenate(in_parts(game.size, of_kind, kinds, kind)) for kind in (1, 2)]
    positions = np.concatenate(by_kind)
    number[positions] = np.arange(len(positions), dtype=np.int32)
    in_stage(tell, "views", game.size, number_views, game.context, number)
    return positions, number, len(by_kind[0])


def in_stage(tell: Progress, stage: str, size: int, work: Callable[..., None], *given: Any) -> None:
    """Run work(*given, low, high) on parts of 0 … size, and report progress."""
    ends = cuts(size, max(REPORTS, SPARE * threads()))
    tell(stage, 0.0)
    for done, _ in enumerate(run_parts(ends, work, *given), 1):
        tell(stage, done / (len(ends) - 1))


def distances(game: ChessEndgame, tell: Progress) -> Column:
    """Plies to mate from each position, int8[size]: even where the player to move is mated, odd where he mates."""
    positions, number, _ = numbered(game, tell)
    nodes, graph = len(positions), (game.context, positions, number)
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
