"""At what rate the root's error falls with the height of the tree: exactly, on balanced P-games of any height.

No game is drawn (see `law`), so every observation is the same number. The rate is what two more plies leave of the
error, at the largest heights at which it is above 10⁻¹⁰. An error that falls at an exponential rate has a rate below 1;
one that settles has a rate of 1. Print names no limit on the evaluator's error, and there is one.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from overthink.core.estimate import Sample
from overthink.report.curves import curves
from overthink.studies.checks import claims_for, settled
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.althofer.law import root_errors

BRANCHING, ERRORS, HEIGHTS = (2, 3, 4), (0.01, 0.05, 0.1, 0.2, 0.3), tuple(range(61))
LEAST, SETTLED = 1e-10, 0.99
RULES = {"minimax": False, "althofer": True}
EXPONENTIAL = (
    "the probability of an incorrect root evaluation decreases at an exponential rate as the height of the tree "
    "increases"
)
GUARANTEE = "there is a guarantee that evaluation errors will not grow to dominate the search"
SMALL = Reading(ReadingKind.OPEN, "evaluations that are wrong with probability .1 or less")


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    errors = [root_errors(setting["b"], HEIGHTS[-1], setting["e"], adds) for adds in RULES.values()]
    points: list[Point] = [{"rule": rule, "height": height} for rule in RULES for height in HEIGHTS]
    return points, np.tile(np.concatenate(errors)[:, None], stop - start)


def errors_of(samples: Samples, b: int, e: float, rule: str = "althofer") -> Sample:
    return np.array([sample[0] for sample in samples.curve("height", HEIGHTS, rule=rule, b=b, e=e)])


def rate(errors: Sample) -> float:
    """The most that two more plies leave of an error, at any height, as long as it can be told from none."""
    last = int(np.flatnonzero(errors > LEAST)[-1])
    return float((errors[2 : last + 1] / errors[: last - 1]).max())


def falls_exponentially(samples: Samples, b: int, e: float) -> Evidence:
    errors = errors_of(samples, b, e)
    factor = rate(errors)
    words = f"{errors[2]:.2g} at height 2, {errors[10]:.2g} at 10, {errors[60]:.2g} at 60; two plies leave {factor:.3f}"
    return settled(factor < SETTLED, factor, words)


def not_grown(samples: Samples, b: int) -> Evidence:
    """At no height from 2 on is the root's error above the evaluator's own, at any e."""
    most = {e: float((errors_of(samples, b, e)[2:] / e).max()) for e in ERRORS}
    shown = ", ".join(f"{ratio:.2f}" for ratio in most.values())
    return settled(max(most.values()) <= 1.0, max(most.values()), f"at most {shown} of e, by e")


def every_ply(samples: Samples) -> Evidence:
    """Each height's error is below that of the height before."""
    rises = max(float(after / before) for before, after in pairwise(errors_of(samples, 2, 0.1)))
    return settled(rises < 1.0, rises, f"one ply more leaves up to {rises:.2f} of the error")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [
        {**row, "line": f"{row['rule']}, e = {row['e']:g}"}
        for row in rows
        if row["height"] % 2 == 0 and row["mean"] > LEAST and (row["rule"] == "althofer" or row["e"] == 0.1)
    ]
    labels = {"x": "height of the tree (plies), even", "y": "probability that the root is misjudged"}
    return curves(named, "height", "line", "b", labels, "b = ", log=True)


def exponential(says: str, b: int, errors: tuple[float, ...], reading: Reading) -> Claim:
    return Claim(
        f"b = {b}, {says}: two more plies leave less than {SETTLED:g} of the error, at any height",
        EXPONENTIAL,
        lambda s: max((falls_exponentially(s, b, e) for e in errors), key=lambda finding: finding.estimate.mean),
        reading=reading,
        tolerance=f"a rate of {SETTLED:g} and more counts as 1: an error that stays",
    )


STUDY = one_figure(
    name="althofer/rate",
    title="the rate at which the root's error falls with the height of the tree",
    source="[Abdelbar2012] section 2",
    settings=grid(b=BRANCHING, e=ERRORS),
    run=run,
    scales={"quick": 2, "paper": 2},
    draw=draw,
    caption="Balanced P-games, independent errors, exact: the probability that the root is misjudged, by the height of "
    "the tree and the error of the evaluator, on a logarithmic scale. A line that stays straight falls at an "
    "exponential rate.",
    claims=(
        *(exponential(f"e = {e:g}", b, (e,), Reading()) for b in BRANCHING for e in ERRORS),
        *(exponential("e = 0.01, 0.05 and 0.1", b, ERRORS[:3], SMALL) for b in BRANCHING),
        *claims_for(
            BRANCHING,
            "b = {}: the root is misjudged no more often than any node, at heights from 2 on",
            GUARANTEE,
            not_grown,
            source="[Abdelbar2012] section 5",
        ),
        Claim("b = 2, e = 0.1: every single ply lowers the error, odd and even alike", NOT_IN_PRINT, every_ply),
    ),
    rows=means,
    across="height",
    block=2,
)
