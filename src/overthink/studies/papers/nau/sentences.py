"""Every sentence of the paper that claims something: what judges it, or why nothing does."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence
from overthink.studies.papers.nau.sentences_background import BACKGROUND

SENTENCES: tuple[Sentence, ...] = BACKGROUND
