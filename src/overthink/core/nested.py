"""Trees written down with their players: `Max(1, Min(2, 0), Chance((0.5, 5), (0.5, Max(8, 0))))`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.checked import CERTAIN
from overthink.core.errors import OverthinkError, shown
from overthink.core.randomness import seed_key
from overthink.core.tree import Path, Tree, check_nesting, leaf_value


@dataclass(frozen=True, init=False)
class Node:
    """A player to move, and what the moves lead to: numbers, which are finished games, or further nodes."""

    children: tuple[Any, ...]
    mover = 0

    def __init__(self, *children: Any):
        object.__setattr__(self, "children", children)


class Max(Node):
    """A node where Max moves: the largest value is the best.

    >>> tree = ot.nested(ot.Max(ot.Min(3, 9), ot.Min(5, 6)))
    >>> ot.decide(tree, depth=2).value
    5.0
    """

    mover = 1


class Min(Node):
    """A node where Min moves: the smallest value is the best.

    >>> tree = ot.nested(ot.Min(3, ot.Max(1, 9)))
    >>> ot.decide(tree, depth=2).moves
    (0,)
    """

    mover = -1


class Chance(Node):
    """A node where chance moves: pairs of a probability and what it leads to.

    >>> coin = ot.Chance((0.5, 10), (0.5, 0))
    >>> print(ot.expectimax(ot.nested(ot.Max(coin, 4))).low)
    5.0
    """


def nested(root: Node) -> Tree:
    """A tree from nodes written down with their players; its leaves are finished games.

    >>> tree = ot.nested(ot.Max(ot.Min(3, 9), 5))
    >>> tree.mover.tolist()
    [1, -1, 1, 1, 1]
    """
    if not isinstance(root, Node):
        raise OverthinkError(f"A tree begins with Max(…), Min(…) or Chance(…), not with {shown(root)}.")
    check_nesting(root, _parts)
    row: list[tuple[Any, Path]] = [(root, ())]
    nodes: list[tuple[Any, Path]] = []
    levels, first, edges = [0], [0], list[float]()
    while row:
        nodes += row
        levels.append(len(nodes))
        below: list[tuple[Any, Path]] = []
        for item, path in row:
            if isinstance(item, Node):
                children, chances = _opened(item, path)
                below += [(child, (*path, i)) for i, child in enumerate(children)]
                edges += chances
            first.append(len(nodes) + len(below) - 1)
        row = below
    return Tree(
        first=np.array(first, np.int64),
        child=np.arange(1, len(nodes), dtype=np.int64),
        mover=np.array([item.mover if isinstance(item, Node) else 1 for item, _ in nodes], np.int8),
        utility=np.array([math.nan if isinstance(item, Node) else leaf_value(item, path) for item, path in nodes]),
        static=np.full(len(nodes), np.nan),
        error=np.zeros(len(nodes)),
        truth=np.full(len(nodes), np.nan),
        edge=np.array(edges),
        key=np.array([seed_key(path) for _, path in nodes], np.uint64),
        levels=np.array(levels, np.int64),
    )


def _parts(item: Any) -> tuple[Any, ...]:
    """What a node leads to, without the probabilities."""
    if isinstance(item, Chance):
        return tuple(pair[-1] for pair in item.children if isinstance(pair, tuple) and pair)
    return item.children if isinstance(item, Node) else ()


def _opened(node: Node, path: Path) -> tuple[list[Any], list[float]]:
    """The children of a node, and what their edges carry."""
    if not node.children:
        raise OverthinkError(f"{type(node).__name__}() at path {path} has nothing to move to.")
    if not isinstance(node, Chance):
        return list(node.children), [0.0] * len(node.children)
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in node.children):
        raise OverthinkError(f"Chance at path {path} needs pairs: (probability, what it leads to).")
    chances = [leaf_value(probability, path) for probability, _ in node.children]
    if not abs(math.fsum(chances) - 1.0) <= CERTAIN or min(chances) < 0.0:
        raise OverthinkError(
            f"The probabilities of chance at path {path} sum to {math.fsum(chances):g}; none may be negative, and they "
            "must sum to 1."
        )
    return [child for _, child in node.children], chances
