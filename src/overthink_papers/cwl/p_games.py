"""UCT with random games on P-games, whose squares are independent: does averaging pay where neighbours have nothing in
common?

Without end of exploration all moves are averaged by breadth: a mean over the squares below a move, which tells little
of who wins. With some exploration the mean concentrates on good moves. A decision is right if the move wins.
"""

import numpy as np

from overthink.measure.accuracy import right_moves
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.rules.mean import MEAN
from overthink.search.subjects.bind import subject_of
from overthink.studies.checks import Better, for_each, pair
from overthink.studies.claim import own_claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.cwl.fig5 import changes
from overthink_papers.experiments.scaffold import own_seed
from overthink_papers.experiments.simulations import ENDLESS, Question, accuracies, draw_accuracies

NAME = "cwl/p-games"
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
ENDS = SIMULATIONS[0], SIMULATIONS[-1]
HEIGHT = 12
SQUARES = (0.5, round(fixed_point(2), 6))
SOME = 1.0
SETTINGS = grid(p=SQUARES, c=(0.1, SOME, ENDLESS))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Accuracy after each number of simulations: float[points, observations]."""
    model = BoardSplittingModel(height=HEIGHT, p=setting["p"])
    own = own_seed(NAME, seed)

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
    draw=draw_accuracies("c", "p = {p:g}"),
    caption="UCT with random games on P-games of height 12, b = 2. With unlimited c, moves are averaged by breadth.",
    claims=(
        own_claim(for_each(SQUARES, lambda p: changes(1, [{"p": p, "c": ENDLESS}], *ENDS))),
        own_claim(for_each(SQUARES, lambda p: Better(*pair("c", (SOME, ENDLESS), p=p, simulations=SIMULATIONS[-1])))),
    ),
    across="simulations",
    block=20,
)
