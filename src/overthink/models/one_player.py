"""The one-player model: the leaves of the bottom-up model, and one player makes every move. [Nau2010] section 5.3"""

from __future__ import annotations

from dataclasses import dataclass

from overthink.core.errors import OverthinkError
from overthink.models.bottom_up import MIXINGS, bottom_up_leaves
from overthink.models.granular import GranularModel


@dataclass(frozen=True)
class OnePlayer(GranularModel):
    """One player, who wants the largest utility: search it with maximax.

    `cap`: the most that the probability may be that a decision at the root leads to the largest utility, without
    similarity: the lower boundary of the topmost bucket is raised until it is no more, and all others by as much. The
    paper's is one half; 1 shifts nothing.
    `clip`: by default the buckets of heuristic values go on outside [0, 1]. True keeps heuristic values in the g
    buckets of the utilities, as in the two-player models; then most lie in the topmost, and the model is pathological
    where the paper says that it is not.
    `mixing`: as for `BottomUp`.

    >>> trees = ot.OnePlayer(b=2, g=6, height=3).draw(0, 100)
    >>> print(ot.accuracy(trees, "maximax", depths=(1, 3))[3])
    0.9500 [0.8882, 0.9785] (n = 100)
    """

    mixing: str = "extremes"
    cap: float = 0.5
    clip: bool = False

    word = "one player"
    leaves = bottom_up_leaves
    turns = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._one_of("mixing", MIXINGS)
        if not 0.0 < self.cap <= 1.0:
            raise OverthinkError(f"A cap of {self.cap} is not in (0, 1]. Use a probability above 0.")

    @property
    def clipped(self) -> bool:
        return self.clip

    @property
    def option(self) -> int:
        return MIXINGS.index(self.mixing)

    def anchor(self, g: int) -> tuple[float, int]:
        lowest = (1.0 - self.cap) ** (1.0 / self.b ** (self.height - 1))
        return max(lowest, (g - 1) / g), g - 1
