"""Whole games with strong nets of eight seeds: `best_first` against other searches with as many evaluations.

A pair of games from a balanced opening, with sides swapped, is one observation. The seeds of nets take turns.
"""

from functools import partial

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.estimate import simultaneous
from overthink.report.charts import dots
from overthink.studies.checks import Computed, all_above
from overthink.studies.claim import Evidence, own_claim
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.beyond.best_first.cost import SEEDS, SEEN, over_seeds
from overthink_papers.beyond.best_first.players import BEST_FIRST, PUCT, UNBOUNDED, thinker
from overthink_papers.beyond.strong.players import ALPHA_BETA, opening_of
from overthink_papers.beyond.strong.positions import ARENAS, LEFT_OUT, game_of
from overthink_papers.experiments.scaffold import one_by_one

NAME = "beyond/best-first-play"
A_MOVE = 300  # evaluations of a move
OPPONENTS = (ALPHA_BETA, PUCT, UNBOUNDED)
SETTINGS = grid(game=tuple(ARENAS), opponent=OPPONENTS)


@one_by_one([{"player": BEST_FIRST}])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """The points of best-first in two games, from 0 to 1, with sides swapped."""
    name = setting["game"]
    game = game_of(name)
    which = SEEDS[number % len(SEEDS)]
    key = seed_key(NAME, name, seed, number)
    mine, theirs = (thinker(name, "strong", which, player) for player in (BEST_FIRST, setting["opponent"]))
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


def rows(samples: Samples) -> list[Row]:
    """Points, with intervals for other openings and other nets."""
    return [{**point, **vars(over_seeds(column))} for point, column in samples.entries]


def _scores(games: tuple[str, ...], opponent: str, limit: float, samples: Samples) -> Evidence:
    level = simultaneous(len(games))
    found = [over_seeds(samples(game=game, opponent=opponent, player=BEST_FIRST), level) for game in games]
    return all_above(found, limit, "measured " + " ".join(f"{each.mean:.3f}" for each in found))


CLAIMS = tuple(
    own_claim(Computed(partial(_scores, *given), says))
    for says, given in (
        ("Connect Four and Othello: best-first scores more than alpha-beta", (SEEN, ALPHA_BETA, 0.5)),
        ("Kalah and Domineering: best-first scores more than alpha-beta", (LEFT_OUT, ALPHA_BETA, 0.5)),
        ("Connect Four and Othello: best-first scores more than .47 against PUCT with a prior", (SEEN, PUCT, 0.47)),
        ("Kalah and Domineering: best-first scores more than .47 against PUCT with a prior", (LEFT_OUT, PUCT, 0.47)),
        ("all four: best-first scores more than unbounded minimax", ((*SEEN, *LEFT_OUT), UNBOUNDED, 0.5)),
    )
)
STUDY = one_figure(
    NAME,
    "whole games with strong nets: best-first against other searches with equally many evaluations",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 8, "paper": 728},
    lambda samples, rows: dots(rows, "game", "opponent", {"x": "points of best-first"}, "player", level=0.5),
    f"Points of best-first, {A_MOVE} evaluations of the same strong net for each move of both sides, from balanced "
    "openings with both colours; a draw is half a point.",
    CLAIMS,
    rows,
    across="opponent",
    block=8,
)
