"""Figure 7, two players, top-down; the same trees have Figure 10 and the points close to its boundary."""

from dataclasses import replace

from overthink.models.top_down import TopDown
from overthink_papers.nau.trees.border import BORDER
from overthink_papers.nau.trees.fig10 import FIG10
from overthink_papers.nau.trees.surface import surface_study

TOP_DOWN = surface_study(
    7,
    TopDown,
    "two-player top-down",
    "Closest reading: utilities are put in buckets first, and noise is added to the middles of buckets. As written, "
    "with noise on real utilities, hardly any granularity is pathological.",
)
STUDY = replace(TOP_DOWN, figures=(TOP_DOWN.figure, FIG10, BORDER))
