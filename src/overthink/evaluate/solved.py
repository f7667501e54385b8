"""Evaluators of solved trees: artificial and natural errors, and graded values read as wins and losses.

`artificial`: the true value, or with probability e its opposite. Errors may be independent, as the paper has them, or
inherited: with probability `copied` a node is judged rightly or wrongly just as its parent is, and otherwise
independently, so that every node is wrong with probability e all the same. [Zuckerman2018] section 5.1

`natural`: the share of the squares still on the board that would win. Its value is 2·share - 1 to Max, and its
estimated error the share that is not the estimated winner's. `binary(natural)` is the paper's reading for EMM; minimax
may see either. `simulated` estimates the share by random games, as the paper also says.

`by_threshold`: an opinion above the threshold is read as a win, one below as a loss; how often a reading of this value
is wrong is counted on positions whose truth is known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from overthink.core.arithmetic import mix, seed_key, uniform
from overthink.core.bind import kernel
from overthink.core.errors import check_number, check_whole, parse_number, parse_seed, require
from overthink.core.kinds import Column, Context, Key, Number, Seed
from overthink.core.tree import Tree, check_error, check_tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.spoil import truth
from overthink.games.board_splitting import BoardSplitting, share_for_max
from overthink.models.granular import GranularModel

FRESH, COPY = np.uint64(0), np.uint64(1)


@kernel
def misjudge(
    first: Column, child: Column, keys: Column, roots: int, seed: Key, error: float, copied: float, wrong: Column
) -> None:
    """Write into `wrong`, bool[nodes], which nodes are evaluated wrongly; parents come before children."""
    for n in range(roots):
        wrong[n] = uniform(mix(keys[n] ^ seed, FRESH)) < error
    for n in range(len(keys)):
        for e in range(first[n], first[n + 1]):
            key = keys[child[e]] ^ seed
            if copied > 0.0 and uniform(mix(key, COPY)) < copied:
                wrong[child[e]] = wrong[n]
            else:
                wrong[child[e]] = uniform(mix(key, FRESH)) < error


@dataclass(frozen=True)
class Artificial:
    """True values with errors.

    `error`: the probability that a value is wrong. `copied`: the probability that a node copies its parent's error.

    >>> games = ot.BoardSplittingModel(height=5).draw(0, 100)
    >>> evaluated = ot.artificial(0.2)(games)
    >>> print(f"{(evaluated.static != games.truth).mean():.2f}")
    0.20
    """

    error: float
    copied: float = 0.0

    def __post_init__(self) -> None:
        check_error(self.error)
        check_number("copied", self.copied, 0, 1)

    def __call__(self, tree: Tree, seed: Seed = 0) -> Tree:
        known = truth(tree)
        require(len(tree.levels), "A state space has no parents to copy errors from. Use flipped(truth, error).")
        wrong = np.empty(len(tree), np.bool_)
        key = seed_key("artificial", parse_seed(seed))
        misjudge(tree.first, tree.child, tree.key, len(tree.roots), key, float(self.error), float(self.copied), wrong)
        return tree.opinion(np.where(wrong, -known.static, known.static), self.error)


artificial = Artificial


@kernel
def count_wins(first: Column, child: Column, utility: Column, wins: Column, games: Column) -> None:
    """Add to `games` and `wins`, float64[nodes], the finished games below each node and those that Max wins; children
    come after parents."""
    for n in range(len(utility) - 1, -1, -1):
        if first[n] == first[n + 1]:
            wins[n], games[n] = (1.0 if utility[n] > 0.0 else 0.0), 1.0
        for e in range(first[n], first[n + 1]):
            wins[n] += wins[child[e]]
            games[n] += games[child[e]]


@kernel
def sample_wins(keys: Column, seed: Key, games: int, share: Column) -> None:
    """Replace each share of wins, float64[nodes], by the share in this many random games."""
    for n in range(len(keys)):
        if 0.0 < share[n] < 1.0:
            won = 0
            key = keys[n] ^ seed
            for game in range(games):
                won += uniform(mix(key, np.uint64(game))) < share[n]
            share[n] = won / games


def shares(tree: Tree) -> Column:
    """The share of the finished games below each node that Max wins."""
    check_tree(tree)
    wins, games = np.zeros((2, len(tree)))
    ends = tree.first[1:] == tree.first[:-1]
    whole = len(tree.levels) and not np.isnan(tree.utility[ends]).any()
    require(whole, "The natural evaluator needs a tree that is grown to the end of the game.")
    count_wins(tree.first, tree.child, tree.utility, wins, games)
    share: Column = wins / games
    return share


def natural(tree: Tree, seed: Seed = 0) -> Tree:
    """Evaluate each node by the share of finished games below it that Max wins. `tree`: grown to the end of its games.
    `seed`: not used; evaluators of trees have one.

    >>> games = ot.BoardSplittingModel(height=3).draw(0, 1)
    >>> float(ot.natural(games).static[0])  # 3 of the 8 squares win for Max
    -0.25
    """
    parse_seed(seed)  # refuses what is not a seed
    return _judge(tree, shares(tree))


@dataclass(frozen=True)
class Simulated:
    """The natural evaluator, estimated by random games.

    `games`: how many from each position.

    >>> games = ot.BoardSplittingModel(height=3).draw(0, 1)
    >>> print(f"{ot.simulated(games=100)(games).static[0]:.2f}")
    -0.44
    """

    games: int = 100

    def __post_init__(self) -> None:
        check_whole("The number of random games", self.games, 1)

    def __call__(self, tree: Tree, seed: Seed = 0) -> Tree:
        share = shares(tree)
        sample_wins(tree.key, seed_key("simulated", parse_seed(seed)), self.games, share)
        return _judge(tree, share)


simulated = Simulated


def _judge(tree: Tree, share: Column) -> Tree:
    return tree.opinion(2.0 * share - 1.0, np.minimum(share, 1.0 - share))


@kernel
def natural_value(game: Context, state: int) -> Number:
    """Twice the share of squares that Max wins, less one."""
    return 2.0 * share_for_max(game, state) - 1.0


@kernel
def natural_error(game: Context, state: int) -> Number:
    """The smaller share of squares: how often the other side wins a random one."""
    share = share_for_max(game, state)
    return min(share, 1.0 - share)


def natural_of(game: BoardSplitting) -> KernelEvaluator:
    """The natural evaluator of one board, for searches without a tree."""
    return KernelEvaluator(game, natural_value, natural_error)


@dataclass(frozen=True, eq=False)
class Calibrated:
    """Evaluations minus the threshold, each with the probability that the truth lies on the other side."""

    threshold: float  # the value that counts as neither won nor lost
    values: Column  # the counted values, in rising order
    wrong: Column  # how often the truth lay on the other side of the threshold, for each; at most one half

    def __call__(self, tree: Tree, seed: Seed = 0) -> Tree:
        """The tree with all values minus the threshold. A value that was not counted has its neighbour's error."""
        parse_seed(seed)  # refuses what is not a seed
        check_tree(tree)
        seen = not np.isnan(tree.static).any()
        require(seen, "The tree has no evaluations to calibrate. Evaluate it first.")
        nearest = np.searchsorted(0.5 * (self.values[1:] + self.values[:-1]), tree.static)
        moved = replace(tree, utility=tree.utility - self.threshold, truth=tree.truth - self.threshold)
        return moved.opinion(tree.static - self.threshold, self.wrong[nearest])


def by_threshold(tree: Tree, threshold: float) -> Calibrated:
    """Count, on a tree with true values, how often each evaluation is wrong. `tree`: with evaluations too. `threshold`:
    what is above it is a win.

    >>> model = ot.TopDown(b=2, g=8, s=0.5, height=3)
    >>> read = ot.by_threshold(model.draw(0, 200, seed=1), threshold=0.625)
    >>> print(ot.accuracy(read(model.draw(0, 200)), "emm", depths=(3,))[3])
    0.9450 [0.9042, 0.9690] (n = 200)
    """
    threshold = parse_number("The threshold", threshold)
    check_tree(tree)
    known = not np.isnan([tree.truth, tree.static]).any()
    require(known, "Calibration needs a tree with true values and evaluations. Solve it and evaluate it.")
    values, which = np.unique(tree.static, return_inverse=True)
    missed = (tree.truth > threshold) != (tree.static > threshold)
    counts = np.bincount(which)
    wrong = (np.bincount(which, weights=missed) + 0.5) / (counts + 1.0)  # never exactly 0
    return Calibrated(threshold, values, np.minimum(wrong, 0.5))


@cache
def reading(model: GranularModel, pilot: int) -> Calibrated:
    """Calibrate the heuristic values of a model for rules on wins and losses, on some of its trees. The threshold is
    the bucket boundary that splits the moves most evenly."""
    tree = model.draw(0, pilot, int(seed_key("beyond/cure", "pilot")) >> 1)
    moves = tree.truth[tree.levels[1] : tree.levels[2]]
    boundaries = np.arange(1, model.g) / model.g
    shares = (moves[:, None] > boundaries).mean(axis=0)
    return by_threshold(tree, float(boundaries[np.argmin(np.abs(shares - 0.5))]))
