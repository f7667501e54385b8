"""Figure 4: expanded ratio and actual minimax bound against ε, and one against the other; random trees, b = 4."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from overthink.games.random_tree import RandomTree
from overthink.studies.checks import claims_for, never_rises
from overthink.studies.engine.study import Cell, Claim, Point, Samples, Setting, Study, grid
from overthink.studies.experiments.bounded import Searches, searches
from overthink.studies.papers.bab.bins import POINTS, binned, bins_figure
from overthink.studies.papers.bab.common import (
    AS_WRITTEN,
    EPSILONS,
    READINGS,
    always_falls,
    always_rises,
    draw_readings,
    measured,
    never_above_epsilon,
    of_readings,
    printed_claims,
    ratio_figure,
    width_figure,
)

RATIO, WIDTH, BOTH = (f"[Atzmon2018] Figure 4({letter})" for letter in "abc")
B, DEPTHS, BINNED = 4, (3, 5, 7, 9), 5
SETTINGS: tuple[Setting, ...] = (
    *grid(depth=DEPTHS, window=("full", "parent"), last_child=(True, False)),
    *grid(depth=DEPTHS, window=("none",), last_child=(False,)),
)
RATIOS = {3: 0.67, 5: 0.37, 7: 0.18, 9: 0.05}  # at ε = 32; the text calls them ER, between two sentences on AMB
WIDTHS = {0: 0.0, 32: 30.97, 64: 61.88}  # depth 9
INTERNAL: Point = {"count": "internal"}


def instances(setting: Setting, start: int, stop: int, seed: int) -> Iterator[Searches]:
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
            [(f"depth {depth}", {"depth": depth, "epsilon": 32, **INTERNAL}, er) for depth, er in RATIOS.items()],
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: a larger ε, no larger ER",
            "increasing ϵ decreases the ER value",
            lambda s, depth: never_rises(s.curve("epsilon", EPSILONS, depth=depth, **INTERNAL, **AS_WRITTEN)),
        ),
        *claims_for(
            READINGS,
            "{}: at ε = 32, the deeper the tree, the smaller ER",
            "running BAB with the same ϵ for deeper trees yielded a smaller ER",
            lambda s, reading: always_falls(s, "depth", DEPTHS, epsilon=32, **INTERNAL, **READINGS[reading]),
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
        *printed_claims("AMB", [(f"depth 9, ε = {e}", {"depth": 9, "epsilon": e}, amb) for e, amb in WIDTHS.items()]),
        never_above_epsilon("AMB is never above ε, in any reading, at any depth", "but never beyond ϵ"),
        *claims_for(
            DEPTHS,
            "as written, depth {}: the larger ε, the larger AMB",
            "for all depths, as we increase the ϵ value, the AMB is increased as well",
            lambda s, depth: always_rises(s, "epsilon", EPSILONS, depth=depth, **AS_WRITTEN),
        ),
        Claim(
            "as written: at ε = 32, the deeper the tree, the larger AMB",
            "the AMB for deeper trees is clearly larger",
            lambda s: always_rises(s, "depth", DEPTHS, epsilon=32, **AS_WRITTEN),
        ),
    ),
    summary=of_readings(),
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
    figures=(FIG4A, FIG4B, FIG4C),
    block=50,
    formerly=("bab/fig4a", "bab/fig4b"),
)
