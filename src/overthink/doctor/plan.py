"""The plan of an examination: what is asked, of whom, where, and for how long.

Each subject has a `Plan`: a game, an engine, a table. It makes records and concludes from them. Positions are asked
about by `ask.examine`, in an `Asking`; what is asked about one position is an `Inquiry`, which can be sent to other
processes. The answers of a table were given before: they are read and joined.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Generic, TypeAlias, TypeVar

from overthink.core.checked import FAILURES, number_of
from overthink.core.errors import OverthinkError, require, shown
from overthink.doctor.record import (
    CLOSE,
    At,
    Choice,
    ChooseMoves,
    Failure,
    Move,
    MoveValues,
    Record,
    StageProgress,
    State,
    TruthSource,
)
from overthink.measure.judgement import Cost, Knob

Records = TypeVar("Records")
Shown = TypeVar("Shown")


class Plan(ABC, Generic[Records, Shown]):
    """What is examined of a subject. Subjects differ in how their records are made, and in what more they know."""

    @abstractmethod
    def examine(self) -> Records:
        """Make the records."""

    @abstractmethod
    def conclude(self, records: Records, /) -> Shown:
        """Judge the records, check what else may explain them, and say what follows."""

    def diagnose(self) -> Shown:
        """Examine, and conclude."""
        return self.conclude(self.examine())


@dataclass
class Inquiry:
    """What is asked about each position: the truth, and each rule at each value of the knob."""

    truth: TruthSource
    choose: ChooseMoves
    rules: Sequence[str]
    knob: Knob
    close: float = CLOSE  # a move is right if it is worse than the best by at most this
    repeats: dict[str, int] = field(default_factory=dict)  # how often each rule is asked, if more than once
    here: Sequence[str] = ()  # rules that are asked in this process only, in order
    every: bool = False  # the truth knows only some moves: ask even if these are worth the same

    def result(self, state: State, number: int, true: Record | Failure | None = None) -> Record | Failure:
        """The record of a position, or why there is none. `number` is the number of the position: it gives a player its
        random numbers. `true` is the record without answers, if it is known."""
        true = true or self.true_values(state)
        return true if isinstance(true, Failure) else self.ask_all(replace(true, state=state), number)

    def true_values(self, state: State) -> Record | Failure:
        """A record of the true values of the moves, or why there are none."""
        try:
            values = self.truth.values(state)
            how, weaker = getattr(values, "how", ""), getattr(values, "weaker", {})
            return Record(state, parse_move_values(values, state), {}, self.close, how=how, weaker=dict(weaker))
        except FAILURES as exc:
            return _failure(state, exc)

    def ask_all(self, record: Record, number: int) -> Record | Failure:
        """The record with the answers of all rules, or why there is none."""
        state, values = record.state, record.values
        if not self.every and max(values.values()) - min(values.values()) <= self.close:
            return record
        try:
            for at in self.questions(number):
                self._ask(record, at, number)
            if more := getattr(self.truth, "more", None):
                values.update(more(state, record.chosen.values(), values))
            missing = [move for moves in record.chosen.values() for move in moves if move not in values]
            no_value = "The truth has no value for the move {} in the position {}."
            require(not missing, no_value, *missing[:1], state)
        except FAILURES as exc:
            return _failure(state, exc)
        return record

    def questions(self, number: int) -> list[At]:
        """What is asked about a position, in order. A table may remember the deepest search, so the order changes."""
        return [(rule, value) for rule in self.rules for value in self.knob.values[:: -1 if number % 2 else 1]]

    def _ask(self, record: Record, at: At, number: int) -> None:
        """Ask one search, repeatedly if it may answer differently each time."""
        times = self.repeats.get(at[0], 1)
        begun = time.perf_counter()
        choices = [self.choose(record.state, *at, number * times + repeat) for repeat in range(times)]
        clock = (time.perf_counter() - begun) / times
        record.chosen[at] = join_answers([choice.moves for choice in choices])
        own = [choice.seconds for choice in choices if choice.seconds is not None]
        seconds = math.fsum(own) / len(own) if own else clock
        record.costs[at] = Cost(seconds, math.fsum(choice.nodes for choice in choices) / times)
        estimates = [choice.value for choice in choices if math.isfinite(choice.value)]
        if estimates:
            record.estimates[at] = math.fsum(estimates) / len(estimates)
        if times > 1:
            record.changes[at] = share_of_changes(choices)


def parse_move_values(values: Any, state: State) -> MoveValues:
    """The true values of the moves of a position: at least one, all finite numbers."""
    mapping = isinstance(values, Mapping)
    require(mapping, "The truth gave {} for the position {}; it gives {{move: value}}.", values, state)
    require(values, "The position {} has no moves to choose from.", state)
    return {move: number_of(value, "The truth", state) for move, value in values.items()}


def _failure(state: State, exc: BaseException) -> Failure:
    """Why a position could not be examined. A user's game or evaluator may raise anything."""
    place, kind = shown(state), f"{type(exc).__name__}: {exc}"
    if isinstance(exc, OverthinkError):
        return Failure(str(exc), "position", place, kind=exc.kind)
    return Failure(f"In the position {place}: {kind}", "position", place, kind=kind)


def join_answers(answers: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    """All answers in one, so that each counts equally and so do the moves that tie in it."""
    size = math.lcm(*(len(moves) for moves in answers))
    return answers[0] if len(answers) == 1 else tuple(m for moves in answers for m in moves * (size // len(moves)))


def share_of_changes(choices: Sequence[Choice]) -> float:
    """How often two of the answers differ."""
    pairs = list(combinations([frozenset(choice.moves) for choice in choices], 2))
    return sum(a != b for a, b in pairs) / len(pairs)


PositionResult: TypeAlias = tuple[int, Record | Failure]  # of the position with this number
Share: TypeAlias = Callable[[Mapping[int, State], float | None], Generator[PositionResult]]


@dataclass
class Asking:
    """Everything that is asked about positions."""

    inquiry: Inquiry
    states: list[State]
    tell: StageProgress | None = None
    journal: Any = None  # finished positions, stored and recalled; None: nothing is stored
    jobs: int | None = None  # processes side by side; None: this process alone
    deadline: float | None = None  # on the clock `time.monotonic`
    notes: tuple[str, ...] = ()  # what a reader should know, such as positions that were not made
    unread: tuple[Failure, ...] = ()  # positions that could not be read
    share: Share | None = None  # makes records until a deadline, where other processes cannot: by engines
