"""When is it better not to look ahead? The introduction and sections 2 to 4, drawn trees, graphs and maps."""

from __future__ import annotations

from overthink.studies.samples import Point
from tests.counterexamples.nau_background import except_at
from tests.made_up import Case, MadeUp, Value


def errors(p: Value) -> Value:
    """Mean errors with this degree of pathology: 0.5 in the shallow search, p times as much in the deep one."""
    return lambda at: 0.5 * p(at) if at.get("search") == "deep" or at.get("depth", 1) > 1 else 0.5


def with_s(at: Point) -> float:
    return 0.5 + 0.1 * at["s"]


def shared(at: Point) -> float:
    return 0.5 + 0.1 * at["stride"]


INTRODUCTION = [
    Case(
        "p falls with g",
        false=errors(except_at(lambda at: 1 - 0.01 * at["g"], 0.161, g=32)),
        true=errors(lambda at: 1 - 0.01 * at["g"]),
    ),
    Case(
        "p rises with b",
        false=errors(except_at(lambda at: 1 + 0.1 * at["b"], -0.101, b=4)),
        true=errors(lambda at: 1 + 0.1 * at["b"]),
    ),
    Case(
        "p falls with s",
        false=errors(except_at(lambda at: 1 - 0.2 * at["s"], 0.101, s=1.0)),
        true=errors(lambda at: 1 - 0.2 * at["s"]),
    ),
    Case(
        "more is pathological",
        false=errors(except_at(lambda at: 0.9, 0.09, g=2, b=4, s=0.0)),
        true=errors(except_at(lambda at: 0.9, 0.11, g=2, b=4, s=0.0)),
    ),
]

TREES = [
    Case("every move chosen is right", false=except_at(lambda at: 1.0, -1e-4, s=0.5), true=lambda at: 1.0),
    Case("the higher s,", false=except_at(with_s, -0.026, s=1.0), true=with_s),
]

GRAPHS = [
    Case(
        "depth never decides worse",
        false=except_at(lambda at: 0.1, 0.0104, depth=3, stride=1, b=2),
        true=except_at(lambda at: 0.1, 0.0096, depth=3, stride=1, b=2),
    ),
    Case(
        "none shared",
        false=except_at(lambda at: 0.1 + 0.01 * at["depth"], -0.021, depth=8, b=2),
        true=lambda at: 0.1 + 0.01 * at["depth"],
    ),
    Case(
        "position that it duplicates",
        false=MadeUp(lambda at: 1 - 1e-4, [{"of": "duplicates"}]),
        true=MadeUp(lambda at: 1.0, [{"of": "duplicates"}]),
    ),
    Case("the more successors are shared", false=except_at(shared, -0.101, b=3, stride=3), true=shared),
    Case("graph structure raises", false=except_at(shared, -0.101, b=3, stride=3), true=shared),
]

CLUSTERING = [
    Case(
        "a lower f than Pearl's game",
        false=lambda at: 0.6 + 0.001 * (at["game"] == "kalah") - 0.3 * (at["game"] == "8-puzzle"),
        true=lambda at: 0.6 - 0.001 * (at["game"] in ("kalah", "8-puzzle")),
    ),
]

ONE_PLAYER = [
    Case(
        "with the pessimistic estimate",
        false=errors(lambda at: 0.7995 if at["kind"] == "optimistic" and at["depth"] == 5 and at["b"] == 3 else 0.8),
        true=errors(lambda at: 0.801 if at["kind"] == "optimistic" else 0.8),
    ),
    Case(
        "with monotone estimates",
        false=errors(lambda at: 0.7995 if at["shape"] == "as drawn" and at["depth"] == 5 and at["b"] == 3 else 0.8),
        true=errors(lambda at: 0.801 if at["shape"] == "as drawn" else 0.8),
    ),
]

SPOILT = {"optimistic": 0.2, "pessimistic": 0.1, "Manhattan": 0.2, "manhattan": 0.2, "mirrored": 0.1}
PATHS = [
    Case(
        "noise: p(d, 1) is lower with the pessimistic",
        false=errors(lambda at: 0.7995 if at["heuristic"] == "optimistic" and at["depth"] == 7 else 0.8),
        true=errors(lambda at: 0.801 if at["heuristic"] == "optimistic" else 0.8),
    ),
    Case(
        "noise: p(d, 1) is lower with monotone",
        false=errors(lambda at: 0.7995 if at["heuristic"] == "pessimistic" and at["depth"] == 7 else 0.8),
        true=errors(lambda at: 0.8 - 0.001 * ("monotone" in at["heuristic"])),
    ),
    Case(
        "decisions of the pessimistic estimate",
        false=except_at(lambda at: SPOILT[at["heuristic"]], 0.101, heuristic="pessimistic", depth=5),
        true=lambda at: SPOILT[at["heuristic"]],
    ),
    Case(
        "than of itself",
        false=except_at(lambda at: SPOILT[at["heuristic"]], 0.101, heuristic="mirrored", depth=5),
        true=lambda at: SPOILT[at["heuristic"]],
    ),
    Case(
        "the mirror image gains more",
        false=lambda at: 0.5 + (0.101 if at["heuristic"] == "mirrored" else 0.1) * (at["depth"] == 7),
        true=lambda at: 0.5 + (0.1 if at["heuristic"] == "mirrored" else 0.101) * (at["depth"] > 1),
    ),
]

PUZZLE = [
    Case(
        "p(d, 1) is lower with the pessimistic",
        false=lambda at: 0.5 * (0.7995 if at["heuristic"] == "optimistic" else 0.8) if at["of"] == "deep" else 0.5,
        true=lambda at: 0.5 * (0.801 if at["heuristic"] == "optimistic" else 0.8) if at["of"] == "deep" else 0.5,
    ),
    Case(
        "spoils fewer decisions of the pessimistic",
        false=except_at(lambda at: SPOILT[at["heuristic"]], 0.101, heuristic="pessimistic", sigma=8.0, deep=7),
        true=lambda at: SPOILT[at["heuristic"]],
    ),
    Case(
        "mirror image than of itself",
        false=except_at(lambda at: SPOILT[at["heuristic"]], 0.1, heuristic="mirrored", deep=7),
        true=lambda at: SPOILT[at["heuristic"]],
    ),
    Case(
        "the mirror image gains more",
        false=lambda at: 0.5,
        true=lambda at: 0.5 + 0.001 * (at["of"] == "deep" and at["heuristic"] == "manhattan"),
    ),
]

CASES: dict[str, list[Case]] = {
    "nau/introduction": INTRODUCTION,
    "nau/background-trees": TREES,
    "nau/background-graphs": GRAPHS,
    "nau/background-clustering": CLUSTERING,
    "nau/one-player-trees": ONE_PLAYER,
    "nau/path-finding": PATHS,
    "nau/pessimism": PUZZLE,
}
