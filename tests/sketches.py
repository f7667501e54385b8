"""Trees drawn for tests: a plain nested object that oracles recurse over, and the same tree as columns.

The columns are written here from scratch, so that `Tree.literal` and `grow` are not needed to test what reads them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import numpy as np
from hypothesis import strategies as st

from overthink.core.tree import Tree


@dataclass
class Sketch:
    """A node. Values are to Max; `utility` is None unless the game is over here; `cost` is that of the move to it."""

    static: float
    error: float = 0.0
    mover: int = 1
    kids: list[Sketch] = field(default_factory=list)
    utility: float | None = None
    cost: float = 0.0
    truth: float = math.nan


VALUES: dict[str, Callable[[Random], float]] = {
    "signs": lambda random: random.choice([-1.0, 1.0]),
    "signs and zero": lambda random: random.choice([-1.0, 1.0, -1.0, 1.0, 0.0]),
    "integers": lambda random: float(random.randint(-3, 3)),
    "tenths": lambda random: random.randint(-20, 20) * 0.1,
    "reals": lambda random: random.uniform(-1.0, 1.0),
    "scales": lambda random: random.uniform(-1.0, 1.0) * 10.0 ** random.randint(-3, 3),
}
ERRORS: dict[str, Callable[[Random], float]] = {
    "none": lambda random: 0.0,
    "one": lambda random: 0.2,
    "eighths": lambda random: random.randint(0, 4) / 8,
    "any": lambda random: random.uniform(0.0, 0.5),
    "unsure": lambda random: random.uniform(0.05, 0.5),
    "nearly sure": lambda random: 10.0 ** -random.uniform(1.0, 12.0),
}


def sketch(
    random: Random,
    depth: int,
    width: int,
    value: Callable[[Random], float],
    error: Callable[[Random], float],
    ends: float = 0.0,
    stops: float = 0.0,
    turns: bool = True,
    mover: int = 1,
    finished: bool = False,
) -> Sketch:
    """A random tree: a node ends the game with probability `ends` and is left unopened with probability `stops`; with
    `turns` the players alternate, else anyone may be next; `finished` ends the game at every leaf."""
    node = Sketch(
        value(random), error(random), mover, cost=float(random.randint(0, 4)), truth=random.choice([-1.0, 1.0])
    )
    fate = random.random()
    if depth == 0 or fate < ends + stops:
        if fate < ends or finished:
            node.utility = value(random)
        return node
    for _ in range(random.randint(1, width)):
        turn = -mover if turns else random.choice([-1, 1])
        node.kids.append(sketch(random, depth - 1, width, value, error, ends, stops, turns, turn, finished))
    return node


@st.composite
def sketches(
    draw: st.DrawFn,
    values: tuple[str, ...] = ("signs", "signs and zero", "reals"),
    errors: tuple[str, ...] = ("one", "eighths", "any"),
    depth: int = 4,
    width: int = 3,
    turns: bool | None = True,
    early: bool = True,
    finished: bool = False,
) -> Sketch:
    """A random tree with at least one move at its root. `early` allows leaves before the last ply: games that end
    there, or, unless `finished` ends all of them, nodes that nobody opened. Hypothesis chooses the size, so that it can
    make a tree smaller; its other choices would take longer than most tests of the tree."""
    size = {"depth": draw(st.integers(1, depth)), "width": draw(st.integers(1, width))}
    random = Random(draw(st.integers(0, 2**32)))
    settings = {
        "value": VALUES[random.choice(values)],
        "error": ERRORS[random.choice(errors)],
        "ends": random.choice([0.0, 0.1, 0.3]) if early else 0.0,
        "stops": random.choice([0.0, 0.0, 0.15]) if early and not finished else 0.0,
        "turns": random.choice([False, True]) if turns is None else turns,
        "mover": random.choice([1, -1]),
        "finished": finished,
    }
    root = sketch(random, **size, **settings)
    while not root.kids:
        root = sketch(random, **size, **settings)
    root.error = root.error or 0.0625  # a tree that states no error at all is refused by the rules that read errors
    return root


def tree_of(*roots: Sketch, pays: bool = False) -> Tree:
    """The columns of one tree, or of several side by side, whose moves cost something or not."""
    rows = []
    row = list(roots)
    while row:
        rows.append(row)
        row = [kid for node in row for kid in node.kids]
    nodes = [node for row in rows for node in row]
    return Tree(
        first=np.cumsum([0] + [len(node.kids) for node in nodes]).astype(np.int64),
        child=np.arange(len(roots), len(nodes), dtype=np.int64),
        mover=np.array([node.mover for node in nodes], np.int8),
        utility=np.array([math.nan if node.utility is None else node.utility for node in nodes]),
        static=np.array([node.static for node in nodes]),
        error=np.array([node.error for node in nodes]),
        truth=np.array([node.truth for node in nodes]),
        edge=np.array([node.cost * pays for node in nodes[len(roots) :]]),
        key=np.arange(len(nodes), dtype=np.uint64),
        levels=np.cumsum([0] + [len(row) for row in rows]).astype(np.int64),
    )


def height(node: Sketch) -> int:
    """Plies below a node."""
    return max((1 + height(kid) for kid in node.kids), default=0)


class SketchGame:
    """A sketch as a game of Python objects."""

    def __init__(self, root: Sketch):
        self.root = root

    def initial(self) -> Sketch:
        return self.root

    def mover(self, state: Sketch) -> int:
        return state.mover

    def moves(self, state: Sketch) -> range:
        return range(len(state.kids))

    def play(self, state: Sketch, move: int) -> Sketch:
        return state.kids[move]

    def utility(self, state: Sketch) -> float:
        assert state.utility is not None
        return state.utility


class Puzzle(SketchGame):
    """One player makes all moves, and pays for them."""

    def mover(self, state: Sketch) -> int:
        return -1

    def cost(self, state: Sketch, move: int) -> float:
        return state.kids[move].cost


def opinion_of(state: Sketch) -> tuple[float, float]:
    """What the sketch thinks of a state: value and error."""
    return state.static, state.error
