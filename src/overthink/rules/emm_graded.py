"""Graded EMM: error-minimizing minimax for many values. [Zuckerman2018] section 7 leaves it to future work.

EMM passes up a win or a loss with its error, and keeps the search or the node's own evaluation, whichever is surer. The
same with more values: a node passes up the probability of each bucket. The error is the probability that the likeliest
bucket is wrong. Where the node's own evaluation has the smaller error, it takes the search's place. With two buckets of
equal prior this is EMM.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.ties import at_most
from overthink.models.exact import heuristic_law
from overthink.models.granular import GranularModel
from overthink.rules.belief import STEPS, Buckets, checked_buckets, graded_rule, laws_of, opinion
from overthink.rules.rule import Rule


@kernel
def surest(message: Buckets) -> float:
    """The probability of the likeliest bucket: one less the error."""
    a, b, c, d, e, f, g, h = message
    return max(max(max(a, b), max(c, d)), max(max(e, f), max(g, h)))


@kernel
def settle(message: Buckets, static: float, static_error: float, remaining: int) -> Buckets:
    own = opinion(static, remaining)
    if at_most(surest(own), surest(message)):
        return message
    return own


def emm_graded(model: GranularModel, depth: int) -> Rule:
    """The rule for trees of a model without local similarity, searched to this depth. At most 8 buckets.

    >>> model = ot.TopDown(b=2, g=4, s=0.0, sigma=0.2, height=5)
    >>> print(ot.accuracy(model.draw(0, 200), ot.emm_graded(model, depth=3), depths=[3])[3])
    0.9100 [0.8622, 0.9423] (n = 200)
    """
    checked_buckets(model)
    steps = STEPS._replace(settle="own evaluation has the likelier bucket: it takes the place of the belief")
    summary = "EMM for many values: the surer of the search and the evaluation, as a belief over buckets"
    return graded_rule("emm-graded", summary, settle, steps, laws_of(model, depth), heuristic_law(model))
