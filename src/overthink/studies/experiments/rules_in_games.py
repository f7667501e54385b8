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
from overthink.core.grow import grow
from overthink.core.kinds import State
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.measure.learning import OddsColumns
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.studies.experiments.learned_odds import learning_of
from overthink.studies.experiments.solved_games import game_named, wins_and_losses, with_odds

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

Moves = tuple[Any, ...]


def choices(name: str, state: State, depths: Sequence[int]) -> tuple[dict[str, list[Moves]], list[Nodes]]:
    """The moves that tie for the best by every rule at every depth, and the nodes that full width sees. On odds,
    minimax reads what the evaluation and being on move are worth, as product and bayes do."""
    game, judge = game_named(name)
    moves = list(game.moves(state))
    graded = grow(game, state, depths[-1], evaluate=judge)
    binary, odds = wins_and_losses(graded, name), with_odds(graded, name)

    def by_rule(tree: Tree, rule: str) -> list[Moves]:
        return [tuple(moves[i] for i in decide(tree, rule=rule, depth=depth).moves) for depth in depths]

    chosen = {rule: by_rule(graded, rule) for rule in GRADED}
    chosen |= {rule: by_rule(binary, rule) for rule in BINARY}
    scores = OddsColumns(graded, learning_of(name)).scores(depths[-1])
    chosen[LEARNED] = [best(moves, scores[depth][: len(moves)]) for depth in depths]
    chosen[ODDS] = by_rule(odds, "minimax")
    return chosen, [decide(graded, depth=depth).nodes for depth in depths]


def best(moves: Sequence[Any], scores: Any) -> Moves:
    return tuple(moves[i] for i in np.flatnonzero(scores == scores.max()).tolist())


def as_often(cost: Nodes) -> Limit:
    """As many evaluations as full width needed."""
    return Limit(evaluations=max(1, cost.frontier))


def as_long(name: str, cost: Nodes) -> Limit:
    """As much time, in nodes."""
    return Limit(nodes=max(1, round(RATES[name] * cost.total)))


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
