"""Optimistic and pessimistic heuristics in the 8-puzzle: which are more prone to lookahead pathology? Section 4.4.

One observation is one draw of noise over all positions: the true distance less, or plus, the size of Gaussian noise,
the same size for both. Manhattan distance is optimistic by itself; its mirror image about the truth is pessimistic. Of
each search to depth 3, 5 or 7 the mean decision error is taken, and the share of positions that it decides worse than a
search to depth 1.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.randomness import seed_key
from overthink.evaluate import Mirrored, manhattan, optimistic, pessimistic, truth
from overthink.evaluate.evaluator import Evaluator, evaluate_space
from overthink.measure.paired import ratio
from overthink.measure.pathology import compare
from overthink.measure.survey_sweep import errors_by_depth
from overthink.report.curves import curves
from overthink.rules import RULES
from overthink.studies.checks import always_better
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.eight import POSITIONS, known, space

PRINTED = "Pessimistic functions were found to be less prone to lookahead pathology … in the 8-puzzle"
MIRROR = Reading(
    ReadingKind.OPEN, "Manhattan distance and its mirror image, which never errs at depth 1, so that p has no value"
)
SIDES = {"optimistic": optimistic, "pessimistic": pessimistic}
SIGMAS = (1.0, 2.0, 4.0, 8.0)  # moves
DEEP, SHALLOW = (3, 5, 7), 1
SETTINGS = (*grid(heuristic=SIDES, sigma=SIGMAS), *grid(heuristic=("manhattan", "mirrored"), sigma=(0.0,)))


@cache
def measured(heuristic: str, sigma: float, seed: int) -> list[float]:
    """For each of the deeper searches its mean decision error, that of the shallow one, and how often it is worse."""
    eight = space("corner")
    plain: dict[str, Evaluator] = {"manhattan": manhattan(eight.game), "mirrored": Mirrored(manhattan(eight.game))}
    evaluate = SIDES[heuristic](truth, sigma) if sigma else plain[heuristic]
    tree = evaluate_space(eight, evaluate, seed)
    by_depth = errors_by_depth(tree, RULES["minimin"], (SHALLOW, *DEEP), len(tree), lambda stage, share: None)
    means = {depth: float(np.mean(errors[1:], dtype=float)) for depth, errors in by_depth.items()}
    shallow = by_depth[SHALLOW]
    return [x for deep in DEEP for x in (means[deep], means[SHALLOW], compare(by_depth[deep], shallow).worse)]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Observations start … stop - 1; without noise all are the same."""
    seeds = [int(seed_key("nau/pessimism", seed, number)) >> 1 for number in range(start, stop)]
    results = [measured(setting["heuristic"], setting["sigma"], own if setting["sigma"] else 0) for own in seeds]
    points = [{"deep": deep, "shallow": SHALLOW, "of": of} for deep in DEEP for of in ("deep", "shallow", "worse")]
    return points, np.array(results).T


def errors(samples: Samples, deep: int, **where: object) -> tuple[Sample, Sample]:
    """Mean decision errors of the deeper and of the shallower search."""
    return samples(deep=deep, of="deep", **where), samples(deep=deep, of="shallow", **where)


def rows(samples: Samples) -> list[Row]:
    """The degree of pathology, where the shallower search errs at all, and the share of positions decided worse."""
    table: list[Row] = []
    for setting in SETTINGS:
        for deep in DEEP:
            point = {**setting, "deep": deep, "shallow": SHALLOW}
            pair = errors(samples, deep, **setting)
            if pair[1].any():
                table.append({**point, "measure": "p", **asdict(ratio(*pair))})
            table.append({**point, "measure": "worse", **asdict(share(samples(deep=deep, of="worse", **setting)))})
    return table


def share(sample: Sample) -> Estimate:
    return Estimate.of_mean(sample) if np.ptp(sample) else Estimate.exactly(float(sample[0]), POSITIONS)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    noise = [row for row in rows if row["measure"] == "p" and row["sigma"]]
    labels = {"x": "size of the noise σ", "y": "degree of pathology p(x, d, 1)"}
    return curves(noise, "sigma", "heuristic", "deep", labels, "d = ", level=1.0)


def lower_p(samples: Samples) -> Evidence:
    """p(d, 1) of the optimistic estimate above that of the pessimistic, on the same draws."""
    pairs = [
        tuple(np.divide(*errors(samples, deep, heuristic=side, sigma=sigma)) for side in SIDES)
        for deep in DEEP
        for sigma in SIGMAS
    ]
    return always_better(pairs)


def fewer_spoilt(samples: Samples) -> Evidence:
    pairs = [
        tuple(samples(heuristic=side, sigma=sigma, deep=deep, of="worse") for side in SIDES)
        for deep in DEEP
        for sigma in SIGMAS
    ]
    return always_better(pairs)


def mirror_spoilt(samples: Samples) -> Evidence:
    both = [[samples(heuristic=h, deep=d, of="worse")[0] for h in ("manhattan", "mirrored")] for d in DEEP]
    return known([float(manhattan - mirrored) for manhattan, mirrored in both])


def mirror_growth(samples: Samples) -> Evidence:
    """How much more the mean decision error grows with depth for Manhattan distance than for its mirror image."""
    gaps = []
    for deep in DEEP:
        grown = [np.subtract(*errors(samples, deep, heuristic=h))[0] for h in ("manhattan", "mirrored")]
        gaps.append(float(grown[0] - grown[1]))
    return known(gaps)


STUDY = one_figure(
    name="nau/pessimism",
    title="the 8-puzzle: optimistic and pessimistic heuristics",
    source="[Nau2010] section 4.4",
    settings=SETTINGS,
    run=run,
    scales={"quick": 3, "paper": 30},
    draw=draw,
    caption="Every position of the 8-puzzle, the true distance with noise to one side only. The lower the curve, the "
    "more is gained by looking further ahead.",
    claims=(
        Claim("noise of any size: p(d, 1) is lower with the pessimistic estimate", PRINTED, lower_p),
        Claim("noise of any size: depth spoils fewer decisions of the pessimistic estimate", PRINTED,
              fewer_spoilt),
        Claim("depth spoils fewer decisions of Manhattan distance's mirror image than of itself", PRINTED,
              mirror_spoilt, reading=MIRROR),
        Claim("the mirror image gains more, or loses less, by depth than Manhattan distance", PRINTED,
              mirror_growth, reading=MIRROR),
    ),
    rows=rows,
    block=1,
)  # fmt: skip
