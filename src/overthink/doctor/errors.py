"""The evaluator's errors: their size by depth and by phase, its calibration, and how errors correlate.

An evaluator may use its own scale. So its values are first mapped to the scale of the truth by the straight line that
fits best. An error is what remains.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.tree import Column
from overthink.doctor.examine import Examination
from overthink.doctor.opinions import Opinion
from overthink.measure.knob import Value

BINS = 8  # of the calibration curve
THIRDS = ("early", "middle", "late")


@dataclass(frozen=True)
class Errors:
    """Mean size of errors, on the scale of the truth. Empty or NaN where nothing could be measured."""

    by_depth: dict[Value, Estimate]  # of the value that a search gives its choice
    by_phase: dict[str, Estimate]  # of the evaluations of moves, in early, middle and late positions
    calibration: dict[float, Estimate]  # by evaluation: the true value of moves with about that evaluation
    siblings: float  # correlation between the errors of the moves of one position
    parent: float  # correlation between the error of a position and the mean error of its moves

    def lines(self) -> list[str]:
        """One line per fact, for people."""
        lines = []
        if self.by_depth:
            sizes = ", ".join(f"{e.mean:.3g} at depth {d}" for d, e in self.by_depth.items())
            lines.append(f"the search misjudges its choice by {sizes}")
        if self.by_phase:
            sizes = ", ".join(f"{e.mean:.3g} [{e.low:.3g}, {e.high:.3g}] {phase}" for phase, e in self.by_phase.items())
            lines.append(f"the evaluator misjudges a move by {sizes} in the game")
        lines.append(
            f"errors correlate by {_amount(self.siblings)} between sibling moves, by {_amount(self.parent)} between a "
            "position and its moves"
        )
        return lines


def errors_of(examination: Examination, opinions: Sequence[Opinion], left: Sample) -> Errors:
    """Measure the errors. `left` is the phase of each position."""
    static = np.concatenate([opinion.static for opinion in opinions])
    true = np.concatenate([opinion.true for opinion in opinions])
    line = fit(static, true)
    residuals = [line(opinion.static) - opinion.true for opinion in opinions]
    parents = np.array([line(np.array([opinion.own]))[0] - opinion.position.best for opinion in opinions])
    below = np.array([float(residual.mean()) for residual in residuals])
    phase = {id(position): float(plies) for position, plies in zip(examination.positions, left)}
    return Errors(
        by_depth=_by_depth(examination),
        by_phase=_by_phase(residuals, np.array([phase[id(opinion.position)] for opinion in opinions])),
        calibration=calibration(static, true),
        siblings=within(residuals),
        parent=float(np.corrcoef(parents, below)[0, 1]) if np.ptp(parents) and np.ptp(below) else math.nan,
    )


def fit(static: Column, true: Column) -> np.poly1d:
    """Return the straight line from evaluations to the truth that fits best."""
    return np.poly1d(np.polyfit(static, true, 1) if np.ptp(static) else [0.0, float(true.mean())])


def within(groups: Sequence[Column]) -> float:
    """The correlation within groups: the share of the variance that lies between groups."""
    groups = [group for group in groups if len(group) > 1]
    every = np.concatenate(groups) if groups else np.zeros(1)
    if not np.ptp(every):
        return math.nan
    inside = float(np.mean([group.var(ddof=1) for group in groups]))
    return 1.0 - inside / float(every.var(ddof=1))


def calibration(static: Column, true: Column) -> dict[float, Estimate]:
    """Split the moves into equal shares by evaluation, and return the mean evaluation and the mean truth of each."""
    edges = np.unique(np.quantile(static, np.linspace(0.0, 1.0, BINS + 1)[1:-1]))
    bins = np.searchsorted(edges, static, side="left")
    groups = [bins == b for b in np.unique(bins)]
    return {float(static[at].mean()): Estimate.of_mean(true[at]) for at in groups if at.sum() > 1}


def _by_depth(examination: Examination) -> dict[Value, Estimate]:
    positions, first = examination.positions, examination.depths[0]
    rule = next((rule for rule in examination.rules if any((rule, first) in p.estimates for p in positions)), None)
    sizes = {}
    for depth in examination.depths if rule else ():
        at = rule, depth
        pairs = [(p.estimates[at], p.best - p.regret(*at)) for p in positions if at in p.estimates]
        if len(pairs) > 1:
            estimate, true = np.array(pairs).T
            sizes[depth] = Estimate.of_mean(np.abs(fit(estimate, true)(estimate) - true))
    return sizes


def _by_phase(residuals: Sequence[Column], left: Sample) -> dict[str, Estimate]:
    """Average by position first, so that a position with many moves does not count more."""
    sizes = np.array([float(np.abs(residual).mean()) for residual in residuals])
    groups = dict(zip(THIRDS, np.array_split(sizes[np.argsort(-left, kind="stable")], len(THIRDS))))
    return {phase: Estimate.of_mean(group) for phase, group in groups.items() if len(group) > 1}


def _amount(number: float) -> str:
    return "an unknown amount" if math.isnan(number) else f"{number:.2f}"
