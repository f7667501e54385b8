"""Section 4.4: optimistic, pessimistic and monotone estimates of one player's costs in synthetic trees.

The trees are those of section 5.3, and what is gained there is saved here: a leaf's cost is one minus its utility. An
observation is a batch of trees: their mean decision error at each depth.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from overthink.core.tree import Tree
from overthink.evaluate.evaluator import Evaluator
from overthink.evaluate.spoil import noisy, truth
from overthink.measure.accuracy import p_err, right_moves
from overthink.models.bottom_up import OnePlayer
from overthink.search.sweep import move_scores
from overthink.studies.claim import Claim
from overthink.studies.samples import Cell, Point, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import own_seed, plot
from overthink_papers.nau.estimates.estimates import LESS_PRONE, MONOTONE, NOISE, SECTION, SHALLOW, SIDES, higher_p

SIGMA = 0.1
FINE = 1000  # granularity
BATCH = 10  # trees
KINDS: Mapping[str, Evaluator] = {
    **{side: make(truth, SIGMA) for side, make in SIDES.items()},
    "two-sided": noisy(truth, SIGMA),
}
SHAPES = ("as drawn", "monotone")
DEEP = (3, 5)
TREES = grid(b=(2, 3), s=(0.0, 0.5))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The mean decision error of each kind and shape of estimate at each depth: float[points, observations]."""
    model = OnePlayer(b=setting["b"], s=setting["s"], g=FINE, height=DEEP[-1], cap=1.0)
    own = own_seed("nau/one-player-trees", seed)
    gains = model.draw(start * BATCH, stop * BATCH, own)
    tree = replace(gains, truth=1.0 - gains.truth, mover=np.full(len(gains), -1, np.int8))
    right = right_moves(tree)
    errors = []
    for evaluate in KINDS.values():
        estimate = evaluate(tree, own)
        for view in (estimate, monotone_tree(estimate)):
            scores = move_scores(view, "minimin", (SHALLOW, *DEEP))
            errors += [p_err(tree, scores[depth], right) for depth in (SHALLOW, *DEEP)]
    points: list[Point] = list(grid(kind=KINDS, shape=SHAPES, depth=(SHALLOW, *DEEP)))
    return points, np.array(errors).reshape(len(points), stop - start, BATCH).mean(axis=2)


def monotone_tree(tree: Tree) -> Tree:
    """The estimate raised, from the root down, to that of the parent where it is smaller."""
    static = tree.static.copy()
    for ply in range(1, tree.height + 1):
        low, high = tree.levels[ply], tree.levels[ply + 1]
        parents = np.repeat(static[tree.levels[ply - 1] : low], np.diff(tree.first)[tree.levels[ply - 1] : low])
        static[low:high] = np.maximum(static[low:high], parents)
    return tree.opinion(static, tree.error)


def _kind(setting: Setting, name: str, shape: str = SHAPES[0]) -> Setting:
    return {**setting, "shape": shape, "kind": name}


STUDY = one_figure(
    name="nau/one-player-trees",
    title="one player, synthetic trees: optimistic, pessimistic and monotone estimates",
    source=SECTION,
    settings=TREES,
    run=run,
    scales={"quick": 100, "paper": 2000},
    draw=plot("depth", "{kind}, {shape}", "b = {b}, s = {s:g}", {"x": "search depth", "y": "decision error P_err"}),
    caption="Trees of one player, minimin with estimates of the cost that err to one side or to both, as drawn and "
    "raised to the estimate of the parent.",
    claims=(
        Claim(
            "p(d, 1) is lower with the pessimistic estimate than with the optimistic",
            f"{LESS_PRONE} in synthetic game trees",
            higher_p([(_kind(s, "optimistic"), _kind(s, "pessimistic")) for s in TREES], DEEP),
            reading=NOISE,
        ),
        Claim(
            "p(d, 1) is lower with monotone estimates, whatever their errors",
            MONOTONE,
            higher_p([(_kind(s, k), _kind(s, k, SHAPES[1])) for s in TREES for k in KINDS], DEEP),
        ),
    ),
    rows=means,
    block=50,
)
