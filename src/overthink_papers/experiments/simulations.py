"""The experiment behind the studies of Monte Carlo search: is the decision right, after this many simulations each?"""

from collections.abc import Callable, Sequence

import numpy as np

from overthink.core.kinds import Move
from overthink.measure.accuracy import p_opt_by_simulations
from overthink.rules import Rule
from overthink.search.monte_carlo import MonteCarlo
from overthink.search.subjects.subject import Subject
from overthink.studies.samples import Cell
from overthink.studies.study import Draw
from overthink_papers.experiments.scaffold import DEPTH_LABELS, Words, own_seed, plot

Question = tuple[Subject, Callable[[Move], bool]]  # a position, and whether a move of it is right
ENDLESS = 1e6  # an exploration constant that leaves values no say


def accuracies(
    name: str, rule: Rule, simulations: Sequence[int], exploration: float, question: Callable[[int], Question],
    start: int, stop: int, seed: int,
) -> Cell:  # fmt: skip
    """Observations start … stop - 1: the share of right moves among those that tie for the best, after this many
    simulations each. `question` gives the position of an observation."""
    parts = []
    for number in range(start, stop):
        search = MonteCarlo(simulations[-1], exploration, seed=own_seed(name, seed, number))
        parts.append(p_opt_by_simulations(*question(number), rule, search, simulations))
    return [{"simulations": count} for count in simulations], np.array(parts).T


def exploration(c: float) -> str:
    """The words for an exploration constant."""
    return f"c = {c:g}" if c < ENDLESS else "c without end"


def draw_accuracies(line: str, panel: Words) -> Draw:
    """Draws accuracy against simulations, a line for each value of a column and a panel for each of these words."""
    lines = (lambda row: exploration(row["c"])) if line == "c" else line
    return plot("simulations", lines, panel, {**DEPTH_LABELS, "x": "simulations"}, log_x=True)
