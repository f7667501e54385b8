"""Figure 14: degree of pathology p(x, 5, 1) in the 8-puzzle against granularity, for two heuristic functions.

One observation is one draw of noise over all positions: the mean decision errors at both depths, the mean of their
ratios over positions, and the share of positions that have a ratio. Noise belongs to the position, "as described
earlier": σ = 2 as in the chess endgames, or .9 as in kalah. Buckets are of equal width over the interval in which the
estimates lie; true distances stay as they are. Manhattan distance has no noise, so that every observation of it is the
same.
"""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise, product

import numpy as np

from overthink.core.estimate import Sample
from overthink.evaluate.spoil import granular, noisy, truth
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.paired import ratio as ratio_of_means
from overthink.studies.checks import FLAT_CHANGE, AllOf, AlwaysBetter, curve
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.granularity import AVERAGES, ERRORS, RATIOS, with_ratios
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot
from overthink_papers.nau.exact_numbers import exceed, gap, ratio
from overthink_papers.nau.puzzle import SECTION, by_manhattan, puzzle_space
from overthink_papers.nau.readings import (
    EVERY,
    INTRODUCTION,
    MEANS,
    MOSTLY,
    SHOWN_CHANGE,
    Line,
    Pair,
    at_most_granularities,
    falls,
    somewhere,
)

SIGMAS = {"noise": 2.0, "noise 0.9": 0.9}  # moves
MANHATTAN = "manhattan"
GRANULARITIES = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
SMALL, LARGE = ([g for g in GRANULARITIES if (g < 20) == small] for small in (True, False))
DEEP, SHALLOW = 5, 1


@one_by_one(grid(measure=("deep", "shallow", "ratio", "erring")))
def run(setting: Setting, number: int, seed: int) -> Sample:
    """The four means of one draw of noise over all positions."""
    sigma = SIGMAS.get(setting["heuristic"])
    own = own_seed("nau/fig14", seed, number)
    view = noisy(truth, sigma)(puzzle_space("corner").tree, own) if sigma else by_manhattan("corner")
    low, high = float(view.static.min()), float(view.static.max())
    bucketed = granular(lambda same, seed: view, setting["g"], low, high)(view, own)
    right = p_opt_by_depth(bucketed, "minimin", (DEEP, SHALLOW))
    errors = np.stack([1.0 - right[depth][1:] for depth in (DEEP, SHALLOW)])
    means: Sample = np.concatenate([errors, with_ratios(errors)]).mean(axis=1)
    return means


def rows(samples: Samples) -> list[Row]:
    """p of each heuristic and granularity, averaged in both ways."""
    table: list[Row] = []
    for average, place in product(AVERAGES, grid(heuristic=(*SIGMAS, MANHATTAN), g=GRANULARITIES)):
        above, below = samples.curve("measure", AVERAGES[average], **place)
        table.append({"average": average, **place, **asdict(ratio_of_means(above, below))})
    return table


def _pairs_of(average: str, heuristic: str, grains: Sequence[int] = GRANULARITIES) -> list[Pair]:
    lines = (curve("measure", AVERAGES[average], heuristic=heuristic, g=g) for g in grains)
    return [(deep, shallow) for deep, shallow in lines]


def _benefit(average: str) -> AllOf:
    noise, manhattan = ([ratio(*pair) for pair in _pairs_of(average, h)] for h in ("noise", MANHATTAN))
    return AllOf(
        (
            falls(noise),
            exceed((gap(manhattan[0], manhattan[-1]),)),
            exceed(tuple(gap(a, b) for a, b in pairwise(manhattan)), -FLAT_CHANGE),
        )
    )


def _benefit_at_last(average: str) -> AllOf:
    noise, manhattan = ([ratio(*pair) for pair in _pairs_of(average, h)] for h in ("noise", MANHATTAN))
    return AllOf((AlwaysBetter(((noise[0], noise[-1]),)), exceed((gap(manhattan[0], manhattan[-1]),))))


def _only_small(average: str) -> AllOf:
    small = {f"g = {g}": pair for g, pair in zip(SMALL, _pairs_of(average, "noise", SMALL))}
    large = tuple((shallow, deep) for deep, shallow in _pairs_of(average, "noise", LARGE))
    return AllOf((somewhere(small), AlwaysBetter(large)))


def _by_granularity(heuristic: str) -> Line:
    return {g: ratio(*pair) for g, pair in zip(GRANULARITIES, _pairs_of(RATIOS, heuristic))}


def _noise_reading(average: str, kind: ReadingKind) -> Reading:
    return Reading(kind, f"σ = {SIGMAS['noise']:g} moves; {MEANS[average]}")


WRITTEN = _noise_reading(RATIOS, ReadingKind.AS_WRITTEN)
BOTH = "Both functions exhibit an increased benefit of a deeper search with increasing granularity"
ONLY = "on average the 8-puzzle is pathological only at small granularities"
ONLY_SMALL = f"with noise the puzzle is pathological at some granularity below {LARGE[0]}, and not from there on"
LABELS = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)", MANHATTAN: "Manhattan distance"}
LABELS |= {name: f"distance with noise, σ = {sigma:g}" for name, sigma in SIGMAS.items()}
STUDY = one_figure(
    name="nau/fig14",
    title="the 8-puzzle: pathology against granularity",
    source=SECTION,
    settings=grid(heuristic=(*SIGMAS, MANHATTAN), g=GRANULARITIES),
    run=run,
    scales={"quick": 3, "paper": 30},
    draw=plot("g", "heuristic", "{average} averaged", LABELS, level=1.0),
    caption="Above the dotted line depth 5 decides worse than depth 1. On the left p is the ratio of both mean errors, "
    "on the right the mean of the ratios of those positions in which depth 1 errs.",
    claims=(
        Claim(
            f"noise and Manhattan distance: depth pays more at g = {LARGE[-1]} than at g = {SMALL[0]}, and no step of "
            "granularity makes it pay less",
            BOTH,
            _benefit(RATIOS),
            reading=WRITTEN,
            tolerance=SHOWN_CHANGE,
        ),
        Claim(
            f"noise and Manhattan distance: depth pays more at g = {LARGE[-1]} than at g = {SMALL[0]}",
            BOTH,
            _benefit_at_last(RATIOS),
            reading=Reading(ReadingKind.CLOSEST, f"{WRITTEN.words}; only the ends are compared"),
        ),
        Claim(f"{ONLY_SMALL}; p averaged", ONLY, _only_small(RATIOS), "", WRITTEN, f"small: below g = {LARGE[0]}"),
        Claim(
            f"{ONLY_SMALL}; errors averaged",
            ONLY,
            _only_small(ERRORS),
            "",
            _noise_reading(ERRORS, ReadingKind.OPEN),
            f"small: below g = {LARGE[0]}",
        ),
        Claim(
            "with Manhattan distance it is pathological at no granularity",
            "only if the Gaussian-noise evaluation function is used",
            exceed(tuple(gap(shallow, deep) for deep, shallow in _pairs_of(RATIOS, MANHATTAN))),
            reading=WRITTEN,
        ),
        Claim(
            "at most granularities of both functions there is no pathology",
            MOSTLY,
            at_most_granularities([_by_granularity("noise"), _by_granularity(MANHATTAN)], False),
            INTRODUCTION,
            WRITTEN,
            EVERY,
        ),
    ),
    rows=rows,
    block=1,
    edition=2,
)
