"""Fit an examination to a budget: how long an evaluation takes decides how deep the searches go, how the positions are
made and how much the truth costs. Without a budget nothing is timed."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from overthink.core.game import Evaluate
from overthink.doctor.ask.settings import Limits, following, leaves
from overthink.doctor.record import AnyGame, State, TruthSource
from overthink.measure.judgement import DEPTH, Knob

FEWEST_FIT = 16  # positions that should fit into the budget
SEARCHES, TRUTH, MADE = 0.3, 0.2, 0.1  # shares of the time: for the searches, the truth, and sensible play
TIMED, TIMING = 8, 0.03  # positions that are evaluated to time it, and the share of the time for it
CHEAPER = 4.0  # times, that a cheaper evaluator is faster
PLIES = 60  # of sensible play to a position, roughly


@dataclass(frozen=True)
class Fit:
    """The time that is left on all processes, and what one evaluation takes; both infinite and zero without a
    budget."""

    left: float  # seconds, of all processes together
    evaluation: float  # seconds
    b: float
    pruned: bool

    @property
    def each(self) -> float:
        """Seconds for the searches of one position."""
        return SEARCHES * self.left / FEWEST_FIT

    def evaluator(self, evaluate: Evaluate | None, wanted: Knob) -> tuple[Evaluate | None, Fit]:
        """A cheaper evaluator, if it offers one and two depths would not fit otherwise; and what then fits."""
        costs = math.fsum(self.evaluation * leaves(self.b, int(depth), self.pruned) for depth in wanted.values[:2])
        cheaper = getattr(evaluate, "cheaper", None)
        other: Evaluate | None = cheaper() if cheaper and costs > self.each else None
        if other is None or not wanted.plies:
            return evaluate, self
        return other, replace(self, evaluation=self.evaluation / CHEAPER)

    def affordable(self, game: AnyGame, evaluate: Evaluate, states: list[State], knob: Knob) -> list[State]:
        """The positions that are examined: all, if the first few would fit; otherwise those whose searches do, and a
        few at least, the cheapest."""
        if not knob.plies or not self.evaluation:
            return states
        costs, until = list[float](), time.perf_counter() + TIMING * self.left
        for state in states:
            begun = time.perf_counter()
            with suppress(Exception):  # the examination names what fails
                evaluate(state)
            took, b = time.perf_counter() - begun, following(game, state)
            costs.append(took * math.fsum(leaves(b, int(depth), self.pruned) for depth in knob.values))
            if time.perf_counter() > until:
                break
        if math.fsum(costs[:FEWEST_FIT]) <= self.each * min(FEWEST_FIT, len(costs)):
            return states
        order = sorted(range(len(costs)), key=costs.__getitem__)
        fits = [number for number, cost in enumerate(costs) if cost <= self.each]  # in the order of the positions
        return [states[number] for number in dict.fromkeys([*fits, *order[:FEWEST_FIT]])]

    def depths(self, wanted: Knob) -> Knob:
        """The depths that fit, at least two."""
        if not wanted.plies or not self.evaluation:
            return wanted
        each, spent, kept = self.each, 0.0, list[float]()
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
