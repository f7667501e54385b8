"""The examination: every rule and depth on every position, against the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Sample
from overthink.doctor.journal import Journal


@dataclass(frozen=True)
class Choice:
    """The moves that tie for the best, and what the search says the position is worth to the player who moves."""

    moves: tuple[Any, ...]
    value: float = math.nan


Chosen = Callable[[Any, str, int], Choice | Sequence[Any]]  # state, rule, depth: a choice, or just the moves
Asked = tuple[str, int]  # rule and depth
Answers = tuple[dict[Any, float], dict[Asked, tuple[Any, ...]], dict[Asked, float]]  # values, moves, what was said
Tell = Callable[[int, int], None]  # so many of so many positions are done
CLOSE = 1e-9  # values that differ by less are the same


class Truth(Protocol):
    """Where the truth comes from; its text says so."""

    @property
    def exact(self) -> bool: ...

    def values(self, state: Any) -> dict[Any, float]:
        """What moves are worth to the player who makes them: all, or the best."""

    def more(self, state: Any, chosen: Iterable[Iterable[Any]], values: dict[Any, float]) -> dict[Any, float]:
        """The same of moves that were chosen and have no value yet."""


@dataclass(frozen=True)
class Examined:
    """One position: what every move is worth to the player who makes it, and what was chosen."""

    state: Any
    values: dict[Any, float]
    chosen: dict[Asked, tuple[Any, ...]]
    close: float = CLOSE  # moves worth so little less than the best are as right
    said: dict[Asked, float] = field(default_factory=dict)  # what the position is worth, where a search said so
    deepest_first: bool = False  # the order in which the depths were asked for

    @property
    def best(self) -> float:
        return max(self.values.values())

    @property
    def right(self) -> tuple[Any, ...]:
        return tuple(move for move, value in self.values.items() if value >= self.best - self.close)

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

    positions: tuple[Examined, ...]
    rules: tuple[str, ...]
    depths: tuple[int, ...]
    truth: str
    exact: bool
    failures: tuple[str, ...]
    decided: int  # positions left out since all their moves are worth the same

    def accuracy(self, rule: str) -> dict[int, Sample]:
        """P_opt of every position, by depth."""
        return {d: np.array([each.p_opt(rule, d) for each in self.positions]) for d in self.depths}

    def regret(self, rule: str) -> dict[int, Sample]:
        """Regret in every position, by depth."""
        return {d: np.array([each.regret(rule, d) for each in self.positions]) for d in self.depths}


def examine(
    states: Sequence[Any],
    truth: Truth,
    chosen: Chosen,
    rules: Sequence[str],
    depths: Sequence[int],
    tell: Tell | None = None,
    close: float = CLOSE,
    journal: Journal | None = None,
) -> Examination:
    """Asks for every decision. A position that cannot be examined is left out, and why is kept; nothing else is
    lost. Moves that are worth less than the best by no more than `close` are right. What the journal has is not asked
    for again.

    In every other position the deepest search is asked for first: a player whose answer depends on what it was asked
    before, as one with a stale table does, gives itself away.
    """

    def asked(
        state: Any, order: Sequence[int]
    ) -> tuple[dict[Any, float], dict[Asked, tuple[Any, ...]], dict[Asked, float]]:
        values = truth.values(state)
        if not values:
            raise OverthinkError(f"There is no move to decide on in the position {state!r}.")
        if max(values.values()) - min(values.values()) <= close:
            return values, {}, {}
        moves, said = dict[Asked, tuple[Any, ...]](), dict[Asked, float]()
        for rule in rules:
            for depth in order:
                found = chosen(state, rule, depth)
                choice = found if isinstance(found, Choice) else Choice(tuple(found))
                moves[rule, depth], said[rule, depth] = choice.moves, choice.value
        known = {at: value for at, value in said.items() if not math.isnan(value)}
        return values | truth.more(state, moves.values(), values), moves, known

    found, failures, decided = [], list[str](), 0
    for number, state in enumerate(states):
        try:
            known = journal.found(state) if journal else None
            late = number % 2 == 1
            values, moves, said = known or asked(state, depths[::-1] if late else depths)
            if journal and not known:
                journal.keep(state, values, moves, said)
            if moves:
                found.append(Examined(state, values, moves, close, said, late))
            else:
                decided += 1
        except OverthinkError as error:
            failures.append(str(error))
        except Exception as error:  # someone else's game or evaluator: say where, and go on
            failures.append(f"In the position {state!r}: {type(error).__name__}: {error}")
        if tell is not None:
            tell(number + 1, len(states))
    if not found:
        why = f" ({failures[0]})" if failures else ": in all of them every move is worth the same"
        raise OverthinkError(f"None of {len(states):,} positions could be examined{why}")
    return Examination(tuple(found), tuple(rules), tuple(depths), str(truth), truth.exact, tuple(failures), decided)
