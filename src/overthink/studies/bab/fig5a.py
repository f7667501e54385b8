"""Figure 5(a): expanded ratio against ε in cops and robbers, 6×6 cells without obstacles, 3 cops."""

from __future__ import annotations

from itertools import pairwise

from overthink.studies.bab.common import AS_WRITTEN, claims_for, draw_readings
from overthink.studies.bab.cops import DEPTHS, OPEN_EPSILONS, OPEN_SETTINGS, expanded, instances
from overthink.studies.checks import always_better, never_rises
from overthink.studies.study import Cell, Row, Samples, Setting, Study, means

SOURCE = "[Atzmon2018] Figure 5(a)"
WRITTEN = {"count": "internal", **AS_WRITTEN}
SMALL = tuple(e for e in OPEN_EPSILONS if e <= 6)


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    return expanded(instances(setting, first, last, seed, chance=False), OPEN_EPSILONS)


def shown(samples: Samples) -> list[Row]:
    return means(Samples(samples.select(count="internal")))


STUDY = Study(
    name="bab/fig5a",
    title="cops and robbers: nodes saved by a larger ε",
    source=SOURCE,
    settings=OPEN_SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 50},
    draw=draw_readings("epsilon", "depth", "expanded ratio (internal nodes)", "depth ", count="internal"),
    caption="Cops and robbers on an open 6×6 grid with 3 cops, values in [0, 12]: the share of the nodes of alpha-beta "
    "(ε = 0) that bounded alpha-beta expands. Between ε = 6 and ε = 10 a larger ε costs more, not less: as in Figure 3 "
    "of the paper, what an early cut returns may be too wide to cut anything else.",
    claims=(
        *claims_for(
            DEPTHS,
            "as written, depth {}: a larger ε, no larger ER",
            SOURCE,
            "increasing ϵ results in lower ER",
            lambda s, depth: never_rises(s.curve("epsilon", OPEN_EPSILONS, depth=depth, **WRITTEN)),
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: the same up to ε = 6",
            SOURCE,
            "increasing ϵ results in lower ER",
            lambda s, depth: never_rises(s.curve("epsilon", SMALL, depth=depth, **WRITTEN)),
        ),
        *claims_for(
            (2, 4, 8),
            "as written, ε = {}: the deeper the search, the smaller ER",
            SOURCE,
            "we see the same trend with the impact of the depth of the tree on the average ER",
            lambda s, e: always_better([s.curve("depth", p, epsilon=e, **WRITTEN) for p in pairwise(DEPTHS)]),
        ),
    ),
    rows=means,
    summary=shown,
    across="epsilon",
    block=5,
)
