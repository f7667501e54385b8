"""Judge accuracies at several depths, or at several values of another knob: is deeper better or worse?

All depths decide the same positions, so every comparison is paired. Odd and even depths may differ because of who moves
last. So the verdict compares depths of the same parity, if there are any; other knobs have no parity. Every interval is
widened for the number of comparisons (Bonferroni), so that a false "deeper is worse" occurs in at most 5 of 100
examinations.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, pairwise
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import numpy as np

from overthink.core.errors import counted, require
from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference

Value: TypeAlias = float  # of a knob; whole numbers stay whole
DEPTH = "depth"


@dataclass(frozen=True)
class Knob:
    """A name and its values, from less to more effort. Only depth counts plies, so only depths are odd or even.

    `labels` are words for values that are not numbers, such as low, medium and high; the values are then 0, 1, 2.
    """

    name: str  # such as depth or simulations
    values: tuple[Value, ...]  # in rising effort
    labels: tuple[str, ...] = ()

    @property
    def plies(self) -> bool:
        """Whether the values are numbers of plies, so that parity matters."""
        return self.name == DEPTH

    @property
    def plural(self) -> bool:
        """Whether the name is a number of things: simulations, nodes."""
        return self.name.endswith("s") and not self.name.endswith("ss")

    def text(self, value: Value) -> str:
        """A value for people: 10,000."""
        if self.labels:
            return self.labels[int(value)]
        return f"{int(value):,}" if float(value).is_integer() else f"{value:g}"

    def plain(self, value: Value) -> str:
        """A value for programs: 10000."""
        return self.labels[int(value)] if self.labels else f"{value:.15g}"

    def at(self, value: Value) -> str:
        """One setting for people: depth 3, 300 simulations, beam 5."""
        return f"{self.text(value)} {self.name}" if self.plural else f"{self.name} {self.text(value)}"

    def step(self, low: Value, high: Value) -> str:
        """Two settings for people: from depth 2 to 4, from 100 to 300."""
        return f"from {f'{self.name} ' if self.plies else ''}{self.text(low)} to {self.text(high)}"

    def more(self, how: str) -> str:
        """The beginning of a verdict: deeper is worse; more simulations decide worse; a larger beam decides worse."""
        if self.plies:
            return f"deeper is {how}"
        return f"more {self.name} decide {how}" if self.plural else f"a larger {self.name} decides {how}"


SHORTEST_SECONDS = 1e-5  # seconds; below this a clock measures the call, not the work
SAME_RATIO = 1.5  # smaller ratios are about the same


@dataclass(frozen=True)
class Cost:
    """The cost of one answer. Nodes are 0 where nobody counts them; seconds are NaN where nobody measured them."""

    seconds: float = math.nan  # the mean time of an answer
    nodes: float = 0.0  # the mean number of nodes of an answer

    def over(self, other: Cost) -> tuple[float, str]:
        """How many times as much as the other, and of what: nodes if both count them, otherwise time. NaN if it is not
        known."""
        if self.nodes > 0.0 and other.nodes > 0.0:
            return self.nodes / other.nodes, "nodes"
        return max(self.seconds, SHORTEST_SECONDS) / max(other.seconds, SHORTEST_SECONDS), "time"


def times(cost: Cost | None, other: Cost | None, named: str = "") -> str:
    """The cost against another in words: "90 times the time". Empty if it is not known. One digit is enough: times
    differ from run to run. `named`: what is paid, if not time or nodes."""
    if cost is None or other is None:
        return ""
    ratio, what = cost.over(other)
    if math.isnan(ratio):
        return ""
    if 1.0 / SAME_RATIO < ratio < SAME_RATIO:
        return "about the same cost"
    if ratio > 1.0:
        return f"{one_digit(ratio)} times the {named or what}"
    return f"1/{one_digit(1.0 / ratio)} of the {named or what}"


def price(cost: Cost | None, other: Cost | None, named: str = "") -> str:
    """The same behind "at"; empty if it is not known."""
    paid = times(cost, other, named)
    return f"at {paid}" if paid else ""


def one_digit(number: float) -> str:
    """A number, 1 or more, to one digit: 7, 90, 4,000."""
    size = 10 ** math.floor(math.log10(number))
    return f"{round(number / size) * size:,}"


POINTS = 0.02  # two points in a hundred: the smallest difference that matters
POWER = 0.8  # the probability of finding a difference of that size


class Kind(StrEnum):
    """The kind of a verdict."""

    BETTER = "better"
    WORSE = "worse"
    UNCLEAR = "unclear"
    SUSPECT = "suspect"  # something else may explain it: only the doctor uses this


@dataclass(frozen=True)
class Pair:
    """The gain in accuracy of the deeper search. For other knobs, `deep` is the value with more effort."""

    shallow: Value
    deep: Value
    gain: Estimate


@dataclass(frozen=True)
class Judgement:
    """The verdict on accuracies."""

    kind: Kind  # better, worse or unclear
    sentence: str  # the verdict in words
    accuracy: dict[Value, Estimate]  # the share of right decisions, by depth
    pairs: tuple[Pair, ...]  # the pairs that the verdict rests on
    neighbours: tuple[Pair, ...]  # each depth and the next
    needed: int  # more positions that would settle a two-point difference
    pair: Pair | None = None  # the pair that the sentence names
    head: str = ""  # the sentence before its colon: deeper is worse
    details: str = ""  # the sentence after it
    several: bool = False  # whether the sentence speaks of several values that lose

    @property
    def all_pairs(self) -> tuple[Pair, ...]:
        """The pairs that the verdict rests on, then the other neighbours."""
        compared = {(pair.shallow, pair.deep) for pair in self.pairs}
        return *self.pairs, *(pair for pair in self.neighbours if (pair.shallow, pair.deep) not in compared)

    def __str__(self) -> str:
        return self.sentence


SMALL = f"a {100 * POINTS:.0f}-point difference"


def points(difference: float) -> str:
    """A difference for people: 5.3 points."""
    return f"{100 * difference:.1f} points"


def judge(accuracy: Mapping[Value, Sample], knob: Knob | None = None) -> Judgement:
    """Judge P_opt, or other scores, of the same positions at several depths or at other values of a knob."""
    depths = list(knob.values) if knob else sorted(accuracy)
    knob = knob or Knob(DEPTH, tuple(depths))
    require(len(depths) >= 2, f"A verdict needs at least two {'depths' if knob.plies else f'values of {knob.name}'}.")
    compared = comparisons(depths) if knob.plies else list(combinations(depths, 2))
    pairs = _compare(accuracy, compared, len(compared))
    steps = list(pairwise(depths))
    neighbours = _compare(accuracy, steps, len(steps) if knob.plies else len(compared))
    needed = more_positions(accuracy, compared)
    clear = [p for p in pairs if _enough(accuracy[p.deep] != accuracy[p.shallow], len(pairs))]
    worse, better = [p for p in clear if p.gain.high < 0.0], [p for p in clear if p.gain.low > 0.0]
    shares = {depth: Estimate.share(accuracy[depth]) for depth in depths}
    pair = None
    several = False
    if worse:
        kind = Kind.WORSE
        drop = _worse(shares, min(worse, key=lambda p: p.gain.mean), knob)
        head, details, several = drop.head, drop.details, drop.several
        pair = _compare(accuracy, [(drop.shallow, drop.deep)], len(compared))[0]
    elif better:
        pair = max(better, key=lambda pair: pair.gain.mean)
        kind = Kind.BETTER
        step = knob.step(pair.shallow, pair.deep)
        head = knob.more("better")
        details = f"{points(pair.gain.mean)} {step}"
    elif all(np.array_equal(accuracy[p.deep], accuracy[p.shallow]) for p in pairs):
        n = len(accuracy[depths[0]])
        change = "change" if knob.plural else "changes"
        parity = [pair for pair in neighbours if not np.array_equal(accuracy[pair.deep], accuracy[pair.shallow])]
        what = f"{knob.name} {change} nothing"
        if parity:  # only depths of the same parity are alike
            pair = max(parity, key=lambda pair: abs(pair.gain.mean))
            apart = f"{points(abs(pair.gain.mean))} {knob.step(pair.shallow, pair.deep)}"
            what = f"odd depths decide alike, and even ones, but not odd as even ({apart})"
        every = f"all {n:,} positions" if n > 1 else "the one position"
        kind = Kind.UNCLEAR
        head = "no difference"
        details = f"on {every} {what}" + (f"; {needed:,} more would settle {SMALL}" if needed else "")
    else:
        kind = Kind.UNCLEAR
        head = "no evidence either way"
        more = f"{counted(needed, 'more position')} would settle {SMALL}"
        details = more if needed else f"the positions would have shown {SMALL}"
    return Judgement(kind, f"{head}: {details}", shares, pairs, neighbours, needed, pair, head, details, several)


def comparisons(depths: Sequence[Value]) -> list[tuple[Value, Value]]:
    """All pairs of depths of the same parity; all pairs, if there are none."""
    every = list(combinations(depths, 2))
    return [pair for pair in every if (pair[1] - pair[0]) % 2 == 0] or every


def more_positions(accuracy: Mapping[Value, Sample], compared: Sequence[tuple[Value, Value]]) -> int:
    """How many more positions would show a two-point difference in any comparison, with probability 0.8."""
    z = NormalDist().inv_cdf(simultaneous(2 * len(compared))) + NormalDist().inv_cdf(POWER)
    n = len(next(iter(accuracy.values())))
    spread = max(float(np.var(accuracy[deep] - accuracy[shallow])) for shallow, deep in compared)
    spread = max(spread, 3.0 / n)  # if no position differs, 3 in n might (the rule of three)
    return max(0, math.ceil(spread * (z / POINTS) ** 2) - n)


def _compare(accuracy: Mapping[Value, Sample], compared: Sequence[tuple[Value, Value]], count: int) -> tuple[Pair, ...]:
    level = simultaneous(count)
    return tuple(Pair(i, j, _widen(difference(accuracy[j], accuracy[i], level), level)) for i, j in compared)


def _widen(gain: Estimate, level: float) -> Estimate:
    """The interval for few positions: wider, by Student's t over the normal distribution (Cornish and Fisher)."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    freedom = max(1, gain.n - 1)
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = gain.mean - t / z * (gain.mean - gain.low), gain.mean + t / z * (gain.high - gain.mean)
    return replace(gain, low=max(low, -1.0), high=min(high, 1.0))  # scores lie between 0 and 1


def _enough(differ: Sample, count: int) -> bool:
    """Whether enough positions differ: if all differ in one direction, that is not chance."""
    return bool(2.0 * 0.5 ** int(np.count_nonzero(differ)) <= 1.0 - simultaneous(count))


class _Worse(NamedTuple):
    """The parts of the sentence, and the two values that it names."""

    head: str
    details: str
    shallow: Value
    deep: Value
    several: bool = False


def _worse(shares: Mapping[Value, Estimate], clearest: Pair, knob: Knob) -> _Worse:
    """The sentence: which value is best, and how much those with more effort lose; and the two values that it names.
    If the greatest effort is best again, the clearest drop before it."""
    begin = knob.more("worse")
    values = list(knob.values)
    is_, loses = ("are", "lose") if knob.plural else ("is", "loses")
    best = max(values, key=lambda value: shares[value].mean)
    after = values[values.index(best) + 1 :]
    if clearest.deep not in after:
        lost = f"{loses} {points(-clearest.gain.mean)} against {knob.text(clearest.shallow)}"
        details = f"{knob.at(clearest.deep)} {lost}, and {knob.at(best)} {is_} best"
        return _Worse(f"{begin} at first", details, clearest.shallow, clearest.deep)
    losses = sorted(shares[best].mean - shares[value].mean for value in after)
    least, lost = points(losses[0]), points(losses[-1])
    if least != lost:
        lost = f"up to {lost}" if losses[0] < POINTS / 2 else f"{least.removesuffix(' points')} to {lost}"
    several = len(after) > 1
    others = (
        f"{'deeper searches' if knob.plies else 'higher values'} lose" if several else f"{knob.at(after[0])} {loses}"
    )
    return _Worse(begin, f"{knob.at(best)} {is_} best, {others} {lost}", best, after[-1], several)


NO_COSTLIER = "no costlier value is significantly better"


@dataclass(frozen=True)
class BestValue:
    """The cheapest value that no costlier value beats significantly, and its cost over that of the greatest effort."""

    value: Value  # the value of the knob
    against: Estimate | None  # its gain in accuracy over the greatest effort; None if it is the greatest effort
    price: str  # its cost beside that of the greatest effort, in words; empty if it is not known
    cheaper: bool = False  # whether it costs notably less

    def sentence(self, knob: Knob) -> str:
        """One sentence for people."""
        best = f"best for its cost: {knob.at(self.value)}"
        if self.against is None:
            return f"{best}, the greatest effort"
        cost = f" {self.price} of {knob.text(knob.values[-1])}" if self.cheaper else ""
        return f"{best}{cost}; {NO_COSTLIER}"


def best_value(accuracy: Mapping[Value, Sample], knob: Knob, costs: Mapping[Value, Cost]) -> BestValue:
    """Compare each value with all costlier ones, in pairs. Without costs, a greater value costs more."""
    order = {value: number for number, value in enumerate(knob.values)}
    seconds = all(value in costs and costs[value].seconds >= 0.0 for value in knob.values)
    nodes = all(value in costs and costs[value].nodes > 0.0 for value in knob.values)

    def cost(value: Value) -> tuple[float, int]:
        return (costs[value].nodes if nodes else costs[value].seconds if seconds else 0.0), order[value]

    values = sorted(knob.values, key=cost)
    most = knob.values[-1]
    # Of depths, neighbours are shown beside it: what is called better there counts here too.
    level = simultaneous(len(values) - 1 if knob.plies else len(values) * (len(values) - 1) // 2)
    for number, value in enumerate(values):
        if not any(difference(accuracy[other], accuracy[value], level).low > 0.0 for other in values[number + 1 :]):
            break
    against = difference(accuracy[value], accuracy[most]) if value != most else None
    own, other = costs.get(value), costs.get(most)
    cheaper = own is not None and other is not None and own.over(other)[0] <= 1.0 / SAME_RATIO
    return BestValue(value, against, price(own, other), cheaper)
