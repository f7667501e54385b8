"""Figures 6(a) and 6(b): expanded ratio and actual minimax bound against ε, random trees with chance.

The chosen move happens with p = .8. "Depth = 4" is four moves of players; or two, if chance counts as a ply.
`successors`: as the text has it, chance picks one of the node's b moves whichever was chosen ("shared"); or every move
has b positions of its own ("independent"). As written an expansion is an internal node, as in Figures 4(a) and 6(c);
the printed numbers are near if leaves are counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from overthink.games.random_tree import RandomTree
from overthink.studies.checks import better
from overthink.studies.claim import Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Samples, Setting, grid
from overthink.studies.study import Study
from overthink_papers.bab.common import (
    AS_WRITTEN,
    CLOSEST,
    READINGS,
    WORDS,
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

RATIO, WIDTH = (f"[Atzmon2018] Figure 6({letter})" for letter in "ab")
P, BRANCHING = 0.8, (2, 3, 4, 5)
EPSILONS = (0, 8, 16, 24, 32, 40, 60, 80, 100)
KINDS = ("shared", "independent")
SETTINGS: tuple[Setting, ...] = (
    *(
        {**reading, **setting}
        for setting in grid(b=BRANCHING, successors=KINDS, depth=(4,))
        for reading in READINGS.values()
    ),
    *({**AS_WRITTEN, **setting} for setting in grid(b=BRANCHING, successors=("shared",), depth=(2,))),
)
RATIOS, WIDTHS = {8: 0.79, 24: 0.4}, {0: 0.0, 8: 6.58, 24: 20.71}  # b = 4
SHARED, INDEPENDENT = ({"successors": kind, "depth": 4} for kind in KINDS)
CHANCE_PLIES = {"successors": "shared", "depth": 2}
INTERNAL: Point = {"count": "internal"}
LEAVES: Point = {"count": "leaves"}
WIDTH_READINGS: dict[str, Point] = {
    "as written": {**SHARED, **AS_WRITTEN},
    "independent successors": {**INDEPENDENT, **AS_WRITTEN},
    "chance is a ply": {**CHANCE_PLIES, **AS_WRITTEN},
    "closest reading": {**SHARED, **CLOSEST},
}
RATIO_READINGS: dict[str, Point] = {
    "as written": {**INTERNAL, **SHARED, **AS_WRITTEN},
    "independent successors": {**INTERNAL, **INDEPENDENT, **AS_WRITTEN},
    "chance is a ply": {**INTERNAL, **CHANCE_PLIES, **AS_WRITTEN},
    "leaves counted": {**LEAVES, **SHARED, **AS_WRITTEN},
    "closest reading": {**LEAVES, **SHARED, **CLOSEST},
}
RATIO_WORDS = {
    **WORDS,
    "independent successors": Reading(ReadingKind.OPEN, "every move has positions of its own"),
    "chance is a ply": Reading(ReadingKind.OPEN, "chance counts as a ply: two moves deep"),
    "leaves counted": Reading(ReadingKind.OPEN, "an expansion is a leaf"),
    "closest reading": Reading(
        ReadingKind.CLOSEST,
        "a child sees only its parent's own bounds, a cut may follow a last child, and an expansion is a leaf",
    ),
}
WIDTH_WORDS = {**RATIO_WORDS, **WORDS}
BETWEEN = EPSILONS[1:-1]
TREND = "in general that higher branching factor corresponds to lower ER and higher AMB"
LARGER = "the general trend in which higher ϵ corresponds to lower ER and higher AMB is clearly observed"
NUMBERS = "for branching factor of 4, for ϵ of 0, 8, and 24, the ER is 1, 0.79, and 0.4"
AMBS = "for branching factor of 4, for ϵ of 0, 8, and 24 … the AMB is 0, 6.58, and 20.71"
INCREASE = "for the specific case of ϵ = 80 and branching factor=2 there is a slight increase in ER compared to ϵ = 60"


def instances(setting: Setting, start: int, stop: int, seed: int) -> Iterator[SearchesByEpsilon]:
    """The searches of trees start … stop - 1."""
    for number in range(start, stop):
        shared = setting["successors"] == "shared"
        tree = RandomTree(setting["b"], setting["depth"], P, shared=shared, number=number, seed=seed)
        yield searches(tree, EPSILONS, window=setting["window"], last_child=setting["last_child"])


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return measured(instances(setting, start, stop, seed), EPSILONS)


def at_4(printed: dict[int, float]) -> list[tuple[str, Point, float]]:
    """The numbers that the text gives for b = 4."""
    return [(f"b = 4, ε = {e}", {"b": 4, "epsilon": e}, number) for e, number in printed.items()]


def increase(samples: Samples, where: Point) -> Evidence:
    return better(samples(b=2, epsilon=80, **where), samples(b=2, epsilon=60, **where))


FIG6A = ratio_figure(
    name="bab/fig6a",
    title="random trees with chance: nodes saved by a larger ε",
    source=RATIO,
    draw=draw_readings(
        "epsilon",
        "b",
        "expanded ratio",
        "b = ",
        readings={name: RATIO_READINGS[name] for name in ("as written", "closest reading")},
    ),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the share of the nodes at ε = 0 "
    "that bounded alpha-beta needs. As written: internal nodes. In the reading closest to print, that of Figure 4, "
    "leaves are counted.",
    claims=(
        *printed_claims("ER", NUMBERS, at_4(RATIOS), RATIO_READINGS, RATIO_WORDS),
        *claims_in_readings(
            "{}: at every b, every larger ε, a smaller ER",
            LARGER,
            lambda s, where: steps_down(s, "epsilon", EPSILONS, "b", BRANCHING, **where),
            RATIO_READINGS,
            RATIO_WORDS,
        ),
        *claims_in_readings(
            "{}: at every ε, the larger b, the smaller ER",
            TREND,
            lambda s, where: steps_down(s, "b", BRANCHING, "epsilon", BETWEEN, **where),
            RATIO_READINGS,
            RATIO_WORDS,
        ),
        *claims_in_readings(
            "{}, b = 2: ER is larger at ε = 80 than at ε = 60", INCREASE, increase, RATIO_READINGS, RATIO_WORDS
        ),
    ),
    summary=of_readings(RATIO_READINGS),
)

FIG6B = width_figure(
    name="bab/fig6b",
    title="random trees with chance: how much of ε is used",
    source=WIDTH,
    draw=draw_readings("epsilon", "b", "actual minimax bound U - L", "b = ", successors="shared", depth=4),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the width of the interval that "
    "bounded alpha-beta proves.",
    claims=(
        *printed_claims("AMB", AMBS, at_4(WIDTHS), WIDTH_READINGS, WIDTH_WORDS),
        never_above_epsilon(
            "AMB is never above ε, for any b, successors and reading",
            "Theorem 1 ensures that AMB is no more than ϵ",
        ),
        *claims_in_readings(
            "{}: at every b, every larger ε, a larger AMB",
            LARGER,
            lambda s, where: steps_down(s, "epsilon", EPSILONS[::-1], "b", BRANCHING, **where),
            WIDTH_READINGS,
            WIDTH_WORDS,
        ),
        *claims_in_readings(
            "{}: at every ε, the larger b, the larger AMB",
            TREND,
            lambda s, where: steps_down(s, "b", BRANCHING[::-1], "epsilon", BETWEEN, **where),
            WIDTH_READINGS,
            WIDTH_WORDS,
        ),
    ),
    summary=of_readings(WIDTH_READINGS),
)

STUDY = Study(
    name="bab/chance-trees",
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 300},
    figures=(FIG6A, FIG6B),
    block=30,
)
