"""Studies of bounded alpha-beta: what they count against slow versions written on their own, and what they claim."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.nested import Chance, Max, Min, Node, nested
from overthink.games.random_tree import RandomTree
from overthink.report.terminal import print_rows
from overthink.search.bounded import from_array
from overthink.studies import figure_named
from overthink.studies.samples import Samples
from overthink.studies.verdicts import judge
from overthink_papers.bab import fig2
from overthink_papers.bab.bins import POINTS, binned
from overthink_papers.bab.common import AS_WRITTEN, EPSILONS, as_printed, below, within
from overthink_papers.bab.trees import STUDY, by_bin, instances
from overthink_papers.beyond.bounded_search import likeliest
from overthink_papers.beyond.epsilon_equilibrium import SMALLEST, gain
from overthink_papers.experiments.bounded import searches
from overthink_papers.experiments.policies import Spot, safe, searched, value

LOW, HIGH = 0.0, 100.0


class Slow:
    """Algorithm 1 line by line, with its maps α, β, L and U over nodes, which are paths of moves."""

    def __init__(self, game: Any, epsilon: float, window: str = "full", last_child: bool = True):
        self.game, self.epsilon, self.window, self.last_child = game, epsilon, window, last_child
        self.alpha: dict[Any, float] = {}
        self.beta: dict[Any, float] = {}
        self.L: dict[Any, float] = {}
        self.U: dict[Any, float] = {}
        self.internal = self.leaves = 0
        self.found = self.visit((), game.initial(), None, 1.0)

    def visit(self, n: tuple[int, ...], state: Any, parent: Any, pi: float) -> tuple[float, float]:
        game, (L, U, alpha, beta) = self.game, (self.L, self.U, self.alpha, self.beta)
        if not game.moves(state):
            self.leaves += 1
            return game.utility(state), game.utility(state)
        self.internal += 1
        L[n], U[n], best_U, best_L = LOW, HIGH, LOW, HIGH
        above_a, above_b = (L, U) if self.window == "parent" else (alpha, beta)
        if parent is None or self.window == "none":
            alpha[n], beta[n] = LOW, HIGH
        elif parent != 0:
            alpha[n], beta[n] = above_a[n[:-1]], above_b[n[:-1]]
        else:
            alpha[n] = max(LOW, (above_a[n[:-1]] - U[n[:-1]]) / pi + U[n])
            beta[n] = min(HIGH, (above_b[n[:-1]] - L[n[:-1]]) / pi + L[n])
        me = game.mover(state)
        chances = dict(game.outcomes(state)) if me == 0 else dict.fromkeys(game.moves(state), 0.0)
        for i, (move, chance) in enumerate(chances.items()):
            low, high = self.visit((*n, i), game.play(state, move), me, chance)
            if me > 0:
                best_U, L[n] = max(best_U, high), max(L[n], low)
            elif me < 0:
                best_L, U[n] = min(best_L, low), min(U[n], high)
            else:
                L[n], U[n] = L[n] + chance * (low - LOW), U[n] - chance * (HIGH - high)
            alpha[n], beta[n] = max(L[n], alpha[n]), min(U[n], beta[n])
            if beta[n] <= alpha[n] + self.epsilon and (i < len(chances) - 1 or not self.last_child):
                return L[n], U[n]
        if me > 0:
            U[n] = best_U
        elif me < 0:
            L[n] = best_L
        return L[n], U[n]


@pytest.mark.parametrize(
    ("window", "last_child"), [("full", True), ("full", False), ("parent", False), ("none", False)]
)
@pytest.mark.parametrize("game", [(4, 3, None), (2, 6, None), (3, 2, 0.8), (2, 3, 0.6)])
def test_counts_and_bounds_are_those_of_the_algorithm(game: Any, window: str, last_child: bool) -> None:
    b, depth, p = game
    for number, shared in product(range(4), (True, False)):
        tree = RandomTree(b, depth, p, number=number, shared=shared)
        found = searches(tree, (0, 8, 32), window=window, last_child=last_child)
        for i, epsilon in enumerate((0, 8, 32)):
            slow = Slow(tree, epsilon, window, last_child)
            assert (found.internal[i], found.leaves[i]) == (slow.internal, slow.leaves)
            assert (found.L[i], found.U[i]) == pytest.approx(slow.found)
    assert (found.amb >= -1e-9).all() and (found.nodes == found.internal + found.leaves).all()


@pytest.mark.parametrize("options", [{}, {"spend": "equal"}, {"spend": 0.5}, {"table": True}, {"window": "parent"}])
def test_searches_are_those_of_the_front_door(options: dict[str, Any]) -> None:
    tree = RandomTree(3, 3, 0.8, number=5)
    found = searches(tree, (4, 24), **options)
    for i, epsilon in enumerate((4, 24)):
        one = ot.bounded(tree, epsilon=epsilon, low=LOW, high=HIGH, **options)
        assert (one.low, one.high, one.expanded, one.leaves) == (
            found.L[i], found.U[i], found.internal[i], found.leaves[i],
        )  # fmt: skip


def test_likeliest_first_changes_no_value() -> None:
    for number in range(5):
        tree = RandomTree(3, 3, 0.8, number=number)
        plain, ordered = searches(tree, [0.0]), searches(tree, [0.0], arranged=likeliest, kth=from_array)
        np.testing.assert_allclose(plain.L, ordered.L)
        order = likeliest.bind(**tree.kernels).interpreted(tree.context, tree.play(0, 2), 0)
        assert order.tolist() == [2, 0, 1]


def slow_naive(node: Any, epsilon: float, alpha: float = -math.inf, beta: float = math.inf) -> float:
    """Alpha-beta of the textbook, with the naive cut."""
    if not isinstance(node, Node):
        return float(node)
    best = None
    for child in node.children:
        found = slow_naive(child, epsilon, alpha, beta)
        if isinstance(node, Max):
            best = found if best is None else max(best, found)
            alpha = max(alpha, best)
        else:
            best = found if best is None else min(best, found)
            beta = min(beta, best)
        if beta <= alpha + epsilon:
            break
    assert best is not None
    return best


def inner(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(children, min_size=1, max_size=3)
    return st.one_of(lists.map(lambda c: Max(*c)), lists.map(lambda c: Min(*c)))


def with_chance(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(inner(children), st.tuples(children, children).map(lambda c: Chance((0.25, c[0]), (0.75, c[1]))))


LEAVES = st.integers(0, 10)
TREES = inner(st.recursive(LEAVES, inner, max_leaves=16))
CHANCE_TREES = with_chance(st.recursive(LEAVES, with_chance, max_leaves=12))


@settings(max_examples=100, deadline=None)
@given(tree=TREES, epsilon=st.integers(0, 5))
def test_the_naive_rule(tree: Node, epsilon: int) -> None:
    assert ot.naive_epsilon(nested(tree), epsilon=epsilon).value == slow_naive(tree, epsilon)
    assert ot.naive_epsilon(nested(tree), epsilon=0).value == value(Spot(tree), {1: None, -1: None})


def test_the_naive_rule_drifts() -> None:
    trap = nested(Max(1, Min(2, 0), Min(3, 0), Min(4, 0)))
    assert ot.naive_epsilon(trap, epsilon=1.0).value == 4.0
    assert fig2.distances(trap, 1.0, 10.0) == {"naive": 3.0, "bounded": 1.0}


@settings(max_examples=150, deadline=None)
@given(tree=CHANCE_TREES, epsilon=st.integers(1, 8))
def test_one_search_is_an_equilibrium(tree: Node, epsilon: int) -> None:
    assert gain(Spot(tree), epsilon, 10.0, again=False) <= 1.0


def test_a_search_before_every_move_is_none() -> None:
    assert gain(Spot(SMALLEST), 1.0, 10.0, again=True) == 2.0
    assert gain(Spot(SMALLEST), 1.0, 10.0, again=False) == 1.0
    assert value(Spot(SMALLEST), {1: None, -1: None}) == 3.0


def places(place: Spot) -> list[Spot]:
    return [place, *(below for child in place.children for below in places(child))]


@settings(max_examples=40, deadline=None)
@given(tree=st.recursive(LEAVES, with_chance, max_leaves=6).filter(lambda t: isinstance(t, Node)), again=st.booleans())
def test_gains_are_those_of_all_ways_to_deviate(tree: Any, again: bool) -> None:
    """The best response by trying every strategy there is."""
    root, epsilon, high = Spot(tree), 2.0, 10.0
    once = searched(root, epsilon, high)
    kept = {
        place: safe(place, searched(place, epsilon, high) if again else once, high)
        for place in places(root)
        if place.children and place.mover
    }

    def outcome(choice: dict[Spot, Spot], place: Spot) -> float:
        if not place.children:
            return place.worth
        if place.mover:
            return outcome(choice, choice[place])
        return sum(p * outcome(choice, child) for p, child in zip(place.chances, place.children))

    plain, best = outcome(kept, root), 0.0
    for me in (1, -1):
        own = [place for place in kept if place.mover == me]
        for moves in product(*(place.children for place in own)):
            best = max(best, me * (outcome({**kept, **dict(zip(own, moves))}, root) - plain))
    assert gain(root, epsilon, high, again) == best / epsilon


def test_bins_hold_every_search_once() -> None:
    found = list(instances({"depth": 5, **AS_WRITTEN}, 3, 9, 1))
    er, amb = np.array([[s.internal / s.internal[0], s.amb] for s in found]).transpose(1, 2, 0)
    points, cells = POINTS, binned(er, amb)
    sums = {
        measure: sum(row for p, row in zip(points, cells) if p["measure"] == measure) for measure in ("searches", "amb")
    }
    assert (sums["searches"] == len(EPSILONS)).all()
    np.testing.assert_allclose(sums["amb"], [searched.amb.sum() for searched in found])
    few = next(row for p, row in zip(points, cells) if p == {"er": "0 to .2", "measure": "searches"})
    assert few.tolist() == [(s.internal / s.internal[0] < 0.2).sum() for s in found]


def test_bins_of_a_data_set_are_those_of_its_searches() -> None:
    entries = []
    for setting in (setting for setting in STUDY.settings if setting["depth"] == 5):
        points, cells = STUDY.run(setting, 0, 4, 1)
        entries += [({**setting, **point}, row) for point, row in zip(points, cells)]
    found = list(instances({"depth": 5, **AS_WRITTEN}, 0, 4, 1))
    wanted = binned(*np.array([[s.internal / s.internal[0], s.amb] for s in found]).transpose(1, 2, 0))
    bins = by_bin(Samples(entries))
    for point, row in zip(POINTS, wanted):
        np.testing.assert_array_equal(bins(**point, **AS_WRITTEN), row)


def test_near_a_printed_number_is_what_50_instances_may_give() -> None:
    sample = np.tile([0.4, 0.6], 250)
    assert as_printed(sample, 0.5).verdict == as_printed(sample, 0.51).verdict == "holds"
    assert as_printed(sample, 0.6).verdict == "fails"
    assert as_printed(sample, 0.53).verdict == "inconclusive"
    assert as_printed(sample[:20], 0.5).verdict == "inconclusive"


def test_limits() -> None:
    assert within([(np.repeat([1.0, 2.0], 15), 2.0)]).verdict == "holds"
    assert within([(np.array([1.0, 2.1]), 2.0)]).verdict == "fails"
    assert within([(np.array([1.0, 2.0]), 2.0)]).verdict == "inconclusive"  # few observations prove nothing
    low = ot.Estimate(0.2, 0.1, 0.3, 100)
    assert below([low], 0.5, "").verdict == "holds" and below([low], 0.5, "").estimate == low
    assert below([low], 0.05, "").verdict == "fails"


STUDIES = [
    *("bab/fig2", "bab/fig3", "bab/choosing", "bab/worst-case", "bab/best-case", "bab/fig4a", "bab/fig4b"),
    *("bab/fig4-depth", "bab/fig4c", "bab/couples", "bab/couples-binned", "bab/fig6a", "bab/fig6b"),
]
BEYOND = ["beyond/epsilon-spend", "beyond/epsilon-equilibrium"]


@pytest.mark.parametrize("name", [*STUDIES, *BEYOND])
def test_every_claim_is_judged_and_the_figure_drawn(name: str) -> None:
    study, figure = figure_named(name)
    entries = []
    for setting in study.settings:
        points, cells = study.run(setting, 0, 2, 0)
        entries += [({**setting, **point}, row) for point, row in zip(points, cells)]
    samples = figure.part(Samples(entries))
    assert len(judge(figure, samples)) == len(figure.claims)
    rows = figure.rows(samples)
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)
    assert all(row.keys() == rows[0].keys() for row in rows)  # what tables and files need
    print_rows(figure, figure.shown(samples))
    assert figure.draw(samples, figure.shown(samples)).axes
