"""Board splitting on a graph: neighbouring positions share successors, so that many paths lead to one position.
[Nau2010] section 4.1

The positions of a ply stand in a row. Those after position i are b neighbours, from i · stride on. With stride = b no
two positions share one: Pearl's game. With stride = 1 they share all but one: from a row of squares, a player takes
squares off either end (Nau's G-game, for b = 2). Squares, the last row, are wins of Max or of Min, independently.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.randomness import GOLDEN, seed_key, subkeys, uniforms
from overthink.core.tree import Column, Tree

MOST = 1 << 20  # paths through a game
PLY = 1 << 32  # the word for the keys of the first ply; words below are for squares


@dataclass(frozen=True)
class SharedSuccessors:
    """A distribution over games on graphs. `p`: the probability that a square is Max's."""

    b: int = 2
    stride: int = 1
    height: int = 10
    p: float = 0.5

    def __post_init__(self) -> None:
        if self.b < 2 or self.height < 1 or not 1 <= self.stride <= self.b:
            raise OverthinkError(
                f"b = {self.b}, stride = {self.stride} and height = {self.height} make no game. Use b of 2 or more, a "
                "stride from 1 to b, and a height of 1 or more."
            )
        if self.b**self.height > MOST:
            raise OverthinkError(f"A game with {self.b}^{self.height} paths is too large. Use smaller numbers.")

    @property
    def widths(self) -> list[int]:
        """The number of positions at each ply."""
        widths = [1]
        for _ in range(self.height):
            widths.append(self.stride * (widths[-1] - 1) + self.b)
        return widths

    def draw(self, first: int, last: int, seed: int = 0) -> Tree:
        """Games number first … last - 1, side by side, solved. A position is one node, however many paths lead to it.
        Its static value is the mean of the squares that can be reached from it: 1 for Max's, -1 for Min's."""
        if first < 0 or last <= first:
            raise OverthinkError(f"There are no games from number {first} to before {last}.")
        keys = subkeys(np.arange(first, last, dtype=np.uint64), int(seed_key("shared successors", seed)) >> 1)
        squares = uniforms(_keys(keys, self.widths[-1])).reshape(last - first, -1) < self.p
        return self._tree(np.where(squares, 1.0, -1.0), keys)

    def unfolded(self, squares: Column) -> Tree:
        """The game tree of games with these squares, a row each: a node for every path."""
        tree = replace(self, stride=self.b)
        return tree._tree(squares[:, self.paths(self.height)], np.arange(len(squares), dtype=np.uint64))

    def paths(self, ply: int) -> Column:
        """The position to which each path of so many moves leads, by its place in the row."""
        places = np.zeros(1, np.int64)
        for _ in range(ply):
            places = (places[:, None] * self.stride + np.arange(self.b)).ravel()
        return places

    def squares(self, tree: Tree) -> Column:
        """The squares of games, a row each."""
        rows: Column = tree.utility[tree.levels[-2] :].reshape(len(tree.roots), -1)
        return rows

    def _tree(self, squares: Column, keys: Column) -> Tree:
        games, widths, b = len(squares), self.widths, self.b
        levels = np.concatenate([[0], np.cumsum([games * width for width in widths])]).astype(np.int64)
        truths: list[Column] = [squares]
        children: list[Column] = []
        for ply in range(self.height - 1, -1, -1):
            after = np.arange(widths[ply])[:, None] * self.stride + np.arange(b)
            families = truths[0][:, after]
            truths.insert(0, families.max(axis=2) if ply % 2 == 0 else families.min(axis=2))
            own = levels[ply + 1] + widths[ply + 1] * np.arange(games)[:, None, None] + after
            children.insert(0, own.ravel())
        nodes, inner = int(levels[-1]), int(levels[-2])
        before = np.concatenate([np.zeros((games, 1)), squares.cumsum(axis=1)], axis=1)
        means = []
        for ply in range(self.height + 1):
            left = np.arange(widths[ply]) * self.stride ** (self.height - ply)
            reach = widths[self.height - ply]
            means.append((before[:, left + reach] - before[:, left]) / reach)
        return Tree(
            first=np.minimum(np.arange(nodes + 1, dtype=np.int64) * b, inner * b),
            child=np.concatenate(children),
            mover=np.repeat([1 - 2 * (ply % 2) for ply in range(self.height + 1)], np.diff(levels)).astype(np.int8),
            utility=np.where(np.arange(nodes) < inner, np.nan, _joined(truths)),
            static=_joined(means),
            error=np.zeros(nodes),
            truth=_joined(truths),
            edge=np.zeros(inner * b),
            key=_joined([_keys(subkeys(keys, PLY + ply), width) for ply, width in enumerate(widths)]),
            levels=levels,
        )


def _joined(rows: list[Column]) -> Column:
    return np.concatenate([row.ravel() for row in rows])


def _keys(keys: Column, width: int) -> Column:
    """mix(key, place) for each game's key and each place, one game after the other."""
    steps = np.arange(width, dtype=np.uint64) * GOLDEN
    mixed: Column = subkeys((keys[:, None] + steps).ravel(), 0)
    return mixed
