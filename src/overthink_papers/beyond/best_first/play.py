"""Whole games of players with nets of eight seeds and equally many evaluations a move.

A pair of games from a balanced opening, with sides swapped, is one observation. The seeds of nets take turns.
`beyond/best-first-play` is best-first with strong nets; `beyond/net-play` has other rules and weaker nets against
alpha-beta. `beyond/best-first` says when claims were written. The first four of `beyond/net-play` were judged
before, with nets of three seeds and other openings: .379 for tempered in Othello, .425 in Connect Four, .404 in Kalah,
.485 in Domineering, .567 for UCT in Connect Four.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.estimate import Estimate, simultaneous
from overthink.core.kinds import Move, State
from overthink.report.charts import dots
from overthink.studies.checks import Computed, all_above
from overthink.studies.claim import Claim, Evidence, own_claim
from overthink.studies.samples import Point, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.beyond.best_first.cost import GAMES, SEEN, rows
from overthink_papers.beyond.best_first.players import BEST_FIRST, PLAIN_PUCT, PUCT, UNBOUNDED, thinker
from overthink_papers.beyond.solved_games import Choose, score_of
from overthink_papers.beyond.strong.players import ALPHA_BETA, UCT_MEAN, opening_of
from overthink_papers.beyond.strong.positions import ARENAS, C4, EIGHT, LEFT_OUT, OTHELLO, game_of
from overthink_papers.beyond.strong.results import over_seeds
from overthink_papers.experiments.scaffold import one_by_one

NAME, OTHERS_NAME = "beyond/best-first-play", "beyond/net-play"
A_MOVE = 300  # evaluations of a move
OPPONENTS = (ALPHA_BETA, PUCT, UNBOUNDED)
SETTINGS = grid(game=tuple(ARENAS), opponent=OPPONENTS)


def two_games(study: str, setting: Setting, number: int, seed: int) -> list[float]:
    """The points of a player in two games, from 0 to 1, with sides swapped."""
    name = setting["game"]
    game = game_of(name)
    key = seed_key(study, name, seed, number)

    def player(who: str) -> Choose:
        think = thinker(name, setting.get("net", "strong"), EIGHT[number % len(EIGHT)], who)

        def choose(state: State, ply: int) -> Move:
            moves = list(game.moves(state))
            if len(moves) == 1:
                return moves[0]
            *_, (_, move) = think(state, A_MOVE, np.uint64(mix(key, ply)))
            return moves[move]

        return choose

    mine, theirs = player(setting.get("player", BEST_FIRST)), player(setting.get("opponent", ALPHA_BETA))
    return [score_of(game, opening_of(name, key), mine, theirs)]


def _scores(places: Sequence[Point], limit: float, sign: int, samples: Samples) -> Evidence:
    level = simultaneous(len(places))
    found = [over_seeds(samples(**place), level) for place in places]
    signed = [each if sign > 0 else Estimate(-each.mean, -each.high, -each.low, each.n) for each in found]
    return all_above(signed, sign * limit, "measured " + " ".join(f"{each.mean:.3f}" for each in found))


def _claim(says: str, limit: float = 0.5, sign: int = 1, **places: Sequence[str]) -> Claim:
    """The points are above the limit, or below it, at all these places."""
    return own_claim(Computed(partial(_scores, grid(**places), limit, sign), says))


def _against(says: str, games: Sequence[str], opponent: str, limit: float = 0.5) -> Claim:
    return _claim(says, limit, game=games, opponent=(opponent,), player=(BEST_FIRST,))


STUDY = one_figure(
    NAME,
    "whole games with strong nets: best-first against other searches with equally many evaluations",
    "Overthink",
    SETTINGS,
    one_by_one([{"player": BEST_FIRST}])(partial(two_games, NAME)),
    {"quick": 8, "paper": 728},
    lambda samples, rows: dots(rows, "game", "opponent", {"x": "points of best-first"}, "player", level=0.5),
    f"Points of best-first, {A_MOVE} evaluations of the same strong net for each move of both sides, from balanced "
    "openings with both colours; a draw is half a point.",
    (
        _against("Connect Four and Othello: best-first scores more than alpha-beta", SEEN, ALPHA_BETA),
        _against("Kalah and Domineering: best-first scores more than alpha-beta", LEFT_OUT, ALPHA_BETA),
        _against(
            "Connect Four and Othello: best-first scores more than .47 against PUCT with a prior", SEEN, PUCT, 0.47
        ),
        _against(
            "Kalah and Domineering: best-first scores more than .47 against PUCT with a prior", LEFT_OUT, PUCT, 0.47
        ),
        _against("all four: best-first scores more than unbounded minimax", GAMES, UNBOUNDED),
    ),
    rows,
    across="opponent",
    block=8,
    edition=2,
)
STRONG = ("strong",)
OTHERS = one_figure(
    OTHERS_NAME,
    "whole games against alpha-beta with equally many net evaluations: rules, Monte Carlo, and weaker nets",
    "Overthink",
    (
        *grid(game=SEEN, player=("tempered", "product", UCT_MEAN, PLAIN_PUCT), net=STRONG),
        *grid(game=LEFT_OUT, player=("tempered", PLAIN_PUCT), net=STRONG),
        *grid(game=GAMES, player=(BEST_FIRST,), net=("weak", "fair", "good", "played")),
    ),
    one_by_one([{"opponent": ALPHA_BETA}])(partial(two_games, OTHERS_NAME)),
    {"quick": 8, "paper": 400},
    lambda samples, rows: dots([{**row, "line": f"{row['player']}, {row['net']} nets"} for row in rows], "game", "line",
                               {"x": "points against alpha-beta"}, "opponent", level=0.5),
    f"Points against alpha-beta with a table, {A_MOVE} evaluations of the same net for each move of both sides, from "
    "balanced openings with both colours; a draw is half a point.",
    (
        _claim("Othello: alpha-beta scores more than tempered", sign=-1, game=(OTHELLO,), player=("tempered",),
               net=STRONG),
        _claim("Connect Four: tempered scores more than .45 against alpha-beta", 0.45, game=(C4,), player=("tempered",),
               net=STRONG),
        _claim("Connect Four: UCT scores more than alpha-beta", game=(C4,), player=(UCT_MEAN,), net=STRONG),
        _claim("Kalah and Domineering: alpha-beta scores more than tempered", sign=-1, game=LEFT_OUT,
               player=("tempered",), net=STRONG),
        _claim("Othello and Kalah, weak, fair, good and played nets: best-first scores more than alpha-beta",
               game=(OTHELLO, "kalah"), player=(BEST_FIRST,), net=("weak", "fair", "good", "played")),
        _claim("Domineering, weak, fair and good nets: best-first scores more than alpha-beta", game=("domineering",),
               player=(BEST_FIRST,), net=("weak", "fair", "good")),
        _claim("Connect Four, weak nets: alpha-beta scores more than best-first", sign=-1, game=(C4,),
               player=(BEST_FIRST,), net=("weak",)),
        _claim("Connect Four, good nets: best-first scores more than alpha-beta", game=(C4,), player=(BEST_FIRST,),
               net=("good",)),
    ),
    rows,
    across="player",
    block=8,
    edition=2,
)  # fmt: skip
