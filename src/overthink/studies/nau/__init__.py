"""[Nau2010]: when is it better not to look ahead."""

from __future__ import annotations

from overthink.studies.nau import puzzle
from overthink.studies.study import Study

STUDIES: tuple[Study, ...] = (puzzle.STUDY,)
