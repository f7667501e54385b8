"""Figure 5(c): the actual minimax bound by expanded ratio, in five bins; cops and robbers, depth 3."""

from __future__ import annotations

from typing import Any

from overthink.studies.bab.common import READINGS, claims_for, draw_readings
from overthink.studies.bab.cops import instances
from overthink.studies.bab.fig4c import MIDDLES, binned, falling, rows
from overthink.studies.study import Cell, Row, Samples, Setting, Study

SOURCE = "[Atzmon2018] Figure 5(c)"
DEPTH = 3


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    return binned(instances({**setting, "depth": DEPTH}, first, last, seed, chance=False))


def draw(samples: Samples, rows: list[Row]) -> Any:
    placed = [{**row, "middle": MIDDLES[row["er"]], "boards": ""} for row in rows]
    return draw_readings("middle", "boards", "actual minimax bound U - L", "depth 3", "expanded ratio, middle of bin")(
        samples, placed
    )


STUDY = Study(
    name="bab/fig5c",
    title="cops and robbers: nodes saved against width",
    source=SOURCE,
    settings=tuple(READINGS.values()),
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=draw,
    caption="Cops and robbers on an open 6×6 grid with 3 cops, depth 3, searches with every ε together: the mean width "
    "of the proven interval, by the share of nodes expanded.",
    claims=claims_for(
        READINGS,
        "{}: the smaller ER, the larger AMB, bin by bin",
        SOURCE,
        "the same trend that observed in previous experiment",
        falling,
    ),
    rows=rows,
    across="er",
    block=50,
)
