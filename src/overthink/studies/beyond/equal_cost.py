"""Rules at full width against alpha-beta with as many evaluations, in five real games.

A rule reads all positions so many plies ahead. Alpha-beta, with a table and ordered moves, may ask its evaluator as
often, and so looks further ahead; it answers by the deepest search that it finished. Rules that also read evaluations
inside the tree are not charged for them. Both choose in positions that are solved: P_opt is the share of right moves
among those that tie for the best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.decision import Limit
from overthink.core.grow import grow
from overthink.core.randomness import seed_key
from overthink.report.curves import curves
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.studies.checks import always_better, better
from overthink.studies.engine.claim import NOT_IN_PRINT, Claim
from overthink.studies.engine.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.engine.study import Picture, one_figure
from overthink.studies.experiments.solved_games import (
    KINDS,
    by_odds,
    game_named,
    solved_position,
    wins_and_losses,
    with_odds,
)

NAME = "beyond/equal-cost"
DEPTHS = (1, 2, 3, 4)
GRADED, BINARY = ("minimax", "vote"), ("product", "bayes")
RULES = (*GRADED, *BINARY)
ODDS, ALPHA_BETA, ALPHA_BETA_ODDS = "minimax on odds", "alpha-beta", "alpha-beta on odds"
EVALUATIONS, REACHED = "evaluations", "depth of alpha-beta"
SETTINGS = grid(game=tuple(KINDS))
FRESH = 1612  # positions that were not looked at before the claims were written


def p_opt(moves: tuple[Any, ...], values: dict[Any, float]) -> float:
    best = max(values.values())
    return sum(values[move] == best for move in moves) / len(moves)


def observe(name: str, key: np.uint64) -> list[float]:
    """P_opt of each rule and depth, then of alpha-beta; then evaluations, and how deep alpha-beta looked. On odds, a
    search reads what the evaluation and being on move are worth, as product and bayes do."""
    game, judge = game_named(name)
    state, values = solved_position(name, key)
    moves = list(game.moves(state))
    graded = grow(game, state, DEPTHS[-1], evaluate=judge)
    trees = {**dict.fromkeys(GRADED, graded), **dict.fromkeys(BINARY, wins_and_losses(graded, name))}
    shares, depths = [], []
    for line, tree in {**trees, ODDS: with_odds(graded, name)}.items():
        for depth in DEPTHS:
            decision = decide(tree, rule="minimax" if line == ODDS else line, depth=depth)
            shares.append(p_opt(tuple(moves[i] for i in decision.moves), values))
    costs = [max(1, decide(graded, depth=depth).nodes.frontier) for depth in DEPTHS]
    for evaluate in (judge, by_odds(name)):
        for cost in costs:
            limit = Limit(evaluations=cost)
            engine = deepen(game, state, limit=limit, search="alpha-beta", table=True, evaluate=evaluate)
            shares.append(p_opt(engine.moves, values))
            depths.append(float(engine.depth))
    depths = depths[: len(DEPTHS)]
    return [*shares, *map(float, costs), *depths]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    lines = (*RULES, ODDS, ALPHA_BETA, ALPHA_BETA_ODDS, EVALUATIONS, REACHED)
    points: list[Point] = [{"rule": line, "depth": depth} for line in lines for depth in DEPTHS]
    name = setting["game"]
    parts = [observe(name, seed_key(NAME, FRESH + seed, name, number)) for number in range(start, stop)]
    return points, np.array(parts).T


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "plies that the rules look ahead", "y": "P_opt"}
    return curves([row for row in rows if row["rule"] not in (EVALUATIONS, REACHED)], "depth", "rule", "game", labels)


STUDY = one_figure(
    name=NAME,
    title="rules at full width against alpha-beta with as many evaluations",
    source="Overthink",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 300},
    draw=draw,
    caption="P_opt of rules that read every position so many plies ahead, and of alpha-beta with a table and ordered "
    "moves that may ask its evaluator as often. Product and bayes, and searches on odds, read fitted probabilities of "
    "a win. Positions by random play, solved, in which a choice matters.",
    claims=(
        *(
            Claim(
                f"{game}, evaluations of depth {DEPTHS[-1]}: alpha-beta decides better than every rule",
                NOT_IN_PRINT,
                lambda s, game=game: always_better(  # type: ignore[misc]
                    [[s(game=game, rule=line, depth=DEPTHS[-1]) for line in (ALPHA_BETA, rule)] for rule in RULES]
                ),
            )
            for game in KINDS
        ),
        *(
            Claim(
                f"{game}, depth {DEPTHS[-1]}: the product rule decides better than minimax at the same depth",
                NOT_IN_PRINT,
                lambda s, game=game: better(  # type: ignore[misc]
                    s(game=game, rule="product", depth=DEPTHS[-1]), s(game=game, rule="minimax", depth=DEPTHS[-1])
                ),
            )
            for game in KINDS
        ),
    ),
    rows=means,
    block=10,
)
