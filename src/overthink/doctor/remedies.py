"""Other rules, tried on the same positions when depth hurts: those in print, and one that is learned.

The learned one learns from every second position, on which advice chooses a rule; its gain is measured on the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from overthink.core.checked import moves_of
from overthink.core.game import Evaluate
from overthink.core.identity import identity
from overthink.doctor.examine import AnyGame, At, Examination, Move
from overthink.doctor.opinions import Opinion
from overthink.doctor.player import EXPECTIMAX, MINIMAX, PLAYER, search_choice
from overthink.doctor.scale import leaves
from overthink.measure.learning import OddsColumns, fitted, forest
from overthink.rules.learned import LearnedRule, odds_rule

TRIED = ("emm", "product", "bayes", "althofer", "vote")
WORK = 60_000  # leaves of the deepest searches of one rule
MOST, FEWEST = 300, 60  # positions
LIKELIEST = 0.45  # the greatest error that a rule is given
ENOUGH = 100  # labelled positions to learn from


class Trial(NamedTuple):
    """Some positions with the choices of other rules, too; and what was learned, where something was."""

    examination: Examination
    learned: LearnedRule | None = None


def try_other_rules(examination: Examination, game: AnyGame, evaluate: Evaluate, error: float) -> Trial | None:
    """Decide some of the positions with other rules too. None if the user has named rules, if chance moves, or if a
    search takes too long."""
    if not set(examination.rules) <= {PLAYER, MINIMAX} or EXPECTIMAX in examination.rules:
        return None
    b = float(np.mean([len(position.values) for position in examination.positions]))
    number = int(min(MOST, len(examination.positions), WORK / leaves(b, int(examination.depths[-1]), pruned=False)))
    if number < min(FEWEST, len(examination.positions)):
        return None
    chosen = [dict(position.chosen) for position in examination.positions[:number]]
    rules = []
    for rule in TRIED:
        try:
            for position, choices in zip(examination.positions, chosen):
                for depth in examination.depths:
                    choices[rule, depth] = search_choice(game, evaluate, error, position.state, rule, int(depth)).moves
        except Exception:  # this rule cannot use these evaluations
            continue
        rules.append(rule)
    learned = None if hasattr(game, "cost") else _learned(examination, game, evaluate, chosen)
    rules += [learned.name] if learned else []
    positions = [replace(p, chosen=choices) for p, choices in zip(examination.positions, chosen)]
    if not rules:
        return None
    return Trial(replace(examination, positions=tuple(positions), rules=(*examination.rules, *rules)), learned)


def _learned(
    examination: Examination, game: AnyGame, evaluate: Evaluate, chosen: Sequence[dict[At, tuple[Move, ...]]]
) -> LearnedRule | None:
    """A rule that is learned from the moves of every second position; its choices in all of them are written down.
    None if there are too few to learn from, or if it cannot read these evaluations."""
    positions, deepest = examination.positions[: len(chosen)], int(examination.depths[-1])
    try:
        moves = [moves_of(game, position.state) for position in positions]
        tree = forest(game, [position.state for position in positions], deepest, evaluate)
        labels: dict[int, float] = {}
        for n in range(0, len(positions), 2):
            for move, child in zip(moves[n], tree.children(n)):
                value = tree.mover[n] * tree.mover[child] * positions[n].values[move]
                labels[int(child)] = 0.5 + 0.5 * float(np.sign(value))
        nodes = np.array([node for node in labels if np.isnan(tree.utility[node])], np.int64)
        won = np.array([labels[node] for node in nodes])
        if len(nodes) < ENOUGH:
            return None
        learning = fitted(tree, nodes, won, max(1, deepest - 1), identity(game), identity(evaluate))
        scores = OddsColumns(tree, learning).scores(deepest)
    except Exception:  # a user's evaluator fails in some position, or teaches nothing
        return None
    rule = odds_rule("learned-odds", learning)
    for n, choices in enumerate(chosen):
        for depth in examination.depths:
            odds = scores[int(depth)][tree.first[n] : tree.first[n + 1]]
            choices[rule.name, depth] = tuple(moves[n][i] for i in np.flatnonzero(odds == odds.max()).tolist())
    return rule


def measured_error(opinions: Sequence[Opinion]) -> float:
    """How often an evaluation is on the wrong side, for rules that need to know it."""
    static = np.concatenate([opinion.static for opinion in opinions])
    true = np.concatenate([opinion.true for opinion in opinions])
    sided = (static != 0.0) & (true != 0.0)
    return min(LIKELIEST, float((np.sign(static) != np.sign(true))[sided].mean())) if sided.any() else 0.0
