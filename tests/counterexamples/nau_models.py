"""When is it better not to look ahead? Variations on the models, and what is exact."""

from __future__ import annotations

from overthink.studies.samples import Point
from overthink_papers.nau.variations import on_real
from tests.counterexamples.nau_surfaces import Border, Degree, grid_of, with_border
from tests.made_up import Case, MadeUp

SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
VARIANTS = (
    "bottom-up", "bottom-up, even mixing", "sigma 0.05", "sigma 0.2", "flat noise", "peaked noise", "skewed noise",
)  # fmt: skip


def in_both(bs: tuple[int, ...], column: str, names: tuple[str, ...], border: Border) -> MadeUp:
    """The same border with noise on buckets and on real utilities."""
    points = grid_of(bs, SIMILARITIES, **{column: (*names, *map(on_real, names))})
    return with_border(points, lambda at: border({**at, column: at[column].removesuffix(on_real(""))}))


def variants(border: Border) -> MadeUp:
    return in_both((2, 6), "variant", VARIANTS, border)


def steady(at: Point) -> int:
    return int(14 - 10 * at["s"] + (at["b"] == 6))


def mixing(low: int, other: int = 0) -> MadeUp:
    """With even mixing 14 at s = 0 and 4 at s = 1; at s = 0.2 as many, and with the other mixing more."""

    def border(at: Point) -> int:
        if at["s"] != 0.2:
            return steady({**at, "b": 2})
        return low if at["variant"] == "bottom-up, even mixing" else low + other

    return variants(border)


FACTORS = [
    Case(
        "at every branching factor, less granularity is needed at s = 1 than at s = 0",
        false=variants(lambda at: 9 if at["b"] == 6 else steady(at)),
        true=variants(steady),
    ),
    Case(
        "at every similarity, more granularity is needed at b = 6 than at b = 2",
        false=variants(lambda at: steady(at) - (at["b"] == 6 and at["s"] == 0.4)),
        true=variants(steady),
    ),
    Case(
        "less granularity is needed at s = 1 than at s = 0, at every b",
        false=variants(lambda at: 9 if at["b"] == 6 else steady(at)),
        true=variants(steady),
    ),
    Case(
        ": more granularity is needed at b = 6 than at b = 2, at every s",
        false=variants(lambda at: steady(at) - (at["b"] == 6 and at["s"] == 0.4)),
        true=variants(steady),
    ),
    Case("at s = 0.2 most of the way", false=mixing(9), true=mixing(8)),
    Case("at s = 0.2 more granularity is needed than", false=mixing(8, 0), true=mixing(8, 1)),
]


def pairs(border: Border) -> MadeUp:
    return in_both((2, 3, 4, 5), "pair", ("(5, 1)", "(6, 2)", "(7, 1)", "(6, 1)"), border)


def sixth(apart: int) -> MadeUp:
    """At b = 3 and s = 0, (6, 1) needs so much more than (5, 1), and (7, 1) needs 2 more."""
    return pairs(
        lambda at: 9 + ({"(6, 1)": 3 if at["b"] != 3 else apart, "(7, 1)": 2}.get(at["pair"], 0) if at["s"] == 0 else 0)
    )


DEPTH_PAIRS = [
    Case(
        "at every branching factor, less",
        false=pairs(lambda at: 9 if at["b"] == 5 else steady(at)),
        true=pairs(steady),
    ),
    Case(
        "at every similarity, more",
        false=pairs(lambda at: 14 - (at["b"] == 5 and at["s"] == 0.4)),
        true=pairs(lambda at: 14 + (at["b"] == 5)),
    ),
    Case(
        "even against odd",
        false=pairs(steady),
        true=pairs(lambda at: steady(at) + ((at["pair"], at["b"], at["s"]) == ("(6, 1)", 4, 0.2))),
    ),
    Case("(6, 1) stands apart", false=sixth(2), true=sixth(3)),
]


def exact(p: Degree, off: float = 0.0) -> MadeUp:
    """Exact errors with this degree of pathology; simulated ones are off by so much."""
    points = grid_of(
        (2, 3, 4), ("-",), reading=("real", "bucketed", "bucket-middle"), law=("exact",), search=("deep", "shallow"),
        g=range(2, 20),
    )  # fmt: skip

    def value(at: Point) -> float:
        error = 0.4 * (p(at) if at["search"] == "deep" else 1.0)
        return error + off * (at["law"] == "simulated")

    return MadeUp(value, points, 40)


def exact_border(border: Border) -> MadeUp:
    return exact(lambda at: 1.5 if at["g"] < border(at) else 0.5)


def exact_far(far: float) -> MadeUp:
    """The boundary is at g = 6; from b = 3 to 4 the points on either side part by so much more."""
    return exact(lambda at: 1.2 + {2: 0.0, 3: 0.1, 4: 0.1 + far}[at["b"]] if at["g"] < 6 else 0.8)


EXACT = [
    Case(
        "with two values there is pathology",
        false=exact(lambda at: 1.0 if at["b"] == 3 else 2.0),
        true=exact(lambda at: 1.0001 if at["b"] == 3 else 2.0),
    ),
    Case(
        "the granularity needed rises at every step of b",
        false=exact_border(lambda at: 4 + min(at["b"], 3)),
        true=exact_border(lambda at: 4 + at["b"]),
    ),
    Case(
        "all pathological granularities are below all others",
        false=exact(lambda at: 1.5 if at["g"] < 6 or (at["b"], at["g"]) == (3, 7) else 0.5),
        true=exact_border(lambda at: 6),
    ),
    Case("points two below and one above", false=exact_far(0.0), true=exact_far(0.0001)),
    Case("points a fifth of it below and above", false=exact_far(0.0), true=exact_far(0.0001)),
    Case("simulated decision errors are the exact ones", false=exact(lambda at: 1.0, 1e-9), true=exact(lambda at: 1.0)),
    Case("so they are with noise", false=exact(lambda at: 1.0, 1e-9), true=exact(lambda at: 1.0)),
    Case(
        "both readings of a bucket's middle",
        false=exact_border(lambda at: 5 + (at["b"] == 3 and at["reading"] == "bucket-middle")),
        true=exact_border(lambda at: 5),
    ),
]


def gathered(at: Point) -> float:
    """More towards the root; both sides are among the root's moves; and no more than half at the largest utility."""
    if at["measure"] == "gathered":
        return 0.9 - 0.1 * at["level"]
    return {"c": 0.4 - 0.01 * at["b"], "both": 0.2, "largest": 0.5, "largest, not shifted": 0.99}[at["measure"]]


BUCKETS = [
    Case("c_2 is 0.38", false=lambda at: 0.3749, true=lambda at: 0.3751),
    Case("c_b falls", false=lambda at: 0.3 + 0.001 * (at["b"] == 10) - 0.001 * min(at["b"], 9), true=gathered),
    Case(
        "every level nearer to the root",
        false=lambda at: gathered(at) - 0.2001 * ((at["b"], at["g"], at["level"]) == (3, 4, 1)),
        true=lambda at: gathered(at) - 0.1999 * ((at["b"], at["g"], at["level"]) == (3, 4, 1)),
    ),
    Case(
        "both sides are among the root's moves",
        false=lambda at: 0.1 if at["b"] == 4 and at["g"] == 10 else 0.2,
        true=lambda at: 0.1001,
    ),
    Case("one player: a move leads", false=lambda at: 0.5051 if at["g"] == 300 else 0.5, true=lambda at: 0.5049),
    Case(
        "more moves of the root lie in one bucket",
        false=lambda at: 0.5 + 0.0001 * (at["measure"] != "gathered" and (at["g"], at["b"]) != (5, 2)),
        true=lambda at: 0.5 + 0.0001 * (at["measure"] != "gathered"),
    ),
    Case("every move leads", false=lambda at: 0.5 ** (1 / at["b"]), true=lambda at: 0.5001 ** (1 / at["b"])),
]
SIMILAR = [
    Case(
        "f is lower at every step of s",
        false=lambda at: 0.7 - 0.1 * at["s"] + 0.101 * ((at["b"], at["s"]) == (3, 1.0)),
        true=lambda at: 0.7 - 0.1 * at["s"],
    ),
    Case(
        "at some s, f of one model is not that of another",
        false=lambda at: 0.5 + 0.0096 * (at["model"] == "top-down") - 0.0096 * (at["model"] == "one-player"),
        true=lambda at: 0.5 + 0.0104 * (at["model"] == "top-down") - 0.0104 * (at["model"] == "one-player"),
    ),
]
CASES: dict[str, list[Case]] = {
    "nau/factors": FACTORS,
    "nau/depth-pairs": DEPTH_PAIRS,
    "nau/exact": EXACT,
    "nau/buckets": BUCKETS,
    "nau/similarity": SIMILAR,
}
