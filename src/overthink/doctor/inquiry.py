"""The inquiry: what is asked about one position, and the answers."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from overthink.core.checked import FAILURES, number_of
from overthink.core.errors import OverthinkError, shown
from overthink.doctor.examine import CLOSE, At, Choice, Choose, Move, Position, Record, State, Truth, Values
from overthink.doctor.streams import STREAMS
from overthink.measure.cost import Cost
from overthink.measure.knob import Knob


@dataclass
class Inquiry:
    """What is asked about each position: the truth, and each rule at each value of the knob."""

    truth: Truth
    choose: Choose
    rules: Sequence[str]
    knob: Knob
    close: float = CLOSE
    repeats: dict[str, int] = field(default_factory=dict)  # how often each rule is asked, if more than once
    here: Sequence[str] = ()  # rules that are asked in this process only, in order

    def result(self, state: State, values: Values | None, number: int) -> Record | str:
        """The record of a position, or one sentence that says why there is none. `number` is the number of the
        position: it orders the searches, and gives a player its random numbers."""
        true = self.true_values(state) if values is None else values
        return true if isinstance(true, str) else self.added(state, Record(dict(true), {}), number)

    def true_values(self, state: State) -> Values | str:
        """The true values of the moves, or why there are none."""
        try:
            return checked_values(self.truth.values(state), state)
        except FAILURES as exc:
            return _reason(state, exc)

    def added(self, state: State, record: Record | str, number: int) -> Record | str:
        """A record with the answers of all rules, or why there is none."""
        if isinstance(record, str) or max(record.values.values()) - min(record.values.values()) <= self.close:
            return record
        try:
            for rule in self.rules:
                for value in self.knob.values[::-1] if deepest_first(number) else self.knob.values:
                    self._ask(record, state, (rule, value), number)
            record.values.update(self.truth.more(state, record.chosen.values(), record.values))
            check_choices(record, state)
        except FAILURES as exc:
            return _reason(state, exc)
        return record

    def _ask(self, record: Record, state: State, at: At, number: int) -> None:
        """Ask one search, repeatedly if it may answer differently each time."""
        times = self.repeats.get(at[0], 1)
        begun = time.perf_counter()
        choices = [self.choose(state, *at, number * times + repeat) for repeat in range(times)]
        clock = (time.perf_counter() - begun) / times
        record.chosen[at] = together([choice.moves for choice in choices])
        own = [choice.seconds for choice in choices if choice.seconds is not None]
        seconds = math.fsum(own) / len(own) if own else clock
        record.costs[at] = Cost(seconds, math.fsum(choice.nodes for choice in choices) / times)
        estimates = [choice.value for choice in choices if math.isfinite(choice.value)]
        if estimates:
            record.estimates[at] = math.fsum(estimates) / len(estimates)
        if times > 1:
            record.changes[at] = changes(choices)

    def position(self, state: State, record: Record, number: int, turn: int) -> Position:
        """A position with its record."""
        late = deepest_first(number)
        return Position(
            state, record.values, record.chosen, self.close, record.estimates, late, turn, record.costs, record.changes
        )


def checked_values(values: Any, state: State) -> Values:
    """The true values of the moves of a position: at least one, all finite numbers."""
    if not isinstance(values, Mapping):
        raise OverthinkError(
            f"The truth gave {shown(values)} for the position {shown(state)}; it gives {{move: value}}."
        )
    if not values:
        raise OverthinkError(f"The position {shown(state)} has no moves to choose from.")
    numbers = {move: number_of(value, "The truth", state) for move, value in values.items()}
    if not all(map(math.isfinite, numbers.values())):
        raise OverthinkError(
            f"The truth gave an infinite value for the position {shown(state)}; values must be finite."
        )
    return numbers


def check_choices(record: Record, state: State) -> None:
    """Every chosen move needs a true value."""
    chosen = (move for moves in record.chosen.values() for move in moves)
    missing = [move for move in chosen if move not in record.values]
    if missing:
        raise OverthinkError(f"The truth has no value for the move {shown(missing[0])} in the position {shown(state)}.")


def _reason(state: State, exc: BaseException) -> str:
    """Why a position could not be examined. A user's game or evaluator may raise anything."""
    return (
        str(exc) if isinstance(exc, OverthinkError) else f"In the position {shown(state)}: {type(exc).__name__}: {exc}"
    )


def deepest_first(number: int) -> bool:
    """Whether the deepest search comes first in this position: in every second one, and in every second one of a
    stream. This reveals a player whose answers depend on earlier searches, such as one with a stale table."""
    return (number + number // STREAMS) % 2 == 1


def together(answers: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    """All answers in one, so that each counts equally and so do the moves that tie in it."""
    if len(answers) == 1:
        return answers[0]
    size = math.lcm(*(len(moves) for moves in answers))
    return tuple(move for moves in answers for move in moves * (size // len(moves)))


def changes(choices: Sequence[Choice]) -> float:
    """How often two of the answers differ."""
    pairs = list(combinations([frozenset(choice.moves) for choice in choices], 2))
    return sum(a != b for a, b in pairs) / len(pairs)
