"""Figure 5: bounded alpha-beta in cops and robbers, 6×6 cells without obstacles, 3 cops.

Figures 5(a) and 5(b) show the same searches. Figure 5(c) is about depth 3 alone, and has ten times as many boards.
"""

from __future__ import annotations

import numpy as np

from overthink.studies.checks import always_better, claims_for
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind, Verdict
from overthink.studies.samples import Cell, Samples, Setting, grid
from overthink.studies.study import Study
from overthink_papers.bab.bins import POINTS, binned, bins_figure
from overthink_papers.bab.boards import boards
from overthink_papers.bab.common import (
    AS_WRITTEN,
    READINGS,
    always_falls,
    always_rises,
    draw_readings,
    measured,
    never_above_epsilon,
    ratio_figure,
    selected,
    steps_down,
    width_figure,
)

RATIO, WIDTH, BOTH = (f"[Atzmon2018] Figure 5({letter})" for letter in "abc")
EPSILONS, DEPTHS, BINNED = (0, 1, 2, 4, 6, 8, 10, 12), (3, 5, 7), 3
SMALL = tuple(e for e in EPSILONS if e <= 6)
# The closest reading is that of the random trees; at depth 7 it takes too long.
SETTINGS = tuple(
    {**setting, **reading}
    for setting in grid(depth=DEPTHS)
    for reading in READINGS.values()
    if setting["depth"] < 7 or reading == AS_WRITTEN
)
WRITTEN = {"count": "internal", **AS_WRITTEN}
TREND = "we see that increasing ϵ results in lower ER and higher AMB, as expected"


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return measured(boards(setting, start, stop, seed, EPSILONS), EPSILONS)


def run_binned(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    instances = list(boards({**setting, "depth": BINNED}, start, stop, seed, EPSILONS))
    er = [searched.internal / searched.internal[0] for searched in instances]
    return POINTS, binned(np.array(er).T, np.array([searched.amb for searched in instances]).T)


def not_always(samples: Samples) -> Evidence:
    """Not at every ε between the ends does the deeper search leave the wider interval."""
    pairs = [
        samples.curve("depth", pair, epsilon=epsilon, **AS_WRITTEN)
        for epsilon in EPSILONS[1:-1]
        for pair in zip(DEPTHS[1:], DEPTHS)
    ]
    finding = always_better(pairs)
    opposite = Verdict.of(finding.verdict == Verdict.FAILS, finding.verdict == Verdict.HOLDS)
    return Evidence(opposite, finding.estimate, finding.words)


FIG5A = ratio_figure(
    name="bab/fig5a",
    title="cops and robbers: nodes saved by a larger ε",
    source=RATIO,
    draw=draw_readings("epsilon", "depth", "expanded ratio (internal nodes)", "depth ", count="internal"),
    caption="Cops and robbers on an open 6×6 grid with 3 cops, values in [0, 12]: the share of the nodes of alpha-beta "
    "(ε = 0) that bounded alpha-beta expands. Between ε = 6 and ε = 10 a larger ε costs more, not less: as in Figure 3 "
    "of the paper, what an early cut returns may be too wide to cut anything else.",
    claims=(
        *claims_for(
            DEPTHS,
            "as written, depth {}: every larger ε, a smaller ER",
            TREND,
            lambda s, depth: always_falls(s, "epsilon", EPSILONS, depth=depth, **WRITTEN),
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: the same up to ε = 6",
            TREND,
            lambda s, depth: always_falls(s, "epsilon", SMALL, depth=depth, **WRITTEN),
            reading=Reading(ReadingKind.OPEN, "ε up to half the range"),
        ),
        Claim(
            "as written: at every ε, the deeper the search, the smaller ER",
            "we see the same trend with the impact of the depth of the tree on the average ER",
            lambda s: steps_down(s, "depth", DEPTHS, "epsilon", EPSILONS[1:-1], **WRITTEN),
        ),
    ),
    summary=selected(count="internal"),
)

FIG5B = width_figure(
    name="bab/fig5b",
    title="cops and robbers: how much of ε is used",
    source=WIDTH,
    draw=draw_readings("epsilon", "depth", "actual minimax bound U - L", "depth "),
    caption="Cops and robbers on an open 6×6 grid with 3 cops, values in [0, 12]: the width of the interval that "
    "bounded alpha-beta proves.",
    claims=(
        never_above_epsilon(
            "AMB is never above ε, in any reading, at any depth",
            "Theorem 1 ensures that AMB is no more than ϵ",
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: every larger ε, a larger AMB",
            TREND,
            lambda s, depth: always_rises(s, "epsilon", EPSILONS, depth=depth, **AS_WRITTEN),
        ),
        Claim(
            "as written: AMB does not grow with depth at every ε",
            "the impact of the depth on the average AMB here is not as conclusive",
            not_always,
        ),
    ),
)

STUDY = Study(
    name="bab/cops",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 50},
    figures=(FIG5A, FIG5B),
    block=5,
    formerly=("bab/fig5a", "bab/fig5b"),
)

FIG5C = bins_figure(
    name="bab/fig5c",
    title="cops and robbers: nodes saved against width",
    source=BOTH,
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
