"""The mean of random games in P-games: does averaging pay where neighbours have nothing in common?

UCT with random games on P-games, whose squares are independent. Without end of exploration all moves are averaged by
breadth: a mean over the squares below a move, which tells little of who wins. With some exploration the mean
concentrates on good moves. A decision is right if the move wins.
"""

from __future__ import annotations

import numpy as np

from overthink.core.randomness import seed_key
from overthink.measure.decision_error import right_moves
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.rules.mean import MEAN
from overthink.search.decide import subject_of
from overthink.studies.checks import better
from overthink.studies.claim import NOT_IN_PRINT, Claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.simulations import ENDLESS, Question, accuracies, changes, draw_accuracies

NAME = "cwl/p-games"
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
ENDS = SIMULATIONS[0], SIMULATIONS[-1]
HEIGHT = 12
SQUARES = (0.5, round(fixed_point(2), 6))
SOME = 1.0
SETTINGS = grid(p=SQUARES, c=(0.1, SOME, ENDLESS))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    model, own = BoardSplittingModel(height=HEIGHT, p=setting["p"]), int(seed_key(NAME, seed)) >> 1

    def question(number: int) -> Question:
        tree = model.draw(number, number + 1, own)
        right = set(np.flatnonzero(right_moves(tree)[: len(tree.children(0))]).tolist())
        return subject_of(tree, 0, MEAN, 0, None, 0.0), right.__contains__

    return accuracies(NAME, MEAN, SIMULATIONS, setting["c"], question, start, stop, seed)


STUDY = one_figure(
    name=NAME,
    title="the mean of random games in P-games",
    source="Overthink, after [Nguyen2024]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 20, "paper": 1_000},
    draw=draw_accuracies("c", lambda row: f"p = {row['p']:g}"),
    caption="UCT with random games on P-games of height 12, b = 2. With c without end moves are averaged by breadth.",
    claims=(
        *(
            Claim(
                f"p = {p:g}, c without end: 10,000 simulations decide better than 10",
                NOT_IN_PRINT,
                lambda s, p=p: changes(s, 1, [{"p": p, "c": ENDLESS}], *ENDS),  # type: ignore[misc]
            )
            for p in SQUARES
        ),
        *(
            Claim(
                f"p = {p:g}, 10,000 simulations: c = 1 decides better than c without end",
                NOT_IN_PRINT,
                lambda s, p=p: better(  # type: ignore[misc]
                    s(p=p, c=SOME, simulations=SIMULATIONS[-1]), s(p=p, c=ENDLESS, simulations=SIMULATIONS[-1])
                ),
            )
            for p in SQUARES
        ),
    ),
    across="simulations",
    block=20,
)
