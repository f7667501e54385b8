"""A plain search of every move, as plain recursion: what a player claims to be. A claim may add quiescence, extensions
or rolls that count as plies; a known mistake replaces one of the other parts.

It prunes nothing and keeps values only while one position is searched. So it shares no mistake with a player's pruning,
order of moves or table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from overthink.core.arithmetic import ROUNDING
from overthink.core.checked import (
    cost_of,
    evaluation_of,
    expected,
    is_chance,
    mover_of,
    moves_of,
    outcomes_of,
    play_of,
    utility_of,
)
from overthink.core.errors import on_the_stack, require
from overthink.core.game import Evaluate
from overthink.doctor.record import AnyGame, Move, MoveValues, State
from overthink.doctor.truths import Deeper

Outcomes = Sequence[tuple[float, float]]  # of chance: probability and value, to Max
Fold = Callable[[Outcomes, int, int], float]  # of outcomes, for who moves at the root, and for who has just moved
AboutMove = Callable[[State, Move], bool]


class Line(NamedTuple):
    """What a value rests on: the moves that lead there, and the last position."""

    moves: tuple[Move, ...]
    state: State
    over: bool  # whether the game is over there


@dataclass(frozen=True)
class ToMax:
    """An evaluator for the player to move, as one for Max."""

    game: AnyGame
    evaluate: Any

    def __call__(self, state: State) -> Any:
        answer, turn = self.evaluate(state), mover_of(self.game, state) or 1
        return (turn * answer[0], *answer[1:]) if isinstance(answer, tuple) else turn * answer


@dataclass(frozen=True)
class Plain:
    """A search of all moves, whose parts can be replaced. Values of positions are to Max."""

    game: AnyGame
    evaluate: Evaluate | None
    noisy: AboutMove | None = None  # quiescence: moves that are searched beyond the horizon
    extend: AboutMove | None = None  # moves that take no ply
    rolls: int = 0  # plies that an outcome of chance takes
    early: bool = False  # at the horizon, positions are evaluated before chance moves
    result: Callable[[State], float] | None = None  # of a finished game
    mover: Callable[[State, int], int] | None = None  # at a ply
    moves: Callable[[State, int], Sequence[Move]] | None = None  # at a ply
    blind: bool = False  # with `mover`: values of leaves and ends are to the real mover, and taken for that one's
    fold: Fold | None = None
    free: bool = False  # moves cost nothing
    pruned: bool = False  # the same values by alpha-beta below each move, compiled if the game is; no part is replaced

    def values(self, state: State, depth: int) -> MoveValues:
        """The value of each move to the player who makes it."""
        if self.pruned:
            return Deeper(self.game, self.evaluate, depth).values(state)
        with on_the_stack(f"A search to depth {depth}"):
            return _Search(self, mover_of(self.game, state)).values(state, depth, 0)

    def best(self, state: State, depth: int) -> tuple[Move, ...]:
        """The moves that tie for the best."""
        return best_of(self.values(state, depth))

    def line(self, state: State, move: Move, depth: int) -> Line:
        """The line that a move's value rests on, as far as chance has no say."""
        search = _Search(self, mover_of(self.game, state))
        moves = [move]
        state, left = search.after(state, move, depth)
        while len(moves_of(self.game, state)) and left > 0 and not is_chance(self.game, state):
            values = search.values(state, left, len(moves))
            moves.append(best_of(values)[0])
            state, left = search.after(state, moves[-1], left)
        return Line(tuple(moves), state, not len(moves_of(self.game, state)))

    def size(self, state: State, depth: int, most: int) -> int:
        """The positions of the whole tree; more than `most` are not counted."""
        count = 1
        left = [(state, depth)]
        while left and count <= most:
            state, remaining = left.pop()
            if remaining <= 0 and not is_chance(self.game, state):
                continue
            rolls = is_chance(self.game, state)
            after = [play_of(self.game, state, move) for move in moves_of(self.game, state)]
            count += len(after)
            left += [(each, remaining - (self.rolls if rolls else 1)) for each in after]
        return count


def best_of(values: MoveValues) -> tuple[Move, ...]:
    """The moves that tie for the best, with room for rounding."""
    best = max(values.values())
    room = ROUNDING * max((abs(value) for value in values.values() if math.isfinite(value)), default=0.0)
    return tuple(move for move, value in values.items() if value >= best - room)


class _Search:
    """One search: what it knows is gone with it."""

    def __init__(self, plain: Plain, me: int):
        self.plain, self.game, self.me = plain, plain.game, me
        self.cost = None if plain.free else getattr(plain.game, "cost", None)
        self.known: dict[Hashable, float] = {}

    def values(self, state: State, remaining: int, ply: int) -> MoveValues:
        side = self._side(state, ply)
        return {move: self._worth(state, move, remaining, ply, side) for move in self._moves(state, ply)}

    def after(self, state: State, move: Move, remaining: int) -> tuple[State, int]:
        """The position after a move, and the plies that remain there."""
        taken = 0 if self.plain.extend and remaining > 0 and self.plain.extend(state, move) else 1
        return play_of(self.game, state, move), remaining - taken

    def _worth(self, state: State, move: Move, remaining: int, ply: int, side: int) -> float:
        below = self.value(*self.after(state, move, remaining), ply + 1, side)
        return side * below - (cost_of(self.cost, state, move) if self.cost else 0.0)

    def value(self, state: State, remaining: int, ply: int, last: int) -> float:
        """To Max. `last` has just moved."""
        at = state, remaining, ply, last if self.plain.fold else 0
        if at not in self.known:
            self.known[at] = self._value(state, remaining, ply, last)
        return self.known[at]

    def _value(self, state: State, remaining: int, ply: int, last: int) -> float:
        plain = self.plain
        if not len(moves_of(self.game, state)):
            value = plain.result(state) if plain.result else utility_of(self.game, state)
            return self._taken_for(state, ply) * value
        if is_chance(self.game, state):
            return self._chance(state, remaining, ply, last)
        side = self._side(state, ply)
        if remaining > 0:
            return side * max(self.values(state, remaining, ply).values())
        own = self._taken_for(state, ply) * self._judge(state)
        noisy = [move for move in moves_of(self.game, state) if plain.noisy(state, move)] if plain.noisy else []
        further = (self._worth(state, move, remaining, ply, side) for move in noisy)
        return side * max(side * own, *further) if noisy else own

    def _chance(self, state: State, remaining: int, ply: int, last: int) -> float:
        plain = self.plain
        if remaining <= 0 and (plain.rolls or plain.early):
            return self._judge(state)
        after = [
            (chance, self.value(play_of(self.game, state, move), remaining - plain.rolls, ply, last))
            for move, chance in outcomes_of(self.game, state)
        ]
        return plain.fold(after, self.me, last) if plain.fold else expected(*zip(*after))

    def _judge(self, state: State) -> float:
        require(self.plain.evaluate, "The search ends before the game does. Give evaluate=, a function of a position.")
        assert self.plain.evaluate
        return evaluation_of(self.plain.evaluate, 0.0, state)[0]

    def _taken_for(self, state: State, ply: int) -> int:
        """The sign of values where the player to move is mistaken for the other one."""
        return self._side(state, ply) * mover_of(self.game, state) if self.plain.blind else 1

    def _side(self, state: State, ply: int) -> int:
        return self.plain.mover(state, ply) if self.plain.mover else mover_of(self.game, state)

    def _moves(self, state: State, ply: int) -> Sequence[Move]:
        return self.plain.moves(state, ply) if self.plain.moves else moves_of(self.game, state)
