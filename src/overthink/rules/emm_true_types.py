"""EMM told the true type of every node: an oracle that shows what misjudged types cost. [Zuckerman2018] footnote to
Figure 6. The type, and so the formula for the error, comes from the children's true values; the rest is Algorithm 1.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.emm import settle
from overthink.rules.rule import Rule
from overthink.rules.win_probability import frontier, loss_probability, score, terminal

Node = tuple[float, float, float]


@kernel
def start() -> Node:
    """val so far, the product over children by their true type, and whether a child truly wins."""
    return -1.0, 1.0, -1.0


@kernel
def add(node: Node, value: float, error: float, truth: float, edge: float) -> Node:
    val, product, truly = node
    return max(val, value), product * loss_probability(truth, error), max(truly, truth)


@kernel
def aggregate(node: Node) -> tuple[float, float]:
    val, product, truly = node
    aggErr = product if truly > 0.0 else 1.0 - product
    if aggErr > 0.5:
        return -val, 1.0 - aggErr
    return val, aggErr


EMM_TRUE_TYPES = Rule(
    "emm-true-types",
    "EMM that knows the true type of every node (an oracle)",
    "[Zuckerman2018] footnote to Figure 6",
    *(start, add, aggregate, settle, frontier, terminal, score),
    reads_inside=True,
    replaces=True,
    needs_truth=True,
    binary=True,
)
