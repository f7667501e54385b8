"""Games between two nets, and positions as the inputs of nets, by compiled code.

Each player makes the move after which its net is happiest: one ply ahead. The first moves are random, and later ones
with a given probability, so that no two games are the same.
"""

from typing import Any

import numpy as np

from overthink.core.arithmetic import mix, seed_key, subkeys
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, State
from overthink.core.machine import lowest, room16, room32
from overthink.core.threads import in_parts
from overthink.core.vocabulary import child, count, marks, mover, utility
from overthink.evaluate.net import NetEvaluator, net_value
from overthink.games.planes import STATE_OF, PlaneGame, state_of

PLIES = 128  # a longer game is left unfinished
WORDS = 2  # of a game's planes
BITS = 64  # of a word
CHANCES = 2**24  # steps of a probability


@kernel
def write_inputs(game: Context, places: Column, state: State, row: Column) -> None:
    """Set in `row` the inputs of a net at which this state has a mark; `places` says where each mark stands."""
    half = 0 if mover(game, state) > 0 else WORDS * BITS
    for word in range(WORDS):
        bits = marks(game, state, word)
        while bits:
            row[places[half + word * BITS + lowest(bits)]] = 1
            bits &= bits - 1


@kernel
def write_families(
    game: Context, places: Column, rows: Column, first: Column, children: bool, inputs: Column, movers: Column,
    begin: int, end: int,
) -> None:  # fmt: skip
    """The inputs and the player to move of each position and then of those after its moves; 0 if the game is over."""
    for n in range(begin, end):
        state = state_of(rows[n])
        at = first[n]
        write_inputs(game, places, state, inputs[at])
        movers[at] = mover(game, state)
        for i in range(count(game, state) if children else 0):
            after = child(game, state, i)
            write_inputs(game, places, after, inputs[at + 1 + i])
            movers[at + 1 + i] = mover(game, after) if count(game, after) else 0


def families_of(game: PlaneGame, rows: Column, moves: Column | None = None) -> tuple[Column, Column]:
    """uint8[n, inputs] and int8[n], the player to move: of each position, and if its number of moves is given, of those
    that follow. `rows`: int64[positions, numbers of a state]."""
    sizes = np.ones(len(rows), np.int64) if moves is None else 1 + moves
    first = np.concatenate([[0], np.cumsum(sizes)])
    inputs = np.zeros((first[-1], int(np.prod(game.plane_shape))), np.uint8)
    movers = np.zeros(first[-1], np.int8)
    words: Any = {word: game.kernels[word] for word in ("child", "count", "marks", "mover")}
    words |= {"WORDS": game.places.shape[1], "BITS": game.places.shape[2], "state_of": STATE_OF[rows.shape[1]]}
    places = np.ascontiguousarray(game.places).ravel()
    write = write_families.bind(**words)
    in_parts(len(rows), write, game.context, places, rows, first, moves is not None, inputs, movers)
    return inputs, movers


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
