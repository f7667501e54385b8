"""Branching and clustering factor of the 8-puzzle, over all its positions. Caption of Figure 14.

Nothing is drawn: every observation is the same exact number.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

import numpy as np

from overthink.core.estimate import Estimate
from overthink.measure.similarity import branching_factor, clustering_factor
from overthink.report.dots import dots
from overthink.studies.checks import near
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.eight import GOALS, POSITIONS, space

DIGITS = 0.005  # as near as two digits tell
B, F, REST = "b", "f", "1 - f"
PRINTED = {B: (2.67, "On average, b = 2.67"), F: (0.73, "f = 0.73"), REST: (0.73, "f = 0.73")}
READINGS = {
    F: Reading(words="siblings' deviation over that of all positions"),
    REST: Reading(ReadingKind.CLOSEST, "one minus the ratio that the text defines"),
}


@cache
def factors(goal: str) -> dict[str, float]:
    tree = space(goal).tree
    f = clustering_factor(tree)
    return {B: branching_factor(tree), F: f, REST: 1.0 - f}


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    numbers = factors(setting["goal"])
    return [{"measure": measure} for measure in numbers], np.repeat([[x] for x in numbers.values()], stop - start, 1)


def rows(samples: Samples) -> list[Row]:
    return [{**point, **asdict(Estimate.exactly(float(sample[0]), POSITIONS))} for point, sample in samples.entries]


def claim(measure: str) -> Claim:
    number, printed = PRINTED[measure]

    def check(samples: Samples) -> Evidence:
        estimate = Estimate.exactly(float(samples(goal="corner", measure=measure)[0]), POSITIONS)
        return near(estimate, number, DIGITS, f"{estimate.mean:.3f}")

    reading = READINGS.get(measure, Reading())
    return Claim(f"{measure} is {number:g}", printed, check, "", reading, "half of the last digit in print")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    printed = [
        {"goal": "in print", "measure": measure, "mean": x, "low": x, "high": x} for measure, (x, _) in PRINTED.items()
    ]
    named = [{**row, "goal": f"empty square in the {row['goal']}"} for row in rows]
    return dots([*named, *printed], "measure", "goal", {"x": "average branching factor b, and clustering factor"})


STUDY = one_figure(
    name="nau/puzzle-factors",
    title="branching and clustering factor of the 8-puzzle",
    source="[Nau2010] Figure 14",
    settings=grid(goal=tuple(GOALS)),
    run=run,
    scales={"quick": 2, "paper": 2},
    draw=draw,
    caption="Moves a position, and siblings' standard deviation over that of all positions, low where siblings are "
    "alike, by where the empty square of the goal is. In print: b = 2.67 and f = .73.",
    claims=tuple(map(claim, PRINTED)),
    rows=rows,
    across="measure",
)
