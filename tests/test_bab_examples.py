"""Worked examples of [Atzmon2018], node by node: Figures 2 and 3, ε = 0, the best and the worst case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.nested import Chance, Max, Min, Node, nested
from overthink.search import bounded as algorithm
from overthink.search.bounds import BoundedSearch
from overthink.search.chance import chance_subject, spoken
from overthink.search.decide import ENDLESS
from overthink.search.naive_epsilon import naive
from overthink_papers.bab import extremes

Window = tuple[float, float]


def naive_windows(tree: ot.Tree, epsilon: float) -> dict[int, Window]:
    """α and β that the naive rule hands to each node it sees."""
    windows: dict[int, Window] = {}
    position = chance_subject(tree, None, None)

    def note(game: Any, node: Any, epsilon: float, alpha: float, beta: float) -> Any:
        windows[int(node)] = alpha, beta
        return run(game, node, epsilon, alpha, beta)

    run: Any = naive.bind(**position.names).calling(naive=note)
    note(position.context, 0, epsilon, 0.0, 10.0)
    return windows


def bounded_windows(tree: ot.Tree, epsilon: float) -> tuple[dict[int, Window], dict[int, Window]]:
    """α and β that bounded alpha-beta hands to each node it sees, and what each returns."""
    search = BoundedSearch(tree, None, low=0, high=10, depth=None, evaluate=None)
    windows: dict[int, Window] = {}
    returned: dict[int, Window] = {}

    def note(game: Any, node: Any, depth: int, epsilon: float, alpha: float, beta: float, *rest: Any) -> Any:
        windows[int(node)] = alpha, beta
        answer = run(game, node, depth, epsilon, alpha, beta, *rest)
        returned[int(node)] = answer[:2]
        return answer

    run: Any = spoken(algorithm.bounded, search.position.names, search.words).calling(bounded=note)
    note(search.position.context, 0, 100, epsilon, 0.0, 10.0, 0.0, 10.0, ENDLESS)
    return windows, returned


def test_figure_2() -> None:
    """X = 1, ε = 1. B is node 2 with leaves 5 and 6, C node 3 with 7 and 8, D node 4 with 9 and 10."""
    windows = naive_windows(nested(Max(1, Min(2, 0), Min(3, 0), Min(4, 0))), 1.0)
    assert windows[2] == (1, 10), "α(A) = X is transmitted to B"
    assert windows[3] == (2, 10), "α(A) = X + ε is transmitted to C"
    assert windows[4] == (3, 10)
    assert {6, 8, 10}.isdisjoint(windows), "the right children are pruned"


A, SEVEN, B, C, E, EIGHT, D = range(7)  # the nodes of max[7, min[max[8, 5], 6]], ply by ply


@pytest.mark.parametrize(
    ("epsilon", "c", "seen", "pruned"), [(1, (8, 8), D, E), (2, (8, 10), E, D)], ids=["right tree", "left tree"]
)
def test_figure_3(epsilon: int, c: Window, seen: int, pruned: int) -> None:
    windows, returned = bounded_windows(nested(Max(7, Min(Max(8, 5), 6))), float(epsilon))
    assert windows[B] == windows[C] == (7, 10), "α = 7 and β = 10 are transmitted to B and from there to C"
    assert returned[C] == c, "the values that return to B"
    assert windows[seen] == ((8, 10) if seen == D else (7, 10)) and pruned not in windows
    assert len(windows) == 6, "both explore the same number of nodes"


@pytest.mark.parametrize("b_depth", [(2, 6), (3, 4), (4, 3)])
def test_without_slack_it_sees_the_nodes_of_alpha_beta(b_depth: tuple[int, int]) -> None:
    for number in range(10):
        tree = ot.RandomTree(*b_depth, number=number)
        plain, found = ot.naive_epsilon(tree, epsilon=0), ot.bounded(tree, epsilon=0, low=0, high=100)
        assert (plain.value, plain.expanded, plain.leaves) == (found.low, found.expanded, found.leaves)


def test_line_24_as_printed_is_not_alpha_beta() -> None:
    """Alpha-beta cuts where β ≤ α: it sees two leaves of max[5, min[5, 0]]. With β < α + 0, as line 24 is printed, it
    would see all three."""
    tree = nested(Max(5, Min(5, 0)))
    assert ot.naive_epsilon(tree, epsilon=0).leaves == ot.bounded(tree, epsilon=0, low=0, high=10).leaves == 2


def test_the_greatest_distance_of_the_grid_is_10() -> None:
    cells = list(product(range(6), repeat=2))
    assert max(abs(a - c) + abs(b - d) for (a, b), (c, d) in product(cells, repeat=2)) == 10


def leaves_of(tree: Node, epsilon: float) -> int:
    return ot.bounded(nested(tree), epsilon=epsilon, low=0, high=10).leaves


def test_the_best_case() -> None:
    """One instance refutes no statement on best cases: alpha-beta too needs one leaf of some tree of the same shape."""
    assert leaves_of(Max(6, 9), 4) == 1 and leaves_of(Max(6, 9), 0) == 2
    assert leaves_of(Max(10, 9), 0) == 1
    for shape, (fewest, most) in {"b = 2, depth 2": (2, 4), "b = 3, depth 1": (1, 3)}.items():
        assert extremes.fewest_and_most(shape, "any")[0] == (fewest, most)


SMALL = st.recursive(
    st.integers(0, 10),
    lambda kids: st.one_of(
        st.lists(kids, min_size=2, max_size=3).map(lambda c: Max(*c)),
        st.lists(kids, min_size=2, max_size=3).map(lambda c: Min(*c)),
    ),
    max_leaves=6,
).filter(lambda tree: isinstance(tree, Node))


def size(tree: Any) -> int:
    return sum(size(child) for child in tree.children) if isinstance(tree, Node) else 1


def labelled(tree: Any, labels: Iterator[int]) -> Any:
    """The same shape with other utilities."""
    return type(tree)(*(labelled(c, labels) for c in tree.children)) if isinstance(tree, Node) else next(labels)


@settings(max_examples=30, deadline=None)
@given(tree=SMALL, epsilon=st.integers(0, 9))
def test_no_tree_is_better_than_the_best_case_of_alpha_beta(tree: Node, epsilon: int) -> None:
    """The conjecture, without chance: alpha-beta needs as few leaves of some tree of the same shape, with utilities at
    the ends of the range."""
    run = spoken(algorithm.bounded, extremes.WORDS, {}).interpreted

    def leaves(labels: Iterable[int], epsilon: int) -> int:
        return int(run(None, labelled(tree, iter(labels)), ENDLESS, epsilon, 0, 10, 0, 10, ENDLESS)[3])

    best = min(leaves(labels, 0) for labels in product((0, 10), repeat=size(tree)))
    assert leaves_of(tree, epsilon) >= best


@pytest.mark.parametrize("b_depth", [(2, 3), (3, 2), (2, 5)])
@pytest.mark.parametrize("epsilon", [0, 5, 9.99])
def test_the_worst_case(b_depth: tuple[int, int], epsilon: float) -> None:
    for mover, best in product((1, -1), (True, False)):
        tree = nested(extremes.worst(*b_depth, (), mover, best))
        found = ot.bounded(tree, epsilon=epsilon, low=0, high=10)
        assert found.expanded + found.leaves == len(tree)
        assert found.low == found.high == (10 if best == (mover > 0) else 0)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(st.integers(0, 10), min_size=4, max_size=4))
def test_with_chance_no_tree_is_seen_whole(values: Sequence[int]) -> None:
    """After a fair coin's first outcome, half of the range is left open, which is no more than ε = 5."""
    a, b, c, d = values
    assert leaves_of(Max(Chance((0.5, a), (0.5, b)), Chance((0.5, c), (0.5, d))), 5) < 4


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [((3, 1), (1, 3), 34 / 70), ((1, 9), (11, 3), 0.002759), ((11, 6, 33), (11, 6, 33), 1.0), ((0, 0), (3, 4), 1.0)],
)
def test_exact_tests_of_counts(first: Sequence[int], second: Sequence[int], p: float) -> None:
    assert ot.exact_test(first, second) == pytest.approx(p, abs=1e-6)
    assert ot.exact_test(second, first) == pytest.approx(ot.exact_test(first, second))


def test_the_exact_test_counts_every_table() -> None:
    """Of all ways to colour 3 + 2 + 2 balls, 4 of them red: those no likelier than the one seen."""
    first, sums = (3, 1, 0), (3, 2, 2)
    balls = [kind for kind, number in enumerate(sums) for _ in range(number)]
    tables: dict[tuple[int, ...], int] = {}
    for reds in product((0, 1), repeat=7):
        if sum(reds) == 4:
            row = tuple(sum(red for red, kind in zip(reds, balls) if kind == k) for k in range(3))
            tables[row] = tables.get(row, 0) + 1
    wanted = sum(ways for ways in tables.values() if ways <= tables[first]) / sum(tables.values())
    assert ot.exact_test(first, (0, 1, 2)) == pytest.approx(wanted)
    with pytest.raises(OverthinkError, match="same kinds"):
        ot.exact_test((1, 2), (1, 2, 3))
