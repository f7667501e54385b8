"""[Abdelbar2012]: Althöfer's negamax and its alpha-beta form."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.althofer import nodes, pathology

STUDIES: tuple[Study, ...] = (pathology.STUDY, nodes.STUDY)
