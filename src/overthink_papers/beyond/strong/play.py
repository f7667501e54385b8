"""Whole games with strong nets against alpha-beta with as many net evaluations, from balanced openings.

A pair of games, with sides swapped, is one observation. Three nets of each game take turns. `beyond/strong-cost` says
when the claims were written.
"""

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.report.charts import dots
from overthink.studies.checks import Above, for_each
from overthink.studies.checks import at as spot
from overthink.studies.claim import own_claim
from overthink.studies.samples import Point, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.beyond.strong.players import ALPHA_BETA, UCT_MEAN, opening_of, thinker
from overthink_papers.beyond.strong.positions import C4, LEFT_OUT, OTHELLO, SEEDS, game_of
from overthink_papers.experiments.scaffold import one_by_one

NAME = "beyond/strong-play"
A_MOVE = 300  # evaluations of a move
PLAYED = ("tempered", "product", UCT_MEAN)
SETTINGS = (*grid(game=(C4, OTHELLO), rule=PLAYED), *grid(game=LEFT_OUT, rule=PLAYED[:1]))
OPPONENT: list[Point] = [{"opponent": ALPHA_BETA}]


@one_by_one(OPPONENT)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """The points of a rule in two games, from 0 to 1, with sides swapped."""
    name = setting["game"]
    kind = "strong"
    net_seed = SEEDS[number % len(SEEDS)]
    game = game_of(name)
    key = seed_key(NAME, "fresh", name, seed, number)
    mine, theirs = (thinker(name, kind, net_seed, player) for player in (setting["rule"], ALPHA_BETA))
    start = opening_of(name, key)
    points = []
    for side in (1, -1):
        state = start
        ply = 0
        while moves := list(game.moves(state)):
            think = mine if game.mover(state) == side else theirs
            move = 0
            if len(moves) > 1:
                *_, (_, move) = think(state, A_MOVE, np.uint64(mix(key, ply)))
            state, ply = game.play(state, moves[move]), ply + 1
        points.append(0.5 + 0.5 * side * float(np.sign(game.utility(state))))
    return [sum(points) / 2]


def _scores(game: str, rule: str, sign: float, limit: float) -> Above:
    return Above((sign * spot(game=game, rule=rule, opponent=ALPHA_BETA),), limit)


STUDY = one_figure(
    NAME,
    "whole games with strong nets: rules and UCT against alpha-beta with equally many net evaluations",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 2, "paper": 1200},
    lambda samples, rows: dots(rows, "game", "rule", {"x": "points against alpha-beta"}, "opponent", level=0.5),
    f"Points against alpha-beta with a table, {A_MOVE} evaluations of the same strong net for each move of both sides, "
    "from balanced openings with both colours; a draw is half a point.",
    (
        own_claim(_scores(OTHELLO, "tempered", -1.0, -0.5), "Othello: alpha-beta scores more than tempered"),
        own_claim(_scores(C4, "tempered", 1.0, 0.45), "Connect Four: tempered scores more than .45 against alpha-beta"),
        own_claim(_scores(C4, UCT_MEAN, 1.0, 0.5), "Connect Four: UCT scores more than alpha-beta"),
        own_claim(
            for_each(LEFT_OUT, lambda game: _scores(game, "tempered", -1.0, -0.5)),
            "Kalah and Domineering: alpha-beta scores more than tempered",
        ),
    ),
    means,
    across="rule",
    block=20,
)  # fmt: skip
