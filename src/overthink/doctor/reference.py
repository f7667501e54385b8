"""Doubts about the reference: how much its errors could change the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample
from overthink.doctor.examine import Examination, Position, Truth, Values
from overthink.measure.judgement import Judgement, Kind, Pair
from overthink.measure.paired import ratio

SURE = 0.99
SAMPLE = 200  # positions that the weaker reference judges


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


def _disagrees(position: Position, values: Values) -> float:
    best = max(values.values())
    right = [move for move, value in values.items() if value >= best - position.close]
    return sum(move not in position.right for move in right) / len(right)


def _against(other: Sample, examination: Examination, rule: str, sample: Sequence[Position]) -> Estimate | None:
    accuracy = examination.accuracy(rule)
    best = max(examination.depths, key=lambda depth: float(accuracy[depth].mean()))
    wrong = np.array([1.0 - position.p_opt(rule, best) for position in sample])
    return ratio(other, wrong, SURE) if wrong.any() else None
