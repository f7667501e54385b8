"""Rules and strong nets at equal cost, in net evaluations, against alpha-beta and UCT: decisions in solved positions.

Three nets of each game take turns, so that intervals hold for positions and these nets together.

The claims were written on 18 November 2026, before the large run. Small runs that
shaped them, of positions and games that the large run does not use: 150 positions of games between nets in Connect Four
and 60 in Othello (alpha-beta .947 and .967 with 3,000 evaluations, tempered .927 and .933, UCT .960 and .967; with 30
UCT .840 and .867, alpha-beta .907 and .867); 30 pairs of games in Connect Four (tempered .47, UCT .55) and 20 in
Othello (tempered .33). Nothing was seen of Breakthrough, Kalah and Domineering.

python -m overthink_papers.beyond.strong.cost GAME      seconds of each player on this machine
"""

import sys
import time
from collections.abc import Sequence

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.kinds import Column
from overthink.studies.checks import Above, AllOf, Quantity, for_each
from overthink.studies.checks import at as spot
from overthink.studies.claim import own_claim
from overthink.studies.samples import Point, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.beyond.strong.players import ALPHA_BETA, PLAYERS, UCT_MEAN, Thought, opening_of, thinker
from overthink_papers.beyond.strong.positions import ARENAS, C4, LEFT_OUT, OTHELLO, RANDOM, SEEDS, solved_position
from overthink_papers.experiments.scaffold import one_by_one, plot

NAME = "beyond/strong-cost"
LIMITS = (30, 100, 300, 1000, 3000)
NETS = ("strong",)
GROUP = 20  # positions of an observation
#
SETTINGS = grid(game=tuple(ARENAS))
POINTS: list[Point] = [
    {"net": kind, "rule": player, "limit": limit} for kind in NETS for player in PLAYERS for limit in LIMITS
]


def answers(thoughts: list[Thought]) -> list[int]:
    """The last answer within each limit; the first of all where none is."""
    return [next((move for spent, move in reversed(thoughts) if spent <= limit), thoughts[0][1]) for limit in LIMITS]


@one_by_one(POINTS)
def run(setting: Setting, number: int, seed: int) -> Column:
    """The share of right decisions in a group of positions, as in POINTS. Nets take turns."""
    name = setting["game"]
    net_seed = SEEDS[number % len(SEEDS)]
    rows = []
    for place in range(GROUP):
        key = seed_key(NAME, name, seed, number, place)
        position = solved_position(name, RANDOM, key)
        best = max(position.values)
        row = list[float]()
        for kind in NETS:
            for player in PLAYERS:
                thoughts = list(thinker(name, kind, net_seed, player)(position.state, LIMITS[-1], key))
                row += [position.values[move] == best for move in answers(thoughts)]
        rows.append(row)
    shares: Column = np.mean(rows, axis=0)
    return shares


def place(game: str, player: str, limit: int) -> Quantity:
    """The share of right decisions of a player with strong nets."""
    return spot(game=game, net="strong", rule=player, limit=limit)


def not_behind(games: Sequence[str], players: Sequence[str], limit: int, by: float) -> AllOf:
    """These players are behind alpha-beta by less than so much."""
    return for_each(
        games,
        lambda game: Above(tuple(place(game, each, limit) - place(game, ALPHA_BETA, limit) for each in players), -by),
    )


def _behind(games: Sequence[str], players: Sequence[str], limit: int) -> AllOf:
    return for_each(
        games,
        lambda game: Above(tuple(place(game, ALPHA_BETA, limit) - place(game, each, limit) for each in players), 0.0),
    )


STUDY = one_figure(
    NAME,
    "strong nets at equal cost: rules, alpha-beta and UCT with equally many net evaluations",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 1, "paper": 60},
    plot("limit", "rule", "game", {"x": "net evaluations", "y": "share of right decisions"}, log_x=True),
    "The share of right decisions in solved positions of random play, over the evaluations of a strong net that a "
    "decision may cost. All deepen ply by ply and never pay twice for a position; rules are pruned by odds.",
    (
        own_claim(
            _behind((C4, OTHELLO), ("tempered",), 3000),
            "Connect Four and Othello, 3,000 evaluations: alpha-beta decides better than tempered",
        ),
        own_claim(
            not_behind((C4,), ("tempered",), 300, 0.01),
            "Connect Four, 300 evaluations: tempered is less than a point behind alpha-beta",
        ),
        own_claim(
            not_behind((C4, OTHELLO), (UCT_MEAN,), 3000, 0.01),
            "Connect Four and Othello, 3,000 evaluations: UCT is less than a point behind alpha-beta",
        ),
        own_claim(_behind((C4,), (UCT_MEAN,), 30), "Connect Four, 30 evaluations: alpha-beta decides better than UCT"),
        own_claim(
            _behind(LEFT_OUT, ("tempered",), 3000),
            "Kalah and Domineering, 3,000 evaluations: alpha-beta decides better than tempered",
        ),
    ),
    means,
    block=2,
    edition=2,
)


def main(name: str) -> None:
    """Print what the evaluations of each player take: the only numbers here that depend on the machine."""
    states = [opening_of(name, seed_key("seconds", name, number)) for number in range(40)]
    for player in PLAYERS:
        think = thinker(name, "strong", 1, player)
        spent = 0
        list(think(states[0], LIMITS[-1], np.uint64(0)))  # compiles
        begun = time.perf_counter()
        for number, state in enumerate(states):
            spent += list(think(state, LIMITS[-1], np.uint64(number)))[-1][0]
        print(f"{name} {player:10} {1e6 * (time.perf_counter() - begun) / spent:.2f} s for a million evaluations")


if __name__ == "__main__":
    main(sys.argv[1])
