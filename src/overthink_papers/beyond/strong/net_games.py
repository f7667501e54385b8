"""Games between two nets, by compiled code.

Each player makes the move after which its net is happiest: one ply ahead. The first moves are random, and later ones
with a given probability, so that no two games are the same.
"""

from typing import Any

import numpy as np

from overthink.core.arithmetic import mix, seed_key, subkeys
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, State
from overthink.core.machine import room16, room32
from overthink.core.threads import in_parts
from overthink.core.vocabulary import child, count, mover, utility
from overthink.evaluate.net import NetEvaluator, net_value

PLIES = 128  # a longer game is left unfinished
CHANCES = 2**24  # steps of a probability


@kernel
def play_games(
    one: Context, other: Context, start: State, opening: int, chance: int, keys: Column, rows: Column, movers: Column,
    results: Column, begin: int, end: int,
) -> None:  # fmt: skip
    """Games begin … end - 1: the positions, the players to move, and the result to Max. In games of odd numbers, the
    nets have changed sides."""
    sums = room32()
    active = room16()
    game = one[0]
    for n in range(begin, end):
        state = start
        ply = 0
        while count(game, state) and ply < PLIES:
            me = mover(game, state)
            moves = count(game, state)
            key = mix(keys[n], ply)
            for j in range(len(state)):
                rows[n, ply, j] = state[j]
            movers[n, ply] = me
            context = one if (me > 0) == (n % 2 == 0) else other
            chosen = int(key % np.uint64(moves))
            best = -np.inf
            if ply >= opening and int(key >> np.uint64(40)) >= chance:
                for i in range(moves):
                    after = child(game, state, i)
                    value = me * (net_value(context, after, sums, active) if count(game, after) else
                                  2.0 * utility(game, after))  # fmt: skip
                    if value > best:
                        chosen, best = i, value
            state, ply = child(game, state, chosen), ply + 1
        results[n] = np.nan if count(game, state) else np.sign(float(utility(game, state)))


def games_between(
    one: NetEvaluator, other: NetEvaluator, games: int, opening: int, random: float, seed: int
) -> tuple[Column, Column, Column]:
    """Games of two nets of one form after `opening` random moves; later ones are random with this probability.

    Positions int64[games, PLIES, numbers of a state], players to move int8[games, PLIES], 0 after the end, and results
    to Max float64[games], not a number if a game is not over by then."""
    game: Any = one.game
    start = game.initial()
    rows = np.zeros((games, PLIES, len(start)), np.int64)
    movers, results = np.zeros((games, PLIES), np.int8), np.zeros(games)
    keys = subkeys(np.arange(games, dtype=np.uint64), np.uint64(seed_key("games between nets", seed)))
    words = {word: game.kernels[word] for word in ("child", "count", "utility")} | one.static.names
    play = play_games.bind(**words)
    chance = round(random * CHANCES)
    in_parts(games, play, one.context, other.context, start, opening, chance, keys, rows, movers, results)
    return rows, movers, results
