"""Fit an examination to a budget: how long an evaluation takes decides how deep the searches go, how the positions are
made and how much the truth costs. Without a budget nothing is timed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from overthink.core.game import Evaluate
from overthink.doctor.ask.settings import Limits, leaves
from overthink.doctor.record import State, TruthSource
from overthink.measure.judgement import DEPTH, Knob

FEWEST_FIT = 16  # positions that should fit into the budget
SEARCHES, TRUTH, MADE = 0.3, 0.2, 0.1  # shares of the time: for the searches, the truth, and sensible play
TIMED, TIMING = 8, 0.03  # positions that are evaluated to time it, and the share of the time for it
PLIES = 60  # of sensible play to a position, roughly


@dataclass(frozen=True)
class Fit:
    """The time that is left on all processes, and what one evaluation takes; both infinite and zero without a
    budget."""

    left: float  # seconds, of all processes together
    evaluation: float  # seconds
    b: float
    pruned: bool

    def depths(self, wanted: Knob) -> Knob:
        """The depths that fit, at least two."""
        if not wanted.plies or not self.evaluation:
            return wanted
        each, spent, kept = SEARCHES * self.left / FEWEST_FIT, 0.0, list[float]()
        for depth in wanted.values:
            spent += self.evaluation * leaves(self.b, int(depth), self.pruned)
            if spent > each and len(kept) >= 2:
                break
            kept.append(depth)
        return Knob(DEPTH, tuple(kept))

    @property
    def sensible(self) -> bool:
        """Whether there is time for a search of one ply at each move that leads to a position."""
        return FEWEST_FIT * PLIES * self.b * self.evaluation <= MADE * self.left

    def truth(self, source: TruthSource, state: State) -> TruthSource:
        """A truth that can be made cheaper takes no more than its share of the time."""
        cheaper = getattr(source, "within", None)
        return cheaper(TRUTH * self.left / FEWEST_FIT, state) if cheaper and self.evaluation else source


def fit_to(
    limits: Limits, jobs: int | None, evaluate: Evaluate | None, states: Sequence[State], b: float, pruned: bool
) -> Fit:
    """Time a few evaluations, if there is a budget."""
    if limits.over is None or evaluate is None:
        return Fit(float("inf"), 0.0, b, pruned)
    begun, asked = time.perf_counter(), 0
    for state in states[:TIMED]:
        with suppress(Exception):  # the examination names what fails
            evaluate(state)
        asked += 1
        if time.perf_counter() - begun > TIMING * limits.left:
            break
    return Fit(limits.left * (jobs or 1), (time.perf_counter() - begun) / asked, b, pruned)
