"""Error-minimizing minimax: value and error travel up together, and where the static evaluation of a node is surer
than the search below it, it replaces the search. [Zuckerman2018] Figure 4 (Algorithm 1).

Read beside the figure: `add` is its loop, `aggregate` the error of the node and the flip, `settle` its last three
returns, which come to two: where both values agree, the smaller error is kept. Two slips of the figure are corrected:
the frontier returns the static error, and a terminal has error 0.

The EMM of 2009 ([Wilson2009] slides) comes to Algorithm 1 less the flip; a test holds it to the slides' own words. EMM
with true types is an oracle that shows what misjudged types cost ([Zuckerman2018] footnote to Figure 6): the type, and
so the formula for the error, comes from the children's true values; the rest is Algorithm 1.
"""

from __future__ import annotations

from dataclasses import replace

from overthink.core.arithmetic import at_most
from overthink.core.bind import kernel
from overthink.core.vocabulary import score as value_alone
from overthink.rules.product import MESSAGE, Opinion, frontier, one_more, score, terminal
from overthink.rules.rule import Rule, Steps

EmmNode = tuple[float, float, float]
FOLD = ("val", "won", "lost")
NO_FLIP = Steps(
    "val ← max(val, value)\nwon ← won + lost × P(this move wins)\nlost ← lost × P(this move loses)",
    "error ← lost if val is a win, else won",
    "own evaluation agrees: the smaller error counts\nelse the surer of the two counts, value and error",
)
STEPS = NO_FLIP._replace(aggregate=f"{NO_FLIP.aggregate}\nif error > ½: turn val round, error ← 1 − error")


@kernel
def start() -> EmmNode:
    """val = max_i(v_i) so far, and the probabilities that the node is won and lost: the latter is the product of er_i
    over winning, 1 - er_i over losing children."""
    return -1.0, 0.0, 1.0


@kernel
def add(node: EmmNode, message: Opinion) -> EmmNode:
    val, won, lost = node
    won, lost = one_more(won, lost, message)
    return max(val, message[0]), won, lost


@kernel
def aggregate_error(node: EmmNode) -> Opinion:
    """The node's error before any flip."""
    val, won, lost = node
    if val < 0.0:  # all children are losses: if any of them is wrong, this node is in error
        return val, won
    return val, lost  # error if winning children are wrong and losing children are right


@kernel
def flip(val: float, aggErr: float, rest: float) -> Opinion:
    """Flips values if aggErr is too big; `rest` is 1 - aggErr."""
    if at_most(aggErr, rest):
        return val, min(aggErr, rest)
    return -val, rest


@kernel
def aggregate(node: EmmNode) -> Opinion:
    """The value with its error, turned round where the error exceeds one half."""
    val, won, lost = node
    if val < 0.0:
        return flip(val, won, lost)
    return flip(val, lost, won)


@kernel
def settle(message: Opinion, static: float, static_error: float, remaining: int) -> Opinion:
    """The message of the search, or the node's own evaluation where that has the smaller error."""
    val, aggErr = message
    curVal, curErr = frontier(static, static_error)
    if at_most(aggErr, curErr):  # non-pathological: use minimax results
        return val, aggErr
    return curVal, curErr  # pathological: use static results


EMM = Rule(
    "emm",
    "error-minimizing minimax; the root compares value, then error",
    "[Zuckerman2018] Algorithm 1",
    *(start, add, aggregate, settle, frontier, terminal, score),
    message=MESSAGE,
    replaces=True,
    binary=True,
    label="EMM",
    colour="vermilion",
    fold=FOLD,
    steps=STEPS,
)
EMM_VALUE = replace(
    EMM,
    name="emm-value",
    summary="error-minimizing minimax; the root compares the value alone",
    score=value_alone,
    label="EMM, value alone",
    colour="sky",
)
EMM_NO_FLIP = replace(
    EMM,
    name="emm-no-flip",
    summary="error-minimizing minimax that never turns a value round",
    source="[Zuckerman2018] Algorithm 1 less its flip",
    aggregate=aggregate_error,
    label="EMM, no flip",
    colour="grey",
    steps=NO_FLIP,
)


EMM_SLIDES = replace(
    EMM_NO_FLIP,
    name="emm-slides",
    summary="the first EMM: static value wherever the search's error exceeds its own",
    source="[Wilson2009]",
    label="EMM of 2009",
    colour="purple",
    steps=NO_FLIP._replace(settle="own evaluation, if its error is smaller"),
)


TypedNode = tuple[float, float, float, float]


@kernel
def start_truly() -> TypedNode:
    """val so far, the probabilities that the node is won and lost by the true types of its children, and whether a
    child truly wins."""
    return -1.0, 0.0, 1.0, -1.0


@kernel
def add_truly(node: TypedNode, message: Opinion, edge: float, truth: float) -> TypedNode:
    """The node after one more child, whose true value, not its message's, says which error counts."""
    val, won, lost, truly = node
    value, error = message
    won, lost = one_more(won, lost, (truth, error))
    return max(val, value), won, lost, max(truly, truth)


@kernel
def aggregate_truly(node: TypedNode) -> Opinion:
    """The value with its error, by whether a child truly wins; turned round where it exceeds one half."""
    val, won, lost, truly = node
    if truly > 0.0:
        return flip(val, lost, won)
    return flip(val, won, lost)


EMM_TRUE_TYPES = replace(
    EMM,
    name="emm-true-types",
    summary="EMM that knows the true type of every node (an oracle)",
    source="[Zuckerman2018] footnote to Figure 6",
    start=start_truly,
    add=add_truly,
    aggregate=aggregate_truly,
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
