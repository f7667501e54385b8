"""Figures 6(a) and 6(b): bounded alpha-beta on random trees with chance.

The chosen move happens with p = .8. "Depth = 4" is four moves of players; or two, if chance counts as a ply.
`successors`: as the text has it, chance picks one of the node's b moves whichever was chosen ("shared"); or every move
has b positions of its own ("independent"). The printed numbers are near if leaves are counted.
"""

from overthink.studies.checks import AllOf, at, slightly, trend
from overthink.studies.claim import AS_WRITTEN, Reading, ReadingKind, quote
from overthink.studies.samples import Cell, Point, Setting, grid
from overthink.studies.study import Study
from overthink_papers.bab.ratios_and_widths import (
    CLOSEST,
    OF_50,
    READINGS,
    WRITTEN,
    Readings,
    as_printed,
    draw_readings,
    in_readings,
    means_of,
    measure,
    never_above_epsilon,
    ratio_figure,
    trend_along,
    width_figure,
)
from overthink_papers.bab.trees import INTERNAL, search_trees

P = 0.8
BRANCHING = (2, 3, 4, 5)
EPSILONS = (0, 8, 16, 24, 32, 40, 60, 80, 100)
SUCCESSORS = ("shared", "independent")
SETTINGS: tuple[Setting, ...] = (
    *(
        {**reading, **setting}
        for setting in grid(b=BRANCHING, successors=SUCCESSORS, depth=(4,))
        for reading in READINGS.values()
    ),
    *({**WRITTEN, **setting} for setting in grid(b=BRANCHING, successors=("shared",), depth=(2,))),
)
RATIOS, WIDTHS = {8: 0.79, 24: 0.4}, {0: 0.0, 8: 6.58, 24: 20.71}  # b = 4
SHARED: Point = {"successors": "shared", "depth": 4}
CHANCE_IS_A_PLY = Reading(ReadingKind.OPEN, "chance counts as a ply: two moves deep")
TWO_MOVES: Point = {"successors": "shared", "depth": 2, **WRITTEN}
LEAF_READING = Reading(
    ReadingKind.CLOSEST,
    "a child sees only its parent's own bounds, a cut may follow a last child, and an expansion is a leaf",
)
RATIO_READINGS: Readings = {
    AS_WRITTEN: {**INTERNAL, **SHARED, **WRITTEN},
    LEAF_READING: {"count": "leaves", **SHARED, **CLOSEST},
}
WIDTH_READINGS: Readings = {AS_WRITTEN: {**SHARED, **WRITTEN}, CHANCE_IS_A_PLY: TWO_MOVES}
BOTH_READINGS: Readings = {**WIDTH_READINGS, LEAF_READING: {**SHARED, **CLOSEST}}
SHOWN_RATIOS = (  # in tables
    *({**INTERNAL, "successors": kind, "depth": 4, **WRITTEN} for kind in SUCCESSORS),
    {**INTERNAL, **TWO_MOVES},
    *({"count": "leaves", **SHARED, **reading} for reading in READINGS.values()),
)
SHOWN_WIDTHS = (*({"successors": kind, "depth": 4, **WRITTEN} for kind in SUCCESSORS), TWO_MOVES, {**SHARED, **CLOSEST})
BETWEEN = EPSILONS[1:-1]
WIDER = "in general that higher branching factor corresponds to lower ER and higher AMB"
LARGER = "the general trend in which higher ϵ corresponds to lower ER and higher AMB is clearly observed"


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """ER and AMB of each tree and ε: float[points, observations]."""
    trees = search_trees({**setting, "p": P}, start, stop, seed, EPSILONS)
    return measure(trees, EPSILONS)


def _at_every_b(where: Point) -> list[Point]:
    return [{**where, "b": b} for b in BRANCHING]


def _at_every_epsilon(where: Point) -> list[Point]:
    return [{**where, "epsilon": e} for e in BETWEEN]


def larger_epsilon(where: Point) -> AllOf:
    """ER falls with ε. The text names ε = 80 at b = 2 as an exception, which is left out."""
    named = {2: [e for e in EPSILONS if e != 80]}
    return trend(*([at(**place, epsilon=e) for e in named.get(place["b"], EPSILONS)] for place in _at_every_b(where)))


FIG6A = ratio_figure(
    name="bab/fig6a",
    title="random trees with chance: nodes saved by a larger ε",
    source="[Atzmon2018] Figure 6(a)",
    draw=draw_readings("epsilon", "b", "expanded ratio", "b = ", readings=RATIO_READINGS),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the share of the nodes at ε = 0 "
    "that bounded alpha-beta needs. As written: internal nodes. In the closest reading, that of Figure 4, "
    "leaves are counted.",
    claims=(
        *in_readings(
            "b = 4: ER is .79 at ε = 8, and .4 at ε = 24",
            "for branching factor of 4, for ϵ of 0, 8, and 24, the ER is 1, 0.79, and 0.4",
            lambda where: as_printed("epsilon", RATIOS, {**where, "b": 4}),
            RATIO_READINGS,
            OF_50,
        ),
        *in_readings("the larger ε, the smaller ER", LARGER, larger_epsilon, RATIO_READINGS),
        *in_readings(
            "the larger b, the smaller ER",
            WIDER,
            lambda where: trend_along("b", BRANCHING, *_at_every_epsilon(where)),
            RATIO_READINGS,
        ),
        *in_readings(
            "b = 2: ER is slightly larger at ε = 80 than at ε = 60",
            "for the specific case of ϵ = 80 and branching factor=2 there is a slight increase in ER compared to "
            "ϵ = 60",
            lambda where: slightly(at(**where, b=2, epsilon=80), at(**where, b=2, epsilon=60)),
            {AS_WRITTEN: RATIO_READINGS[AS_WRITTEN], CHANCE_IS_A_PLY: {**INTERNAL, **TWO_MOVES}},
        ),
    ),
    summary=means_of(*SHOWN_RATIOS),
)

FIG6B = width_figure(
    name="bab/fig6b",
    title="random trees with chance: how much of ε is used",
    source="[Atzmon2018] Figure 6(b)",
    draw=draw_readings("epsilon", "b", "actual minimax bound U - L", "b = ", **SHARED),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the width of the interval that "
    "bounded alpha-beta proves.",
    claims=(
        *in_readings(
            "b = 4: AMB is 0, 6.58 and 20.71 at ε = 0, 8 and 24",
            "for branching factor of 4, for ϵ of 0, 8, and 24 … the AMB is 0, 6.58, and 20.71",
            lambda where: as_printed("epsilon", WIDTHS, {**where, "b": 4}),
            WIDTH_READINGS,
            OF_50,
        ),
        quote(
            "Theorem 1 ensures that AMB is no more than ϵ",
            never_above_epsilon(SETTINGS, EPSILONS),
            says="AMB is never above ε, for any b, successors and reading",
        ),
        quote(
            LARGER,
            trend_along("epsilon", EPSILONS[::-1], *_at_every_b({**SHARED, **WRITTEN})),
            says="the larger ε, the larger AMB",
        ),
        *in_readings(
            "the larger b, the larger AMB",
            WIDER,
            lambda where: trend_along("b", BRANCHING[::-1], *_at_every_epsilon(where)),
            BOTH_READINGS,
        ),
    ),
    summary=means_of(*SHOWN_WIDTHS),
)

STUDY = Study(
    name="bab/chance-trees",
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 300},
    figures=(FIG6A, FIG6B),
    block=30,
)
