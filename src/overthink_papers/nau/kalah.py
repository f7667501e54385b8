"""Section 6.2: regularised kalah, decision errors of a deep and a shallow search of random boards.

Eight moves, as many to choose from at each as there are pits, no second move. A node's utility is known by minimax from
the end of the game; the heuristic value is the utility with Gaussian noise that belongs to the position, put into g
buckets of equal width. Utilities, which say what is right, stay exact.

What the text leaves open has a name here:

- `seeds` on a board, dropped one by one into any pit of either side: the text gives no number. The same number for
  every branching factor, so that b alone varies.
- `capture`, "usual" or "none": the text speaks of capturing, and does not list the rule among those it changed.
- `interval` that is cut into buckets: "board", between the lowest and the highest estimate below this board, or "game",
  between all seeds to Min and all to Max, the same for every board.

Figure 12 has the degree of pathology p(x, 5, 1) against granularity. As written, with the usual capture and p averaged
over boards, a claim holds if it does with every number of seeds that was tried. One number is another reading. Without
capture, on fewer seeds, with p as the ratio of both mean errors, most of what the text says of the figure holds; this
reading was chosen because it fits. Figure 13 has p against the clustering factor f of all the positions that can come
of a board, each counted once: the standard deviation of siblings' utilities over that of all utilities. Boards are put
together by their f. The text does not say at which granularity; claims are judged at g = 3, 10 and 30 together.

Studies: `nau/fig12`, `nau/fig13`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from itertools import pairwise, product
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate, Sample
from overthink.core.grow import StateSpace
from overthink.core.tree import Column, Tree
from overthink.evaluate.spoil import noisy, truth
from overthink.games.kalah import Board, Kalah, grown, scatter
from overthink.measure.accuracy import clustering_factor, right_moves, share_right
from overthink.measure.paired import linearised, ratio
from overthink.search.sweep import move_scores
from overthink.studies.checks import (
    FEWEST_OBSERVATIONS,
    Above,
    AllOf,
    AlwaysBetter,
    Comparable,
    Computed,
    Measured,
    always_better,
)
from overthink.studies.claim import Check, Claim, Evidence, ReadingKind, Verdict
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import ERRORS, RATIOS, with_ratios
from overthink_papers.experiments.scaffold import one_by_one, plot
from overthink_papers.nau.exact import gap
from overthink_papers.nau.readings import (
    EVERY,
    INTRODUCTION,
    LONG,
    MOSTLY,
    Line,
    Pair,
    SectionReading,
    at_most_granularities,
    degree,
    made_up,
)

SECTION, CONCLUSIONS = "[Nau2010] section 6.2", "[Nau2010] section 7"
SIGMA = 0.9
MOVES = 8
DEEP, SHALLOW = 5, 1
ROOM = 24  # seeds at most
DRAWS = 8  # of noise for each board; its decision errors are their means
INTERVALS = ("board", "game")


@cache
def game_of(pits: int, capture: str) -> Kalah:
    """One game for all numbers of seeds."""
    return Kalah.regularised(pits, -(-ROOM // (2 * pits)), MOVES, capture == "usual")


def random_board(game: Kalah, seeds: int, number: int, seed: int) -> Board:
    """Board `number`: each seed in any pit of either side. The same for every rule of capture."""
    pits = np.zeros(2 * game.pits, np.int64)
    scatter(seed_key("nau/kalah", seed, number), seeds, pits)
    return game.position(pits[: game.pits].tolist(), pits[game.pits :].tolist())


def graph_of(setting: Setting, number: int, seed: int) -> StateSpace:
    """Everything that can come of one board, solved."""
    game = game_of(setting["pits"], setting["capture"])
    return grown(game, random_board(game, setting["seeds"], number, seed))


def points(granularities: tuple[int, ...]) -> list[Point]:
    """What `board_errors` finds, in its order."""
    return [{"interval": i, "depth": d, "g": g} for i in INTERVALS for d in (DEEP, SHALLOW) for g in granularities]


def board_errors(graph: StateSpace, seeds: int, granularities: tuple[int, ...], own: tuple[Any, ...]) -> Column:
    """P_err of the deep and the shallow search of one board, for each interval and granularity. eq. 5

    All granularities come of one search: buckets never change an order, so that a bucket of the best is the best of
    the buckets, at every node."""
    tree = graph.tree.crop(DEEP)
    scaled = np.empty((len(INTERVALS), 2, DRAWS, int(tree.first[1])))
    for draw in range(DRAWS):
        view = noisy(truth, SIGMA)(tree, int(seed_key(*own, draw)) >> 1)
        values = move_scores(view, "minimax", (DEEP, SHALLOW))
        scores = np.array([values[DEEP], values[SHALLOW]])
        low, high = view.static[1:].min(), view.static[1:].max()
        scaled[0, :, draw] = (scores - low) / (high - low)
        scaled[1, :, draw] = (scores + seeds) / (2 * seeds)
    roots = scaled.size // scaled.shape[-1]
    first, right = np.arange(0, scaled.size + 1, scaled.shape[-1]), np.tile(right_moves(tree), roots)
    errors, share = np.empty((*scaled.shape[:2], len(granularities))), np.empty(roots)
    for k, g in enumerate(granularities):
        share_right(first, roots, np.clip(np.floor(scaled * g), 0, g - 1).ravel(), right, share)
        errors[..., k] = 1.0 - share.reshape(scaled.shape[:3]).mean(axis=2)
    return errors.ravel()


def errors_of(samples: Samples, average: str = ERRORS, **where: object) -> tuple[Sample, Sample]:
    """Two numbers a board, whose means have p as their ratio: the decision errors of the deep and of the shallow
    search, or the ratio of both, or 0 where it has no value, and whether it has one."""
    errors = samples(depth=DEEP, **where), samples(depth=SHALLOW, **where)
    deep, shallow = errors if average == ERRORS else with_ratios(np.stack(errors))
    return deep, shallow


@dataclass(frozen=True)
class KalahReading(SectionReading):
    """One reading of section 6.2: the rule of capture, the seeds on a board, and what is averaged over boards."""

    capture: str
    seeds: tuple[int, ...]

    @property
    def each(self) -> list[KalahReading]:
        """This reading with one number of seeds."""
        return [replace(self, seeds=(number,)) for number in self.seeds]

    @property
    def words(self) -> str:
        rule = "seeds are captured as usual" if self.capture == "usual" else "nothing is captured"
        means = "p is averaged over the boards on which depth 1 errs"
        *others, last = map(str, self.seeds)
        seeds = f"whatever the number of seeds ({', '.join(others)} and {last})" if others else f"{last} seeds"
        return f"{rule}; {seeds}; {means if self.average == RATIOS else LONG[self.average]}"

    def pair(self, pits: int, g: int) -> Pair:
        """Two numbers a board, whose means have p as their ratio; with the first number of seeds."""
        where = {"capture": self.capture, "seeds": self.seeds[0], "interval": "board", "pits": pits, "g": g}

        def part(which: int) -> Measured:
            return lambda samples: errors_of(samples, self.average, **where)[which]

        return part(0), part(1)

    def p(self, pits: int, g: int) -> Measured:
        return degree(*self.pair(pits, g))

    def line(self, pits: int) -> Line:
        return {g: self.p(pits, g) for g in GRANULARITIES}


# Figure 12

PITS = (4, 5, 6)
GRANULARITIES = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50)
NUMBERS = (4, 8, 24)  # of seeds
WRITTEN = KalahReading(ReadingKind.AS_WRITTEN, RATIOS, "usual", NUMBERS)
OPEN = KalahReading(ReadingKind.OPEN, RATIOS, "usual", NUMBERS[-1:])
CLOSEST = KalahReading(ReadingKind.CLOSEST, ERRORS, "none", (8,))
NO_CAPTURE = KalahReading(ReadingKind.OPEN, ERRORS, "none", NUMBERS[-1:])
SHARE = 0.9  # of granularities: "almost every"
LITTLE = 0.1  # a change of p that is "little"
BOARDS_SHOWN = "{seeds} seeds, capture: {capture}"  # in a panel


@one_by_one(points(GRANULARITIES))
def run_granularities(setting: Setting, number: int, seed: int) -> Column:
    own = ("nau/fig12", seed, number)
    return board_errors(graph_of(setting, number, seed), setting["seeds"], GRANULARITIES, own)


def rows_by_g(samples: Samples) -> list[Row]:
    """p at every setting, interval and granularity at which the shallow search errs at all. eq. 6"""
    table = []
    for point, deep in samples.select(depth=DEEP):
        where = {name: value for name, value in point.items() if name != "depth"}
        shallow = samples(depth=SHALLOW, **where)
        if shallow.any():
            table.append({**where, **asdict(ratio(deep, shallow, resamples=400))})
    return table


def at_b(way: KalahReading, b: int, worse: Sequence[int], sound: Sequence[int]) -> AllOf:
    pairs = tuple((shallow, deep) for deep, shallow in (way.pair(b, g) for g in sound))
    return AllOf((Above(tuple(way.p(b, g) for g in worse), 1.0), AlwaysBetter(pairs)))


def sharply_then_little(way: KalahReading) -> AllOf:
    falls = tuple((gap(way.p(b, 3), way.p(b, 15)), gap(way.p(b, 15), way.p(b, 50))) for b in PITS)
    flat = (Comparable(way.p(b, 30), way.p(b, 50), LITTLE) for b in PITS)
    return AllOf((AlwaysBetter(falls), *flat))


def rises_with_b(way: KalahReading) -> Computed:
    more = AlwaysBetter(tuple((way.p(6, g), way.p(4, g)) for g in GRANULARITIES))
    rising, falling = made_up(lambda at: 1.0 + 0.1 * at["pits"]), made_up(lambda at: 1.0 - 0.1 * at["pits"])
    return Computed(more.judge, "p rises with b", rising, falling)


def with_each(way: KalahReading, check: Callable[[KalahReading], Check]) -> Check:
    """The check with every number of seeds."""
    first, *others = map(check, way.each)
    every = AllOf((first, *others))
    return Computed(every.judge, str(first), first.holds, first.fails) if isinstance(first, Computed) else every


def claims_by_g(way: KalahReading) -> tuple[Claim, ...]:
    somewhere = {
        f"{n.seeds[0]} seeds, b = {b}, g = {g}": n.pair(b, g) for n, b, g in product(way.each, PITS, GRANULARITIES)
    }
    return (
        way.claim(
            "b = 6, pathology at most granularities",
            "lookahead pathology … occurs at most granularities when the branching factor b = 6",
            with_each(way, lambda one: at_most_granularities([one.line(6)], True)),
            SECTION,
            EVERY,
        ),
        way.claim(
            "b = 5, pathology at small granularities, 3 to 5, and none at large ones, from 30 on",
            "lookahead pathology … occurs … at small granularities when b = 5",
            with_each(way, lambda one: at_b(one, 5, (3, 4, 5), (30, 40, 50))),
            SECTION,
        ),
        way.claim(
            "b = 4, pathology at g = 3 and none from g = 4 on",
            "lookahead pathology … occurs … at granularity 3 (the smallest we tried) when b = 4",
            with_each(way, lambda one: at_b(one, 4, (3,), GRANULARITIES[1:])),
            SECTION,
        ),
        way.claim(
            "b = 6, pathology at almost every granularity",
            "when the branching factor was sufficiently high, lookahead pathology occurred … at almost every "
            "granularity",
            with_each(way, lambda one: at_most_granularities([one.line(6)], True, SHARE)),
            CONCLUSIONS,
            f"almost every: more than nine in ten; {EVERY}",
        ),
        way.claim(
            "p falls more from g = 3 to 15 than from 15 to 50, and is about the same at g = 30 and 50, at every b",
            "In general, when the granularity g is small, increases in g cause sharp decreases in p(x, 5, 1), but when "
            "g is large, increases in g have little effect",
            with_each(way, sharply_then_little),
            SECTION,
            "little: a tenth of p = 1",
        ),
        way.claim(
            "p is larger at b = 6 than at b = 4, at every g",
            "the degree of pathology … increased when the branching factor was large",
            with_each(way, rises_with_b),
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


FIG12_LABELS = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)"}
FIG12 = one_figure(
    name="nau/fig12",
    title="kalah: pathology against granularity",
    source="[Nau2010] Figure 12",
    settings=grid(capture=("usual", "none"), seeds=NUMBERS, pits=PITS),
    run=run_granularities,
    scales={"quick": 30, "paper": 4000},  # 1,000 left open whether p rises with b
    draw=plot("g", "b = {pits}", BOARDS_SHOWN, FIG12_LABELS, keep=lambda row: row["interval"] == "board", level=1.0),
    caption="Regularised kalah, random boards, b pits a side. Above the dotted line a search to depth 5 decides worse "
    "than one to depth 1. With the usual capture both do about as badly when estimates are coarse. Without it, and "
    "with few seeds, coarse estimates make the deeper search the worse one, for longer with more pits. "
    "Finer estimates help at first, and little later on.",
    claims=(*(each for way in (WRITTEN, OPEN, NO_CAPTURE) for each in claims_by_g(way)), *claims_by_g(CLOSEST)),
    rows=rows_by_g,
    block=20,
    across="pits",
)

# Figure 13

SEEDS, GRAINS, DRAWN = (8, 12), (3, 10, 30), 10  # DRAWN: the granularity of the figure
BOARDS = grid(capture=("usual", "none"), seeds=SEEDS)
EDGES = (0.30, 0.33, 0.36, 0.39, 0.42, 0.45)  # of the ranges of f; the first and the last are open
MIDDLES = (0.285, 0.315, 0.345, 0.375, 0.405, 0.435, 0.465)


@one_by_one([{"measured": "f"}, *points(GRAINS)])
def run_similarities(setting: Setting, number: int, seed: int) -> list[float]:
    graph = graph_of(setting, number, seed)
    return [similarity(graph.tree), *board_errors(graph, setting["seeds"], GRAINS, ("nau/fig13", seed, number))]


def similarity(tree: Tree) -> float:
    """f, and 0 where all utilities are equal: such a board has no wrong move and adds to no error."""
    return clustering_factor(tree) if np.ptp(tree.truth) else 0.0


def in_range(samples: Samples, where: Setting, g: int, k: int, average: str = ERRORS) -> tuple[Sample, Sample]:
    """The decision errors of the boards whose f lies in range number k; none, where they are too few to tell: fewer
    than 30, or than a tenth of all."""
    inside = np.digitize(samples(measured="f", **where), EDGES) == k
    deep, shallow = (errors[inside] for errors in errors_of(samples, average, **where, interval="board", g=g))
    enough = len(shallow) >= min(FEWEST_OBSERVATIONS, max(2, len(inside) // 10)) and shallow.any()
    return (deep, shallow) if enough else (deep[:0], shallow[:0])


def rows_by_f(samples: Samples) -> list[Row]:
    table = []
    for here, g, (k, middle), b in product(BOARDS, GRAINS, enumerate(MIDDLES), PITS):
        deep, shallow = in_range(samples, {**here, "pits": b}, g, k)
        if len(deep):
            table.append({**here, "g": g, "f": middle, "pits": b, **asdict(ratio(deep, shallow, resamples=400))})
    return table


def draw_by_f(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "clustering factor f", "y": f"degree of pathology p(x, 5, 1), g = {DRAWN}"}
    kept = [row for row in rows if row["g"] == DRAWN]
    figure = plot("f", "b = {pits}", BOARDS_SHOWN, labels, level=1.0)(samples, kept)
    for axis in figure.axes:
        axis.set_xticks(EDGES, [f"{edge:g}" for edge in EDGES])
        above = axis.secondary_xaxis("top", functions=(lambda f: np.subtract(1, f), lambda f: np.subtract(1, f)))
        above.set_xticks([1 - edge for edge in EDGES])
        above.set_xlabel("1 - f")
    return figure


def thirds(way: KalahReading, b: int, g: int) -> tuple[Measured, Measured, Measured]:
    """p of the thirds of boards with the lowest, the middle and the highest f, as one number a board."""

    def part(which: int) -> Measured:
        def p(samples: Samples) -> Sample:
            factor = samples(measured="f", capture=way.capture, seeds=way.seeds[0], pits=b)
            order, third = np.argsort(factor, kind="stable"), max(1, len(factor) // 3)
            group = np.sort((order[:third], order[third : 2 * third], order[-third:])[which])
            deep, shallow = (each(samples) for each in way.pair(b, g))
            return linearised(deep[group], shallow[group])

        return p

    return part(0), part(1), part(2)


def boards_with(sign: float) -> Samples:
    """Boards whose p grows with f, or falls."""
    factor, entries = 0.28 + 0.0005 * np.arange(400), []
    for setting in grid(capture=("usual", "none"), seeds=SEEDS, pits=PITS):
        entries.append(({**setting, "measured": "f"}, factor))
        for depth, errors in ((DEEP, 0.4 + 0.5 * sign * (factor - 0.38)), (SHALLOW, np.full(400, 0.4))):
            entries += [({**setting, "interval": "board", "depth": depth, "g": g}, errors) for g in GRAINS]
    return Samples(entries)


RISING, FALLING = boards_with(1.0), boards_with(-1.0)


def with_f(way: KalahReading, every_step: bool) -> Computed:
    """At every b and g, p is larger in the third of boards with the higher f: from each third to the next, or from the
    first to the last."""
    checks = []
    for one in way.each:
        lines = [thirds(one, b, g) for b, g in product(PITS, GRAINS)]
        steps = [pair for line in lines for pair in (pairwise(line) if every_step else [(line[0], line[2])])]
        checks.append(AlwaysBetter(tuple((higher, lower) for lower, higher in steps)))
    return Computed(AllOf(tuple(checks)).judge, "p rises with f", RISING, FALLING)


def with_b(way: KalahReading, samples: Samples) -> Evidence:
    """At equal f, p is larger at b = 6 than at b = 4, at every g: as many boards of one as of the other from every
    range of f that has enough of both. The boards have nothing to do with each other, so any two may be compared."""
    gaps = []
    for g in GRAINS:
        pairs = []
        for k in range(len(MIDDLES)):
            where = {"capture": way.capture, "seeds": way.seeds[0]}
            both = [in_range(samples, {**where, "pits": b}, g, k, way.average) for b in (6, 4)]
            n = min(len(deep) for deep, _ in both)
            if n:
                pairs.append([linearised(*errors)[:n] for errors in both])
        if not pairs:
            nothing = Estimate(0.0, -math.inf, math.inf, 0)
            return Evidence(Verdict.INCONCLUSIVE, nothing, "no range of f has enough boards of both")
        gaps.append([np.concatenate(parts) for parts in zip(*pairs)])
    return always_better(gaps)


def claims_by_f(way: KalahReading) -> tuple[Claim, ...]:
    larger = "p is larger in the third of boards with the"
    stronger = tuple(Computed(partial(with_b, one), "at equal f, p is larger at b = 6") for one in way.each)
    return (
        way.claim(
            f"{larger} higher f, from the lowest to the highest, at every b",
            "p(x, 5, 1) decreases with increasing local similarity",
            with_f(way, every_step=True),
        ),
        way.claim(
            f"{larger} highest f than in that with the lowest, at every b",
            "the degree of pathology … decreased when the local similarity was high",
            with_f(way, every_step=False),
            CONCLUSIONS,
        ),
        way.claim(
            "at equal f, p is on the whole larger at b = 6 than at b = 4",
            "lookahead pathology is stronger when b is large, as expected",
            AllOf(stronger),
        ),
    )


FIG13 = one_figure(
    name="nau/fig13",
    title="kalah: pathology against clustering factor",
    source=SECTION,
    settings=tuple({**board, "pits": pits} for board in BOARDS for pits in PITS),
    run=run_similarities,
    scales={"quick": 120, "paper": 30_000},  # 3,000 left open whether p falls with local similarity
    draw=draw_by_f,
    caption="Regularised kalah, random boards, grouped by how much siblings differ: f is high where they differ "
    "much (the scale above is one minus f). The less alike siblings are, the less a search to depth 5 gains over one "
    "to depth 1; above the dotted line it loses.",
    claims=(*claims_by_f(replace(WRITTEN, seeds=SEEDS)), *claims_by_f(replace(CLOSEST, seeds=SEEDS))),
    rows=rows_by_f,
    block=50,
    across="pits",
)
