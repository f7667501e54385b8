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
from overthink.report.bars import bars
from overthink.studies.checks import always_better
from overthink.studies.engine.study import (
    Cell,
    Claim,
    Finding,
    Picture,
    Row,
    Samples,
    Setting,
    means,
    one_figure,
)
from overthink.studies.papers.nau.eight import space
from overthink.studies.papers.nau.kalah import graph_of

HEIGHT, BATCH = 6, 20
KALAH = {"pits": 4, "seeds": 8, "capture": "usual"}
BESIDE = {"8-puzzle": 2, "kalah": 4}  # the b of Pearl's game that a game is compared with: no more moves than it has
SETTINGS: tuple[Setting, ...] = (
    *({"game": "Pearl's", "b": b} for b in BESIDE.values()),
    *({"game": g} for g in BESIDE),
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key("nau/background-clustering", seed)) >> 1
    if setting["game"] == "8-puzzle":
        numbers = [clustering_factor(space("corner").tree)] * (stop - start)
    elif setting["game"] == "kalah":
        numbers = [clustering_factor(graph_of(KALAH, number, own).tree) for number in range(start, stop)]
    else:
        boards = BoardSplittingModel(HEIGHT, setting["b"], fixed_point(setting["b"]), nontrivial=False)
        batches = (boards.draw(number * BATCH, (number + 1) * BATCH, own) for number in range(start, stop))
        numbers = [clustering_factor(batch) for batch in batches]
    return [{"measure": "f"}], np.array([numbers])


def in_games(samples: Samples) -> Finding:
    """f of real games is below that of Pearl's game."""
    return always_better([(samples(game="Pearl's", b=b), samples(game=game)) for game, b in BESIDE.items()])


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "name": f"{row['game']}, b = {row['b']}" if "b" in row else row["game"]} for row in rows]
    return bars(named, "name", "measure", "clustering factor f")


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
