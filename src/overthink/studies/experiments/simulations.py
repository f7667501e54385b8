"""The experiment behind the studies of Monte Carlo search: is the decision right, after so many simulations each?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from overthink.core.estimate import simultaneous
from overthink.measure.paired import difference
from overthink.report.curves import curves
from overthink.rules import Rule
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.subject import Subject
from overthink.studies.checks import all_above
from overthink.studies.engine.claim import Evidence
from overthink.studies.engine.samples import Row, Samples, Setting
from overthink.studies.engine.study import Draw, Picture


def shares_right(
    position: Subject, rule: Rule, how: MonteCarlo, simulations: Sequence[int], right: Callable[[Any], bool]
) -> list[float]:
    """The share of right moves among those that tie for the best, after so many simulations each."""
    simulation, shares = Simulation(position, rule, how), []
    for count in simulations:
        simulation.advance(count)
        moves = simulation.decision().moves
        shares.append(sum(map(right, moves)) / len(moves))
    return shares


def changes(
    samples: Samples, sign: int, settings: Sequence[Setting], first: int, last: int, by: float = 0.0
) -> Evidence:
    """From the first number of simulations to the last, accuracy rises (+1) or falls (-1) by more than so much, in
    every setting."""
    level = simultaneous(len(settings))
    gaps = []
    for at in settings:
        few, many = samples.curve("simulations", (first, last), **at)
        gaps.append(difference(many, few, level) if sign > 0 else difference(few, many, level))
    shown = " ".join(f"{sign * gap.mean:+.3f}" for gap in gaps)
    together = f" (95% for all {len(gaps)} together)" if len(gaps) > 1 else ""
    return all_above(gaps, by, f"changes {shown}{together}")


def draw_accuracies(line: str, panel: Callable[[Row], str]) -> Draw:
    """Draws accuracy against simulations, a line for each value of a column and a panel for each of these words."""

    def picture(samples: Samples, rows: list[Row]) -> Picture:
        labels = {"x": "simulations", "y": "fraction of correct decisions"}
        return curves([{**row, "game": panel(row)} for row in rows], "simulations", line, "game", labels)

    return picture
