"""Collect the answers to an inquiry about many positions, in one process or in several."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace

from overthink.core.errors import OverthinkError
from overthink.core.processes import CannotSendError
from overthink.doctor.examine import Examination, Memory, Progress, Record, State
from overthink.doctor.inquiry import Inquiry
from overthink.doctor.player import PLAYER
from overthink.doctor.streams import FEWEST, STREAMS, Result, Task, parts, run_parts, streams

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
