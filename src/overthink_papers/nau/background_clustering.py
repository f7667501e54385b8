"""Section 3.3: local similarity in real games and in Pearl's game, by the clustering factor f: low where siblings are
alike.

An observation is a batch of boards of Pearl's game, or one board of kalah with all that can come of it. The 8-puzzle is
one and the same in every observation.
"""

from __future__ import annotations

import numpy as np

from overthink.core.randomness import seed_key
from overthink.measure.similarity import clustering_factor
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.dots import dots
from overthink.studies.checks import always_better
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Cell, Row, Samples, Setting, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.eight import space
from overthink_papers.nau.kalah import graph_of

HEIGHT, BATCH = 6, 20
KALAH = {"pits": 4, "seeds": 8, "capture": "usual"}
PEARL = {"Pearl, b = 2": 2, "Pearl, b = 4": 4}
BESIDE = {"8-puzzle": "Pearl, b = 2", "kalah": "Pearl, b = 4"}  # each with no more moves than the game has
SETTINGS: tuple[Setting, ...] = (
    *({"game": game} for game in PEARL),
    *({"game": g} for g in BESIDE),
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key("nau/background-clustering", seed)) >> 1
    if setting["game"] == "8-puzzle":
        numbers = [clustering_factor(space("corner").tree)] * (stop - start)
    elif setting["game"] == "kalah":
        numbers = [clustering_factor(graph_of(KALAH, number, own).tree) for number in range(start, stop)]
    else:
        b = PEARL[setting["game"]]
        boards = BoardSplittingModel(HEIGHT, b, fixed_point(b), nontrivial=False)
        batches = (boards.draw(number * BATCH, (number + 1) * BATCH, own) for number in range(start, stop))
        numbers = [clustering_factor(batch) for batch in batches]
    return [{"measure": "f"}], np.array([numbers])


def in_games(samples: Samples) -> Evidence:
    """f of real games is below that of Pearl's game."""
    return always_better([(samples(game=pearl), samples(game=game)) for game, pearl in BESIDE.items()])


def draw(samples: Samples, rows: list[Row]) -> Picture:
    return dots(rows, "game", "measure", {"x": "clustering factor f"})


STUDY = one_figure(
    name="nau/background-clustering",
    title="local similarity in real games and in Pearl's game",
    source="[Nau2010] section 3.3",
    settings=SETTINGS,
    run=run,
    scales={"quick": 60, "paper": 500},
    draw=draw,
    caption="The clustering factor of Pearl's game, the 8-puzzle and kalah: the lower, the more alike siblings are.",
    claims=(
        Claim(
            "real games have a lower f than Pearl's game",
            "it generally is present in real games but absent in pathological models such as Pearl’s game",
            in_games,
        ),
    ),
    rows=means,
    across="measure",
    block=20,
)
