from __future__ import annotations

from overthink.studies.study import Study

STUDIES: tuple[Study, ...] = ()
