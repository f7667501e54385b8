"""Section 4.4: optimistic and pessimistic heuristics in the 8-puzzle, as on the maps of `nau/path-finding`.

An observation is one draw of noise over all positions.
"""

from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from itertools import product

import numpy as np

from overthink.core.estimate import Estimate
from overthink.evaluate.evaluator import Evaluator, evaluate_space
from overthink.evaluate.games import manhattan
from overthink.evaluate.spoil import Mirrored, truth
from overthink.measure.paired import compare
from overthink.measure.paired import ratio as ratio_of_means
from overthink.rules import RULES
from overthink.studies.checks import AllOf, AlwaysBetter, Measured, Quantity, at, curve
from overthink.studies.claim import Claim
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink.whole_games.survey import errors_by_depth
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot
from overthink_papers.nau.estimates.estimates import (
    FAR,
    LESS_PRONE,
    MIRROR,
    MIRRORED,
    NOISE,
    NOISY,
    SECTION,
    SHALLOW,
    SIDES,
)
from overthink_papers.nau.exact_numbers import exceed, ratio
from overthink_papers.nau.puzzle import POSITIONS, puzzle_space

SIGMAS = (1.0, 2.0, 4.0, 8.0)  # moves
PUZZLES = (*grid(heuristic=SIDES, sigma=SIGMAS), *grid(heuristic=("manhattan", "mirrored"), sigma=(0.0,)))


@cache
def measure_puzzle(heuristic: str, sigma: float, seed: int) -> list[float]:
    """For each of the deeper searches its mean decision error, that of the shallow one, and how often it is worse."""
    eight = puzzle_space("corner")
    plain: dict[str, Evaluator] = {"manhattan": manhattan(eight.game), "mirrored": Mirrored(manhattan(eight.game))}
    evaluate = SIDES[heuristic](truth, sigma) if sigma else plain[heuristic]
    tree = evaluate_space(eight, evaluate, seed)
    by_depth = errors_by_depth(tree, RULES["minimin"], (SHALLOW, *FAR), len(tree), lambda stage, share: None)
    mean = {depth: float(np.mean(errors[1:], dtype=float)) for depth, errors in by_depth.items()}
    shallow = by_depth[SHALLOW]
    return [x for deep in FAR for x in (mean[deep], mean[SHALLOW], compare(by_depth[deep], shallow).worse)]


@one_by_one(grid(deep=FAR, shallow=(SHALLOW,), of=("deep", "shallow", "worse")))
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """One draw of noise; without noise all observations are the same."""
    own = own_seed("nau/pessimism", seed, number)
    return measure_puzzle(setting["heuristic"], setting["sigma"], own if setting["sigma"] else 0)


def rows(samples: Samples) -> list[Row]:
    """The degree of pathology, where the shallower search errs at all, and the share of positions decided worse."""
    table: list[Row] = []
    for setting, d in product(PUZZLES, FAR):
        point = {**setting, "deep": d, "shallow": SHALLOW}
        deep, shallow, worse = samples.curve("of", ("deep", "shallow", "worse"), **point)
        if shallow.any():
            table.append({**point, "measure": "p", **asdict(ratio_of_means(deep, shallow))})
        known = Estimate.exactly(float(worse[0]), POSITIONS)
        table.append({**point, "measure": "worse", **asdict(Estimate.of_mean(worse) if np.ptp(worse) else known)})
    return table


PLACES = grid(deep=FAR, sigma=SIGMAS)


def _puzzle_p(side: str, place: Setting) -> Measured:
    return ratio(at(heuristic=side, of="deep", **place), at(heuristic=side, of="shallow", **place))


def _compare_sides(measure: Callable[[str, Setting], Measured]) -> AlwaysBetter:
    return AlwaysBetter(tuple((measure("optimistic", place), measure("pessimistic", place)) for place in PLACES))


def effects(heuristic: str, deep: int) -> tuple[Quantity, Quantity]:
    """How often a deeper search decides worse, and by how much the mean decision error grows."""
    error, shallow, worse = curve("of", ("deep", "shallow", "worse"), heuristic=heuristic, deep=deep)
    return worse, error - shallow


MIRROR_GAPS = [a - b for d in FAR for a, b in zip(effects("manhattan", d), effects("mirrored", d))]
STUDY = one_figure(
    name="nau/pessimism",
    title="the 8-puzzle: optimistic and pessimistic heuristics",
    source=SECTION,
    settings=PUZZLES,
    run=run,
    scales={"quick": 3, "paper": 30},
    draw=plot(
        "sigma",
        "heuristic",
        "deep",
        {"x": "size of the noise σ", "y": "degree of pathology p(x, d, 1)"},
        "d = ",
        keep=lambda row: row["measure"] == "p" and row["sigma"] > 0.0,
        level=1.0,
    ),
    caption="Every position of the 8-puzzle, the true distance with noise to one side only. The lower the curve, the "
    "more is gained by looking further ahead.",
    claims=(
        Claim(
            NOISY,
            f"{LESS_PRONE} … in the 8-puzzle",
            AllOf(
                (_compare_sides(_puzzle_p), _compare_sides(lambda side, place: at(heuristic=side, of="worse", **place)))
            ),
            reading=NOISE,
        ),
        Claim(MIRRORED, f"{LESS_PRONE} … in the 8-puzzle", exceed(MIRROR_GAPS), reading=MIRROR),
    ),
    rows=rows,
    block=1,
)
