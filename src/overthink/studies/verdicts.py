"""Figures with what is in the store for them, and their claims judged on it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import groupby

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.core.plain import Fields
from overthink.report import shipped
from overthink.studies import collections
from overthink.studies.claim import AS_WRITTEN, NOT_IN_PRINT, Reading, ReadingKind, Verdict
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink.studies.study import Figure, Study
from overthink.studies.words import rule

NAMES = {"says": "claim", "words": "measured"}  # of fields, for other programs


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
    shipped: bool = False  # judged on the run at the paper's scale that comes with the package

    @property
    def own(self) -> bool:
        """Whether it is a question of our own."""
        return self.printed == NOT_IN_PRINT

    @property
    def rule(self) -> str:
        """How it is judged: what the published words mean, and how far a number may be off."""
        return "" if self.own else rule(self.printed, self.tolerance)

    def __repr__(self) -> str:
        return f"<JudgedClaim: {self.verdict}: {self.says}>"

    def as_dict(self) -> Fields:
        """As written to JSON."""
        return {NAMES.get(name, name): value for name, value in asdict(self).items() if name != "shipped"}

    @classmethod
    def read(cls, values: Fields) -> JudgedClaim:
        """A claim from the fields that `as_dict` wrote, also where they come back from JSON."""
        found: Fields = {name: values[NAMES.get(name, name)] for name in cls.__annotations__ if name != "shipped"}
        numbers: Fields = {name: math.nan if number is None else number for name, number in found["estimate"].items()}
        kind = ReadingKind(found["reading"]["kind"])
        words = found["reading"]["words"]
        verdict = Verdict(found["verdict"])
        return cls(**found | {"estimate": Estimate(**numbers), "verdict": verdict, "reading": Reading(kind, words)})


def settle_by_shipped(claim: JudgedClaim) -> JudgedClaim:
    """The claim as its shipped run decides it, if what was judged here is too little to decide."""
    if claim.verdict == Verdict.INCONCLUSIVE:
        for other in map(JudgedClaim.read, shipped.claims_of(claim.study)):
            same = (other.says, other.printed) == (claim.says, claim.printed)
            if same and other.verdict != Verdict.INCONCLUSIVE:
                return replace(other, shipped=True)
    return claim


def judge(figure: Figure, samples: Samples) -> list[JudgedClaim]:
    """Every claim of a figure on these observations of it."""
    judged = []
    for claim in figure.claims:
        try:
            finding = claim.judge(samples)
            source = claim.source or figure.source
        except OverthinkError as exc:
            raise OverthinkError(f"The claim “{claim.says}” of {figure.name} cannot be judged: {exc}") from None
        judged.append(
            JudgedClaim(
                figure.name, claim.says, source, claim.printed, finding.words, finding.estimate, finding.verdict,
                claim.reading, claim.tolerance,
            )
        )  # fmt: skip
    return judged


class Held(StrEnum):
    """How a printed statement fares, over all its claims."""

    AS_WRITTEN = "as written"  # and no other reading of what the text leaves open fails
    OPEN = "in an open reading"  # of what the text leaves open, chosen before its numbers were known; none fails
    DEPENDS = "depends on the reading"  # holds as written or in an open reading, and fails in another of these
    FITTED = "only in a fitted reading"  # chosen because its numbers fit
    UNDECIDED = "undecided"
    NOT_AS_WRITTEN = "fails as written, another reading undecided"
    NOWHERE = "fails in every reading tried"


HELD_IN = {
    ReadingKind.AS_WRITTEN: Held.AS_WRITTEN,
    ReadingKind.OPEN: Held.OPEN,
    ReadingKind.CLOSEST: Held.FITTED,
}


@dataclass(frozen=True)
class Statement:
    """A quotation of a paper, with the claims that judge it in all studies."""

    printed: str
    claims: tuple[JudgedClaim, ...]

    def in_readings(self) -> dict[Reading, set[Verdict]]:
        """The verdicts in each reading. What is left open in a claim as written does not make it another reading. A
        reading that takes the place of a claim as written in one study leaves those of other studies as they are."""
        claims = [
            replace(claim, reading=AS_WRITTEN) if claim.reading.kind == ReadingKind.AS_WRITTEN else claim
            for claim in self.claims
        ]
        found: dict[Reading, set[Verdict]] = {}
        for reading in dict.fromkeys(claim.reading for claim in claims):
            studies = {claim.study for claim in claims if claim.reading == reading}
            written = [claim for claim in claims if claim.reading == AS_WRITTEN]
            others = [claim for claim in written if claim.study not in studies]
            kept = others if len(others) < len(written) else []
            found[reading] = {claim.verdict for claim in (*claims, *kept) if claim.reading == reading or claim in kept}
        return found

    @property
    def reading(self) -> Reading | None:
        """The reading in which all claims hold, in all studies: as written before an open one before a fitted one; None
        if there is none."""
        held = [reading for reading, verdicts in self.in_readings().items() if verdicts == {Verdict.HOLDS}]
        return min(held, key=lambda reading: [*ReadingKind].index(reading.kind), default=None)

    @property
    def held(self) -> Held:
        """In which reading the statement holds, or how it does not."""
        failed = {reading for reading, verdicts in self.in_readings().items() if Verdict.FAILS in verdicts}
        if self.reading is not None:
            fitted = self.reading.kind == ReadingKind.CLOSEST
            depends = not fitted and any(reading.kind != ReadingKind.CLOSEST for reading in failed)
            return Held.DEPENDS if depends else HELD_IN[self.reading.kind]
        if len(failed) == len(self.in_readings()):
            return Held.NOWHERE
        return Held.NOT_AS_WRITTEN if AS_WRITTEN in failed else Held.UNDECIDED

    @property
    def shown(self) -> str:
        """How it fares, in words: with the number of readings where all fail, or where only one was tried."""
        tried = len(self.in_readings())
        held = self.held
        if held == Held.NOWHERE:
            return f"{held} ({tried})" if tried > 1 else "fails in the only reading tried"
        return f"{held} (one reading tried)" if tried == 1 and held != Held.AS_WRITTEN else str(held)

    @property
    def decisive(self) -> JudgedClaim:
        """The claim that decides: of the reading in which it holds, or the first that fails, or that is undecided."""
        if self.reading is not None:
            if self.reading == AS_WRITTEN:  # with any words
                return next(claim for claim in self.claims if claim.reading.kind == self.reading.kind)
            return next(claim for claim in self.claims if claim.reading == self.reading)
        return next(claim for claim in self.claims if claim.verdict == self.verdict)

    @property
    def verdict(self) -> Verdict:
        """Holds in some reading; fails if it does in all, or as written."""
        if self.reading is not None:
            return Verdict.HOLDS
        return Verdict.of(False, fails=self.held != Held.UNDECIDED)

    @property
    def shipped(self) -> bool:
        """Whether a shipped run decided some of its claims."""
        return any(claim.shipped for claim in self.claims)

    @property
    def on_experiments(self) -> bool:
        """Whether it stands where its paper reports experiments of its own, and not theory or earlier work."""
        place = self.claims[0].source.partition("] ")[2]
        patterns = (collection.experiments for name, collection in collections().items() if name in self.papers)
        return any(pattern and re.search(pattern, place) for pattern in patterns)

    @property
    def papers(self) -> set[str]:
        return {study.split("/")[0] for study in self.studies}

    @property
    def studies(self) -> list[str]:
        return list(dict.fromkeys(claim.study for claim in self.claims))


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


def sum_up(claims: Iterable[JudgedClaim]) -> str:
    """The tally of printed statements in two sentences, which README, the paper and reports quote."""
    found = statements(claims)
    counts = Counter(statement.held for statement in found)
    once = sum(statement.held == Held.NOWHERE and len(statement.in_readings()) == 1 for statement in found)
    sentences = {
        Held.AS_WRITTEN: "{} hold as written",
        Held.OPEN: "{} in an open reading",
        Held.DEPENDS: "{} depend on the reading",
        Held.FITTED: "{} hold only in a fitted one",
        Held.UNDECIDED: "{} are undecided",
        Held.NOT_AS_WRITTEN: "{} fail as written while another reading is undecided",
        Held.NOWHERE: f"{{}} fail in every reading tried ({once} of these had only one reading)",
    }
    *parts, last = [sentence.format(counts[held]) for held, sentence in sentences.items() if counts[held]]
    tally = f"Of {len(found)} published statements, {', '.join(parts)}{' and ' if parts else ''}{last}."
    own = [statement for statement in found if statement.on_experiments]
    if not own or len(own) == len(found):
        return tally
    inside = sum(statement.held == Held.AS_WRITTEN for statement in own)
    outside = counts[Held.AS_WRITTEN] - inside
    return (
        f"{tally} As written hold {inside} of the {len(own)} on the papers' own experiments, and {outside} of the "
        f"{len(found) - len(own)} on theory and background."
    )


def no_run(store: Store, study: Study, seed: int, name: str) -> OverthinkError:
    """The error for a study without a finished run. What is there may be of other code: a changed study is another."""
    here = f"'{store.path.parent}' has results of {name}, but none with seed {seed} of the study as it is now"
    nothing = f"There are no results of {name} with seed {seed} in '{store.path.parent}'"
    return OverthinkError(f"{here if study.name in store.studies() else nothing}. Run 'overthink reproduce {name}'.")


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
            raise no_run(store, study, seed, name)
        samples = store.samples(study, seed, observations)
        for _, figure in pairs:
            yield study, figure, figure.part(samples)
