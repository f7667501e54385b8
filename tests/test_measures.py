"""Measures against direct computation."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink as ot
from overthink.core.bind import types_of
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, simultaneous
from overthink.core.tree import Tree
from overthink.measure.accuracy import branching_factor, clustering_factor, p_err, p_opt, right_moves
from overthink.measure.paired import _poisson, degree_of_pathology, difference, differences, mcnemar, ratio, win_rate
from tests.sketches import Sketch, tree_of

# Roots whose moves have a true value and, as their opinion, a score.
WHOLE = st.integers(-2, 2).map(float)
KID = st.builds(Sketch, static=WHOLE, truth=WHOLE, cost=st.integers(0, 1).map(float))
KIDS = st.lists(KID, min_size=1, max_size=4)
ROOT = st.builds(Sketch, static=WHOLE, mover=st.sampled_from([1, -1]), kids=KIDS)


@given(st.lists(ROOT, min_size=1, max_size=5))
def test_p_opt_by_brute_force(given_roots: list[Sketch]) -> None:
    """Eqs. 3 to 5: the share of the best-scored moves that are optimal."""
    tree = tree_of(*given_roots, pays=True)
    scores = np.array([kid.static for root in given_roots for kid in root.kids])
    right = right_moves(tree)
    expected = []
    for root in given_roots:
        worth = [root.mover * kid.truth - kid.cost for kid in root.kids]
        best = max(kid.static for kid in root.kids)
        chosen = [w for w, kid in zip(worth, root.kids) if kid.static == best]
        expected.append(sum(w == max(worth) for w in chosen) / len(chosen))
    np.testing.assert_allclose(p_opt(tree, scores, right), expected)
    np.testing.assert_allclose(p_err(tree, scores, right), 1 - np.array(expected))


def test_degree_of_pathology_is_a_ratio_of_mean_errors() -> None:
    deep, shallow = np.array([1.0, 0.5, 0.0, 0.0]), np.array([1.0, 1.0, 0.5, 0.0])
    degree = degree_of_pathology(deep, shallow)
    assert degree.mean == pytest.approx(2.5 / 1.5)
    assert degree.low <= degree.mean <= degree.high
    assert degree.n == 4


def exact_p_value(b: int, c: int) -> Fraction:
    """Two-sided: twice the smaller tail of a fair coin thrown b + c times, and never above 1."""
    n = b + c
    tail = sum(Fraction(math.comb(n, i), 2**n) for i in range(min(b, c) + 1))
    return min(Fraction(1), 2 * tail)


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (5, 5), (6, 5), (2, 10), (10, 2), (30, 60), (0, 40), (300, 400)])
def test_mcnemar_is_the_binomial_test(b: int, c: int) -> None:
    first = np.array([1] * b + [0] * c + [1, 1, 0])
    second = np.array([0] * b + [1] * c + [1, 1, 0])
    found = mcnemar(first, second)
    assert (found.only_first, found.only_second) == (b, c)
    assert found.p_value == pytest.approx(float(exact_p_value(b, c)), rel=1e-9)


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (1, 10, 0.0179, 0.4042),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson(wins: int, n: int, low: float, high: float) -> None:
    share = Estimate.share(np.array([1.0] * wins + [0.0] * (n - wins)))
    assert (share.mean, share.n) == (pytest.approx(wins / n), n)
    assert (share.low, share.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_of_mean() -> None:
    found = Estimate.of_mean(np.array([1.0, 2.0, 3.0, 4.0]))
    half = 1.959964 * math.sqrt(5 / 3) / 2
    assert (found.mean, found.low, found.high) == pytest.approx((2.5, 2.5 - half, 2.5 + half))
    assert Estimate.of_mean(np.array([7.0])).high == math.inf
    assert str(Estimate.exactly(0.25)) == "0.2500 [0.2500, 0.2500] (n = 0)"


def test_difference_is_paired() -> None:
    a, b = np.array([1.0, 2.0, 3.0]), np.array([0.5, 1.5, 2.5])
    found = difference(a, b)
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, -0.5, 1.5))  # the rule of three: 3/n each way
    assert difference(a, b + np.array([0.0, 0.1, 0.0])).low > 0.3


def test_the_poisson_resamples_agree_with_resamples_of_all_pairs() -> None:
    luck = np.random.default_rng(4).random((500, 2))
    a, b = (luck[:, 0] < 0.3).astype(float), (luck.max(axis=1) < 0.8).astype(float)
    drawn = np.random.default_rng(5).integers(0, 500, (4000, 500))
    oracle = np.quantile(a[drawn].sum(axis=1) / b[drawn].sum(axis=1), (0.025, 0.975))
    estimate = ratio(a, b)
    assert (estimate.low, estimate.high) == pytest.approx(tuple(oracle), abs=0.012)  # of a width of .15
    first, cumulative = _poisson(7)
    expected = np.cumsum([math.exp(-7.0) * 7.0**k / math.factorial(k) for k in range(30)])
    assert first == 0 and cumulative[:30] == pytest.approx(expected, abs=1e-13)


def test_the_bootstrap_covers_a_known_ratio() -> None:
    """95% intervals of paired 0/1 errors hold the true ratio 2/3 about 95 times in 100."""
    generator = np.random.default_rng(1)
    held = 0
    for _ in range(200):
        luck = generator.random(400)
        found = ratio((luck < 0.2).astype(float), (luck < 0.3).astype(float), resamples=400)
        held += found.low <= 2 / 3 <= found.high
    assert 180 <= held <= 199


def test_the_bootstrap_is_the_same_for_the_same_data() -> None:
    a, b = np.array([0.0, 1.0, 1.0, 0.0]), np.array([1.0, 1.0, 0.0, 1.0])
    assert ratio(a, b) == ratio(a, b)
    assert ratio(a, a) == Estimate(1.0, 1.0, 1.0, 4)


def test_win_rate_counts_a_pair_once() -> None:
    found = win_rate(np.array([1.0, 1.0, 0.5, 0.0]), np.array([1.0, 0.0, 0.5, 0.0]))
    assert (found.mean, found.n) == (0.5, 4)


@pytest.mark.parametrize(
    "measure",
    [
        lambda: ratio(np.array([1.0]), np.array([0.0])),
        lambda: ratio(np.array([1.0]), np.array([1.0, 0.0])),
        lambda: difference(np.array([1.0]), np.array([])),
        lambda: mcnemar(np.array([0.5]), np.array([1.0])),
        lambda: win_rate(np.array([1.0]), np.array([])),
        lambda: Estimate.of_mean(np.array([])),
        lambda: right_moves(Tree.literal([1, 2])),
    ],
)
def test_what_cannot_be_measured_is_refused(measure) -> None:
    with pytest.raises(OverthinkError):
        measure()


@pytest.mark.parametrize("n", [1, 2, 7, 300])
def test_differences_are_those_of_each_row(n: int) -> None:
    a, b = np.random.default_rng(n).random((2, 5, n)).round(1)
    b[1] = a[1] - 0.5  # all pairs differ by the same amount
    rows = [difference(one, other, 0.9) for one, other in zip(a, b)]
    for found, end in zip(differences(a, b, 0.9), ("mean", "low", "high")):
        assert found.tolist() == [getattr(row, end) for row in rows]


def test_factors_of_a_small_tree():
    tree = ot.solved(ot.Tree.literal([[1, 3, 5], [2], [4, 8]], terminal=True))
    groups = [[1, 3, 5], [4, 8], [1, 2, 4]]  # leaves under two of the nodes, and the three nodes (Min moves there)
    pooled = np.sqrt(sum(len(group) * np.var(group) for group in groups) / sum(map(len, groups)))
    assert clustering_factor(tree) == pytest.approx(pooled / np.std(tree.truth))
    assert branching_factor(tree) == pytest.approx((3 + 3 + 1 + 2) / 4)


def test_unknown_or_equal_values_are_refused():
    for tree in (ot.Tree.literal([1, 2]), ot.solved(ot.Tree.literal([1, 1], terminal=True))):
        with pytest.raises(ot.OverthinkError, match="clustering factor"):
            clustering_factor(tree)


def test_what_is_not_known_is_left_out():
    tree = ot.solved(ot.Tree.literal([[1, 3, 5], [2, 6]], terminal=True))
    truth = tree.truth.copy()
    truth[3] = np.nan  # the leaf worth 1
    groups = [[3, 5], [2, 6], [1, 2]]
    spread = np.sqrt(np.mean([np.var(group) for group in groups]))  # as many siblings in each
    assert clustering_factor(replace(tree, truth=truth)) == pytest.approx(spread / np.nanstd(truth))


pytestmark = pytest.mark.usefixtures("compiled_sweeps")


@pytest.fixture(scope="module")
def games():
    return ot.BoardSplittingModel(height=7).draw(0, 60)


def test_accuracy_is_the_mean_share_of_right_moves(games):
    seen = ot.artificial(0.2)(games)
    found = ot.accuracy(seen, "emm", (1, 3, 7))
    right = ot.right_moves(games).reshape(60, 2)
    for depth, estimate in found.items():
        slow = []
        for root in range(60):
            moves = ot.decide(seen, root, rule="emm", depth=depth).moves
            slow.append(np.mean([right[root, move] for move in moves]))
        assert estimate.mean == pytest.approx(np.mean(slow)) and estimate.n == 60
    assert found[7].mean == 1.0


def test_pathology_is_the_ratio_of_decision_errors(games):
    seen = ot.artificial(0.2)(games)
    found = ot.accuracy(seen, "minimax", (1, 5))
    ratio = ot.pathology(seen, "minimax", deep=5, shallow=1)
    assert ratio.mean == pytest.approx((1 - found[5].mean) / (1 - found[1].mean))
    assert ratio.low < ratio.mean < ratio.high


def test_an_unseen_tree_is_refused(games):
    with pytest.raises(ot.OverthinkError, match="some have none"):
        ot.accuracy(games, "minimax", (3,))


def test_a_kernel_that_cannot_be_compiled_says_so_in_one_sentence():
    @ot.kernel
    def listed(x):
        return {"a": [x]}["b" if x else 3]

    with pytest.raises(ot.OverthinkError) as caught:
        listed.bind(types_of(1)).compiled(1)
    text = str(caught.value)
    assert "'listed'" in text and "cannot be compiled" in text and "\n" not in text


def test_scores_that_differ_at_all_are_no_tie(games):
    """Only equal scores share a decision. [Nau2010] eq. 3"""
    right = ot.right_moves(games)
    for gap, wanted in ((0.0, 0.5), (1e-9, 1.0), (-1e-9, 0.0)):
        np.testing.assert_array_equal(ot.p_opt(games, np.where(right, 1.0 + gap, 1.0), right), wanted)


def test_several_intervals_hold_together() -> None:
    """Each of ten 95% intervals that hold together is one of 99.5%, and wider."""
    assert simultaneous(10) == pytest.approx(0.995) and simultaneous(1) == 0.95
    sample = [0.0, 1.0] * 50
    alone, together = Estimate.of_mean(sample), Estimate.of_mean(sample, simultaneous(10))
    assert (together.high - together.mean) / (alone.high - alone.mean) == pytest.approx(2.807 / 1.96, rel=1e-3)
