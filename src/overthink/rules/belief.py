"""Belief: exact inference in the models of Nau et al. without local similarity. What travels up is the probability of
each bucket of the node's utility, together with all evaluations below it.

Leaves are independent, so the utilities of sisters are. The best of two moves is in bucket k if one is there and the
other is there or below. The node's own evaluation multiplies what the search says by its probability in each bucket.
The root compares mean utilities: where the model is true, no rule that judges a move by the evaluations below it has a
smaller regret.

Everything is to the player to move. A value above 0 is Max's own; Min sees it with the other sign, and buckets in the
other order.
"""

from __future__ import annotations

import numpy as np

from overthink.core.bind import AnyKernel, kernel
from overthink.core.checked import checked_depth
from overthink.core.errors import OverthinkError, shown
from overthink.core.kinds import Column
from overthink.models.exact import heuristic_law, leaf_law, raised
from overthink.models.granular import GranularModel
from overthink.rules.rule import LONGEST, Rule, Steps

Buckets = tuple[float, float, float, float, float, float, float, float]  # from bad to good; the last ones may be unused

G = 8
LAWS = np.full((2, LONGEST), 1.0 / LONGEST)  # of utilities, to Max, by the plies that are left to look ahead
LIKELIHOOD = np.eye(LONGEST)  # of each heuristic bucket, given the bucket

STEPS = Steps(
    "for each bucket k, from bad to good:\n  best[k] ← best[k] × P(move ≤ k) + P(best < k) × move[k]",
    "belief ← best",
    "belief[k] ← belief[k] × P(own evaluation | k)",
)


@kernel
def start() -> Buckets:
    """Before the first move, nothing is better than the worst."""
    return 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@kernel
def sums(message: Buckets) -> Buckets:
    """The probability of each bucket or a worse one."""
    a, b, c, d, e, f, g, h = message
    b, c = a + b, a + b + c
    d, e = c + d, c + d + e
    f, g = e + f, e + f + g
    return a, b, c, d, e, f, g, g + h


@kernel
def add(node: Buckets, message: Buckets) -> Buckets:
    """Nothing is subtracted, so that all stay exact to the last digits."""
    n, m = sums(node), sums(message)
    return (
        node[0] * m[0],
        node[1] * m[1] + n[0] * message[1],
        node[2] * m[2] + n[1] * message[2],
        node[3] * m[3] + n[2] * message[3],
        node[4] * m[4] + n[3] * message[4],
        node[5] * m[5] + n[4] * message[5],
        node[6] * m[6] + n[5] * message[6],
        node[7] * m[7] + n[6] * message[7],
    )


@kernel
def aggregate(node: Buckets) -> Buckets:
    """The sum is made 1, so that nothing grows too small in a large tree."""
    a, b, c, d, e, f, g, h = node
    total = sums(node)[7]
    return a / total, b / total, c / total, d / total, e / total, f / total, g / total, h / total


@kernel
def bucket(value: float) -> int:
    """The bucket of a value in [0, 1]."""
    return min(int(abs(value) * G), G - 1)


@kernel
def to_max(number: int, static: float) -> int:
    """The number of a bucket in Max's order; an evaluation below 0 is Min's."""
    return number if static > 0.0 else max(G - 1 - number, 0)


@kernel
def likely(number: int, static: float) -> float:
    """The probability of the node's own evaluation if its utility is in this bucket."""
    return LIKELIHOOD[to_max(number, static), bucket(static)] if number < G else 0.0


@kernel
def weighed(message: Buckets, static: float) -> Buckets:
    """Each bucket times the probability of the node's own evaluation in it."""
    a, b, c, d, e, f, g, h = message
    return (
        a * likely(0, static), b * likely(1, static), c * likely(2, static), d * likely(3, static),
        e * likely(4, static), f * likely(5, static), g * likely(6, static), h * likely(7, static),
    )  # fmt: skip


@kernel
def expected(number: int, static: float, remaining: int) -> float:
    """The probability of a bucket before anything is evaluated."""
    return LAWS[min(remaining, len(LAWS) - 1), to_max(number, static)] if number < G else 0.0


@kernel
def opinion(static: float, remaining: int) -> Buckets:
    """What the node's own evaluation says, without a search."""
    law = (
        expected(0, static, remaining), expected(1, static, remaining), expected(2, static, remaining),
        expected(3, static, remaining), expected(4, static, remaining), expected(5, static, remaining),
        expected(6, static, remaining), expected(7, static, remaining),
    )  # fmt: skip
    return aggregate(weighed(law, static))


@kernel
def settle(message: Buckets, static: float, static_error: float, remaining: int) -> Buckets:
    product = weighed(message, static)
    if sums(product)[7] == 0.0:  # the search refutes the evaluation
        return message
    return aggregate(product)


@kernel
def frontier(static: float, static_error: float) -> Buckets:
    return opinion(static, 0)


@kernel
def terminal(utility: float, remaining: int) -> Buckets:
    own = bucket(utility) if utility > 0.0 else G - 1 - bucket(utility)
    return (
        1.0 * (own == 0), 1.0 * (own == 1), 1.0 * (own == 2), 1.0 * (own == 3),
        1.0 * (own == 4), 1.0 * (own == 5), 1.0 * (own == 6), 1.0 * (own == 7),
    )  # fmt: skip


@kernel
def place(message: Buckets, number: int) -> float:
    return message[number] if number >= 0 else 0.0


@kernel
def turned(message: Buckets) -> Buckets:
    return (
        place(message, G - 1), place(message, G - 2), place(message, G - 3), place(message, G - 4),
        place(message, G - 5), place(message, G - 6), place(message, G - 7), place(message, G - 8),
    )  # fmt: skip


@kernel
def score(message: Buckets, edge: float) -> float:
    """The mean number of the bucket."""
    _a, b, c, d, e, f, g, h = message
    return b + 2.0 * c + 3.0 * d + 4.0 * e + 5.0 * f + 6.0 * g + 7.0 * h


@kernel
def value(message: Buckets) -> float:
    """The mean utility less one half, the middle of the range: so that it turns its sign for the other player."""
    return (score(message, 0.0) - 0.5 * (G - 1)) / G


def graded_rule(name: str, summary: str, settle_by: AnyKernel, steps: Steps, laws: Column, likelihood: Column) -> Rule:
    """A rule on buckets with these laws of utilities, by the plies left, and this likelihood of evaluations."""
    g = len(likelihood)
    priors, table = np.zeros((len(laws), LONGEST)), np.zeros((LONGEST, LONGEST))
    priors[:, :g], table[:g, :g] = laws, likelihood
    words = {"G": g, "LAWS": priors, "LIKELIHOOD": table}
    return Rule(
        name,
        summary,
        "Overthink",
        *(start, add, aggregate),
        settle=settle_by.bind(**words),
        frontier=frontier.bind(**words),
        terminal=terminal.bind(**words),
        turned=turned.bind(G=g),
        value=value.bind(G=g),
        score=score,
        message=tuple(f"bucket {number}" for number in range(LONGEST)),
        steps=steps,
    )


def laws_of(model: GranularModel, depth: int) -> Column:
    """The law of utilities at each node of a search to this depth, to Max, by the plies left; without similarity."""
    if model.similar != 0.0 or model.reading == "real" or not model.clipped:
        raise OverthinkError("A belief over buckets is exact with independent leaves and noise on buckets. Use s = 0.")
    if checked_depth(depth) > model.height:
        raise OverthinkError(f"A search to depth {depth} goes beyond the trees, whose height is {model.height}.")
    law, laws = leaf_law(model), []
    for level in range(model.height, 0, -1):
        if level <= depth:
            laws.append(law)
        law = raised(law, model, level)
    return np.array([*laws, law])


def checked_buckets(model: GranularModel) -> None:
    if not isinstance(model, GranularModel):
        raise OverthinkError(f"A belief over buckets is for a model such as ot.TopDown, not for {shown(model)}.")
    if model.g > LONGEST:
        raise OverthinkError(f"A rule passes up at most {LONGEST} numbers, and this model has {model.g} buckets.")


def belief(model: GranularModel, depth: int) -> Rule:
    """The rule for trees of a model without local similarity, searched to this depth: the probability of each bucket,
    given all evaluations. At most 8 buckets.

    >>> model = ot.TopDown(b=2, g=4, s=0.0, sigma=0.2, height=5)
    >>> print(ot.accuracy(model.draw(0, 200), ot.belief(model, depth=3), depths=[3])[3])
    0.9700 [0.9361, 0.9862] (n = 200)
    """
    checked_buckets(model)
    summary = "exact inference over buckets in a model without local similarity"
    return graded_rule("belief", summary, settle, STEPS, laws_of(model, depth), heuristic_law(model))
