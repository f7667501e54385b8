"""The studies that need the speed: deeper searches, a million trees a cell, one number that predicts pathology."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overthink.core.randomness import seed_key
from overthink.models import BottomUp, TopDown
from overthink.studies import study_named
from overthink.studies.samples import Samples, Setting
from overthink.studies.verdicts import judge
from overthink_papers.beyond import depth, law, surface_1m

N = 40
NOISE = np.random.default_rng(0).normal(0.0, 0.001, (2, N))


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(law, "RESAMPLES", 60)


def planted(settings: tuple[Setting, ...], grains: tuple[int, ...], p: object, n: int = N) -> Samples:
    """Errors of the shallow search around .2, and of the deep one around p(setting, g) times as many."""
    entries = []
    for at in settings:
        for search in ("deep", "shallow"):
            for g in grains:
                factor = p(at, g) if search == "deep" else 1.0
                sample = np.resize(0.2 * factor + NOISE[int(search == "deep")], n)
                entries.append(({**at, "search": search, "g": g}, sample))
    return Samples(entries)


def verdicts(study: str, samples: Samples) -> list[str]:
    return [verdict.verdict for verdict in judge(study_named(study).figure, samples)]


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


@given(st.lists(st.integers(0, 9), min_size=2, max_size=30))
def test_ranks_are_middles_of_places(values: list[int]) -> None:
    ordered = sorted(values)
    middle = {v: np.mean([i + 1 for i, other in enumerate(ordered) if other == v]) for v in values}
    assert law.ranks(np.array(values)).tolist() == [middle[v] for v in values]


def test_rank_correlation_is_of_order_alone() -> None:
    x = np.arange(20.0)
    assert law.correlation(x, np.exp(x), np.arange(20)) == pytest.approx(1.0)
    assert law.correlation(x, -x, np.arange(20)) == pytest.approx(-1.0)
    assert law.correlation(x, np.zeros(20), np.arange(20)) == 0.0


def test_spreads_of_sisters() -> None:
    R, L = law.spreads(TopDown(b=4))
    assert abs(L / math.sqrt(1 / 12) - 1) < 0.02 and R < L / 2
    similar = law.spreads(BottomUp(b=4, s=1.0))
    assert similar[1] < 0.01 < similar[0], "sisters among sorted leaves hardly differ"


def test_the_number_behind_pathology_is_found() -> None:
    def p(at: Setting, g: int) -> float:
        R, L = law.spreads(law.model_of({**at, "sigma": 0.1}))
        return 1.5 if g * R / L < 4.0 else 0.7

    samples = planted(law.SETTINGS, law.GRAINS, p)
    rows = law.tested(samples)
    assert law.chosen(rows) == "g·R / L"
    assert law.of(rows, "right, tested")["g·R / L"].mean == 1.0 > law.of(rows, "right, tested")["g"].mean
    assert verdicts("beyond/law", samples)[::2][:2] == ["holds", "holds"]
    few = planted(law.SETTINGS[:30], law.GRAINS, p, n=10)
    assert set(verdicts("beyond/law", few)) == {"inconclusive"}


def test_both_halves_are_of_whole_settings() -> None:
    points = law.points_of(planted(law.SETTINGS, law.GRAINS, lambda at, g: 1.2))
    for place in np.unique(points.setting):
        assert len(set(points.fitted[points.setting == place])) == 1
    assert 0.35 < points.fitted.mean() < 0.65


def surface_samples(p: object) -> Samples:
    quick = planted(surface_1m.STUDY.settings, surface_1m.GRAINS, p, n=surface_1m.LOOK)
    large = planted(surface_1m.STUDY.settings, surface_1m.GRAINS, p)
    return Samples(
        [(at, np.concatenate([a[:30] * 0 + 0.9, b])) for (at, a), (_, b) in zip(quick.entries, large.entries)]
    )


def border(at: Setting) -> float:
    return 10 + 4 * at["b"] - 12 * at["s"]


def test_a_clean_surface_holds() -> None:
    samples = surface_samples(lambda at, g: 1.5 if g < border(at) else 0.7)
    assert verdicts("beyond/surface-1m", samples) == ["holds"] * 4
    needed = {(row["b"], row["s"]): row["mean"] for row in surface_1m.STUDY.figure.shown(samples)}
    assert needed[2, 0.0] == 18 and needed[10, 1.0] == 38, "the quick look no longer counts"


def test_pathology_that_comes_back_is_seen() -> None:
    samples = surface_samples(lambda at, g: 1.5 if g < border(at) or (at["b"] == 3 and g == 50) else 0.7)
    assert verdicts("beyond/surface-1m", samples)[0] == "fails"


def test_a_surface_that_rises_with_similarity_is_seen() -> None:
    samples = surface_samples(lambda at, g: 1.5 if g < 20 + 20 * at["s"] - at["b"] else 0.7)
    assert verdicts("beyond/surface-1m", samples)[1:3] == ["fails", "fails"]


def test_a_quick_look_judges_nothing() -> None:
    samples = planted(surface_1m.STUDY.settings, surface_1m.GRAINS, lambda at, g: 0.7, n=surface_1m.LOOK)
    assert verdicts("beyond/surface-1m", samples)[::3] == ["inconclusive", "inconclusive"]


def test_observations_of_few_trees_and_of_many() -> None:
    study, at = surface_1m.STUDY, {"b": 2, "s": 0.0, "reading": "bucketed"}
    _, errors = study.run(at, 28, 31, 5)
    model, own = TopDown(b=2), int(seed_key("beyond/surface-1m", 5)) >> 1
    few = model.decision_errors(28 * 4, 30 * 4, own, 1, surface_1m.GRAINS).reshape(2, 59, 2, 4).mean(axis=3)
    many = model.decision_errors(300_000, 310_000, own, 1, surface_1m.GRAINS).mean(axis=2)
    np.testing.assert_array_equal(errors[:, :2], few.reshape(118, 2))
    np.testing.assert_allclose(errors[:, 2], many.reshape(118), rtol=1e-12)


def test_depth_that_harms_and_depth_that_helps() -> None:
    def p(at: Setting, g: int) -> float:
        return 1.0 + 0.1 * at["deep"] if g < 6 + at["deep"] else 1.0 - 0.05 * at["deep"]

    samples = planted(depth.SETTINGS, depth.GRAINS, p)
    assert verdicts("beyond/depth", samples) == ["holds"] * 6
    other = planted(depth.SETTINGS, depth.GRAINS, lambda at, g: 2.0 - p(at, g))
    assert set(verdicts("beyond/depth", other)) == {"fails"}
