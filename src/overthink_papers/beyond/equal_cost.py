"""Rules at full width against each other at equal depth, and against alpha-beta at equal cost, in seven real games.

Two of the games are large. Cost is evaluations, or time (`rules_in_games` says how). All choose in positions that are
solved: P_opt is the share of right moves among those that tie for the best, and regret what such a move loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.randomness import seed_key
from overthink.report.curves import curves
from overthink.studies.checks import always_better, better
from overthink.studies.claim import Check, own_claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Figure, Picture, Study
from overthink_papers.beyond.solved_games import (
    KINDS,
    LEARNED,
    ODDS,
    RULES,
    SMALL,
    as_long,
    as_often,
    by_odds,
    choices,
    engine,
    p_opt,
    regret,
    solved_position,
)

NAME = "beyond/equal-cost"
SHALLOW = 4  # plies
DEEPEST = {  # plies at which full width reads about 100,000 evaluations
    "connect-four": 8,
    "kalah": 11,
    "othello": 7,
    "breakthrough": 5,
    "domineering": 5,
    "connect-four 7 × 6": 7,
    "othello 8 × 6": 7,
}
ALPHA_BETA, ALPHA_BETA_ODDS = "alpha-beta", "alpha-beta on odds"
IN_TIME = {1: "alpha-beta in the same time", 2: "alpha-beta in the same time, two cores"}  # by the number of cores
EVALUATIONS, REACHED = "evaluations", "depth of alpha-beta"
PLAYERS = (*RULES, ODDS, ALPHA_BETA, ALPHA_BETA_ODDS, *IN_TIME.values())
P_OPT, REGRET, COUNT = "P_opt", "regret", "count"
SETTINGS = grid(game=tuple(KINDS))
FRESH = 1730  # positions that were not looked at before the claims were written


def depths_of(name: str) -> Sequence[int]:
    return range(1, DEEPEST[name] + 1)


def observe(name: str, key: np.uint64) -> list[float]:
    """P_opt of each player and depth, then regret; then evaluations, and how deep alpha-beta looked with as many."""
    state, values = solved_position(name, key)
    chosen, costs = choices(name, state, depths_of(name))
    limits = as_often(costs)
    searches = [engine(name, state, limit) for limit in limits]
    chosen[ALPHA_BETA] = [decision.moves for decision in searches]
    chosen[ALPHA_BETA_ODDS] = [engine(name, state, limit, by_odds(name)).moves for limit in limits]
    for cores, line in IN_TIME.items():
        chosen[line] = [engine(name, state, as_long(name, cost, cores)).moves for cost in costs]
    shares = [judge(moves, values) for judge in (p_opt, regret) for line in PLAYERS for moves in chosen[line]]
    evaluations = [float(limit.evaluations or 0) for limit in limits]
    return [*shares, *evaluations, *(float(decision.depth) for decision in searches)]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    lines = [(line, measure) for measure in (P_OPT, REGRET) for line in PLAYERS]
    lines += [(EVALUATIONS, COUNT), (REACHED, COUNT)]
    name = setting["game"]
    points: list[Point] = [
        {"rule": line, "depth": depth, "measure": measure} for line, measure in lines for depth in depths_of(name)
    ]
    parts = [observe(name, seed_key(NAME, FRESH + seed, name, number)) for number in range(start, stop)]
    return points, np.array(parts).T


def some(lines: Sequence[str], measures: Sequence[str], samples: Samples) -> Samples:
    return Samples(
        [
            (point, sample)
            for point, sample in samples.entries
            if point["rule"] in lines and point["measure"] in measures
        ]
    )


def rows_of_p_opt(samples: Samples) -> list[Row]:
    """Rows of P_opt alone, which need no name of what was measured."""
    return [{name: value for name, value in row.items() if name != "measure"} for row in means(samples)]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [row for row in rows if row.get("measure") != REGRET]
    labels = {"x": "plies that the rules look ahead", "y": P_OPT, IN_TIME[1]: f"{IN_TIME[1]}, one core"}
    return curves(shown, "depth", "rule", "game", labels)


def draw_by_cost(samples: Samples, rows: list[Row]) -> Picture:
    """Without the searches on odds, which are apart from the others in Kalah alone."""
    costs = {(row["game"], row["depth"]): row["mean"] for row in rows if row["rule"] == EVALUATIONS}
    shown = [
        {**row, EVALUATIONS: costs[row["game"], row["depth"]]}
        for row in rows
        if row["rule"] in (*RULES, ALPHA_BETA) and row["measure"] == P_OPT
    ]
    return curves(shown, EVALUATIONS, "rule", "game", {"x": "evaluations, on average", "y": P_OPT}, log_x=True)


def ahead(game: str, depth: int, winner: str, losers: Sequence[str]) -> Check:
    """One player decides better than some others, at this depth or its cost."""
    at = {"game": game, "depth": depth, "measure": P_OPT}
    return lambda s: always_better([[s(rule=rule, **at) for rule in (winner, loser)] for loser in losers])


def gains(game: str) -> Check:
    """Alpha-beta is further ahead of learned odds, or less far behind, at the largest budget than at a small one."""

    def lead(samples: Samples, depth: int) -> Sample:
        at = {"game": game, "depth": depth, "measure": P_OPT}
        return samples(rule=ALPHA_BETA, **at) - samples(rule=LEARNED, **at)

    return lambda s: better(lead(s, DEEPEST[game]), lead(s, SHALLOW))


def less_regret(game: str, depth: int, rule: str) -> Check:
    at = {"game": game, "depth": depth, "measure": REGRET}
    return lambda s: better(s(rule="minimax", **at), s(rule=rule, **at))


EQUAL_COST = Figure(
    NAME,
    "rules at full width against alpha-beta with as many evaluations",
    "Overthink",
    draw_by_cost,
    "P_opt of rules that read every position so many plies ahead, and of alpha-beta with a table and ordered moves "
    "that may ask its evaluator as often. Product, bayes and learned, and searches on odds, read fitted probabilities "
    "of a win. Positions by random play, solved, in which a choice matters.",
    (
        *(
            own_claim(
                f"{game}, evaluations of depth {depth}: alpha-beta decides better than every rule",
                ahead(game, depth, ALPHA_BETA, RULES),
            )
            for game, deepest in DEEPEST.items()
            for depth in (SHALLOW, deepest)
        ),
        *(
            own_claim(
                f"{game}: alpha-beta gains on learned odds from the evaluations of depth {SHALLOW} to those of depth "
                f"{deepest}",
                gains(game),
            )
            for game, deepest in DEEPEST.items()
        ),
    ),
    means,
    part=partial(some, (*RULES, ODDS, ALPHA_BETA, ALPHA_BETA_ODDS, EVALUATIONS, REACHED), (P_OPT, REGRET, COUNT)),
)
EQUAL_TIME = Figure(
    "beyond/equal-time",
    "rules at full width against alpha-beta in as much time",
    "Overthink",
    draw,
    "P_opt of rules that read every position so many plies ahead, and of alpha-beta with a table and ordered moves in "
    "as much time as learned odds need, the slowest of the rules: on one core, and on two, of which alpha-beta uses "
    "one.",
    tuple(
        own_claim(
            f"{game}, the time of depth {depth} on {word}: alpha-beta decides better than every rule",
            ahead(game, depth, IN_TIME[cores], RULES),
        )
        for cores, word in ((1, "one core"), (2, "two cores"))
        for game, deepest in DEEPEST.items()
        for depth in (SHALLOW, deepest)
    ),
    rows_of_p_opt,
    part=partial(some, (*RULES, *IN_TIME.values()), (P_OPT,)),
)
EQUAL_DEPTH = Figure(
    "beyond/equal-depth",
    "rules at equal depth in seven solved games, P_opt and regret",
    "Overthink",
    draw,
    "P_opt of rules that read every position so many plies ahead. Product, bayes and learned read fitted "
    "probabilities of a win.",
    tuple(
        own_claim(f"{game}, depth {depth}: {says} than minimax", check)
        for game in SMALL
        for depth in (SHALLOW, DEEPEST[game])
        for says, check in (
            ("the product rule decides better", ahead(game, depth, "product", ("minimax",))),
            ("learned odds decide better", ahead(game, depth, LEARNED, ("minimax",))),
            ("product has less regret", less_regret(game, depth, "product")),
        )
    ),
    means,
    part=partial(some, RULES, (P_OPT, REGRET)),
)
STUDY = Study(
    NAME, SETTINGS, run, {"quick": 2, "paper": 1000}, (EQUAL_COST, EQUAL_TIME, EQUAL_DEPTH), block=10, edition=4
)
