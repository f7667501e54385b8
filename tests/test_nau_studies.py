"""The studies of synthetic trees: the granularity needed, what is claimed of it, and the figures."""

from dataclasses import replace

import numpy as np
import pytest

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate
from overthink.models.granular import GRAINS
from overthink.models.top_down import TopDown
from overthink.studies import figure_named, study_named
from overthink.studies.samples import Samples, grid
from overthink.studies.study import Study
from overthink.studies.verdicts import judge
from overthink_papers.experiments.granularity import average, averaging, degrees, granularity_needed, minus, needed_rows
from overthink_papers.experiments.surfaces import maps, number_map
from overthink_papers.nau.trees.surface import closest


def errors(border: float, grains: range, n: int = 4000) -> dict[tuple[str, int], np.ndarray]:
    """The deep search errs more often below the border, and less often above it."""
    draw = np.random.default_rng(0).random(n)
    deep = {("deep", g): (draw < (0.4 if g < border else 0.2)).astype(float) for g in grains}
    return deep | {("shallow", g): (draw[::-1] < 0.3).astype(float) for g in grains}


@pytest.mark.parametrize("border", [2, 3, 9, 20, 99])
def test_the_granularity_needed_is_the_smallest_without_pathology(border: int) -> None:
    found = granularity_needed(errors(border, range(2, 21)))
    assert found == Estimate.exactly(min(border, 21), 4000)


def test_steps_between_granularities_are_counted_as_wide_as_they_are() -> None:
    assert granularity_needed(errors(25, range(5, 50, 10))).mean == 25
    assert granularity_needed(errors(99, range(5, 50, 10))).mean == 55


def test_what_is_uncertain_widens_the_interval() -> None:
    equal = {(search, g): np.tile([0.0, 1.0], 50) for search in ("deep", "shallow") for g in (2, 3, 4)}
    assert granularity_needed(equal) == Estimate(2.0, 2.0, 5.0, 100), "no tree tells the searches apart"
    few = granularity_needed({key: sample[:20] for key, sample in errors(9, range(2, 21)).items()})
    assert few.low < 9 < few.high


def test_differences_and_averages_keep_the_worst_case() -> None:
    a, b = Estimate(10, 8, 13, 50), Estimate(4, 3, 6, 40)
    assert minus(a, b) == Estimate(6, 2, 10, 40)
    assert average([a, b]) == Estimate(7, 5.5, 9.5, 40)


def measured(study: Study, n: int) -> Samples:
    entries = []
    for setting in study.settings:
        points, found = study.run(setting, 0, n, 0)
        entries += [({**setting, **point}, sample) for point, sample in zip(points, found)]
    return Samples(entries)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["nau/fig7", "nau/fig8", "nau/fig9"])
def test_surfaces(name: str) -> None:
    study, figure = figure_named(name)
    study = replace(study, settings=grid(b=(2, 3), s=(0.0, 1.0), reading=("bucketed", "real")))
    samples = measured(study, 25)
    every = figure.rows(samples)
    rows = closest(figure.shown(samples))
    assert all({"b", "g", "s", "reading", "average"} <= set(row) for row in every) and len(every) > 20 * len(rows)
    pathological = {(row["b"], row["s"]) for row in closest(every) if row["g"] == 2 and row["low"] > 1.0}
    assert {(2, 0.0), (3, 0.0)} <= pathological
    assert [(row["b"], row["s"]) for row in rows] == [(b, s) for b in (2, 3) for s in (0.0, 1.0)]
    assert all(2 <= row["low"] <= row["mean"] <= row["high"] for row in rows) and rows[2]["mean"] > rows[3]["mean"]
    assert len(judge(figure, samples)) == len(figure.claims)
    assert len(figure.draw(samples, figure.shown(samples)).axes) == 1


def test_both_averages_are_those_of_the_trees() -> None:
    study = study_named("nau/fig7")
    setting = {"b": 4, "s": 0.5, "reading": "bucketed"}
    points, found = study.run(setting, 1, 3, 5)
    trees = 10 * 4  # as many as have 4,096 leaves, ten times
    own = int(seed_key("nau/fig7", 5)) >> 1
    deep, shallow = TopDown(b=4, s=0.5).decision_errors(trees, 3 * trees, own, 1, GRAINS)[:, GRAINS.index(5)]
    errs = shallow > 0
    ratios = np.where(errs, deep / np.where(errs, shallow, 1), 0)
    for search, numbers in (("deep", deep), ("shallow", shallow), ("ratio", ratios), ("erring", errs)):
        means = numbers.reshape(2, trees).mean(axis=1)
        np.testing.assert_allclose(found[points.index({"search": search, "g": 5})], means)
    samples = Samples([(point, sample) for point, sample in zip(points, found)])
    p = averaging(samples, "ratios")
    assert p(search="deep", g=5).mean() / p(search="shallow", g=5).mean() == pytest.approx(ratios[errs].mean())


@pytest.mark.exhaustive(but=["nau/fig10"])
@pytest.mark.parametrize("name", ["nau/fig10", "nau/border", "nau/factors", "nau/depth-pairs"])
def test_studies_judge_and_draw(name: str) -> None:
    study, figure = figure_named(name)
    small = [s for s in study.settings if s["s"] in (0.0, 0.2, 1.0) and (study.name != "nau/fig7" or s["b"] < 5)]
    samples = measured(replace(study, settings=tuple(small)), 2)
    assert len(judge(figure, samples)) == len(figure.claims)
    assert figure.draw(samples, figure.shown(samples)).axes


def test_degrees_leave_out_what_has_none() -> None:
    samples = Samples(
        [
            ({"b": 2, "search": search, "g": g}, np.array([0.0, value, value]))
            for g, deep, shallow in ((2, 1.0, 0.0), (3, 1.0, 0.5))
            for search, value in (("deep", deep), ("shallow", shallow))
        ]
    )
    (row,) = degrees(samples)
    assert row["g"] == 3 and row["mean"] == 2.0 and row["n"] == 3
    assert needed_rows(samples)[0]["b"] == 2


def test_figures_of_gaps_and_of_one_panel() -> None:
    rows = [
        {"s": s, "g": g, "b": b, "mean": 0.5 * g} for b, s, g in ((2, 0.0, 1), (2, 0.5, 9), (3, 0.5, 1), (3, 0.0, 9))
    ]
    labels = {"x": "x", "y": "y", "z": "z"}
    assert [axis.get_title() for axis in maps(rows, "s", "g", "b", labels, "b = ").axes[:2]] == ["b = 2", "b = 3"]
    whole = [{"s": s, "b": b, "mean": 10 * b} for s in (0.0, 1.0) for b in (2, 3)]
    texts = [text.get_text() for text in number_map(whole, "s", "b", labels, 25).axes[0].texts]
    assert texts == ["20", "20", "> 25", "> 25"]
