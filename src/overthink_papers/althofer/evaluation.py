"""How often a search misjudges the root, by depth: Althöfer's rule and minimax on P- and N-games, at several errors.

Print speaks of the root's *evaluation*, so the sign of the root's valuation is compared with the true value; 0 counts
as half an error. "all": games as they are drawn; "nontrivial": those whose first move can be right and can be wrong.
As written all depths are compared, and in another reading those of one parity: with one ply more the other player has
the last move, which helps one of the two.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from overthink.core.estimate import Sample, simultaneous
from overthink.core.tree import Tree
from overthink.evaluate.solved import artificial
from overthink.measure.paired import difference
from overthink.models.board_splitting import BoardSplittingModel
from overthink.search.sweep import back_up
from overthink.studies.checks import AllOf, Better, Computed, Quantity, SomeBetter, all_above, pair
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind, own_claim, quote
from overthink.studies.samples import Cell, Point, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.althofer.pathology import DEPTHS, GAMES, HEIGHT, PROVEN
from overthink_papers.experiments.accuracy import BATCH
from overthink_papers.experiments.scaffold import DEPTH_LABELS, own_seed, plot

RULES = ("minimax", "althofer")
KINDS = ("all", "nontrivial")
ERRORS = (0.05, 0.1, 0.2, 0.3)
ODD, EVEN = DEPTHS[::2], DEPTHS[1::2]
ENDS = tuple((depths[0], depths[-1]) for depths in (ODD, EVEN))
RISE = "a rise of a tenth of the smallest error; print gives none"
LABELS = {**DEPTH_LABELS, "y": "roots misjudged"}
TOLERANCE = 0.005
GROWING = (("balanced P", "all"), ("balanced P", "nontrivial"), ("P", "nontrivial"))  # kinds of games
PARITIES = {AS_WRITTEN: (DEPTHS,), Reading(ReadingKind.OPEN, "depths of one parity are compared"): (ODD, EVEN)}
SMALL = Reading(
    ReadingKind.CLOSEST, "depths of one parity are compared; evaluations that are wrong with probability .1 or less"
)


def wrong(tree: Tree, rule: str, depth: int) -> Sample:
    """Of each root, whether its backed-up value says the wrong winner; a half where it says neither."""
    roots = slice(0, tree.roots.stop)
    values = back_up(tree, rule, depth)[0][roots]
    share: Sample = np.where(values == 0.0, 0.5, (values > 0.0) != (tree.truth[roots] > 0.0))
    return share


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """How often each rule is wrong about the root at each depth: float[points, observations]."""
    own = own_seed("althofer/evaluation", seed)
    mixing, p = GAMES[setting["game"]]
    model = BoardSplittingModel(HEIGHT, 2, p=p, mixing=mixing, nontrivial=setting["kind"] == "nontrivial")
    points: list[Point] = [{"rule": rule, "depth": depth} for rule in RULES for depth in DEPTHS]
    parts = []
    for begin in range(start, stop, BATCH):
        tree = artificial(setting["e"], 0.0)(model.draw(begin, min(begin + BATCH, stop), own), own)
        parts.append([wrong(tree, point["rule"], point["depth"]) for point in points])
    return points, np.concatenate(parts, axis=1)


def _not_worse(game: str, kind: str, errors: Sequence[float], parts: Sequence[Sequence[int]]) -> Computed:
    def judge(samples: Samples) -> Evidence:
        curves = [
            samples.curve("depth", depths, rule="althofer", game=game, kind=kind, e=e)
            for e in errors
            for depths in parts
        ]
        pairs = [pair for curve in curves for pair in combinations(curve, 2)]
        drops = [difference(shallow, deep, simultaneous(len(pairs))) for shallow, deep in pairs]
        worst = min(drops, key=lambda drop: drop.mean)
        ends = ", ".join(f"{curve[0].mean():.3f} to {curve[-1].mean():.3f}" for curve in curves[:: len(parts)])
        words = f"by e: {ends}; largest rise {max(0.0, -worst.mean):.4f}, allowed {TOLERANCE:g}"
        return all_above(drops, -TOLERANCE, f"{words} (95% for all {len(drops)} together)")

    return Computed(judge, f"{game}-games, {kind}")


def _sure(
    errors: Sequence[float], parts: Sequence[Sequence[int]], reading: Reading, printed: str, source: str
) -> Claim:
    return quote(
        printed,
        AllOf(tuple(_not_worse(game, kind, errors, parts) for game in GAMES for kind in KINDS)),
        reading,
        source,
        RISE,
        f"P- and N-games, all and nontrivial: Althöfer's rule misjudges no more roots at a greater depth, e = "
        f"{errors[0]:g} to {errors[-1]:g}{'; depths of one parity' if len(parts) > 1 else ''}",
    )


def _by_depth(depths: tuple[int, int], game: str, kind: str, e: float) -> tuple[Quantity, Quantity]:
    return pair("depth", depths, rule="minimax", game=game, kind=kind, e=e)


CLAIMS = (
    quote(
        "evaluation errors are not always eliminated by minimaxing and can, in fact, grow with the height of the tree",
        SomeBetter(tuple(_by_depth((9, 1), game, kind, e) for game, kind in GROWING for e in (0.05, 0.1))),
        source="[Abdelbar2012] section 1",
        says="minimax misjudges more roots at depth 9 than at 1, somewhere in balanced and nontrivial P-games",
    ),
    own_claim(
        Better(*_by_depth((1, 9), "P", "all", 0.1)),
        "P-games, all, e = 0.1: minimax misjudges fewer roots at depth 9 than at 1",
    ),
    *(_sure(ERRORS, parts, reading, *place) for reading, parts in PARITIES.items() for place in PROVEN.items()),
    *(_sure(ERRORS[:2], (ODD, EVEN), SMALL, *place) for place in PROVEN.items()),
    quote(
        "there is a guarantee that evaluation errors will not grow to dominate the search",
        AllOf(tuple(_not_worse(game, kind, ERRORS, ENDS) for game in GAMES for kind in KINDS)),
        source="[Abdelbar2012] section 5",
        tolerance=RISE,
        says="P- and N-games, all and nontrivial: Althöfer's rule misjudges no more roots at the last depth than at "
        "the first, of one parity, e = .05 to .3",
    ),
)

STUDY = one_figure(
    name="althofer/evaluation",
    title="how often the root is misjudged",
    source="[Abdelbar2012] section 1",
    settings=grid(game=tuple(GAMES), kind=KINDS, e=ERRORS),
    run=run,
    scales={"quick": 500, "paper": 5000},
    draw=plot("depth", "{rule}, e = {e:g}", "{game}-games, {kind}", LABELS, keep=lambda row: row["e"] in (0.1, 0.3)),
    caption="Board splitting, b = 2, 12 plies, independent errors: the share of roots whose valuation has the wrong "
    "sign. Odd and even depths differ by who moves last.",
    claims=CLAIMS,
)
