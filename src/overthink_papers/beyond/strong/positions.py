"""Five games at the size people play, their nets, and positions whose moves are all solved.

Positions are of two sources: met in random play, and in games between two strong nets after a random opening. One is
taken if some of its moves are right and some wrong; a position that is too hard to solve is left out, and counted.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

import overthink_papers
from overthink.core.arithmetic import mix
from overthink.core.kinds import Column, State
from overthink.evaluate.net import Net, NetEvaluator
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import ConnectFour
from overthink.games.domineering import Domineering
from overthink.games.kalah import Kalah
from overthink.games.othello import Othello
from overthink.games.planes import PlaneGame
from overthink.search.solving.listing import TooLargeError
from overthink.search.solving.solve import Solver
from overthink_papers.beyond.solved_games import walk
from overthink_papers.beyond.strong.net_games import games_between

SHIPPED = Path(overthink_papers.__file__).parent / "shipped"
RANDOM = "random play"
BETWEEN = "games between nets"
KINDS = ("weak", "fair", "good", "strong", "played")
SEEDS = (1, 2, 3)
EIGHT = range(1, 9)  # all seeds of nets that come with Overthink and are judged
C4 = "connect-four"
OTHELLO = "othello"
LEFT_OUT = ("kalah", "domineering")  # no run of these shaped a claim
NODES = 1_000_000  # a position that takes more to solve is too hard
TRIES = 10_000
OPENING = 8  # random moves before nets play


class Arena(NamedTuple):
    """A game, the fewest and most plies before a position, and how deep rules look."""

    make: Callable[[], PlaneGame]
    least: int
    most: int
    depth: int


ARENAS: dict[str, Arena] = {
    "connect-four": Arena(ConnectFour, 12, 16, 5),
    "othello": Arena(lambda: Othello(6, 6), 18, 24, 5),
    "breakthrough": Arena(lambda: Breakthrough(6, 6), 26, 34, 3),
    "kalah": Arena(lambda: Kalah.real(6, 4, "win"), 30, 38, 6),
    "domineering": Arena(lambda: Domineering(6, 6), 6, 10, 4),
}


LARGER: dict[str, Arena] = {
    "othello-larger": Arena(lambda: Othello(6, 8), 30, 36, 0),
    "domineering-larger": Arena(lambda: Domineering(7, 7), 9, 14, 0),
}


@lru_cache(maxsize=8)
def game_of(name: str) -> PlaneGame:
    """The game of this name, at the size people play or larger."""
    return (ARENAS | LARGER)[name].make()


@lru_cache(maxsize=100)
def net_of(name: str, kind: str, seed: int) -> NetEvaluator:
    """The shipped net of this kind and seed."""
    larger = SHIPPED / f"{name}-good-{seed}.npz"
    net = Net.load(larger) if name in LARGER else Net.shipped(name, kind, seed)
    judge: NetEvaluator = net.on(game_of(name))
    return judge


@lru_cache(maxsize=8)
def solver_of(name: str) -> Solver:
    """A solver of the game that gives up after NODES."""
    game = game_of(name)
    return Solver(game, game.initial(), NODES)


class Solved(NamedTuple):
    """A position, what each of its moves is worth, and how many others were met first that were too hard to solve, or
    had no wrong move."""

    state: State
    values: list[float]
    too_hard: int
    no_choice: int


def solved_position(name: str, source: str, key: np.uint64) -> Solved:
    """The first position in which a choice matters."""
    game = game_of(name)
    too_hard = 0
    no_choice = 0
    meet = {RANDOM: random_position, BETWEEN: met_position}[source]
    for attempt in range(TRIES):
        state = meet(name, np.uint64(mix(key, attempt)))
        if state is None:
            continue
        try:
            known = solver_of(name).values(state)
        except TooLargeError:
            too_hard += 1
            continue
        if len(set(known.values())) > 1:
            return Solved(state, [known[move] for move in game.moves(state)], too_hard, no_choice)
        no_choice += 1
    raise AssertionError(f"no position of {name} in {TRIES} games")


def random_position(name: str, key: np.uint64) -> State:
    """A position after random moves."""
    return walk(game_of(name), ARENAS[name].least, ARENAS[name].most, key)


def met_position(name: str, key: np.uint64) -> State:
    """A position with a choice in a game between two strong nets; None if it has none at the ply that is drawn."""
    arena = ARENAS[name]
    nets = [net_of(name, "strong", seed) for seed in SEEDS[:2]]
    rows, movers, _ = games_between(nets[0], nets[1], 1, min(OPENING, arena.least - 1), 0.0, int(key >> np.uint64(1)))
    ply = arena.least + int(key % np.uint64(arena.most - arena.least + 1))
    state = tuple(int(number) for number in rows[0, ply])
    return state if movers[0, ply] and len(game_of(name).moves(state)) > 1 else None


NO_MOVE = 9  # in the files of positions


class Labelled(NamedTuple):
    """A position and what each of its moves is worth."""

    state: State
    values: Column


@cache
def positions_of(name: str, source: str = RANDOM) -> list[Labelled]:
    """The solved positions of a game that come with Overthink: some of their moves are right and some wrong."""
    with np.load(SHIPPED / f"{'larger' if name in LARGER else 'best-first'}-positions.npz") as parts:
        states, values = (parts[f"{name} {source.split()[0].replace('games', 'between')} {what}"]
                          for what in ("states", "values"))  # fmt: skip
    return [Labelled(tuple(state), row[row != NO_MOVE]) for state, row in zip(states.tolist(), values)]
