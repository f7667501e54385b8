"""Figures 5(a) and 5(b): bounded alpha-beta in cops and robbers, 6×6 cells without obstacles and 3 cops.

As the paper leaves open: captures score the time in plies, the robber begins, noise is joint (see the game's options).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from overthink.evaluate.games import cop_distance
from overthink.games.cops_and_robbers import HIGH, CopsAndRobbers
from overthink.studies.checks import AllOf, Computed
from overthink.studies.claim import AS_WRITTEN, Evidence, Reading, ReadingKind, Verdict, quote
from overthink.studies.samples import Point, Samples, Setting, grid
from overthink.studies.study import Study
from overthink_papers.bab.ratios_and_widths import (
    AS_PRINTED,
    READINGS,
    STRICT,
    WRITTEN,
    Readings,
    draw_readings,
    falls_along,
    in_readings,
    means_of,
    measure,
    never_above_epsilon,
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
    """The searches of each board with every ε; `options` are further ones of the game."""
    for number in range(start, stop):
        game = CopsAndRobbers(6, 6, 3, number=number, seed=seed, **options)
        yield searches(
            game, epsilons, high=HIGH, evaluate=cop_distance(game), depth=setting["depth"], **search_options(setting)
        )


EPSILONS = (0, 1, 2, 4, 6, 8, 10, 12)
DEPTHS = (3, 5, 7)
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


def _not_always(where: Point) -> Computed:
    deeper = falls_along("depth", DEPTHS[::-1], *({**where, "epsilon": e} for e in EPSILONS[1:-1]))

    def judge(samples: Samples) -> Evidence:
        found = deeper.judge(samples)
        opposite = Verdict.of(found.verdict == Verdict.FAILS, found.verdict == Verdict.HOLDS)
        return Evidence(opposite, found.estimate, found.words, (-min(found.margins),))

    return Computed(judge, "AMB does not grow with depth at every ε", fails=lambda point: 0.1 * point["depth"])


def _er_falls(where: Point) -> AllOf:
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
        *in_readings("at every depth, every larger ε, a smaller ER", TREND, _er_falls, BOTH),
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
            _not_always,
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
)
