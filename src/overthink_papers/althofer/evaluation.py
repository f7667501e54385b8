"""How often a search misjudges the root, by depth: Althöfer's rule and minimax on P- and N-games, at several errors.

Print speaks of the root's *evaluation*, so the sign of the root's valuation is compared with the true value; 0 counts
as half an error. "all": games as they are drawn; "nontrivial": those whose first move can be right and can be wrong.
Depths of one parity are compared: with one ply more the other player has the last move, which helps one of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

import numpy as np

from overthink.core.estimate import Sample, simultaneous
from overthink.core.randomness import seed_key
from overthink.core.tree import Tree
from overthink.evaluate import artificial
from overthink.measure.paired import difference
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.search.sweep import back_up
from overthink.studies.checks import all_above, better, claims_for
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.althofer.pathology import DEPTHS, GAMES, HEIGHT
from overthink_papers.experiments.accuracy import BATCH

RULES = ("minimax", "althofer")
KINDS = ("all", "nontrivial")
ERRORS = (0.05, 0.1, 0.2, 0.3)
ODD, EVEN = DEPTHS[::2], DEPTHS[1::2]
TOLERANCE = 0.005
SURE = "has been proven not to suffer from pathology"
GROWS = "evaluation errors are not always eliminated by minimaxing and can, in fact, grow with the height of the tree"
SMALL = Reading(ReadingKind.OPEN, "evaluations that are wrong with probability .1 or less")


def wrong(tree: Tree, rule: str, depth: int) -> Sample:
    """Whether each root is misjudged."""
    roots = slice(0, tree.roots.stop)
    values = back_up(tree, rule, depth)[0][roots]
    share: Sample = np.where(values == 0.0, 0.5, (values > 0.0) != (tree.truth[roots] > 0.0))
    return share


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key("althofer/evaluation", seed)) >> 1
    mixing, p = GAMES[setting["game"]]
    model = BoardSplittingModel(HEIGHT, 2, p=p, mixing=mixing, nontrivial=setting["kind"] == "nontrivial")
    points: list[Point] = [{"rule": rule, "depth": depth} for rule in RULES for depth in DEPTHS]
    parts = []
    for begin in range(start, stop, BATCH):
        tree = artificial(setting["e"], 0.0)(model.draw(begin, min(begin + BATCH, stop), own), own)
        parts.append([wrong(tree, point["rule"], point["depth"]) for point in points])
    return points, np.concatenate(parts, axis=1)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [
        {**row, "setting": f"{row['game']}-games, {row['kind']}", "line": f"{row['rule']}, e = {row['e']:g}"}
        for row in rows
        if row["e"] in (0.1, 0.3)
    ]
    return curves(named, "depth", "line", "setting", {"x": "search depth (plies)", "y": "roots misjudged"})


def not_worse(samples: Samples, where: tuple[str, str], errors: Sequence[float]) -> Evidence:
    """Althöfer's rule misjudges no more roots at a greater depth of the same parity, at any of some errors."""
    game, kind = where
    curves = [
        samples.curve("depth", depths, rule="althofer", game=game, kind=kind, e=e)
        for e in errors
        for depths in (ODD, EVEN)
    ]
    pairs = [pair for curve in curves for pair in combinations(curve, 2)]
    drops = [difference(shallow, deep, simultaneous(len(pairs))) for shallow, deep in pairs]
    worst = min(drops, key=lambda drop: drop.mean)
    ends = ", ".join(f"{curve[0].mean():.3f} to {curve[-1].mean():.3f}" for curve in curves[::2])
    words = f"odd depths, by e: {ends}; largest rise {max(0.0, -worst.mean):.4f}, allowed {TOLERANCE:g}"
    return all_above(drops, -TOLERANCE, f"{words} (95% for all {len(drops)} together)")


def more(samples: Samples, depths: tuple[int, int], **where: object) -> Evidence:
    """Minimax misjudges more roots at the first depth than at the second."""
    many, few = samples.curve("depth", depths, rule="minimax", **where)
    return better(many, few)


def grows(game: str, kind: str) -> tuple[Claim, ...]:
    return claims_for(
        (0.05, 0.1),
        f"{game}-games, {kind}, e = {{}}: minimax misjudges more roots at depth 9 than at depth 1",
        GROWS,
        lambda s, e: more(s, (9, 1), game=game, kind=kind, e=e),
        source="[Abdelbar2012] section 1",
    )


WHERE = tuple((game, kind) for game in GAMES for kind in KINDS)
CLAIMS: tuple[Claim, ...] = (
    *grows("balanced P", "all"),
    *grows("balanced P", "nontrivial"),
    *grows("P", "nontrivial"),
    Claim(
        "P-games, all, e = 0.1: minimax misjudges fewer roots at depth 9 than at depth 1",
        NOT_IN_PRINT,
        lambda s: more(s, (1, 9), game="P", kind="all", e=0.1),
    ),
    *(
        Claim(
            f"{game}-games, {kind}: Althöfer's rule misjudges no more roots at a greater depth, {words}",
            SURE,
            partial(not_worse, where=(game, kind), errors=errors),
            "[Abdelbar2012] section 1",
            reading,
            "a rise of a tenth of the smallest error; print gives none",
        )
        for game, kind in WHERE
        for words, errors, reading in (
            ("e = .05 to .3", ERRORS, Reading()),
            ("e = .05 and .1", ERRORS[:2], SMALL),
        )
    ),
)

STUDY = one_figure(
    name="althofer/evaluation",
    title="how often the root is misjudged",
    source="[Abdelbar2012] section 1",
    settings=grid(game=tuple(GAMES), kind=KINDS, e=ERRORS),
    run=run,
    scales={"quick": 500, "paper": 5000},
    draw=draw,
    caption="Board splitting, b = 2, 12 plies, independent errors: the share of roots whose valuation has the wrong "
    "sign. Odd and even depths differ by who moves last.",
    claims=CLAIMS,
)
