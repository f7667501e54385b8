"""Sections 2.1 and 3.3 on drawn trees: when minimax plays without error, and why local similarity should help.

An observation is one tree of the two-player top-down model. Max chooses between two moves; the better one is a, the
other b.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.randomness import seed_key
from overthink.core.tree import Tree
from overthink.measure.decision_error import p_opt, right_moves
from overthink.models import TopDown
from overthink.report.curves import curves
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import always_better, exactly
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Cell, Row, Samples, Setting, grid, shares
from overthink.studies.study import Figure, Picture, Study

B, HEIGHT, FINE = 2, 5, 1000
SIMILARITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
DEPTHS = (1, 3, 5)
OPTIMAL = (
    "The minimax algorithm produces optimal play (i.e., … = 1) if e is completely accurate (i.e., e = u) or if d "
    "exceeds the height of the game tree."
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    own = int(seed_key("nau/background-trees", seed)) >> 1
    tree = TopDown(b=B, s=setting["s"], g=FINE, height=HEIGHT).draw(start, stop, own)
    right, trees = right_moves(tree), stop - start
    accurate, over = tree.opinion(tree.truth), finished(tree)
    numbers: dict[tuple[str, int], Sample] = {}
    for depth in DEPTHS:
        numbers["accurate", depth] = p_opt(tree, move_scores(accurate, "minimax", (depth,))[depth], right)
        values, _ = back_up(tree, "minimax", depth)
        numbers["ordered", depth] = ordered(tree, values[trees : trees * (1 + B)].reshape(trees, B))
    beyond = HEIGHT + 1
    numbers["beyond", beyond] = p_opt(tree, move_scores(over, "minimax", (beyond,))[beyond], right)
    leaves = tree.truth[tree.levels[-2] :].reshape(trees, B, -1)
    numbers["most", HEIGHT] = ordered(tree, np.median(leaves, axis=2))
    points = [{"of": of, "depth": depth} for of, depth in numbers]
    return points, np.array([sample.astype(float) for sample in numbers.values()])


def finished(tree: Tree) -> Tree:
    """The same trees, whose leaves are finished games, as the noisy evaluator sees them."""
    leaf = np.arange(len(tree)) >= tree.levels[-2]
    return replace(tree, utility=np.where(leaf, tree.truth, np.nan))


def ordered(tree: Tree, values: Sample) -> Sample:
    """Whether these numbers put the better move first; a half where either is equal, or the moves are."""
    worth = tree.truth[tree.levels[1] : tree.levels[2]].reshape(-1, B)
    signs = np.sign(worth[:, 0] - worth[:, 1]) * np.sign(values[:, 0] - values[:, 1])
    agree: Sample = 0.5 + 0.5 * signs
    return agree


def with_similarity(samples: Samples, of: str, depth: int) -> Evidence:
    """More likely at every higher similarity."""
    line = samples.curve("s", SIMILARITIES, of=of, depth=depth)
    return always_better([(later, earlier) for earlier, later in pairwise(line)])


def draw(samples: Samples, rows: list[Row]) -> Picture:
    words = {"most": "most of a's leaves above most of b's"}
    kept = [
        {**row, "line": words.get(row["of"], f"a search to depth {row['depth']} prefers a")}
        for row in rows
        if row["of"] in ("most", "ordered")
    ]
    return curves(kept, "s", "line", None, {"x": "local similarity s", "y": "probability, where a is better than b"})


FIGURE = Figure(
    name="nau/background-trees",
    title="local similarity, and when minimax plays without error",
    source="[Nau2010] section 3.3",
    draw=draw,
    caption="Two moves of a drawn tree, a better than b: how often a's descendants and a search say so, by local "
    "similarity. Equal values count one half.",
    claims=(
        Claim(
            "an accurate evaluator: every move chosen is right, at every depth",
            OPTIMAL,
            lambda s: exactly([s(of="accurate", s=x, depth=d) for x in SIMILARITIES for d in DEPTHS], 1.0),
            "[Nau2010] section 2.1",
        ),
        Claim(
            "a search deeper than the tree: every move chosen is right",
            OPTIMAL,
            lambda s: exactly([s(of="beyond", s=x, depth=HEIGHT + 1) for x in SIMILARITIES], 1.0),
            "[Nau2010] section 2.1",
        ),
        Claim(
            "the higher s, the more often most of a's descendants are better than most of b's",
            "the higher the amount of local similarity, the more likely it will be that most of a’s descendants are "
            "better than most of b’s descendants",
            partial(with_similarity, of="most", depth=HEIGHT),
        ),
        Claim(
            "the higher s, the more often a search to depth 5 prefers a",
            "making it more likely that a deeper search will return a higher value for a than for b",
            partial(with_similarity, of="ordered", depth=HEIGHT),
        ),
    ),
    rows=shares,
)
STUDY = Study(
    "nau/background-trees", grid(s=SIMILARITIES), run, {"quick": 2000, "paper": 400_000}, (FIGURE,), block=2000
)
