"""Figures with what is in the store for them, and their claims judged on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import groupby

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.core.plain import Fields
from overthink.studies.claim import NOT_IN_PRINT, Reading, ReadingKind, Verdict
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink.studies.study import Figure, Study


@dataclass(frozen=True, repr=False)
class JudgedClaim:
    """One claim, judged."""

    study: str
    says: str
    source: str
    printed: str
    words: str
    estimate: Estimate
    verdict: Verdict
    reading: Reading
    tolerance: str

    @property
    def own(self) -> bool:
        """Whether it is a question of our own."""
        return self.printed == NOT_IN_PRINT

    def __repr__(self) -> str:
        return f"<JudgedClaim: {self.verdict}: {self.says}>"

    def as_dict(self) -> Fields:
        names = {"says": "claim", "words": "measured"}
        return {names.get(name, name): value for name, value in asdict(self).items()}


def judge(figure: Figure, samples: Samples) -> list[JudgedClaim]:
    """Every claim of a figure on these observations of it."""
    judged = []
    for claim in figure.claims:
        finding, source = claim.judge(samples), claim.source or figure.source
        judged.append(
            JudgedClaim(
                figure.name, claim.says, source, claim.printed, finding.words, finding.estimate, finding.verdict,
                claim.reading, claim.tolerance,
            )
        )  # fmt: skip
    return judged


class Held(StrEnum):
    AS_WRITTEN = "held as written"
    ELSEWHERE = "held in another reading"
    NOWHERE = "held in no reading"


@dataclass(frozen=True)
class Statement:
    """A quotation of a paper, with the claims that judge it in all studies."""

    printed: str
    claims: tuple[JudgedClaim, ...]

    @property
    def held(self) -> Held:
        """As written where all claims as written hold, in all studies; in another reading where all claims in that
        reading do."""
        readings: dict[Reading, set[Verdict]] = {}
        written = set[Verdict]()
        for claim in self.claims:
            as_written = claim.reading.kind == ReadingKind.AS_WRITTEN
            (written if as_written else readings.setdefault(claim.reading, set())).add(claim.verdict)
        if written == {Verdict.HOLDS}:
            return Held.AS_WRITTEN
        return Held.ELSEWHERE if {Verdict.HOLDS} in readings.values() else Held.NOWHERE


def paper_of(source: str) -> str:
    """The paper that a source names: "[Nau2010]" of "[Nau2010] section 5.4"."""
    return source.split("]")[0] + "]"


def statements(claims: Iterable[JudgedClaim]) -> list[Statement]:
    """Each printed statement once, whatever the number of figures, claims and readings it was judged in."""
    found: dict[tuple[str, str], list[JudgedClaim]] = {}
    for claim in claims:
        if not claim.own:
            found.setdefault((paper_of(claim.source), claim.printed), []).append(claim)
    return [Statement(printed, tuple(judged)) for (_, printed), judged in found.items()]


def count_statements(claims: Iterable[JudgedClaim]) -> dict[str, int]:
    """How many printed statements were held in which kind of reading."""
    counts = Counter(statement.held for statement in statements(claims))
    return {held.value: counts[held] for held in Held} if counts else {}


def samples_of(
    store: Store, figures: Iterable[tuple[Study, Figure]], seed: int, scale: str | None = None
) -> Iterator[tuple[Study, Figure, Samples]]:
    """Each figure with its part of a finished run of its study: at the scale, or the largest. Figures of one study that
    follow each other are read from the store at once."""
    for name, group in groupby(figures, key=lambda pair: pair[0].name):
        pairs = list(group)
        study = pairs[0][0]
        observations = study.observations(scale) if scale else store.observations(study, seed)
        if not observations:
            raise OverthinkError(f"{name} has no finished run with seed {seed}. Run 'overthink reproduce {name}'.")
        samples = store.samples(study, seed, observations)
        for _, figure in pairs:
            yield study, figure, figure.part(samples)
