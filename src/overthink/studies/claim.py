"""A claim: a published statement, how it is read, the check that judges it, and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from overthink.core.estimate import Estimate
from overthink.studies.samples import Samples


class Verdict(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    INCONCLUSIVE = "inconclusive"

    @classmethod
    def of(cls, holds: bool, fails: bool | None = None) -> Verdict:
        """A statement that holds, or fails; without `fails`, it fails where it does not hold."""
        if holds:
            return cls.HOLDS
        return cls.FAILS if fails or fails is None else cls.INCONCLUSIVE


@dataclass(frozen=True)
class Evidence:
    """What a check found: the estimate it rests on, the verdict, and in a few words what was seen."""

    verdict: Verdict
    estimate: Estimate
    words: str


Check = Callable[[Samples], Evidence]


class ReadingKind(StrEnum):
    AS_WRITTEN = "as written"
    OPEN = "another reading"  # of what the text leaves open, chosen before its numbers were known
    CLOSEST = "closest reading"  # chosen because its numbers fit


@dataclass(frozen=True)
class Reading:
    """How a claim takes the words in print, and where they leave a choice, which one."""

    kind: ReadingKind = ReadingKind.AS_WRITTEN
    words: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}" if self.words else str(self.kind)


AS_WRITTEN = Reading()
NOT_IN_PRINT = "not in print"  # a question of our own


@dataclass(frozen=True)
class Claim:
    """A published statement, and the check that says whether it holds here."""

    says: str
    printed: str  # the words in print, exactly; "…" stands for words left out
    check: Check
    source: str = ""  # where it is printed, if not where the figure is
    reading: Reading = AS_WRITTEN
    tolerance: str = ""  # how far a number may be off, and why: digits in print, the word "about"


def own_claim(says: str, check: Check) -> Claim:
    """A question of our own, and its check."""
    return Claim(says, NOT_IN_PRINT, check)
