"""Figure 9, one player."""

from overthink.models.bottom_up import OnePlayer
from overthink.models.granular import ONE_PLAYER_GRAINS
from overthink_papers.nau.readings import REAL
from overthink_papers.nau.trees.surface import surface_study

STUDY = surface_study(
    9,
    lambda b, s, reading: OnePlayer(b=b, s=s, reading=reading, clip=reading == REAL),
    "one-player",
    "One player, who wants the most. On real utilities heuristic values are converted to g values, as the text has it, "
    "so that they are clipped; on buckets, the closest reading, the buckets continue outside [0, 1].",
    ONE_PLAYER_GRAINS,
    3,
)
