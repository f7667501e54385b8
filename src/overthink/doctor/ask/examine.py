"""The inquiry: what is asked about one position, and the answers."""

from __future__ import annotations

import math
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

from overthink.core.checked import FAILURES, number_of
from overthink.core.errors import OverthinkError, shown
from overthink.core.processes import CannotSendError, share_out
from overthink.doctor.record import (
    CLOSE,
    PLAYER,
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
    Values,
)
from overthink.measure.judgement import Cost, Knob

# MERGED DOCSTRINGS, to be worked in or deleted:
# Positions side by side, in several processes.
#
# A player may remember what it saw, such as in a table. So a player is asked in one process, in order; or its positions
# are dealt to a fixed number of streams, each with a process of its own that begins from the same state and examines its
# positions in order. However many processes run at once, the results are the same.
# Collect the answers to an inquiry about many positions, in one process or in several.


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


STREAMS = 8
FEWEST = 2  # positions that are examined even if the time is over
SPARE = 4  # parts for each process: some take longer than others
TICK = 0.2  # seconds between looks at the clock
FORK = sys.platform.startswith("linux")  # a forked process has a user's own objects already: nothing must be sent
ENDED = "The process that examined the position {state!r} was ended from outside (is memory short?)."


@dataclass(frozen=True)
class Task:
    """One position to examine. The values are None if the worker computes them too."""

    number: int
    state: State
    values: Values | None


Result = tuple[int, Record | str]  # the number of a position, and its record or why there is none


def streams(tasks: Sequence[Task]) -> list[Sequence[Task]]:
    """Deal the positions, for searches that may remember: always to the same streams."""
    return [[task for task in tasks if task.number % STREAMS == k] for k in range(STREAMS)]


def parts(tasks: Sequence[Task], jobs: int) -> list[Sequence[Task]]:
    """Cut the positions into parts, for searches that do not remember."""
    count = SPARE * jobs
    return [tasks[k * len(tasks) // count : (k + 1) * len(tasks) // count] for k in range(count)]


def run_parts(
    examine: Callable[[State, Values | None, int], Record | str],
    dealt: Sequence[Sequence[Task]],
    jobs: int,
    deadline: float | None = None,
) -> Generator[Result]:
    """Yield results as they come, until all are there or the time is over. `jobs` processes run at once. A position
    whose process is lost costs that position; another process takes the rest of its part."""
    tasks, done = {task.number: task for part in dealt for task in part}, 0
    numbers = deque(deque(task.number for task in part) for part in dealt if part)
    work = partial(_examine, examine, tasks)
    with closing(share_out(numbers, work, jobs, fork=FORK, anew=True, tick=TICK)) as results:
        for result in results:
            if result:
                done += 1
                number, record = result
                yield number, ENDED.format(state=tasks[number].state) if record is None else record
            elif deadline is not None and time.monotonic() > deadline and done >= FEWEST:
                return


def _examine(
    examine: Callable[[State, Values | None, int], Record | str], tasks: dict[int, Task], number: int
) -> Record | str:
    task = tasks[number]
    return examine(task.state, task.values, number)


SOLVED = "solved"  # the stage in which this process asks for the truth
EXAMINED = "positions"


def examine(
    inquiry: Inquiry,
    states: Sequence[State],
    tell: Progress | None = None,
    memory: Memory | None = None,
    jobs: int | None = None,
    deadline: float | None = None,
) -> Examination:
    """Collect every decision. If a position cannot be examined, the examination keeps the reason and continues.
    Positions in the memory are not searched again. `jobs` processes work side by side; None means this process alone.
    When the clock passes the deadline, the rest is left out."""
    results = {number: record for number, state in enumerate(states) if (record := _recall(memory, state))}
    notes = list[str]()
    tell = tell or (lambda *_: None)
    while len(results) < len(states):
        tasks = [Task(number, state, None) for number, state in enumerate(states) if number not in results]
        alone = jobs is None or len(tasks) < 2
        answers = _alone(inquiry, tasks) if alone or jobs is None else _together(inquiry, tasks, jobs, deadline, tell)
        try:
            with closing(answers):
                for number, result in answers:
                    results[number] = result
                    memory = _keep(memory, states[number], result, notes)
                    tell(EXAMINED, len(results), len(states))
                    if deadline and time.monotonic() > deadline and len(results) >= FEWEST:
                        break
            break
        except CannotSendError as exc:
            notes.append(f"one process was used, because something cannot be sent to another process ({exc})")
            jobs = None
    if left := len(states) - len(results):
        notes.append(f"{left:,} of {len(states):,} positions were left out: the time was over")
    return _examination(inquiry, states, results, notes, jobs)


def _recall(memory: Memory | None, state: State) -> Record | str | None:
    try:
        return memory.recall(state) if memory else None
    except OverthinkError as exc:
        return str(exc)


def _keep(memory: Memory | None, state: State, result: Record | str, notes: list[str]) -> Memory | None:
    """Store a result. A memory that fails is given up, and the examination continues."""
    try:
        if memory and isinstance(result, Record):
            memory.keep(state, result)
    except OverthinkError as exc:
        notes.append(str(exc))
        return None
    return memory


def _alone(inquiry: Inquiry, tasks: Sequence[Task]) -> Generator[Result]:
    for task in tasks:
        yield task.number, inquiry.result(task.state, task.values, task.number)


def _together(
    inquiry: Inquiry, tasks: Sequence[Task], jobs: int, deadline: float | None, tell: Progress
) -> Generator[Result]:
    """Share the work. This process asks for a truth that learns from one position for the next, such as solving, and
    asks the rules that belong here, in the order of the positions."""
    away = replace(inquiry, rules=[rule for rule in inquiry.rules if rule not in inquiry.here])
    if not getattr(inquiry.truth, "apart", False):
        if not away.rules:
            yield from _alone(inquiry, tasks)
            return
        known = list[Task]()
        for task in tasks:
            values = inquiry.true_values(task.state)
            if isinstance(values, str):
                yield task.number, values
            else:
                known.append(replace(task, values=values))
            tell(SOLVED, len(known), len(tasks))
            if deadline and time.monotonic() > deadline and len(known) >= FEWEST:
                break
        tasks = known
    dealt = streams(tasks) if PLAYER in away.rules else parts(tasks, jobs)
    answers = run_parts(away.result, dealt, jobs, deadline)
    if len(away.rules) == len(inquiry.rules):
        yield from answers
        return
    here, ready = replace(inquiry, rules=inquiry.here), dict[int, Record | str]()
    with closing(answers):
        for task in tasks:
            while task.number not in ready:
                number, result = next(answers, (-1, ""))
                if number < 0:
                    return
                ready[number] = result
            yield task.number, here.added(task.state, ready.pop(task.number), task.number)


def _examination(
    inquiry: Inquiry, states: Sequence[State], results: dict[int, Record | str], notes: list[str], jobs: int | None
) -> Examination:
    positions, failures, decided = [], list[str](), 0
    streamed = jobs is not None and PLAYER in inquiry.rules and PLAYER not in inquiry.here
    for number, result in sorted(results.items()):
        if isinstance(result, str):
            failures.append(result)
        elif result.chosen:
            turn = number // STREAMS if streamed else number
            positions.append(inquiry.position(states[number], result, number, turn))
        else:
            decided += 1
    if not positions:
        why = f" ({failures[0]})" if failures else ": in each of them all moves have the same value"
        raise OverthinkError(f"None of {len(results):,} positions could be examined{why}")
    truth, knob = inquiry.truth, inquiry.knob
    return Examination(
        tuple(positions), tuple(inquiry.rules), knob.values, str(truth), truth.exact, tuple(failures), decided,
        knob.name, max(inquiry.repeats.values(), default=1), tuple(notes),
    )  # fmt: skip
