"""Learns a rule from labelled positions: the calibration of an evaluator, and at each height the weights of the search
and of the node's own evaluation.

The calibration is a logistic regression of the truth on the evaluation. Then, height by height, every labelled position
is searched so far with what was learned for the heights below, and the truth is regressed on the logarithm of the
search's odds and on that of the own evaluation's. Both fits lean towards the plain product rule, as if some positions
had been seen that agree with it: with few positions little is changed. A draw is half a win.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from overthink.core.arithmetic import ROUNDING, level
from overthink.core.checked import (
    check_game,
    check_kind,
    evaluations_of,
    moves_of,
    parse_depth,
)
from overthink.core.errors import OverthinkError, Unchecked, ask, check_known, require
from overthink.core.game import Evaluate, Game
from overthink.core.identity import identity
from overthink.core.kinds import Column, State
from overthink.core.tree import ORDERED, Tree, parse_column
from overthink.rules.learned import Height, LearnedRule, Learning, odds_rule
from overthink.search.solving.listing import by_methods, parse_states
from overthink.search.subjects.bind import has_chance

FEWEST_LEARNED = 30  # positions; with twice as many, small games are refused
KINDS = ("odds", "tempered", "calibration")
WEIGHTS = np.arange(17) / 16  # of the own evaluation, that are tried
SLOPE_PRECISION = 0.1  # of the slope of the calibration: how well it should be known
MOST_STEPS = 100  # of Newton's method, at most
Truth = Callable[[State], float] | Mapping[State, float] | Iterable[float]  # true values of positions to Max


def learn(
    kind: str,
    game: Game[State],
    evaluate: Evaluate,
    positions: Iterable[State],
    truth: Truth,
    *,
    depth: int = 3,
    name: str = "",
) -> LearnedRule:
    """A rule that knows how wrong this evaluator is in this game, from positions whose true value is known: solved, or
    searched deeper.

    Args:
        kind: "odds" learns the calibration and the weights of heights up to `depth`; "tempered" the calibration and one
            weight of the node's own evaluation for all heights, as in `ot.tempered`; "calibration" only that, for the
            plain product rule.
        game, evaluate: Whose errors are learned.
        positions: States of the game.
        truth: Gives the value of a position to Max, or holds one value for each; above 0 is a win for Max.
        depth: The greatest height that gets a weight.
        name: Of the rule.

    >>> game = ot.Kalah.real(pits=3, seeds=2, outcome="win")
    >>> space = ot.state_space(game)
    >>> here = [n for n, state in enumerate(space.states) if len(game.moves(state)) > 1][:200]
    >>> states, values = [space.states[n] for n in here], space.tree.truth[here]
    >>> rule = ot.learn("odds", game, ot.store_difference(game), states, values, depth=2)
    >>> ot.decide(game, rule=rule, depth=3, evaluate=ot.store_difference(game)).moves
    (1,)
    """
    check_known("kind of rule to learn", kind, KINDS)
    depth = 0 if kind == "calibration" else parse_depth(depth)
    check_kind(game)
    plain = not has_chance(game) and not hasattr(game, "cost")
    require(plain, "A rule is learned for games without chance and without costs of moves.")
    states = parse_states(positions)
    values = labels_of(states, truth)
    labels = dict(zip(states, values.tolist()))
    for state, value in zip(states, values):
        two = (labels[state], float(value))
        require(two[0] == value, "The position {} has the values {} and {}. Give each position one value.", state, *two)
    roots = [state for state in labels if len(moves_of(game, state))]
    given = f"{len(roots)} different positions with a move were given"
    require(len(roots) >= FEWEST_LEARNED, f"{given}, and {FEWEST_LEARNED} are needed to learn from.")
    check_game(game, roots[0], evaluate)
    tree = forest(game, roots, depth, evaluate)
    won = 0.5 + 0.5 * np.sign(tree.mover[: len(roots)] * np.array([labels[state] for state in roots]))
    who = (identity(game), identity(evaluate))
    here = np.arange(len(roots))
    if kind == "tempered":
        learning = fit_weight(tree, here, won, depth, fit_rule(tree, here, won, 0, *who))
    else:
        learning = fit_rule(tree, here, won, depth, *who)
    return odds_rule(name or f"learned-{kind}", learning)


def labels_of(states: Sequence[State], truth: Truth) -> Column:
    """The true values of positions to Max, checked."""
    given: Unchecked = truth
    if isinstance(truth, Mapping):
        given = [truth.get(state, math.nan) for state in states]
    elif callable(truth):
        given = [ask("The truth", truth, state) for state in states]
    elif isinstance(truth, Iterable):
        given = list(truth)
    return parse_column("The truth, a number for each position,", given, len(states), ends=ORDERED)


def forest(game: Game[State], roots: Sequence[State], depth: int, evaluate: Evaluate) -> Tree:
    """Every position that can be reached from the roots within this many plies, each once; the roots first."""
    space = by_methods(game, roots, plies=depth)
    return replace(space.tree, static=evaluations_of(evaluate, 0.0, space.states)[0])


def fit_rule(tree: Tree, roots: Column, won: Column, depth: int, game: str, evaluator: str) -> Learning:
    """What some nodes of a tree or of a state space teach, given who wins there: 1, ½ or 0 for the player to move."""
    seen = tree.mover[roots] * tree.static[roots]
    require(np.isfinite(seen).all(), "The evaluator gives no finite number in some position. Leave such positions out.")
    if len(np.unique(won)) < 2 or np.ptp(seen) == 0.0:
        same = "result" if len(np.unique(won)) < 2 else "evaluation"
        raise OverthinkError(f"All positions have the same {same}, which teaches nothing. Give others, too.")
    spread = spread_of(seen)
    (shift, slope), errors = logistic(np.stack([np.ones(len(seen)), seen / spread], 1), won, np.zeros(2))
    needs = len(roots) * (errors[1] / (SLOPE_PRECISION * slope)) ** 2 if slope else math.inf
    most = 10**9
    learning = Learning(
        game, evaluator, len(roots), max(FEWEST_LEARNED, math.ceil(min(needs, most))), float(shift),
        float(slope / spread), float(errors[1] / spread), float(seen.min()), float(seen.max()), (),
    )  # fmt: skip
    columns = OddsColumns(tree, learning)
    known = Height(0.0, 1.0, 0.0)
    odds = columns.frontier
    for _ in range(depth):
        searched = columns.search(odds)
        known = _height(searched[roots], columns.own[roots], won)
        learning = replace(learning, heights=(*learning.heights, known))
        odds = columns.settle(searched, known)
    return learning


def spread_of(values: Column) -> float:
    """The standard deviation of values of any size: no square overflows or vanishes."""
    largest = float(np.abs(values).max())
    return largest * float(np.std(values / largest))


def fit_weight(tree: Tree, roots: Column, won: Column, depth: int, learning: Learning) -> Learning:
    """The same calibration with the weight of a node's own evaluation for which the results are likeliest, if a search
    of this depth gives the odds. The smallest of equals."""
    columns = OddsColumns(tree, learning)

    def loss(weight: float) -> float:
        odds = columns.frontier
        for _ in range(depth):
            odds = columns.settle(columns.search(odds), Height(0.0, 1.0, weight))
        open_ = np.isfinite(odds[roots])
        return float(np.sum(np.logaddexp(0.0, odds[roots][open_]) - won[open_] * odds[roots][open_]))

    losses = [loss(float(weight)) for weight in WEIGHTS]
    return replace(learning, heights=(Height(0.0, 1.0, float(WEIGHTS[int(np.argmin(losses))])),) * depth)


def _height(searched: Column, own: Column, won: Column) -> Height:
    """The weights at one height; those of the product rule where too few positions are left open by the search."""
    open_ = np.isfinite(searched)
    if open_.sum() < FEWEST_LEARNED or not 0.0 < won[open_].mean() < 1.0:
        return Height(0.0, 1.0, 0.0)
    columns = np.stack([np.ones(int(open_.sum())), searched[open_], own[open_]], 1)
    weights, _ = logistic(columns, won[open_], np.array([0.0, 1.0, 0.0]))
    return Height(*map(float, weights))


def logistic(columns: Column, won: Column, prior: Column) -> tuple[Column, Column]:
    """The weights for which the truth is likeliest, if weights are normal around the prior with standard deviation 1
    beforehand; and their standard errors. By Newton's method, with steps that are halved until they help."""

    def loss(weights: Column) -> float:
        odds = columns @ weights
        return float(np.sum(np.logaddexp(0.0, odds) - won * odds) + 0.5 * np.sum((weights - prior) ** 2))

    weights = np.array(prior, float)
    curvature = np.eye(len(prior))
    for _ in range(MOST_STEPS):
        chances = 1.0 / (1.0 + np.exp(-np.clip(columns @ weights, -500.0, 500.0)))
        slope = columns.T @ (chances - won) + weights - prior
        curvature = (columns * (chances * (1.0 - chances))[:, None]).T @ columns + np.eye(len(prior))
        step = np.linalg.solve(curvature, slope)
        size = 1.0
        while loss(weights - size * step) > loss(weights) and size > 1e-6:
            size /= 2.0
        weights = weights - size * step
        if np.abs(size * step).max() < 1e-10:
            break
    return weights, np.sqrt(np.diag(np.linalg.inv(curvature)))


class OddsColumns:
    """The rule on all nodes of a tree or of a state space at once, for learning and for studies. Odds are logarithms,
    to the player to move."""

    def __init__(self, tree: Tree, learning: Learning):
        self.tree = tree
        self.heights = learning.heights or (Height(0.0, 1.0, 0.0),)
        self.inner = np.flatnonzero(tree.first[1:] > tree.first[:-1])
        parent = np.repeat(np.arange(len(tree)), np.diff(tree.first))
        self.same = np.where(tree.mover[parent] == tree.mover[tree.child], 1.0, -1.0)
        seen = np.clip(tree.mover * tree.static, learning.low, learning.high)
        self.own = np.asarray(learning.shift + learning.slope * seen)
        worth = tree.mover * tree.utility
        self.frontier = np.select([worth > 0.0, worth < 0.0, worth == 0.0], [np.inf, -np.inf, 0.0], self.own)

    def moves(self, odds: Column) -> Column:
        """The odds of every move to the player who makes it."""
        return np.asarray(self.same * odds[self.tree.child])

    def search(self, odds: Column) -> Column:
        """What the search says, one ply further than these odds of all nodes."""
        lost = np.add.reduceat(-np.logaddexp(0.0, self.moves(odds)), self.tree.first[self.inner])
        searched = self.frontier.copy()
        with np.errstate(divide="ignore"):
            searched[self.inner] = np.log(-np.expm1(lost)) - lost
        return searched

    def settle(self, searched: Column, known: Height) -> Column:
        """The same with the node's own evaluation in it. Where the search sees the end, nothing is added."""
        odds = self.frontier.copy()
        weighed = known.shift + known.search * searched + known.own * self.own
        odds[self.inner] = np.where(np.isfinite(searched), weighed, searched)[self.inner]
        return odds

    def scores(self, deepest: int) -> dict[int, Column]:
        """The odds of every move to the player who makes it, at each depth from 1 on; moves that tie have the same."""
        tree = self.tree
        odds = self.frontier
        by_depth = {}
        for depth in range(1, deepest + 1):
            by_depth[depth] = np.exp(np.clip(self.moves(odds), -700.0, 700.0))
            level(tree.first, 0, len(tree), by_depth[depth], by_depth[depth] * ROUNDING)
            odds = self.settle(self.search(odds), self.heights[min(depth, len(self.heights)) - 1])
        return by_depth
