"""Does it matter to UCT how evaluations lie? The games of Figure 5 with other distributions. [Nguyen2024]

Distributions differ in how many standard deviations the evaluations of won and lost positions lie apart, and in their
scale. So that exploration means the same with each, c is 1.5 times the deviation of the distribution: about .1 with the
paper's chess set.
"""

import math

from overthink.evaluate.games import LAWS
from overthink.studies.checks import AllOf, for_each
from overthink.studies.claim import own_claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.cwl.fig5 import ask, changes
from overthink_papers.experiments.simulations import draw_accuracies

SIMULATIONS = (10, 30, 100, 300, 1_000)
ENDS = SIMULATIONS[0], SIMULATIONS[-1]
SETTINGS = grid(gamma=(0.5, 1.0), evaluator=tuple(LAWS))


def deviation(law: str) -> float:
    """The deviation of evaluations around their mean, for won and lost positions together."""
    _, lost, _, won = LAWS[law]
    return math.sqrt((lost * lost + won * won) / 2.0)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Accuracy after each number of simulations: float[points, observations]."""
    whole = {"b": 5, "c": 1.5 * deviation(setting["evaluator"]), **setting}
    return ask(whole, SIMULATIONS, "mean", start, stop, seed)


def _every_law(sign: int, gamma: float) -> AllOf:
    return for_each(LAWS, lambda law: changes(sign, [{"evaluator": law, "gamma": gamma}], *ENDS))


STUDY = one_figure(
    name="cwl/evaluators",
    title="more simulations with other evaluators",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 200},
    draw=draw_accuracies("evaluator", "γ = {gamma:g}"),
    caption="UCT on critical win-loss games, b = 5, with the distributions of the paper and our own measured ones.",
    claims=(
        own_claim(_every_law(-1, 1.0), "γ = 1, every distribution: 1,000 simulations decide worse than 10"),
        own_claim(_every_law(1, 0.5), "γ = 0.5, every distribution: 1,000 simulations decide better than 10"),
    ),
    across="simulations",
    block=20,
)
