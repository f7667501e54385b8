"""Figures 6(a) and 6(b): expanded ratio and actual minimax bound against ε, random trees with chance, four moves deep.

Chance is no ply. The chosen move happens with p = .8. `successors`: as the text has it, chance picks one of the node's
b moves whichever was chosen ("shared"); or every move has b positions of its own ("independent").
"""

from __future__ import annotations

from collections.abc import Iterator

from overthink.games.random_tree import RandomTree
from overthink.studies.checks import better, claims_for, never_rises
from overthink.studies.engine.study import Cell, Claim, Point, Setting, Study, grid
from overthink.studies.experiments.bounded import Searches, searches
from overthink.studies.papers.bab.common import (
    AS_WRITTEN,
    READINGS,
    always_falls,
    always_rises,
    draw_readings,
    measured,
    never_above_epsilon,
    printed_claims,
    ratio_figure,
    selected,
    width_figure,
)

RATIO, WIDTH = (f"[Atzmon2018] Figure 6({letter})" for letter in "ab")
DEPTH, P, BRANCHING = 4, 0.8, (2, 3, 4, 5)
EPSILONS = (0, 8, 16, 24, 32, 40, 60, 80, 100)
KINDS = ("shared", "independent")
SETTINGS: tuple[Setting, ...] = tuple(
    {**reading, **setting} for setting in grid(b=BRANCHING, successors=KINDS) for reading in READINGS.values()
)
RATIOS, WIDTHS = {8: 0.79, 24: 0.4}, {0: 0.0, 8: 6.58, 24: 20.71}  # b = 4
LEAVES: Point = {"count": "leaves"}
WRITTEN = {"successors": "shared", **AS_WRITTEN}
TREND = "in general that higher branching factor corresponds to lower ER and higher AMB"


def instances(setting: Setting, start: int, stop: int, seed: int) -> Iterator[Searches]:
    """The searches of trees start … stop - 1."""
    for number in range(start, stop):
        tree = RandomTree(setting["b"], DEPTH, P, shared=setting["successors"] == "shared", number=number, seed=seed)
        yield searches(tree, EPSILONS, window=setting["window"], last_child=setting["last_child"])


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return measured(instances(setting, start, stop, seed), EPSILONS)


def in_print(what: str, printed: dict[int, float], where: Point) -> tuple[Claim, ...]:
    """The numbers that the text gives for b = 4."""
    lines = [
        (f"b = 4, {kind} successors, ε = {e}", {"b": 4, "successors": kind, "epsilon": e, **where}, number)
        for kind in KINDS
        for e, number in printed.items()
    ]
    return printed_claims(what, lines)


FIG6A = ratio_figure(
    name="bab/fig6a",
    title="random trees with chance: nodes saved by a larger ε",
    source=RATIO,
    draw=draw_readings("epsilon", "b", "expanded ratio (leaves)", "b = ", successors="shared", **LEAVES),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the share of the leaves at ε = 0 "
    "that bounded alpha-beta looks at. The readings are those of Figure 4.",
    claims=(
        *in_print("ER", RATIOS, LEAVES),
        *claims_for(
            BRANCHING,
            "as written, b = {}: a larger ε, no larger ER",
            "higher ϵ corresponds to lower ER",
            lambda s, b: never_rises(s.curve("epsilon", EPSILONS, b=b, **LEAVES, **WRITTEN)),
        ),
        *claims_for(
            (8, 24, 60),
            "as written, ε = {}: the larger b, the smaller ER",
            TREND,
            lambda s, epsilon: always_falls(s, "b", BRANCHING, epsilon=epsilon, **LEAVES, **WRITTEN),
        ),
        Claim(
            "as written, b = 2: ER is larger at ε = 80 than at ε = 60",
            "for the specific case of ϵ = 80 and branching factor=2 there is a slight increase in ER",
            lambda s: better(s(b=2, epsilon=80, **LEAVES, **WRITTEN), s(b=2, epsilon=60, **LEAVES, **WRITTEN)),
        ),
    ),
    summary=selected(**LEAVES),
)

FIG6B = width_figure(
    name="bab/fig6b",
    title="random trees with chance: how much of ε is used",
    source=WIDTH,
    draw=draw_readings("epsilon", "b", "actual minimax bound U - L", "b = ", successors="shared"),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the width of the interval that "
    "bounded alpha-beta proves.",
    claims=(
        *in_print("AMB", WIDTHS, {}),
        never_above_epsilon(
            "AMB is never above ε, for any b, successors and reading",
            "Theorem 1 ensures that AMB is no more than ϵ",
        ),
        *claims_for(
            BRANCHING,
            "as written, b = {}: the larger ε, the larger AMB",
            "higher ϵ corresponds to lower ER and higher AMB",
            lambda s, b: always_rises(s, "epsilon", EPSILONS, b=b, **WRITTEN),
        ),
        *claims_for(
            (8, 24, 60),
            "as written, ε = {}: the larger b, the larger AMB",
            TREND,
            lambda s, epsilon: always_rises(s, "b", BRANCHING, epsilon=epsilon, **WRITTEN),
        ),
    ),
)

STUDY = Study(
    name="bab/chance-trees",
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 300},
    figures=(FIG6A, FIG6B),
    block=30,
    formerly=("bab/fig6a", "bab/fig6b"),
)
