"""Section 4.1: board splitting on graphs whose positions share more and more successors, and their game trees.

An observation is a batch of games: the mean decision error of each depth, the clustering factor of their game trees,
and the share of nodes of these trees whose utility is that of the position of which they are duplicates.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from overthink.core.arithmetic import GOLDEN, subkeys, uniforms
from overthink.core.tree import Column, Tree
from overthink.evaluate.spoil import flipped, truth
from overthink.measure.accuracy import clustering_factor, p_err, right_moves
from overthink.models.board_splitting import fixed_point
from overthink.search.sweep import move_scores
from overthink.studies.checks import AllOf, AlwaysBetter, Exactly, NeverRises, curve, for_each
from overthink.studies.claim import NOT_IN_PRINT, Claim, Reading, ReadingKind
from overthink.studies.samples import Point, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot
from overthink_papers.nau.readings import SHOWN_CHANGE

PLY = 1 << 32  # the word for the keys of the first ply; words below are for squares


@dataclass(frozen=True)
class SharedSuccessors:
    """A distribution over games on graphs. The positions of a ply stand in a row. Those after position i are b
    neighbours, from i · stride on. With stride = b no two positions share one: Pearl's game. With stride = 1 they share
    all but one: from a row of squares, a player takes squares off either end (Nau's G-game, for b = 2). Squares, the
    last row, are Max's with probability `p`, independently, or Min's."""

    b: int = 2
    stride: int = 1
    height: int = 10
    p: float = 0.5

    @property
    def widths(self) -> list[int]:
        """The number of positions in each row, from the root on."""
        widths = [1]
        for _ in range(self.height):
            widths.append(self.stride * (widths[-1] - 1) + self.b)
        return widths

    def draw(self, first: int, last: int, seed: int = 0) -> Tree:
        """Games number first … last - 1, side by side, solved. A position is one node, however many paths lead to it.
        Its static value is the mean of the squares that can be reached from it: 1 for Max's, -1 for Min's."""
        keys = subkeys(np.arange(first, last, dtype=np.uint64), own_seed("shared successors", seed))
        squares = uniforms(_position_keys(keys, self.widths[-1])).reshape(last - first, -1) < self.p
        return self._tree(np.where(squares, 1.0, -1.0), keys)

    def unfold(self, squares: Column) -> Tree:
        """The game tree of games with these squares, a row each: a node for every path."""
        tree = replace(self, stride=self.b)
        return tree._tree(squares[:, self.paths(self.height)], np.arange(len(squares), dtype=np.uint64))

    def paths(self, ply: int) -> Column:
        """The position to which each path of this many moves leads, by its place in the row."""
        places = np.zeros(1, np.int64)
        for _ in range(ply):
            places = (places[:, None] * self.stride + np.arange(self.b)).ravel()
        return places

    def squares(self, tree: Tree) -> Column:
        """The squares of drawn games, a row each."""
        rows: Column = tree.utility[tree.levels[-2] :].reshape(len(tree.roots), -1)
        return rows

    def _tree(self, squares: Column, keys: Column) -> Tree:
        games = len(squares)
        widths = self.widths
        b = self.b
        levels = np.concatenate([[0], np.cumsum([games * width for width in widths])]).astype(np.int64)
        truths: list[Column] = [squares]
        children: list[Column] = []
        for ply in range(self.height - 1, -1, -1):
            after = np.arange(widths[ply])[:, None] * self.stride + np.arange(b)
            families = truths[0][:, after]
            truths.insert(0, families.max(axis=2) if ply % 2 == 0 else families.min(axis=2))
            own = levels[ply + 1] + widths[ply + 1] * np.arange(games)[:, None, None] + after
            children.insert(0, own.ravel())
        nodes, inner = int(levels[-1]), int(levels[-2])
        before = np.concatenate([np.zeros((games, 1)), squares.cumsum(axis=1)], axis=1)
        means = []
        for ply in range(self.height + 1):
            left = np.arange(widths[ply]) * self.stride ** (self.height - ply)
            reach = widths[self.height - ply]
            means.append((before[:, left + reach] - before[:, left]) / reach)
        return Tree(
            first=np.minimum(np.arange(nodes + 1, dtype=np.int64) * b, inner * b),
            child=np.concatenate(children),
            mover=np.repeat([1 - 2 * (ply % 2) for ply in range(self.height + 1)], np.diff(levels)).astype(np.int8),
            utility=np.where(np.arange(nodes) < inner, np.nan, _join(truths)),
            static=_join(means),
            truth=_join(truths),
            key=_join([_position_keys(subkeys(keys, PLY + ply), width) for ply, width in enumerate(widths)]),
            levels=levels,
        )


def _join(rows: list[Column]) -> Column:
    return np.concatenate([row.ravel() for row in rows])


def _position_keys(keys: Column, width: int) -> Column:
    """mix(key, place) for each game's key and each place, one game after the other."""
    steps = np.arange(width, dtype=np.uint64) * GOLDEN
    mixed: Column = subkeys((keys[:, None] + steps).ravel(), 0)
    return mixed


HEIGHTS = {2: 10, 3: 6}
SETTINGS: tuple[Setting, ...] = tuple({"b": b, "stride": stride} for b in HEIGHTS for stride in range(b, 0, -1))
ERROR = 0.1
BATCH = 20  # games
EVALUATORS = ("squares counted", "independent errors")
VANISH = "Pathology has been shown to vanish if there are sufficiently many different paths to the same position"


def depths(b: int) -> range:
    """Those that see neither the end nor the moves before it."""
    return range(1, HEIGHTS[b] - 1)


def points(setting: Setting) -> list[Point]:
    """What is measured of a batch: the error of each evaluator at each depth, f, and the share of equal duplicates."""
    errors = grid(of=EVALUATORS, depth=depths(setting["b"]))
    return [*errors, {"of": "f", "depth": 0}, {"of": "duplicates", "depth": 0}]


@one_by_one(points)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """One batch of games, as in `points`."""
    b = setting["b"]
    own = own_seed("nau/background-graphs", seed)
    games = SharedSuccessors(b, setting["stride"], HEIGHTS[b], 1.0 - fixed_point(b))
    tree = games.draw(number * BATCH, (number + 1) * BATCH, own)
    whole = games.unfold(games.squares(tree))
    views = (tree, flipped(truth, ERROR)(tree, own))
    errors = [error for view in views for error in _mean_errors(view, depths(b))]
    return [*errors, clustering_factor(whole), duplicates(games, tree, whole)]


def _mean_errors(tree: Tree, wanted: range) -> list[float]:
    scores = move_scores(tree, "minimax", wanted)
    right = right_moves(tree)
    return [float(p_err(tree, scores[depth], right).mean()) for depth in wanted]


def duplicates(games: SharedSuccessors, tree: Tree, whole: Tree) -> float:
    """The share of nodes of the game tree that have the utility of the position that they stand for."""
    same = []
    for ply in range(games.height + 1):
        here, there = (t.truth[t.levels[ply] : t.levels[ply + 1]].reshape(BATCH, -1) for t in (tree, whole))
        same.append((here[:, games.paths(ply)] == there).ravel())
    return float(np.concatenate(same).mean())


def _vanishes(evaluator: str) -> AllOf:
    return for_each(HEIGHTS, lambda b: NeverRises(curve("depth", depths(b), b=b, stride=1, of=evaluator)))


# Where no successors are shared, deeper searches of the same parity decide worse.
APART = [curve("depth", depths(b), b=b, stride=b, of="independent errors") for b in HEIGHTS]
WORSE = AlwaysBetter(tuple(pair for line in APART for pair in zip(line[2:], line)))
# The more successors are shared, the lower f is.
BY_SHARED = [curve("stride", range(b, 0, -1), b=b, of="f", depth=0) for b in HEIGHTS]
LOWER_F = AlwaysBetter(tuple(pair for line in BY_SHARED for pair in pairwise(line)))

STUDY = one_figure(
    name="nau/background-graphs",
    title="graphs instead of trees",
    source="[Nau2010] section 4.1",
    settings=SETTINGS,
    run=run,
    scales={"quick": 60, "paper": 1000},
    draw=plot(
        "depth",
        lambda row: f"b = {row['b']}, {row['b'] - row['stride']} of {row['b']} shared",
        "of",
        {"x": "search depth", "y": "decision error P_err"},
        keep=lambda row: row["of"] in EVALUATORS,
    ),
    caption="Board splitting on graphs in which neighbouring positions share successors. The more they share, the less "
    "depth hurts.",
    claims=(
        Claim(
            "all successors but one shared, squares counted: depth never decides worse",
            VANISH,
            _vanishes("squares counted"),
            tolerance=SHOWN_CHANGE,
        ),
        Claim(
            "all successors but one shared, independent errors: depth never decides worse",
            VANISH,
            _vanishes("independent errors"),
            reading=Reading(ReadingKind.OPEN, "an error of its own at every position, instead of counting squares"),
            tolerance=SHOWN_CHANGE,
        ),
        Claim("none shared, independent errors: depth decides worse", NOT_IN_PRINT, WORSE),
        Claim(
            "every node of the game tree has the utility of the position that it duplicates",
            "all of these duplicates have the same utility value as n_i",
            Exactly(tuple({**setting, "of": "duplicates", "depth": 0} for setting in SETTINGS), 1.0),
        ),
        Claim(
            "the more successors are shared, the more alike siblings of the game tree are",
            "The more children n_i and n_j have in common, the more duplication there will be among the children of … "
            "and …, hence the higher T’s local similarity will be.",
            LOWER_F,
        ),
        Claim(
            "graph structure raises local similarity: f is the lower, the more is shared",
            "graph structure (Subsection 4.1), can be mapped directly into local similarity",
            LOWER_F,
            "[Nau2010] section 4",
        ),
    ),
    rows=means,
    block=20,
)
