"""When is it better not to look ahead? Kalah and the 8-puzzle."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from overthink.core.estimate import Sample
from overthink.studies.samples import Point, Samples
from tests.made_up import Case, MadeUp

POSITIONS = 181_439  # of the 8-puzzle
Degree = Callable[[Point], float]  # p
STEP = 0.001


def kalah(p: Degree) -> Callable[[Point], float]:
    return lambda at: 0.3 * p(at) if at["depth"] == 5 else 0.3


def share_above(count: int) -> Callable[[Point], float]:
    """p is above 1 at so many of the 14 granularities."""
    order = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50)
    return kalah(lambda at: 1.0 + STEP * (1 if order.index(at["g"]) < count else -1))


FIG12 = [
    Case("b = 6: pathology at most", false=share_above(7), true=share_above(8)),
    Case("b = 6: pathology at almost every", false=share_above(12), true=share_above(13)),
    Case(
        "b = 5: pathology at small",
        false=kalah(lambda at: 1.0 - STEP * (at["g"] == 5)),
        true=kalah(lambda at: 1.0 + STEP),
    ),
    Case(
        "b = 5: none at large ones",
        false=kalah(lambda at: 0.9 + 0.11 * (at["g"] == 40)),
        true=kalah(lambda at: 0.99),
    ),
    Case("b = 4: pathology at g = 3", false=kalah(lambda at: 1.0 - STEP), true=kalah(lambda at: 1.0 + STEP)),
    Case(
        "b = 4: none from g = 4 on",
        false=kalah(lambda at: 0.9 + 0.11 * (at["g"] == 10)),
        true=kalah(lambda at: 0.99),
    ),
    Case(
        "p falls more from g = 3 to 15 than from 15 to 50",
        false=kalah(lambda at: {3: 1.2, 15: 1.1005, 50: 1.0}[at["g"]]),
        true=kalah(lambda at: {3: 1.2, 15: 1.0995, 50: 1.0}[at["g"]]),
    ),
    Case(
        "p is all but the same at g = 30 and 50",
        false=kalah(lambda at: 0.8 + 0.101 * (at["g"] == 30 and at["pits"] == 5)),
        true=kalah(lambda at: 0.8 + 0.099 * (at["g"] == 30)),
    ),
    Case(
        "p is larger at b = 6 than at b = 4",
        false=kalah(lambda at: 1.0 + 0.1 * (at["pits"] == 6) * (at["g"] != 12) - STEP * (at["pits"] == 6)),
        true=kalah(lambda at: 1.0 + STEP * (at["pits"] == 6)),
    ),
    Case(
        "pathology at some b and granularity",
        false=kalah(lambda at: 0.99),
        true=kalah(lambda at: 0.99 + 0.02 * (at["pits"] == 5 and at["g"] == 8)),
    ),
    Case(
        "at most b and granularities there is none",
        false=kalah(lambda at: 0.98 if at["pits"] == 4 or (at["pits"] == 5 and at["g"] <= 10) else 1.02),
        true=kalah(lambda at: 0.98 if at["pits"] == 4 or (at["pits"] == 5 and at["g"] <= 12) else 1.02),
    ),
]


class Boards(Samples):
    """Boards with evenly spread clustering factors; p is given by f, b and g."""

    def __init__(self, p: Callable[[Sample, Point], Sample]):
        super().__init__([])
        self.p = p

    def __call__(self, **where: object) -> Sample:
        f = np.linspace(0.26, 0.49, 3000)
        if where.get("measured") == "f":
            return f
        return 0.3 * self.p(f, where) if where["depth"] == 5 else np.full(len(f), 0.3)


def thirds(middle: float) -> Boards:
    """p is 1, 1.1 and 1.2 in the thirds of boards, but for the middle third at b = 5 and g = 30."""

    def p(f: Sample, at: Point) -> Sample:
        second = middle if (at["pits"], at["g"]) == (5, 30) else 1.1
        return np.repeat([1.0, second, 1.2], len(f) // 3)

    return Boards(p)


def ends(highest: float) -> Boards:
    """p is 1 in the lower two thirds of boards, and so much in the highest at b = 5 and g = 30."""

    def p(f: Sample, at: Point) -> Sample:
        return np.repeat([1.0, 1.0, highest if (at["pits"], at["g"]) == (5, 30) else 1.2], len(f) // 3)

    return Boards(p)


FIG13 = [
    Case("with the highest f than in that with the lowest", false=ends(0.996), true=ends(1.004)),
    Case("from the lowest to the highest", false=thirds(0.996), true=thirds(1.004)),
    Case(
        "at equal f, p is on the whole larger",
        false=Boards(lambda f, at: np.full(len(f), 1.0 - 0.01 * (at["pits"] == 6 and at["g"] == 30))),
        true=Boards(lambda f, at: np.full(len(f), 1.0 + 0.01 * (at["pits"] == 6))),
    ),
]


def puzzle(p: Degree) -> Callable[[Point], float]:
    return lambda at: 0.4 if at["measure"] in ("shallow", "erring") else 0.4 * p(at)


FIG14 = [
    *(
        Case(
            f"{heuristic}: depth pays more at g = 60",
            false=puzzle(lambda at: 1.0 + STEP * (at["g"] == 60)),
            true=puzzle(lambda at: 1.0 - STEP * (at["g"] == 60)),
        )
        for heuristic in ("noise", "manhattan")
    ),
    Case(
        "no step of granularity makes depth pay less",
        false=puzzle(lambda at: 1.0 + 0.021 * (at["g"] == 3)),
        true=puzzle(lambda at: 1.0 + 0.019 * (at["g"] == 3)),
    ),
    Case(
        "pathological at some granularity below 20",
        false=puzzle(lambda at: 1.0 - STEP),
        true=puzzle(lambda at: 1.0 + STEP * (at["g"] == 8)),
    ),
    Case(
        "with noise it is not from g = 20 on",
        false=puzzle(lambda at: 0.9 + 0.101 * (at["g"] == 25)),
        true=puzzle(lambda at: 1.0 - STEP),
    ),
    Case(
        "with Manhattan distance it is at no granularity",
        false=puzzle(lambda at: 0.9 + 0.1 * (at["g"] == 5)),
        true=puzzle(lambda at: 1.0 - STEP),
    ),
    Case(
        "at most granularities of both functions",
        false=puzzle(lambda at: 0.9 if at["heuristic"] == "manhattan" else 1.1),
        true=puzzle(lambda at: 0.9 if at["heuristic"] == "manhattan" or at["g"] == 2 else 1.1),
    ),
]


def positions(value: Callable[[Point], float]) -> MadeUp:
    """Of all positions of the puzzle."""
    return MadeUp(value, n=POSITIONS)


def shares(better: float, worse: float, equal: float) -> MadeUp:
    return positions(lambda at: {"better": better, "worse": worse, "equal": equal}[at["outcome"]])


def pairs(off: float) -> MadeUp:
    """(7, 1) has the percentages of (5, 1) but for so much of one."""
    printed = {"better": 0.31, "worse": 0.197, "equal": 0.493}
    return positions(
        lambda at: (
            printed[at["outcome"]]
            + (off if at["deep"] == 7 and at["outcome"] == "better" else 0.1 if at["deep"] in (3, 6) else 0.0)
        )
    )


PUZZLE = [
    Case("decides better than one to depth 1", false=shares(0.3106, 0, 0), true=shares(0.3104, 0, 0)),
    Case("decides worse than one to depth 1 in", false=shares(0, 0.1976, 0), true=shares(0, 0.1974, 0)),
    Case("decides as well as one to depth 1", false=shares(0, 0, 0.4924), true=shares(0, 0, 0.4926)),
    Case("in some positions depth 5 decides worse", false=shares(0, 0, 1), true=shares(0, 0.001, 1)),
    Case("each have other percentages", false=pairs(0.0004), true=pairs(0.0006)),
    Case(
        "in fewer than half of the positions",
        false=positions(lambda at: 0.5 if at["deep"] == 3 else 0.3),
        true=positions(lambda at: 0.4999),
    ),
]


def sides(gap: float, deep: int = 5) -> Callable[[Point], float]:
    """The optimistic estimate is above the pessimistic one by so much at one depth, and by more at the others."""
    return lambda at: (
        0.3 + ((gap if at["deep"] == deep else 0.1) if at["heuristic"] in ("optimistic", "manhattan") else 0)
    )


def growth(gap: float) -> Callable[[Point], float]:
    """The errors of Manhattan distance grow by so much more with depth than those of its mirror image."""
    return lambda at: 0.3 + (gap if at["heuristic"] == "manhattan" and at["of"] == "deep" else 0.0)


def degree(gap: float) -> Callable[[Point], float]:
    def value(at: Point) -> float:
        if at["of"] == "shallow":
            return 0.3
        return 0.3 * (0.8 + ((gap if at["deep"] == 5 else 0.1) if at["heuristic"] == "optimistic" else 0.0))

    return value


PESSIMISM = [
    Case("p(d, 1) is lower with the pessimistic", false=degree(-STEP), true=degree(STEP)),
    Case("depth spoils fewer decisions of the pessimistic", false=sides(-STEP), true=sides(STEP)),
    Case("depth spoils fewer decisions of Manhattan", false=sides(-STEP), true=sides(STEP)),
    Case("the mirror image gains more", false=growth(0.0), true=growth(STEP)),
]


def off(number: float, digits: float) -> Callable[[Point], float]:
    return lambda at: number + digits


CASES: dict[str, list[Case]] = {
    "nau/pessimism": PESSIMISM,
    "nau/fig12": FIG12,
    "nau/fig13": FIG13,
    "nau/fig14": FIG14,
    "nau/puzzle": PUZZLE,
    "nau/puzzle-factors": [
        Case("b is 2.67", false=off(2.67, 0.0051), true=off(2.67, 0.0049)),
        Case("f is 0.73", false=off(0.73, 0.0051), true=off(0.73, 0.0049)),
    ],
}
