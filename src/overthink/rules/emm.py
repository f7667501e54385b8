"""Error-minimizing minimax: value and error travel up together, and where the static evaluation of a node is surer
than the search below it, it replaces the search. [Zuckerman2018] Figure 4 (Algorithm 1).

Read beside the figure: `add` is its loop, `aggregate` the error of the node and the flip, `settle` its last three
returns. Two slips of the figure are mended: the frontier returns the static error, and a terminal has error 0.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.rule import Rule, score
from overthink.rules.win_probability import frontier, loss_probability, terminal
from overthink.rules.win_probability import score as value_then_error

Node = tuple[float, float]


@kernel
def start() -> Node:
    """val = max_i(v_i) so far, and the product of er_i over winning, 1 - er_i over losing children."""
    return -1.0, 1.0


@kernel
def add(node: Node, value: float, error: float, truth: float, edge: float) -> Node:
    val, product = node
    return max(val, value), product * loss_probability(value, error)


@kernel
def aggregate_error(node: Node) -> tuple[float, float]:
    """The node's error before any flip."""
    val, product = node
    if val < 0.0:  # all children are losses: if any of them is wrong, this node is in error
        return val, 1.0 - product
    return val, product  # error if winning children are wrong and losing children are right


@kernel
def aggregate(node: Node) -> tuple[float, float]:
    val, aggErr = aggregate_error(node)
    if aggErr > 0.5:  # flip values if aggErr is too big
        return -val, 1.0 - aggErr
    return val, aggErr


@kernel
def settle(val: float, aggErr: float, static: float, static_error: float, remaining: int) -> tuple[float, float]:
    curVal, curErr = frontier(static, static_error)
    if curVal == val:
        return curVal, min(curErr, aggErr)
    if curErr >= aggErr:  # non-pathological: use minimax results
        return val, aggErr
    return curVal, curErr  # pathological: use static results


EMM = Rule(
    "emm",
    "error-minimizing minimax; the root compares value, then error",
    "[Zuckerman2018] Algorithm 1",
    *(start, add, aggregate, settle, frontier, terminal, value_then_error),
    reads_inside=True,
    replaces=True,
    binary=True,
)
EMM_VALUE = Rule(
    "emm-value",
    "error-minimizing minimax; the root compares the value alone",
    "[Zuckerman2018] Algorithm 1",
    *(start, add, aggregate, settle, frontier, terminal, score),
    reads_inside=True,
    replaces=True,
    binary=True,
)
EMM_NO_FLIP = Rule(
    "emm-no-flip",
    "error-minimizing minimax that never turns a value round",
    "[Zuckerman2018] Algorithm 1 less its flip",
    *(start, add, aggregate_error, settle, frontier, terminal, value_then_error),
    reads_inside=True,
    replaces=True,
    binary=True,
)
