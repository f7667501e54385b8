"""Whole games of rules that read every position three plies ahead, against alpha-beta at the same cost.

A pair of games is one observation: both begin after the same random moves, and the sides are swapped. Alpha-beta may
ask its evaluator as often in each position as the rule would, or as often as it can in the same time.
"""

from dataclasses import asdict

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.estimate import Estimate, simultaneous
from overthink.core.game import KernelGame
from overthink.core.kinds import Key, Move, State
from overthink.report.charts import dots
from overthink.search.decide import decide
from overthink.studies.checks import Above, at, for_each
from overthink.studies.claim import own_claim
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.beyond.solved_games import KINDS, as_long, as_often, engine, game_named, rule_of, score_of
from overthink_papers.experiments.scaffold import one_by_one

NAME = "beyond/play"
DEPTH = 3
OPENING = 4  # random moves
PLAYED = ("minimax", "product", "learned")
COSTS = ("evaluations", "time")
SETTINGS = grid(game=tuple(KINDS), cost=COSTS, rule=PLAYED)
FRESH = 1650  # that were not played before the claims were written


def opening_of(game: KernelGame, key: Key) -> State:
    """The position after some random moves, or the initial one if the game was over by then."""
    state = game.initial()
    for ply in range(OPENING):
        moves = list(game.moves(state))
        state = game.play(state, moves[int(mix(key, ply) % np.uint64(len(moves)))])
        if not list(game.moves(state)):
            return game.initial()
    return state


@one_by_one([{"opponent": "alpha-beta"}])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Points of a rule; product reads calibrated evaluations."""
    name, rule = setting["game"], setting["rule"]
    game, judge = game_named(name)
    used = rule if rule == "minimax" else rule_of(name, heights=rule == "learned")
    key = seed_key(NAME, FRESH + seed, name, number)
    ties = int(key >> np.uint64(16))

    def look(state: State, ply: int) -> Move:
        return decide(game, state, rule=used, depth=DEPTH, evaluate=judge).pick(ties + ply)

    def alpha_beta(state: State, ply: int) -> Move:
        cost = decide(game, state, depth=DEPTH, evaluate=judge).nodes
        limit = as_often([cost])[0] if setting["cost"] == COSTS[0] else as_long(name, cost)
        return engine(name, state, limit, ties=False).pick(ties + ply)

    return [score_of(game, opening_of(game, key), look, alpha_beta)]


def _loses(game: str, cost: str) -> Above:
    return Above(tuple(-1.0 * at(game=game, cost=cost, rule=rule) for rule in PLAYED), -0.5)


def points_of(samples: Samples) -> list[Row]:
    """Means with the intervals that the claims use."""
    level = simultaneous(len(PLAYED))
    return [{**point, **asdict(Estimate.of_mean(sample, level))} for point, sample in samples.entries]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """Points of each rule by game."""
    labels = {
        "x": "points against alpha-beta; intervals of 95% for three rules together, as in the claims",
        **{cost: f"equal {cost}" for cost in COSTS},
    }
    return dots(rows, "game", "rule", labels, "cost", level=0.5)


STUDY = one_figure(
    NAME,
    "whole games: rules three plies ahead against alpha-beta at the same cost",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 2, "paper": 600},
    draw,
    "Points of rules that read every position three plies ahead, against alpha-beta with equally many evaluations, or "
    "in the same time, per move; a draw is half a point. Product and learned read fitted probabilities of a win.",
    (
        *(
            own_claim(
                for_each(games, lambda game: _loses(game, "evaluations")),
                f"{words}, equal evaluations: alpha-beta scores more than half against every rule",
            )
            for words, games in (
                ("connect-four and kalah", tuple(KINDS)[:2]),
                ("the other five games", tuple(KINDS)[2:]),
            )
        ),
        own_claim(
            for_each(KINDS, lambda game: _loses(game, "time")),
            "every game, equal time: alpha-beta scores more than half against every rule",
        ),
    ),
    points_of,
    across="rule",
    block=20,
)  # fmt: skip
