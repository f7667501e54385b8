"""EMM for many values, beside the best possible: beliefs over buckets in the models of Nau et al. without similarity.

With independent leaves the distribution of every utility and of every evaluation is known, so exact inference goes ply
by ply: the best of several moves is in bucket k if one is there and none is better, and a node's own evaluation
multiplies each bucket by its probability there. This is the line "belief". By mean utility it has the smallest regret;
by the chance to be the best move, the largest P_opt (the line "likeliest best"). Graded EMM keeps the surer of the
search and the evaluation. Minimax and the graded product rule do not read inner evaluations. With similar leaves (s >
0) all of them take the leaves for independent.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.measure.accuracy import p_opt, right_moves
from overthink.measure.ceiling import level_ties
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.search.sweep import move_scores
from overthink.studies.checks import AlwaysBetter
from overthink.studies.claim import own_claim
from overthink.studies.samples import Cell, Point, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.exact_errors import heuristic_law, law_of_parents, leaf_law
from overthink_papers.experiments.scaffold import DEPTH_LABELS, ahead_at, own_all, own_computed, own_seed, plot

NAME = "beyond/graded"
HEIGHT = {2: 9, 4: 5}
DEPTHS = {2: (1, 3, 5, 7), 4: (1, 3)}
GRAINS = (2, 4, 8, 16)
SIGMAS = (0.1, 0.3)
SETTINGS: tuple[Setting, ...] = (
    *({"b": 2, "g": g, "sigma": sigma, "s": 0.0} for g in GRAINS for sigma in SIGMAS),
    *({"b": 4, "g": 8, "sigma": sigma, "s": 0.0} for sigma in SIGMAS),
    *({"b": 2, "g": 8, "sigma": 0.3, "s": s} for s in (0.2, 0.5)),
)
INDEPENDENT = [{"depth": depth, **s} for s in SETTINGS if s["s"] == 0.0 for depth in DEPTHS[s["b"]]]
NOISY = {"b": 2, "sigma": 0.3, "s": 0.0}
BATCH = 50  # trees side by side
Settle = Callable[[Column, Column, Column], Column]  # search, prior of the node, likelihood of its evaluation


def multiply(search: Column, law: Column, likelihood: Column) -> Column:
    """Belief: exact inference, where leaves are independent."""
    return np.asarray(search * likelihood)


def take_surer(search: Column, law: Column, likelihood: Column) -> Column:
    """Graded EMM: the surer of the two. With two buckets of equal prior this is EMM."""
    own = _normal(law * likelihood)
    keeps = own.max(axis=1) <= search.max(axis=1) * (1.0 + 2.0**-40)
    return np.where(keeps[:, None], search, own)


def ignore(search: Column, law: Column, likelihood: Column) -> Column:
    """The product rule: the node's own evaluation is not read."""
    return search


def _normal(rows: Column) -> Column:
    return np.asarray(rows / rows.sum(axis=1, keepdims=True))


def better(one: Column, other: Column) -> Column:
    """The distribution of the larger of two independent numbers, a row each."""
    below = np.cumsum(one, axis=1) - one
    return np.asarray(one * np.cumsum(other, axis=1) + below * other)


def laws_of(model: GranularModel, depth: int) -> Column:
    """The distribution of utilities (to Max) at each node of a search to this depth, by plies left; no similarity."""
    law = leaf_law(model)
    laws = []
    for level in range(model.height, 0, -1):
        if level <= depth:
            laws.append(law)
        law = law_of_parents(law, model, level)
    return np.array([*laws, law])


def beliefs(tree: Tree, model: GranularModel, depth: int, settle: Settle) -> Column:
    """For every move of every root, the probability of each bucket of its utility, given the evaluations below it."""
    b = model.b
    laws = laws_of(model, depth)
    likelihood = heuristic_law(model)
    rows = np.empty((0, model.g))
    for ply in range(depth, 0, -1):
        nodes = slice(tree.levels[ply], tree.levels[ply + 1])
        own = likelihood.T[np.rint(tree.static[nodes] * model.g - 0.5).astype(int)]
        law = laws[depth - ply]
        if ply == depth:
            rows = _normal(law * own)
            continue
        families = rows if tree.mover[nodes.start] > 0 else rows[:, ::-1]
        families = families.reshape(-1, b, model.g)
        best = families[:, 0]
        for sister in range(1, b):
            best = better(best, families[:, sister])
        best = _normal(best if tree.mover[nodes.start] > 0 else best[:, ::-1])
        rows = _normal(settle(best, law, own))
    return rows


def decide_by_mean(tree: Tree, rows: Column) -> Column:
    """P_opt of every root, if the move with the largest mean utility is chosen."""
    utilities = np.asarray(rows @ np.arange(rows.shape[1]))
    return p_opt(tree, level_ties(utilities, len(rows) // len(tree.roots)), right_moves(tree))


def chance_to_be_best(rows: Column, b: int) -> Column:
    """The probability that a move is as good as every other of its root: what decides P_opt."""
    families = rows.reshape(-1, b, rows.shape[1])
    at_most = np.cumsum(families, axis=2)
    chances = np.empty(families.shape[:2])
    for move in range(b):
        others = np.delete(at_most, move, axis=1).prod(axis=1)
        chances[:, move] = (families[:, move] * others).sum(axis=1)
    return chances.ravel()


FOLDS: dict[str, Settle] = {"product": ignore, "emm-graded": take_surer, "belief": multiply}
LINES = ("minimax", "althofer", "vote", *FOLDS, "likeliest best")


def _model_of(setting: Setting) -> TopDown:
    b = setting["b"]
    return TopDown(b=b, g=setting["g"], s=setting["s"], sigma=setting["sigma"], height=HEIGHT[b])


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """P_opt of each rule at each depth: float[points, observations]."""
    model = _model_of(setting)
    own = own_seed(NAME, seed)
    b = model.b
    depths = DEPTHS[b]
    parts = []
    for begin in range(start, stop, BATCH):
        tree = model.draw(begin, min(begin + BATCH, stop), own)
        right = right_moves(tree)
        lines = []
        for rule in ("minimax", "althofer", "vote"):
            scores = move_scores(tree, rule, depths)
            lines += [p_opt(tree, scores[depth], right) for depth in depths]
        rows = {}
        for settle in FOLDS.values():
            rows = {depth: beliefs(tree, replace(model, s=0.0), depth, settle) for depth in depths}
            lines += [decide_by_mean(tree, rows[depth]) for depth in depths]
        lines += [p_opt(tree, level_ties(chance_to_be_best(rows[depth], b), b), right) for depth in depths]
        parts.append(np.stack(lines))
    points: list[Point] = [{"rule": rule, "depth": depth} for rule in LINES for depth in depths]
    return points, np.concatenate(parts, axis=1)


def _leads(winner: str, loser: str, by: float = 0.0, **where: object) -> AlwaysBetter:
    fits = [s for s in SETTINGS if all(s[name] == value for name, value in where.items())]
    return ahead_at(fits, {"rule": winner, "depth": 5}, {"rule": loser, "depth": 5}, by=by)


LABELS = {**DEPTH_LABELS, "product": "product, graded", "emm-graded": "EMM, graded"}
STUDY = one_figure(
    NAME,
    "EMM for many values, and the best possible rule, in Nau's top-down model",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 200, "paper": 5000},
    plot("depth", "rule", "g = {g}, σ = {sigma:g}", LABELS, keep=lambda row: row["b"] == 2 and row["s"] == 0.0),
    "Top-down model, b = 2, independent leaves. Belief is exact inference, and no rule can beat it but for choosing by "
    "the chance to be best. Graded EMM gains on minimax, and less than rules that add or multiply what all nodes say.",
    (
        own_computed(
            ahead_at(INDEPENDENT, {"rule": "likeliest best"}, *grid(rule=LINES[:-1]), by=-0.01).judge,
            "independent leaves: no rule decides better than exact inference, any setting, any depth",
            lambda point: 0.7,
            lambda point: 0.7 + 0.02 * (point["rule"] == "vote"),
        ),
        own_all(
            "independent leaves, σ = .3, b = 2, any g, depth 5: graded EMM beats minimax; Althöfer's rule, which knows "
            "no distribution, beats graded EMM; exact inference is a point above it",
            _leads("emm-graded", "minimax", **NOISY),
            _leads("althofer", "emm-graded", **NOISY),
            _leads("belief", "emm-graded", 0.01, **NOISY),
        ),
        own_claim(
            _leads("belief", "minimax", 0.03, s=0.5),
            "similar leaves taken for independent ones (s = .5): belief is still 3 points above minimax at depth 5",
        ),
    ),
)
