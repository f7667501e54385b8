"""Bounded alpha-beta on random trees: Figure 4, Figures 6(a) and 6(b) with chance, and every couple of branching factor
and depth, of which the text says that the trends are the same.

An expansion is an internal node. Which ε were plotted is not published; without chance they are 0 to 100 here, the
whole range.

With chance, the chosen move happens with p = .8. "Depth = 4" is four moves of players; or two, if chance counts as a
ply. `successors`: as the text has it, chance picks one of the node's b moves whichever was chosen ("shared"); or every
move has b positions of its own ("independent"). The printed numbers are near if leaves are counted.

Studies: `bab/trees`, `bab/couples`, `bab/chance-trees`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from overthink.core.estimate import Estimate
from overthink.games.random_tree import RandomTree
from overthink.measure.paired import ratio
from overthink.studies.checks import AllOf, Computed, above, at, slightly, trend
from overthink.studies.claim import AS_WRITTEN, Evidence, Reading, ReadingKind, quote
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Figure, Study
from overthink_papers.bab.common import (
    AS_PRINTED,
    BIN_LABELS,
    BIN_POINTS,
    CLOSEST,
    EPSILONS,
    MIDDLES,
    OF_50,
    READINGS,
    STRICT,
    WRITTEN,
    AsPrinted,
    FallsByBin,
    Readings,
    bin_rows,
    bins_figure,
    draw_readings,
    falls_along,
    in_middles,
    in_readings,
    means_of,
    measure,
    never_above_epsilon,
    put_in_bins,
    ratio_figure,
    search_options,
    trend_along,
    width_figure,
)
from overthink_papers.experiments.bounded import SearchesByEpsilon, searches
from overthink_papers.experiments.scaffold import plot

INTERNAL: Point = {"count": "internal"}
BETWEEN = EPSILONS[1:-1]  # at ε = 100, the range of values, the first branch is all that is seen


def search_trees(
    setting: Setting, start: int, stop: int, seed: int, epsilons: Sequence[int] = EPSILONS
) -> list[SearchesByEpsilon]:
    size = {"b": setting.get("b", 4), "depth": setting["depth"], "p": setting.get("p")}
    size["shared"] = setting.get("successors", "shared") == "shared"
    size["whole"] = "whole" in setting["window"]
    options = search_options(setting)
    return [searches(RandomTree(**size, number=n, seed=seed), epsilons, **options) for n in range(start, stop)]


# Figure 4

DEPTHS, BINNED = (3, 5, 7, 9), 5
# On real utilities < and ≤ are the same: nothing is equal.
STRICT_WHOLE: Point = {**STRICT, "window": f"{STRICT['window']}, whole"}
SETTINGS: tuple[Setting, ...] = (
    *grid(depth=DEPTHS, window=("full", "parent"), last_child=(True, False)),
    *grid(depth=DEPTHS, window=("none",), last_child=(False,)),
    *({"depth": depth, **STRICT_WHOLE} for depth in DEPTHS),
)
WHOLE_AS_PRINTED = replace(AS_PRINTED, kind=ReadingKind.CLOSEST, words=f"whole utilities, {AS_PRINTED.words}")
RATIOS = {3: 0.67, 5: 0.37, 7: 0.18, 9: 0.05}  # at ε = 32; the text calls them ER, between two sentences on AMB
WIDTHS = {0: 0.0, 32: 30.97, 64: 61.88}  # depth 9
FALLS = "increasing ϵ decreases the ER value"
NUMBERS = "for ϵ of 32, for depth of 3, 5, 7, and 9, the ER is 0.67, 0.37, 0.18, and 0.05"


def by_bin(samples: Samples) -> Samples:
    entries = []
    for reading in READINGS.values():
        er, amb = (
            np.array(samples.curve("epsilon", EPSILONS, depth=BINNED, count=count, **reading))
            for count in ("internal", None)
        )
        entries += [({**reading, **point}, sample) for point, sample in zip(BIN_POINTS, put_in_bins(er, amb))]
    return Samples(entries)


def er_falls(epsilons: Sequence[int], where: Point) -> AllOf:
    return AllOf(tuple(falls_along("epsilon", epsilons, {**where, **INTERNAL, "depth": d}) for d in DEPTHS))


def printed_ratios(where: Point) -> AllOf:
    place = {**where, **INTERNAL, "epsilon": 32}
    return AllOf(tuple(AsPrinted({**place, "depth": depth}, RATIOS[depth]) for depth in DEPTHS))


def more_dramatic(samples: Samples) -> Evidence:
    er_shallow, er_deep = samples.curve("depth", (3, 9), epsilon=32, **INTERNAL, **WRITTEN)
    amb_shallow, amb_deep = samples.curve("depth", (3, 9), epsilon=32, count=None, **WRITTEN)
    er, amb = ratio(er_shallow, er_deep), ratio(amb_deep, amb_shallow)
    gap = Estimate(er.mean - amb.mean, er.low - amb.high, er.high - amb.low, er.n)
    return above(gap, 0.0, f"ER falls by a factor of {er.mean:.2f}, AMB rises by one of {amb.mean:.2f}")


def by_depth(samples: Samples) -> list[Row]:
    """ER, and AMB in units of ε, of every depth at ε = 32."""
    place: Point = {"epsilon": 32, **WRITTEN}
    er = [({"depth": depth, "measure": "ER"}, samples(depth=depth, **INTERNAL, **place)) for depth in DEPTHS]
    amb = [({"depth": depth, "measure": "AMB / ε"}, samples(depth=depth, count=None, **place) / 32) for depth in DEPTHS]
    return means(Samples([*er, *amb]))


FIG4A = ratio_figure(
    name="bab/fig4a",
    title="random trees: nodes saved by a larger ε",
    source="[Atzmon2018] Figure 4(a)",
    draw=draw_readings("epsilon", "depth", "expanded ratio (internal nodes)", "depth ", **INTERNAL),
    caption="Random trees, b = 4, utilities in [0, 100]: the share of the nodes of alpha-beta (ε = 0) that bounded "
    "alpha-beta expands. As written a child sees its ancestors' window and nothing is cut after a last child; in the "
    "closest reading it sees its parent's own bounds only, and there is no such clause.",
    claims=(
        *in_readings(
            "ε = 32: ER is .67, .37, .18 and .05 at depth 3, 5, 7 and 9",
            NUMBERS,
            printed_ratios,
            {**READINGS, WHOLE_AS_PRINTED: STRICT_WHOLE},
            OF_50,
        ),
        *in_readings("at every depth, every larger ε, a smaller ER", FALLS, partial(er_falls, EPSILONS)),
        quote(
            FALLS,
            er_falls((0, 32, 64), WRITTEN),
            Reading(ReadingKind.CLOSEST, "only the ε that the text names: 0, 32 and 64"),
            says="at every depth, ER at ε = 32 is below 1, and at ε = 64 below that",
        ),
        *in_readings(
            "at every ε, the deeper the tree, the smaller ER",
            "running BAB with the same ϵ for deeper trees yielded a smaller ER",
            lambda where: falls_along("depth", DEPTHS, *({**where, **INTERNAL, "epsilon": e} for e in BETWEEN)),
        ),
    ),
    summary=means_of(*READINGS.values(), **INTERNAL),
)

FIG4B = width_figure(
    name="bab/fig4b",
    title="random trees: how much of ε is used",
    source="[Atzmon2018] Figure 4(b)",
    draw=draw_readings("epsilon", "depth", "actual minimax bound U - L", "depth "),
    caption="Random trees, b = 4, utilities in [0, 100]: the width of the interval that bounded alpha-beta proves.",
    claims=(
        *in_readings(
            "depth 9: AMB is 0, 30.97 and 61.88 at ε = 0, 32 and 64",
            "for depth of 9, the AMB for ϵ=0 is zero, the AMB for ϵ=32 is 30.97, and the AMB for ϵ=64 is 61.88",
            lambda where: AllOf(tuple(AsPrinted({**where, "depth": 9, "epsilon": e}, w) for e, w in WIDTHS.items())),
            {AS_WRITTEN: WRITTEN, WHOLE_AS_PRINTED: STRICT_WHOLE},
            OF_50,
        ),
        quote(
            "but never beyond ϵ",
            never_above_epsilon(SETTINGS, EPSILONS),
            says="AMB is never above ε, in any reading, at any depth",
        ),
        quote(
            "for all depths, as we increase the ϵ value, the AMB is increased as well",
            AllOf(tuple(falls_along("epsilon", EPSILONS[::-1], {**WRITTEN, "depth": depth}) for depth in DEPTHS)),
            says="at every depth, the larger ε, the larger AMB",
        ),
        quote(
            "the AMB for deeper trees is clearly larger, for the same value of ϵ, than for shallower trees",
            falls_along("depth", DEPTHS[::-1], *({**WRITTEN, "epsilon": e} for e in BETWEEN)),
            says="at every ε, the deeper the tree, the larger AMB",
        ),
    ),
    summary=means_of(*READINGS.values()),
)

FIG4AB = Figure(
    name="bab/fig4-depth",
    title="random trees: depth acts on ER more than on AMB",
    source="[Atzmon2018] Figures 4(a) and 4(b)",
    draw=plot("depth", "measure", None, {"x": "depth", "y": "ER; AMB / ε"}),
    caption="Random trees, b = 4, ε = 32, Algorithm 1 as written: ER, and AMB as a share of ε, by depth.",
    claims=(
        quote(
            "The impact of the depth of the tree on the average AMB is not as dramatic as on the average ER",
            Computed(more_dramatic, "from depth 3 to 9, at ε = 32, ER changes by a larger factor than AMB"),
        ),
    ),
    rows=by_depth,
)

FIG4C = bins_figure(
    name="bab/fig4c",
    title="random trees: nodes saved against width",
    source="[Atzmon2018] Figure 4(c)",
    depth=BINNED,
    caption="Random trees, b = 4, depth 5, searches with every ε together: the mean width of the proven interval, by "
    "the share of nodes expanded.",
    printed="It is easy to see that smaller ER correspond with larger AMB",
    part=by_bin,
)

STUDY = Study(
    name="bab/trees",
    settings=SETTINGS,
    run=lambda setting, *numbers: measure(search_trees(setting, *numbers), EPSILONS, ("internal", "all")),
    scales={"quick": 50, "paper": 500},
    figures=(FIG4A, FIG4B, FIG4AB, FIG4C),
    block=50,
    formerly=("bab/fig4a", "bab/fig4b"),
)

# Figures 6(a) and 6(b): trees with chance

P, BRANCHING = 0.8, (2, 3, 4, 5)
CHANCE_EPSILONS = (0, 8, 16, 24, 32, 40, 60, 80, 100)
SUCCESSORS = ("shared", "independent")
CHANCE_SETTINGS: tuple[Setting, ...] = (
    *(
        {**reading, **setting}
        for setting in grid(b=BRANCHING, successors=SUCCESSORS, depth=(4,))
        for reading in READINGS.values()
    ),
    *({**WRITTEN, **setting} for setting in grid(b=BRANCHING, successors=("shared",), depth=(2,))),
)
CHANCE_RATIOS, CHANCE_WIDTHS = {8: 0.79, 24: 0.4}, {0: 0.0, 8: 6.58, 24: 20.71}  # b = 4
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
CHANCE_BETWEEN = CHANCE_EPSILONS[1:-1]
WIDER = "in general that higher branching factor corresponds to lower ER and higher AMB"
LARGER = "the general trend in which higher ϵ corresponds to lower ER and higher AMB is clearly observed"


def run_chance(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    trees = search_trees({**setting, "p": P}, start, stop, seed, CHANCE_EPSILONS)
    return measure(trees, CHANCE_EPSILONS)


def at_every_b(where: Point) -> list[Point]:
    return [{**where, "b": b} for b in BRANCHING]


def at_every_epsilon(where: Point) -> list[Point]:
    return [{**where, "epsilon": e} for e in CHANCE_BETWEEN]


def larger_epsilon(where: Point) -> AllOf:
    """ER falls with ε. The text names ε = 80 at b = 2 as an exception, which is left out."""
    named = {2: [e for e in CHANCE_EPSILONS if e != 80]}
    return trend(
        *([at(**place, epsilon=e) for e in named.get(place["b"], CHANCE_EPSILONS)] for place in at_every_b(where))
    )


def numbers_at_4(numbers: dict[int, float], where: Point) -> AllOf:
    return AllOf(tuple(AsPrinted({**where, "b": 4, "epsilon": e}, number) for e, number in numbers.items()))


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
            partial(numbers_at_4, CHANCE_RATIOS),
            RATIO_READINGS,
            OF_50,
        ),
        *in_readings("the larger ε, the smaller ER", LARGER, larger_epsilon, RATIO_READINGS),
        *in_readings(
            "the larger b, the smaller ER",
            WIDER,
            lambda where: trend_along("b", BRANCHING, *at_every_epsilon(where)),
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
            partial(numbers_at_4, CHANCE_WIDTHS),
            WIDTH_READINGS,
            OF_50,
        ),
        quote(
            "Theorem 1 ensures that AMB is no more than ϵ",
            never_above_epsilon(CHANCE_SETTINGS, CHANCE_EPSILONS),
            says="AMB is never above ε, for any b, successors and reading",
        ),
        quote(
            LARGER,
            trend_along("epsilon", CHANCE_EPSILONS[::-1], *at_every_b({**SHARED, **WRITTEN})),
            says="the larger ε, the larger AMB",
        ),
        *in_readings(
            "the larger b, the larger AMB",
            WIDER,
            lambda where: trend_along("b", BRANCHING[::-1], *at_every_epsilon(where)),
            BOTH_READINGS,
        ),
    ),
    summary=means_of(*SHOWN_WIDTHS),
)

CHANCE = Study(
    name="bab/chance-trees",
    settings=CHANCE_SETTINGS,
    run=run_chance,
    scales={"quick": 30, "paper": 300},
    figures=(FIG6A, FIG6B),
    block=30,
)

# Every couple of branching factor and depth

CHANCE_DEPTHS = (2, 3, 4)
DEPTHS_OF: dict[float | None, Sequence[int]] = {None: DEPTHS, P: CHANCE_DEPTHS}
COUPLES: dict[float | None, list[Point]] = {
    p: [{"b": b, "p": p, "depth": depth} for b in BRANCHING for depth in depths] for p, depths in DEPTHS_OF.items()
}
COUPLE_SETTINGS: tuple[Setting, ...] = tuple(
    {**couple, **reading} for couples in COUPLES.values() for couple in couples for reading in READINGS.values()
)
BOTH = (
    "we experimented with different branching factor and tree depth in both deterministic and stochastic cases and "
    "observed these trends in both setting"
)


def run_couples(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    instances = search_trees(setting, start, stop, seed)
    points, numbers = measure(instances, EPSILONS, ("internal",))
    er, amb = (np.array([getattr(each, name) for each in instances]).T for name in ("internal", "amb"))
    return [*points, *BIN_POINTS], np.concatenate([numbers, put_in_bins(er / er[0], amb)])


def with_and_without_chance(says: str, *settings: list[list[Point]]) -> Computed:
    """A trend down along all lines without chance, and along all with chance."""

    def falling(point: Point) -> float:
        return float(point["epsilon"] + point["b"] + point["depth"]) * (-1.0 if point["count"] else 1.0)

    trends = (trend(*([at(**point) for point in line] for line in lines)) for lines in settings)
    return Computed(AllOf(tuple(trends)).judge, says, holds=falling, fails=lambda point: -falling(point))


def by_epsilon(where: Point) -> Computed:
    def line(couple: Point, count: str | None) -> list[Point]:
        points = [{**couple, **where, "epsilon": e, "count": count} for e in EPSILONS]
        return points if count else points[::-1]

    counts = ("internal", None)
    lines = ([line(couple, count) for couple in couples for count in counts] for couples in COUPLES.values())
    return with_and_without_chance("larger ε", *lines)


def by_size(column: str, where: Point) -> Computed:
    values = {p: BRANCHING if column == "b" else depths for p, depths in DEPTHS_OF.items()}
    return with_and_without_chance(
        f"larger {column}",
        *(
            [
                [{**couple, **where, **INTERNAL, "epsilon": e, column: value} for value in values[p]]
                for couple in couples
                if couple[column] == values[p][0]
                for e in BETWEEN
            ]
            for p, couples in COUPLES.items()
        ),
    )


def falls_by_bin(where: Point) -> Computed:
    check = FallsByBin(tuple({**couple, **where} for couple in COUPLES[None]))

    def width(point: Point) -> float:
        return 1.0 if point["measure"] == "searches" else -MIDDLES[point["er"]]

    return Computed(check.judge, str(check), width, lambda point: abs(width(point)))


COUPLES_STUDY = Study(
    name="bab/couples",
    settings=COUPLE_SETTINGS,
    run=run_couples,
    scales={"quick": 50, "paper": 500},
    figures=(
        Figure(
            name="bab/couples",
            title="random trees: nodes saved, for every branching factor and depth",
            source="[Atzmon2018] Games with Chance",
            draw=plot(
                "epsilon",
                "depth {depth}",
                "b",
                {"x": "ε", "y": "expanded ratio (internal nodes)"},
                "b = ",
                keep=lambda row: row["p"] == 1.0 and row["window"] == "full",
            ),
            caption="Random trees without chance, Algorithm 1 as written: the share of the nodes of alpha-beta that "
            "bounded alpha-beta expands.",
            claims=(
                *in_readings("larger ε, smaller ER and larger AMB, with and without chance", BOTH, by_epsilon),
                *in_readings("deeper trees, smaller ER, with and without chance", BOTH, partial(by_size, "depth")),
                *in_readings("larger b, smaller ER, with and without chance", BOTH, partial(by_size, "b")),
            ),
            rows=lambda samples: [
                {**row, "p": row["p"] or 1.0}
                for row in means(Samples([(point, sample) for point, sample in samples.entries if "count" in point]))
            ],
            across="epsilon",
        ),
        Figure(
            name="bab/couples-binned",
            title="random trees: nodes saved against width, for every branching factor and depth",
            source="[Atzmon2018] Results for Deterministic Games",
            draw=in_middles(plot("middle", "depth {depth}", "b", BIN_LABELS, "b = ")),
            caption="Random trees without chance, Algorithm 1 as written, searches with every ε together: the mean "
            "width of the proven interval, by the share of nodes expanded.",
            claims=in_readings(
                "for every couple, the smaller ER, the larger AMB, bin by bin",
                "Same trend was observed in all couples of branching factor and depth that we tested",
                falls_by_bin,
            ),
            rows=partial(bin_rows, COUPLES[None], **WRITTEN),
            across="er",
        ),
    ),
    block=50,
)
