"""Figures 1 to 5 and equations 1 to 11 of [Abdelbar2012], as printed: windows, cuts and sums, node by node."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overthink.core.tree import Tree
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.subjects.tree import of_tree


@dataclass(eq=False)
class X:
    """A node, its evaluation to the player to move, and its children."""

    f: float
    kids: list[X] = field(default_factory=list)
    name: str = ""


Window = tuple[float, float]
Above = list[tuple[X, float]]  # the nodes above, from the root on, with their valuations so far


class AsPrinted:
    """Figure 1 without `add`, Figure 4 with it. Keeps the windows that nodes are passed, the valuations of the nodes
    above at that time, and the nodes after which the rest was cut off."""

    def __init__(self, add: bool):
        self.add = add
        self.windows: dict[X, Window] = {}
        self.above: dict[X, Above] = {}
        self.cuts: list[X] = []

    def search(self, x: X, alpha: float = -math.inf, beta: float = math.inf, above: Above | None = None) -> float:
        above = above or []
        self.windows[x] = (alpha, beta)
        self.above[x] = above
        if not x.kids:
            return x.f
        h = x.f if self.add else 0.0
        m = alpha - h
        own = -math.inf
        for child in x.kids:
            t = -self.search(child, -(beta - h), -m, [*above, (x, own + h)])
            own = max(own, t)
            m = max(m, t)
            if m + h >= beta:
                if child is not x.kids[-1]:
                    self.cuts.append(child)
                return m + h
        return m + h


def v(x: X) -> float:
    """Equation 1."""
    return max(-v(y) for y in x.kids) if x.kids else x.f


def w(x: X) -> float:
    """Equation 2."""
    return max(-w(y) for y in x.kids) + x.f if x.kids else x.f


def q(path: list[X]) -> float:
    """Equation 4: the path's first node is the ancestor y, and nodes of its parity count, the others count against."""
    return sum(x.f if level % 2 == 0 else -x.f for level, x in enumerate(path))


def paths(x: X) -> Iterator[list[X]]:
    """From a node to each leaf below it."""
    if not x.kids:
        yield [x]
    for y in x.kids:
        yield from ([x, *path] for path in paths(y))


def nodes(x: X) -> Iterator[X]:
    yield x
    for y in x.kids:
        yield from nodes(y)


def columns(root: X) -> Tree:
    """The same tree for the library, whose values are to Max."""
    places: dict[tuple[int, ...], float] = {}

    def written(x: X, path: tuple[int, ...]) -> Any:
        value = x.f if len(path) % 2 == 0 else -x.f
        if not x.kids:
            return value
        places[path] = value
        return [written(y, (*path, i)) for i, y in enumerate(x.kids)]

    return Tree.literal(written(root, ()), static=places)


def library(root: X, add: bool) -> tuple[float, dict[int, Window], int]:
    """The value, the windows of internal nodes by their number, and the leaves seen, by the library's search."""
    rule, search = (RULES["althofer"], "althofer-alpha-beta") if add else (RULES["minimax"], "alpha-beta")
    tree = columns(root)
    subject = of_tree(tree, 0, rule, tree.height)
    windows: dict[int, Window] = {}

    def note(game: Any, node: Any, depth: int, low: float, high: float, budget: int) -> Any:
        windows[int(node)] = low, high
        return run(game, node, depth, low, high, budget)

    template = SEARCHES[search].template
    bound: Any = template.bind(**subject.names, **rule.vocabulary, **SEARCHES[search].names)
    run: Any = bound.replacing(**{template.__name__: note})
    message, _, leaves, ends = note(subject.context, 0, tree.height, -math.inf, math.inf, 1 << 60)
    return float(message[0]), windows, leaves + ends


def numbered(root: X) -> list[X]:
    """Nodes in the order of the library: ply by ply."""
    row = [root]
    found = list[X]()
    while row:
        found += row
        row = [y for x in row for y in x.kids]
    return found


def figure_2(*between: X) -> X:
    """u has −2, then y has −1 from v; x comes next, with w between in Figure 3, then z, which returns 2 to x."""
    x = X(0, [*between, X(-2, name="z"), X(9, name="never")], "x")
    return X(0, [X(2), X(0, [X(1, name="v"), x], "y")], "u")


def by_name(root: X, name: str) -> X:
    return next(x for x in nodes(root) if x.name == name)


def test_figure_2() -> None:
    root = figure_2()
    run = AsPrinted(add=False)
    value = run.search(root)
    assert run.windows[by_name(root, "x")] == (-2, 1), "α = −2 is u's value, β = 1 is y's −(1)"
    assert run.cuts == [by_name(root, "z")], "2 ≥ β: the remaining children of x are not examined"
    assert by_name(root, "never") not in run.windows
    assert value == v(root) == 1, "y prefers v, which is worth −1 to it, over x"
    found, windows, leaves = library(root, add=False)
    assert (found, windows[numbered(root).index(by_name(root, "x"))], leaves) == (1, (-2, 1), 3)


@pytest.mark.parametrize(("returned", "beta"), [(-4, 2), (-1, 1)])
def test_figure_3(returned: float, beta: float) -> None:
    """w returns −4, less than α = −2: z is passed β = −α. It returns −1, more: z is passed the negation of that."""
    root = figure_2(X(-returned, name="w"))
    run = AsPrinted(add=False)
    run.search(root)
    assert run.windows[by_name(root, "x")] == (-2, 1)
    assert run.windows[by_name(root, "z")] == (-1, beta)


def figure_5() -> X:
    """f(y) = −1, f(u) = 1, f(v) = −3; W of y and of u is −3 before x is reached, W_z = 4. f(x) is not published: 2 is
    the least that makes −W_z + f(x) ≥ β."""
    x = X(2, [X(4, name="z"), X(9, name="never")], "x")
    return X(-1, [X(2), X(1, [X(4), X(-3, [x], "v")], "u")], "y")


def test_figure_5() -> None:
    root = figure_5()
    run = AsPrinted(add=True)
    value = run.search(root)
    x, z = by_name(root, "x"), by_name(root, "z")
    assert run.windows[x] == (-7, -2), "equations 10 and 11"
    assert [(above.name, valuation) for above, valuation in run.above[x]] == [("y", -3), ("u", -3), ("v", -math.inf)]
    assert run.cuts == [z] and -w(z) + x.f >= run.windows[x][1], "W_z = 4 cuts the remaining children of x off"
    assert value == w(root)
    found, windows, leaves = library(root, add=True)
    assert (found, windows[numbered(root).index(x)], leaves) == (value, (-7, -2), 3)
    y, u, v_ = (by_name(root, name) for name in "yuv")
    assert -(-3 - q([y, u, v_])) == -2 and -3 - q([u, v_]) == -7


TREES = st.recursive(
    st.integers(-9, 9).map(X),
    lambda kids: st.builds(X, st.integers(-9, 9), st.lists(kids, min_size=1, max_size=3)),
    max_leaves=20,
).filter(lambda x: bool(x.kids))


@settings(max_examples=100, deadline=None)
@given(root=TREES, add=st.booleans())
def test_windows_are_those_of_equations_6_to_9(root: X, add: bool) -> None:
    run = AsPrinted(add)
    assert run.search(root) == (w if add else v)(root)
    for x, (alpha, beta) in run.windows.items():
        above = run.above[x]
        level = len(run.above[x])
        line = [node for node, _ in above]
        scores = [value - (q(line[at:]) if add else 0.0) for at, (_, value) in enumerate(above)]
        assert alpha == max([s for at, s in enumerate(scores) if at % 2 == level % 2], default=-math.inf)
        assert -beta == max([s for at, s in enumerate(scores) if at % 2 != level % 2], default=-math.inf)


@settings(max_examples=60, deadline=None)
@given(root=TREES, add=st.booleans())
def test_the_library_passes_the_same_windows(root: X, add: bool) -> None:
    run = AsPrinted(add)
    value = run.search(root)
    found, windows, leaves = library(root, add)
    order = numbered(root)
    assert found == value
    assert windows == {order.index(x): window for x, window in run.windows.items() if x.kids}
    assert leaves == sum(not x.kids for x in run.windows)


@settings(max_examples=60, deadline=None)
@given(root=TREES)
def test_equation_2_is_the_optimal_path_and_not_the_largest(root: X) -> None:
    """ "The valuation of a node u is equal to the value of the optimal path". Equation 5 writes the largest Q of all
    leaves for it, and lets the player of u choose for the other player too: never too small, and right only by luck."""
    assert w(root) in {q(path) for path in paths(root)}
    assert w(root) <= max(q(path) for path in paths(root))


def test_equation_5_is_a_slip() -> None:
    root = X(0, [X(0, [X(1), X(9)])])
    assert w(root) == 1 and max(q(path) for path in paths(root)) == 9


def uniform(random: np.random.Generator, depth: int) -> X:
    return X(random.normal(), [uniform(random, depth - 1) for _ in range(3)] if depth else [])


def test_figure_4_in_floating_point() -> None:
    """(α − h) + h need not be α, so Figure 4 as printed may return more than a node is worth, and a refuted move may
    look better than the best one. The library's search is exact."""
    random = np.random.default_rng(0)
    wrong = 0
    for _ in range(40):
        root = uniform(random, 4)
        m = -math.inf
        moves = list[float]()
        for y in root.kids:
            moves.append(-AsPrinted(add=True).search(y, -math.inf, -m))
            m = max(m, moves[-1])
        values = [-w(y) for y in root.kids]
        wrong += moves.index(max(moves)) != values.index(max(values)) or max(moves) != max(values)
        assert library(root, add=True)[0] == w(root)
    assert wrong > 0
