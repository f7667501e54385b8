"""Every sentence of the paper that claims something: what judges it, or why nothing does."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence
from overthink.studies.papers.nau.sentences_background import BACKGROUND
from overthink.studies.papers.nau.sentences_conclusions import CONCLUSIONS
from overthink.studies.papers.nau.sentences_games import GAMES
from overthink.studies.papers.nau.sentences_models import MODELS

SENTENCES: tuple[Sentence, ...] = (*BACKGROUND, *MODELS, *GAMES, *CONCLUSIONS)
