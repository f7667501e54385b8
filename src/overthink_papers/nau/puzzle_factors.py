"""Section 6.3: branching and clustering factor over all positions of the 8-puzzle."""

from functools import partial

import numpy as np

from overthink.measure.accuracy import branching_factor, clustering_factor
from overthink.report.charts import dots
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.exact_numbers import exact_row, in_print, known, repeat_numbers
from overthink_papers.nau.puzzle import GOALS, IN_PRINT, POSITIONS, puzzle_space
from overthink_papers.nau.readings import mean_factor

B, F, BY_POSITION, REST = "b", "f", "f, averaged over positions", "1 - f"
FACTORS = {B: (2.67, "On average, b = 2.67"), **dict.fromkeys((F, BY_POSITION, REST), (0.73, "f = 0.73"))}
FACTOR_READINGS = {
    B: Reading(),
    F: Reading(words="siblings' deviation over that of all positions"),
    BY_POSITION: Reading(ReadingKind.OPEN, "the ratio of each position, averaged over positions"),
    REST: Reading(ReadingKind.CLOSEST, "one minus the ratio that the text defines"),
}
TWO_DIGITS = 0.005


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Both factors in every reading; nothing is drawn."""
    tree = puzzle_space(setting["goal"]).tree
    f = clustering_factor(tree)
    averaged = mean_factor(tree, np.ones(len(tree), np.bool_))
    return repeat_numbers({B: branching_factor(tree), F: f, BY_POSITION: averaged, REST: 1.0 - f}, stop - start)


def _factor_claim(measure: str) -> Claim:
    number, printed = FACTORS[measure]
    check = in_print({"goal": "corner", "measure": measure}, number, TWO_DIGITS, POSITIONS)
    return Claim(f"{measure} is {number:g}", printed, check, "", FACTOR_READINGS[measure], IN_PRINT)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """The factors of both goals beside the published ones."""
    printed = [exact_row(x, goal="published", measure=measure) for measure, (x, _) in FACTORS.items()]
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
    "alike, by where the empty square of the goal is. Published: b = 2.67 and f = .73.",
    claims=tuple(map(_factor_claim, FACTORS)),
    rows=partial(known, n=lambda point: POSITIONS),
    across="measure",
    edition=2,
)
