"""Every sentence of a paper that claims something, beside the claims that judge it.

A claim quotes the words that it judges, so it belongs to the sentences of its paper in which those words stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from overthink.studies.claim import NOT_IN_PRINT, Claim
from overthink.studies.study import Figure

ELLIPSIS = "…"


@dataclass(frozen=True)
class Sentence:
    """A sentence in print that claims something."""

    source: str  # paper and section: "[Nau2010] section 5.4"
    words: str  # exactly as printed
    unjudged: str = ""  # why no study judges it

    @property
    def paper(self) -> str:
        return paper_of(self.source)

    def contains(self, quotation: str) -> bool:
        """Whether a quotation is taken from this sentence; words between its parts may be left out."""
        place = 0
        for part in quotation.split(ELLIPSIS):
            at = self.words.find(part.strip(), place)
            if at < 0:
                return False
            place = at + len(part.strip())
        return True


@dataclass(frozen=True)
class Covered:
    """A sentence, and the claims that judge it, each with its figure."""

    sentence: Sentence
    claims: tuple[tuple[Figure, Claim], ...]


def read_sentences(text: str) -> Iterator[Sentence]:
    """The sentences in a text of paragraphs. A paragraph "# …" names where those after it are printed, lines after
    a ">" say why no study judges the sentence above them, and what stands before the first source is for readers."""
    source = ""
    for paragraph in text.strip().split("\n\n"):
        words, _, unjudged = (" ".join(part.split()) for part in paragraph.partition("\n>"))
        if words.startswith("# "):
            source = words.removeprefix("# ")
        elif source:
            yield Sentence(source, words, unjudged)


def paper_of(source: str) -> str:
    """The paper that a source names: "[Nau2010]" of "[Nau2010] section 5.4"."""
    return source.split("]")[0] + "]"


def quotations(figures: Iterable[Figure]) -> list[tuple[Figure, Claim, str]]:
    """Every claim that quotes a paper, with its figure and its paper."""
    return [
        (figure, claim, paper_of(claim.source or figure.source))
        for figure in figures
        for claim in figure.claims
        if claim.printed != NOT_IN_PRINT
    ]


def cover(sentences: Sequence[Sentence], figures: Iterable[Figure]) -> list[Covered]:
    """Every sentence, in the order given, with the claims that quote it."""
    quoted = quotations(figures)
    return [
        Covered(
            sentence,
            tuple(
                (figure, claim)
                for figure, claim, paper in quoted
                if paper == sentence.paper and sentence.contains(claim.printed)
            ),
        )
        for sentence in sentences
    ]
