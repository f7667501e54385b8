"""Figure 6(c): expanded ratio against ε in cops and robbers with chance: 6×6 cells, 20% obstacles, 3 cops, depth 3."""

from __future__ import annotations

from overthink.studies.bab.common import AS_WRITTEN, claims_for, printed_claims
from overthink.studies.bab.cops import CHANCE_EPSILONS, CHANCE_SETTINGS, UNTOLD, draw_chance, expanded, instances
from overthink.studies.checks import never_rises
from overthink.studies.study import Cell, Row, Samples, Setting, Study, means

SOURCE = "[Atzmon2018] Figure 6(c)"
PRINTED = {4: 0.25, 8: 0.07}
READINGS = {"as written": {"count": "internal", **AS_WRITTEN}, "closest reading": {"count": "all", **UNTOLD}}


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    return expanded(instances(setting, first, last, seed, chance=True), CHANCE_EPSILONS)


def shown(samples: Samples) -> list[Row]:
    """Nodes counted as each reading does."""
    return means(Samples([entry for options in READINGS.values() for entry in samples.select(**options)]))


STUDY = Study(
    name="bab/fig6c",
    title="cops and robbers with chance: nodes saved by a larger ε",
    source=SOURCE,
    settings=CHANCE_SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 150},
    draw=draw_chance("expanded ratio", READINGS),
    caption="Cops and robbers on a 6×6 grid with 20% obstacles and 3 cops, a chosen move happening with p = .8, depth "
    "3: the share of the nodes at ε = 0 that bounded alpha-beta needs. As written: internal nodes. In the reading "
    "closest to print no node is told what is known above it, and all nodes are counted.",
    claims=(
        *printed_claims(SOURCE, "ER", [(f"ε = {e}", {"epsilon": e}, er) for e, er in PRINTED.items()], READINGS),
        *claims_for(
            READINGS,
            "{}: a larger ε, no larger ER",
            SOURCE,
            "higher ϵ yields lower ER and higher AMB",
            lambda s, reading: never_rises(s.curve("epsilon", CHANCE_EPSILONS, **READINGS[reading])),
        ),
    ),
    rows=means,
    summary=shown,
    across="epsilon",
    block=5,
)
