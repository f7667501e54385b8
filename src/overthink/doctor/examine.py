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
Values = dict[Move, float]  # what moves are worth to the player who makes them
At = tuple[str, int]  # rule and depth
Record = tuple[Values, dict[At, tuple[Move, ...]], dict[At, float]]  # true values, chosen moves, what searches return
Progress = Callable[[int, int], None]  # so many of so many positions are done
CLOSE = 1e-9  # values that differ by less are the same


@dataclass(frozen=True)
class Choice:
    """The moves that tie for the best, and what the search says the position is worth to the player who moves."""

    moves: tuple[Move, ...]
    value: float = math.nan


Choose = Callable[[State, str, int], Choice]  # state, rule, depth


class Truth(Protocol):
    """Where the truth comes from; its text says so."""

    @property
    def exact(self) -> bool: ...

    def values(self, state: State) -> Values:
        """What moves are worth to the player who makes them: all, or the best."""

    def more(self, state: State, chosen: Iterable[Iterable[Move]], values: Values) -> Values:
        """The same of moves that were chosen and have no value yet."""


class Memory(Protocol):
    """What was measured before."""

    def recall(self, state: State) -> Record | None:
        """What is known of a position; nothing where it has to be examined."""

    def keep(self, state: State, record: Record) -> None:
        """Write a position down."""


@dataclass(frozen=True)
class Position:
    """One position: what every move is worth to the player who makes it, and what was chosen."""

    state: State
    values: Values
    chosen: dict[At, tuple[Move, ...]]
    close: float = CLOSE  # moves worth so little less than the best are as right
    estimates: dict[At, float] = field(default_factory=dict)  # what a search says that the position is worth
    deepest_first: bool = False  # the order in which the depths were searched

    @property
    def best(self) -> float:
        return max(self.values.values())

    @property
    def right(self) -> tuple[Move, ...]:
        return tuple(move for move, value in self.values.items() if value >= self.best - self.close)

    @property
    def gap(self) -> float:
        """Between the two best moves."""
        best = sorted(self.values.values())[-2:]
        return best[-1] - best[0]

    def p_opt(self, rule: str, depth: int) -> float:
        """The share of the chosen moves that are right. [Nau2010] eq. 4"""
        moves = self.chosen[rule, depth]
        return sum(move in self.right for move in moves) / len(moves)

    def regret(self, rule: str, depth: int) -> float:
        """What is given away, on average over the chosen moves."""
        moves = self.chosen[rule, depth]
        return self.best - math.fsum(self.values[move] for move in moves) / len(moves)


@dataclass(frozen=True)
class Examination:
    """All positions that could be examined, and one sentence for each that could not."""

    positions: tuple[Position, ...]
    rules: tuple[str, ...]
    depths: tuple[int, ...]
    truth: str
    exact: bool
    failures: tuple[str, ...]
    decided: int  # positions left out since all their moves are worth the same

    def measure(self, number: Callable[[Position], float]) -> Sample:
        """One number of every position."""
        return np.array([number(position) for position in self.positions], float)

    def accuracy(self, rule: str) -> dict[int, Sample]:
        """P_opt of every position, by depth."""
        return {d: np.array([each.p_opt(rule, d) for each in self.positions]) for d in self.depths}

    def regret(self, rule: str) -> dict[int, Sample]:
        """Regret in every position, by depth."""
        return {d: np.array([each.regret(rule, d) for each in self.positions]) for d in self.depths}


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
    """Collect every decision. A position that cannot be examined is left out, and why is kept; nothing else is lost.
    Moves that are worth less than the best by no more than `close` are right. What the memory has is not searched
    again.

    In every other position the deepest search comes first: a player whose answer depends on earlier searches, as one
    with a stale table does, gives itself away.
    """

    def search(state: State, order: Sequence[int]) -> Record:
        values = truth.values(state)
        if not values:
            raise OverthinkError(f"There is no move to decide on in the position {state!r}.")
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
        except Exception as exc:  # someone else's game or evaluator: say where, and go on
            failures.append(f"In the position {state!r}: {type(exc).__name__}: {exc}")
        if progress is not None:
            progress(number + 1, len(states))
    if not positions:
        why = f" ({failures[0]})" if failures else ": in all of them every move is worth the same"
        raise OverthinkError(f"None of {len(states):,} positions could be examined{why}")
    return Examination(tuple(positions), tuple(rules), tuple(depths), str(truth), truth.exact, tuple(failures), decided)
