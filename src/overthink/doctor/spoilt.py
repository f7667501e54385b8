"""Where it hurts: the positions that a shallower search decides better than a deeper one, and what they share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.doctor.examine import CLOSE, Examination, Move, State
from overthink.doctor.paragraphs import chance
from overthink.measure.groups import apart
from overthink.measure.knob import Value

FEWEST = 10  # smaller groups are not compared
UNSURE = 0.05


@dataclass(frozen=True)
class SpoiltPosition:
    """A position that a shallower search decides better than a deeper one: local pathology."""

    position: str
    shallow: Value
    deep: Value
    loss: float  # of the probability of choosing a right move
    kept: tuple[Move, ...]  # the choice of the shallower search
    chosen: tuple[Move, ...]  # the choice of the deeper search
    right: tuple[Move, ...]
    number: int = -1  # index of the position in the examination


@dataclass(frozen=True)
class Swaps:
    """How many positions the deepest search decides worse, and how many better, than a shallower one.

    Where most searches are right, more positions can be mended than spoilt by chance. So the test compares the deepest
    search with what a random one of all depths would score in the same positions.
    """

    spoilt: int
    mended: int
    p_value: float  # two-sided
    harms: bool  # more are spoilt than by chance

    @property
    def sentence(self) -> str:
        """Both numbers, and what the test says."""
        counts = f"{self.spoilt:,} spoilt and {self.mended:,} mended"
        if self.p_value >= UNSURE:
            return f"{counts}: no more of either than chance ({chance(self.p_value)})"
        return f"{counts}: more {'spoilt' if self.harms else 'mended'} than by chance ({chance(self.p_value)})"


@dataclass(frozen=True)
class Trait:
    """A number measured in each position: its mean where depth hurts, and elsewhere."""

    name: str
    spoilt: Estimate
    rest: Estimate
    apart: Estimate

    def __str__(self) -> str:
        word = "more" if self.apart.low > 0.0 else "less" if self.apart.high < 0.0 else "no clear difference"
        return (
            f"{self.name}: {self.spoilt.mean:.3g} where it hurts, {self.rest.mean:.3g} elsewhere; "
            f"difference {self.apart.mean:+.3g} [{self.apart.low:+.3g}, {self.apart.high:+.3g}], {word}"
        )


def local_pathology(
    examination: Examination, rule: str, text: Callable[[State], str] = str
) -> tuple[SpoiltPosition, ...]:
    """Find the positions that the deepest search decides worse than a shallower search, the greatest loss first."""
    *shallower, deep = examination.depths
    spoilt = []
    for number, position in enumerate(examination.positions):
        shares = {depth: position.p_opt(rule, depth) for depth in shallower}
        best = max(shares, key=shares.__getitem__)
        loss = shares[best] - position.p_opt(rule, deep)
        if loss > 0.0:
            moves = position.chosen[rule, best], position.chosen[rule, deep]
            spoilt.append(SpoiltPosition(text(position.state), best, deep, loss, *moves, position.right, number))
    return tuple(sorted(spoilt, key=lambda position: -position.loss))


def swaps_of(examination: Examination, rule: str) -> Swaps:
    """Count the positions that a shallower search decides better, and those that one decides worse, than the deepest
    one."""
    *shallower, deepest = np.array(list(examination.accuracy(rule).values()))
    spoilt, mended = int((np.max(shallower, axis=0) > deepest).sum()), int((np.min(shallower, axis=0) < deepest).sum())
    every = np.array([*shallower, deepest])
    spread = math.sqrt(float(every.var(axis=0).sum()))
    z = float((deepest - every.mean(axis=0)).sum()) / spread if spread > 0.0 else 0.0
    return Swaps(spoilt, mended, 2.0 * NormalDist().cdf(-abs(z)), harms=z < 0.0)


def move_measures(examination: Examination) -> dict[str, Sample]:
    """Measures for the positions of any game in which every move has a value."""
    return {
        "moves to choose from": examination.measure(lambda position: len(position.values)),
        "right moves among them": examination.measure(lambda position: len(position.right)),
        "spread of the moves' values": examination.measure(lambda p: float(np.std(list(p.values.values())))),
        "gap between the two best moves": examination.measure(lambda position: position.gap),
    }


def traits(
    examination: Examination, spoilt: Sequence[SpoiltPosition], measures: Mapping[str, Sample]
) -> tuple[Trait, ...]:
    """Compare spoilt positions with the rest. Empty if either group is too small. `measures` has one number for each
    position, by name."""
    hurt = np.zeros(len(examination.positions), bool)
    hurt[[position.number for position in spoilt]] = True
    if min(hurt.sum(), (~hurt).sum()) < FEWEST:
        return ()
    return tuple(
        Trait(name, Estimate.of_mean(values[hurt]), Estimate.of_mean(values[~hurt]), apart(values[hurt], values[~hurt]))
        for name, values in measures.items()
        if np.ptp(values) > CLOSE
    )
