"""Figure 14: Kalah, EMM against minimax at the same depth, every start played twice with sides swapped.

The paper leaves open how long a game lasts, how the features are weighed, and whether minimax sees the evaluation in
full or, like EMM, only as win or loss. All are settings here: 8 moves as in [Nau2010], or 24; the store difference or
the features; `binary` or `raw` for minimax. At depth 1 EMM and minimax that sees win or loss only are one player.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.randomness import seed_key
from overthink.evaluate.kalah import features, store_difference
from overthink.games.kalah import Kalah
from overthink.report.curves import curves
from overthink.search.match import Player, play_pairs
from overthink.studies.checks import all_above
from overthink.studies.engine.study import Cell, Check, Claim, Finding, Picture, Row, Samples, Setting, grid, one_figure

DEPTHS = (1, 2, 3, 4, 5)
ERROR = 0.2
HEURISTICS: dict[str, Any] = {"features": features, "stores": store_difference}
SETTINGS = grid(plies=(8, 24), heuristic=tuple(HEURISTICS), reading=("binary", "raw"), depth=DEPTHS)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The points that each side takes from a pair of games, win 1, draw a half: one observation a pair."""
    own = int(seed_key("emm/fig14", seed)) >> 1
    game = Kalah.regularised(pits=6, seeds=4, plies=setting["plies"], outcome="win")
    opinion, depth = HEURISTICS[setting["heuristic"]], setting["depth"]
    starts = [game.random_start(number, own) for number in range(start, stop)]
    emm = Player("emm", depth, opinion(game), ERROR)
    minimax = Player("minimax", depth, opinion(game, binary=setting["reading"] == "binary"))
    moved_first, moved_second = play_pairs(game, starts, emm, minimax, own, start)
    points = 0.5 * (moved_first + moved_second)
    return [{"rule": "emm"}, {"rule": "minimax"}], np.stack([points, 1.0 - points])


def upper_hand(**where: object) -> Check:
    """A check that EMM takes more than half of the points at every depth but the first."""

    def check(samples: Samples) -> Finding:
        curve = samples.curve("depth", DEPTHS[1:], rule="emm", **where)
        found = [Estimate.share(sample, simultaneous(len(curve))) for sample in curve]
        shown = " ".join(f"{estimate.mean:.3f}" for estimate in found)
        return all_above(found, 0.5, f"EMM's share {shown} (95% for all {len(found)} together)")

    return check


def claim(plies: int, heuristic: str, reading: str) -> Claim:
    seen = "only win or loss" if reading == "binary" else "the full evaluation"
    return Claim(
        f"{plies} moves, {heuristic}, minimax sees {seen}: EMM wins more at every depth from 2 on",
        "EMM has the upper hand across all depths",
        upper_hand(plies=plies, heuristic=heuristic, reading=reading),
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = {"binary": "minimax sees win or loss", "raw": "minimax sees all"}
    named = [
        {**row, "panel": f"{row['heuristic']}, {row['plies']} moves", "line": shown[row["reading"]]}
        for row in rows
        if row["rule"] == "emm"
    ]
    labels = {"x": "search depth of both (plies)", "y": "share of points won by EMM"}
    return curves(named, "depth", "line", "panel", labels, level=0.5)


STUDY = one_figure(
    name="emm/fig14",
    title="Kalah: EMM against minimax",
    source="[Zuckerman2018] Figure 14",
    settings=SETTINGS,
    run=run,
    scales={"quick": 100, "paper": 5000},
    draw=draw,
    caption="Above the dotted line EMM wins more. Against minimax that sees the evaluation only as win or loss, as EMM "
    "does, and by the store difference, it has the upper hand; against minimax that sees it in full, it has not.",
    claims=tuple(claim(s["plies"], s["heuristic"], s["reading"]) for s in SETTINGS if s["depth"] == 1),
    block=50,
    edition=2,
)
