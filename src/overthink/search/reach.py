"""Every position that a game can reach, each once, as a state space.

The number of positions and the time are bounded, so that a game without an end is refused and not searched for ever.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np

from overthink.core.checked import (
    checked_game,
    cost_of,
    is_chance,
    mover_of,
    moves_of,
    outcomes_of,
    play_of,
    start_of,
    utility_of,
)
from overthink.core.errors import OverthinkError, shown
from overthink.core.game import Game
from overthink.core.grow import state_key
from overthink.core.kinds import State
from overthink.core.numbers import checked_number, checked_whole
from overthink.core.space import StateSpace
from overthink.core.tree import Tree

MOST = 500_000  # positions
SECONDS = 60.0
ASK = 1_000  # positions between two looks at the clock
PATIENCE = 0.5  # seconds of processor time, whatever else runs, for one play through the game
ENDLESS = 10_000  # moves after which such a play should have ended
STRIDE = 7919  # a prime: the play picks moves all over the list
Tell = Callable[[int], None]  # positions so far


class UnsolvableError(OverthinkError):
    """The game cannot be solved to its end."""


def reachable(
    game: Game[State],
    starts: Iterable[State] | None = None,
    *,
    most: int = MOST,
    seconds: float = SECONDS,
    known: Mapping[State, float] | None = None,
    tell: Tell | None = None,
) -> StateSpace:
    """The positions that can be reached from the starts (by default from `initial()`), breadth first, without true
    values. Positions in `known` are not looked into: they count as finished games of that value. Refused if there are
    more than `most` positions, or if listing them takes longer than `seconds`."""
    known, most, seconds = known or {}, checked_whole("most", most), checked_number("seconds", seconds)
    if starts is not None and not isinstance(starts, Iterable):
        raise OverthinkError(f"Give a list of positions to begin with, not {shown(starts)}.")
    states = list(dict.fromkeys(map(checked_state, [start_of(game)] if starts is None else starts)))
    if not states:
        raise OverthinkError("Give at least one position to begin with.")
    checked_game(game, states[0])
    _walk(game, states[0])
    begun = time.monotonic()
    number = {state: n for n, state in enumerate(states)}
    first, child, edges, movers, utilities = [0], list[int](), list[float](), list[int](), list[float]()
    cost = getattr(game, "cost", None)
    for n, state in enumerate(states):  # grows during the loop
        if state in known:
            movers.append(1)
            utilities.append(known[state])
            first.append(len(child))
            continue
        moves = moves_of(game, state)
        movers.append(mover_of(game, state))
        utilities.append(math.nan if len(moves) else utility_of(game, state, "There is no move, and utility()"))
        for move in moves:
            after = checked_state(play_of(game, state, move))
            if after not in number:
                number[after] = len(states)
                states.append(after)
            child.append(number[after])
        if movers[-1] == 0 and is_chance(game, state):
            edges += [chance for _, chance in outcomes_of(game, state)]
        else:
            edges += [cost_of(cost, state, move) for move in moves]
        first.append(len(child))
        if len(states) > most:
            raise UnsolvableError(f"The game has more than {most:,} positions, too many to solve.")
        if n % ASK == 0:
            if time.monotonic() - begun > seconds:
                raise UnsolvableError(
                    f"The game is too large to solve: {len(states):,} positions were listed in {seconds:g} s, and "
                    "there are more."
                )
            if tell:
                tell(len(states))
    mover = np.array(movers, np.int8)
    return StateSpace(
        Tree(
            first=np.array(first, np.int64),
            child=np.array(child, np.int64),
            mover=mover,
            utility=np.array(utilities),
            static=np.full(len(states), np.nan),
            error=np.zeros(len(states)),
            truth=np.full(len(states), np.nan),
            edge=np.array(edges, float),
            key=np.zeros(len(states), np.uint64),
            levels=np.array([], np.int64),
        ),
        states,
        game=game,
    )


def _walk(game: Game[State], state: State) -> None:
    """Refuses a game that goes on and on: one play through it ends, repeats a position, or is short."""
    passed, begun = {state}, time.process_time()
    while time.process_time() - begun < PATIENCE:
        moves = moves_of(game, state)
        if not len(moves):
            return
        state = checked_state(play_of(game, state, moves[len(passed) * STRIDE % len(moves)]))
        if state in passed:
            return
        passed.add(state)
    if len(passed) > ENDLESS:
        raise UnsolvableError(
            f"The game does not seem to end: one play of {len(passed):,} moves reached no end and no position twice."
        )


def checked_state(state: State) -> State:
    """A position that can be looked up."""
    try:
        hash(state)
    except Exception:  # it has no hash, or its own fails
        kind = "tuple" if isinstance(state, list) else "tuple of its items"
        holds = "holds something" if isinstance(state, tuple) else f"is a {type(state).__name__},"
        advice = "tuples inside it" if isinstance(state, tuple) else f"a {kind} or another type that can be hashed"
        raise OverthinkError(f"The position {shown(state)} {holds} which cannot be looked up. Use {advice}.") from None
    return state


def keyed(space: StateSpace) -> StateSpace:
    """The state space with a key for each position, from which noise is made."""
    keys = np.array([state_key(state) for state in space.states], np.uint64)
    return replace(space, tree=replace(space.tree, key=keys))
