"""Random boards for board splitting: P-games, N-games and mixtures. [Zuckerman2018] section 5.1

P-game: every square is 1 with probability p, on its own. N-game: every edge of the game tree is +1 or -1, and a square
is 1 if the sum of the edges above it is positive. Mixed: an N-game in which each square is, with probability m, drawn
again as in a P-game. A game is nontrivial if its first move can be right and can be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from overthink.core.arithmetic import mix, seed_key, uniform
from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError, check_number, count_trees, parse_seed, parse_whole, require
from overthink.core.kinds import Key, Seed
from overthink.core.tree import Column, Tree, trusted

SQUARE, PERTURB, EDGE, NODE = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
WORD = "board splitting"  # the word for the seeds of its games
MOST_DRAWN_SQUARES = 1 << 29  # most squares to draw for one nontrivial game: some seconds


@cache
def fixed_point(branching: int) -> float:
    """The p at which neither side is favoured as P-games grow: 1 - w, where w = 1 - w^b. About .382 for b = 2."""
    low, high = 0.0, 1.0
    for _ in range(60):
        w = 0.5 * (low + high)
        low, high = (w, high) if w < 1.0 - w**branching else (low, w)
    return 1.0 - low


@kernel
def draw_squares(
    key: Key, b: int, height: int, p: float, mixing: float, edge_p: float, sums: Column, squares: Column
) -> None:  # fmt: skip
    """Fill in the board of one game, squares in the order of the leaves. `sums` is a buffer for the sums of edges."""
    edges = mix(key, EDGE)
    before = 0
    nodes = 1
    sums[0] = 0
    if mixing < 1.0:
        for _ in range(height):  # each ply's sums from those of the ply above, in place, from the right
            for i in range(nodes - 1, -1, -1):
                above = sums[i]
                for c in range(i * b + b - 1, i * b - 1, -1):
                    sums[c] = above + (1 if uniform(mix(edges, np.uint64(before + c))) < edge_p else -1)
            nodes *= b
            before += nodes
    fresh, perturb = mix(key, SQUARE), mix(key, PERTURB)
    for i in range(len(squares)):
        index = np.uint64(i)
        if mixing >= 1.0 or (mixing > 0.0 and uniform(mix(perturb, index)) < mixing):
            squares[i] = uniform(mix(fresh, index)) < p
        else:
            squares[i] = sums[i] > 0


@kernel
def fill_truth(squares: Column, g: int, games: int, b: int, height: int, truth: Column) -> bool:
    """Fill in the true values of game g among games side by side, and return whether it is nontrivial."""
    last = 1.0 if height & 1 else -1.0
    width = len(squares)
    start = len(truth) - games * width
    for i in range(width):
        truth[start + g * width + i] = last if squares[i] else -last
    for ply in range(height - 1, -1, -1):
        below, width = start, width // b
        start -= games * width
        for i in range(g * width, (g + 1) * width):
            value = truth[below + i * b]
            for c in range(below + i * b + 1, below + i * b + b):
                value = max(value, truth[c]) if ply & 1 == 0 else min(value, truth[c])
            truth[start + i] = value
    nontrivial = False
    for c in range(games + g * b + 1, games + g * b + b):
        nontrivial = nontrivial or truth[c] != truth[c - 1]
    return nontrivial


@kernel
def fill_keys(key: Key, g: int, games: int, b: int, height: int, keys: Column) -> None:
    """Fill in the keys of the nodes of game g."""
    start, number, width = 0, 0, 1
    for _ in range(height + 1):
        for i in range(g * width, (g + 1) * width):
            keys[start + i] = mix(key, np.uint64(number))
            number += 1
        start += games * width
        width *= b


@kernel
def draw_game(
    seed: Key, number: int, attempt: int, g: int, games: int, b: int, height: int, p: float, mixing: float,
    edge_p: float, sums: Column, squares: Column, truth: Column,
) -> tuple[Any, bool]:  # fmt: skip
    """Fill in the true values of one attempt at a game, as game g among games side by side. Return its key, and whether
    it is nontrivial. `sums` and `squares` are buffers for its board."""
    key = mix(mix(seed, np.uint64(number)), np.uint64(attempt))
    draw_squares(key, b, height, p, mixing, edge_p, sums, squares)
    return key, fill_truth(squares, g, games, b, height, truth)


@kernel
def draw_games(
    seed: Key, first: int, games: int, b: int, height: int, p: float, mixing: float, edge_p: float, attempts: int,
    sums: Column, squares: Column, truth: Column, keys: Column,
) -> int:  # fmt: skip
    """Fill in the true values and keys of complete trees, ply by ply over all games. With `attempts`, each game is the
    first nontrivial attempt; return the number of a game without one, or -1."""
    for g in range(games):
        attempt = 0
        nontrivial = False
        while not nontrivial:
            key, nontrivial = draw_game(
                seed, first + g, attempt, g, games, b, height, p, mixing, edge_p, sums, squares, truth
            )  # fmt: skip
            nontrivial = nontrivial or attempts == 0
            attempt += 1
            if attempt == attempts and not nontrivial:
                return first + g
        fill_keys(mix(key, NODE), g, games, b, height, keys)
    return -1


def complete_tree(trees: int, b: int, movers: Sequence[int], **columns: Column) -> Tree:
    """Trees side by side with b moves at every inner node, and a mover for each ply."""
    sizes = [trees * b**ply for ply in range(len(movers))]
    levels = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    nodes, inner = int(levels[-1]), int(levels[-2])
    tree = Tree(
        first=np.minimum(np.arange(nodes + 1, dtype=np.int64) * b, inner * b),
        child=np.arange(trees, nodes, dtype=np.int64),
        mover=np.repeat(movers, sizes).astype(np.int8),
        levels=levels,
        **columns,
    )
    return trusted(tree)


def check_shape(name: str, b: int, height: int, bits: int) -> None:
    """Refuses trees without a choice, and those with more leaves than fit into this many bits."""
    fits = parse_whole(name, b, 2).bit_length() <= bits and b ** parse_whole("height", height, 1, bits) <= 1 << bits
    require(fits, "{}^{} leaves do not fit into memory. Use smaller numbers.", b, height)


@dataclass(frozen=True)
class BoardSplittingModel:
    """A distribution over board-splitting games.

    Args:
        height: Plies of a game.
        branching: b, the moves of each position.
        mixing: The paper's m: 1 P-games, 0 N-games.
        nontrivial: Only games with right and wrong moves at the root.

    >>> games = ot.BoardSplittingModel(height=5).draw(0, 100)
    >>> len(games.roots)
    100
    """

    height: int = 11
    branching: int = 2
    p: float = 0.5  #: probability that a square is 1
    mixing: float = 1.0
    edge_p: float = 0.5  #: probability that an edge is +1
    nontrivial: bool = True

    def __post_init__(self) -> None:
        check_shape("branching", self.branching, self.height, 28)
        for name in ("p", "mixing", "edge_p"):
            check_number(name, getattr(self, name), 0, 1)

    def draw(self, first: int, last: int, seed: Seed = 0) -> Tree:
        """Games number first … last - 1, side by side, solved. The same game for the same seed and number, always."""
        b = self.branching
        games = count_trees("games", first, last, (b ** (self.height + 1) - 1) // (b - 1))
        truth, keys = self._solved(first, games, seed)
        utility = truth.copy()
        utility[: -games * b**self.height] = np.nan
        movers = [1 - 2 * (ply % 2) for ply in range(self.height + 1)]
        return complete_tree(games, b, movers, utility=utility, truth=truth, key=keys)

    def board(self, number: int = 0, seed: Seed = 0) -> Column:
        """The squares of one game, 0 or 1, for `BoardSplitting`."""
        truth, _ = self._solved(parse_seed(number, "The number of a game"), 1, seed)
        last = 1.0 if self.height & 1 else -1.0
        squares: Column = (truth[-(self.branching**self.height) :] == last).astype(np.int64)
        return squares

    def _solved(self, first: int, games: int, seed: Seed) -> tuple[Column, Column]:
        """True values and keys of every node, ply by ply over all games."""
        b, height = self.branching, self.height
        nodes = games * sum(b**ply for ply in range(height + 1))
        truth, keys = np.empty(nodes), np.empty(nodes, np.uint64)
        sums, squares = np.empty(b**height, np.int64), np.empty(b**height, np.bool_)
        failed = draw_games(
            seed_key(WORD, parse_seed(seed)), first, games, b, height, *self.chances, self.attempts, sums, squares,
            truth, keys,
        )  # fmt: skip
        if failed >= 0:
            raise self.hopeless()
        return truth, keys

    @property
    def chances(self) -> tuple[float, float, float]:
        """p, the mixing factor m, and the probability on the edges of an N-game."""
        return float(self.p), float(self.mixing), float(self.edge_p)

    @property
    def attempts(self) -> int:
        """Most boards to draw for one nontrivial game; 0 if any game will do."""
        return max(100, MOST_DRAWN_SQUARES // self.branching**self.height) if self.nontrivial else 0

    def hopeless(self) -> OverthinkError:
        """The error if all these boards were trivial."""
        return OverthinkError(
            f"No nontrivial game came up in {self.attempts:,} boards of {self}; choose p nearer to "
            f"{fixed_point(self.branching):.3f}, or a smaller height."
        )
