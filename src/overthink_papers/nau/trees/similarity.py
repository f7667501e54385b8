"""Section 3.3: the clustering factor f of the models' trees, against their local similarity s.

f is low where siblings are alike: the standard deviation of siblings' utilities over that of the utilities throughout
the tree. An observation is one tree, with utilities in so many buckets that they are as good as real.
"""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np

from overthink.core.estimate import simultaneous
from overthink.measure.accuracy import clustering_factor
from overthink.measure.paired import difference
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import SIMILARITIES, GranularModel
from overthink.models.top_down import TopDown
from overthink.studies.checks import GENERAL_SHARE, Above, AllOf, AlwaysBetter, Computed, at, curve, mostly_above
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Cell, Samples, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.granularity import size_of
from overthink_papers.experiments.scaffold import own_seed, plot

BRANCHING = (2, 3, 5)
DRAWN: dict[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one-player": OnePlayer}
AS_REAL = 1 << 20  # granularity
DIFFERENT = 0.01  # of f
DIFFER = "moves of different buckets"
REASONABLE = 0.1


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """f of each tree, and whether its root has moves of different buckets: float[2, observations]."""
    model = DRAWN[setting["model"]](b=setting["b"], s=setting["s"], g=AS_REAL, reading="real")
    own = own_seed("nau/similarity", seed)
    coarse = replace(model, g=2)
    numbers = []
    for number in range(start, stop):
        tree = model.draw(number, number + 1, own)
        moves = coarse.bucket(tree.truth[1 : 1 + model.b].astype(np.float32))
        numbers.append((clustering_factor(tree), float(np.ptp(moves) > 0)))
    return [{"measure": "f"}, {"measure": DIFFER}], np.array(numbers).T


def _falls_with_s(model: str) -> AlwaysBetter:
    lines = (curve("s", SIMILARITIES, model=model, b=b, measure="f") for b in BRANCHING)
    return AlwaysBetter(tuple(pair for line in lines for pair in pairwise(line)))


def differs(samples: Samples) -> Evidence:
    """Of any two models f differs, at some s, from that of the other, at every b."""
    pairs = [(one, other, b) for one, other in combinations(DRAWN, 2) for b in BRANCHING]
    gaps = []
    for one, other, b in pairs:
        lines = [samples.curve("s", SIMILARITIES[1:], model=model, b=b, measure="f") for model in (one, other)]
        level = simultaneous(len(pairs) * len(lines[0]))
        apart = [difference(x, y, level) for x, y in zip(*lines)]
        gaps.append(max((size_of(gap) for gap in apart), key=lambda size: size.low))
    return mostly_above(
        gaps, DIFFERENT, f"f differs at some s by {min(gap.mean for gap in gaps):.3f} or more, in", GENERAL_SHARE
    )


TWO_PLAYERS = grid(model=("top-down", "bottom-up"), b=BRANCHING, s=SIMILARITIES[1:])
LABELS = {"x": "local similarity s", "y": "clustering factor f"}
STUDY = one_figure(
    name="nau/similarity",
    title="the models' clustering factor against their local similarity",
    source="[Nau2010] section 3.3",
    settings=grid(model=tuple(DRAWN), b=BRANCHING, s=SIMILARITIES),
    run=run,
    scales={"quick": 30, "paper": 10_000},  # 1,000 left the first steps of s open
    draw=plot("s", "model", "b", LABELS, "b = ", keep=lambda row: row["measure"] == "f"),
    caption="Siblings' standard deviation over that of all utilities of a tree of height 5: low where siblings are "
    "alike.",
    claims=(
        Claim(
            "every model: f is lower at every step of s, at every b",
            "If f is low then s is high, and vice versa",
            Computed(AllOf(tuple(map(_falls_with_s, DRAWN))).judge, "f falls", lambda p: -p["s"], lambda p: p["s"]),
        ),
        Claim(
            "at some s, f of one model is not that of another, for any two models and every b",
            "the precise numeric correspondence between s values and f values will generally be different in different "
            "game-tree models",
            Computed(differs, "f differs at some s", lambda p: 0.1 * list(DRAWN).index(p["model"]), lambda p: 0.5),
            tolerance=f"different: by more than {DIFFERENT:g}",
        ),
        Claim(
            "two players, g = 2, every b and s above 0: the root's moves are in different buckets in one tree of ten "
            "or more",
            "This also achieves different utility values for the moves available at the root of the game tree.",
            Above(tuple(at(**place, measure=DIFFER) for place in TWO_PLAYERS), REASONABLE, share=True),
            "[Nau2010] section 5.1",
            tolerance="as without similarity, a reasonable chance: one in ten",
        ),
    ),
    rows=means,
    across="s",
    block=250,
    edition=2,
)
