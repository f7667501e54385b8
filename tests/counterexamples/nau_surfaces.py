"""When is it better not to look ahead? Figures 7 to 10."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from overthink.studies.samples import Point
from tests.made_up import Case, MadeUp

ERRS = ("shallow", "erring")  # of the two searches, and what the mean of ratios is divided by
SEARCHES = ("deep", "shallow", "ratio", "erring")
Border = Callable[[Point], int]  # the smallest granularity without pathology
Degree = Callable[[Point], float]  # p


def with_degree(points: Iterable[Point], p: Degree, grains: Iterable[int], n: int) -> MadeUp:
    """Trees with this degree of pathology, by b, s and g."""
    every = ({**point, "search": search, "g": g} for point, search, g in product(points, SEARCHES, tuple(grains)))
    return MadeUp(lambda at: 0.4 if at["search"] in ERRS else 0.4 * p(at), every, n)


def with_border(points: Iterable[Point], border: Border, most: int = 20) -> MadeUp:
    """Trees that need this granularity, by b and s: p is far from 1 on either side."""
    return with_degree(points, lambda at: 1.5 if at["g"] < border(at) else 0.5, range(2, most + 1), 40)


def grid_of(bs: Iterable[int], ss: Iterable[float], **columns: Iterable[object]) -> list[Point]:
    names = ("b", "s", *columns)
    return [dict(zip(names, values)) for values in product(bs, ss, *columns.values())]


SURFACE = grid_of((2, 3), (0.0, 0.5, 1.0), reading=("real", "bucketed"))


def surface(border: Border) -> MadeUp:
    return with_border(SURFACE, border)


def falling(at: Point) -> int:
    """Falls with s and rises with b."""
    return int(12 - 6 * at["s"] + at["b"])


def avoided(cells: int) -> MadeUp:
    """So many of the six cells have a granularity that is not pathological."""
    order = [(b, s) for b in (2, 3) for s in (0.0, 0.5, 1.0)]
    return surface(lambda at: 5 if order.index((at["b"], at["s"])) < cells else 99)


def out_of_place(g: int) -> MadeUp:
    """Everything below 12 is pathological but for one granularity of one cell."""

    def p(at: Point) -> float:
        return 1.5 if at["g"] < 12 and (at["b"], at["s"], at["g"]) != (3, 0.5, g) else 0.99

    return with_degree(SURFACE, p, range(2, 21), 10_000)


LESS_WITH_S = Case(
    "at every branching factor, less granularity is needed at s = 1 than at s = 0",
    false=surface(lambda at: 9 if at["b"] == 3 else falling(at)),
    true=surface(falling),
)
SURFACES = [
    LESS_WITH_S,
    Case(
        "at no branching factor does a step of s need more granularity",
        false=surface(lambda at: falling(at) + 4 * ((at["b"], at["s"]) == (3, 0.5))),
        true=surface(lambda at: falling(at) + 3 * ((at["b"], at["s"]) == (3, 0.5))),
    ),
    Case(
        "at every similarity, more granularity is needed with the largest branching factor than with 2",
        false=surface(lambda at: falling(at) - ((at["b"], at["s"]) == (3, 1.0))),
        true=surface(falling),
    ),
    Case(
        "at no similarity does a step of b need less granularity",
        false=surface(lambda at: falling(at) - 2 * ((at["b"], at["s"]) == (3, 1.0))),
        true=surface(lambda at: falling(at) - ((at["b"], at["s"]) == (3, 1.0))),
    ),
    Case("for most b and s some granularity is not pathological", false=avoided(3), true=avoided(4)),
    Case("points below the surface", false=out_of_place(8), true=out_of_place(9)),
]


def maps(p: Degree, grains: Iterable[int] = (2, 3)) -> MadeUp:
    return with_degree(grid_of((2, 3), (0.0,), reading=("real", "bucketed")), p, grains, 10_000)


def near_border(far: float) -> MadeUp:
    """The boundary is at g = 6; at b = 3 the points below and above are farther apart by so much."""

    def p(at: Point) -> float:
        return 1.2 + far * (at["b"] == 3) if at["g"] < 6 else 0.8

    return with_degree(grid_of((2, 3), (0.5,), reading=("real", "bucketed")), p, range(2, 10), 10_000)


FIG10 = [
    Case(
        "at every branching factor, fewer granularities are pathological at s = 1",
        false=surface(lambda at: 9 if at["b"] == 3 else falling(at)),
        true=surface(falling),
    ),
    Case(
        "the granularity needed is around 10",
        false=surface(lambda at: 16),
        true=surface(lambda at: 15),
    ),
    Case(
        "with two values and without similarity",
        false=maps(lambda at: 0.999 if at["b"] == 3 else 1.2),
        true=maps(lambda at: 1.001 if at["b"] == 3 else 1.2),
    ),
    Case(
        "at every step of b, the pathological region grows",
        false=surface(lambda at: 12),
        true=surface(lambda at: 12 + (at["b"] == 3 and at["s"] == 0.5)),
    ),
    Case(
        "at every step of b, the mean degrees of pathology of the two regions",
        false=maps(lambda at: (1.5 if at["g"] == 2 else 0.5) - 0.001 * (at["b"] == 3 and at["g"] == 2)),
        true=maps(lambda at: (1.5 if at["g"] == 2 else 0.5) + 0.001 * (at["b"] == 3 and at["g"] == 2)),
    ),
    Case("points below the lines", false=out_of_place(8), true=out_of_place(9)),
]
CASES: dict[str, list[Case]] = {
    "nau/fig7": SURFACES,
    "nau/fig8": SURFACES,
    "nau/fig9": SURFACES,
    "nau/fig10": FIG10,
    "nau/border": [
        Case("points two below and one above", false=near_border(-0.001), true=near_border(0.001)),
        Case("points a fifth of it below and above", false=near_border(-0.001), true=near_border(0.001)),
    ],
}
