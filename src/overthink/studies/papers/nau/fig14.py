"""Figure 14: the 8-puzzle, degree of pathology p(x, 5, 1) against granularity, for two heuristic functions.

One observation is one draw of noise over all positions: the mean decision errors at both depths. Noise belongs to the
position. Buckets are of equal width over the interval in which the estimates lie; true distances stay as they are.
Manhattan distance has no noise, so that every observation of it is the same.
"""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.randomness import seed_key
from overthink.evaluate import granular, noisy, truth
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.paired import ratio
from overthink.report.curves import curves
from overthink.studies.checks import above, always_better, better
from overthink.studies.engine.study import Cell, Claim, Finding, Picture, Row, Samples, Setting, grid, one_figure
from overthink.studies.papers.nau.eight import by_manhattan, known, space

SIGMA = 2.0  # moves; the paper's noise "as described earlier" fits with this
GRANULARITIES = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
DEEP, SHALLOW = 5, 1
SMALL, LARGE = 3, 30


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Mean decision errors over all positions but the goal, at both depths, for each draw of noise."""
    tree, found = space("corner").tree if setting["heuristic"] == "noise" else by_manhattan("corner"), []
    for number in range(start, stop):
        own = int(seed_key("nau/fig14", seed, number)) >> 1
        seen = noisy(truth, SIGMA)(tree, own) if setting["heuristic"] == "noise" else tree
        low, high = float(seen.static.min()), float(seen.static.max())
        bucketed = granular(lambda same, seed, seen=seen: seen, setting["g"], low, high)(seen, own)
        right = p_opt_by_depth(bucketed, "minimin", (DEEP, SHALLOW))
        found.append([1.0 - right[depth][1:].mean() for depth in (DEEP, SHALLOW)])
    return [{"depth": DEEP}, {"depth": SHALLOW}], np.array(found).T


def errors(samples: Samples, heuristic: str, g: int) -> tuple[Sample, Sample]:
    return (
        samples(heuristic=heuristic, g=g, depth=DEEP),
        samples(heuristic=heuristic, g=g, depth=SHALLOW),
    )


def rows(samples: Samples) -> list[Row]:
    return [
        {"heuristic": heuristic, "g": g, **asdict(ratio(*errors(samples, heuristic, g)))}
        for heuristic in ("noise", "manhattan")
        for g in GRANULARITIES
    ]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)", "noise": "distance with noise, σ = 2"}
    return curves(rows, "g", "heuristic", None, {**labels, "manhattan": "Manhattan distance"}, level=1.0)


def falls_with_granularity(heuristic: str) -> Claim:
    def check(samples: Samples) -> Finding:
        small, large = (np.divide(*errors(samples, heuristic, g)) for g in (SMALL, LARGE))
        return known([small[0] - large[0]]) if heuristic == "manhattan" else better(small, large)

    return Claim(
        f"{heuristic}: depth pays more at g = {LARGE} than at g = {SMALL}",
        "both functions exhibit an increased benefit of a deeper search with increasing granularity",
        check,
    )


def manhattan_gaps(samples: Samples) -> list[float]:
    """How much more often depth 1 errs than depth 5, at each granularity."""
    return [float(shallow[0] - deep[0]) for deep, shallow in (errors(samples, "manhattan", g) for g in GRANULARITIES)]


STUDY = one_figure(
    name="nau/fig14",
    title="the 8-puzzle: pathology against granularity",
    source="[Nau2010] Figure 14",
    settings=grid(heuristic=("noise", "manhattan"), g=GRANULARITIES),
    run=run,
    scales={"quick": 3, "paper": 30},
    draw=draw,
    caption="Above the dotted line depth 5 decides worse than depth 1. With noise that happens at small granularities "
    "only; with Manhattan distance it never does.",
    claims=(
        falls_with_granularity("noise"),
        falls_with_granularity("manhattan"),
        Claim(
            f"with noise the puzzle is pathological at g = {SMALL}",
            "on average the 8-puzzle is pathological only at small granularities",
            lambda s: above(ratio(*errors(s, "noise", SMALL)), 1.0),
        ),
        Claim(
            "with noise it is not from g = 20 on",
            "on average the 8-puzzle is pathological only at small granularities",
            lambda s: always_better([errors(s, "noise", g)[::-1] for g in GRANULARITIES if g >= 20]),
        ),
        Claim(
            "with Manhattan distance it is at no granularity",
            "and only if the Gaussian-noise evaluation function is used",
            lambda s: known(manhattan_gaps(s)),
        ),
    ),
    rows=rows,
    block=1,
)
