"""What looks like pathology and is not: each ruled out, suspected, or not testable here.

Every check that rests on numbers asks for a difference that chance alone brings in at most 1 of 100 examinations, and
that is large enough to explain something. What is wrong with a search of the user's own is told by comparing it with a
plain search of the same depth with the same evaluator: `overthink.doctor.suspects`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from overthink.core.tree import Column
from overthink.doctor.examine import Examination, Examined
from overthink.doctor.opinions import Opinion
from overthink.doctor.reference import Doubt, clearest
from overthink.measure.judgement import Judgement, judge
from overthink.measure.paired import difference

SURE = 0.99
LARGE = 0.01  # differences of less than a point in a hundred explain nothing
BETTER = 0.5  # a reference should be wrong at most half as often as the player
FEWEST = 10  # positions from which on a correlation tells anything
SIDES = {1: "Max", -1: "Min"}
FEW = "too few positions"
SUSPECTED, RULED_OUT, NOT_TESTABLE = "suspected", "ruled out", "not testable"


@dataclass(frozen=True)
class Imitator:
    """One suspicion, `found` being "ruled out", "suspected" or "not testable"."""

    name: str
    found: str
    why: str


def wrong_side(heard: Sequence[Opinion]) -> Imitator:
    """Whether opinions of the positions after each move rise with what the moves are worth, whoever is to move
    there."""
    name = "evaluation from the wrong side"
    tested = []
    for side, who in SIDES.items():
        said, true, positions = _told(heard, side)
        if positions < FEWEST or not np.ptp(said) or not np.ptp(true):
            continue
        tested.append(who)
        fit = float(np.corrcoef(said, true)[0, 1])
        if fit < -2.6 / np.sqrt(positions):  # five in a thousand by chance
            why = f"where {who} is to move, positions that look good are bad (r = {fit:.2f}): give values to Max"
            return Imitator(name, SUSPECTED, why)
    if not tested:
        return Imitator(name, NOT_TESTABLE, "there are too few different opinions")
    where = "whoever moves" if len(tested) == 2 else f"where {tested[0]} moves"
    return Imitator(name, RULED_OUT, f"opinions do not fall as the truth rises, {where}")


def _told(heard: Sequence[Opinion], side: int) -> tuple[Column, Column, int]:
    there = [one.side == side for one in heard]
    said = np.concatenate([one.said[at] for one, at in zip(heard, there)]) if heard else np.zeros(0)
    true = np.concatenate([one.true[at] for one, at in zip(heard, there)]) if heard else np.zeros(0)
    return said, true, sum(bool(at.any()) for at in there)


def odd_and_even(seen: Examination, rule: str, judgement: Judgement) -> Imitator:
    """Whether neighbouring depths fall where depths of the same parity do not."""
    name = "odd against even depths"
    if len({depth % 2 for depth in seen.depths}) < 2 or len(seen.depths) < 3:
        return Imitator(name, NOT_TESTABLE, "needs three depths or more, odd and even")
    accuracy, steps = seen.accuracy(rule), list(pairwise(seen.depths))
    level = 1.0 - (1.0 - SURE) / len(steps)
    gains = {step: difference(accuracy[step[1]], accuracy[step[0]], level) for step in steps}
    falls = [step for step, gain in gains.items() if gain.high < 0.0 and gain.mean < -LARGE]
    if falls and judgement.kind != "worse":
        pairs = ", ".join(f"{shallow} to {deep}" for shallow, deep in falls)
        return Imitator(name, SUSPECTED, f"accuracy falls from depth {pairs}, and not between depths of one parity")
    return Imitator(name, RULED_OUT, "the verdict rests on depths of one parity")


def equal_wins(seen: Examination, rule: str) -> Imitator:
    """Whether what the deeper search loses are moves that win, draw or lose just as the right ones do."""
    name = "ties among wins of different length"
    values = {value for each in seen.positions for value in each.values.values()}
    if len({np.sign(value) for value in values}) == len(values):
        return Imitator(name, RULED_OUT, "the truth tells wins from losses and nothing finer")
    if min(values) >= 0.0 or max(values) <= 0.0:
        return Imitator(name, NOT_TESTABLE, "the values do not say which of them are wins")
    strict = seen.accuracy(rule)
    pair = clearest(judge(strict))
    if pair is None or pair.gain.mean > 0.0:
        return Imitator(name, RULED_OUT, "nothing falls with depth that they could explain")
    loose = {d: np.array([_same_outcome(each, rule, d) for each in seen.positions]) for d in seen.depths}
    explained = difference(loose[pair.deep] - loose[pair.shallow], strict[pair.deep] - strict[pair.shallow], SURE)
    points = f"counting every move that keeps the result as right, {100 * explained.mean:.1f} points less are lost"
    if judge(loose).kind != "worse" and explained.low > 0.0:
        return Imitator(name, SUSPECTED, f"{points}, and nothing falls with depth")
    return Imitator(name, RULED_OUT, "counting every move that keeps the result as right does not explain the fall")


def _same_outcome(each: Examined, rule: str, depth: int) -> float:
    moves = each.chosen[rule, depth]
    return sum(bool(np.sign(each.values[move]) == np.sign(each.best)) for move in moves) / len(moves)


def weak_reference(seen: Examination, found: Doubt) -> Imitator:
    """Whether a somewhat weaker reference disagrees with the reference much less than the player does."""
    name = "a reference no better than the player"
    if seen.exact:
        return Imitator(name, RULED_OUT, f"the truth is exact: {seen.truth}")
    if not found.disagrees or not found.against:
        return Imitator(name, NOT_TESTABLE, f"the truth is {seen.truth}, whose own errors are not known")
    share, times = f"by {found.weaker} it is wrong in {100 * found.disagrees.mean:.1f}%", found.against
    compared = f"{times.mean:.2f} of how often the player is by it [{times.low:.2f}, {times.high:.2f}]"
    if times.low > BETTER:
        return Imitator(name, SUSPECTED, f"{share}, {compared}: it is hardly surer; look further")
    if times.high < BETTER:
        return Imitator(name, RULED_OUT, f"{share}, {compared}")
    return Imitator(name, NOT_TESTABLE, f"{share}, {compared}")


def few_positions(seen: Examination, judgement: Judgement) -> Imitator:
    """Whether a difference that matters might have been missed."""
    n, needed = len(seen.positions), judgement.needed
    if needed and judgement.kind == "unclear":
        why = f"{n:,} positions; {needed:,} more would settle a 2-point difference"
        return Imitator(FEW, SUSPECTED, why)
    return Imitator(FEW, RULED_OUT, f"{n:,} positions")
