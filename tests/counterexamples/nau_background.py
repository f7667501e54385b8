"""When is it better not to look ahead? Abstract and sections 1 to 4, exact models."""

from __future__ import annotations

import math

from overthink.studies.samples import Point
from tests.made_up import Case, Value


def except_at(line: Value, change: float, **where: object) -> Value:
    """The same numbers, changed where all of these columns fit."""

    def value(at: Point) -> float:
        return line(at) + change * all(at.get(name) == wanted for name, wanted in where.items())

    return value


def rising(at: Point) -> float:
    return 0.1 + 0.01 * at["depth"]


def falling(at: Point) -> float:
    return 0.4 - 0.01 * at["depth"]


def deeper_worse(at: Point) -> float:
    return 0.1 + 0.001 * (at["depth"] > 1)


def by_parity(at: Point) -> float:
    return 0.1 + 0.01 * at["depth"] + 0.05 * (at["depth"] % 2)


def needed(at: Point) -> float:
    """5 b granularities are needed."""
    return 0.2 if at["of"] == "deep" and at["g"] < 5 * at["b"] else 0.1


def in_pearls_game(at: Point) -> float:
    """Pathological from b = 4 on, at every pair of depths."""
    return 0.3 + 0.01 * at["depth"] * (1 if at["b"] >= 4 else -1)


ERRORS = [
    Case("in some models", false=except_at(deeper_worse, -0.001, depth=9), true=deeper_worse),
    Case("need not decide better", false=except_at(deeper_worse, -0.001, depth=9), true=deeper_worse),
    Case("than every shallower one", false=except_at(rising, -0.0101, depth=6, b=3, e=0.1, g=4), true=rising),
    Case("of the same parity", false=except_at(by_parity, -0.0201, depth=7, b=3, e=0.1, g=4), true=by_parity),
    Case("two values:", false=except_at(deeper_worse, -0.001, depth=2, b=2, e=0.3), true=deeper_worse),
    Case(
        "so for most others",
        false=lambda at: 0.1 + 0.01 * min(at["depth"], 3),
        true=lambda at: 0.1 + 0.01 * min(at["depth"], 4),
    ),
    Case(
        "every evaluator is pathological",
        false=except_at(deeper_worse, -0.001, b=20, depth=5, e=0.01, g=16),
        true=lambda at: 0.1 + 0.001 * (at["depth"] > 1) * (at["b"] >= 5),
    ),
    Case(
        "Max's move leaves fewer",
        false=lambda at: 0.5 - 0.1 * ("after" in at["of"] and not ("Min" in at["of"] and at["b"] == 2)),
        true=lambda at: 0.5 - 0.001 * ("after" in at["of"]),
    ),
    Case(
        "the larger b or d is",
        false=lambda at: 0.01 * at["depth"] + 0.001 * at["b"] - 0.0011 * (at["b"] == 3),
        true=lambda at: 0.01 * at["depth"] + 0.001 * at["b"],
    ),
    Case(
        "at the largest b and d",
        false=lambda at: 0.5,
        true=lambda at: 0.5 + 0.001 * (at["b"] == 20 and at["depth"] == 9),
    ),
]

BEAL = [
    Case(
        "every level adds about",
        false=lambda at: 0.89 * at["depth"] * math.log(at["b"]) / 0.01,
        true=lambda at: 0.91 * at["depth"] * math.log(at["b"]) / 0.01,
    ),
    Case(
        "by about log b",
        false=lambda at: (0.89 * math.log(at["b"])) ** at["depth"],
        true=lambda at: (0.91 * math.log(at["b"])) ** at["depth"],
    ),
    Case(
        "give or take a quarter",
        false=lambda at: (0.74 * math.log(at["b"])) ** at["depth"],
        true=lambda at: (0.76 * math.log(at["b"])) ** at["depth"],
    ),
    Case(
        "the factor is the same",
        false=lambda at: 2.0 ** at["depth"] * (1.011 if at["depth"] == 4 and at["b"] == 300 else 1.0),
        true=lambda at: 2.0 ** at["depth"] * (1.009 if at["depth"] == 4 else 1.0),
    ),
]

PEARL = [
    Case("for some depths", false=lambda at: 0.1, true=lambda at: 0.1 + 0.001 * (at["b"] == 8 and at["depth"] == 4)),
    Case(
        "the larger b, the more pairs",
        false=except_at(in_pearls_game, -0.0101, b=8, height=5, depth=3),
        true=in_pearls_game,
    ),
    Case("for all pairs of depths", false=except_at(rising, -0.0101, b=2, depth=10), true=rising),
    Case("of the same parity", false=except_at(by_parity, -0.0201, b=2, depth=10), true=by_parity),
    Case("p > 1 on average", false=lambda at: 0.1, true=lambda at: 0.1 + 0.0001 * at["depth"]),
]

GRANULARITY = [
    Case(
        "the larger b, the more granularity",
        false=lambda at: needed({**at, "b": min(at["b"], 6)}),
        true=needed,
    ),
    Case(
        "the smaller g,", false=except_at(lambda at: 1 / at["g"], 0.0161, g=64, b=5, e=0.1), true=lambda at: 1 / at["g"]
    ),
    Case(
        "won or lost: pathology",
        false=lambda at: 0.1 + 0.001 * (at["of"] == "deep" and (at["g"], at["b"], at["e"]) != (64, 2, 0.3)),
        true=lambda at: 0.1 + 0.001 * (at["of"] == "deep"),
    ),
    Case(
        "a high granularity prevents",
        false=lambda at: 0.2 if at["of"] == "deep" and at["b"] == 8 else 0.1,
        true=needed,
    ),
]

SIMILARITY = [
    Case(
        "Beal: with enough",
        false=lambda at: 0.1,
        true=lambda at: 0.1 - 0.001 * at["depth"] * (at["model"] == "Beal, 0.9 alike"),
    ),
    Case(": no depth decides worse", false=except_at(falling, 0.02, depth=3, b=2), true=falling),
    Case("every depth decides worse", false=except_at(rising, -0.02, depth=3, b=2), true=rising),
]

RELIABLE = [
    Case("the error of the root's value falls", false=except_at(falling, 0.0201, depth=8, b=5), true=falling),
    Case("deeper searches decide better", false=except_at(falling, 0.0201, depth=8, b=5), true=falling),
    Case(
        "the more often siblings",
        false=lambda at: 0.5 + 0.1 * at["share"] - 0.0201 * (at["share"] == 0.9 and at["b"] == 2),
        true=lambda at: 0.5 + 0.1 * at["share"],
    ),
]

MATERIAL = [
    Case("spread with depth", false=except_at(rising, -0.0201, depth=8, b=3, step=2), true=rising),
    Case("extreme values are more frequent", false=except_at(rising, -0.0201, depth=8, b=3, step=2), true=rising),
    Case("wrong less often", false=except_at(falling, 0.0201, depth=8, b=3, step=2), true=falling),
    Case("deeper searches decide better", false=except_at(falling, 0.0201, depth=8, b=3, step=2), true=falling),
    Case("root's value falls with depth", false=except_at(falling, 0.0201, depth=8, b=3, step=2), true=falling),
    Case("deeper searches decide worse", false=except_at(rising, -0.06, depth=8, b=3, step=2), true=rising),
    Case("the error of the root's value grows", false=except_at(rising, -0.06, depth=8, b=3, step=2), true=rising),
]

THRESHOLD = [
    Case("utilities are further", false=except_at(rising, -0.0101, depth=10, b=3, sigma=0.3), true=rising),
    Case("ever narrower", false=except_at(rising, -0.0101, depth=10, b=3, sigma=0.3), true=rising),
    Case("same side", false=except_at(falling, 0.0101, depth=10, b=3, sigma=0.3), true=falling),
    Case("mistakes are rarer", false=except_at(falling, 0.0101, depth=10, b=3, sigma=0.3), true=falling),
    Case("deeper searches decide better", false=except_at(falling, 0.0201, depth=10, b=2, sigma=0.1), true=falling),
    Case("no pathology", false=except_at(falling, 0.0201, depth=10, b=2, sigma=0.1), true=falling),
]

FIG1 = [
    Case("has 3 equal pairs", false=lambda at: float(at["equal"] == 2), true=lambda at: float(at["equal"] == 3)),
    Case("has more", false=lambda at: float(at["equal"] == 4), true=lambda at: float(at["equal"] == 3)),
]

CASES: dict[str, list[Case]] = {
    "nau/background-errors": ERRORS,
    "nau/background-beal": BEAL,
    "nau/background-pearl": PEARL,
    "nau/background-granularity": GRANULARITY,
    "nau/background-similarity": SIMILARITY,
    "nau/background-reliable": RELIABLE,
    "nau/background-material": MATERIAL,
    "nau/background-threshold": THRESHOLD,
    "nau/background-fig1": FIG1,
}
