"""All positions that a kalah game of limited length can reach from a start, as columns.

A position is the board with the plies left to play, so that the positions after k moves are a ply of their own. One
that is reached along several paths stands there once: a hash table finds it again while its ply is grown. Far fewer
are left than there are paths. [Nau2010] section 6.2
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, overload

import numpy as np

from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame, child, count, mover, utility
from overthink.core.kinds import Context, Key, State
from overthink.core.randomness import mix
from overthink.core.space import StateSpace
from overthink.core.tree import Column, Tree

MOST = 2_000_000  # positions that may be listed
WORDS = 6  # integers of a position
START = np.uint64(0)


# A position: the pits of Max and of Min, each side packed into one integer with pit 0, the farthest from its kalah,
# lowest; the stores of Max and of Min; the player to move; and the plies left to play, below 0 without end.
Board = tuple[int, int, int, int, int, int]


class PitGame(KernelGame):
    """A kernel game with `pits` on each side."""

    pits: int


class Boards(Sequence[Board]):
    """The position of each node: rows of integers that are a sequence of plain tuples."""

    def __init__(self, rows: Column):
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, node: int) -> Board: ...
    @overload
    def __getitem__(self, node: slice) -> Sequence[Board]: ...
    def __getitem__(self, node: int | slice) -> Board | Sequence[Board]:
        if isinstance(node, slice):
            return Boards(self.rows[node])
        board: Board = tuple(self.rows[node].tolist())
        return board

    def index(self, board: Board, start: int = 0, stop: int | None = None) -> int:
        """Compare all rows at once."""
        matches = np.flatnonzero((self.rows[start:stop] == np.array(board)).all(axis=1))
        if not len(matches):
            raise ValueError(f"{board} is not a position of this space")
        return start + int(matches[0])


@kernel
def key_of(state: State) -> Key:
    """A hash of a position, the same in every process."""
    key: Key = START
    for word in state:
        key = mix(key, word)
    return key


@kernel
def board(row: Any) -> Any:
    return row[0], row[1], row[2], row[3], row[4], row[5]


@kernel
def next_ply(game: Context, ply: Any, below: Column, keys: Column, first: Column, edges: Column, table: Column) -> int:
    """Write each position one move later into `below`, its hash into `keys`, and the position that each move leads to.
    `table` is empty (-1), its size a power of two, and more than twice the number of moves. Return the number of
    positions."""
    size, edge, mask = 0, 0, np.uint64(len(table) - 1)
    for n in range(len(ply)):
        here = board(ply[n])
        for i in range(count(game, here)):
            after = child(game, here, i)
            key = key_of(after)
            slot = key & mask
            while table[slot] >= 0 and board(below[table[slot]]) != after:
                slot = (slot + np.uint64(1)) & mask
            if table[slot] < 0:
                table[slot] = size
                keys[size] = key
                for word in range(len(after)):
                    below[size, word] = after[word]
                size += 1
            edges[edge] = table[slot]
            edge += 1
        first[n + 1] = first[n] + count(game, here)
    return size


@kernel
def solve(
    game: Context, rows: Column, first: Column, children: Any, turn: Column, worth: Column, truth: Column
) -> None:
    """Fill in the mover, the result of finished games and the value of each position, from the last ply to the first:
    moves lead to later positions."""
    for n in range(len(rows) - 1, -1, -1):
        here = board(rows[n])
        me = mover(game, here)
        turn[n] = me
        worth[n] = np.nan
        if first[n] == first[n + 1]:
            worth[n] = utility(game, here)
            truth[n] = worth[n]
        else:
            best = -np.inf
            for e in range(first[n], first[n + 1]):
                best = max(best, me * truth[children[e]])
            truth[n] = me * best


@lru_cache(maxsize=64)
def bound(template: AnyKernel, **words: AnyKernel) -> AnyKernel:
    """A template with the rules of one game. Cached, so that it is compiled once for the same rules."""
    return template.bind(**words)


def grown(game: PitGame, start: Board, most: int = MOST) -> StateSpace:
    """Every position that can be reached from a start, ply by ply, each with its true value. The tree knows its
    plies (`levels`): it has one root, and a search of it needs one sweep of each ply."""
    if not game.compiled:
        raise OverthinkError("This board is too large to list its positions. Use fewer pits or seeds.")
    if start[5] < 0:
        raise OverthinkError("A game without a limit of plies has too many positions to list. Give plies=.")
    expand = bound(next_ply, **game.kernels)
    plies, keys = [np.array([start], np.int64)], [np.array([key_of(start)], np.uint64)]
    firsts, edges, levels = [np.zeros(1, np.int64)], [], [0, 1]
    while len(plies[-1]):
        most_moves = len(plies[-1]) * game.pits
        below, hashes = np.empty((most_moves, WORDS), np.int64), np.empty(most_moves, np.uint64)
        first, leads = np.zeros(len(plies[-1]) + 1, np.int64), np.empty(most_moves, np.int64)
        table = np.full(1 << (2 * most_moves).bit_length(), -1, np.int32)
        size = expand(game.context, plies[-1], below, hashes, first, leads, table)
        firsts.append(first[1:] + firsts[-1][-1])
        edges.append(leads[: first[-1]] + levels[-1])
        plies.append(below[:size].copy())
        keys.append(hashes[:size].copy())
        levels.append(levels[-1] + size)
        if levels[-1] > most:
            raise OverthinkError(f"More than {most:,} positions can be reached. Use fewer plies, pits or seeds.")
    rows, first, children = np.concatenate(plies), np.concatenate(firsts), np.concatenate(edges)
    nodes = len(rows)
    turn, worth, truth = np.empty(nodes, np.int8), np.empty(nodes), np.empty(nodes)
    bound(solve, **game.kernels)(game.context, rows, first, children, turn, worth, truth)
    tree = Tree(
        first=first,
        child=children,
        mover=turn,
        utility=worth,
        static=np.full(nodes, np.nan),
        error=np.zeros(nodes),
        truth=truth,
        edge=np.zeros(len(children)),
        key=np.concatenate(keys),
        levels=np.array(levels[:-1], np.int64),
    )
    return StateSpace(tree, Boards(rows), game=game)


def space_of(game: PitGame, start: Board) -> StateSpace:
    """The same positions as a state space, in which every position is a root."""
    graph = grown(game, start)
    return replace(graph, tree=replace(graph.tree, levels=np.array([], np.int64)))
