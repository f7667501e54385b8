"""Sentences of the paper's abstract: its text is not at hand here."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

SENTENCES: tuple[Sentence, ...] = (
    Sentence(
        "[Nguyen2024] abstract",
        "Our theoretical and experimental results suggest that UCT is indeed susceptible to pathological behavior in a "
        "range of games drawn from this family.",
    ),
)
