"""Sections 1 to 4: what the paper defines, and what it says of other work."""

from __future__ import annotations

from overthink.studies.engine.coverage import Sentence

BACKGROUND: tuple[Sentence, ...] = ()
