"""What an examination shows: where depth hurts, how sure the truth is, and the player beside a plain search.

The player is compared with a plain search of the same depth, with the same evaluator. If it chooses
among the moves that tie in the plain search, it agrees. So only choices outside the ties count as a difference, and to
break ties at random is sound.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.doctor.ask.players import agreement, plain_rule
from overthink.doctor.finding import SURE
from overthink.doctor.record import PLAYER, Examination, Move, State, TruthSource
from overthink.doctor.truths import spread
from overthink.doctor.words import Seen, fact
from overthink.measure.judgement import Cost, Judgement, Kind, Knob, Pair, Value, times
from overthink.measure.paired import difference, ratio, sign_test

UNSURE = 0.05  # of a p-value in words; it changes no verdict
HARDLY = 0.0005  # is printed as 0.0 points
TINY = 1e-12  # a smaller p-value is mostly rounding, and twice as much prints alike
WEAKER_SAMPLE = 200  # positions that the weaker reference judges; it takes longer


def chance(p_value: float) -> str:
    """A p-value for people: p = 0.03, p < 1e-12."""
    return f"p = {p_value:.2g}" if p_value >= TINY else f"p < {TINY:g}"


def price_of(judgement: Judgement, knob: Knob, costs: Mapping[Value, Cost]) -> str:
    """The cost of more effort, in words that follow the sentence of a judgement; empty if it is not known."""
    pair = judgement.pair
    low, high = (pair.shallow, pair.deep) if pair else (knob.values[0], knob.values[-1])
    paid = times(costs.get(high), costs.get(low))
    if not paid:
        return ""
    if pair is None:
        return f"; going {knob.step(low, high)} takes {paid}"
    return f", {f'{knob.at(high)} ' if judgement.several and not knob.plural else ''}at {paid}"


@dataclass(frozen=True)
class WorsenedPosition:
    """A position that a shallower search decides better than a deeper one: local pathology."""

    position: str  # the position as a text
    shallow: Value  # the depth of the shallower search
    deep: Value  # the depth of the deeper search
    loss: float  # of the probability of choosing a right move
    kept: tuple[Move, ...]  # the choice of the shallower search
    chosen: tuple[Move, ...]  # the choice of the deeper search
    right: tuple[Move, ...]  # the moves that keep the true value
    number: int = -1  # index of the position in the examination


@dataclass(frozen=True)
class Swaps:
    """How many positions the verdict's deeper search decides worse, and how many better, than its shallower one: each
    position once, with an exact test of both numbers."""

    worsened: int  # positions that the deeper search decides worse
    improved: int  # positions that it decides better
    p_value: float  # two-sided
    positions: int  # how many positions were compared
    shallow: Value  # the depth of the shallower search
    deep: Value  # the depth of the deeper search

    @property
    def harms(self) -> bool:
        """Whether more are worsened than by chance."""
        return self.p_value < UNSURE and self.worsened > self.improved

    @property
    def sentence(self) -> str:
        """Both numbers, and what the test says."""
        more = Seen.MORE_WORSENED if self.harms else Seen.MORE_IMPROVED
        kind = Seen.NO_MORE if self.p_value >= UNSURE else more
        numbers = {"worsened": self.worsened, "improved": self.improved, "p": chance(self.p_value)}
        return str(fact(kind, n=self.positions, step=f"from {self.shallow:g} to {self.deep:g}", **numbers))


def local_pathology(
    examination: Examination, rule: str, pair: Pair, text: Callable[[State], str] = str
) -> tuple[WorsenedPosition, ...]:
    """Find the positions that the deeper search of a pair decides worse than the shallower one, the greatest loss
    first."""
    worsened = []
    for number, position in enumerate(examination.positions):
        loss = position.p_opt(rule, pair.shallow) - position.p_opt(rule, pair.deep)
        if loss > 0.0:
            moves = position.chosen[rule, pair.shallow], position.chosen[rule, pair.deep]
            where = pair.shallow, pair.deep, loss
            worsened.append(WorsenedPosition(text(position.state), *where, *moves, position.right, number))
    return tuple(sorted(worsened, key=lambda position: -position.loss))


def swaps_of(examination: Examination, rule: str, pair: Pair) -> Swaps:
    """Count the positions that the deeper search of a pair decides worse, and those that it decides better."""
    accuracy = examination.accuracy(rule)
    deep, shallow = accuracy[pair.deep], accuracy[pair.shallow]
    p_value = min(1.0, 2.0 * min(sign_test(deep, shallow), sign_test(shallow, deep)))
    worsened, improved = int((deep < shallow).sum()), int((deep > shallow).sum())
    return Swaps(worsened, improved, p_value, len(deep), pair.shallow, pair.deep)


def pair_of(judgement: Judgement) -> Pair:
    """The pair of depths that the verdict names; the clearest one, if it names none."""
    return judgement.pair or max(judgement.pairs, key=lambda pair: abs(pair.gain.mean))


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


def doubt_of(
    examination: Examination, rule: str, judgement: Judgement, truth: TruthSource | None = None, seconds: float = 0.0
) -> Doubt:
    """Measure the doubts that need no better truth, a weaker one for about this many seconds."""
    if examination.exact:
        return Doubt(None, None)
    pair = clearest(judgement)
    undone = breakdown(examination, rule, pair) if pair else None
    weaker: TruthSource | None = getattr(truth, "weaker", lambda: None)()
    if weaker is None and not any(position.weaker for position in examination.positions):
        return Doubt(pair, undone)
    sample = spread(examination.positions, WEAKER_SAMPLE)
    shares = list[float]()
    late = time.monotonic() + seconds
    try:
        for position in sample:
            values = weaker.values(position.state) if weaker else position.weaker or position.values
            right = replace(position, values=values).right
            shares.append(sum(move not in position.right for move in right) / len(right))
            if weaker and time.monotonic() > late:
                break
    except OverthinkError:  # it stops before the end of the game, where the reference did not
        return Doubt(pair, undone)
    other = np.array(shares)
    name = str(weaker or "a search two plies less deep")
    accuracy = examination.accuracy(rule)
    best = max(examination.depths, key=lambda depth: float(accuracy[depth].mean()))
    wrong = np.array([1.0 - position.p_opt(rule, best) for position in sample[: len(shares)]])
    return Doubt(pair, undone, name, Estimate.share(other), ratio(other, wrong, SURE) if wrong.any() else None)


def falls(judgement: Judgement) -> tuple[Pair, ...]:
    """All pairs of depths, neighbours too, between which accuracy drops for certain, the largest drop first."""
    return tuple(sorted((p for p in judgement.all_pairs if p.gain.high < 0.0), key=lambda pair: pair.gain.mean))


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


@dataclass(frozen=True)
class AtDepth:
    """The player against the plain search at one depth."""

    agrees: Estimate  # the share of the player's moves that the plain search would choose too
    gain: Estimate  # in accuracy, over the plain search; among its ties the player's choice counts as a random one
    worsened: int  # positions that the player decides worse than the plain search
    improved: int  # positions that the player decides better
    p_value: float  # two-sided: that so many more of one kind come by chance
    luck: float = 0.0  # in accuracy, of its own choice among ties over a random one

    def __str__(self) -> str:
        own = f"; its own choice among ties: {100 * self.luck:+.1f} points" if abs(self.luck) >= HARDLY else ""
        if self.agrees.mean == 1.0:
            return "it chooses among the best moves of the plain search everywhere" + (own or "; no difference")
        return (
            f"the same moves in {100 * self.agrees.mean:.1f}% of positions; {self.worsened:,} decided worse, "
            f"{self.improved:,} better ({chance(self.p_value)}); {100 * self.gain.mean:+.1f} points "
            f"[{100 * self.gain.low:+.1f}, {100 * self.gain.high:+.1f}]{own}"
        )


@dataclass(frozen=True)
class PlayerComparison:
    """The player against the plain search at every depth."""

    plain: str  # the search that it is compared with, in words
    by_depth: dict[Value, AtDepth]  # how often they agree and who decides better, at each depth

    def lines(self) -> list[str]:
        """One line a depth."""
        return [f"depth {depth}: {at}" for depth, at in self.by_depth.items()]


def compare(examination: Examination) -> PlayerComparison | None:
    """Compare the player with the plain search; None if there is no player or no plain search."""
    plain = plain_rule(examination) if examination.rules[0] == PLAYER else None
    if plain is None:
        return None
    fair, usual = fair_choices(examination, plain).accuracy(PLAYER), examination.accuracy(plain)
    by_depth = {}
    own = examination.accuracy(PLAYER)
    for depth in examination.depths:
        gains = fair[depth] - usual[depth]
        by_depth[depth] = AtDepth(
            Estimate.share(agreement(examination, plain, depth)),
            difference(fair[depth], usual[depth]),
            int((gains < 0.0).sum()),
            int((gains > 0.0).sum()),
            min(1.0, 2.0 * min(sign_test(fair[depth], usual[depth]), sign_test(usual[depth], fair[depth]))),
            float((own[depth] - fair[depth]).mean()),
        )
    return PlayerComparison(plain, by_depth)


def fair_choices(examination: Examination, plain: str) -> Examination:
    """The examination as if the player chose at random among the moves that tie in the plain search."""
    return plain_choices(examination, plain, agrees=1.0)


def plain_choices(examination: Examination, plain: str, agrees: float = 0.0) -> Examination:
    """The examination as if the player were the plain search, in every position in which it agrees at least so much."""
    chosen = [dict(position.chosen) for position in examination.positions]
    for depth in examination.depths:
        for number in np.flatnonzero(agreement(examination, plain, depth) >= agrees):
            chosen[number][PLAYER, depth] = chosen[number][plain, depth]
    positions = [replace(p, chosen=choices) for p, choices in zip(examination.positions, chosen)]
    return replace(examination, positions=tuple(positions))
