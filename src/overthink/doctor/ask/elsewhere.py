"""Ask the evaluator in another process: does it depend on the position alone?

In a process with other hashes of texts, what iterates over a set answers otherwise. In a fork that is made before the
first question, what remembers earlier positions does.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from overthink.core.checked import evaluation_of
from overthink.core.game import Evaluate
from overthink.core.processes import Worker, can_fork, within
from overthink.doctor.record import State
from overthink.doctor.truths import spread

SOME, WAIT_SECONDS = 20, 600.0  # positions; seconds to wait for their evaluations, at most; it takes longer
FORK_SECONDS = 10.0  # a fork waits for ever if the evaluator's threads are not there; it takes longer


@dataclass(frozen=True)
class OtherProcess:
    """A process that evaluates some positions."""

    worker: Worker
    states: list[State]

    def evaluations(self, seconds: float) -> list[float]:
        """What it has found after at most n seconds. Then it is ended."""
        until = time.monotonic() + seconds
        found = list[float]()
        with suppress(Exception):  # what it sends may not exist here
            while len(found) < len(self.states) and self.worker.pipe.poll(max(0.0, until - time.monotonic())):
                found.append(float(self.worker.receive()))
        self.end()
        return found

    def end(self) -> None:
        """End it, from the process that started it."""
        with suppress(Exception):
            self.worker.end()

    __del__ = end


def ask_elsewhere(evaluate: Evaluate, states: Sequence[State]) -> OtherProcess | None:
    """Start a process that evaluates some positions; None if it cannot import the evaluator."""
    some = spread(states, SOME)
    try:
        data = pickle.dumps((evaluate, some))
        if b"__main__" in data or multiprocessing.current_process().daemon:  # a script would be run again
            return None
        return OtherProcess(Worker(_evaluate_all, data, strange=True).start(), some)
    except Exception:  # an object of the user's own cannot be sent, or no process can be started
        return None


def _evaluate_all(pipe: Connection, data: bytes) -> None:
    """Evaluate in the other process, where nobody reads what the user's code prints."""
    with open(os.devnull, "w") as nobody:
        os.dup2(nobody.fileno(), 1)
        os.dup2(nobody.fileno(), 2)
    for value in _evaluations(*pickle.loads(data)):
        pipe.send(value)


def _evaluations(evaluate: Evaluate, states: Sequence[State]) -> Iterator[float]:
    """The value of each position; not a number where the evaluator fails, which the examination names."""
    for state in states:
        worth = math.nan
        with suppress(Exception):
            worth = evaluation_of(evaluate, 0.0, state)[0]
        yield worth


@dataclass(frozen=True)
class Elsewhere:
    """How many evaluations are other ones in another process."""

    judged: int
    valued: int  # otherwise


def compare_evaluations(other: OtherProcess, evaluate: Evaluate, seconds: float) -> Elsewhere | None:
    """Evaluate the same here; None if nothing can be compared."""
    there = other.evaluations(min(WAIT_SECONDS, seconds))
    pairs = list(zip(there, _evaluations(evaluate, other.states)))
    differ = sum(not (math.isclose(a, b) or math.isnan(b)) for a, b in pairs)
    return Elsewhere(len(pairs), differ) if pairs else None


def first_evaluations(evaluate: Evaluate, states: Sequence[State]) -> Mapping[State, float]:
    """What the evaluator says of some positions, the last first, in a fork of this process: this one remembers nothing
    of it. Empty where that is not possible."""
    some = spread(states, SOME)[::-1]
    values = None
    if can_fork() and not hasattr(evaluate, "many"):  # nets have threads
        with suppress(Exception):
            values = within(FORK_SECONDS, lambda _: list(_evaluations(evaluate, some)))
    return dict(zip(some, values)) if values else {}
