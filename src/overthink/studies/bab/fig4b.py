"""Figure 4(b): actual minimax bound against ε, over the same random trees as Figure 4(a)."""

from __future__ import annotations

import numpy as np

from overthink.studies.bab.common import (
    AS_WRITTEN,
    EPSILONS,
    READINGS,
    claims_for,
    draw_readings,
    printed_claims,
    within,
)
from overthink.studies.bab.fig4a import DEPTHS, SETTINGS, instances
from overthink.studies.checks import always_better
from overthink.studies.study import Cell, Claim, Row, Samples, Setting, Study, means

SOURCE = "[Atzmon2018] Figure 4(b)"
PRINTED = {0: 0.0, 32: 30.97, 64: 61.88}  # depth 9


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    """U - L of every instance, for every ε."""
    found = [searched.amb for searched in instances(setting, first, last, seed)]
    return [{"epsilon": epsilon} for epsilon in EPSILONS], np.array(found).T


def shown(samples: Samples) -> list[Row]:
    return means(Samples([entry for options in READINGS.values() for entry in samples.select(**options)]))


STUDY = Study(
    name="bab/fig4b",
    title="random trees: how much of ε is used",
    source=SOURCE,
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=draw_readings("epsilon", "depth", "actual minimax bound U - L", "depth "),
    caption="Random trees, b = 4, utilities in [0, 100]: the width of the interval that bounded alpha-beta proves.",
    claims=(
        *printed_claims(
            SOURCE, "AMB", [(f"depth 9, ε = {e}", {"depth": 9, "epsilon": e}, amb) for e, amb in PRINTED.items()]
        ),
        Claim(
            "AMB is never above ε, in any reading, at any depth",
            SOURCE,
            "but never beyond ϵ",
            lambda s: within([(sample, point["epsilon"]) for point, sample in s.entries]),
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: the larger ε, the larger AMB",
            SOURCE,
            "for all depths, as we increase the ϵ value, the AMB is increased as well",
            lambda s, depth: always_better(
                [s.curve("epsilon", pair, depth=depth, **AS_WRITTEN) for pair in zip(EPSILONS[1:], EPSILONS)]
            ),
        ),
        Claim(
            "as written: at ε = 32, the deeper the tree, the larger AMB",
            SOURCE,
            "the AMB for deeper trees is clearly larger",
            lambda s: always_better(
                [s.curve("depth", pair, epsilon=32, **AS_WRITTEN) for pair in zip(DEPTHS[1:], DEPTHS)]
            ),
        ),
    ),
    rows=means,
    summary=shown,
    across="epsilon",
    block=50,
)
