"""Section 3.3: the clustering factor f, low where siblings are alike.

`nau/similarity`: of the models' trees, against their local similarity s. "If f is low then s is high, and vice versa,
but the precise numeric correspondence between s values and f values will generally be different in different game-tree
models." An observation is one tree, with utilities in so many buckets that they are as good as real. f is the standard
deviation of siblings' utilities over that of the utilities throughout the tree.

`nau/background-clustering`: of real games and of Pearl's game. An observation is a batch of boards of Pearl's game, or
one board of kalah with all that can come of it. The 8-puzzle is one and the same in every observation.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate, simultaneous
from overthink.measure.accuracy import clustering_factor
from overthink.measure.paired import difference
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import SIMILARITIES, GranularModel
from overthink.models.top_down import TopDown
from overthink.report.charts import curves, dots
from overthink.studies.checks import AllOf, AlwaysBetter, Computed, all_above, at, curve
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Cell, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.nau.kalah import graph_of
from overthink_papers.nau.puzzle import puzzle_space

MODELS: dict[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one-player": OnePlayer}
BRANCHING = (2, 3, 5)
FINE = 1 << 20  # granularity
DIFFERENT = 0.01  # of f


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    model = MODELS[setting["model"]](b=setting["b"], s=setting["s"], g=FINE, reading="real")
    own = int(seed_key("nau/similarity", seed)) >> 1
    return [{"measure": "f"}], np.array([[clustering_factor(model.draw(n, n + 1, own)) for n in range(start, stop)]])


def falls(model: str) -> AlwaysBetter:
    lines = (curve("s", SIMILARITIES, model=model, b=b) for b in BRANCHING)
    return AlwaysBetter(tuple(pair for line in lines for pair in pairwise(line)))


def differs(samples: Samples) -> Evidence:
    pairs = [(one, other, b) for one, other in combinations(MODELS, 2) for b in BRANCHING]
    gaps = []
    for one, other, b in pairs:
        lines = [samples.curve("s", SIMILARITIES[1:], model=model, b=b) for model in (one, other)]
        level = simultaneous(len(pairs) * len(lines[0]))
        apart = [difference(x, y, level) for x, y in zip(*lines)]
        sizes = [Estimate(abs(gap.mean), max(gap.low, -gap.high), max(gap.high, -gap.low), gap.n) for gap in apart]
        gaps.append(max(sizes, key=lambda size: size.low))
    shown = "; ".join(f"{one} and {other}, b = {b}: {gap.mean:.3f}" for (one, other, b), gap in zip(pairs, gaps))
    return all_above(gaps, DIFFERENT, f"largest differences of f at equal s: {shown}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    return curves(rows, "s", "model", "b", {"x": "local similarity s", "y": "clustering factor f"}, "b = ")


SIMILARITY = one_figure(
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
        Claim(
            "every model: f is lower at every step of s, at every b",
            "If f is low then s is high, and vice versa",
            Computed(AllOf(tuple(map(falls, MODELS))).judge, "f falls", lambda p: -p["s"], lambda p: p["s"]),
        ),
        Claim(
            "at some s, f of one model is not that of another, for any two models and every b",
            "the precise numeric correspondence between s values and f values will generally be different in different "
            "game-tree models",
            Computed(differs, "f differs at some s", lambda p: 0.1 * list(MODELS).index(p["model"]), lambda p: 0.5),
            tolerance=f"different: by more than {DIFFERENT:g}",
        ),
    ),
    rows=means,
    across="s",
    block=250,
)

HEIGHT, BATCH = 6, 20
KALAH = {"pits": 4, "seeds": 8, "capture": "usual"}
PEARL = {"Pearl, b = 2": 2, "Pearl, b = 4": 4}
BESIDE = {"8-puzzle": "Pearl, b = 2", "kalah": "Pearl, b = 4"}  # each with no more moves than the game has


def run_games(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key("nau/background-clustering", seed)) >> 1
    if setting["game"] == "8-puzzle":
        numbers = [clustering_factor(puzzle_space("corner").tree)] * (stop - start)
    elif setting["game"] == "kalah":
        numbers = [clustering_factor(graph_of(KALAH, number, own).tree) for number in range(start, stop)]
    else:
        b = PEARL[setting["game"]]
        boards = BoardSplittingModel(HEIGHT, b, fixed_point(b), nontrivial=False)
        batches = (boards.draw(number * BATCH, (number + 1) * BATCH, own) for number in range(start, stop))
        numbers = [clustering_factor(batch) for batch in batches]
    return [{"measure": "f"}], np.array([numbers])


GAMES = one_figure(
    name="nau/background-clustering",
    title="local similarity in real games and in Pearl's game",
    source="[Nau2010] section 3.3",
    settings=grid(game=(*PEARL, *BESIDE)),
    run=run_games,
    scales={"quick": 60, "paper": 500},
    draw=lambda samples, rows: dots(rows, "game", "measure", {"x": "clustering factor f"}),
    caption="The clustering factor of Pearl's game, the 8-puzzle and kalah: the lower, the more alike siblings are.",
    claims=(
        Claim(
            "real games have a lower f than Pearl's game",
            "it generally is present in real games but absent in pathological models such as Pearl’s game",
            AlwaysBetter(tuple((at(game=pearl), at(game=game)) for game, pearl in BESIDE.items())),
        ),
    ),
    rows=means,
    across="measure",
    block=20,
)
