"""Section 2, on earlier work: king and rook against king, evaluations that get worse with depth and decisions that get
better.

The evaluator sees the distance to mate with Gaussian noise, σ plies, which belongs to the position. The error of an
evaluation is the distance, in plies, between what the search of a position returns and the truth; that of a decision is
P_err. Positions that White wins, White to move; depths of one parity, as the other player's last move moves all values.
An observation is one draw of noise over all positions.
"""

from itertools import pairwise

import numpy as np

from overthink.evaluate.spoil import noisy, truth
from overthink.measure.accuracy import p_opt, right_moves
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import AlwaysBetter, curve
from overthink.studies.claim import Claim, quote
from overthink.studies.samples import Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.endgames import space_of
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot

DEPTHS = (1, 3, 5)
SIGMAS = (1, 2, 4)  # plies
EVALUATION, DECISION = "evaluation, in plies", "decision"
WORSE = "a heuristic evaluation may be increasingly inaccurate with deeper search"
BETTER = "the decision accuracy may actually improve"


@one_by_one([{"error": error, "depth": depth} for depth in DEPTHS for error in (EVALUATION, DECISION)])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """The mean error of minimax's values in plies, and of its decisions, at each depth."""
    table, space = space_of("KRK")
    tree = space.tree
    plies = table.longest + 1
    view = noisy(truth, setting["sigma"] / plies)(tree, own_seed("emm/krk", seed, number))
    roots = (np.arange(len(tree)) < space.whole) & (tree.truth > 0.0) & (tree.mover > 0) & (np.diff(tree.first) > 0)
    scores = move_scores(view, "minimax", DEPTHS)
    right = right_moves(tree)
    errors = list[float]()
    for depth in DEPTHS:
        values = back_up(view, "minimax", depth)[0]
        errors.append(float(np.abs(values - tree.truth)[roots].mean() * plies))
        errors.append(float(1.0 - p_opt(tree, scores[depth], right)[roots].mean()))
    return errors


def _falling(error: str, depths: tuple[int, ...], printed: str, says: str) -> Claim:
    line = curve("depth", depths, error=error, sigma=2)
    return quote(printed, AlwaysBetter(tuple(pairwise(line))), says=f"σ = 2 plies, from depth 1 to 3 and to 5: {says}")


STUDY = one_figure(
    name="emm/krk",
    title="king and rook against king: worse evaluations, better decisions",
    source="[Zuckerman2018] section 2",
    settings=grid(sigma=SIGMAS),
    run=run,
    scales={"quick": 3, "paper": 30},
    draw=plot("depth", "σ = {sigma}", "error", {"x": "search depth (plies)", "y": "mean error"}),
    caption="All positions that White wins, White to move; the distance to mate is seen with noise of σ plies.",
    claims=(
        _falling(EVALUATION, DEPTHS[::-1], WORSE, "evaluations get worse"),
        _falling(DECISION, DEPTHS, BETTER, "decisions get better"),
    ),
    rows=means,
    block=5,
)
