"""Where depth hurts and what these positions share, and how much errors of the reference could change the verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample
from overthink.doctor.record import CLOSE, Examination, Move, Record, State, Truth, Values
from overthink.measure.judgement import Judgement, Kind, Pair, Value
from overthink.measure.paired import apart, ratio

FEWEST = 10  # smaller groups are not compared
UNSURE = 0.05
TINY = 1e-12  # a smaller p-value is mostly rounding
SURE = 0.99
SAMPLE = 200  # positions that the weaker reference judges


def chance(p_value: float) -> str:
    """A p-value for people: p = 0.03, p < 1e-12."""
    return f"p = {p_value:.2g}" if p_value >= TINY else f"p < {TINY:g}"


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


@dataclass(frozen=True)
class Doubt:
    """What errors of the truth could change. None where nothing is known."""

    pair: Pair | None  # the comparison that decided the verdict
    undone: float | None  # the smallest share of wrong labels that would undo the verdict
    weaker: str = ""  # a weaker reference of the same kind
    disagrees: Estimate | None = None  # how often the weaker reference prefers other moves
    against: Estimate | None = None  # `disagrees` over the player's error rate at its best depth

    def lines(self) -> list[str]:
        """One line per doubt, for people."""
        lines = []
        if self.disagrees:
            lines.append(
                f"{self.weaker} would prefer other moves in {100 * self.disagrees.mean:.1f}% of positions "
                f"[{100 * self.disagrees.low:.1f}, {100 * self.disagrees.high:.1f}]"
            )
        if self.pair and self.undone is not None:
            lines.append(
                f"wrong labels in {100 * self.undone:.1f}% of the positions, all in one direction, would undo the "
                "verdict"
            )
        return lines


def doubt_of(examination: Examination, rule: str, judgement: Judgement, truth: Truth | None = None) -> Doubt:
    """Measure the doubts that need no better truth."""
    if examination.exact:
        return Doubt(None, None)
    pair = clearest(judgement)
    undone = breakdown(examination, rule, pair) if pair else None
    weaker: Truth | None = getattr(truth, "weaker", lambda: None)()
    if weaker is None:
        return Doubt(pair, undone)
    sample = examination.positions[:: max(1, len(examination.positions) // SAMPLE)][:SAMPLE]
    try:
        other = np.array([_disagrees(position, weaker.values(position.state)) for position in sample])
    except OverthinkError:  # it stops before the end of the game, where the reference did not
        return Doubt(pair, undone)
    return Doubt(pair, undone, str(weaker), Estimate.share(other), _against(other, examination, rule, sample))


def clearest(judgement: Judgement) -> Pair | None:
    """The comparison that decided the verdict."""
    if judgement.kind == Kind.UNCLEAR:
        return None
    sign = 1 if judgement.kind == Kind.BETTER else -1
    return max(judgement.pairs, key=lambda pair: sign * pair.gain.mean)


def breakdown(examination: Examination, rule: str, pair: Pair) -> float:
    """The smallest share of positions whose labels, if wrong in the worst way, reduce the gain to zero.

    A wrong label matters only where the two depths chose differently. There it moves the gain at most to the other end
    of [-1, 1].
    """
    accuracy = examination.accuracy(rule)
    gains = np.sign(pair.gain.mean) * (accuracy[pair.deep] - accuracy[pair.shallow])
    shallow, deep = (rule, pair.shallow), (rule, pair.deep)
    differ = np.array([set(p.chosen[deep]) != set(p.chosen[shallow]) for p in examination.positions])
    worst = np.sort(np.where(differ, gains + 1.0, 0.0))[::-1]
    return float(np.searchsorted(np.cumsum(worst), gains.sum()) + 1) / len(gains)


def _disagrees(position: Record, values: Values) -> float:
    best = max(values.values())
    right = [move for move, value in values.items() if value >= best - position.close]
    return sum(move not in position.right for move in right) / len(right)


def _against(other: Sample, examination: Examination, rule: str, sample: Sequence[Record]) -> Estimate | None:
    accuracy = examination.accuracy(rule)
    best = max(examination.depths, key=lambda depth: float(accuracy[depth].mean()))
    wrong = np.array([1.0 - position.p_opt(rule, best) for position in sample])
    return ratio(other, wrong, SURE) if wrong.any() else None
