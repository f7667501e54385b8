"""Random boards for board splitting: P-games, N-games and what lies between. [Zuckerman2018] section 5.1

P-game: every square is 1 with probability p, on its own. N-game: every edge of the game tree is +1 or -1, and a square
is 1 if the sum of the edges above it is positive. Mixed: an N-game in which each square is, with probability m, drawn
anew as in a P-game. A game is nontrivial if its first move can be right and can be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.randomness import mix, seed_key, uniform
from overthink.core.tree import Column, Tree

SQUARE, PERTURB, EDGE, NODE = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
ATTEMPTS = 1_000_000


def fixed_point(branching: int) -> float:
    """The p at which neither side is favoured as P-games grow: 1 - w, where w = 1 - w^b. About .382 for b = 2."""
    low, high = 0.0, 1.0
    for _ in range(60):
        w = 0.5 * (low + high)
        low, high = (w, high) if w < 1.0 - w**branching else (low, w)
    return 1.0 - low


@kernel
def draw_squares(key: Any, b: int, height: int, p: float, mixing: float, edge_p: float, squares: Any) -> None:
    """Fills in the board of one game, squares in the order of the leaves."""
    sums = np.zeros(len(squares), np.int64)
    edges, width, edge = mix(key, EDGE), len(squares), 0
    if mixing < 1.0:
        for _ in range(height):
            below = width // b
            for first in range(0, len(squares), below):
                step = 1 if uniform(mix(edges, np.uint64(edge))) < edge_p else -1
                edge += 1
                sums[first : first + below] += step
            width = below
    fresh, perturb = mix(key, SQUARE), mix(key, PERTURB)
    for i in range(len(squares)):
        index = np.uint64(i)
        if mixing >= 1.0 or (mixing > 0.0 and uniform(mix(perturb, index)) < mixing):
            squares[i] = uniform(mix(fresh, index)) < p
        else:
            squares[i] = sums[i] > 0


@kernel
def draw_games(
    seed: Any,
    first: int,
    b: int,
    height: int,
    p: float,
    mixing: float,
    edge_p: float,
    nontrivial: bool,
    truth: Any,
    keys: Any,
) -> int:
    """Fills in the true values and the keys of the nodes of complete trees, ply by ply over all games.

    Returns the number of a game for which no nontrivial board was found, or -1.
    """
    games = 0
    size = 0
    for ply in range(height + 1):
        size += b**ply
    games = len(truth) // size
    squares = np.empty(b**height, np.bool_)
    last = 1.0 if height & 1 else -1.0
    for g in range(games):
        found = False
        game_key = mix(seed, np.uint64(first + g))
        for attempt in range(ATTEMPTS):
            key = mix(game_key, np.uint64(attempt))
            draw_squares(key, b, height, p, mixing, edge_p, squares)
            start = len(truth) - games * b**height
            leaves = start + g * b**height
            for i in range(len(squares)):
                truth[leaves + i] = last if squares[i] else -last
            below, ply = start, height - 1
            while ply >= 0:
                width = b**ply
                start -= games * width
                for i in range(width):
                    c = below + (g * width + i) * b
                    value = truth[c]
                    for k in range(1, b):
                        value = max(value, truth[c + k]) if ply & 1 == 0 else min(value, truth[c + k])
                    truth[start + g * width + i] = value
                below = start
                ply -= 1
            for k in range(1, b):
                found = found or truth[games + g * b + k] != truth[games + g * b]
            if found or not nontrivial:
                found = True
                nodes = mix(key, NODE)
                offset, number = 0, 0
                for ply in range(height + 1):
                    for i in range(b**ply):
                        keys[offset + g * b**ply + i] = mix(nodes, np.uint64(number))
                        number += 1
                    offset += games * b**ply
                break
        if not found:
            return first + g
    return -1


@dataclass(frozen=True)
class BoardSplittingModel:
    """A distribution over board-splitting games. `mixing` is the paper's m: 1 P-games, 0 N-games."""

    height: int = 11
    branching: int = 2
    p: float = 0.5  # of a square to be 1
    mixing: float = 1.0
    edge_p: float = 0.5  # of an edge to be +1
    nontrivial: bool = True

    def __post_init__(self) -> None:
        if self.branching < 2 or self.height < 1:
            raise OverthinkError(
                f"Board splitting needs a branching factor of 2 or more and a height of 1 or more; "
                f"{self.branching} and {self.height} were given."
            )
        if self.branching**self.height > 1 << 28:
            raise OverthinkError(f"A board of {self.branching}^{self.height} squares does not fit into memory.")
        for name in ("p", "mixing", "edge_p"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise OverthinkError(f"{name} = {getattr(self, name)} is no probability; give a number in [0, 1].")

    def draw(self, first: int, last: int, seed: int = 0) -> Tree:
        """Games number first … last - 1, side by side, solved. The same game for the same seed and number, always."""
        games, b = last - first, self.branching
        if first < 0 or games < 1:
            raise OverthinkError(f"There are no games from number {first} to before {last}.")
        sizes = [games * b**ply for ply in range(self.height + 1)]
        levels = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        nodes, leaves = int(levels[-1]), sizes[-1]
        truth, keys = np.empty(nodes), np.empty(nodes, np.uint64)
        key = seed_key("board splitting", seed)
        settings = (b, self.height, float(self.p), float(self.mixing), float(self.edge_p), self.nontrivial)
        failed = draw_games(key, first, *settings, truth, keys)
        if failed >= 0:
            raise OverthinkError(
                f"No nontrivial game came up in {ATTEMPTS:,} boards of {self}; choose p nearer to "
                f"{fixed_point(b):.3f}, or a smaller height."
            )
        inner = nodes - leaves
        mover = np.repeat([1 - 2 * (ply % 2) for ply in range(self.height + 1)], sizes).astype(np.int8)
        return Tree(
            first=np.minimum(np.arange(nodes + 1, dtype=np.int64) * b, inner * b),
            child=np.arange(games, nodes, dtype=np.int64),
            mover=mover,
            utility=np.where(np.arange(nodes) < inner, np.nan, truth),
            static=np.full(nodes, np.nan),
            error=np.zeros(nodes),
            truth=truth,
            edge=np.zeros(nodes - games),
            key=keys,
            levels=levels,
        )

    def board(self, number: int = 0, seed: int = 0) -> Column:
        """The squares of one game, 0 or 1, for `BoardSplitting`."""
        tree = self.draw(number, number + 1, seed)
        last = 1.0 if self.height & 1 else -1.0
        squares: Column = (tree.truth[tree.levels[-2] :] == last).astype(np.int64)
        return squares
