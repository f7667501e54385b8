"""Figure 4: expanded ratio and actual minimax bound against ε, and one against the other; random trees, b = 4.

An expansion is an internal node. Which ε were plotted is not in print; here they are 0 to 100, the whole range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from overthink.core.estimate import Estimate
from overthink.games.random_tree import RandomTree
from overthink.measure.paired import ratio
from overthink.report.curves import curves
from overthink.studies.checks import above, claims_for
from overthink.studies.claim import Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Figure, Study
from overthink_papers.bab.bins import POINTS, binned, bins_figure
from overthink_papers.bab.common import (
    AS_WRITTEN,
    EPSILONS,
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
    steps_down,
    width_figure,
)
from overthink_papers.experiments.bounded import SearchesByEpsilon, searches

RATIO, WIDTH, BOTH = (f"[Atzmon2018] Figure 4({letter})" for letter in "abc")
B, DEPTHS, BINNED = 4, (3, 5, 7, 9), 5
SETTINGS: tuple[Setting, ...] = (
    *grid(depth=DEPTHS, window=("full", "parent"), last_child=(True, False)),
    *grid(depth=DEPTHS, window=("none",), last_child=(False,)),
)
BETWEEN = EPSILONS[1:-1]  # at ε = 100, the range of values, the first branch is all that is seen
RATIOS = {3: 0.67, 5: 0.37, 7: 0.18, 9: 0.05}  # at ε = 32; the text calls them ER, between two sentences on AMB
WIDTHS = {0: 0.0, 32: 30.97, 64: 61.88}  # depth 9
INTERNAL: Point = {"count": "internal"}
NAMED = Reading(ReadingKind.OPEN, "only the ε that the text names: 0, 32 and 64")
FALLS = "increasing ϵ decreases the ER value"


def instances(setting: Setting, start: int, stop: int, seed: int) -> Iterator[SearchesByEpsilon]:
    """The searches of trees start … stop - 1."""
    for number in range(start, stop):
        tree = RandomTree(B, setting["depth"], number=number, seed=seed)
        yield searches(tree, EPSILONS, window=setting["window"], last_child=setting["last_child"])


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return measured(instances(setting, start, stop, seed), EPSILONS, ("internal", "all"))


def by_bin(samples: Samples) -> Samples:
    """The searches of one depth, in bins."""
    entries = []
    for reading in READINGS.values():
        er, amb = (
            np.array(samples.curve("epsilon", EPSILONS, depth=BINNED, count=count, **reading))
            for count in ("internal", None)
        )
        entries += [({**reading, **point}, sample) for point, sample in zip(POINTS, binned(er, amb))]
    return Samples(entries)


def er_falls(samples: Samples, where: Point, depth: int, epsilons: Sequence[int]) -> Evidence:
    return always_falls(samples, "epsilon", epsilons, depth=depth, **INTERNAL, **where)


def more_dramatic(samples: Samples, where: Point) -> Evidence:
    """From depth 3 to depth 9, at ε = 32, ER falls by a larger factor than AMB rises by."""
    er_shallow, er_deep = samples.curve("depth", (3, 9), epsilon=32, **INTERNAL, **where)
    amb_shallow, amb_deep = samples.curve("depth", (3, 9), epsilon=32, count=None, **where)
    er, amb = ratio(er_shallow, er_deep), ratio(amb_deep, amb_shallow)
    gap = Estimate(er.mean - amb.mean, er.low - amb.high, er.high - amb.low, er.n)
    return above(gap, 0.0, f"ER falls by a factor of {er.mean:.2f}, AMB rises by one of {amb.mean:.2f}")


def by_depth(samples: Samples) -> list[Row]:
    """ER, and AMB in units of ε, of every depth at ε = 32."""
    at: Point = {"epsilon": 32, **AS_WRITTEN}
    er = [({"depth": depth, "measure": "ER"}, samples(depth=depth, **INTERNAL, **at)) for depth in DEPTHS]
    amb = [({"depth": depth, "measure": "AMB / ε"}, samples(depth=depth, count=None, **at) / 32) for depth in DEPTHS]
    return means(Samples([*er, *amb]))


FIG4A = ratio_figure(
    name="bab/fig4a",
    title="random trees: nodes saved by a larger ε",
    source=RATIO,
    draw=draw_readings("epsilon", "depth", "expanded ratio (internal nodes)", "depth ", **INTERNAL),
    caption="Random trees, b = 4, utilities in [0, 100]: the share of the nodes of alpha-beta (ε = 0) that bounded "
    "alpha-beta expands. As written a child sees its ancestors' window and nothing is cut after a last child; in the "
    "reading closest to print it sees its parent's own bounds only, and there is no such clause.",
    claims=(
        *printed_claims(
            "ER at ε = 32",
            "for ϵ of 32, for depth of 3, 5, 7, and 9, the ER is 0.67, 0.37, 0.18, and 0.05",
            [(f"depth {depth}", {"depth": depth, "epsilon": 32, **INTERNAL}, er) for depth, er in RATIOS.items()],
        ),
        *(
            claim
            for depth in DEPTHS
            for claim in claims_in_readings(
                f"{{}}, depth {depth}: every larger ε, a smaller ER",
                FALLS,
                partial(er_falls, depth=depth, epsilons=EPSILONS),
            )
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: ER at ε = 32 is below 1, and at ε = 64 below that",
            FALLS,
            lambda s, depth: er_falls(s, AS_WRITTEN, depth, (0, 32, 64)),
            reading=NAMED,
        ),
        *claims_in_readings(
            "{}: at every ε, the deeper the tree, the smaller ER",
            "running BAB with the same ϵ for deeper trees yielded a smaller ER",
            lambda s, where: steps_down(s, "depth", DEPTHS, "epsilon", BETWEEN, **INTERNAL, **where),
        ),
    ),
    summary=of_readings(**INTERNAL),
)

FIG4B = width_figure(
    name="bab/fig4b",
    title="random trees: how much of ε is used",
    source=WIDTH,
    draw=draw_readings("epsilon", "depth", "actual minimax bound U - L", "depth "),
    caption="Random trees, b = 4, utilities in [0, 100]: the width of the interval that bounded alpha-beta proves.",
    claims=(
        *printed_claims(
            "AMB",
            "for depth of 9, the AMB for ϵ=0 is zero, the AMB for ϵ=32 is 30.97, and the AMB for ϵ=64 is 61.88",
            [(f"depth 9, ε = {e}", {"depth": 9, "epsilon": e}, amb) for e, amb in WIDTHS.items()],
        ),
        never_above_epsilon("AMB is never above ε, in any reading, at any depth", "but never beyond ϵ"),
        *claims_for(
            DEPTHS,
            "as written, depth {}: the larger ε, the larger AMB",
            "for all depths, as we increase the ϵ value, the AMB is increased as well",
            lambda s, depth: always_rises(s, "epsilon", EPSILONS, depth=depth, **AS_WRITTEN),
        ),
        *claims_in_readings(
            "{}: at every ε, the deeper the tree, the larger AMB",
            "the AMB for deeper trees is clearly larger, for the same value of ϵ, than for shallower trees",
            lambda s, where: steps_down(s, "depth", DEPTHS[::-1], "epsilon", BETWEEN, **where),
        ),
    ),
    summary=of_readings(),
)

FIG4AB = Figure(
    name="bab/fig4-depth",
    title="random trees: depth acts on ER more than on AMB",
    source="[Atzmon2018] Figures 4(a) and 4(b)",
    draw=lambda samples, rows: curves(rows, "depth", "measure", None, {"x": "depth", "y": "ER; AMB / ε"}),
    caption="Random trees, b = 4, ε = 32, Algorithm 1 as written: ER, and AMB as a share of ε, by depth.",
    claims=claims_in_readings(
        "{}: from depth 3 to 9, at ε = 32, ER changes by a larger factor than AMB",
        "The impact of the depth of the tree on the average AMB is not as dramatic as on the average ER",
        more_dramatic,
    ),
    rows=by_depth,
)

FIG4C = bins_figure(
    name="bab/fig4c",
    title="random trees: nodes saved against width",
    source=BOTH,
    depth=BINNED,
    caption="Random trees, b = 4, depth 5, searches with every ε together: the mean width of the proven interval, by "
    "the share of nodes expanded.",
    printed="It is easy to see that smaller ER correspond with larger AMB",
    part=by_bin,
)

STUDY = Study(
    name="bab/trees",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    figures=(FIG4A, FIG4B, FIG4AB, FIG4C),
    block=50,
    formerly=("bab/fig4a", "bab/fig4b"),
)
