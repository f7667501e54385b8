"""Questions of our own: deeper searches, a million trees a cell, one number that predicts pathology, beliefs over
buckets, and figures that are shown on slides."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink as ot
from overthink.core.arithmetic import seed_key
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.models.bottom_up import BottomUp
from overthink.models.top_down import TopDown
from overthink.studies.samples import Row, Samples
from overthink_papers.beyond import equal_cost, law, play, surface_1m
from overthink_papers.beyond.graded import beliefs, chance_to_be_best, decide_by_mean, laws_of, multiply, take_surer
from overthink_papers.experiments.exact_errors import heuristic_law

# One number that predicts pathology


@given(st.lists(st.floats(-5, 5), min_size=4, max_size=40, unique=True), st.floats(-4, 4), st.booleans())
def test_a_clean_limit_is_found(numbers: list[float], limit: float, below: bool) -> None:
    values = np.array(numbers)
    worse = (values < limit) == below
    found, side, share = law.threshold(values, worse)
    assert share == 1.0 and (((values < found) == side) == worse).all()


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=3, max_size=25))
def test_no_limit_does_better(points: list[tuple[int, bool]]) -> None:
    values, worse = np.array([p[0] for p in points], float), np.array([p[1] for p in points])
    shares = [(((values < x) == side) == worse).mean() for x in np.arange(-0.5, 8) for side in (True, False)]
    assert law.threshold(values, worse)[2] == pytest.approx(max(shares))


def test_spreads_of_sisters() -> None:
    R, L = law.spreads(TopDown(b=4))
    assert abs(L / math.sqrt(1 / 12) - 1) < 0.02 and R < L / 2
    similar = law.spreads(BottomUp(b=4, s=1.0))
    assert similar[1] < 0.01 < similar[0], "sisters among sorted leaves hardly differ"


# A million trees a cell


def test_observations_of_few_trees_and_of_many() -> None:
    study = surface_1m.STUDY
    at = {"b": 2, "s": 0.0, "reading": "bucketed"}
    _, errors = study.run(at, 28, 31, 5)
    model = TopDown(b=2)
    own = int(seed_key("beyond/surface-1m", 5)) >> 1
    few = model.decision_errors(28 * 4, 30 * 4, own, 1, surface_1m.GRAINS).reshape(2, 59, 2, 4).mean(axis=3)
    many = model.decision_errors(300_000, 310_000, own, 1, surface_1m.GRAINS).mean(axis=2)
    np.testing.assert_array_equal(errors[:, :2], few.reshape(118, 2))
    np.testing.assert_allclose(errors[:, 2], many.reshape(118), rtol=1e-12)


def test_a_quick_look_counts_until_there_is_more() -> None:
    def surface(quick: float, n: int) -> float:
        ill = np.concatenate([np.full(surface_1m.LOOK, quick), np.full(n, 0.4)])
        place = {"b": 2, "s": 0.0, "reading": "bucketed"}
        entries = [({**place, "search": "deep", "g": g}, np.where(g < 18, ill, 0.2)) for g in surface_1m.GRAINS]
        entries += [({**place, "search": "shallow", "g": g}, np.full(len(ill), 0.3)) for g in surface_1m.GRAINS]
        (row,) = surface_1m.STUDY.figure.shown(Samples(entries))
        return float(row["mean"])

    assert surface(0.2, 5) == 2 and surface(0.2, 40) == 18


# Beliefs over buckets

MODEL = ot.TopDown(b=2, g=3, s=0.0, sigma=0.2, height=3)
DEPTH = 2


def enumerated(tree: Tree, move: int, surer: bool) -> Column:
    """The probability of each bucket of a move, from every choice of utilities two plies below the root; graded EMM
    takes the move's own evaluation instead where that is surer."""
    laws = laws_of(MODEL, DEPTH)
    likelihood = heuristic_law(MODEL)
    seen = np.rint(tree.static * MODEL.g - 0.5).astype(int)
    kids = tree.children(move)
    chances = np.zeros(MODEL.g)
    for utilities in product(range(MODEL.g), repeat=len(kids)):
        below = np.prod([laws[0][u] * likelihood[u, seen[kid]] for u, kid in zip(utilities, kids)])
        chances[(max if tree.mover[move] > 0 else min)(utilities)] += below
    own = likelihood[:, seen[move]]
    if not surer:
        return chances * own / (chances @ own)
    chances, own = chances / chances.sum(), laws[1] * own / (laws[1] @ own)
    return own if own.max() > chances.max() * (1 + 1e-9) else chances


@pytest.mark.parametrize("surer", [False, True])
def test_every_world(surer: bool) -> None:
    for number in range(20):
        tree = MODEL.draw(number, number + 1)
        rows = beliefs(tree, MODEL, DEPTH, take_surer if surer else multiply)
        np.testing.assert_allclose(rows, [enumerated(tree, move, surer) for move in tree.children(0)], rtol=1e-9)


def test_exact_inference_decides_best() -> None:
    model = ot.TopDown(b=2, g=4, s=0.0, sigma=0.2, height=5)
    trees = model.draw(0, 200)
    shares = [decide_by_mean(trees, beliefs(trees, model, 3, settle)).mean() for settle in (take_surer, multiply)]
    assert [round(float(share), 3) for share in shares] == [0.91, 0.97]


def test_the_chance_to_be_best() -> None:
    rows = np.array([[0.5, 0.5], [0.25, 0.75]])
    np.testing.assert_allclose(chance_to_be_best(rows, 2), [0.5 * 0.25 + 0.5, 0.25 * 0.5 + 0.75])


# Figures

NOTHING = Samples([])


def row(mean: float, **point: str | int) -> Row:
    return {**point, "mean": mean, "low": mean - 0.1, "high": mean + 0.1, "n": 30}


def test_whole_games_are_dots_beside_the_names_of_games() -> None:
    rows = [row(0.5, **setting) for setting in play.SETTINGS]
    axes = play.draw(NOTHING, rows).axes
    assert [axis.get_title() for axis in axes] == ["equal evaluations", "equal time"]
    assert [label.get_text() for label in axes[0].get_yticklabels()] == list(equal_cost.DEEPEST)
    assert all(line.get_linestyle() == "None" for bars in axes[0].containers for line in bars.lines[:1])


def test_equal_cost_is_drawn_over_evaluations() -> None:
    lines = (("minimax", "P_opt", 0.7), ("minimax", "regret", 0.2), ("evaluations", "count", 10.0))
    rows = [row(mean, rule=rule, measure=kind, game="kalah", depth=1) for rule, kind, mean in lines]
    (axis,) = equal_cost.draw_by_cost(NOTHING, rows).axes
    assert axis.containers[0].lines[0].get_xydata().tolist() == [[10.0, pytest.approx(0.3)]]
