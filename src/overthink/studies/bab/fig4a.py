"""Figure 4(a): expanded ratio against ε on random trees without chance, b = 4."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from overthink.games.random_tree import RandomTree
from overthink.studies.bab.common import (
    AS_WRITTEN,
    COUNTS,
    EPSILONS,
    READINGS,
    claims_for,
    draw_readings,
    printed_claims,
    ratios,
)
from overthink.studies.bounded import Searches, searches
from overthink.studies.checks import always_better, never_rises
from overthink.studies.study import Cell, Point, Row, Samples, Setting, Study, grid, means

SOURCE = "[Atzmon2018] Figure 4(a)"
B, DEPTHS = 4, (3, 5, 7, 9)
SETTINGS: tuple[Setting, ...] = (
    *grid(depth=DEPTHS, window=("full", "parent"), last_child=(True, False)),
    *grid(depth=DEPTHS, window=("none",), last_child=(False,)),
)
PRINTED = {3: 0.67, 5: 0.37, 7: 0.18, 9: 0.05}  # at ε = 32; the text calls them ER, between two sentences on AMB
COUNTED = tuple(count for count in COUNTS if count != "leaves")


def instances(setting: Setting, first: int, last: int, seed: int) -> Iterator[Searches]:
    """The searches of trees first … last - 1; Figure 4(b) is about the same."""
    for number in range(first, last):
        tree = RandomTree(B, setting["depth"], number=number, seed=seed)
        yield searches(tree, EPSILONS, window=setting["window"], last_child=setting["last_child"])


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    """ER of every instance, for every ε, of internal nodes and of all nodes."""
    points: list[Point] = [{"epsilon": epsilon, "count": count} for count in COUNTED for epsilon in EPSILONS]
    found = [ratios(searched, EPSILONS) for searched in instances(setting, first, last, seed)]
    return points, np.array([[er[p["epsilon"], p["count"]] for er in found] for p in points])


def shown(samples: Samples) -> list[Row]:
    """Internal nodes, in the two readings."""
    kept = [entry for options in READINGS.values() for entry in samples.select(count="internal", **options)]
    return means(Samples(kept))


STUDY = Study(
    name="bab/fig4a",
    title="random trees: nodes saved by a larger ε",
    source=SOURCE,
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=draw_readings("epsilon", "depth", "expanded ratio (internal nodes)", "depth ", count="internal"),
    caption="Random trees, b = 4, utilities in [0, 100]: the share of the nodes of alpha-beta (ε = 0) that bounded "
    "alpha-beta expands. As written a child sees its ancestors' window and nothing is cut after a last child; in the "
    "reading closest to print it sees its parent's own bounds only, and there is no such clause.",
    claims=(
        *printed_claims(
            SOURCE,
            "ER at ε = 32",
            [
                (f"depth {depth}", {"depth": depth, "epsilon": 32, "count": "internal"}, er)
                for depth, er in PRINTED.items()
            ],
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: a larger ε, no larger ER",
            SOURCE,
            "increasing ϵ decreases the ER value",
            lambda s, depth: never_rises(s.curve("epsilon", EPSILONS, depth=depth, count="internal", **AS_WRITTEN)),
        ),
        *claims_for(
            READINGS,
            "{}: at ε = 32, the deeper the tree, the smaller ER",
            SOURCE,
            "running BAB with the same ϵ for deeper trees yielded a smaller ER",
            lambda s, reading: always_better(
                [s.curve("depth", pair, epsilon=32, count="internal", **READINGS[reading]) for pair in pairwise(DEPTHS)]
            ),
        ),
    ),
    rows=means,
    summary=shown,
    across="epsilon",
    block=50,
)
