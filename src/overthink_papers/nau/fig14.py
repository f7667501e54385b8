"""Figure 14: the 8-puzzle, degree of pathology p(x, 5, 1) against granularity, for two heuristic functions.

One observation is one draw of noise over all positions: the mean decision errors at both depths, the mean of their
ratios over positions, and the share of positions that have a ratio. Noise belongs to the position, "as described
earlier": σ = 2 as in the chess endgames, or .9 as in kalah. Buckets are of equal width over the interval in which the
estimates lie; true distances stay as they are. Manhattan distance has no noise, so that every observation of it is the
same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.core.randomness import seed_key
from overthink.evaluate import granular, noisy, truth
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.paired import difference, ratio
from overthink.report.curves import curves
from overthink.studies.checks import FLAT, always_better, mostly_above
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import AVERAGES, ERRORS, RATIOS, with_ratios
from overthink_papers.nau.eight import by_manhattan, known, space
from overthink_papers.nau.fig11 import MOSTLY, SOURCES, somewhere
from overthink_papers.nau.model_readings import MEANS

SIGMAS = {"noise": 2.0, "noise 0.9": 0.9}  # moves
MANHATTAN = "manhattan"
GRANULARITIES = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
SMALL, LARGE = ([g for g in GRANULARITIES if (g < 20) == small] for small in (True, False))
DEEP, SHALLOW = 5, 1
MEASURES = ("deep", "shallow", "ratio", "erring")
BENEFIT = "Both functions exhibit an increased benefit of a deeper search with increasing granularity"
ONLY = "on average the 8-puzzle is pathological only at small granularities"
NOISE = "only if the Gaussian-noise evaluation function is used"
Two = tuple[Sample, Sample]


@dataclass(frozen=True)
class PuzzleReading:
    """One reading of section 6.3: the noise that was "described earlier", and what is averaged over positions."""

    noise: str
    average: str
    kind: ReadingKind

    @property
    def reading(self) -> Reading:
        means = {RATIOS: "p is averaged over the positions in which depth 1 errs", ERRORS: "p is the ratio of means"}
        return Reading(self.kind, f"σ = {SIGMAS[self.noise]:g} moves; {means[self.average]}")

    def __str__(self) -> str:
        return f"σ = {SIGMAS[self.noise]:g}, {MEANS[self.average]}"

    def pair(self, samples: Samples, heuristic: str, g: int) -> Two:
        """Two numbers a draw, whose means have p as their ratio."""
        name = self.noise if heuristic == "noise" else heuristic
        above, below = samples.curve("measure", AVERAGES[self.average], heuristic=name, g=g)
        return above, below

    def p(self, samples: Samples, heuristic: str, g: int) -> Sample:
        """p of each draw."""
        above, below = self.pair(samples, heuristic, g)
        return above / below


READINGS = (
    PuzzleReading("noise", RATIOS, ReadingKind.AS_WRITTEN),
    PuzzleReading("noise", ERRORS, ReadingKind.OPEN),
    PuzzleReading("noise 0.9", RATIOS, ReadingKind.OPEN),
    PuzzleReading("noise 0.9", ERRORS, ReadingKind.OPEN),
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """What is measured over all positions but the goal, for each draw of noise."""
    sigma = SIGMAS.get(setting["heuristic"])
    tree, columns = by_manhattan("corner") if sigma is None else space("corner").tree, []
    for number in range(start, stop):
        own = int(seed_key("nau/fig14", seed, number)) >> 1
        view = tree if sigma is None else noisy(truth, sigma)(tree, own)
        low, high = float(view.static.min()), float(view.static.max())
        bucketed = granular(lambda same, seed, view=view: view, setting["g"], low, high)(view, own)
        right = p_opt_by_depth(bucketed, "minimin", (DEEP, SHALLOW))
        errors = np.stack([1.0 - right[depth][1:] for depth in (DEEP, SHALLOW)])
        columns.append(np.concatenate([errors, with_ratios(errors)]).mean(axis=1))
    return [{"measure": measure} for measure in MEASURES], np.array(columns).T


def rows(samples: Samples) -> list[Row]:
    table: list[Row] = []
    for average, measures in AVERAGES.items():
        for heuristic in (*SIGMAS, MANHATTAN):
            for g in GRANULARITIES:
                above, below = samples.curve("measure", measures, heuristic=heuristic, g=g)
                table.append({"average": average, "heuristic": heuristic, "g": g, **asdict(ratio(above, below))})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)", MANHATTAN: "Manhattan distance"}
    labels |= {name: f"distance with noise, σ = {sigma:g}" for name, sigma in SIGMAS.items()}
    named = [{**row, "average": f"{row['average']} averaged"} for row in rows]
    return curves(named, "g", "heuristic", "average", labels, level=1.0)


def larger(pairs: Sequence[Two], heuristic: str, by: float = 0.0) -> Evidence:
    """In every pair the first is larger by more than so much; nothing is estimated of Manhattan distance."""
    if heuristic != MANHATTAN:
        return always_better(pairs, by)
    return known([float(one[0] - other[0]) for one, other in pairs], by)


def from_end_to_end(samples: Samples, way: PuzzleReading, heuristic: str) -> Evidence:
    """p is lower at the largest granularity than at the smallest."""
    return larger([(way.p(samples, heuristic, SMALL[0]), way.p(samples, heuristic, LARGE[-1]))], heuristic)


def step_by_step(samples: Samples, way: PuzzleReading, heuristic: str) -> Evidence:
    """No step of granularity raises p."""
    return larger(list(pairwise(way.p(samples, heuristic, g) for g in GRANULARITIES)), heuristic, -FLAT)


def some_pathology(samples: Samples, way: PuzzleReading) -> Evidence:
    return somewhere({f"g = {g}": way.pair(samples, "noise", g) for g in SMALL})


def none_above(samples: Samples, way: PuzzleReading) -> Evidence:
    return always_better([way.pair(samples, "noise", g)[::-1] for g in LARGE])


def never(samples: Samples, way: PuzzleReading) -> Evidence:
    return larger([way.pair(samples, MANHATTAN, g)[::-1] for g in GRANULARITIES], MANHATTAN)


def mostly_sound(samples: Samples, way: PuzzleReading) -> Evidence:
    """At more than half of all granularities, of both functions, depth 5 decides better than depth 1."""
    noisy_pairs, exact_pairs = ([way.pair(samples, h, g) for g in GRANULARITIES] for h in ("noise", MANHATTAN))
    gaps = [difference(shallow, deep, simultaneous(len(noisy_pairs))) for deep, shallow in noisy_pairs]
    gaps += [Estimate.exactly(float(shallow[0] - deep[0]), len(deep)) for deep, shallow in exact_pairs]
    return mostly_above(gaps, 0.0, "no pathology in")


def claims_of(way: PuzzleReading) -> Iterator[Claim]:
    small = f"small: below g = {LARGE[0]}"
    for heuristic in ("noise", MANHATTAN):
        ends = partial(from_end_to_end, way=way, heuristic=heuristic)
        steps = partial(step_by_step, way=way, heuristic=heuristic)
        yield Claim(
            f"{way}, {heuristic}: depth pays more at g = {LARGE[-1]} than at g = {SMALL[0]}",
            BENEFIT, ends, reading=way.reading,
        )  # fmt: skip
        yield Claim(
            f"{way}, {heuristic}: no step of granularity makes depth pay less",
            BENEFIT, steps, reading=way.reading, tolerance=f"a change of {FLAT:g} is not one that a figure shows",
        )  # fmt: skip
    yield Claim(
        f"{way}: with noise the puzzle is pathological at some granularity below {LARGE[0]}",
        ONLY, partial(some_pathology, way=way), reading=way.reading, tolerance=small,
    )  # fmt: skip
    yield Claim(
        f"{way}: with noise it is not from g = {LARGE[0]} on",
        ONLY, partial(none_above, way=way), reading=way.reading, tolerance=small,
    )  # fmt: skip
    yield Claim(
        f"{way}: with Manhattan distance it is at no granularity",
        NOISE, partial(never, way=way), reading=way.reading,
    )  # fmt: skip
    yield Claim(
        f"{way}: at most granularities of both functions there is no pathology",
        MOSTLY, partial(mostly_sound, way=way), SOURCES[MOSTLY], way.reading, "mostly: more than half",
    )  # fmt: skip


STUDY = one_figure(
    name="nau/fig14",
    title="the 8-puzzle: pathology against granularity",
    source="[Nau2010] section 6.3",
    settings=grid(heuristic=(*SIGMAS, MANHATTAN), g=GRANULARITIES),
    run=run,
    scales={"quick": 3, "paper": 30},
    draw=draw,
    caption="Above the dotted line depth 5 decides worse than depth 1. On the left p is the ratio of both mean errors, "
    "on the right the mean of the ratios of those positions in which depth 1 errs.",
    claims=tuple(claim for way in READINGS for claim in claims_of(way)),
    rows=rows,
    block=1,
    edition=2,
)
