"""Votes and best of N, against enumeration in exact fractions and against simulation."""

import math
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

import overthink as ot
from overthink.measure import best_of
from overthink.measure.votes import GRID, least_share, shape_of

HALF = Fraction(1, 2)


def enumerated(p: Fraction, votes: int, wrong: int) -> Fraction:
    """Every sequence of votes, with its probability."""
    total = Fraction(0)
    for given in product(range(wrong + 1), repeat=votes):
        counts = [given.count(answer) for answer in range(wrong + 1)]
        if counts[0] == max(counts):
            total += p ** counts[0] * ((1 - p) / wrong) ** (votes - counts[0]) / counts.count(max(counts))
    return total


@pytest.mark.parametrize("wrong", [1, 2, 3])
@pytest.mark.parametrize("p", [Fraction(0), Fraction(2, 7), HALF, Fraction(9, 10), Fraction(1)])
def test_the_accuracy_of_votes_is_that_of_all_sequences(p: Fraction, wrong: int) -> None:
    exact = [float(enumerated(p, votes, wrong)) for votes in range(1, 7)]
    assert ot.vote_accuracy([float(p)], range(1, 7), wrong=wrong) == pytest.approx(exact, abs=1e-13)


def steps(share: Fraction, easy: Fraction, hard: Fraction, most: int) -> list[Fraction]:
    """What two more votes add, k = 1 … most, from sums of binomial probabilities alone."""

    def majority(p: Fraction, n: int) -> Fraction:
        return sum((math.comb(n, r) * p**r * (1 - p) ** (n - r) for r in range((n + 1) // 2, n + 1)), Fraction(0))

    curve = [share * majority(easy, n) + (1 - share) * majority(hard, n) for n in range(1, 2 * most + 2, 2)]
    return [later - earlier for earlier, later in pairwise(curve)]


def test_when_accuracy_rises_and_then_falls() -> None:
    """On a grid of shares and probabilities, in fractions: the step of the derivation, its sign, and the bound."""
    tenths = [Fraction(i, 10) for i in range(1, 10)]
    seen = set()
    for share, easy, hard in product(tenths, (Fraction(i, 20) for i in range(11, 20)), tenths[:4]):
        q1, q2 = easy * (1 - easy), hard * (1 - hard)
        found = steps(share, easy, hard, 8)
        for k, step in enumerate(found, 1):
            terms = share * (easy - HALF) * q1**k - (1 - share) * (HALF - hard) * q2**k
            assert step == 2 * math.comb(2 * k - 1, k) * terms
        bound = 1 - 1 / (1 + (HALF - hard) * q2 / ((easy - HALF) * q1))
        assert (found[0] > 0) == (share > bound)
        assert least_share(float(easy), float(hard)) == pytest.approx(float(bound))
        best = ot.best_votes(float(share), float(easy), float(hard))
        if easy + hard > 1 and share > bound:
            rising = [step > 0 for step in found]
            assert rising == sorted(rising, reverse=True)  # once it falls, it falls on
            assert best < math.inf and (best > 17 or best in (2 * sum(rising) + 1, 2 * sum(s >= 0 for s in found) + 1))
            seen.add("rises, then falls")
        elif easy + hard > 1:
            assert (best == 1 or share == bound) and max(found) <= 0
        elif share > bound:
            assert best == math.inf and min(found) > 0
        else:  # falls first, and ends at the share of easy questions
            start = share * easy + (1 - share) * hard
            assert (best == math.inf) == (share > start) or share == start or easy + hard == 1
    assert seen


def test_one_beta_distribution_never_turns_and_three_kinds_turn_twice() -> None:
    p = (np.arange(400) + 0.5) / 400
    votes = range(1, 202, 2)
    for a, b in ((0.5, 0.3), (2, 1), (5, 4)):
        density = p ** (a - 1) * (1 - p) ** (b - 1)
        assert shape_of(ot.vote_accuracy(p, votes, density), 1e-12) == "rises"
        assert shape_of(ot.vote_accuracy(1 - p, votes, density), 1e-12) == "falls"
    twice = ot.vote_accuracy([0.9, 0.35, 0.52], range(1, 602, 2), [0.5, 0.35, 0.15])
    assert shape_of(twice) == "rises, then falls, then rises"


def test_a_forecast_finds_the_best_number() -> None:
    generator = np.random.default_rng(5)
    p = np.where(generator.random(1000) < 0.5, 0.9, 0.4)
    found = ot.forecast_votes(generator.binomial(10, p), 10)
    assert found.best == 3 and found.loss.low > 0.05 and found.rows()[1]["votes"] == 3 and "Best: 3" in repr(found)
    uneven = generator.integers(5, 15, 1000)
    assert ot.forecast_votes(generator.binomial(uneven, 0.8), uneven).accuracy[-1].mean > 0.99
    assert "No number" in ot.forecast_votes([10] * 30).sentence and len(GRID) == 101


@pytest.mark.parametrize(
    "given",
    [
        {"error": 0.0}, {"tail": "student"}, {"error": 0.3, "tail": "pareto"}, {"error": 2.0, "tail": "laplace"},
        {"levels": 5}, {"tail": "student", "levels": 10}, {"family": 8, "copied": 0.8},
        {"tail": "pareto", "family": 8, "copied": 0.5}, {"tail": "student", "family": 4, "copied": 1.0},
    ],
)  # fmt: skip
def test_best_of_n_is_what_draws_show(given: dict[str, object]) -> None:
    how: dict[str, object] = {"error": 1.0, "tail": "normal", "levels": 0, "family": 1, "copied": 0.0, **given}
    generator = np.random.default_rng(3)
    shape = (4000, 32)
    n = 32

    def errors(*size: int) -> np.ndarray:
        u = generator.random(size)
        x = np.concatenate([[0.0], np.geomspace(1e-4, 1e6, 4000)])
        return np.sign(u - 0.5) * np.interp(np.abs(u - 0.5), 0.5 - best_of.TAILS[str(how["tail"])](x), x)

    value = generator.standard_normal(shape)
    own = errors(*shape)
    shared = np.repeat(errors(4000, n // int(how["family"])), int(how["family"]), axis=1)  # type: ignore[call-overload]
    error = np.where(generator.random(shape) < how["copied"], shared, own)
    score = value + how["error"] * best_of.QUARTILE * error
    if levels := int(how["levels"]):  # type: ignore[call-overload]
        edges = 3.0 * np.arange(2 - levels, levels, 2) / levels
        score = np.searchsorted(edges, score) + 0.5 * generator.random(shape)
    for few in (8, n):
        chosen = value[np.arange(4000), score[:, :few].argmax(axis=1)]
        assert abs(chosen.mean() - ot.best_of([few], **how)[0]) < 4 * chosen.std() / math.sqrt(4000)


def test_log_concave_errors_never_make_it_fall_and_long_tails_end_where_they_began() -> None:
    many = [4**k for k in range(12)]
    for tail in ("normal", "laplace"):
        for error in (0.2, 1.0, 5.0):
            for levels in (0, 2, 5, 100):
                assert np.diff(ot.best_of(many, error, tail, levels)).min() > -1e-9
    for tail in ("student", "pareto"):
        curve = ot.best_of(many, 1.0, tail)
        assert curve.max() > 0.5 and 0.0 < curve[-1] < 0.05
    assert ot.best_of([10**9], tail="student", family=10, copied=1.0)[0] == pytest.approx(
        1.5388, abs=5e-3
    )  # the best of ten values


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ot.vote_accuracy([], [1]), "at least one"),
        (lambda: ot.vote_accuracy([0.5], [0]), "from 1 to 10001"),
        (lambda: ot.vote_accuracy([0.5], [1], [0.0]), "sum above 0"),
        (lambda: ot.best_votes(0.5, 0.4, 0.3), "from 0.5 to 1"),
        (lambda: ot.forecast_votes([1, 2]), "at least 20 questions"),
        (lambda: ot.forecast_votes([11] * 30), "0 to all"),
        (lambda: ot.best_of([4], error=0.01), "at least 0.1"),
        (lambda: ot.best_of([5], family=2), "multiples"),
        (lambda: ot.best_of([4], levels=3, family=2), "without families"),
    ],
)
def test_what_is_refused(call: object, words: str) -> None:
    with pytest.raises(ot.OverthinkError, match=words):
        call()  # type: ignore[operator]
