"""Examinations of players with a planted bug, and of sound ones, in three small games that are solved.

Each examination draws a game and a player by its seed. A sound player must not be suspected; with a pathological
evaluator, depth must be blamed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from overthink.core.arithmetic import seed_key
from overthink.doctor.ask.positions import made_positions
from overthink.doctor.diagnosis import Diagnosis
from overthink.doctor.game import diagnose
from overthink.doctor.truths import Solved
from overthink.measure.judgement import Kind
from validation.bugs import BUGS
from validation.cases import DEPTHS, Drawn, by_rule, worse
from validation.planted import Planted
from validation.players import SOUND, Maker, RandomTies, playing
from validation.small_games import GAMES


@cache
def truth_of_game(name: str) -> Solved:
    return Solved(GAMES[name])


@cache
def positions_of(name: str, n: int, seed: int) -> tuple[Any, ...]:
    """Positions of a game in which the moves are not all worth the same; at most n."""
    game, truth = GAMES[name], truth_of_game(name)
    states = made_positions(game, 2 * n, seed)
    return tuple(state for state in states if len(set(truth.values(state).values())) > 1)[:n]


def examine(name: str, maker: Maker, n: int, seed: int) -> Diagnosis:
    """One player, in one game."""
    game = GAMES[name]
    player = maker(game, game.judge, seed)
    states = positions_of(name, n, seed)
    return diagnose(game, game.judge, depths=DEPTHS, player=player, positions=states, truth=truth_of_game(name))


def drawn(seed: int, players: dict[str, Maker]) -> tuple[str, str]:
    """A game and a player."""
    pairs = [(game, player) for game in GAMES for player in players]
    return pairs[int(seed_key("planted player", seed)) % len(pairs)]


def bug(n: int, seed: int) -> Diagnosis:
    game, player = drawn(seed, BUGS)
    return examine(game, BUGS[player], n, seed)


def sound_player(n: int, seed: int) -> Diagnosis:
    game, player = drawn(seed, SOUND)
    return examine(game, SOUND[player], n, seed)


def random_player(n: int, seed: int) -> Diagnosis:
    """Ties are broken at random."""
    return examine(list(GAMES)[seed // 2 % len(GAMES)], playing(RandomTies), n, seed)


def pathological_player(n: int, seed: int) -> Diagnosis:
    """The evaluator makes depth hurt, and the search is sound."""
    game = Planted(**worse(Drawn(seed)))
    opinion = game.opinion()
    return by_rule(game, n, seed, player=playing(RandomTies)(game, lambda state: float(opinion(state)), seed))  # type: ignore[arg-type]


PLAYER_CASES: dict[str, Callable[[int, int], Diagnosis]] = {
    "a player with a bug": bug,
    "a sound player": sound_player,
    "a player that breaks ties at random": random_player,
    "a sound player, a pathological evaluator": pathological_player,
}


def sent_right(case: str, diagnosis: Diagnosis) -> bool:
    """Whether a bug is sent to the search, and a sound player is not suspected. A pathological evaluator may also go
    unnoticed: few positions may not show it."""
    return bool(diagnosis.suspected) == (case == "a player with a bug")


def blamed(case: str, diagnosis: Diagnosis) -> bool:
    """ "Deeper is worse", where a bug or nothing is the reason."""
    return diagnosis.kind == Kind.WORSE and "pathological" not in case
