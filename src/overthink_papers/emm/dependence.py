"""Section 6: errors of natural evaluators come in families. How often a child, and a sibling, is misjudged as well.

For every game and ply, pairs of nodes before the end: a node and its child, and two children of one node. An even board
counts as lost for the player to move. Shares are ratios of counts over games. And is it dependence that sets the
artificial and the natural evaluator apart? `unlinked` is wrong at every ply as often as the natural evaluator, measured
on other games, but each node on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.kinds import Column
from overthink.core.randomness import seed_key, subkeys, uniforms
from overthink.core.tree import Tree
from overthink.evaluate import artificial, natural
from overthink.measure.decision_error import p_opt, right_moves
from overthink.measure.paired import linearised
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.search.sweep import move_scores
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture

GAMES = {"P-games": 1.0, "N-games": 0.0}
HEIGHT, DEPTH, PILOT = 11, 5, 500
PLIES = range(HEIGHT - 1)  # of the node; its child, or its sibling, is not the end of the game either
PAIRS = ("child", "sibling")
COUNTS = ("both", "first", "second", "pairs")  # wrong nodes among pairs


def wrong(tree: Tree) -> Column:
    """Whether each node is misjudged."""
    value = np.where(tree.static == 0.0, -tree.mover, np.sign(tree.static))
    marks: Column = value != tree.truth
    return marks


@cache
def rates(mixing: float) -> tuple[float, ...]:
    """How often the natural evaluator is wrong at each ply, in games of the pilot's own."""
    tree = natural(BoardSplittingModel(mixing=mixing).draw(0, PILOT, int(seed_key("emm/dependence", "pilot")) >> 1))
    marks = wrong(tree)
    return tuple(float(marks[low:high].mean()) for low, high in zip(tree.levels, tree.levels[1:]))


@dataclass(frozen=True)
class Unlinked:
    """The truth, wrong at each ply as often as the natural evaluator, every node on its own."""

    mixing: float

    def __call__(self, tree: Tree, seed: int = 0) -> Tree:
        error = np.repeat(rates(self.mixing), np.diff(tree.levels))
        flip = uniforms(subkeys(tree.key, int(seed_key("unlinked", seed)) & 0xFFFFFFFF)) < error
        return tree.opinion(np.where(flip, -tree.truth, tree.truth), np.minimum(error, 1.0 - error))


EVALUATORS: dict[str, Callable[[float], Callable[[Tree, int], Tree]]] = {
    "artificial": lambda mixing: artificial(0.2),
    "natural": lambda mixing: natural,
    "unlinked": Unlinked,
}
SETTINGS = grid(game=tuple(GAMES), evaluator=tuple(EVALUATORS))
CONTEST: list[Point] = [{"rule": rule, "depth": depth} for rule in ("minimax", "emm") for depth in (1, DEPTH)]
POINTS: list[Point] = [
    *({"pair": pair, "ply": ply, "count": count} for pair in PAIRS for ply in PLIES for count in COUNTS),
    *CONTEST,
]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Counts of pairs by who of them is wrong, and P_opt of minimax and of EMM, for each game."""
    own, mixing = int(seed_key("emm/dependence", seed)) >> 1, GAMES[setting["game"]]
    evaluate = EVALUATORS[setting["evaluator"]](mixing)
    columns = []
    for number in range(start, stop):
        tree = evaluate(BoardSplittingModel(mixing=mixing).draw(number, number + 1, own), own)
        right = right_moves(tree)
        scores = {rule: move_scores(tree, rule, (1, DEPTH)) for rule in ("minimax", "emm")}
        chosen = [p_opt(tree, scores[point["rule"]][point["depth"]], right)[0] for point in CONTEST]
        columns.append([*_counts(tree), *chosen])
    return POINTS, np.array(columns, float).T


def _counts(tree: Tree) -> list[float]:
    marks = wrong(tree).astype(float)
    counts: list[float] = []
    for pair in PAIRS:
        for ply in PLIES:
            parents = marks[tree.levels[ply] : tree.levels[ply + 1]]
            below = marks[tree.levels[ply + 1] : tree.levels[ply + 2]].reshape(len(parents), 2)
            a, b = (
                (np.repeat(parents, 2), below.ravel()) if pair == "child" else (below.ravel(), below[:, ::-1].ravel())
            )
            counts += [float(a @ b), float(a.sum()), float(b.sum()), float(len(a))]
    return counts


def shares(samples: Samples, pair: str, plies: Sequence[int], **where: object) -> tuple[Sample, Sample]:
    """How often the second of a pair is wrong where the first is wrong, and where it is right."""
    both, first, second, pairs = (
        np.sum([samples(pair=pair, ply=ply, count=count, **where) for ply in plies], axis=0) for count in COUNTS
    )
    return linearised(both, first), linearised(second - both, pairs - first)


def rows(samples: Samples) -> list[Row]:
    """The two shares of each kind of pair, ply by ply."""
    table: list[Row] = []
    for setting in SETTINGS:
        for pair in PAIRS:
            for ply in PLIES:
                for words, sample in zip(
                    ("is wrong", "is right"), shares(samples, pair, range(ply, ply + 1), **setting)
                ):
                    line = f"{pair} is wrong where the {'parent' if pair == 'child' else 'other'} {words}"
                    table.append({**setting, "share": line, "ply": ply, **asdict(Estimate.of_mean(sample))})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [{**row, "panel": f"{row['game']}, {row['evaluator']}"} for row in rows]
    return curves(shown, "ply", "share", "panel", {"x": "ply of the first node", "y": "share of wrong evaluations"})
