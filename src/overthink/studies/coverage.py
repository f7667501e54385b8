"""Every sentence of a paper that claims something: the verdicts of the claims that quote it, or why no study judges it.

Claims quote what they judge. What nothing judges stands in `sentences.txt` beside the paper's studies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from overthink.core.errors import check_known
from overthink.studies import collections, figures_named
from overthink.studies.claim import NOT_IN_PRINT, Claim, Verdict
from overthink.studies.store import FILE, Store
from overthink.studies.study import Figure
from overthink.studies.verdicts import judge, paper_of, samples_of

Quoted = tuple[Figure, Claim]
VerdictOf = dict[tuple[str, str], Verdict]  # by figure and by what the claim says


@dataclass(frozen=True)
class Sentence:
    """Published words that claim something, and what judges them or why nothing does."""

    source: str  # paper and section: "[Nau2010] section 5.4"
    words: str  # exactly as printed; "…" stands for words left out
    judged: bool
    outcome: str


def published_collections() -> list[str]:
    """The collections whose claims quote a paper."""
    return [name for name, collection in collections().items() if collection.published]


def unjudged_sentences(paper: str) -> tuple[Sentence, ...]:
    """Every sentence of a paper that claims something and that no study judges."""
    check_known("paper", paper, published_collections())
    text = files(collections()[paper].package) / "sentences.txt"
    return tuple(read_sentences(text.read_text(encoding="utf-8")))


def read_sentences(text: str) -> Iterator[Sentence]:
    """The sentences in a text of paragraphs. A paragraph "# …" names where those after it are printed, lines after
    a ">" say why no study judges the sentence above them, and what stands before the first source is for readers."""
    source = ""
    for paragraph in text.strip().split("\n\n"):
        words, _, reason = (" ".join(part.split()) for part in paragraph.partition("\n>"))
        if words.startswith("# "):
            source = words.removeprefix("# ")
        elif source:
            yield Sentence(source, words, False, f"not judged: {reason}" if reason else "")


def quotations(figures: Iterable[Figure]) -> dict[tuple[str, str], list[Quoted]]:
    """The claims of some figures by where they are printed and what they quote. Each quotation of a paper is one
    statement, whatever the number of its claims; its source is that of its first claim."""
    found: dict[tuple[str, str], list[Quoted]] = {}
    first: dict[tuple[str, str], str] = {}
    for figure in figures:
        for claim in figure.claims:
            if claim.printed != NOT_IN_PRINT:
                source = claim.source or figure.source
                place = first.setdefault((paper_of(source), claim.printed), source)
                found.setdefault((place, claim.printed), []).append((figure, claim))
    return found


def outcomes(papers: Sequence[str], folder: str, seed: int) -> list[Sentence]:
    """Each sentence of some papers, or of all, with its verdicts where the folder has results; by their sources."""
    sentences: list[Sentence] = []
    verdicts = _verdicts(folder, seed) if (Path(folder) / FILE).exists() else {}
    for paper in dict.fromkeys(name.split("/")[0] for name in papers or published_collections()):
        rest = unjudged_sentences(paper)
        judged = [
            Sentence(source, printed, True, _in_words(claims, verdicts))
            for (source, printed), claims in quotations(figure for _, figure in figures_named(paper)).items()
        ]
        order = list(dict.fromkeys(sentence.source for sentence in (*rest, *judged)))
        sentences += sorted((*judged, *rest), key=lambda sentence: order.index(sentence.source))
    return sentences


def _verdicts(folder: str, seed: int) -> VerdictOf:
    with closing(Store(folder, make=False)) as store:
        there = [pair for pair in figures_named("all") if store.observations(pair[0], seed)]
        return {
            (claim.study, claim.says): claim.verdict
            for _, figure, samples in samples_of(store, there, seed)
            for claim in judge(figure, samples)
        }


def _in_words(claims: Sequence[Quoted], verdicts: VerdictOf) -> str:
    counts: dict[str, Counter[Verdict | None]] = {}
    for figure, claim in claims:
        counts.setdefault(figure.name, Counter())[verdicts.get((figure.name, claim.says))] += 1
    parts = []
    for name, found in counts.items():
        shown = [f"{found[verdict]} {verdict}" for verdict in Verdict if found[verdict]]
        parts.append(f"{name}: {', '.join(shown) or 'no results yet'}")
    return "; ".join(parts)
