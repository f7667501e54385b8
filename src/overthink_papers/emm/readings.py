"""What the figures of board splitting share: readings of p and of the depths, and the paper's last word on EMM."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from overthink.core.estimate import Sample
from overthink.studies.checks import FLAT, always_better, falls, never_falls
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind, Verdict
from overthink.studies.samples import Samples
from overthink_papers.experiments.accuracy import SQUARES

ALL = tuple(range(1, 12))  # every depth of a game of 11 turns
CONCLUSIONS = "[Zuckerman2018] section 7"
BEST = "it always performed best or nearly identical to minimax"
SLIGHT = "2 points: print calls EMM's own drop from depth 7 to 9 slight, and EMM not pathological"
INTRODUCTION = "[Zuckerman2018] section 1"
NOWHERE = "EMM exhibits no pathology even in situations where minimax does exhibit pathology"
# The paper gives no p. Half is the plainest; at the other, 1 - w with w = 1 - w², neither side is favoured.
SQUARE_WORDS = {SQUARES[0]: "p = .5", SQUARES[1]: "p = .382"}


def with_squares(p: float, *words: str, kind: ReadingKind = ReadingKind.AS_WRITTEN) -> Reading:
    """A reading with this probability of a square, and with more words; as written only if p is the plainest."""
    plain = kind == ReadingKind.AS_WRITTEN and p != SQUARES[0]
    return Reading(ReadingKind.OPEN if plain else kind, ", ".join((SQUARE_WORDS[p], *words)))


def half_or_balanced(p: float) -> Reading:
    """The same for any branching factor, each of which has its own balanced p."""
    return with_squares(p) if p == SQUARES[0] else Reading(ReadingKind.OPEN, "p where neither side is favoured")


def best_or_nearly(
    at: str, pairs: Callable[[Samples], Sequence[Sequence[Sample]]], reading: Reading, rivals: str = "minimax"
) -> Claim:
    """EMM is nowhere more than a little below its rivals."""

    def check(samples: Samples) -> Evidence:
        return always_better(pairs(samples), by=-FLAT)

    return Claim(
        f"{at}EMM is at most 2 points below {rivals}",
        BEST,
        check,
        source=CONCLUSIONS,
        reading=reading,
        tolerance="nearly identical: 2 points",
    )


def nowhere(at: str, curves: Callable[[Samples], tuple[Sequence[Sample], Sequence[Sample]]], reading: Reading) -> Claim:
    """EMM's curve does not fall where that of minimax does, which has no last depth, at which the game is solved. A
    situation in which minimax does not surely get worse says nothing."""

    def check(samples: Samples) -> Evidence:
        emm, minimax = curves(samples)
        finding, situation = never_falls(emm), falls(minimax)
        if situation.verdict == Verdict.HOLDS:
            return finding
        return replace(finding, verdict=Verdict.INCONCLUSIVE, words=f"minimax is not surely worse: {situation.words}")

    says = f"{at}EMM stays as good where minimax falls (odd depths)"
    return Claim(says, NOWHERE, check, INTRODUCTION, reading, SLIGHT)
