"""Figure 11: degree of pathology p(x, 5, 1) against granularity in two chess endgames.

One observation is one draw of noise over all positions: the mean decision errors at depths 1 to 5, and the mean ratios
of some pairs of depths. `endgame_noise.py` says how the text is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise, permutations

import numpy as np

from overthink.core.estimate import Sample, simultaneous
from overthink.measure.paired import difference, ratio
from overthink.report.curves import curves
from overthink.studies.checks import always_better, mostly_above, some_above
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import ERRORS, RATIOS
from overthink_papers.nau.endgame_noise import DEEP, GRANULARITIES, SHALLOW, Pair, run, together
from overthink_papers.nau.endgames import ENDGAMES
from overthink_papers.nau.model_readings import MEANS

Two = tuple[Sample, Sample]
BORDER = 10  # "Some pathology can be observed at granularities up to 10"
SMALL, LARGE = ([g for g in GRANULARITIES if (g <= BORDER) == small] for small in (True, False))
PAIRS = ((5, 1), (3, 1), (5, 3), (4, 2))
BENEFIT = "For g ≥ 10, an increasing granularity increases the benefit of a deeper search"
SOME = "Some pathology can be observed at granularities up to 10"
DEPTHS = "this depends on the depths of search i and j used to measure the degree of pathology"
EITHER = "sometimes KBBK is less pathological than KQKR, and sometimes the reverse"
ALL = "all three games contain situations where it occurs"
MOSTLY = "all three games are mostly nonpathological"
TOLERANCES = {MOSTLY: "mostly: more than half"}
SOURCES = {ALL: "[Nau2010] abstract", MOSTLY: "[Nau2010] section 1"}
UNITS = {
    "plies": "a move is one player's, as section 2.1 has it",
    "moves of both": "a move is one of both players: σ is 4 plies",
}


@dataclass(frozen=True)
class EndgameReading:
    """One reading of section 6.1: what a move is, and what is averaged over positions."""

    variant: str
    average: str
    kind: ReadingKind

    @property
    def reading(self) -> Reading:
        means = {RATIOS: "p is averaged over the positions in which depth 1 errs", ERRORS: "p is the ratio of means"}
        return Reading(self.kind, f"{UNITS[self.variant]}; {means[self.average]}")

    def __str__(self) -> str:
        return f"{self.variant}, {MEANS[self.average]}"

    def pair(self, samples: Samples, name: str, g: int, depths: Pair = (DEEP, SHALLOW)) -> Two:
        """Two numbers a draw, whose means have p of these depths as their ratio."""
        where = {"endgame": name, "variant": self.variant, "g": g}
        if self.average == ERRORS:
            above, below = samples.curve("depth", depths, measure="errors", **where)
        else:
            at = {"depth": DEEP} if depths == (DEEP, SHALLOW) else {"pair": str(depths)}
            above, below = samples.curve("measure", ("ratio", "erring"), **at, **where)
        return above, below

    def p(self, samples: Samples, name: str, g: int) -> Sample:
        """p(x, 5, 1) of each draw."""
        above, below = self.pair(samples, name, g)
        return above / below


READINGS = (
    EndgameReading("plies", RATIOS, ReadingKind.AS_WRITTEN),
    EndgameReading("plies", ERRORS, ReadingKind.OPEN),
    EndgameReading("moves of both", RATIOS, ReadingKind.OPEN),
    EndgameReading("moves of both", ERRORS, ReadingKind.OPEN),
)


def rows(samples: Samples) -> list[Row]:
    """p of several pairs of depths, as the ratio of mean errors and as the mean of ratios."""
    table: list[Row] = []
    for way in READINGS:
        for name in ENDGAMES:
            for g in GRANULARITIES:
                for deep, shallow in PAIRS:
                    at = {"variant": way.variant, "endgame": name, "g": g, "deep": deep, "shallow": shallow}
                    estimate = ratio(*way.pair(samples, name, g, (deep, shallow)))
                    table.append({**at, "average": way.average, **asdict(estimate)})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [
        {**row, "pair": f"p(x, {row['deep']}, {row['shallow']}), {row['average']} averaged"}
        for row in rows
        if row["variant"] == "plies"
    ]
    return curves(named, "g", "endgame", "pair", {"x": "granularity g", "y": "degree of pathology"}, level=1.0)


def somewhere(pairs: dict[str, Two]) -> Evidence:
    """In one pair at least the first exceeds the second; intervals are widened for the number of pairs."""
    level = simultaneous(len(pairs))
    gaps = {where: difference(*pair, level) for where, pair in pairs.items()}
    where = max(gaps, key=lambda where: gaps[where].low)
    words = f"clearest at {where}: {pairs[where][0].mean():.3f} against {pairs[where][1].mean():.3f}"
    return some_above(list(gaps.values()), words)


def depths_matter(samples: Samples, way: EndgameReading) -> Evidence:
    """At one granularity up to 10, a pair of depths is pathological and another is not."""
    sides: dict[str, Two] = {}
    for name in ENDGAMES:
        for g in SMALL:
            for one, other in permutations(PAIRS, 2):
                (deep, shallow), (far, near) = (way.pair(samples, name, g, depths) for depths in (one, other))
                both = np.minimum(deep - shallow, near - far)
                sides[f"{name}, g = {g}, {one} and {other}"] = both, np.zeros(len(deep))
    return somewhere(sides)


def mostly_sound(samples: Samples, way: EndgameReading) -> Evidence:
    """At more than half of all granularities of both endgames, depth 5 decides better than depth 1."""
    pairs = [way.pair(samples, name, g) for name in ENDGAMES for g in GRANULARITIES]
    gaps = [difference(shallow, deep, simultaneous(len(pairs))) for deep, shallow in pairs]
    return mostly_above(gaps, 0.0, "no pathology in")


Says = tuple[str, str, Callable[[Samples], Evidence]]


def of_endgame(way: EndgameReading, name: str) -> Iterator[Says]:
    """What the text says of each endgame: in short words, as printed, and the check."""
    yield (
        f"{name}: from g = {BORDER} on, depth pays more at every step of granularity",
        BENEFIT,
        lambda s: always_better([(way.p(s, name, g), way.p(s, name, h)) for g, h in pairwise([BORDER, *LARGE])]),
    )
    yield (
        f"{name}: pathology at some granularity up to {BORDER}",
        SOME,
        lambda s: somewhere({f"g = {g}": way.pair(s, name, g) for g in SMALL}),
    )
    yield (
        f"{name}: and at none above",
        SOME,
        lambda s: always_better([way.pair(s, name, g)[::-1] for g in LARGE]),
    )


def less_pathological(way: EndgameReading, name: str, other: str) -> Says:
    return (
        f"at some granularity {name} is less pathological than {other}",
        EITHER,
        lambda s: somewhere({f"g = {g}": (way.p(s, other, g), way.p(s, name, g)) for g in GRANULARITIES}),
    )


def claims_of(way: EndgameReading) -> tuple[Claim, ...]:
    statements = [statement for name in ENDGAMES for statement in of_endgame(way, name)]
    statements += [less_pathological(way, *ENDGAMES), less_pathological(way, *ENDGAMES[::-1])]
    says = "pathology at some granularity of either endgame"
    statements.append(
        (says, ALL, lambda s: somewhere({f"{n}, g = {g}": way.pair(s, n, g) for n in ENDGAMES for g in GRANULARITIES}))
    )
    says = "at some granularity up to 10, one pair of depths is pathological and another is not"
    statements.append((says, DEPTHS, lambda s: depths_matter(s, way)))
    says = "at most granularities of both endgames there is no pathology"
    statements.append((says, MOSTLY, lambda s: mostly_sound(s, way)))
    return tuple(
        Claim(f"{way}, {says}", printed, check, SOURCES.get(printed, ""), way.reading, TOLERANCES.get(printed, ""))
        for says, printed, check in statements
    )


STUDY = one_figure(
    name="nau/fig11",
    title="two chess endgames: pathology against granularity",
    source="[Nau2010] section 6.1",
    settings=grid(endgame=ENDGAMES, variant=tuple(UNITS)),
    run=partial(run, pairs=PAIRS[1:]),
    scales={"quick": 2, "paper": 30},
    draw=draw,
    caption="Degree of pathology as a function of granularity in KBBK and KQKR chess endgames. Above the dotted line "
    "the deeper search decides worse. Noise of σ = 2 plies on the distance to mate; every position that White wins, "
    "more than 5 plies from mate.",
    claims=tuple(claim for way in READINGS for claim in claims_of(way)),
    rows=rows,
    block=2,
    edition=4,
    together=partial(together, pairs=PAIRS[1:]),
)
