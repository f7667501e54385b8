"""Figure 6(a): expanded ratio against ε on random trees with chance, four moves deep.

Chance is no ply. The chosen move happens with p = .8. `successors`: as the text has it, chance picks one of the node's
b moves whichever was chosen ("shared"); or every move has b positions of its own ("independent").
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from overthink.games.random_tree import RandomTree
from overthink.studies.bab.common import COUNTS, READINGS, claims_for, draw_readings, printed_claims, ratios
from overthink.studies.bounded import Searches, searches
from overthink.studies.checks import always_better, better, never_rises
from overthink.studies.study import Cell, Claim, Point, Row, Samples, Setting, Study, grid, means

SOURCE = "[Atzmon2018] Figure 6(a)"
DEPTH, P, BRANCHING = 4, 0.8, (2, 3, 4, 5)
EPSILONS = (0, 8, 16, 24, 32, 40, 60, 80, 100)
SETTINGS: tuple[Setting, ...] = tuple(
    {**reading, **setting}
    for setting in grid(b=BRANCHING, successors=("shared", "independent"))
    for reading in READINGS.values()
)
PRINTED = {8: 0.79, 24: 0.4}  # b = 4


def instances(setting: Setting, first: int, last: int, seed: int) -> Iterator[Searches]:
    """The searches of trees first … last - 1; Figure 6(b) is about the same."""
    for number in range(first, last):
        tree = RandomTree(setting["b"], DEPTH, P, shared=setting["successors"] == "shared", number=number, seed=seed)
        yield searches(tree, EPSILONS, window=setting["window"], last_child=setting["last_child"])


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    """ER of every instance, for every ε, of internal nodes, of leaves and of both."""
    points: list[Point] = [{"epsilon": epsilon, "count": count} for count in COUNTS for epsilon in EPSILONS]
    found = [ratios(searched, EPSILONS) for searched in instances(setting, first, last, seed)]
    return points, np.array([[er[p["epsilon"], p["count"]] for er in found] for p in points])


def shown(samples: Samples) -> list[Row]:
    """Leaves, in the two readings."""
    return means(Samples(samples.select(count="leaves")))


WRITTEN = {"successors": "shared", "count": "leaves", **READINGS["as written"]}

STUDY = Study(
    name="bab/fig6a",
    title="random trees with chance: nodes saved by a larger ε",
    source=SOURCE,
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 300},
    draw=draw_readings("epsilon", "b", "expanded ratio (leaves)", "b = ", successors="shared", count="leaves"),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the share of the leaves at ε = 0 "
    "that bounded alpha-beta looks at. The readings are those of Figure 4.",
    claims=(
        *printed_claims(
            SOURCE,
            "ER",
            [
                (
                    f"b = 4, {kind} successors, ε = {e}",
                    {"b": 4, "successors": kind, "count": "leaves", "epsilon": e},
                    er,
                )
                for kind in ("shared", "independent")
                for e, er in PRINTED.items()
            ],
        ),
        *claims_for(
            BRANCHING,
            "as written, b = {}: a larger ε, no larger ER",
            SOURCE,
            "higher ϵ corresponds to lower ER",
            lambda s, b: never_rises(s.curve("epsilon", EPSILONS, b=b, **WRITTEN)),
        ),
        *claims_for(
            (8, 24, 60),
            "as written, ε = {}: the larger b, the smaller ER",
            SOURCE,
            "in general that higher branching factor corresponds to lower ER and higher AMB",
            lambda s, epsilon: always_better(
                [s.curve("b", pair, epsilon=epsilon, **WRITTEN) for pair in pairwise(BRANCHING)]
            ),
        ),
        Claim(
            "as written, b = 2: ER is larger at ε = 80 than at ε = 60",
            SOURCE,
            "for the specific case of ϵ = 80 and branching factor=2 there is a slight increase in ER",
            lambda s: better(s(b=2, epsilon=80, **WRITTEN), s(b=2, epsilon=60, **WRITTEN)),
        ),
    ),
    rows=means,
    summary=shown,
    across="epsilon",
    block=30,
)
