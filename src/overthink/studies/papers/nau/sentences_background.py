"""Every sentence up to section 4 that claims something, in the paper's order."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence
from overthink.studies.papers.nau.sentences_front import DEFINITIONS, FACTORS, FRONT
from overthink.studies.papers.nau.sentences_section4 import SECTION_4

BACKGROUND: tuple[Sentence, ...] = (*FRONT, *DEFINITIONS, *FACTORS, *SECTION_4)
