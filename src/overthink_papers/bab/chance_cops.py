"""Figures 6(c) and 6(d): expanded ratio and actual minimax bound against ε in cops and robbers with chance: 6×6 cells,
20% obstacles, 3 cops, depth 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from overthink.studies.claim import Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Draw, Picture, Study
from overthink_papers.bab.boards import boards
from overthink_papers.bab.common import (
    AS_WRITTEN,
    READINGS,
    always_falls,
    always_rises,
    claims_in_readings,
    draw_readings,
    measured,
    never_above_epsilon,
    of_readings,
    printed_claims,
    ratio_figure,
    width_figure,
)

RATIO, WIDTH = (f"[Atzmon2018] Figure 6({letter})" for letter in "cd")
EPSILONS, DEPTH = (0, 2, 4, 6, 8, 10, 12), 3
RATIOS, WIDTHS = {4: 0.25, 8: 0.07}, {0: 0.0, 4: 3.17, 8: 7.19}
# In the closest reading a child sees no window at all, and all nodes are counted.
UNTOLD: Point = {"window": "none", "last_child": False}
SETTINGS: tuple[Setting, ...] = (*READINGS.values(), UNTOLD)
WIDTH_READINGS = {"as written": AS_WRITTEN, "closest reading": UNTOLD}
RATIO_READINGS = {"as written": {"count": "internal", **AS_WRITTEN}, "closest reading": {"count": "all", **UNTOLD}}
NO_WINDOW = Reading(ReadingKind.CLOSEST, "a child sees no window, and a cut may follow a last child")
WIDTH_WORDS = {"as written": Reading(), "closest reading": NO_WINDOW}
RATIO_WORDS = {
    "as written": Reading(),
    "closest reading": replace(NO_WINDOW, words=f"{NO_WINDOW.words}; leaves count as expansions too"),
}
TREND = "we see the same general trends: higher ϵ yields lower ER and higher AMB"


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return measured(boards({**setting, "depth": DEPTH}, start, stop, seed, EPSILONS, obstacles=0.2, p=0.8), EPSILONS)


def draw(y: str, readings: Mapping[str, Point]) -> Draw:
    """A panel for each reading, one line in it."""

    def drawn(samples: Samples, rows: list[Row]) -> Picture:
        named = [{**row, "boards": ""} for row in rows]
        return draw_readings("epsilon", "boards", y, "20% obstacles, p = .8", readings=readings)(samples, named)

    return drawn


FIG6C = ratio_figure(
    name="bab/fig6c",
    title="cops and robbers with chance: nodes saved by a larger ε",
    source=RATIO,
    draw=draw("expanded ratio", RATIO_READINGS),
    caption="Cops and robbers on a 6×6 grid with 20% obstacles and 3 cops, a chosen move happening with p = .8, depth "
    "3: the share of the nodes at ε = 0 that bounded alpha-beta needs. As written: internal nodes. In the reading "
    "closest to print no node is told what is known above it, and all nodes are counted.",
    claims=(
        *printed_claims(
            "ER",
            "for ϵ of 0, 4, and 8, the er is 1, 0.25, and 0.07",
            [(f"ε = {e}", {"epsilon": e}, er) for e, er in RATIOS.items()],
            RATIO_READINGS,
            RATIO_WORDS,
        ),
        *claims_in_readings(
            "{}: every larger ε, a smaller ER",
            TREND,
            lambda s, where: always_falls(s, "epsilon", EPSILONS, **where),
            RATIO_READINGS,
            RATIO_WORDS,
        ),
    ),
    summary=of_readings(RATIO_READINGS),
)

FIG6D = width_figure(
    name="bab/fig6d",
    title="cops and robbers with chance: how much of ε is used",
    source=WIDTH,
    draw=draw("actual minimax bound U - L", WIDTH_READINGS),
    caption="Cops and robbers on a 6×6 grid with 20% obstacles and 3 cops, a chosen move happening with p = .8, depth "
    "3: the width of the interval that bounded alpha-beta proves.",
    claims=(
        *printed_claims(
            "AMB",
            "for ϵ of 0, 4, and 8 … the AMB is 0, 3.17, and 7.19",
            [(f"ε = {e}", {"epsilon": e}, amb) for e, amb in WIDTHS.items()],
            WIDTH_READINGS,
            WIDTH_WORDS,
        ),
        never_above_epsilon("AMB is never above ε, in any reading", "Theorem 1 ensures that AMB is no more than ϵ"),
        *claims_in_readings(
            "{}: every larger ε, a larger AMB",
            TREND,
            lambda s, where: always_rises(s, "epsilon", EPSILONS, **where),
            WIDTH_READINGS,
            WIDTH_WORDS,
        ),
    ),
)

STUDY = Study(
    name="bab/chance-cops",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 150},
    figures=(FIG6C, FIG6D),
    block=5,
    formerly=("bab/fig6c", "bab/fig6d"),
)
