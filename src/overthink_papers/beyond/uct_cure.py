"""Which backup inside UCT does not get worse with more simulations? Critical win-loss games, every rule, one tree each.

Evaluations of won and lost positions are 1.5 standard deviations apart, and their sign is wrong as often for won as for
lost ones, so that rules on wins and losses read them as they are, with that error.
"""

from __future__ import annotations

import math

from overthink.evaluate.critical_win_loss import critical_opinions
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.rules import RULES
from overthink.search.subject import of_kernels
from overthink.studies.checks import FLAT
from overthink.studies.claim import NOT_IN_PRINT, Claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.simulations import (
    ENDLESS,
    Question,
    accuracies,
    changes,
    draw_accuracies,
    exploration,
)

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
    rule = RULES[setting["rule"]]

    def question(number: int) -> Question:
        game = CriticalWinLoss(setting["b"], setting["gamma"], number=number, seed=seed)
        position = of_kernels(game, game.initial(), critical_opinions(game, LAW), ERROR, rule)
        return position, lambda move: game.truth(game.play(game.initial(), move)) > 0

    return accuracies(NAME, rule, SIMULATIONS, 2.0 * setting["c"], question, start, stop, seed)


def at(rule: str, c: float) -> list[Setting]:
    return [{"b": 5, "gamma": 1.0, "c": c, "rule": rule}]


STUDY = one_figure(
    name=NAME,
    title="which backup inside UCT does not get worse?",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 500},
    draw=draw_accuracies("rule", lambda row: f"γ = {row['gamma']:g}, {exploration(row['c'])}"),
    caption="Critical win-loss games, b = 5, evaluations 1.5 deviations apart. All rules grow trees of as many nodes.",
    claims=(
        *(
            Claim(
                f"γ = 1, {exploration(c)}: means decide worse with 3,000 simulations than with 10",
                NOT_IN_PRINT,
                lambda s, c=c: changes(s, -1, at(MEAN, c), *ENDS),  # type: ignore[misc]
            )
            for c in (NARROW, ENDLESS)
        ),
        *(
            Claim(
                f"γ = 1, {exploration(c)}: {rule} decides no worse with 3,000 simulations than with 10",
                NOT_IN_PRINT,
                lambda s, rule=rule, c=c: changes(s, 1, at(rule, c), *ENDS, by=-FLAT),  # type: ignore[misc]
                tolerance=f"within {FLAT:g}",
            )
            for rule in CURES
            for c in (NARROW, ENDLESS)
        ),
    ),
    across="simulations",
    block=20,
)
