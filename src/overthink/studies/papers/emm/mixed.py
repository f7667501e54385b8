"""What Figures 9 and 10 share: the ratio of correct decisions, EMM to minimax, as games turn from N- into P-games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

from overthink.measure.paired import ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.studies.engine.study import Picture, Row, Samples, Setting, grid
from overthink.studies.experiments.accuracy import SQUARES

MIXING = tuple(round(0.1 * step, 1) for step in range(11))
SETTINGS = grid(m=MIXING, p=SQUARES)
DEPTH = 5


def model(setting: Setting) -> BoardSplittingModel:
    return BoardSplittingModel(height=11, branching=2, p=setting["p"], mixing=setting["m"])


def ratios(against: Mapping[str, str]) -> Callable[[Samples], list[Row]]:
    """A row for each reading: EMM's correct decisions over those of a player, label to player."""

    def rows(samples: Samples) -> list[Row]:
        return [
            {
                "m": m,
                "p": p,
                "ratio": label,
                **asdict(ratio(samples(rule="emm", m=m, p=p), samples(rule=rule, m=m, p=p))),
            }
            for p in SQUARES
            for m in MIXING
            for label, rule in against.items()
        ]

    return rows


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "mixing factor m (0: N-game, 1: P-game)", "y": f"ratio of correct decisions at depth {DEPTH}"}
    return curves(rows, "m", "ratio", "p", labels, "p = ", level=1.0)
