"""EMM told the true type of every node: an oracle that shows what misjudged types cost. [Zuckerman2018] footnote to
Figure 6. The type, and so the formula for the error, comes from the children's true values; the rest is Algorithm 1.
"""

from __future__ import annotations

from dataclasses import replace

from overthink.core.bind import kernel
from overthink.rules.emm import EMM, flipped
from overthink.rules.win_probability import Opinion, one_more

Node = tuple[float, float, float, float]


@kernel
def start() -> Node:
    """val so far, the probabilities that the node is won and lost by the true types of its children, and whether a
    child truly wins."""
    return -1.0, 0.0, 1.0, -1.0


@kernel
def add(node: Node, message: Opinion, edge: float, truth: float) -> Node:
    val, won, lost, truly = node
    value, error = message
    won, lost = one_more(won, lost, (truth, error))
    return max(val, value), won, lost, max(truly, truth)


@kernel
def aggregate(node: Node) -> Opinion:
    val, won, lost, truly = node
    if truly > 0.0:
        return flipped(val, lost, won)
    return flipped(val, won, lost)


EMM_TRUE_TYPES = replace(
    EMM,
    name="emm-true-types",
    summary="EMM that knows the true type of every node (an oracle)",
    source="[Zuckerman2018] footnote to Figure 6",
    start=start,
    add=add,
    aggregate=aggregate,
    needs_truth=True,
    label="EMM, true types",
    colour="brown",
    fold=(*EMM.fold, "true val"),
    steps=EMM.steps._replace(
        add="val ← max(val, value)\nwon ← won + lost × P(this move wins), by its true type\n"
        "lost ← lost × P(this move loses), by its true type",
        aggregate="error ← lost if a move truly wins, else won\nif error > ½: turn val round, error ← 1 − error",
    ),
)
