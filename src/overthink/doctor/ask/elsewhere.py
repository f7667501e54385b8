"""Ask the evaluator in another process: does it depend on the position alone? In a fork that is made before the first
question, what remembers earlier positions answers otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from overthink.core.checked import evaluation_of
from overthink.core.game import Evaluate
from overthink.core.processes import can_fork, within
from overthink.doctor.record import State
from overthink.doctor.truths import spread

ASKED = 20  # positions; it takes longer
FORK_SECONDS = 10.0  # a fork waits for ever if the evaluator's threads are not there; it takes longer


def first_evaluations(evaluate: Evaluate, states: Sequence[State]) -> Mapping[State, float]:
    """What the evaluator says of some positions, the last first, in a fork of this process: this one remembers nothing
    of it. Empty where that is not possible."""
    some = spread(states, ASKED)[::-1]
    values = None
    if can_fork() and not hasattr(evaluate, "many"):  # nets have threads
        with suppress(Exception):
            values = within(FORK_SECONDS, lambda _: list(_evaluations(evaluate, some)))
    return dict(zip(some, values)) if values else {}


def _evaluations(evaluate: Evaluate, states: Sequence[State]) -> Iterator[float]:
    """The value of each position; not a number where the evaluator fails, which the examination names."""
    for state in states:
        worth = math.nan
        with suppress(Exception):
            worth = evaluation_of(evaluate, 0.0, state)[0]
        yield worth
