"""Figure 4: bounded alpha-beta on random trees.

An expansion is an internal node. Which ε were plotted is not published; they are 0 to 100 here, the whole range.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from overthink.games.random_tree import RandomTree
from overthink.measure.paired import ratio
from overthink.studies.checks import AllOf, Computed, above
from overthink.studies.claim import AS_WRITTEN, Evidence, Reading, ReadingKind, quote
from overthink.studies.samples import Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Figure, Study
from overthink_papers.bab.ratios_and_widths import (
    AS_PRINTED,
    BIN_POINTS,
    EPSILONS,
    OF_50,
    READINGS,
    STRICT,
    WRITTEN,
    as_printed,
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
from overthink_papers.experiments.granularity import minus
from overthink_papers.experiments.scaffold import plot

INTERNAL: Point = {"count": "internal"}
BETWEEN = EPSILONS[1:-1]  # at ε = 100, the range of values, the first branch is all that is seen


def search_trees(
    setting: Setting, start: int, stop: int, seed: int, epsilons: Sequence[int] = EPSILONS
) -> list[SearchesByEpsilon]:
    """The searches of each random tree with every ε."""
    size = {"b": setting.get("b", 4), "depth": setting["depth"], "p": setting.get("p")}
    size["shared"] = setting.get("successors", "shared") == "shared"
    size["whole"] = "whole" in setting["window"]
    options = search_options(setting)
    return [searches(RandomTree(**size, number=n, seed=seed), epsilons, **options) for n in range(start, stop)]


DEPTHS = (3, 5, 7, 9)
BINNED = 5
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
    """The samples of depth 5, AMB in bins of ER."""
    entries = []
    for reading in READINGS.values():
        er, amb = (
            np.array(samples.curve("epsilon", EPSILONS, depth=BINNED, count=count, **reading))
            for count in ("internal", None)
        )
        entries += [({**reading, **point}, sample) for point, sample in zip(BIN_POINTS, put_in_bins(er, amb))]
    return Samples(entries)


def _er_falls(epsilons: Sequence[int], where: Point) -> AllOf:
    return AllOf(tuple(falls_along("epsilon", epsilons, {**where, **INTERNAL, "depth": d}) for d in DEPTHS))


def _more_dramatic(samples: Samples) -> Evidence:
    er_shallow, er_deep = samples.curve("depth", (3, 9), epsilon=32, **INTERNAL, **WRITTEN)
    amb_shallow, amb_deep = samples.curve("depth", (3, 9), epsilon=32, count=None, **WRITTEN)
    er, amb = ratio(er_shallow, er_deep), ratio(amb_deep, amb_shallow)
    return above(minus(er, amb), 0.0, f"ER falls by a factor of {er.mean:.2f}, AMB rises by one of {amb.mean:.2f}")


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
            lambda where: as_printed("depth", RATIOS, {**where, **INTERNAL, "epsilon": 32}),
            {**READINGS, WHOLE_AS_PRINTED: STRICT_WHOLE},
            OF_50,
        ),
        *in_readings("at every depth, every larger ε, a smaller ER", FALLS, partial(_er_falls, EPSILONS)),
        quote(
            FALLS,
            _er_falls((0, 32, 64), WRITTEN),
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
            lambda where: as_printed("epsilon", WIDTHS, {**where, "depth": 9}),
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
            Computed(_more_dramatic, "from depth 3 to 9, at ε = 32, ER changes by a larger factor than AMB"),
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
)
