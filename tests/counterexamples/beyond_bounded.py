"""Questions of our own about bounded alpha-beta."""

from __future__ import annotations

from overthink.studies.samples import Point
from tests.made_up import Case, Value


def nodes(**numbers: float) -> Value:
    """Nodes of each way to spend ε; of θ = .5 under the name half."""
    return lambda at: numbers["half" if at["spend"] == "0.5" else at["spend"]]


def of_searches(at: Point, **numbers: float) -> float:
    """Nodes by search, and at ε = 32 by its name with _32; 100 elsewhere."""
    name = at["search"].replace(", ", "_").replace(" ", "_") + ("_32" if at["epsilon"] == 32 else "")
    return numbers.get(name, 100.0)


def best_first(by: float) -> Value:
    """Proof-number search needs so many nodes more than alpha-beta."""
    return lambda at: 100.0 + by * (at["search"] == "proof-number")


CASES: dict[str, list[Case]] = {
    "beyond/epsilon-spend": [
        Case("at least 3 times", nodes(uniform=299.0, equal=100.0), nodes(uniform=301.0, equal=100.0)),
        Case(
            "equal parts need fewer nodes than uniform",
            nodes(uniform=99.9, equal=100.0),
            nodes(uniform=100.1, equal=100.0),
        ),
        Case("carrying over what is left", nodes(uniform=99.9, carry=100.0), nodes(uniform=100.1, carry=100.0)),
        Case(
            "equal parts need more nodes than uniform",
            nodes(uniform=100.1, equal=100.0),
            nodes(uniform=99.9, equal=100.0),
        ),
        Case(
            "θ = .5, between",
            nodes(half=100.0, equal=99.9, carry=110.0),
            nodes(half=100.0, equal=100.1, carry=100.1),
        ),
    ],
    "beyond/epsilon-equilibrium": [
        Case(
            "nobody gains more than ε",
            false=lambda at: 1.0 + 1e-6 * (at["tree"] == "random" and at["epsilon"] == 8),
            true=lambda at: 1.0,
        ),
        Case("Max gains 2 ε", false=lambda at: 2.0 - 1e-6, true=lambda at: 2.0),
        Case("somebody gains more than ε", false=lambda at: 1.0, true=lambda at: 1.0 + 1e-6),
        Case("somebody gains something", false=lambda at: 0.0, true=lambda at: 1e-6),
    ],
    "beyond/bounded-search": [
        Case(
            "a table alone",
            false=lambda at: of_searches(at, as_written_32=99.9),
            true=lambda at: of_searches(at, as_written_32=100.1),
        ),
        Case(
            "ε = 32 still saves a third",
            false=lambda at: of_searches(at, table=149.0),
            true=lambda at: of_searches(at, table=151.0),
        ),
        Case(
            "with a table, equal parts need more",
            false=lambda at: of_searches(at, table_equal_parts_32=99.9),
            true=lambda at: of_searches(at, table_equal_parts_32=100.1),
        ),
        Case(
            "likeliest first saves a third",
            false=lambda at: of_searches(at, as_written=149.0),
            true=lambda at: of_searches(at, as_written=151.0),
        ),
        Case(
            "exactly the nodes of Star1",
            false=lambda at: of_searches(at, star1=100.0 + (at["successors"] == "shared")),
            true=lambda at: 100.0,
        ),
        Case(
            "Star2 needs fewer nodes",
            false=lambda at: of_searches(at, star2=100.1),
            true=lambda at: of_searches(at, star2=99.9),
        ),
    ],
    "beyond/bounded-scout": [
        Case(
            "never wider than ε",
            false=lambda at: at["epsilon"] + 1e-6 * (at["epsilon"] == 24),
            true=lambda at: at["epsilon"],
        ),
        Case(
            "every larger ε needs fewer",
            false=lambda at: 100 - at["epsilon"] + 8.001 * (at["epsilon"] == 24),
            true=lambda at: 100 - 0.001 * at["epsilon"],
        ),
        Case(
            "and than alpha-beta that cuts",
            false=lambda at: 100.0 + 0.1 * (at["search"] == "scout"),
            true=lambda at: 100.0 - 0.1 * (at["search"] == "scout"),
        ),
        Case(
            "SCOUT needs fewer",
            false=lambda at: 100.0 + 0.1 * (at["search"] == "scout"),
            true=lambda at: 100.0 - 0.1 * (at["search"] == "scout"),
        ),
        Case(
            "SCOUT needs more",
            false=lambda at: 100.0 - 0.1 * (at["search"] == "scout"),
            true=lambda at: 100.0 + 0.1 * (at["search"] == "scout"),
        ),
    ],
    "beyond/bounded-proof-number": [
        Case(
            "never wider than ε",
            false=lambda at: at["epsilon"] * (at["count"] == "width") + 1e-6 * (at["count"] == "outside"),
            true=lambda at: at["epsilon"] * (at["count"] == "width"),
        ),
        Case("expands fewer nodes", false=best_first(0.1), true=best_first(-0.1)),
        Case("sees fewer leaves", false=best_first(0.1), true=best_first(-0.1)),
        Case("expands more nodes", false=best_first(-0.1), true=best_first(0.1)),
        Case(
            "ε = 64 saves",
            false=lambda at: 100.0 + 0.1 * (at["epsilon"] == 64),
            true=lambda at: 100.0 - 0.1 * (at["epsilon"] == 64),
        ),
    ],
}
