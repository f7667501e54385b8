"""`beyond/uct-cure`: which backups of UCT do not get worse with more simulations, in critical win-loss games?

Every rule, one tree each. Evaluations of won and lost positions are 1.5 standard deviations apart, and their sign is
wrong as often for won as for lost ones, so that rules on wins and losses read them as they are, with that error.
"""

import math
from collections.abc import Iterable

from overthink.evaluate.games import critical_opinions
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.rules import RULES
from overthink.search.subjects.kernels import of_kernels
from overthink.studies.checks import FLAT_CHANGE, AllOf, Better, for_each, pair
from overthink.studies.claim import own_claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.simulations import ENDLESS, Question, accuracies, draw_accuracies, exploration

NAME = "beyond/uct-cure"
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000)
ENDS = SIMULATIONS[0], SIMULATIONS[-1]
LAW = (0.45, 0.2 / 3.0, 0.55, 0.2 / 3.0)  # d' = 1.5, even around the middle
ERROR = 0.5 * math.erfc(0.75 / math.sqrt(2.0))
MEAN = "mean"
CURES = ("implicit-minimax", "minimax", "vote", "althofer", "product", "bayes", "emm")
NARROW = 0.1
SETTINGS = grid(b=(5,), gamma=(0.5, 0.9, 1.0), c=(NARROW, ENDLESS), rule=(MEAN, *CURES))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Accuracy after each number of simulations: float[points, observations]."""
    rule = RULES[setting["rule"]]

    def question(number: int) -> Question:
        game = CriticalWinLoss(setting["b"], setting["gamma"], number=number, seed=seed)
        position = of_kernels(game, game.initial(), critical_opinions(game, LAW), ERROR, rule)
        return position, lambda move: game.truth(game.play(game.initial(), move)) > 0

    return accuracies(NAME, rule, SIMULATIONS, 2.0 * setting["c"], question, start, stop, seed)


def _changes(rules: Iterable[str], sign: int, by: float = 0.0) -> AllOf:
    places = grid(b=(5,), gamma=(1.0,), rule=rules, c=(NARROW, ENDLESS))
    return for_each(places, lambda place: Better(*pair("simulations", ENDS[::-sign], **place), by))


CURE = one_figure(
    name=NAME,
    title="which backup inside UCT does not get worse?",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 500},
    draw=draw_accuracies("rule", lambda row: f"γ = {row['gamma']:g}, {exploration(row['c'])}"),
    caption="Critical win-loss games, b = 5, evaluations 1.5 deviations apart. All rules grow trees of equal size.",
    claims=(
        own_claim(
            _changes((MEAN,), -1),
            "γ = 1, c = .1 and without end: means decide worse with 3,000 simulations than with 10",
        ),
        *(
            own_claim(
                _changes(rules, 1, -FLAT_CHANGE),
                f"γ = 1, c = .1 and without end: {words} no worse with 3,000 simulations than with 10, "
                f"within {FLAT_CHANGE:g}",
            )
            for rules, words in (
                (("implicit-minimax", "minimax", "vote"), "implicit minimax, minimax and vote decide"),
                (("product",), "the product rule decides"),
                (("althofer", "bayes", "emm"), "althofer, bayes and emm decide"),
            )
        ),
    ),
    across="simulations",
    block=20,
)
