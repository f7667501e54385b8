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
    calibration: tuple[tuple[float, Estimate], ...]  # what is said, and what moves of which it is said are worth
    siblings: float  # correlation of the errors about moves of one position
    parent: float  # correlation of the error about a position and the mean error about its moves

    def lines(self) -> list[str]:
        """For people: a line a fact."""
        said = []
        if self.by_depth:
            told = ", ".join(f"{e.mean:.3g} at depth {d}" for d, e in self.by_depth.items())
            said.append(f"what the search says of its choice is off by {told}")
        if self.by_phase:
            told = ", ".join(f"{e.mean:.3g} [{e.low:.3g}, {e.high:.3g}] {phase}" for phase, e in self.by_phase.items())
            said.append(f"what the evaluator says of a move is off by {told} in the game")
        said.append(
            f"errors correlate by {_told(self.siblings)} between sibling moves, by {_told(self.parent)} between a "
            "position and its moves"
        )
        return said


def errors(seen: Examination, heard: Sequence[Opinion], left: Sample) -> Errors:
    """All that the examination tells about errors; `left` is the phase of every position."""
    said = np.concatenate([one.said for one in heard])
    true = np.concatenate([one.true for one in heard])
    line = fitted(said, true)
    about = [line(one.said) - one.true for one in heard]
    parents = np.array([line(np.array([one.here]))[0] - one.position.best for one in heard])
    below = np.array([float(one.mean()) for one in about])
    phase = {id(each): float(plies) for each, plies in zip(seen.positions, left)}
    return Errors(
        by_depth=_by_depth(seen),
        by_phase=_by_phase(about, np.array([phase[id(one.position)] for one in heard])),
        calibration=calibration(said, true),
        siblings=within(about),
        parent=float(np.corrcoef(parents, below)[0, 1]) if np.ptp(parents) and np.ptp(below) else math.nan,
    )


def fitted(said: Column, true: Column) -> np.poly1d:
    """The straight line from what is said to what is true that fits best."""
    return np.poly1d(np.polyfit(said, true, 1) if np.ptp(said) else [0.0, float(true.mean())])


def within(groups: Sequence[Column]) -> float:
    """The correlation of numbers of one group: the share of their variance that lies between groups."""
    groups = [group for group in groups if len(group) > 1]
    every = np.concatenate(groups) if groups else np.zeros(1)
    if not np.ptp(every):
        return math.nan
    inside = float(np.mean([group.var(ddof=1) for group in groups]))
    return 1.0 - inside / float(every.var(ddof=1))


def calibration(said: Column, true: Column) -> tuple[tuple[float, Estimate], ...]:
    """Equal shares of the moves, from those of which the least is said to those of which the most is."""
    edges = np.unique(np.quantile(said, np.linspace(0.0, 1.0, BINS + 1)[1:-1]))
    bins = np.searchsorted(edges, said, side="left")
    groups = [bins == b for b in np.unique(bins)]
    return tuple((float(said[at].mean()), Estimate.of_mean(true[at])) for at in groups if at.sum() > 1)


def _by_depth(seen: Examination) -> dict[int, Estimate]:
    rule = next((rule for rule in seen.rules if any((rule, seen.depths[0]) in e.said for e in seen.positions)), None)
    found = {}
    for depth in seen.depths:
        told = [
            (each.said[rule, depth], each.best - each.regret(rule, depth))
            for each in seen.positions
            if rule and (rule, depth) in each.said
        ]
        if len(told) > 1:
            said, true = np.array(told).T
            found[depth] = Estimate.of_mean(np.abs(fitted(said, true)(said) - true))
    return found


def _by_phase(about: Sequence[Column], left: Sample) -> dict[str, Estimate]:
    """By position, so that the moves of one do not count as many."""
    sizes = np.array([float(np.abs(one).mean()) for one in about])
    groups = dict(zip(THIRDS, np.array_split(sizes[np.argsort(-left, kind="stable")], len(THIRDS))))
    return {phase: Estimate.of_mean(group) for phase, group in groups.items() if len(group) > 1}


def _told(number: float) -> str:
    return "an unknown amount" if math.isnan(number) else f"{number:.2f}"
