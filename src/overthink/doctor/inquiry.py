"""The inquiry: ask every search about every position, and the truth beside them."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from overthink.core.errors import OverthinkError
from overthink.doctor.examine import (
    CLOSE,
    At,
    Choice,
    Choose,
    Examination,
    Memory,
    Move,
    Position,
    Progress,
    Record,
    State,
    Truth,
)
from overthink.measure.cost import Cost
from overthink.measure.knob import Knob


@dataclass
class Inquiry:
    """What is asked about each position."""

    truth: Truth
    choose: Choose
    rules: Sequence[str]
    knob: Knob
    close: float = CLOSE
    repeats: dict[str, int] = field(default_factory=dict)  # how often each rule is asked, if more than once

    def record(self, state: State, number: int, deepest_first: bool) -> Record:
        """Ask about one position. `number` is the number of the position, for players that draw random numbers."""
        values = self.truth.values(state)
        if not values:
            raise OverthinkError(f"The position {state!r} has no moves to choose from.")
        if max(values.values()) - min(values.values()) <= self.close:
            return Record(values, {})
        record = Record(values, {})
        for rule in self.rules:
            for value in self.knob.values[::-1] if deepest_first else self.knob.values:
                self._ask(record, state, (rule, value), number)
        values |= self.truth.more(state, record.chosen.values(), values)
        return record

    def _ask(self, record: Record, state: State, at: At, number: int) -> None:
        """Ask one search, repeatedly if it may answer differently each time."""
        times = self.repeats.get(at[0], 1)
        begun = time.perf_counter()
        choices = [self.choose(state, *at, number * times + repeat) for repeat in range(times)]
        seconds = time.perf_counter() - begun
        record.chosen[at] = _together([choice.moves for choice in choices])
        record.costs[at] = Cost(seconds / times, math.fsum(choice.nodes for choice in choices) / times)
        estimates = [choice.value for choice in choices if not math.isnan(choice.value)]
        if estimates:
            record.estimates[at] = math.fsum(estimates) / len(estimates)
        if times > 1:
            record.changes[at] = _changes(choices)


def examine(
    inquiry: Inquiry, states: Sequence[State], progress: Progress | None = None, memory: Memory | None = None
) -> Examination:
    """Collect every decision. If a position cannot be examined, the examination keeps the reason and continues.
    Positions in the memory are not searched again.

    In every second position the deepest search comes first. This reveals a player whose answers depend on earlier
    searches, such as one with a stale table.
    """
    positions, failures, decided = [], list[str](), 0
    for number, state in enumerate(states):
        try:
            known = memory.recall(state) if memory else None
            late = number % 2 == 1
            record = known or inquiry.record(state, number, late)
            if memory and not known:
                memory.keep(state, record)
            if record.chosen:
                positions.append(_position(state, record, inquiry.close, late, number))
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
    truth, knob = inquiry.truth, inquiry.knob
    return Examination(
        tuple(positions), tuple(inquiry.rules), knob.values, str(truth), truth.exact, tuple(failures), decided,
        knob.name, max(inquiry.repeats.values(), default=1),
    )  # fmt: skip


def _position(state: State, record: Record, close: float, late: bool, turn: int) -> Position:
    return Position(
        state, record.values, record.chosen, close, record.estimates, late, turn, record.costs, record.changes
    )


def _together(answers: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    """All answers in one, so that each counts equally and so do the moves that tie in it."""
    if len(answers) == 1:
        return answers[0]
    size = math.lcm(*(len(moves) for moves in answers))
    return tuple(move for moves in answers for move in moves * (size // len(moves)))


def _changes(choices: Sequence[Choice]) -> float:
    """How often two of the answers differ."""
    pairs = list(combinations([frozenset(choice.moves) for choice in choices], 2))
    return sum(a != b for a, b in pairs) / len(pairs)
