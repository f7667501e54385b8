"""Whole games: rules that read every position three plies ahead, against alpha-beta at the same cost.

A pair of games is one observation: both begin after the same random moves, and the sides are swapped. Alpha-beta, with
a table and ordered moves, may ask its evaluator as often in each position as the rule would, or as often as it can in
the same time (`rules_in_games` says how).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.kinds import State
from overthink.core.randomness import mix, seed_key
from overthink.report.dots import dots
from overthink.search.decide import decide
from overthink.studies.checks import all_above
from overthink.studies.claim import NOT_IN_PRINT, Check, Claim, Evidence
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.beyond.solved_games import KINDS, as_long, as_often, engine, game_named, rule_of

NAME = "beyond/play"
DEPTH = 3
OPENING = 4  # random moves
RULES = ("minimax", "product", "learned")
COSTS = ("evaluations", "time")
SETTINGS = grid(game=tuple(KINDS), cost=COSTS, rule=RULES)
FRESH = 1650  # openings that were not played before the claims were written


def opening(name: str, key: np.uint64) -> State:
    """The position after some random moves; none of these games can be over by then."""
    game, _ = game_named(name)
    state = game.initial()
    for ply in range(OPENING):
        moves = list(game.moves(state))
        state = game.play(state, moves[int(mix(key, ply) % np.uint64(len(moves)))])
    return state


def rule_in(name: str, rule: str) -> Any:
    """Product reads calibrated evaluations."""
    return rule if rule == "minimax" else rule_of(name, heights=rule == "learned")


def played(setting: Setting, state: State, side: int, seed: int) -> float:
    """What the game is worth to the rule, which plays this side: 1, 0, or one half."""
    name = setting["game"]
    game, judge = game_named(name)
    rule = rule_in(name, setting["rule"])
    ply = 0
    while list(game.moves(state)):
        if game.mover(state) == side:
            decision = decide(game, state, rule=rule, depth=DEPTH, evaluate=judge)
        else:
            cost = decide(game, state, depth=DEPTH, evaluate=judge).nodes
            limit = as_often([cost])[0] if setting["cost"] == COSTS[0] else as_long(name, cost)
            decision = engine(name, state, limit, ties=False)
        state = game.play(state, decision.pick(seed + ply))
        ply += 1
    return 0.5 + 0.5 * side * float(np.sign(game.utility(state)))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    scores = []
    for number in range(start, stop):
        key = seed_key(NAME, FRESH + seed, setting["game"], number)
        state, own = opening(setting["game"], key), int(key >> np.uint64(16))
        scores.append(sum(played(setting, state, side, own) for side in (1, -1)) / 2)
    return [{"opponent": "alpha-beta"}], np.array([scores])


def loses(game: str, cost: str) -> Check:
    """Alpha-beta scores more than half against every rule."""

    def check(samples: Samples) -> Evidence:
        level = simultaneous(len(RULES))
        points = [1.0 - samples(game=game, cost=cost, rule=rule) for rule in RULES]
        words = " ".join(f"{sample.mean():.3f}" for sample in points)
        return all_above([Estimate.of_mean(sample, level) for sample in points], 0.5, f"{words}, wanted above 0.5")

    return check


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "points against alpha-beta", **{cost: f"equal {cost}" for cost in COSTS}}
    return dots(rows, "game", "rule", labels, "cost", level=0.5)


STUDY = one_figure(
    NAME,
    "whole games: rules three plies ahead against alpha-beta at the same cost",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 2, "paper": 600},
    draw,
    "Points of rules that read every position three plies ahead, against alpha-beta with as many evaluations, or in as "
    "much time, a move; a draw is half a point. Product and learned read fitted probabilities of a win.",
    tuple(
        Claim(f"{game}, equal {cost}: alpha-beta scores more than half against every rule", NOT_IN_PRINT,
              loses(game, cost))
        for cost in COSTS
        for game in KINDS
    ),
    across="rule",
    block=20,
)  # fmt: skip
