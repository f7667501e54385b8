"""Where it hurts: the positions that a shallower search decides better than a deeper one, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.randomness import seed_key
from overthink.doctor.examine import CLOSE, Examination, Examined
from overthink.doctor.positions import plies_left
from overthink.measure.groups import apart

FEWEST = 10  # positions of a group below which nothing is said about what they share


@dataclass(frozen=True)
class Spoilt:
    """A position that a shallower search decides better than a deeper one: local pathology."""

    position: str
    shallow: int
    deep: int
    loss: float  # of the probability to choose a right move
    kept: tuple[Any, ...]  # what the shallower search chose
    chosen: tuple[Any, ...]  # what the deeper one chose
    right: tuple[Any, ...]
    number: int = -1  # of the position among those examined


@dataclass(frozen=True)
class Trait:
    """Something that can be measured of every position, in those that depth spoils and in the rest."""

    name: str
    spoilt: Estimate
    rest: Estimate
    apart: Estimate

    def __str__(self) -> str:
        told = "more" if self.apart.low > 0.0 else "less" if self.apart.high < 0.0 else "no clear difference"
        return (
            f"{self.name}: {self.spoilt.mean:.3g} where depth hurts, {self.rest.mean:.3g} elsewhere; "
            f"difference {self.apart.mean:+.3g} [{self.apart.low:+.3g}, {self.apart.high:+.3g}], {told}"
        )


def local_pathology(seen: Examination, rule: str, text: Callable[[Any], str]) -> tuple[Spoilt, ...]:
    """The positions where the deepest search decides worse than a shallower one, the greatest loss first."""
    deep, found = seen.depths[-1], []
    for number, each in enumerate(seen.positions):
        best = max(seen.depths[:-1], key=lambda depth, each=each: each.p_opt(rule, depth))  # type: ignore[misc]
        loss = each.p_opt(rule, best) - each.p_opt(rule, deep)
        if loss > 0.0:
            moves = each.chosen[rule, best], each.chosen[rule, deep]
            found.append(Spoilt(text(each.state), best, deep, loss, *moves, each.right, number))
    return tuple(sorted(found, key=lambda spoilt: -spoilt.loss))


def phases(seen: Examination, game: Any) -> Sample:
    """How many moves random games have from each position to their end: a measure of phase that any game has."""
    return np.array(
        [plies_left(game, each.state, seed_key("phase", n)) for n, each in enumerate(seen.positions)], float
    )


def traits(seen: Examination, hurt: Sequence[Spoilt], left: Sample | None = None) -> tuple[Trait, ...]:
    """What spoilt positions share, against the rest; nothing where either are too few."""
    spoilt = np.zeros(len(seen.positions), bool)
    spoilt[[each.number for each in hurt]] = True
    if min(spoilt.sum(), (~spoilt).sum()) < FEWEST:
        return ()
    measured = {"plies to the end, in random play": left} if left is not None else {}
    measured |= {
        "moves to choose from": _of(seen, lambda each: len(each.values)),
        "right moves among them": _of(seen, lambda each: len(each.right)),
        "spread of the moves' values": _of(seen, lambda each: float(np.std(list(each.values.values())))),
        "gap between the two best moves": _of(seen, _gap),
    }
    return tuple(_trait(name, values, spoilt) for name, values in measured.items() if np.ptp(values) > CLOSE)


def _of(seen: Examination, what: Callable[[Examined], float]) -> Sample:
    return np.array([what(each) for each in seen.positions], float)


def _gap(each: Examined) -> float:
    best = sorted(each.values.values())[-2:]
    return best[-1] - best[0]


def _trait(name: str, values: Sample, spoilt: Sample) -> Trait:
    here, rest = values[spoilt], values[~spoilt]
    return Trait(name, Estimate.of_mean(here), Estimate.of_mean(rest), apart(here, rest))
