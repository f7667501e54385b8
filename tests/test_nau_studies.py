"""The studies of synthetic trees: the granularity needed, what is claimed of it, and the figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from overthink.core.estimate import Estimate
from overthink.report.surfaces import maps, surface
from overthink.studies import study_named
from overthink.studies.engine.study import Samples, Study, grid
from overthink.studies.engine.verdicts import judge
from overthink.studies.experiments.granularity import average, degrees, minus, needed, needed_rows
from overthink.studies.papers.nau.surface import from_end_to_end, half_by_half


def errors(border: float, grains: range, n: int = 4000) -> dict[tuple[str, int], np.ndarray]:
    """The deep search errs more often below the border, and less often above it."""
    draw = np.random.default_rng(0).random(n)
    deep = {("deep", g): (draw < (0.4 if g < border else 0.2)).astype(float) for g in grains}
    return deep | {("shallow", g): (draw[::-1] < 0.3).astype(float) for g in grains}


@pytest.mark.parametrize("border", [2, 3, 9, 20, 99])
def test_the_granularity_needed_is_the_smallest_without_pathology(border: int) -> None:
    found = needed(errors(border, range(2, 21)))
    assert found == Estimate.exactly(min(border, 21), 4000)


def test_steps_between_granularities_are_counted_as_wide_as_they_are() -> None:
    assert needed(errors(25, range(5, 50, 10))).mean == 25
    assert needed(errors(99, range(5, 50, 10))).mean == 55


def test_what_is_uncertain_widens_the_interval() -> None:
    equal = {(search, g): np.tile([0.0, 1.0], 50) for search in ("deep", "shallow") for g in (2, 3, 4)}
    assert needed(equal) == Estimate(2.0, 2.0, 5.0, 100), "no tree tells the searches apart"
    few = needed({key: sample[:20] for key, sample in errors(9, range(2, 21)).items()})
    assert few.low < 9 < few.high


def test_differences_and_averages_keep_the_worst_case() -> None:
    a, b = Estimate(10, 8, 13, 50), Estimate(4, 3, 6, 40)
    assert minus(a, b) == Estimate(6, 2, 10, 40)
    assert average([a, b]) == Estimate(7, 5.5, 9.5, 40)


def line(*heights: float, half: float = 0.4) -> list[Estimate]:
    return [Estimate(height, height - half, height + half, 100) for height in heights]


def test_claims_about_lines() -> None:
    falling, rising, flat = line(20, 10, 5), line(5, 10, 20), line(7, 7, 7)
    assert from_end_to_end([falling, falling], falls=True).verdict == "holds"
    assert from_end_to_end([falling, rising], falls=True).verdict == "fails"
    assert from_end_to_end([falling, flat], falls=True).verdict == "inconclusive"
    assert half_by_half([falling, flat], falls=True).verdict == "holds"
    assert half_by_half([rising, flat], falls=False).verdict == "holds"
    assert half_by_half([line(20, 10, 14)], falls=True).verdict == "fails"
    assert half_by_half([line(5, 6, 7, half=3)], falls=False).verdict == "inconclusive"


def measured(study: Study, n: int) -> Samples:
    entries = []
    for setting in study.settings:
        points, found = study.run(setting, 0, n, 0)
        entries += [({**setting, **point}, sample) for point, sample in zip(points, found)]
    return Samples(entries)


@pytest.mark.parametrize("name", ["nau/fig7", "nau/fig8", "nau/fig9"])
def test_surfaces(name: str) -> None:
    study = replace(study_named(name), settings=grid(b=(2, 4), s=(0.0, 0.5, 1.0), reading=("bucketed",)))
    samples = measured(study, 400)
    every, rows = study.figure.rows(samples), study.figure.shown(samples)
    assert all({"b", "g", "s", "reading"} <= set(row) for row in every) and len(every) > 20 * len(rows)
    pathological = {(row["b"], row["s"]) for row in every if row["g"] == 2 and row["low"] > 1.0}
    assert {(2, 0.0), (4, 0.0)} <= pathological
    assert [(row["b"], row["s"]) for row in rows] == [(b, s) for b in (2, 4) for s in (0.0, 0.5, 1.0)]
    assert all(2 <= row["low"] <= row["mean"] <= row["high"] for row in rows) and rows[3]["mean"] > rows[5]["mean"]
    assert len(judge(study.figure, samples)) == 4
    assert len(study.figure.draw(samples, rows).axes) == 2


@pytest.mark.parametrize("name", ["nau/fig10", "nau/factors", "nau/depth-pairs", "nau/exact"])
def test_studies_judge_and_draw(name: str) -> None:
    study = study_named(name)
    study = replace(study, settings=tuple(s for s in study.settings if s.get("s", 0.0) in (0.0, 1.0)))
    samples = measured(study, 12)
    verdicts = judge(study.figure, samples)
    assert len(verdicts) == len(study.figure.claims)
    assert study.figure.draw(samples, study.figure.shown(samples)).axes
    if name == "nau/exact":
        assert [verdicts[number].verdict for number in (0, 1, 4)] == ["holds"] * 3


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
    texts = [text.get_text() for text in surface(whole, "s", "b", labels, 25).axes[1].texts]
    assert texts == ["20", "20", "> 25", "> 25"]
