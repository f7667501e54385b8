"""Figure 5(b): actual minimax bound against ε, over the same boards of cops and robbers as Figure 5(a)."""

from __future__ import annotations

from overthink.studies.bab.common import AS_WRITTEN, claims_for, draw_readings, within
from overthink.studies.bab.cops import DEPTHS, OPEN_EPSILONS, OPEN_SETTINGS, instances, widths
from overthink.studies.checks import always_better
from overthink.studies.study import Cell, Claim, Finding, Samples, Setting, Study, means

SOURCE = "[Atzmon2018] Figure 5(b)"


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    return widths(instances(setting, first, last, seed, chance=False), OPEN_EPSILONS)


def grows_with_depth(samples: Samples) -> Finding:
    """At every ε between the ends the deeper search leaves the wider interval."""
    pairs = [
        samples.curve("depth", pair, epsilon=epsilon, **AS_WRITTEN)
        for epsilon in OPEN_EPSILONS[1:-1]
        for pair in zip(DEPTHS[1:], DEPTHS)
    ]
    return always_better(pairs)


def not_always(samples: Samples) -> Finding:
    """The opposite of growth with depth at every ε."""
    found = grows_with_depth(samples)
    opposite = {"holds": "fails", "fails": "holds", "inconclusive": "inconclusive"}
    return Finding(opposite[found.verdict], found.estimate, found.seen)


STUDY = Study(
    name="bab/fig5b",
    title="cops and robbers: how much of ε is used",
    source=SOURCE,
    settings=OPEN_SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 50},
    draw=draw_readings("epsilon", "depth", "actual minimax bound U - L", "depth "),
    caption="Cops and robbers on an open 6×6 grid with 3 cops, values in [0, 12]: the width of the interval that "
    "bounded alpha-beta proves.",
    claims=(
        Claim(
            "AMB is never above ε, in any reading, at any depth",
            SOURCE,
            "Theorem 1 ensures that AMB is no more than ϵ",
            lambda s: within([(sample, point["epsilon"]) for point, sample in s.entries]),
        ),
        *claims_for(
            DEPTHS,
            "as written, depth {}: the larger ε, the larger AMB",
            SOURCE,
            "increasing ϵ results in lower ER and higher AMB",
            lambda s, depth: always_better(
                [s.curve("epsilon", p, depth=depth, **AS_WRITTEN) for p in zip(OPEN_EPSILONS[1:], OPEN_EPSILONS)]
            ),
        ),
        Claim(
            "as written: AMB does not grow with depth at every ε",
            SOURCE,
            "the impact of the depth on the average AMB here is not as conclusive",
            not_always,
        ),
    ),
    rows=means,
    across="epsilon",
    block=5,
)
