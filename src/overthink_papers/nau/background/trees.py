"""Section 3.3: drawn trees of the two-player top-down model. Max chooses between two moves, the better a and the other
b."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.tree import Tree
from overthink.measure.accuracy import p_opt, right_moves
from overthink.models.top_down import TopDown
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import AlwaysBetter, Exactly, curve
from overthink.studies.claim import Claim
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import own_seed, plot

B = 2
HEIGHT = 5
FINE = 1000  # granularity
SIMILARITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
SEARCHED = (1, 3, 5)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """How often moves are right, and ordered as their worth is: float[points, observations]."""
    own = own_seed("nau/background-trees", seed)
    tree = TopDown(b=B, s=setting["s"], g=FINE, height=HEIGHT).draw(start, stop, own)
    right = right_moves(tree)
    trees = stop - start
    accurate = tree.opinion(tree.truth)
    over = end_at_leaves(tree)
    numbers: dict[tuple[str, int], Sample] = {}
    for depth in SEARCHED:
        numbers["accurate", depth] = p_opt(tree, move_scores(accurate, "minimax", (depth,))[depth], right)
        values, _ = back_up(tree, "minimax", depth)
        numbers["ordered", depth] = agreement(tree, values[trees : trees * (1 + B)].reshape(trees, B))
    beyond = HEIGHT + 1
    numbers["beyond", beyond] = p_opt(tree, move_scores(over, "minimax", (beyond,))[beyond], right)
    leaves = tree.truth[tree.levels[-2] :].reshape(trees, B, -1)
    numbers["most", HEIGHT] = agreement(tree, np.median(leaves, axis=2))
    points = [{"of": of, "depth": depth} for of, depth in numbers]
    return points, np.array([sample.astype(float) for sample in numbers.values()])


def end_at_leaves(tree: Tree) -> Tree:
    """The same trees, whose leaves are finished games, as the noisy evaluator sees them."""
    leaf = np.arange(len(tree)) >= tree.levels[-2]
    return replace(tree, utility=np.where(leaf, tree.truth, np.nan))


def agreement(tree: Tree, values: Sample) -> Sample:
    """Whether these numbers put the better move first; a half where either is equal, or the moves are."""
    worth = tree.truth[tree.levels[1] : tree.levels[2]].reshape(-1, B)
    signs = np.sign(worth[:, 0] - worth[:, 1]) * np.sign(values[:, 0] - values[:, 1])
    agree: Sample = 0.5 + 0.5 * signs
    return agree


def _with_similarity(of: str) -> AlwaysBetter:
    line = curve("s", SIMILARITIES, of=of, depth=HEIGHT)
    return AlwaysBetter(tuple((later, earlier) for earlier, later in pairwise(line)))


WORDS = {"most": "most of a's leaves above most of b's"}
STUDY = one_figure(
    name="nau/background-trees",
    title="local similarity, and when minimax plays without error",
    source="[Nau2010] section 3.3",
    settings=grid(s=SIMILARITIES),
    run=run,
    scales={"quick": 2000, "paper": 2_000_000},  # 400,000 left the first step of s open
    draw=plot(
        "s",
        lambda row: WORDS.get(row["of"], f"a search to depth {row['depth']} prefers a"),
        None,
        {"x": "local similarity s", "y": "probability, where a is better than b"},
        keep=lambda row: row["of"] in ("most", "ordered"),
    ),
    caption="Two moves of a drawn tree, a better than b: how often a's descendants and a search say so, by local "
    "similarity. Equal values count one half.",
    claims=(
        Claim(
            "every move chosen is right, with an accurate evaluator at every depth, and by a search deeper than the "
            "tree",
            "The minimax algorithm produces optimal play (i.e., … = 1) if e is completely accurate (i.e., e = u) or if "
            "d exceeds the height of the game tree.",
            Exactly(
                (
                    *grid(of=("accurate",), s=SIMILARITIES, depth=SEARCHED),
                    *grid(of=("beyond",), s=SIMILARITIES, depth=(6,)),
                ),
                1.0,
            ),
            "[Nau2010] section 2.1",
        ),
        Claim(
            "the higher s, the more often most of a's descendants are better than most of b's",
            "the higher the amount of local similarity, the more likely it will be that most of a’s descendants are "
            "better than most of b’s descendants",
            _with_similarity("most"),
        ),
        Claim(
            "the higher s, the more often a search to depth 5 prefers a",
            "making it more likely that a deeper search will return a higher value for a than for b",
            _with_similarity("ordered"),
        ),
    ),
    block=2000,
)
