"""Figure 8, two players, bottom-up."""

from overthink.models.bottom_up import BottomUp
from overthink_papers.nau.trees.surface import surface_study

STUDY = surface_study(
    8,
    BottomUp,
    "two-player bottom-up",
    "The text has no formula for how independent and sorted leaves are mixed; here a leaf of utility u is taken from "
    "the sorted ones with probability |2u - 1|^((1 - s)/s). With it the surface drops from s = 0 to s = .1 already, "
    "more steeply for larger b.",
)
