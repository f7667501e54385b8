"""What rules choose in a position of `solved_games` at several depths, what alpha-beta chooses at the same cost, and
how good that is.

A rule reads all positions so many plies ahead. Alpha-beta, with a table and ordered moves, may ask its evaluator as
often, or as often as it can in the same time, and so looks further ahead; it answers by the deepest search that it
finished. Rules that also read evaluations inside the tree are not charged for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from overthink.core.decision import Decision, Limit, Nodes
from overthink.core.kinds import State
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.rules.rule import Rule
from overthink.search.deepening import deepen
from overthink.search.sweep import move_scores
from overthink_papers.experiments.kernel_tree import kernel_tree
from overthink_papers.experiments.learned_odds import rule_of
from overthink_papers.experiments.solved_games import game_named, wins_and_losses, with_odds

GRADED, BINARY, LEARNED = ("minimax", "vote"), ("product", "bayes"), "learned"
RULES = (*GRADED, *BINARY, LEARNED)
ODDS = "minimax on odds"
# Nodes of alpha-beta in the time of one at full width with learned odds, the slowest rule (`benchmarks/rates.py`).
# Measured once, on an aarch64 Neoverse N1, one core: so the same seed gives the same choices on every machine.
RATES: dict[str, float] = {
    "connect-four": 0.5,
    "kalah": 0.53,
    "othello": 0.58,
    "breakthrough": 0.24,
    "domineering": 0.37,
    "connect-four 7 × 6": 0.45,
    "othello 8 × 6": 0.56,
}
# How many times as soon learned odds at full width end on two cores of it. Alpha-beta has one thread.
SOONER: dict[str, float] = {
    "connect-four": 1.87,
    "kalah": 1.79,
    "othello": 2.0,
    "breakthrough": 1.93,
    "domineering": 1.87,
    "connect-four 7 × 6": 1.97,
    "othello 8 × 6": 1.91,
}

Moves = tuple[Any, ...]


def choices(name: str, state: State, depths: Sequence[int]) -> tuple[dict[str, list[Moves]], list[Nodes]]:
    """The moves that tie for the best by every rule at every depth, and the nodes that full width sees. On odds,
    minimax reads what the evaluation and being on move are worth, as product and bayes do."""
    game, judge = game_named(name)
    moves = list(game.moves(state))
    graded = kernel_tree(game, state, depths[-1], judge)
    binary, odds = wins_and_losses(graded, name), with_odds(graded, name)

    def by_rule(tree: Tree, rule: str | Rule) -> list[Moves]:
        scores = move_scores(tree, rule, depths)
        return [best(moves, scores[depth]) for depth in depths]

    chosen = {rule: by_rule(graded, rule) for rule in GRADED}
    chosen |= {rule: by_rule(binary, rule) for rule in BINARY}
    chosen[LEARNED] = by_rule(graded, rule_of(name))
    chosen[ODDS] = by_rule(odds, "minimax")
    return chosen, [nodes_of(graded, depth) for depth in depths]


def nodes_of(tree: Tree, depth: int) -> Nodes:
    """The nodes that full width sees in a tree of one root."""
    ply = min(depth, tree.height)
    last, all_nodes = int(tree.levels[ply]), int(tree.levels[ply + 1])
    ends = int(np.isfinite(tree.utility[:all_nodes]).sum())
    frontier = int(np.isnan(tree.utility[last:all_nodes]).sum()) if ply == depth else 0
    return Nodes(all_nodes - frontier - ends, frontier, ends)


def best(moves: Sequence[Any], scores: Any) -> Moves:
    return tuple(moves[i] for i in np.flatnonzero(scores == scores.max()).tolist())


def as_often(costs: Sequence[Nodes]) -> list[Limit]:
    """As many evaluations as full width needed at each depth, or at a smaller one where it needed more: where it sees
    the end of the game, it asks the evaluator seldom."""
    return [
        Limit(evaluations=max(1, *(cost.frontier for cost in costs[:number]))) for number in range(1, len(costs) + 1)
    ]


def as_long(name: str, cost: Nodes, cores: int = 1) -> Limit:
    """As much time, in nodes, where full width has one core or two."""
    return Limit(nodes=max(1, round(RATES[name] * cost.total / (SOONER[name] if cores == 2 else 1))))


def engine(
    name: str, state: State, limit: Limit, evaluate: KernelEvaluator | None = None, ties: bool = True
) -> Decision:
    """Alpha-beta as engines have it."""
    game, judge = game_named(name)
    return deepen(game, state, limit=limit, search="alpha-beta", table=True, evaluate=evaluate or judge, ties=ties)


def p_opt(moves: Moves, values: dict[Any, float]) -> float:
    """The share of right moves among these."""
    most = max(values.values())
    return sum(values[move] == most for move in moves) / len(moves)


def regret(moves: Moves, values: dict[Any, float]) -> float:
    """How much less these moves are worth than the best one, on average."""
    return max(values.values()) - sum(values[move] for move in moves) / len(moves)
