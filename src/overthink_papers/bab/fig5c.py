"""Figure 5(c): cops and robbers as in Figure 5(a), depth 3 alone, on ten times as many boards."""

import numpy as np

from overthink.studies.samples import Cell, Setting
from overthink.studies.study import Study
from overthink_papers.bab.cops import EPSILONS, search_boards
from overthink_papers.bab.ratios_and_widths import BIN_POINTS, READINGS, bins_figure, put_in_bins

BINNED = 3


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """AMB of each board in bins of ER: float[bins, observations]."""
    instances = list(search_boards({**setting, "depth": BINNED}, start, stop, seed, EPSILONS))
    er = [each.internal / each.internal[0] for each in instances]
    return BIN_POINTS, put_in_bins(np.array(er).T, np.array([each.amb for each in instances]).T)


FIG5C = bins_figure(
    name="bab/fig5c",
    title="cops and robbers: nodes saved against width",
    source="[Atzmon2018] Figure 5(c)",
    depth=BINNED,
    caption="Cops and robbers on an open 6×6 grid with 3 cops, depth 3, searches with every ε together: the mean width "
    "of the proven interval, by the share of nodes expanded.",
    printed="the same trend that observed in previous experiment",
)

STUDY = Study(
    name="bab/fig5c",
    settings=tuple(READINGS.values()),
    run=run,
    scales={"quick": 50, "paper": 500},
    figures=(FIG5C,),
    block=50,
)
