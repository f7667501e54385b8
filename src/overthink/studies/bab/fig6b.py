"""Figure 6(b): actual minimax bound against ε, over the same random trees with chance as Figure 6(a)."""

from __future__ import annotations

import numpy as np

from overthink.studies.bab.common import claims_for, draw_readings, printed_claims, within
from overthink.studies.bab.fig6a import BRANCHING, EPSILONS, SETTINGS, WRITTEN, instances
from overthink.studies.checks import always_better
from overthink.studies.study import Cell, Claim, Setting, Study, means

SOURCE = "[Atzmon2018] Figure 6(b)"
PRINTED = {0: 0.0, 8: 6.58, 24: 20.71}  # b = 4
WHERE = {key: value for key, value in WRITTEN.items() if key != "count"}


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    """U - L of every instance, for every ε; what rounding leaves below 0 is 0."""
    found = [np.maximum(searched.amb, 0.0) for searched in instances(setting, first, last, seed)]
    return [{"epsilon": epsilon} for epsilon in EPSILONS], np.array(found).T


STUDY = Study(
    name="bab/fig6b",
    title="random trees with chance: how much of ε is used",
    source=SOURCE,
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 300},
    draw=draw_readings("epsilon", "b", "actual minimax bound U - L", "b = ", successors="shared"),
    caption="Random trees with chance, p = .8, four moves deep, shared successors: the width of the interval that "
    "bounded alpha-beta proves.",
    claims=(
        *printed_claims(
            SOURCE,
            "AMB",
            [
                (f"b = 4, {kind} successors, ε = {e}", {"b": 4, "successors": kind, "epsilon": e}, amb)
                for kind in ("shared", "independent")
                for e, amb in PRINTED.items()
            ],
        ),
        Claim(
            "AMB is never above ε, for any b, successors and reading",
            SOURCE,
            "Theorem 1 ensures that AMB is no more than ϵ",
            lambda s: within([(sample, point["epsilon"]) for point, sample in s.entries]),
        ),
        *claims_for(
            BRANCHING,
            "as written, b = {}: the larger ε, the larger AMB",
            SOURCE,
            "higher ϵ corresponds to lower ER and higher AMB",
            lambda s, b: always_better(
                [s.curve("epsilon", pair, b=b, **WHERE) for pair in zip(EPSILONS[1:], EPSILONS)]
            ),
        ),
        *claims_for(
            (8, 24, 60),
            "as written, ε = {}: the larger b, the larger AMB",
            SOURCE,
            "in general that higher branching factor corresponds to lower ER and higher AMB",
            lambda s, epsilon: always_better(
                [s.curve("b", pair, epsilon=epsilon, **WHERE) for pair in zip(BRANCHING[1:], BRANCHING)]
            ),
        ),
    ),
    rows=means,
    across="epsilon",
    block=30,
)
