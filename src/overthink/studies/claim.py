"""A claim: a published statement, how it is read, the check that judges it, and the verdict."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from overthink.core.errors import require
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

    @property
    def mark(self) -> str:
        return {"holds": "✓", "fails": "✗", "inconclusive": "?"}[self]


@dataclass(frozen=True)
class Evidence:
    """What a check found: the estimate it rests on, the verdict, and in a few words what was seen. `margins` say how
    far each number that was compared is beyond its limit: the claim is true where all are above 0."""

    verdict: Verdict
    estimate: Estimate
    words: str
    margins: tuple[float, ...] = ()


class ClaimCheck(ABC):
    """What judges a claim: a value that says itself in words (`str`)."""

    @abstractmethod
    def judge(self, samples: Samples) -> Evidence:
        """What these samples say of it."""


class ReadingKind(StrEnum):
    AS_WRITTEN = "as written"
    OPEN = "another reading"  # of what the text leaves open, chosen before its numbers were known
    CLOSEST = "closest reading"  # chosen because its numbers fit


@dataclass(frozen=True)
class Reading:
    """How a claim takes the published words, and where they leave a choice, which one."""

    kind: ReadingKind = ReadingKind.AS_WRITTEN
    words: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}" if self.words else str(self.kind)


AS_WRITTEN = Reading()
NOT_IN_PRINT = "not published"  # a question of our own


@dataclass(frozen=True)
class Claim:
    """A published statement, and the check that says whether it holds here. The check may be a function as well."""

    says: str
    printed: str  # the published words, exactly; "…" stands for words left out
    check: ClaimCheck | Callable[[Samples], Evidence]
    source: str = ""  # where it is printed, if not where the figure is
    reading: Reading = AS_WRITTEN
    tolerance: str = ""  # how far a number may be off, and why: published digits, the word "about"

    def judge(self, samples: Samples) -> Evidence:
        """What the check finds in these samples."""
        found = self.check.judge(samples) if isinstance(self.check, ClaimCheck) else self.check(samples)
        words = "The check of the claim {} returned {}; it must return an Evidence: a verdict, an estimate and words."
        require(isinstance(found, Evidence), words, self.says, found)
        return found


def quote(
    printed: str,
    check: ClaimCheck,
    reading: Reading = AS_WRITTEN,
    source: str = "",
    tolerance: str = "",
    says: str = "",
) -> Claim:
    """A sentence of a paper, its check, and the reading. It says what the check says, unless other words are given."""
    words = f"{reading.words}: {check}" if reading.words else str(check)
    return Claim(says or words, printed, check, source, reading, tolerance)


def own_claim(check: ClaimCheck, says: str = "") -> Claim:
    """A question of our own: its check, and other words than the check's where these would mislead."""
    return Claim(says or str(check), NOT_IN_PRINT, check)
