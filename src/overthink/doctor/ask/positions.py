"""Generate positions to examine: random openings, then partly sensible play.

Each position comes from a separate game. The number of plies is drawn first, uniformly over a random game. The first
half of the moves is random. After that, each move is with probability 1/2 the one that looks best one ply ahead.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from overthink.core.arithmetic import draw, seed_key, uniform
from overthink.core.checked import FAILURES, check_game, check_repeatable, mover_of, moves_of, play_of, start_of
from overthink.core.errors import as_sentence, counted, require
from overthink.core.estimate import Sample
from overthink.doctor.record import AnyGame, Examination, Failure, Move, StageProgress, State
from overthink.doctor.truths import LabelFile, read_labels
from overthink.search.solving.listing import parse_states

WRITE = "positions= is a whole number, a list of positions or a file, not {}."
MOST_PLIES = 400  # of a random game; games without an end take longer
TRIES = 300  # games in a row without a new position, after which there is none; small games take longer
MOST_POSITIONS = 1_000_000  # that a user may give; memory
RANDOM = 0.5  # the share of moves after the opening that are random; doubled, no position comes from sensible play
Best = Callable[[State], Move]  # the choice of a shallow search


def check_moves(game: AnyGame, state: State) -> None:
    """Refuses what is not a game, moves that are drawn at random, and moves that no table can hold."""
    check_game(game, state)
    check_repeatable(game, state)
    with as_sentence("The moves cannot be looked up ({}). Use tuples or texts as moves.", TypeError):
        set(moves_of(game, state))


class GivenPositions(NamedTuple):
    """What the user gave to examine."""

    states: list[State] | None = None  # None: they are to be generated
    file: LabelFile | None = None  # that they come from
    unread: tuple[Failure, ...] = ()  # its lines that are not positions


def read_positions(positions: Any, game: AnyGame, labels: LabelFile | None = None) -> GivenPositions:
    """Read what the user gave: positions, a file of them, or how many. With labels as the truth, their positions are
    examined, or as many of them as the user wants."""
    wanted = None
    if isinstance(positions, str | Path | LabelFile):
        labels = positions if isinstance(positions, LabelFile) else read_labels(positions)
    elif positions is None or isinstance(positions, int | float):
        wanted = parse_count(positions)
        if labels is None:
            return GivenPositions()
    else:
        return GivenPositions(_list_states(positions, game))
    states, failures = labels.states(game, wanted)
    check_moves(game, states[0])
    return GivenPositions(parse_states(states), labels, failures)


def parse_count(wanted: Any) -> int | None:
    """How many positions to generate; None for the default."""
    if wanted is None:
        return None
    require(isinstance(wanted, int) and not isinstance(wanted, bool), WRITE, wanted)
    require(1 <= wanted <= MOST_POSITIONS, f"positions= must be from 1 to {MOST_POSITIONS:,}, not {wanted}.")
    return int(wanted)


def _list_states(positions: Any, game: AnyGame) -> list[State]:
    require(isinstance(positions, Iterable), WRITE, positions)
    states = list(islice(positions, MOST_POSITIONS + 1))
    require(states, "There are no positions to examine.")
    require(len(states) <= MOST_POSITIONS, f"positions= has more than {MOST_POSITIONS:,} positions. Give fewer.")
    different = list(dict.fromkeys(parse_states(states)))
    if len(different) < len(states):
        again = len(states) - len(different)
        warnings.warn(
            f"{counted(again, 'position')} {'was' if again == 1 else 'were'} given before: each is examined once.",
            stacklevel=2,
        )
    check_moves(game, different[0])
    return different


def make_positions(
    game: AnyGame,
    wanted: int,
    seed: int = 0,
    best: Best | None = None,
    tell: StageProgress | None = None,
    deadline: float | None = None,
) -> list[State]:
    """Generate different positions with a choice of moves. Without `best`, all play is random. When the clock passes
    the deadline, those that are made must do."""
    (start,) = parse_states([start_of(game)])
    check_moves(game, start)
    states = dict[State, None]()
    last = 0
    known = dict[State, Move]()

    def choose(state: State) -> Move:
        if state not in known:
            try:
                known[state] = best(state) if best else None
            except FAILURES:  # the user's evaluator or player fails, which the examination will name
                known[state] = moves_of(game, state)[0]
        return known[state]

    for number in count():
        state = make_position(game, start, seed_key("doctor", seed, number), choose if best else None)
        if state is not None and state not in states:
            states[state] = None
            last = number
            if tell is not None:
                tell("making positions", len(states), wanted)
        late = deadline is not None and time.monotonic() > deadline and len(states) > 0
        if len(states) == wanted or number - last > TRIES or late:
            break
    require(states, "Random play never reached a position with a choice of moves. Give positions of your own.")
    return list(states)


def make_position(game: AnyGame, start: State, key: np.uint64, best: Best | None) -> State:
    """Generate one position, or None if the game ended too early or there is no choice of moves."""
    plies = int(uniform.interpreted(draw(key, 0)) * plies_left(game, start, draw(key, 1)))
    state = start
    if best is None and hasattr(game, "wander"):
        state, plies = game.wander(start, plies, int(draw(key, 2)))[1], 0
    for ply in range(plies):
        moves = moves_of(game, state)
        if not len(moves):
            return None
        sensible = best is not None and ply >= plies // 2 and mover_of(game, state)
        if best and sensible and uniform.interpreted(draw(key, 2 * ply + 2)) >= RANDOM:
            state = play_of(game, state, best(state))
        else:
            state = play_of(game, state, _pick(moves, key, 2 * ply + 3))
    return state if mover_of(game, state) and len(moves_of(game, state)) > 1 else None


def plies_left(game: AnyGame, state: State, key: np.uint64) -> int:
    """The length of one random game from this position."""
    return random_end(game, state, key)[0]


def random_end(game: AnyGame, state: State, key: np.uint64) -> tuple[int, State | None]:
    """The length of one random game from this position, and how it ends; None if it takes too long."""
    if hasattr(game, "wander"):
        plies, end = game.wander(state, MOST_PLIES, int(draw(key, 0)))
        return plies, None if len(moves_of(game, end)) else end
    for ply in range(MOST_PLIES):
        moves = moves_of(game, state)
        if not len(moves):
            return ply, state
        state = play_of(game, state, _pick(moves, key, ply))
    return MOST_PLIES, None


def phases_within(examination: Examination, game: AnyGame, seconds: float) -> Sample | None:
    """The length of a random game from each position: a measure of phase for any game. None if this would take more
    than this many seconds."""
    states = [position.state for position in examination.positions]
    lengths = list[float]()
    begun = time.monotonic()
    for n, state in enumerate(states):
        lengths.append(plies_left(game, state, seed_key("phase", n)))
        if (time.monotonic() - begun) * len(states) > seconds * len(lengths):
            return None
    return np.array(lengths, float)


def _pick(moves: Sequence[Move], key: np.uint64, word: int) -> Move:
    return moves[int(draw(key, word) % np.uint64(len(moves)))]
