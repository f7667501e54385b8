"""Every couple of branching factor and depth of random trees, of which the text says that the trends are the same."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from overthink.studies.checks import AllOf, Computed, at, trend
from overthink.studies.samples import Cell, Point, Samples, Setting, means
from overthink.studies.study import Figure, Study
from overthink_papers.bab.chance_trees import BRANCHING, P
from overthink_papers.bab.ratios_and_widths import (
    BIN_LABELS,
    BIN_POINTS,
    EPSILONS,
    MIDDLES,
    READINGS,
    WRITTEN,
    FallsByBin,
    bin_rows,
    in_middles,
    in_readings,
    measure,
    put_in_bins,
)
from overthink_papers.bab.trees import BETWEEN, DEPTHS, INTERNAL, search_trees
from overthink_papers.experiments.scaffold import plot

CHANCE_DEPTHS = (2, 3, 4)
DEPTHS_OF: dict[float | None, Sequence[int]] = {None: DEPTHS, P: CHANCE_DEPTHS}
COUPLES: dict[float | None, list[Point]] = {
    p: [{"b": b, "p": p, "depth": depth} for b in BRANCHING for depth in depths] for p, depths in DEPTHS_OF.items()
}
SETTINGS: tuple[Setting, ...] = tuple(
    {**couple, **reading} for couples in COUPLES.values() for couple in couples for reading in READINGS.values()
)
BOTH = (
    "we experimented with different branching factor and tree depth in both deterministic and stochastic cases and "
    "observed these trends in both setting"
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """ER and AMB of each tree and ε, and AMB in bins of ER: float[points, observations]."""
    instances = search_trees(setting, start, stop, seed)
    points, numbers = measure(instances, EPSILONS, ("internal",))
    er, amb = (np.array([getattr(each, name) for each in instances]).T for name in ("internal", "amb"))
    return [*points, *BIN_POINTS], np.concatenate([numbers, put_in_bins(er / er[0], amb)])


def with_and_without_chance(says: str, *settings: list[list[Point]]) -> Computed:
    """A trend down along all lines without chance, and along all with chance."""

    def falling(point: Point) -> float:
        return float(point["epsilon"] + point["b"] + point["depth"]) * (-1.0 if point["count"] else 1.0)

    trends = (trend(*([at(**point) for point in line] for line in lines)) for lines in settings)
    return Computed(AllOf(tuple(trends)).judge, says, holds=falling, fails=lambda point: -falling(point))


def _by_epsilon(where: Point) -> Computed:
    def line(couple: Point, count: str | None) -> list[Point]:
        points = [{**couple, **where, "epsilon": e, "count": count} for e in EPSILONS]
        return points if count else points[::-1]

    counts = ("internal", None)
    lines = ([line(couple, count) for couple in couples for count in counts] for couples in COUPLES.values())
    return with_and_without_chance("larger ε", *lines)


def _by_size(column: str, where: Point) -> Computed:
    values = {p: BRANCHING if column == "b" else depths for p, depths in DEPTHS_OF.items()}
    return with_and_without_chance(
        f"larger {column}",
        *(
            [
                [{**couple, **where, **INTERNAL, "epsilon": e, column: value} for value in values[p]]
                for couple in couples
                if couple[column] == values[p][0]
                for e in BETWEEN
            ]
            for p, couples in COUPLES.items()
        ),
    )


def _falls_by_bin(where: Point) -> Computed:
    check = FallsByBin(tuple({**couple, **where} for couple in COUPLES[None]))

    def width(point: Point) -> float:
        return 1.0 if point["measure"] == "searches" else -MIDDLES[point["er"]]

    return Computed(check.judge, str(check), width, lambda point: abs(width(point)))


STUDY = Study(
    name="bab/couples",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    figures=(
        Figure(
            name="bab/couples",
            title="random trees: nodes saved, for every branching factor and depth",
            source="[Atzmon2018] Games with Chance",
            draw=plot(
                "epsilon",
                "depth {depth}",
                "b",
                {"x": "ε", "y": "expanded ratio (internal nodes)"},
                "b = ",
                keep=lambda row: row["p"] == 1.0 and row["window"] == "full",
            ),
            caption="Random trees without chance, Algorithm 1 as written: the share of the nodes of alpha-beta that "
            "bounded alpha-beta expands.",
            claims=(
                *in_readings("larger ε, smaller ER and larger AMB, with and without chance", BOTH, _by_epsilon),
                *in_readings("deeper trees, smaller ER, with and without chance", BOTH, partial(_by_size, "depth")),
                *in_readings("larger b, smaller ER, with and without chance", BOTH, partial(_by_size, "b")),
            ),
            rows=lambda samples: [
                {**row, "p": row["p"] or 1.0}
                for row in means(Samples([(point, sample) for point, sample in samples.entries if "count" in point]))
            ],
            across="epsilon",
        ),
        Figure(
            name="bab/couples-binned",
            title="random trees: nodes saved against width, for every branching factor and depth",
            source="[Atzmon2018] Results for Deterministic Games",
            draw=in_middles(plot("middle", "depth {depth}", "b", BIN_LABELS, "b = ")),
            caption="Random trees without chance, Algorithm 1 as written, searches with every ε together: the mean "
            "width of the proven interval, by the share of nodes expanded.",
            claims=in_readings(
                "for every couple, the smaller ER, the larger AMB, bin by bin",
                "Same trend was observed in all couples of branching factor and depth that we tested",
                _falls_by_bin,
            ),
            rows=partial(bin_rows, COUPLES[None], **WRITTEN),
            across="er",
        ),
    ),
    block=50,
)
