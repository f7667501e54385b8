"""The sentences of the papers, each with what judges it and the verdicts in a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from overthink.core.errors import unknown
from overthink.studies import collections, figures_named
from overthink.studies.claim import Verdict
from overthink.studies.coverage import Covered, Sentence, cover, read_sentences
from overthink.studies.store import FILE, Store
from overthink.studies.verdicts import judge, samples_of

Verdicts = dict[tuple[str, str], Verdict]  # by figure and by what the claim says


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence in print, and in words what judges it or why nothing does."""

    source: str
    words: str
    judged: bool
    outcome: str


def published() -> list[str]:
    """The collections whose claims quote a paper."""
    return [name for name, collection in collections().items() if collection.published]


def sentences_of(paper: str) -> tuple[Sentence, ...]:
    """Every sentence of a paper that claims something."""
    if paper not in published():
        raise unknown("paper", paper, published())
    text = files(collections()[paper].package) / "sentences.txt"
    return tuple(read_sentences(text.read_text(encoding="utf-8")))


def outcomes(papers: Sequence[str], folder: str, seed: int) -> list[JudgedSentence]:
    """Each sentence of some papers, or of all, with its verdicts where the folder has results."""
    chosen = dict.fromkeys(name.split("/")[0] for name in papers or published())
    sentences = [sentence for paper in chosen if paper in published() for sentence in sentences_of(paper)]
    figures = [figure for _, figure in figures_named("all")]
    verdicts = _verdicts(folder, seed) if (Path(folder) / FILE).exists() else {}
    return [
        JudgedSentence(
            covered.sentence.source, covered.sentence.words, bool(covered.claims), _in_words(covered, verdicts)
        )
        for covered in cover(sentences, figures)
    ]


def _verdicts(folder: str, seed: int) -> Verdicts:
    with closing(Store(folder, make=False)) as store:
        there = [pair for pair in figures_named("all") if store.observations(pair[0], seed)]
        return {
            (claim.study, claim.says): claim.verdict
            for _, figure, samples in samples_of(store, there, seed)
            for claim in judge(figure, samples)
        }


def _in_words(covered: Covered, verdicts: Verdicts) -> str:
    if not covered.claims:
        return f"not judged: {covered.sentence.unjudged}"
    parts = []
    for name, pairs in groupby(covered.claims, key=lambda pair: pair[0].name):
        group = [verdicts.get((name, claim.says)) for _, claim in pairs]
        counts = Counter(group)
        shown = [f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]]
        parts.append(f"{name}: {', '.join(shown)}" if shown else f"{name}: no results yet")
    return "; ".join(parts)
