"""Section 2, on earlier work: king and rook against king, evaluations that get worse with depth and decisions that get
better.

The evaluator sees the distance to mate with Gaussian noise, σ plies, which belongs to the position. The error of an
evaluation is the distance, in plies, between what the search of a position returns and the truth; that of a decision is
P_err. Positions that White wins, White to move; depths of one parity, as the other player's last move moves all values.
An observation is one draw of noise over all positions.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.evaluate.spoil import noisy, truth
from overthink.measure.accuracy import p_opt, right_moves
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import AlwaysBetter, curve
from overthink.studies.claim import quote
from overthink.studies.samples import Point, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, plot
from overthink_papers.nau.endgames import space_of

DEPTHS, SIGMAS = (1, 3, 5), (1, 2, 4)
EVALUATION, DECISION = "evaluation, in plies", "decision"


@one_by_one([{"error": error, "depth": depth} for depth in DEPTHS for error in (EVALUATION, DECISION)])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    table, space = space_of("KRK")
    tree, plies = space.tree, table.longest + 1
    view = noisy(truth, setting["sigma"] / plies)(tree, int(seed_key("emm/krk", seed, number)) >> 1)
    roots = (np.arange(len(tree)) < space.whole) & (tree.truth > 0.0) & (tree.mover > 0) & (np.diff(tree.first) > 0)
    scores, right, errors = move_scores(view, "minimax", DEPTHS), right_moves(tree), list[float]()
    for depth in DEPTHS:
        values = back_up(view, "minimax", depth)[0]
        errors.append(float(np.abs(values - tree.truth)[roots].mean() * plies))
        errors.append(float(1.0 - p_opt(tree, scores[depth], right)[roots].mean()))
    return errors


def ends(error: str, sigma: float, *order: int) -> AlwaysBetter:
    where: Point = {"error": error, "sigma": sigma}
    line = curve("depth", [DEPTHS[k] for k in order], **where)
    return AlwaysBetter(tuple(pairwise(line)))


STUDY = one_figure(
    name="emm/krk",
    title="king and rook against king: worse evaluations, better decisions",
    source="[Zuckerman2018] section 2",
    settings=grid(sigma=SIGMAS),
    run=run,
    scales={"quick": 3, "paper": 30},
    draw=plot("depth", "σ = {sigma}", "error", {"x": "search depth (plies)", "y": "mean error"}),
    caption="All positions that White wins, White to move; the distance to mate is seen with noise of σ plies.",
    claims=tuple(
        quote(
            printed,
            ends(error, 2, *order),
            says=f"σ = 2 plies: from depth 1 to 3 and to 5, the error of the {error.split(',')[0]} {moves}",
        )
        for printed, error, moves, order in (
            (
                "a heuristic evaluation may be increasingly inaccurate with deeper search",
                EVALUATION,
                "rises",
                (2, 1, 0),
            ),
            ("the decision accuracy may actually improve", DECISION, "falls", (0, 1, 2)),
        )
    ),
    rows=means,
    block=5,
)
