"""Retrograde analysis: how far from mate every position of an endgame is, worked out from the mates backwards.

Every legal position is a node, one for all its views (`chess_symmetry`). The moves are kept backwards, as a list of the
nodes that lead to each node; then, ply by ply, a position with a move to a lost one is won, and a position whose moves
all lead to won ones is lost. What is never reached is drawn. White's and Black's moves are worked on at the same time:
they lead to nodes of different sides, so neither writes where the other does. [Nau2010] section 6.1
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.tree import Column
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_moves import MEN, MOST, TWIN, black_to_move, captured, checked, dead, fill, legal, square
from overthink.games.chess_symmetry import canonical

DRAWN, ILLEGAL = -1, -2
Progress = Callable[[str, float], None]  # what is being done, and the share of it that is done
CHUNKS = 16


@kernel
def mark(game: Any, low: int, high: int, kinds: Any) -> None:
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
def number_views(game: Any, low: int, high: int, number: Any) -> None:
    """Gives the integers low … high the number of the position that stands for it."""
    twin = game[TWIN]
    for position in range(low, high):
        if twin < 0 or square(position, twin) <= square(position, twin + 1):
            number[position] = number[canonical(game, position)]


@kernel
def count_moves(game: Any, positions: Any, number: Any, black: int, low: int, high: int, moves: Any, into: Any) -> None:
    """How many moves lead out of the nodes low … high of one side, and how many of those into each node."""
    after = np.empty(MOST, np.int64)
    for n in range(low, high):
        if black_to_move(game, positions[n]) == black:
            moves[n] = fill(game, positions[n], after)
            for i in range(moves[n]):
                into[number[after[i]]] += 1


@kernel
def turn_back(game: Any, positions: Any, number: Any, black: int, low: int, high: int, start: Any, before: Any) -> None:
    """Enters the nodes low … high of one side among those that lead to each node. `start` comes with the end of each
    node's run in `before` and goes with its beginning."""
    after = np.empty(MOST, np.int64)
    for n in range(low, high):
        if black_to_move(game, positions[n]) == black:
            for i in range(fill(game, positions[n], after)):
                to = number[after[i]]
                start[to] -= 1
                before[start[to]] = n


@kernel
def find_mates(game: Any, positions: Any, moves: Any, plies: Any, found: Any) -> int:
    """The nodes where a player is mated, and how many they are."""
    mates = 0
    for n in range(len(positions)):
        side = 1 - 2 * black_to_move(game, positions[n])
        if moves[n] == 0 and not dead(game, positions[n]) and checked(game, positions[n], side):
            plies[n] = 0
            found[mates] = n
            mates += 1
    return mates


@kernel
def step_back(start: Any, before: Any, left: Any, plies: Any, last: Any, ply: int, found: Any) -> int:
    """The nodes one ply farther from mate than those of `last`, which are `ply` away, and how many they are. `left`
    counts the moves of each node that are not known to lose."""
    n = 0
    for to in last:
        for e in range(start[to], start[to + 1]):
            node = before[e]
            if plies[node] >= 0:
                continue
            if ply & 1:  # the player who has moved there will be mated
                left[node] -= 1
                if left[node] > 0:
                    continue
            plies[node] = ply + 1
            found[n] = node
            n += 1
    return n


def numbered(game: ChessEndgame, tell: Progress) -> tuple[Column, Column, int]:
    """The position of each node, int64[N]; the node of each position, int32[size], -1 where there is none; and how many
    nodes have all men as the endgame's name has them: those come first."""
    kinds, context = np.zeros(game.size, np.int8), game.context
    in_runs(tell, "legal positions", game.size, lambda low, high: mark(context, low, high, kinds))
    whole, rest = np.flatnonzero(kinds == 1), np.flatnonzero(kinds == 2)
    positions = np.concatenate([whole, rest])
    number = np.full(game.size, -1, np.int32)
    number[positions] = np.arange(len(positions), dtype=np.int32)
    in_runs(tell, "views", game.size, lambda low, high: number_views(context, low, high, number))
    return positions, number, len(whole)


def in_two(tell: Progress, stage: str, size: int, work: Callable[[int, int, int], None]) -> None:
    """Two threads, each with its half of the work on 0 … size, told of in chunks."""
    with ThreadPoolExecutor(2) as pool:
        for chunk in range(CHUNKS):
            tell(stage, chunk / CHUNKS)
            low, high = size * chunk // CHUNKS, size * (chunk + 1) // CHUNKS
            list(pool.map(work, (0, 1), (low, low), (high, high)))


def in_runs(tell: Progress, stage: str, size: int, work: Callable[[int, int], None]) -> None:
    """Two threads, each with a run of its own in every chunk of 0 … size: neither writes beside the other."""

    def run(half: int, low: int, high: int) -> None:
        middle = (low + high) // 2
        work(*((middle, high) if half else (low, middle)))

    in_two(tell, stage, size, run)


def distances(game: ChessEndgame, tell: Progress) -> Column:
    """Plies to mate from each position, int8[size]: even where the player to move is mated, odd where he mates."""
    positions, number, _ = numbered(game, tell)
    nodes, graph = len(positions), (game.context, positions, number)
    moves, start = np.zeros(nodes, np.uint8), np.zeros(nodes + 1, np.int64)
    in_two(tell, "moves", nodes, lambda black, low, high: count_moves(*graph, black, low, high, moves, start))
    np.cumsum(start, out=start)
    before = np.empty(int(start[-1]), np.int32)
    in_two(tell, "moves backwards", nodes, lambda black, low, high: turn_back(*graph, black, low, high, start, before))
    plies, found = np.full(nodes, DRAWN, np.int8), np.empty(nodes, np.int32)
    size = find_mates(game.context, positions, moves, plies, found)
    ply = solved = 0
    while size:
        solved += size
        tell(f"mates in {ply} plies", solved / nodes)
        size = step_back(start, before, moves, plies, found[:size].copy(), ply, found)
        ply += 1
    table = np.full(game.size, ILLEGAL, np.int8)
    known = number >= 0
    table[known] = plies[number[known]]
    return table
