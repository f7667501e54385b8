"""Section 4.4, synthetic trees of one player: optimistic, pessimistic and monotone estimates of the least cost.

The trees are those of section 5.3, and what is gained there is saved here: a leaf's cost is one minus its utility. An
observation is a batch of trees: their mean decision error at each depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.randomness import seed_key
from overthink.core.tree import Tree
from overthink.evaluate import noisy, optimistic, pessimistic, truth
from overthink.evaluate.evaluator import Evaluator
from overthink.measure.decision_error import p_err, right_moves
from overthink.measure.paired import linearised
from overthink.models import OnePlayer
from overthink.report.curves import curves
from overthink.search.sweep import move_scores
from overthink.studies.checks import always_better
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure

SIGMA, FINE, BATCH = 0.1, 1000, 10
KINDS: Mapping[str, Evaluator] = {
    "optimistic": optimistic(truth, SIGMA),
    "pessimistic": pessimistic(truth, SIGMA),
    "two-sided": noisy(truth, SIGMA),
}
SHAPES = ("as drawn", "monotone")
DEEP, SHALLOW = (3, 5), 1
SETTINGS = grid(b=(2, 3), s=(0.0, 0.5))
OPTIMISTIC = Reading(ReadingKind.OPEN, "estimates whose errors are optimistic")
MONOTONE = (
    "Monotonically non-decreasing functions (the heuristic value of a node is not smaller than the heuristic value of "
    "its parent) were also found to be less prone to lookahead pathology"
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    model = OnePlayer(b=setting["b"], s=setting["s"], g=FINE, height=DEEP[-1], cap=1.0)
    own = int(seed_key("nau/one-player-trees", seed)) >> 1
    gains = model.draw(start * BATCH, stop * BATCH, own)
    tree = replace(gains, truth=1.0 - gains.truth, mover=np.full(len(gains), -1, np.int8))
    right, errors = right_moves(tree), []
    for evaluate in KINDS.values():
        estimate = evaluate(tree, own)
        for shape in SHAPES:
            scores = move_scores(monotone(estimate) if shape == "monotone" else estimate, "minimin", (SHALLOW, *DEEP))
            errors += [p_err(tree, scores[depth], right) for depth in (SHALLOW, *DEEP)]
    points: list[Point] = [
        {"kind": kind, "shape": shape, "depth": depth}
        for kind in KINDS
        for shape in SHAPES
        for depth in (SHALLOW, *DEEP)
    ]
    return points, np.array(errors).reshape(len(points), stop - start, BATCH).mean(axis=2)


def monotone(tree: Tree) -> Tree:
    """The estimate raised, from the root down, to that of the parent where it is smaller."""
    static = tree.static.copy()
    for ply in range(1, tree.height + 1):
        low, high = tree.levels[ply], tree.levels[ply + 1]
        parents = np.repeat(static[tree.levels[ply - 1] : low], np.diff(tree.first)[tree.levels[ply - 1] : low])
        static[low:high] = np.maximum(static[low:high], parents)
    return tree.opinion(static, tree.error)


def degree(samples: Samples, deep: int, where: Setting) -> Sample:
    """Numbers with p(d, 1) as their mean, one for each observation."""
    far, near = (samples(depth=depth, **where) for depth in (deep, SHALLOW))
    return linearised(far, near)


def pessimism_helps(samples: Samples) -> Evidence:
    """p(d, 1) of the optimistic estimate exceeds that of the pessimistic."""
    pairs = []
    for setting, deep in product(SETTINGS, DEEP):
        one, other = ({**setting, "shape": "as drawn", "kind": kind} for kind in ("optimistic", "pessimistic"))
        pairs.append((degree(samples, deep, one), degree(samples, deep, other)))
    return always_better(pairs)


def monotony_helps(samples: Samples, kinds: Iterable[str] = tuple(KINDS)) -> Evidence:
    """p(d, 1) of estimates as drawn exceeds that of monotone ones."""
    pairs = []
    for setting, deep, kind in product(SETTINGS, DEEP, kinds):
        one, other = ({**setting, "kind": kind, "shape": shape} for shape in SHAPES)
        pairs.append((degree(samples, deep, one), degree(samples, deep, other)))
    return always_better(pairs)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [
        {**row, "line": f"{row['kind']}, {row['shape']}", "panel": f"b = {row['b']}, s = {row['s']:g}"} for row in rows
    ]
    return curves(kept, "depth", "line", "panel", {"x": "search depth", "y": "decision error P_err"})


STUDY = one_figure(
    name="nau/one-player-trees",
    title="one player, synthetic trees: optimistic, pessimistic and monotone estimates",
    source="[Nau2010] section 4.4",
    settings=SETTINGS,
    run=run,
    scales={"quick": 100, "paper": 2000},
    draw=draw,
    caption="Trees of one player, minimin with estimates of the cost that err to one side or to both, as drawn and "
    "raised to the estimate of the parent.",
    claims=(
        Claim(
            "p(d, 1) is lower with the pessimistic estimate than with the optimistic",
            "Pessimistic functions were found to be less prone to lookahead pathology in synthetic game trees",
            pessimism_helps,
        ),
        Claim("p(d, 1) is lower with monotone estimates, whatever their errors", MONOTONE, monotony_helps),
        Claim(
            "p(d, 1) is lower with monotone estimates that were optimistic",
            MONOTONE,
            partial(monotony_helps, kinds=("optimistic",)),
            reading=OPTIMISTIC,
        ),
    ),
    rows=means,
    block=50,
)
