"""When is it better not to look ahead? Chess endgames and chess programs."""

from __future__ import annotations

import ast
from collections.abc import Callable

from overthink.studies.samples import Point
from tests.made_up import Case, MadeUp

Degree = Callable[[Point], float]  # p
STEP = 0.001


def endgames(p: Degree) -> Callable[[Point], float]:
    """Errors at depths 5 and 1, and the mean of their ratios, with this degree of pathology."""

    def value(at: Point) -> float:
        if at["measure"] == "erring" or (at["measure"] == "errors" and at["depth"] == 1):
            return 0.4
        return 0.4 * p(at)

    return value


def kbbk(at: Point) -> bool:
    return bool(at["endgame"] == "KBBK")


def falling(at: Point) -> float:
    """p falls with g, by more than a check can miss."""
    return 0.9 - 0.001 * at["g"]


def depths(third: float) -> Callable[[Point], float]:
    """Errors fall with depth, but for depth 3; the mean of ratios says the same."""

    def value(at: Point) -> float:
        deep, shallow = ast.literal_eval(at.get("pair", "(5, 1)"))
        depth = at["depth"] if at["measure"] == "errors" else deep if at["measure"] == "ratio" else shallow
        return float(0.5 - 0.01 * depth + third * (depth == 3))

    return value


FIG11 = [
    Case(
        "from g = 10 on, depth pays more",
        false=endgames(lambda at: falling(at) + 0.021 * (at["g"] == 120)),
        true=endgames(falling),
    ),
    Case(
        "pathology at some granularity up to 10",
        false=endgames(lambda at: 1.0 - STEP),
        true=endgames(lambda at: 1.0 + STEP * (at["g"] == 7)),
    ),
    Case(
        "and at none above",
        false=endgames(lambda at: 1.0 + STEP if at["g"] == 12 else 0.9),
        true=endgames(lambda at: 1.0 - STEP),
    ),
    Case(
        "KBBK is less pathological than KQKR",
        false=endgames(lambda at: 0.9 + STEP * kbbk(at)),
        true=endgames(lambda at: 0.9 + STEP * kbbk(at) * (1 if at["g"] != 5 else -1)),
    ),
    Case(
        "KQKR is less pathological than KBBK",
        false=endgames(lambda at: 0.9 - STEP * kbbk(at)),
        true=endgames(lambda at: 0.9 - STEP * kbbk(at) * (1 if at["g"] != 5 else -1)),
    ),
    Case(
        "pathology at some granularity of either endgame",
        false=endgames(lambda at: 1.0 - STEP),
        true=endgames(lambda at: 1.0 + STEP * (at["g"] == 40 and kbbk(at))),
    ),
    Case("one pair of depths is pathological and another is not", false=depths(0.0195), true=depths(0.0205)),
    Case(
        "at most granularities of both endgames",
        false=endgames(lambda at: 0.9 if kbbk(at) else 1.1),
        true=endgames(lambda at: 0.9 if kbbk(at) or at["g"] == 2 else 1.1),
    ),
]


def off(number: float, digits: float) -> Callable[[Point], float]:
    return lambda at: number + digits


ENDGAMES = [
    Case("KBBK: b is", false=off(13.52, 0.0051), true=off(13.52, 0.0049)),
    Case("KQKR: b is", false=off(16.93, 0.0051), true=off(16.93, 0.0049)),
    *(
        Case(f"{name}: {measure} is {number}", false=off(number, 0.0051), true=off(number, 0.0049))
        for name, number in (("KBBK", 0.58), ("KQKR", 0.37))
        for measure in (
            "f, all positions",
            "f, won positions",
            "1 - f, all positions",
            "1 - f, won positions",
        )
    ),
    Case("White wins is more than", false=lambda at: 0.95, true=lambda at: 0.9501),
    Case("White wins, White to move is more than", false=lambda at: 0.95, true=lambda at: 0.9501),
    Case("b is lower in KBBK", false=lambda at: 13.0, true=lambda at: 13.0 - 0.001 * kbbk(at)),
    *(
        Case(f"{measure} is higher in KBBK", false=lambda at: 0.5, true=lambda at: 0.5 + 0.001 * kbbk(at))
        for measure in ("f, all positions", "f, won positions")
    ),
]


def engines(spoilt: float, mended: float = 0.0, margin: float = 0.0) -> MadeUp:
    """Right at depth 1, or not, in such shares of positions; the other move is worth as much in so many of them."""

    def value(at: Point) -> float:
        if at["depth"] == 1:
            return 1.0 if not mended else 0.5
        if at["measure"] in ("0", "10") and margin:
            return margin
        return 1.0 - spoilt if not mended else 0.5 + mended - spoilt

    return MadeUp(value, n=200_000)


CHAMPIONS = [
    Case("in 5.5% to 9.2% of positions", false=engines(0.095), true=engines(0.09)),
    Case("in 6.9% to 8.5% of positions", false=engines(0.0875), true=engines(0.083)),
    Case("the move at depth 5 is worth less", false=engines(0.07, margin=0.51), true=engines(0.07, margin=0.49)),
    Case("it is worth as much", false=engines(0.07, margin=0.51), true=engines(0.07, margin=0.1)),
    Case(
        "by every margin, depth 5 spoils more",
        false=engines(0.1, 0.102),
        true=engines(0.102, 0.1),
    ),
    Case(
        "some depth spoils more",
        false=MadeUp(lambda at: 0.5 + STEP * at["depth"], n=10_000),
        true=MadeUp(lambda at: 0.5 - STEP * (at["depth"] == 6), n=10_000),
    ),
]


CASES: dict[str, list[Case]] = {
    "nau/fig11": FIG11,
    "nau/endgame-variants": [
        Case(
            "depth pays more at g = 120",
            false=endgames(lambda at: 0.9 - STEP * (at["g"] == 120 and at["variant"] != "losses count")),
            true=endgames(lambda at: 0.9 - STEP * (at["g"] == 120)),
        ),
        Case(
            "in no variant is there pathology from g = 20 on",
            false=endgames(lambda at: 1.0 if at["g"] == 20 and at["variant"] == "Black to move" else 0.9),
            true=endgames(lambda at: 1.0 - STEP if at["g"] >= 20 else 1.2),
        ),
    ],
    "nau/endgames": ENDGAMES,
    "nau/champions": CHAMPIONS,
}
