"""Section 4.1: many paths to one position. Board splitting on graphs whose positions share more and more successors,
and the game trees that these graphs stand for.

An observation is a batch of games: the mean decision error of each depth, the clustering factor of their game trees,
and the share of nodes of these trees whose utility is that of the position of which they are duplicates.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from overthink.core.randomness import seed_key
from overthink.core.tree import Tree
from overthink.evaluate import flipped, truth
from overthink.measure.decision_error import p_err, right_moves
from overthink.measure.similarity import clustering_factor
from overthink.models.board_splitting import fixed_point
from overthink.models.shared import SharedSuccessors
from overthink.report.curves import curves
from overthink.search.sweep import move_scores
from overthink.studies.checks import always_better, exactly, never_rises
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, means
from overthink.studies.study import Figure, Picture, Study

HEIGHTS = {2: 10, 3: 6}
SETTINGS: tuple[Setting, ...] = tuple({"b": b, "stride": stride} for b in HEIGHTS for stride in range(b, 0, -1))
ERROR, BATCH = 0.1, 20
EVALUATORS = ("squares counted", "independent errors")
SLACK = 0.01
INDEPENDENT = Reading(ReadingKind.OPEN, "an error of its own at every position, instead of counting squares")
VANISH = "Pathology has been shown to vanish if there are sufficiently many different paths to the same position"
HIGHER = (
    "The more children n_i and n_j have in common, the more duplication there will be among the children of … and …, "
    "hence the higher T’s local similarity will be."
)


def model(setting: Setting) -> SharedSuccessors:
    b = setting["b"]
    return SharedSuccessors(b, setting["stride"], HEIGHTS[b], 1.0 - fixed_point(b))


def depths(b: int) -> range:
    """Those that see neither the end nor the moves before it."""
    return range(1, HEIGHTS[b] - 1)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    games, b = model(setting), setting["b"]
    points: list[Point] = [{"of": e, "depth": depth} for e in EVALUATORS for depth in depths(b)]
    points += [{"of": "f", "depth": 0}, {"of": "duplicates", "depth": 0}]
    columns = []
    for number in range(start, stop):
        own = int(seed_key("nau/background-graphs", seed)) >> 1
        tree = games.draw(number * BATCH, (number + 1) * BATCH, own)
        whole = games.unfolded(games.squares(tree))
        views = {"squares counted": tree, "independent errors": flipped(truth, ERROR)(tree, own)}
        errors = [error for e in EVALUATORS for error in mean_errors(views[e], depths(b))]
        columns.append([*errors, clustering_factor(whole), duplicates(games, tree, whole)])
    return points, np.array(columns).T


def mean_errors(tree: Tree, wanted: range) -> list[float]:
    scores, right = move_scores(tree, "minimax", wanted), right_moves(tree)
    return [float(p_err(tree, scores[depth], right).mean()) for depth in wanted]


def duplicates(games: SharedSuccessors, tree: Tree, whole: Tree) -> float:
    """The share of nodes of the game tree that have the utility of the position that they stand for."""
    same = []
    for ply in range(games.height + 1):
        here, there = (t.truth[t.levels[ply] : t.levels[ply + 1]].reshape(BATCH, -1) for t in (tree, whole))
        same.append((here[:, games.paths(ply)] == there).ravel())
    return float(np.concatenate(same).mean())


def vanishes(samples: Samples, evaluator: str) -> Evidence:
    """Where all successors but one are shared, no deeper search of the same parity decides worse."""
    lines = [
        samples.curve("depth", depths(b)[part::2], b=b, stride=1, of=evaluator) for b in HEIGHTS for part in (0, 1)
    ]
    worst = [never_rises(line, SLACK) for line in lines]
    rank = {"fails": 0, "inconclusive": 1, "holds": 2}
    return min(worst, key=lambda finding: rank[finding.verdict])


def grows(samples: Samples) -> Evidence:
    """Where none are shared, deeper searches of the same parity decide worse."""
    pairs = [
        samples.curve("depth", (deep, deep - 2), b=b, stride=b, of="independent errors")
        for b in HEIGHTS
        for deep in depths(b)[2:]
    ]
    return always_better(pairs)


def higher(samples: Samples) -> Evidence:
    """The more successors are shared, the lower f is."""
    pairs = [
        samples.curve("stride", (stride, stride - 1), b=b, of="f", depth=0)
        for b in HEIGHTS
        for stride in range(b, 1, -1)
    ]
    return always_better(pairs)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [
        {**row, "line": f"b = {row['b']}, {row['b'] - row['stride']} of {row['b']} shared"}
        for row in rows
        if row["of"] in EVALUATORS
    ]
    return curves(kept, "depth", "line", "of", {"x": "search depth", "y": "decision error P_err"})


FIGURE = Figure(
    name="nau/background-graphs",
    title="graphs instead of trees",
    source="[Nau2010] section 4.1",
    draw=draw,
    caption="Board splitting on graphs in which neighbouring positions share successors. The more they share, the less "
    "depth hurts.",
    claims=(
        Claim(
            "all successors but one shared, squares counted: depth never decides worse",
            VANISH,
            partial(vanishes, evaluator="squares counted"),
            tolerance="a rise of .01 in P_err would not show in a figure",
        ),
        Claim(
            "all successors but one shared, independent errors: depth never decides worse",
            VANISH,
            partial(vanishes, evaluator="independent errors"),
            reading=INDEPENDENT,
            tolerance="a rise of .01 in P_err would not show in a figure",
        ),
        Claim("none shared, independent errors: depth decides worse", "not in print", grows),
        Claim(
            "every node of the game tree has the utility of the position that it duplicates",
            "all of these duplicates have the same utility value as n_i",
            lambda s: exactly([sample for _, sample in s.select(of="duplicates")], 1.0),
        ),
        Claim("the more successors are shared, the more alike siblings of the game tree are", HIGHER, higher),
        Claim(
            "graph structure raises local similarity: f is the lower, the more is shared",
            "graph structure (Subsection 4.1), can be mapped directly into local similarity",
            higher,
            "[Nau2010] section 4",
        ),
    ),
    rows=means,
)
STUDY = Study("nau/background-graphs", SETTINGS, run, {"quick": 60, "paper": 1000}, (FIGURE,), block=20)
