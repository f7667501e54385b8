"""The clustering factor f of the models' trees against their local similarity s.

"If f is low then s is high, and vice versa, but the precise numeric correspondence between s values and f values will
generally be different in different game-tree models." Section 3.3

An observation is one tree, with utilities in so many buckets that they are as good as real. f is the standard deviation
of siblings' utilities over that of the utilities throughout the tree.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.randomness import seed_key
from overthink.measure.paired import difference
from overthink.measure.similarity import clustering_factor
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.granular import SIMILARITIES, GranularModel
from overthink.report.curves import curves
from overthink.studies.checks import all_above, always_better, claims_for
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Cell, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure

MODELS: dict[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one-player": OnePlayer}
BRANCHING = (2, 3, 5)
FINE = 1 << 20  # granularity
DIFFERENT = 0.01  # of f
LOWER = "If f is low then s is high, and vice versa"
OTHER = (
    "the precise numeric correspondence between s values and f values will generally be different in different "
    "game-tree models"
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The clustering factors of trees number start … stop - 1."""
    model = MODELS[setting["model"]](b=setting["b"], s=setting["s"], g=FINE, reading="real")
    own = int(seed_key("nau/similarity", seed)) >> 1
    return [{"measure": "f"}], np.array([[clustering_factor(model.draw(n, n + 1, own)) for n in range(start, stop)]])


def falls(samples: Samples, model: str) -> Evidence:
    """At every step of s, f is lower."""
    return always_better(
        [
            (before, after)
            for b in BRANCHING
            for before, after in pairwise(samples.curve("s", SIMILARITIES, model=model, b=b))
        ]
    )


def differs(samples: Samples) -> Evidence:
    """Any two models have different f at equal s above 0, on average over s, at every b."""
    pairs = [(one, other, b) for one, other in combinations(MODELS, 2) for b in BRANCHING]
    gaps = []
    for one, other, b in pairs:
        curves_of = [samples.curve("s", SIMILARITIES[1:], model=model, b=b) for model in (one, other)]
        level = simultaneous(len(pairs) * len(curves_of[0]))
        apart = [difference(x, y, level) for x, y in zip(*curves_of)]
        gaps.append(max((_size(gap) for gap in apart), key=lambda gap: gap.low))
    shown = "; ".join(f"{one} and {other}, b = {b}: {gap.mean:.3f}" for (one, other, b), gap in zip(pairs, gaps))
    return all_above(gaps, DIFFERENT, f"largest differences of f at equal s: {shown}")


def _size(gap: Estimate) -> Estimate:
    """How far a difference is from 0."""
    return Estimate(abs(gap.mean), max(gap.low, -gap.high), max(gap.high, -gap.low), gap.n)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "local similarity s", "y": "clustering factor f"}
    return curves(rows, "s", "model", "b", labels, "b = ")


STUDY = one_figure(
    name="nau/similarity",
    title="the models' clustering factor against their local similarity",
    source="[Nau2010] section 3.3",
    settings=grid(model=tuple(MODELS), b=BRANCHING, s=SIMILARITIES),
    run=run,
    scales={"quick": 30, "paper": 1000},
    draw=draw,
    caption="Siblings' standard deviation over that of all utilities of a tree of height 5: low where siblings are "
    "alike.",
    claims=(
        *claims_for(MODELS, "{}: f is lower at every step of s, at every b", LOWER, falls),
        Claim(
            "at some s, f of one model is not that of another, for any two models and every b",
            OTHER,
            differs,
            tolerance=f"different: by more than {DIFFERENT:g}",
        ),
    ),
    rows=means,
    across="s",
    block=250,
)
