"""Which other search chooses as the player does, where the plain search does not?

In the positions where the player differs, the other search must explain nearly all choices, and far more of them than
chance would; or it must agree with the player in nearly all positions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.examine import AnyGame, Examination
from overthink.doctor.other_searches import OtherSearch, other_searches
from overthink.doctor.player import PLAYER, agreement, share_among

SAMPLE = 24  # positions with a difference that are searched again, at each depth
CONTROL = 16  # positions without a difference
FEWEST = 4  # differences that a search must explain
NEARLY_ALL = 0.9
SURPRISE = 3.0  # standard deviations above chance
ALWAYS = 0.995  # agreement, over all positions, with a search that the player always makes
SPARE = 0.02  # by which this must be above the agreement with the plain search


@dataclass(frozen=True)
class Explanation:
    """How well another search explains the player."""

    name: str
    share: float  # of the differences that it explains
    chance: float  # the share that a random other move would explain
    agrees: float  # with the player, over all positions
    differences: int
    mistake: bool

    def __str__(self) -> str:
        return (
            f"where they differ, it chooses as if it {self.name}, in {100 * self.share:.0f}% of "
            f"{self.differences} cases (by chance {100 * self.chance:.0f}%)"
        )


def explain_player(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, error: float = 0.0
) -> Explanation | None:
    """The search that explains the player best, if one does."""
    off = {int(depth): agreement(examination, plain, depth) < 1.0 for depth in examination.depths}
    off = {depth: differs for depth, differs in off.items() if differs.sum() >= FEWEST}
    if not off:
        return None
    explanations = [
        explanation
        for other in other_searches(examination, plain, game, evaluate, error)
        if (explanation := _tested(other, examination, plain, off))
    ]
    return max(explanations, key=lambda e: (round(e.agrees, 3), e.share), default=None)


@dataclass
class _Tally:
    """Numbers of the positions that were searched again."""

    planned: int  # differences that will be looked at
    agrees: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    explained: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)

    @property
    def hopeless(self) -> bool:
        """Whether too many differences are not explained already."""
        return len(self.explained) - sum(self.explained) > self.planned - NEARLY_ALL * self.planned


def _tested(other: OtherSearch, examination: Examination, plain: str, off: Mapping[int, Column]) -> Explanation | None:
    tally = _Tally(sum(min(SAMPLE, int(differs.sum())) for differs in off.values()))
    try:
        for depth, differs in off.items():
            _count(tally, other, examination, plain, depth, np.flatnonzero(differs).tolist(), SAMPLE)
            if tally.hopeless:
                return None
        for depth, differs in off.items():
            _count(tally, other, examination, plain, depth, np.flatnonzero(~differs).tolist(), CONTROL)
    except Exception:  # the search cannot be made with this game and evaluator
        return None
    share, chance = float(np.mean(tally.explained)), float(np.mean(tally.chances))
    agrees = float(np.average(tally.agrees, weights=tally.weights))
    spread = math.sqrt(max(1e-9, sum(p * (1.0 - p) for p in tally.chances)))
    # A search in which many moves tie agrees with everything, so its choices must be more than chance in any case.
    surprising = sum(tally.explained) - sum(tally.chances) > SURPRISE * spread
    usual = 1.0 - float(np.mean([differs.mean() for differs in off.values()]))
    always = agrees >= ALWAYS and agrees >= usual + SPARE
    if surprising and (always or (share >= NEARLY_ALL and not other.always)):
        return Explanation(other.name, share, chance, agrees, len(tally.explained), other.mistake)
    return None


def _count(
    tally: _Tally, other: OtherSearch, examination: Examination, plain: str, depth: int, numbers: Sequence[int],
    wanted: int,
) -> None:  # fmt: skip
    taken = numbers[:: max(1, len(numbers) // wanted)][:wanted]
    for number in taken:
        position = examination.positions[number]
        moves, usual = other.choose(position, depth), position.chosen[plain, depth]
        share = share_among(position.chosen[PLAYER, depth], list(moves))
        tally.agrees.append(share)
        tally.weights.append(len(numbers) / len(taken))
        if wanted == SAMPLE:
            others = [move for move in position.values if move not in usual]
            tally.explained.append(share)
            tally.chances.append(sum(move in moves for move in others) / max(1, len(others)))
            if tally.hopeless:
                return
