"""Ask about positions: the truth, and each rule at each value of the knob, in one process or in several.

A player may remember what it saw, such as in a table. So a player is asked in one process, in order; or its positions
are dealt to a fixed number of streams, each with a process of its own that begins from the same state and examines its
positions in order. However many processes run at once, the results are the same.
"""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from overthink.core.errors import OverthinkError, counted, require, shown
from overthink.core.processes import CannotSendError, share_out
from overthink.doctor.ask.journal import Journal
from overthink.doctor.record import ENGINE, PLAYER, Asking, Examination, Failure, Inquiry, PositionResult, Record, State
from overthink.doctor.truths import TO_THE_END

STREAMS = 8  # of positions, in which a player remembers; doubled, answers of a player with a memory change
FEWEST_EXAMINED = 2  # examined even if the time is over, if they take at most `MOST_SECONDS`; a budget is passed
MOST_SECONDS = 1.0  # a budget is passed by more
LONGER = 0.4  # of the time of an examination, if it gave no position yet; doubled, nothing is left for the verdict
TICK = 0.2  # seconds between looks at the clock; a budget is passed by as much
FORK = sys.platform.startswith("linux")  # a forked process has a user's own objects already: nothing must be sent
ENDED = "The process that examined the position {} ended: a crash, a call of os._exit, or is memory short?"
UNANSWERED = "The player did not answer in the position {} at {}: the time was over after {:.1f} s."
EXAMINING = "positions"  # the name of the stage in which positions are examined
OVER = "{:,} of {} were left out: the time was over; budget= gives more"


def examine(asking: Asking) -> Examination:
    """Collect every decision. If a position cannot be examined, the examination keeps the reason and continues.
    Positions in the journal are not searched again. When the clock passes the deadline, the rest is left out."""
    inquiry, states, tell, deadline = asking.inquiry, asking.states, asking.tell, asking.deadline
    journal: Journal | None = asking.journal
    share = asking.share or partial(_share, inquiry, asking.jobs)
    recalled = ((number, recall_record(journal, state, inquiry.close)) for number, state in enumerate(states))
    results = {number: record for number, record in recalled if record}
    notes = list(asking.notes)
    while len(results) < len(states):
        left = {number: state for number, state in enumerate(states) if number not in results}
        try:
            with closing(share(left, deadline)) as answers:
                for number, result in answers:
                    results[number] = result
                    journal = _keep(journal, states[number], result, notes)
                    if tell:
                        tell(EXAMINING, len(results), len(states))
                    if _is_over(deadline, len(results)):
                        break
            break
        except CannotSendError as exc:
            notes.append(f"one process was used, because something cannot be sent to another process ({exc})")
            share = partial(_share, inquiry, None)
    if (
        asking.jobs and not asking.share and PLAYER not in inquiry.rules
    ):  # processes may share an open file, and read it wrongly
        for number, result in list(results.items()):
            failed = isinstance(result, Failure) and result.kind != ENDED
            if failed and not _is_over(deadline, len(results)):
                results[number] = again = inquiry.result(states[number], number)
                journal = _keep(journal, states[number], again, notes)
    if late := len(states) - len(results):
        notes.append(OVER.format(late, counted(len(states), "position")))
    return replace(assemble(asking, results, notes), unkept=journal is not asking.journal)


def assemble(asking: Asking, results: Mapping[int, Record | Failure], notes: Sequence[str]) -> Examination:
    """The examination of all results, in the order of the positions."""
    inquiry = asking.inquiry
    ordered = sorted(results.items())
    failures = [result for _, result in ordered if isinstance(result, Failure)]
    done = [replace(result, state=asking.states[n]) for n, result in ordered if isinstance(result, Record)]
    records = [record for record in done if record.chosen]
    alike = tuple(record for record in done if not record.chosen)
    faster = "Give more budget=, fewer depths=, or a truth= that is faster, such as a small depth."
    who = inquiry.rules[0] if inquiry.rules[0] in (PLAYER, ENGINE) else ""
    answers = f"Does the {who} answer at every {inquiry.knob.name}? " if who else ""
    require(results, f"The time was over before a position was examined. {answers}{faster}")
    why = f" ({failures[0]})" if failures else ": all moves have the same value in each"
    none = f"None of {len(results):,} positions could" if len(results) > 1 else "The position could not"
    require(records, f"{none} be examined{why}")
    knob = inquiry.knob
    hows = Counter(record.how for record in records if record.how)
    exact = inquiry.truth.exact or set(hows) == {TO_THE_END}
    truth = ": ".join(filter(None, (str(inquiry.truth), ", ".join(f"{n:,} {how}" for how, n in hows.most_common()))))
    return Examination(
        tuple(records), tuple(inquiry.rules), knob.values, truth, exact, (*asking.unread, *failures),
        alike, knob.name, max(inquiry.repeats.values(), default=1), tuple(notes),
    )  # fmt: skip


def _is_over(deadline: float | None, done: int) -> bool:
    return deadline is not None and time.monotonic() > deadline and done >= FEWEST_EXAMINED


def recall_record(journal: Journal | None, state: State, close: float) -> Record | Failure | None:
    """What the journal knows of a position."""
    try:
        record = journal.recall(state) if journal else None
        return record and replace(record, close=close)
    except OverthinkError as exc:
        return Failure(str(exc), "position", shown(state), kind=exc.kind)


def _keep(journal: Journal | None, state: State, result: Record | Failure, notes: list[str]) -> Journal | None:
    """Store a result. A journal that fails is given up, and the examination continues."""
    try:
        if journal and isinstance(result, Record):
            journal.keep(state, result)
    except OverthinkError as exc:
        notes.append(str(exc).rstrip("."))
        return None
    return journal


def _share(
    inquiry: Inquiry, jobs: int | None, states: Mapping[int, State], deadline: float | None
) -> Generator[PositionResult]:
    """Share the work, if there is more than one position, or a process may have to be ended. This process asks for a
    truth that learns from one position for the next, such as solving, and asks the rules that belong here, in the order
    of the positions."""
    away = replace(inquiry, rules=[rule for rule in inquiry.rules if rule not in inquiry.here])
    apart = getattr(inquiry.truth, "apart", False)
    known = dict[int, Record | Failure]()
    waiting = deque(states)
    alone = jobs is None or (len(states) == 1 and deadline is None)
    if alone or not (apart or away.rules):
        for number, state in states.items():
            yield number, inquiry.result(state, number)
        return

    def with_truth(number: int) -> tuple[int, Record | Failure | None]:
        """What a worker is told: a position, and its truth if that is found here. What learns, learns in one order."""
        while not apart and number not in known:
            true = inquiry.true_values(states[waiting[0]])
            known[waiting.popleft()] = replace(true, state=None) if isinstance(true, Record) else true
        return number, known.pop(number, None)

    streamed = PLAYER in away.rules  # a player may remember, so its positions always go to the same streams
    dealt = dict[int, deque[int]]()
    for number in states:
        dealt.setdefault(number % STREAMS if streamed else number, deque()).append(number)
    work = partial(_work, away, states)
    parts = deque(dealt[k] for k in sorted(dealt))
    results = share_out(parts, work, jobs or 1, fork=FORK, anew=streamed, tick=TICK, prepare=with_truth)
    answers = _until(deadline, results, states)
    if len(away.rules) == len(inquiry.rules):
        yield from answers
        return
    here = replace(inquiry, rules=inquiry.here)
    ready = dict[int, Record | Failure]()
    with closing(answers):
        for number in states:
            while number not in ready:
                if (answer := next(answers, None)) is None:
                    return
                ready[answer[0]] = answer[1]
            result = ready.pop(number)
            if isinstance(result, Record):
                begun = time.monotonic()
                record = replace(result, state=states[number])
                try:
                    with alarm(deadline):
                        result = here.ask_all(record, number)
                except TimeIsOver:
                    asked = (f"{inquiry.knob.name} {value:g}" for rule, value in here.questions(number)
                             if (rule, value) not in record.chosen)  # fmt: skip
                    seconds = time.monotonic() - begun
                    place = shown(record.state)
                    yield number, Failure(UNANSWERED.format(place, next(asked, ""), seconds), "position", place)
                    return
            yield number, result


class TimeIsOver(BaseException):
    """Ends a user's function, whatever it catches."""


@contextmanager
def alarm(deadline: float | None) -> Generator[None]:
    """Raise `TimeIsOver` when the clock passes the deadline, also in a player of this process that does not return."""
    if deadline is None or sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TimeIsOver

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(MOST_SECONDS, deadline - time.monotonic()))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _until(
    deadline: float | None, results: Generator[tuple[int, Any] | None], states: Mapping[int, State]
) -> Generator[PositionResult]:
    """Yield results as they come, until all are there or the time is over. A position whose process is lost costs that
    position; another process takes the rest of its part."""
    now = time.monotonic()
    done = 0
    latest = math.inf if deadline is None else max(deadline + LONGER * (deadline - now), now + MOST_SECONDS)
    with closing(results):
        for result in results:
            if result:
                done += 1
                number, record = result
                place = shown(states[number])
                yield number, record or Failure(ENDED.format(place), "position", place, kind=ENDED)
            elif _is_over(deadline, done) or time.monotonic() > latest:
                return


def _work(inquiry: Inquiry, states: Mapping[int, State], task: tuple[int, Record | Failure | None]) -> Record | Failure:
    """Examine one position in a worker. The position itself is not sent back."""
    number, true = task
    result = inquiry.result(states[number], number, true)
    return replace(result, state=None) if isinstance(result, Record) else result
