"""Does it matter how evaluations lie? UCT on critical win-loss games, with every law of evaluations.

Laws differ in how many standard deviations the evaluations of won and lost positions lie apart, and in their scale. So
that exploration means the same with each, c is 1.5 times the deviation of the law: about .1 with the paper's chess set.
"""

from __future__ import annotations

import math

from overthink.core.json_text import Fields
from overthink.evaluate.critical_win_loss import LAWS
from overthink.studies.claim import NOT_IN_PRINT, Claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.cwl.fig5 import ask
from overthink_papers.experiments.simulations import changes, draw_accuracies

SIMULATIONS = (10, 30, 100, 300, 1_000)
ENDS = SIMULATIONS[0], SIMULATIONS[-1]
SETTINGS = grid(gamma=(0.5, 1.0), evaluator=tuple(LAWS))


def deviation(law: str) -> float:
    """The deviation of evaluations around their mean, for won and lost positions together."""
    _, lost, _, won = LAWS[law]
    return math.sqrt((lost * lost + won * won) / 2.0)


def distinctness(law: str) -> float:
    """d': how many deviations the evaluations of won and lost positions lie apart."""
    return (LAWS[law][2] - LAWS[law][0]) / deviation(law)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    whole = {"b": 5, "c": 1.5 * deviation(setting["evaluator"]), **setting}
    return ask(whole, SIMULATIONS, "mean", start, stop, seed)


def at(law: str, gamma: float) -> list[Fields]:
    return [{"evaluator": law, "gamma": gamma}]


STUDY = one_figure(
    name="cwl/evaluators",
    title="more simulations with other evaluators",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 200},
    draw=draw_accuracies("evaluator", lambda row: f"γ = {row['gamma']:g}"),
    caption="UCT on critical win-loss games, b = 5, with the laws of the paper and our own measured ones.",
    claims=tuple(
        Claim(
            f"γ = {gamma:g}, {law} (d' = {distinctness(law):.1f}): 1,000 simulations decide {how} than 10",
            NOT_IN_PRINT,
            lambda s, law=law, gamma=gamma, sign=sign: changes(s, sign, at(law, gamma), *ENDS),  # type: ignore[misc]
        )
        for gamma, sign, how in ((1.0, -1, "worse"), (0.5, 1, "better"))
        for law in LAWS
    ),
    across="simulations",
    block=20,
)
