"""[Nau2010]: when is it better not to look ahead."""

from __future__ import annotations

from overthink.studies.nau import fig14, puzzle
from overthink.studies.study import Study

STUDIES: tuple[Study, ...] = (fig14.STUDY, puzzle.STUDY)
