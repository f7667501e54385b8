"""Section 3.3: the clustering factor f of real games and of Pearl's game; f is low where siblings are alike.

An observation is a batch of boards of Pearl's game, or one board of kalah with all that can come of it. The 8-puzzle is
one and the same in every observation.
"""

import math

import numpy as np

from overthink.measure.accuracy import clustering_factor
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.charts import dots
from overthink.studies.checks import Above, AllOf, AlwaysBetter, at
from overthink.studies.claim import Claim
from overthink.studies.samples import Cell, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import own_seed
from overthink_papers.nau.kalah import graph_of
from overthink_papers.nau.puzzle import puzzle_space

BOARD_HEIGHT = 6
BATCH = 20  # boards
KALAH = {"pits": 4, "seeds": 8, "capture": "usual"}
PEARLS = {"Pearl, b = 2": 2, "Pearl, b = 4": 4}
BESIDE = {"8-puzzle": "Pearl, b = 2", "kalah": "Pearl, b = 4"}  # each with no more moves than the game has


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The clustering factor of each observation: float[1, observations]."""
    own = own_seed("nau/background-clustering", seed)
    if setting["game"] == "8-puzzle":
        numbers = [clustering_factor(puzzle_space("corner").tree)] * (stop - start)
    elif setting["game"] == "kalah":
        numbers = [clustering_factor(graph_of(KALAH, number, own).tree) for number in range(start, stop)]
    else:
        b = PEARLS[setting["game"]]
        boards = BoardSplittingModel(BOARD_HEIGHT, b, fixed_point(b), nontrivial=False)
        batches = (boards.draw(number * BATCH, (number + 1) * BATCH, own) for number in range(start, stop))
        numbers = [clustering_factor(batch) for batch in batches]
    return [{"measure": "f"}], np.array([numbers])


STUDY = one_figure(
    name="nau/background-clustering",
    title="local similarity in real games and in Pearl's game",
    source="[Nau2010] section 3.3",
    settings=grid(game=(*PEARLS, *BESIDE)),
    run=run,
    scales={"quick": 60, "paper": 500},
    draw=lambda samples, rows: dots(rows, "game", "measure", {"x": "clustering factor f"}),
    caption="The clustering factor of Pearl's game, the 8-puzzle and kalah: the lower, the more alike siblings are.",
    claims=(
        Claim(
            "real games have a lower f than Pearl's game, whose f is nearly that of independent siblings",
            "it generally is present in real games but absent in pathological models such as Pearl’s game",
            AllOf(
                (
                    AlwaysBetter(tuple((at(game=pearl), at(game=game)) for game, pearl in BESIDE.items())),
                    *(Above((at(game=pearl),), 0.9 * math.sqrt(1.0 - 1.0 / b)) for pearl, b in PEARLS.items()),
                )
            ),
            tolerance="absent: f is at least nine tenths of √(1 - 1/b)",
        ),
    ),
    rows=means,
    across="measure",
    block=20,
)
