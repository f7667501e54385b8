"""Figures 6(c) and 6(d): cops and robbers with chance and 20% obstacles, depth 3."""

from dataclasses import replace
from functools import partial

from overthink.studies.claim import AS_WRITTEN, Reading, ReadingKind, quote
from overthink.studies.samples import Cell, Point, Setting
from overthink.studies.study import Study
from overthink_papers.bab.cops import INTERNAL, search_boards
from overthink_papers.bab.ratios_and_widths import (
    OF_50,
    READINGS,
    WRITTEN,
    Readings,
    as_printed,
    draw_readings,
    falls_along,
    in_readings,
    means_of,
    measure,
    never_above_epsilon,
    ratio_figure,
    width_figure,
)

EPSILONS = (0, 2, 4, 6, 8, 10, 12)
DEPTH = 3
RATIOS, WIDTHS = {4: 0.25, 8: 0.07}, {0: 0.0, 4: 3.17, 8: 7.19}
# In the closest reading a child sees no window at all, and all nodes are counted.
UNTOLD: Point = {"window": "none", "last_child": False}
NO_WINDOW = Reading(ReadingKind.CLOSEST, "a child sees no window, and a cut may follow a last child")
WIDTH_READINGS: Readings = {AS_WRITTEN: WRITTEN, NO_WINDOW: UNTOLD}
RATIO_READINGS: Readings = {
    AS_WRITTEN: INTERNAL,
    replace(NO_WINDOW, words=f"{NO_WINDOW.words}; leaves count as expansions too"): {**UNTOLD, "count": "all"},
}
TREND = "we see the same general trends: higher ϵ yields lower ER and higher AMB"
SETTINGS: tuple[Setting, ...] = (*READINGS.values(), UNTOLD)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """ER and AMB of each board and ε: float[points, observations]."""
    at_depth = {**setting, "depth": DEPTH}
    return measure(search_boards(at_depth, start, stop, seed, EPSILONS, obstacles=0.2, p=0.8), EPSILONS)


FIG6C = ratio_figure(
    name="bab/fig6c",
    title="cops and robbers with chance: nodes saved by a larger ε",
    source="[Atzmon2018] Figure 6(c)",
    draw=draw_readings("epsilon", "boards", "expanded ratio", "20% obstacles, p = .8", readings=RATIO_READINGS),
    caption="Cops and robbers on a 6×6 grid with 20% obstacles and 3 cops, a chosen move happening with p = .8, depth "
    "3: the share of the nodes at ε = 0 that bounded alpha-beta needs. As written: internal nodes. In the reading "
    "closest to the published numbers no node knows the bounds above it, and all nodes are counted.",
    claims=(
        *in_readings(
            "ER is .25 at ε = 4, and .07 at ε = 8",
            "for ϵ of 0, 4, and 8, the er is 1, 0.25, and 0.07",
            partial(as_printed, "epsilon", RATIOS),
            RATIO_READINGS,
            OF_50,
        ),
        *in_readings(
            "every larger ε, a smaller ER",
            TREND,
            lambda where: falls_along("epsilon", EPSILONS, where),
            RATIO_READINGS,
        ),
    ),
    summary=means_of(*RATIO_READINGS.values()),
)

FIG6D = width_figure(
    name="bab/fig6d",
    title="cops and robbers with chance: how much of ε is used",
    source="[Atzmon2018] Figure 6(d)",
    draw=draw_readings(
        "epsilon", "boards", "actual minimax bound U - L", "20% obstacles, p = .8", readings=WIDTH_READINGS
    ),
    caption="Cops and robbers on a 6×6 grid with 20% obstacles and 3 cops, a chosen move happening with p = .8, depth "
    "3: the width of the interval that bounded alpha-beta proves.",
    claims=(
        *in_readings(
            "AMB is 0, 3.17 and 7.19 at ε = 0, 4 and 8",
            "for ϵ of 0, 4, and 8 … the AMB is 0, 3.17, and 7.19",
            partial(as_printed, "epsilon", WIDTHS),
            WIDTH_READINGS,
            OF_50,
        ),
        quote(
            "Theorem 1 ensures that AMB is no more than ϵ",
            never_above_epsilon(SETTINGS, EPSILONS),
            says="AMB is never above ε, in any reading",
        ),
        quote(TREND, falls_along("epsilon", EPSILONS[::-1], WRITTEN), says="every larger ε, a larger AMB"),
    ),
)

STUDY = Study(
    name="bab/chance-cops",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 150},
    figures=(FIG6C, FIG6D),
    block=5,
)
