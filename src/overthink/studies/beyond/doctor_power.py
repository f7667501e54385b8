"""The doctor's verdict on cases whose answer is known: how often it is right, and how often it raises a false alarm.

An observation is one examination: so many positions, decided by minimax at depths 1, 3 and 5. P-games with an evaluator
that is wrong in one of five are pathological; trees of the top-down model with much similarity and many values are not;
and where all depths decide by the toss of a coin there is nothing to find, so that "deeper is worse" is a false alarm.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.randomness import seed_key, uniforms
from overthink.evaluate import artificial
from overthink.measure.judgement import judge
from overthink.models import BoardSplittingModel, TopDown
from overthink.report.curves import curves
from overthink.search.accuracy import p_opt_by_depth
from overthink.studies.checks import above
from overthink.studies.study import Cell, Claim, Row, Samples, Setting, Study, grid, shares

NAME = "beyond/doctor-power"
DEPTHS = (1, 3, 5)
CASES = ("P-games", "similar trees", "coins")
POSITIONS = (100, 300, 1000, 2000)
KINDS = ("worse", "unclear", "better")
WANTED = {"P-games": "worse", "similar trees": "better"}


def accuracies(case: str, n: int, number: int, seed: int) -> dict[int, Sample]:
    """P_opt of n positions at each depth."""
    own = int(seed_key(NAME, seed, case, number)) >> 1
    if case == "coins":
        keys = np.arange(len(DEPTHS) * n, dtype=np.uint64) + np.uint64(own)
        tosses = (uniforms(keys) < 0.5).astype(float).reshape(len(DEPTHS), n)
        return dict(zip(DEPTHS, tosses))
    if case == "similar trees":
        return p_opt_by_depth(TopDown(b=3, g=40, s=1.0).draw(0, n, own), "minimax", DEPTHS)
    return p_opt_by_depth(artificial(0.2)(BoardSplittingModel(height=7).draw(0, n, own), own), "minimax", DEPTHS)


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    """1 for the kind of verdict that was given, 0 for the others."""
    kinds = [
        judge(accuracies(setting["case"], setting["positions"], number, seed)).kind for number in range(first, last)
    ]
    return [{"verdict": kind} for kind in KINDS], np.array(
        [[given == kind for given in kinds] for kind in KINDS], float
    )


def draw(samples: Samples, rows: list[Row]) -> Any:
    labels = {"x": "positions examined", "y": "share of examinations"}
    return curves(rows, "positions", "verdict", "case", labels)


def often(case: str) -> Claim:
    n = POSITIONS[-1]
    return Claim(
        f"{case}: at {n:,} positions the verdict is '{WANTED[case]}' in at least 95 of 100 examinations",
        "Overthink",
        "not in print",
        lambda s: above(Estimate.share(s(case=case, positions=n, verdict=WANTED[case])), 0.95),
    )


def seldom(case: str) -> Claim:
    def no_alarm(samples: Samples) -> Sample:
        return np.concatenate([1.0 - samples(case=case, positions=n, verdict="worse") for n in POSITIONS])

    return Claim(
        f"{case}: 'deeper is worse' in less than 5 of 100 examinations, at any number of positions",
        "Overthink",
        "not in print",
        lambda s: above(Estimate.share(no_alarm(s)), 0.95),
    )


STUDY = Study(
    name=NAME,
    title="how often the doctor is right, by the number of positions",
    source="Overthink",
    settings=grid(case=CASES, positions=POSITIONS),
    run=run,
    scales={"quick": 20, "paper": 300},
    draw=draw,
    caption="Minimax at depths 1, 3 and 5. P-games are pathological, similar trees are not; with coins nothing "
    "is to be found, and 'worse' is a false alarm.",
    claims=(often("P-games"), often("similar trees"), seldom("similar trees"), seldom("coins")),
    rows=shares,
    block=20,
)
