"""Figure 12: the degree of pathology p(x, 5, 1) in kalah against granularity.

As written, with the usual capture and p averaged over boards, a claim holds if it does with every number of seeds that
was tried. One number is another reading. The text names no largest granularity, so what it says of most of them is not
judged as written: up to 50 is another reading. Without capture, on fewer seeds, with p as the ratio of both mean
errors, most of what the text says of the figure holds; this reading was chosen because it fits.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from itertools import product

from overthink.core.tree import Column
from overthink.measure.paired import ratio
from overthink.studies.checks import Above, AllOf, AlwaysBetter, Comparable, Computed
from overthink.studies.claim import Claim, ClaimCheck, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, plot
from overthink_papers.nau.exact_numbers import gap
from overthink_papers.nau.kalah import (
    BOARDS_SHOWN,
    CLOSEST,
    CONCLUSIONS,
    DEEP,
    GRANULARITIES,
    NO_CAPTURE,
    NUMBERS,
    OPEN,
    PITS,
    SECTION,
    SHALLOW,
    WRITTEN,
    KalahReading,
    board_errors,
    graph_of,
    points,
)
from overthink_papers.nau.readings import EVERY, INTRODUCTION, MOSTLY, at_most_granularities, made_up

SHARE = 0.9  # of granularities: "almost every"
LITTLE = 0.1  # a change of p that is "little"


@one_by_one(points(GRANULARITIES))
def run(setting: Setting, number: int, seed: int) -> Column:
    """The errors of one board at every granularity."""
    own = ("nau/fig12", seed, number)
    return board_errors(graph_of(setting, number, seed), setting["seeds"], GRANULARITIES, own)


def rows(samples: Samples) -> list[Row]:
    """p at every setting, interval and granularity at which the shallow search errs at all. eq. 6"""
    table = []
    for point, deep in samples.select(depth=DEEP):
        where = {name: value for name, value in point.items() if name != "depth"}
        shallow = samples(depth=SHALLOW, **where)
        if shallow.any():
            table.append({**where, **asdict(ratio(deep, shallow, resamples=400))})
    return table


def _at_b(way: KalahReading, b: int, worse: Sequence[int], sound: Sequence[int]) -> AllOf:
    pairs = tuple((shallow, deep) for deep, shallow in (way.pair(b, g) for g in sound))
    return AllOf((Above(tuple(way.p(b, g) for g in worse), 1.0), AlwaysBetter(pairs)))


def _sharply_then_little(way: KalahReading) -> AllOf:
    falls = tuple((gap(way.p(b, 3), way.p(b, 15)), gap(way.p(b, 15), way.p(b, 50))) for b in PITS)
    flat = (Comparable(way.p(b, 30), way.p(b, 50), LITTLE) for b in PITS)
    return AllOf((AlwaysBetter(falls), *flat))


def _rises_with_b(way: KalahReading) -> Computed:
    more = AlwaysBetter(tuple((way.p(6, g), way.p(4, g)) for g in GRANULARITIES))
    rising, falling = made_up(lambda at: 1.0 + 0.1 * at["pits"]), made_up(lambda at: 1.0 - 0.1 * at["pits"])
    return Computed(more.judge, "p rises with b", rising, falling)


def with_each(way: KalahReading, check: Callable[[KalahReading], ClaimCheck]) -> ClaimCheck:
    """The check with every number of seeds."""
    first, *others = map(check, way.each)
    every = AllOf((first, *others))
    return Computed(every.judge, str(first), first.holds, first.fails) if isinstance(first, Computed) else every


def up_to_fifty(claim: Claim) -> Claim:
    """This claim with the largest granularity in its reading, which then is not as written."""
    kind = ReadingKind.OPEN if claim.reading.kind == ReadingKind.AS_WRITTEN else claim.reading.kind
    words = f"{claim.reading.words}; granularities up to {GRANULARITIES[-1]}"
    return replace(claim, reading=Reading(kind, words))


def claims_by_g(way: KalahReading) -> tuple[Claim, ...]:
    """What the text says of Figure 12, in this reading."""
    somewhere = {
        f"{n.seeds[0]} seeds, b = {b}, g = {g}": n.pair(b, g) for n, b, g in product(way.each, PITS, GRANULARITIES)
    }
    return (
        up_to_fifty(
            way.claim(
                "b = 6, pathology at most granularities",
                "lookahead pathology … occurs at most granularities when the branching factor b = 6",
                with_each(way, lambda one: at_most_granularities([one.line(6)], True)),
                SECTION,
                EVERY,
            )
        ),
        way.claim(
            "b = 5, pathology at small granularities, 3 to 5, and none at large ones, from 30 on",
            "lookahead pathology … occurs … at small granularities when b = 5",
            with_each(way, lambda one: _at_b(one, 5, (3, 4, 5), (30, 40, 50))),
            SECTION,
        ),
        way.claim(
            "b = 4, pathology at g = 3 and none from g = 4 on",
            "lookahead pathology … occurs … at granularity 3 (the smallest we tried) when b = 4",
            with_each(way, lambda one: _at_b(one, 4, (3,), GRANULARITIES[1:])),
            SECTION,
        ),
        up_to_fifty(
            way.claim(
                "b = 6, pathology at almost every granularity",
                "when the branching factor was sufficiently high, lookahead pathology occurred … at almost every "
                "granularity",
                with_each(way, lambda one: at_most_granularities([one.line(6)], True, SHARE)),
                CONCLUSIONS,
                f"almost every: more than nine in ten; {EVERY}",
            )
        ),
        way.claim(
            "p falls more from g = 3 to 15 than from 15 to 50, and is about the same at g = 30 and 50, at every b",
            "In general, when the granularity g is small, increases in g cause sharp decreases in p(x, 5, 1), but when "
            "g is large, increases in g have little effect",
            with_each(way, _sharply_then_little),
            SECTION,
            "little: a tenth of p = 1",
        ),
        way.claim(
            "p is larger at b = 6 than at b = 4, at every g",
            "the degree of pathology … increased when the branching factor was large",
            with_each(way, _rises_with_b),
            CONCLUSIONS,
        ),
        way.claim_somewhere("pathology at some b and granularity", somewhere),
        way.claim(
            "at most b and granularities there is no pathology",
            MOSTLY,
            with_each(way, lambda one: at_most_granularities([one.line(b) for b in PITS], False)),
            INTRODUCTION,
            EVERY,
        ),
    )


LABELS = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)"}
STUDY = one_figure(
    name="nau/fig12",
    title="kalah: pathology against granularity",
    source="[Nau2010] Figure 12",
    settings=grid(capture=("usual", "none"), seeds=NUMBERS, pits=PITS),
    run=run,
    scales={"quick": 30, "paper": 4000},  # 1,000 left open whether p rises with b
    draw=plot("g", "b = {pits}", BOARDS_SHOWN, LABELS, keep=lambda row: row["interval"] == "board", level=1.0),
    caption="Regularised kalah, random boards, b pits a side. Above the dotted line a search to depth 5 decides worse "
    "than one to depth 1. With the usual capture both do about as badly when estimates are coarse. Without it, and "
    "with few seeds, coarse estimates make the deeper search the worse one, for longer with more pits. "
    "Finer estimates help at first, and little later on.",
    claims=(*(each for way in (WRITTEN, OPEN, NO_CAPTURE) for each in claims_by_g(way)), *claims_by_g(CLOSEST)),
    rows=rows,
    block=20,
    across="pits",
)
