"""What looks like pathology and is not: each ruled out, suspected, or not testable here.

Every check that rests on numbers asks for a difference that chance alone brings in at most 1 of 100 examinations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.estimate import Sample
from overthink.doctor.examine import Examination, Examined
from overthink.measure.judgement import Judgement, judge
from overthink.measure.paired import difference

SURE = 0.99
LARGE = 0.01  # differences of less than a point in a hundred explain nothing
FEW = 200


@dataclass(frozen=True)
class Imitator:
    """One suspicion, `found` being "ruled out", "suspected" or "not testable"."""

    name: str
    found: str
    why: str


def imitators(
    seen: Examination,
    rule: str,
    judgement: Judgement,
    play: Callable[[Any, Any], Any],
    mover: Callable[[Any], int],
    opinion: Callable[[Any], float],
) -> tuple[Imitator, ...]:
    """All checks, for one rule."""
    return (
        wrong_side(seen, play, mover, opinion),
        odd_and_even(seen, rule, judgement),
        equal_wins(seen, rule),
        tie_breaking(seen, rule),
        Imitator("transposition table", "ruled out", "the searches used here keep none"),
        Imitator("beam or move limit", "ruled out", "every legal move was looked at"),
        weak_reference(seen),
        few_positions(seen, judgement),
    )


def wrong_side(
    seen: Examination, play: Callable[[Any, Any], Any], mover: Callable[[Any], int], opinion: Callable[[Any], float]
) -> Imitator:
    """Whether opinions of the positions after each move rise with what the moves are worth, whoever is to move
    there."""
    name = "evaluation from the wrong side"
    told: dict[int, list[tuple[float, float]]] = {1: [], -1: []}
    for each in seen.positions:
        me = mover(each.state)
        for move, value in each.values.items():
            after = play(each.state, move)
            told[mover(after)].append((me * opinion(after), value))
    for side, pairs in told.items():
        values = np.array(pairs)
        if len(values) < 30 or not np.ptp(values[:, 0]) or not np.ptp(values[:, 1]):
            continue
        fit = float(np.corrcoef(values.T)[0, 1])
        if fit < -2.6 / np.sqrt(len(values)):  # five in a thousand by chance
            who = "Max" if side > 0 else "Min"
            why = f"where {who} is to move, positions that look good are bad (r = {fit:.2f}): give values to Max"
            return Imitator(name, "suspected", why)
    if not told[-1]:
        return Imitator(name, "not testable", "Min never moves in these positions")
    return Imitator(name, "ruled out", "opinions rise with the truth, whoever moves")


def odd_and_even(seen: Examination, rule: str, judgement: Judgement) -> Imitator:
    """Whether neighbouring depths fall where depths of the same parity do not."""
    name = "odd against even depths"
    if len({depth % 2 for depth in seen.depths}) < 2 or len(seen.depths) < 3:
        return Imitator(name, "not testable", "needs three depths or more, odd and even")
    falls = [pair for pair in judgement.neighbours if pair.gain.high < 0.0]
    if falls and judgement.kind != "worse":
        pairs = ", ".join(f"{pair.shallow} to {pair.deep}" for pair in falls)
        return Imitator(name, "suspected", f"accuracy falls from depth {pairs}, and not between depths of one parity")
    return Imitator(name, "ruled out", "the verdict rests on depths of one parity")


def equal_wins(seen: Examination, rule: str) -> Imitator:
    """Whether the errors of the deepest search are mostly moves that win, draw or lose just as the right ones do."""
    name = "ties among wins of different length"
    outcomes = {np.sign(value) for each in seen.positions for value in each.values.values()}
    sizes = {abs(value) for each in seen.positions for value in each.values.values()}
    if len(sizes) <= 2 or len(outcomes) == len(sizes):
        return Imitator(name, "ruled out", "the truth tells wins from losses and nothing finer")
    strict = seen.accuracy(rule)
    loose = {d: np.array([_same_outcome(each, rule, d) for each in seen.positions]) for d in seen.depths}
    if judge(strict).kind == "worse" and judge(loose).kind != "worse":
        return Imitator(
            name, "suspected", "counting every move that keeps the result as right, nothing falls with depth"
        )
    return Imitator(name, "ruled out", "counting every move that keeps the result as right changes nothing")


def _same_outcome(each: Examined, rule: str, depth: int) -> float:
    moves = each.chosen[rule, depth]
    return sum(bool(np.sign(each.values[move]) == np.sign(each.best)) for move in moves) / len(moves)


def tie_breaking(seen: Examination, rule: str) -> Imitator:
    """Whether the first of several moves that tie is right less often than the others, the more so the deeper."""
    name = "tie-breaking"
    shallow, deep = seen.depths[0], seen.depths[-1]
    bias = {d: _first(seen, rule, d) - seen.accuracy(rule)[d] for d in (shallow, deep)}
    if not any(len(each.chosen[rule, d]) > 1 for each in seen.positions for d in (shallow, deep)):
        return Imitator(name, "ruled out", "no two moves ever tied")
    gap = difference(bias[deep], bias[shallow], SURE)
    if gap.high < -LARGE:
        why = (
            f"taking the first of the moves that tie costs {-100 * gap.mean:.1f} points more at depth {deep} than at "
            f"depth {shallow}; here all that tie count alike"
        )
        return Imitator(name, "suspected", why)
    return Imitator(name, "ruled out", "moves that tie count alike, and the first of them is as good as the rest")


def _first(seen: Examination, rule: str, depth: int) -> Sample:
    return np.array([float(each.chosen[rule, depth][0] in each.right) for each in seen.positions])


def weak_reference(seen: Examination) -> Imitator:
    name = "a reference no better than the player"
    if seen.exact:
        return Imitator(name, "ruled out", f"the truth is exact: {seen.truth}")
    return Imitator(name, "not testable", f"the truth is {seen.truth}, whose own errors are not known")


def few_positions(seen: Examination, judgement: Judgement) -> Imitator:
    name = "too few positions"
    n = len(seen.positions)
    if n < FEW and judgement.kind == "unclear":
        return Imitator(
            name, "suspected", f"{n} positions; {judgement.needed:,} more would settle a 2-point difference"
        )
    return Imitator(name, "ruled out", f"{n:,} positions")
