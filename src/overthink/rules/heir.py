"""Heir: exact inference where evaluations are wrong with a known probability and errors are inherited.

A node's evaluation is right or wrong. With probability `copied` it is right exactly if its parent's is, else it is
drawn afresh. What travels up is the probability of all evaluations below a node, together with the node's true value:
once if the node's own evaluation is right, and once if it is wrong. A parent mixes the two. Where the model is true, no
rule that judges a move by the evaluations below it decides better; where errors are independent it is the rule `bayes`.
"""

from __future__ import annotations

import math

from overthink.core.bind import kernel
from overthink.core.errors import check_number
from overthink.rules.rule import Rule, Steps

HeirNode = tuple[float, float, float, float]  # won and lost if the evaluation is right; won and lost if it is wrong
Belief = tuple[float, float, float, float, float]  # the same, up to a common factor, and the node's own error

ERROR = math.nan  # of every evaluation; not a number: what the tree says of each node
COPIED = 0.5
PRIOR = 0.5  # that a node is won for the player to move, before anything is evaluated

STEPS = Steps(
    "for a right and for a wrong evaluation of this node:\n"
    "  P(child's is wrong) ← copied × this one is wrong + (1 − copied) × error\n"
    "  won ← won × P(child's subtree) + lost × P(child's subtree, this move wins)\n"
    "  lost ← lost × P(child's subtree, this move loses)",
    "belief ← won and lost, for a right and for a wrong evaluation",
    "own evaluation says win: right means won, wrong means lost; the rest is impossible",
)


@kernel
def start() -> HeirNode:
    """No child yet: surely lost, whether the node's own evaluation is right or wrong."""
    return 0.0, 1.0, 0.0, 1.0


@kernel
def mix_cases(message: Belief, wrong: float) -> tuple[float, float]:
    """The evaluations of the child's subtree together with a won and a lost move, if the child's own is wrong with this
    probability."""
    won_right, lost_right, won_wrong, lost_wrong, _ = message
    return (1.0 - wrong) * won_right + wrong * won_wrong, (1.0 - wrong) * lost_right + wrong * lost_wrong


@kernel
def add(node: HeirNode, message: Belief) -> HeirNode:
    """The node after one more child, for a right and for a wrong evaluation of its own."""
    won_right, lost_right, won_wrong, lost_wrong = node
    fresh = (1.0 - COPIED) * message[4]
    wins, loses = mix_cases(message, fresh)
    won_right, lost_right = won_right * (wins + loses) + lost_right * wins, lost_right * loses
    wins, loses = mix_cases(message, COPIED + fresh)
    won_wrong, lost_wrong = won_wrong * (wins + loses) + lost_wrong * wins, lost_wrong * loses
    return won_right, lost_right, won_wrong, lost_wrong


@kernel
def aggregate(node: HeirNode) -> Belief:
    """The common factor is taken out, so that nothing grows too small in a large tree."""
    won_right, lost_right, won_wrong, lost_wrong = node
    most = max(won_right, lost_right, won_wrong, lost_wrong)
    if most == 0.0:  # certainties that contradict one another say nothing
        return PRIOR, 1.0 - PRIOR, PRIOR, 1.0 - PRIOR, 0.5
    return won_right / most, lost_right / most, won_wrong / most, lost_wrong / most, 0.5


@kernel
def settle(message: Belief, static: float, static_error: float, remaining: int) -> Belief:
    """The belief without the cases that the node's own evaluation excludes, and the error of that evaluation."""
    won_right, lost_right, won_wrong, lost_wrong, _ = message
    error = static_error if math.isnan(ERROR) else ERROR
    if static > 0.0 and (1.0 - error) * won_right + error * lost_wrong > 0.0:
        return won_right, 0.0, 0.0, lost_wrong, error
    if static < 0.0 and (1.0 - error) * lost_right + error * won_wrong > 0.0:
        return 0.0, lost_right, won_wrong, 0.0, error
    return won_right, lost_right, won_wrong, lost_wrong, error  # it favours neither side, or the search refutes it


@kernel
def frontier(static: float, static_error: float) -> Belief:
    """The belief at a leaf: the prior, and its own evaluation."""
    return settle((PRIOR, 1.0 - PRIOR, PRIOR, 1.0 - PRIOR, 0.5), static, static_error, 0)


@kernel
def terminal(utility: float, remaining: int) -> Belief:
    """The belief at the end of the game: won, lost or, in a draw, either."""
    won = 1.0 if utility > 0.0 else (0.0 if utility < 0.0 else 0.5)
    return won, 1.0 - won, won, 1.0 - won, 0.5


@kernel
def turned(message: Belief) -> Belief:
    """The belief as the other player sees it: won and lost change places."""
    won_right, lost_right, won_wrong, lost_wrong, error = message
    return lost_right, won_right, lost_wrong, won_wrong, error


@kernel
def value(message: Belief) -> float:
    won, lost = mix_cases(message, message[4])
    return (won - lost) / (won + lost) if won + lost > 0.0 else 0.0


@kernel
def score(message: Belief, edge: float) -> float:
    won, lost = mix_cases(message, message[4])
    if won + lost == 0.0:  # certainties that contradict one another
        return 1.0
    return won / lost if lost > 0.0 else math.inf


def heir(error: float | None = None, copied: float = COPIED, prior: float = PRIOR) -> Rule:
    """The rule for evaluations that copy some errors of their parents.

    `error`: the probability that an evaluation is wrong; what the tree says of each node if None. `copied`: the
    probability that a node copies its parent's error. `prior`: the probability that a node where the search stops is
    won for the player to move.

    >>> import overthink as ot
    >>> tree = ot.Tree.literal([[1, -1], [-1, -1]], static=1, error=0.2)
    >>> ot.decide(tree, rule=ot.heir(copied=0.9), depth=2).moves
    (0,)
    """
    for name, chance in (("error", error or 0), ("copied", copied), ("prior", prior)):
        check_number(name, chance, 0, 1)
    share = "half" if copied == COPIED else f"{copied:g}"
    own = {"ERROR": ERROR if error is None else float(error)}
    return Rule(
        "heir" if (error, copied, prior) == (None, COPIED, PRIOR) else f"heir-{error}-{copied:g}-{prior:g}",
        f"exact inference where errors are inherited: {share} of them are copied from the parent",
        "Overthink",
        start=start,
        add=add.bind(COPIED=float(copied)),
        aggregate=aggregate.bind(PRIOR=float(prior)),
        settle=settle.bind(**own),
        frontier=frontier.bind(PRIOR=float(prior), settle=settle.bind(**own)),
        terminal=terminal,
        score=score,
        turned=turned,
        value=value,
        message=("won_right", "lost_right", "won_wrong", "lost_wrong", "error"),
        binary=True,
        colour="olive",
        fold=("won if right", "lost if right", "won if wrong", "lost if wrong"),
        steps=STEPS,
    )


HEIR = heir()
