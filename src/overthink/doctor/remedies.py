"""Other rules, tried on the same positions when depth hurts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, Examination
from overthink.doctor.opinions import Opinion
from overthink.doctor.player import EXPECTIMAX, MINIMAX, PLAYER, search_choice
from overthink.doctor.scale import leaves

TRIED = ("emm", "product", "bayes", "althofer", "vote")
WORK = 60_000  # leaves of the deepest searches of one rule
MOST, FEWEST = 300, 60  # positions
LIKELIEST = 0.45  # the greatest error that a rule is given


def try_other_rules(examination: Examination, game: AnyGame, evaluate: Evaluate, error: float) -> Examination | None:
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
    positions = [replace(p, chosen=choices) for p, choices in zip(examination.positions, chosen)]
    return replace(examination, positions=tuple(positions), rules=(*examination.rules, *rules)) if rules else None


def measured_error(opinions: Sequence[Opinion]) -> float:
    """How often an evaluation is on the wrong side, for rules that need to know it."""
    static = np.concatenate([opinion.static for opinion in opinions])
    true = np.concatenate([opinion.true for opinion in opinions])
    sided = (static != 0.0) & (true != 0.0)
    return min(LIKELIEST, float((np.sign(static) != np.sign(true))[sided].mean())) if sided.any() else 0.0
