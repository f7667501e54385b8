"""The evaluator's errors: by depth and by phase, how well what it says is calibrated, and what errors have in common.

An evaluator may use a scale of its own, so that what it says is first brought to the scale of the truth by the straight
line that fits best; an error is what remains.
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

BINS = 8  # of the calibration curve
THIRDS = ("early", "middle", "late")


@dataclass(frozen=True)
class Errors:
    """Mean size of errors, on the scale of the truth. Empty, or not a number, where nothing could be measured."""

    by_depth: dict[int, Estimate]  # of what a search says that its choice is worth
    by_phase: dict[str, Estimate]  # of what is said of the moves, positions being early, middle or late
    calibration: tuple[
        tuple[float, Estimate], ...
    ]  # an evaluation, and what moves with about this evaluation are worth
    siblings: float  # correlation of the errors about moves of one position
    parent: float  # correlation of the error about a position and the mean error about its moves

    def lines(self) -> list[str]:
        """For people: a line a fact."""
        lines = []
        if self.by_depth:
            sizes = ", ".join(f"{e.mean:.3g} at depth {d}" for d, e in self.by_depth.items())
            lines.append(f"what the search says of its choice is off by {sizes}")
        if self.by_phase:
            sizes = ", ".join(f"{e.mean:.3g} [{e.low:.3g}, {e.high:.3g}] {phase}" for phase, e in self.by_phase.items())
            lines.append(f"what the evaluator says of a move is off by {sizes} in the game")
        lines.append(
            f"errors correlate by {_amount(self.siblings)} between sibling moves, by {_amount(self.parent)} between a "
            "position and its moves"
        )
        return lines


def errors_of(examination: Examination, opinions: Sequence[Opinion], left: Sample) -> Errors:
    """All that the examination tells about errors; `left` is the phase of every position."""
    static = np.concatenate([opinion.static for opinion in opinions])
    true = np.concatenate([opinion.true for opinion in opinions])
    line = fitted(static, true)
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


def fitted(static: Column, true: Column) -> np.poly1d:
    """The straight line from evaluations to the truth that fits best."""
    return np.poly1d(np.polyfit(static, true, 1) if np.ptp(static) else [0.0, float(true.mean())])


def within(groups: Sequence[Column]) -> float:
    """The correlation of numbers of one group: the share of their variance that lies between groups."""
    groups = [group for group in groups if len(group) > 1]
    every = np.concatenate(groups) if groups else np.zeros(1)
    if not np.ptp(every):
        return math.nan
    inside = float(np.mean([group.var(ddof=1) for group in groups]))
    return 1.0 - inside / float(every.var(ddof=1))


def calibration(static: Column, true: Column) -> tuple[tuple[float, Estimate], ...]:
    """Equal shares of the moves, from the lowest evaluation to the highest."""
    edges = np.unique(np.quantile(static, np.linspace(0.0, 1.0, BINS + 1)[1:-1]))
    bins = np.searchsorted(edges, static, side="left")
    groups = [bins == b for b in np.unique(bins)]
    return tuple((float(static[at].mean()), Estimate.of_mean(true[at])) for at in groups if at.sum() > 1)


def _by_depth(examination: Examination) -> dict[int, Estimate]:
    positions, first = examination.positions, examination.depths[0]
    rule = next((rule for rule in examination.rules if any((rule, first) in p.estimates for p in positions)), None)
    sizes = {}
    for depth in examination.depths if rule else ():
        at = rule, depth
        pairs = [(p.estimates[at], p.best - p.regret(*at)) for p in positions if at in p.estimates]
        if len(pairs) > 1:
            estimate, true = np.array(pairs).T
            sizes[depth] = Estimate.of_mean(np.abs(fitted(estimate, true)(estimate) - true))
    return sizes


def _by_phase(residuals: Sequence[Column], left: Sample) -> dict[str, Estimate]:
    """By position, so that the moves of one do not count as many."""
    sizes = np.array([float(np.abs(residual).mean()) for residual in residuals])
    groups = dict(zip(THIRDS, np.array_split(sizes[np.argsort(-left, kind="stable")], len(THIRDS))))
    return {phase: Estimate.of_mean(group) for phase, group in groups.items() if len(group) > 1}


def _amount(number: float) -> str:
    return "an unknown amount" if math.isnan(number) else f"{number:.2f}"
