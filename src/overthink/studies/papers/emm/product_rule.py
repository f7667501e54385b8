"""What Figures 11 and 12 share: EMM, minimax and the product rule at branching factors 2 and 3.

The paper gives no heights. With b = 3 a P-game of p = .5 is almost never nontrivial beyond height 7, so b = 3 is played
at height 7, and b = 2 at height 11 as in Figure 6.
"""

from __future__ import annotations

from overthink.studies.engine.study import Setting

HEIGHT = {2: 11, 3: 7}
DEPTHS = {2: (1, 3, 5, 7, 9, 11), 3: (1, 3, 5, 7)}
RULES = ("minimax", "product", "emm", "emm-value")


def depths(setting: Setting) -> tuple[int, ...]:
    return DEPTHS[setting["b"]]
