"""[Abdelbar2012]: Althöfer's negamax and its alpha-beta form."""

from __future__ import annotations

from overthink.studies.althofer import nodes, pathology
from overthink.studies.study import Study

STUDIES: tuple[Study, ...] = (pathology.STUDY, nodes.STUDY)
