"""Figure 6(d): actual minimax bound against ε, over the same boards of cops and robbers with chance as Figure 6(c)."""

from __future__ import annotations

from overthink.studies.bab.common import claims_for, printed_claims, within
from overthink.studies.bab.cops import CHANCE_EPSILONS, CHANCE_READINGS, CHANCE_SETTINGS, draw_chance, instances, widths
from overthink.studies.checks import always_better
from overthink.studies.study import Cell, Claim, Setting, Study, means

SOURCE = "[Atzmon2018] Figure 6(d)"
PRINTED = {0: 0.0, 4: 3.17, 8: 7.19}


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    return widths(instances(setting, first, last, seed, chance=True), CHANCE_EPSILONS)


STUDY = Study(
    name="bab/fig6d",
    title="cops and robbers with chance: how much of ε is used",
    source=SOURCE,
    settings=CHANCE_SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 150},
    draw=draw_chance("actual minimax bound U - L", CHANCE_READINGS),
    caption="Cops and robbers on a 6×6 grid with 20% obstacles and 3 cops, a chosen move happening with p = .8, depth "
    "3: the width of the interval that bounded alpha-beta proves.",
    claims=(
        *printed_claims(
            SOURCE, "AMB", [(f"ε = {e}", {"epsilon": e}, amb) for e, amb in PRINTED.items()], CHANCE_READINGS
        ),
        Claim(
            "AMB is never above ε, in any reading",
            SOURCE,
            "Theorem 1 ensures that AMB is no more than ϵ",
            lambda s: within([(sample, point["epsilon"]) for point, sample in s.entries]),
        ),
        *claims_for(
            CHANCE_READINGS,
            "{}: the larger ε, the larger AMB",
            SOURCE,
            "higher ϵ yields lower ER and higher AMB",
            lambda s, reading: always_better(
                [
                    s.curve("epsilon", pair, **CHANCE_READINGS[reading])
                    for pair in zip(CHANCE_EPSILONS[1:], CHANCE_EPSILONS)
                ]
            ),
        ),
    ),
    rows=means,
    across="epsilon",
    block=5,
)
