"""The examination: every rule and depth on every position, against the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Sample
from overthink.core.game import Game

State: TypeAlias = Any  # a position of a user's own game
Move: TypeAlias = Any
AnyGame: TypeAlias = Game[Any]
Values = dict[Move, float]  # the values of moves to the player who makes them
At = tuple[str, int]  # rule and depth
Record = tuple[
    Values, dict[At, tuple[Move, ...]], dict[At, float]
]  # true values, chosen moves, values that searches return
Progress = Callable[[int, int], None]  # positions done, positions in all
CLOSE = 1e-9  # values that differ by less count as equal


@dataclass(frozen=True)
class Choice:
    """The moves that tie for the best, and the value of the position by the search, to the player who moves."""

    moves: tuple[Move, ...]
    value: float = math.nan


Choose = Callable[[State, str, int], Choice]  # state, rule, depth


class Truth(Protocol):
    """A source of true values. Its text says which."""

    @property
    def exact(self) -> bool: ...

    def values(self, state: State) -> Values:
        """The values of all moves, or of the best, to the player who makes them."""

    def more(self, state: State, chosen: Iterable[Iterable[Move]], values: Values) -> Values:
        """The values of chosen moves that are not in `values`."""


class Memory(Protocol):
    """A store of positions examined before."""

    def recall(self, state: State) -> Record | None:
        """The stored record of a position, or None."""

    def keep(self, state: State, record: Record) -> None:
        """Store a position."""


@dataclass(frozen=True)
class Position:
    """One position: the true value of each move to the player who makes it, and the chosen moves."""

    state: State
    values: Values
    chosen: dict[At, tuple[Move, ...]]
    close: float = CLOSE  # a move is right if it is worse than the best by at most this
    estimates: dict[At, float] = field(default_factory=dict)  # the value of the position by each search
    deepest_first: bool = False  # the order of the searches

    @property
    def best(self) -> float:
        return max(self.values.values())

    @property
    def right(self) -> tuple[Move, ...]:
        return tuple(move for move, value in self.values.items() if value >= self.best - self.close)

    @property
    def gap(self) -> float:
        """The difference between the two best moves."""
        best = sorted(self.values.values())[-2:]
        return best[-1] - best[0]

    def p_opt(self, rule: str, depth: int) -> float:
        """The share of the chosen moves that are right. [Nau2010] eq. 4"""
        moves = self.chosen[rule, depth]
        return sum(move in self.right for move in moves) / len(moves)

    def regret(self, rule: str, depth: int) -> float:
        """The mean loss in value over the chosen moves."""
        moves = self.chosen[rule, depth]
        return self.best - math.fsum(self.values[move] for move in moves) / len(moves)


@dataclass(frozen=True)
class Examination:
    """The examined positions, and one sentence for each position that could not be examined."""

    positions: tuple[Position, ...]
    rules: tuple[str, ...]
    depths: tuple[int, ...]
    truth: str
    exact: bool
    failures: tuple[str, ...]
    decided: int  # positions left out because all their moves have the same value

    def measure(self, number: Callable[[Position], float]) -> Sample:
        """Compute one number for each position."""
        return np.array([number(position) for position in self.positions], float)

    def accuracy(self, rule: str) -> dict[int, Sample]:
        """P_opt of each position, by depth."""
        return {d: np.array([p.p_opt(rule, d) for p in self.positions]) for d in self.depths}

    def regret(self, rule: str) -> dict[int, Sample]:
        """The regret in each position, by depth."""
        return {d: np.array([p.regret(rule, d) for p in self.positions]) for d in self.depths}


def examine(
    states: Sequence[State],
    truth: Truth,
    choose: Choose,
    rules: Sequence[str],
    depths: Sequence[int],
    progress: Progress | None = None,
    close: float = CLOSE,
    memory: Memory | None = None,
) -> Examination:
    """Collect every decision. If a position cannot be examined, the examination keeps the reason and continues. A move
    is right if it is worse than the best by at most `close`. Positions in the memory are not searched again.

    In every second position the deepest search comes first. This reveals a player whose answers depend on earlier
    searches, such as one with a stale table.
    """

    def search(state: State, order: Sequence[int]) -> Record:
        values = truth.values(state)
        if not values:
            raise OverthinkError(f"The position {state!r} has no moves to choose from.")
        if max(values.values()) - min(values.values()) <= close:
            return values, {}, {}
        choices = {(rule, depth): choose(state, rule, depth) for rule in rules for depth in order}
        moves = {at: choice.moves for at, choice in choices.items()}
        estimates = {at: choice.value for at, choice in choices.items() if not math.isnan(choice.value)}
        return values | truth.more(state, moves.values(), values), moves, estimates

    positions, failures, decided = [], list[str](), 0
    for number, state in enumerate(states):
        try:
            known = memory.recall(state) if memory else None
            late = number % 2 == 1
            record = known or search(state, depths[::-1] if late else depths)
            if memory and not known:
                memory.keep(state, record)
            values, moves, estimates = record
            if moves:
                positions.append(Position(state, values, moves, close, estimates, late))
            else:
                decided += 1
        except OverthinkError as exc:
            failures.append(str(exc))
        except Exception as exc:  # a user's game or evaluator failed: say where, and continue
            failures.append(f"In the position {state!r}: {type(exc).__name__}: {exc}")
        if progress is not None:
            progress(number + 1, len(states))
    if not positions:
        why = f" ({failures[0]})" if failures else ": in each of them all moves have the same value"
        raise OverthinkError(f"None of {len(states):,} positions could be examined{why}")
    return Examination(tuple(positions), tuple(rules), tuple(depths), str(truth), truth.exact, tuple(failures), decided)
