"""How much worse the deeper search decides. [Nau2010] eq. 6."""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.measure.paired import ratio


def degree_of_pathology(deep: Sample, shallow: Sample) -> Estimate:
    """p(i, j), the ratio of mean decision errors of a deeper and a shallower search of the same positions, given
    P_opt of each. Above 1, looking further ahead makes decisions worse. eq. 6"""
    return ratio(1.0 - np.asarray(deep), 1.0 - np.asarray(shallow))
