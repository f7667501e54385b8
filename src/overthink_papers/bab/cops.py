"""Bounded alpha-beta in cops and robbers, 6×6 cells and 3 cops: Figure 5 without obstacles, and Figures 6(c) and 6(d)
with chance and 20% obstacles, depth 3.

Figures 5(a) and 5(b) show the same searches. Figure 5(c) is about depth 3 alone, and has ten times as many boards. As
the paper leaves open: captures score the time in plies, the robber begins, noise is joint (see the game's options).

Studies: `bab/cops`, `bab/fig5c`, `bab/chance-cops`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from overthink.evaluate.games import cop_distance
from overthink.games.cops_and_robbers import HIGH, CopsAndRobbers
from overthink.studies.checks import AllOf, Computed
from overthink.studies.claim import AS_WRITTEN, Evidence, Reading, ReadingKind, Verdict, quote
from overthink.studies.samples import Cell, Point, Samples, Setting, grid
from overthink.studies.study import Study
from overthink_papers.bab.common import (
    AS_PRINTED,
    BIN_POINTS,
    OF_50,
    READINGS,
    STRICT,
    WRITTEN,
    AsPrinted,
    Readings,
    bins_figure,
    draw_readings,
    falls_along,
    in_readings,
    means_of,
    measure,
    never_above_epsilon,
    put_in_bins,
    ratio_figure,
    search_options,
    width_figure,
)
from overthink_papers.experiments.bounded import SearchesByEpsilon, searches

COUNTED: Point = {"count": "internal"}
INTERNAL: Point = {**WRITTEN, **COUNTED}


def search_boards(
    setting: Setting, start: int, stop: int, seed: int, epsilons: Sequence[int], **options: Any
) -> Iterator[SearchesByEpsilon]:
    for number in range(start, stop):
        game = CopsAndRobbers(6, 6, 3, number=number, seed=seed, **options)
        yield searches(
            game, epsilons, high=HIGH, evaluate=cop_distance(game), depth=setting["depth"], **search_options(setting)
        )


# Figure 5

EPSILONS = (0, 1, 2, 4, 6, 8, 10, 12)
DEPTHS = (3, 5, 7)
BINNED = 3
SMALL = tuple(e for e in EPSILONS if e <= 6)
# The closest reading is that of the random trees; at depth 7 it takes too long.
SETTINGS = (
    *(
        {**setting, **reading}
        for setting in grid(depth=DEPTHS)
        for reading in READINGS.values()
        if setting["depth"] < 7 or reading == WRITTEN
    ),
    *({"depth": depth, **STRICT} for depth in DEPTHS),
)
BOTH: Readings = {AS_WRITTEN: WRITTEN, AS_PRINTED: STRICT}
TREND = "we see that increasing ϵ results in lower ER and higher AMB, as expected"


def run_binned(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    instances = list(search_boards({**setting, "depth": BINNED}, start, stop, seed, EPSILONS))
    er = [each.internal / each.internal[0] for each in instances]
    return BIN_POINTS, put_in_bins(np.array(er).T, np.array([each.amb for each in instances]).T)


def not_always(where: Point) -> Computed:
    deeper = falls_along("depth", DEPTHS[::-1], *({**where, "epsilon": e} for e in EPSILONS[1:-1]))

    def judge(samples: Samples) -> Evidence:
        found = deeper.judge(samples)
        opposite = Verdict.of(found.verdict == Verdict.FAILS, found.verdict == Verdict.HOLDS)
        return Evidence(opposite, found.estimate, found.words, (-min(found.margins),))

    return Computed(judge, "AMB does not grow with depth at every ε", fails=lambda point: 0.1 * point["depth"])


def er_falls(where: Point) -> AllOf:
    return AllOf(tuple(falls_along("epsilon", EPSILONS, {**where, **COUNTED, "depth": depth}) for depth in DEPTHS))


FIG5A = ratio_figure(
    name="bab/fig5a",
    title="cops and robbers: nodes saved by a larger ε",
    source="[Atzmon2018] Figure 5(a)",
    draw=draw_readings("epsilon", "depth", "expanded ratio (internal nodes)", "depth ", count="internal"),
    caption="Cops and robbers on an open 6×6 grid with 3 cops, values in [0, 12]: the share of the nodes of alpha-beta "
    "(ε = 0) that bounded alpha-beta expands. Between ε = 6 and ε = 10 a larger ε costs more, not less: as in Figure 3 "
    "of the paper, what an early cut returns may be too wide to cut anything else.",
    claims=(
        *in_readings("at every depth, every larger ε, a smaller ER", TREND, er_falls, BOTH),
        quote(
            TREND,
            AllOf(tuple(falls_along("epsilon", SMALL, {**INTERNAL, "depth": depth}) for depth in DEPTHS)),
            Reading(ReadingKind.CLOSEST, "ε up to half the range"),
            says="at every depth, every larger ε up to 6, a smaller ER",
        ),
        *in_readings(
            "at every ε, the deeper the search, the smaller ER",
            "we see the same trend with the impact of the depth of the tree on the average ER",
            lambda where: falls_along("depth", DEPTHS, *({**where, **COUNTED, "epsilon": e} for e in EPSILONS[1:-1])),
            BOTH,
        ),
    ),
    summary=means_of({"count": "internal"}),
)

FIG5B = width_figure(
    name="bab/fig5b",
    title="cops and robbers: how much of ε is used",
    source="[Atzmon2018] Figure 5(b)",
    draw=draw_readings("epsilon", "depth", "actual minimax bound U - L", "depth "),
    caption="Cops and robbers on an open 6×6 grid with 3 cops, values in [0, 12]: the width of the interval that "
    "bounded alpha-beta proves.",
    claims=(
        quote(
            "Theorem 1 ensures that AMB is no more than ϵ",
            never_above_epsilon(SETTINGS, EPSILONS),
            says="AMB is never above ε, in any reading, at any depth",
        ),
        *in_readings(
            "at every depth, every larger ε, a larger AMB",
            TREND,
            lambda where: AllOf(tuple(falls_along("epsilon", EPSILONS[::-1], {**where, "depth": d}) for d in DEPTHS)),
            BOTH,
        ),
        *in_readings(
            "AMB does not grow with depth at every ε",
            "the impact of the depth on the average AMB here is not as conclusive",
            not_always,
            BOTH,
        ),
    ),
)

STUDY = Study(
    name="bab/cops",
    settings=SETTINGS,
    run=lambda setting, start, stop, seed: measure(search_boards(setting, start, stop, seed, EPSILONS), EPSILONS),
    scales={"quick": 4, "paper": 500},  # the paper has 50, which left four statements open
    figures=(FIG5A, FIG5B),
    block=5,
    formerly=("bab/fig5a", "bab/fig5b"),
)

FIG5C = bins_figure(
    name="bab/fig5c",
    title="cops and robbers: nodes saved against width",
    source="[Atzmon2018] Figure 5(c)",
    depth=BINNED,
    caption="Cops and robbers on an open 6×6 grid with 3 cops, depth 3, searches with every ε together: the mean width "
    "of the proven interval, by the share of nodes expanded.",
    printed="the same trend that observed in previous experiment",
)

BINNED_STUDY = Study(
    name="bab/fig5c",
    settings=tuple(READINGS.values()),
    run=run_binned,
    scales={"quick": 50, "paper": 500},
    figures=(FIG5C,),
    block=50,
)

# Figures 6(c) and 6(d)

CHANCE_EPSILONS, CHANCE_DEPTH = (0, 2, 4, 6, 8, 10, 12), 3
RATIOS, WIDTHS = {4: 0.25, 8: 0.07}, {0: 0.0, 4: 3.17, 8: 7.19}
# In the closest reading a child sees no window at all, and all nodes are counted.
UNTOLD: Point = {"window": "none", "last_child": False}
NO_WINDOW = Reading(ReadingKind.CLOSEST, "a child sees no window, and a cut may follow a last child")
WIDTH_READINGS: Readings = {AS_WRITTEN: WRITTEN, NO_WINDOW: UNTOLD}
RATIO_READINGS: Readings = {
    AS_WRITTEN: INTERNAL,
    replace(NO_WINDOW, words=f"{NO_WINDOW.words}; leaves count as expansions too"): {**UNTOLD, "count": "all"},
}
CHANCE_TREND = "we see the same general trends: higher ϵ yields lower ER and higher AMB"
CHANCE_SETTINGS: tuple[Setting, ...] = (*READINGS.values(), UNTOLD)


def run_chance(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    at_depth = {**setting, "depth": CHANCE_DEPTH}
    return measure(search_boards(at_depth, start, stop, seed, CHANCE_EPSILONS, obstacles=0.2, p=0.8), CHANCE_EPSILONS)


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
            lambda where: AllOf(tuple(AsPrinted({**where, "epsilon": e}, er) for e, er in RATIOS.items())),
            RATIO_READINGS,
            OF_50,
        ),
        *in_readings(
            "every larger ε, a smaller ER",
            CHANCE_TREND,
            lambda where: falls_along("epsilon", CHANCE_EPSILONS, where),
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
            lambda where: AllOf(tuple(AsPrinted({**where, "epsilon": e}, amb) for e, amb in WIDTHS.items())),
            WIDTH_READINGS,
            OF_50,
        ),
        quote(
            "Theorem 1 ensures that AMB is no more than ϵ",
            never_above_epsilon(CHANCE_SETTINGS, CHANCE_EPSILONS),
            says="AMB is never above ε, in any reading",
        ),
        quote(
            CHANCE_TREND, falls_along("epsilon", CHANCE_EPSILONS[::-1], WRITTEN), says="every larger ε, a larger AMB"
        ),
    ),
)

CHANCE = Study(
    name="bab/chance-cops",
    settings=CHANCE_SETTINGS,
    run=run_chance,
    scales={"quick": 4, "paper": 150},
    figures=(FIG6C, FIG6D),
    block=5,
    formerly=("bab/fig6c", "bab/fig6d"),
)
