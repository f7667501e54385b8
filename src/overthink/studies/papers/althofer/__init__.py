"""[Abdelbar2012]: Althöfer's negamax and its alpha-beta form."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.althofer import burden, evaluation, nodes, pathology, rate

STUDIES: tuple[Study, ...] = (evaluation.STUDY, rate.STUDY, pathology.STUDY, nodes.STUDY, burden.STUDY)
