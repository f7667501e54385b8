"""Where it hurts: the positions that a shallower search decides better than a deeper one, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.doctor.examine import CLOSE, Examination, Move, State
from overthink.measure.groups import apart
from overthink.measure.knob import Value

FEWEST = 10  # smaller groups are not compared


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
class Trait:
    """A number measured in each position: its mean where depth hurts, and elsewhere."""

    name: str
    spoilt: Estimate
    rest: Estimate
    apart: Estimate

    def __str__(self) -> str:
        word = "more" if self.apart.low > 0.0 else "less" if self.apart.high < 0.0 else "no clear difference"
        return (
            f"{self.name}: {self.spoilt.mean:.3g} where depth hurts, {self.rest.mean:.3g} elsewhere; "
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
