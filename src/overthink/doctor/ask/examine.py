"""Ask about positions: the truth, and each rule at each value of the knob, in one process or in several.

A player may remember what it saw, such as in a table. So a player is asked in one process, in order; or its positions
are dealt to a fixed number of streams, each with a process of its own that begins from the same state and examines its
positions in order. However many processes run at once, the results are the same.
"""

from __future__ import annotations

import math
import sys
import time
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

from overthink.core.checked import FAILURES, number_of
from overthink.core.errors import OverthinkError, counted, shown
from overthink.core.processes import CannotSendError, share_out
from overthink.doctor.ask.journal import Journal
from overthink.doctor.record import (
    CLOSE,
    PLAYER,
    At,
    Choice,
    ChooseMoves,
    Examination,
    Move,
    MoveValues,
    Record,
    StageProgress,
    State,
    TruthSource,
)
from overthink.measure.judgement import Cost, Knob

STREAMS = 8
FEWEST, LEAST = 2, 1.0  # positions that are examined even if the time is over, if they take at most so many seconds
SPARE = 4  # parts for each process: some take longer than others
TICK = 0.2  # seconds between looks at the clock
FORK = sys.platform.startswith("linux")  # a forked process has a user's own objects already: nothing must be sent
ENDED = "The process that examined the position {state!r} was ended from outside (is memory short?)."
SOLVED = "solved"  # the stage in which this process asks for the truth
EXAMINED = "positions"
PositionResult = tuple[int, Record | str]  # the number of a position, and its record or why there is none


@dataclass
class Inquiry:
    """What is asked about each position: the truth, and each rule at each value of the knob."""

    truth: TruthSource
    choose: ChooseMoves
    rules: Sequence[str]
    knob: Knob
    close: float = CLOSE
    repeats: dict[str, int] = field(default_factory=dict)  # how often each rule is asked, if more than once
    here: Sequence[str] = ()  # rules that are asked in this process only, in order

    def result(self, state: State, values: MoveValues | str | None, number: int) -> Record | str:
        """The record of a position, or one sentence that says why there is none. `number` is the number of the
        position: it orders the searches, and gives a player its random numbers."""
        true = self.true_values(state) if values is None else values
        return true if isinstance(true, str) else self.ask_all(Record(state, dict(true), {}), number)

    def true_values(self, state: State) -> MoveValues | str:
        """The true values of the moves, or why there are none."""
        try:
            return checked_values(self.truth.values(state), state)
        except FAILURES as exc:
            return _reason(state, exc)

    def ask_all(self, record: Record, number: int) -> Record | str:
        """The record with the answers of all rules, or why there is none."""
        state, values = record.state, record.values
        if max(values.values()) - min(values.values()) <= self.close:
            return record
        try:
            for rule in self.rules:
                for value in self.knob.values[::-1] if deepest_first(number) else self.knob.values:
                    self._ask(record, (rule, value), number)
            if more := getattr(self.truth, "more", None):
                values.update(more(state, record.chosen.values(), values))
            missing = [move for moves in record.chosen.values() for move in moves if move not in values]
            if missing:
                raise OverthinkError(
                    f"The truth has no value for the move {shown(missing[0])} in the position {shown(state)}."
                )
        except FAILURES as exc:
            return _reason(state, exc)
        return record

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


def checked_values(values: Any, state: State) -> MoveValues:
    """The true values of the moves of a position: at least one, all finite numbers."""
    if not isinstance(values, Mapping):
        raise OverthinkError(
            f"The truth gave {shown(values)} for the position {shown(state)}; it gives {{move: value}}."
        )
    if not values:
        raise OverthinkError(f"The position {shown(state)} has no moves to choose from.")
    return {move: number_of(value, "The truth", state) for move, value in values.items()}


def _reason(state: State, exc: BaseException) -> str:
    """Why a position could not be examined. A user's game or evaluator may raise anything."""
    if isinstance(exc, OverthinkError):
        return str(exc)
    return f"In the position {shown(state)}: {type(exc).__name__}: {exc}"


def deepest_first(number: int) -> bool:
    """Whether the deepest search comes first in this position: in every second one, and in every second one of a
    stream. This reveals a player whose answers depend on earlier searches, such as one with a stale table."""
    return (number + number // STREAMS) % 2 == 1


def join_answers(answers: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    """All answers in one, so that each counts equally and so do the moves that tie in it."""
    size = math.lcm(*(len(moves) for moves in answers))
    return answers[0] if len(answers) == 1 else tuple(m for moves in answers for m in moves * (size // len(moves)))


def share_of_changes(choices: Sequence[Choice]) -> float:
    """How often two of the answers differ."""
    pairs = list(combinations([frozenset(choice.moves) for choice in choices], 2))
    return sum(a != b for a, b in pairs) / len(pairs)


def examine(
    inquiry: Inquiry,
    states: Sequence[State],
    tell: StageProgress | None = None,
    journal: Journal | None = None,
    jobs: int | None = None,
    deadline: float | None = None,
) -> Examination:
    """Collect every decision. If a position cannot be examined, the examination keeps the reason and continues.
    Positions in the journal are not searched again. `jobs` processes work side by side; None means this process alone.
    When the clock passes the deadline, the rest is left out."""
    results = {number: record for number, state in enumerate(states) if (record := _recall(journal, state))}
    notes = list[str]()
    tell = tell or (lambda *_: None)
    while len(results) < len(states):
        left = {number: state for number, state in enumerate(states) if number not in results}
        shared = jobs is not None and (len(left) > 1 or deadline is not None)  # another process can be ended
        answers = _share(inquiry, left, jobs or 1, deadline, tell) if shared else _ask_here(inquiry, left)
        try:
            with closing(answers):
                for number, result in answers:
                    results[number] = result
                    journal = _keep(journal, states[number], result, notes)
                    tell(EXAMINED, len(results), len(states))
                    if _is_over(deadline, len(results)):
                        break
            break
        except CannotSendError as exc:
            notes.append(f"one process was used, because something cannot be sent to another process ({exc})")
            jobs = None
    if late := len(states) - len(results):
        notes.append(f"{late:,} of {counted(len(states), 'position')} were left out: the time was over")
    streamed = jobs is not None and PLAYER in inquiry.rules and PLAYER not in inquiry.here
    records, failures, decided = list[Record](), list[str](), 0
    for number, result in sorted(results.items()):
        if isinstance(result, str):
            failures.append(result)
        elif result.chosen:
            turn, order = number // STREAMS if streamed else number, deepest_first(number)
            records.append(replace(result, state=states[number], close=inquiry.close, deepest_first=order, turn=turn))
        else:
            decided += 1
    if not results:
        raise OverthinkError("The time was over before a position was examined. Give more budget= or fewer depths=.")
    if not records:
        why = f" ({failures[0]})" if failures else ": all moves have the same value in each"
        none = f"None of {len(results):,} positions could" if len(results) > 1 else "The position could not"
        raise OverthinkError(f"{none} be examined{why}")
    truth, knob = inquiry.truth, inquiry.knob
    return Examination(
        tuple(records), tuple(inquiry.rules), knob.values, str(truth), truth.exact, tuple(failures), decided,
        knob.name, max(inquiry.repeats.values(), default=1), tuple(notes),
    )  # fmt: skip


def _is_over(deadline: float | None, done: int) -> bool:
    return deadline is not None and time.monotonic() > deadline and done >= FEWEST


def _recall(journal: Journal | None, state: State) -> Record | str | None:
    try:
        return journal.recall(state) if journal else None
    except OverthinkError as exc:
        return str(exc)


def _keep(journal: Journal | None, state: State, result: Record | str, notes: list[str]) -> Journal | None:
    """Store a result. A journal that fails is given up, and the examination continues."""
    try:
        if journal and isinstance(result, Record):
            journal.keep(state, result)
    except OverthinkError as exc:
        notes.append(str(exc))
        return None
    return journal


def _ask_here(inquiry: Inquiry, states: Mapping[int, State]) -> Generator[PositionResult]:
    for number, state in states.items():
        yield number, inquiry.result(state, None, number)


def _share(
    inquiry: Inquiry, states: Mapping[int, State], jobs: int, deadline: float | None, tell: StageProgress
) -> Generator[PositionResult]:
    """Share the work. This process asks for a truth that learns from one position for the next, such as solving, and
    asks the rules that belong here, in the order of the positions."""
    away = replace(inquiry, rules=[rule for rule in inquiry.rules if rule not in inquiry.here])
    known, numbers = dict[int, MoveValues](), list(states)
    if not getattr(inquiry.truth, "apart", False):
        if not away.rules:
            yield from _ask_here(inquiry, states)
            return
        for number, state in states.items():
            values = inquiry.true_values(state)
            if isinstance(values, str):
                yield number, values
            else:
                known[number] = values
            tell(SOLVED, len(known), len(states))
            if _is_over(deadline, len(known)):
                break
        numbers = list(known)
    answers = _run_parts(partial(_work, away, states, known), states, _deal(away, numbers, jobs), jobs, deadline)
    if len(away.rules) == len(inquiry.rules):
        yield from answers
        return
    here, ready = replace(inquiry, rules=inquiry.here), dict[int, Record | str]()
    with closing(answers):
        for number in numbers:
            while number not in ready:
                other, result = next(answers, (-1, ""))
                if other < 0:
                    return
                ready[other] = result
            result = ready.pop(number)
            if isinstance(result, Record):
                result = here.ask_all(replace(result, state=states[number]), number)
            yield number, result


def _deal(inquiry: Inquiry, numbers: Sequence[int], jobs: int) -> list[Sequence[int]]:
    """Deal the positions: for a player, which may remember, always to the same streams; otherwise in parts."""
    if PLAYER in inquiry.rules:
        return [[number for number in numbers if number % STREAMS == k] for k in range(STREAMS)]
    count = SPARE * jobs
    return [numbers[k * len(numbers) // count : (k + 1) * len(numbers) // count] for k in range(count)]


def _run_parts(
    work: partial[Record | str],
    states: Mapping[int, State],
    dealt: Sequence[Sequence[int]],
    jobs: int,
    deadline: float | None,
) -> Generator[PositionResult]:
    """Yield results as they come, until all are there or the time is over. `jobs` processes run at once. A position
    whose process is lost costs that position; another process takes the rest of its part."""
    done, latest = 0, max(deadline or math.inf, time.monotonic() + LEAST)
    parts = deque(deque(part) for part in dealt if part)
    with closing(share_out(parts, work, jobs, fork=FORK, anew=True, tick=TICK)) as results:
        for result in results:
            if result:
                done += 1
                number, record = result
                yield number, ENDED.format(state=states[number]) if record is None else record
            elif _is_over(deadline, done) or time.monotonic() > latest:
                return


def _work(inquiry: Inquiry, states: Mapping[int, State], known: Mapping[int, MoveValues], number: int) -> Record | str:
    """Examine one position in a worker. The position itself is not sent back."""
    result = inquiry.result(states[number], known.get(number), number)
    return replace(result, state=None) if isinstance(result, Record) else result
