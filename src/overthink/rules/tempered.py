"""Tempered: the product rule's odds times the odds of the node's own evaluation to a power, the weight λ.

    odds(node) = odds of 1 − Π P(this move loses)  ×  (odds of the node's own evaluation) ^ λ

λ = 0 is the product rule and λ = 1 is `bayes`. λ = 1 is exact where errors are independent and a node is as likely won
as lost beforehand. In real evaluators a node's own error and those of the nodes below it have a common part, so the own
evaluation repeats some of what the search has said, and counts for less. If the log odds of the search and of the own
evaluation are normal given the truth, each calibrated, with information in the ratio r² (own to search), and their
errors have correlation ρ, the log odds of both together weigh them in the ratio

    λ = (1 − ρ/r) / (1 − ρ r),

which is 1 at ρ = 0 and 0 at ρ = r, where the own evaluation adds nothing. `docs/which-rule.md` derives it.

A power is made of square roots, which round alike on every machine: λ is kept in steps of 1/1024.
"""

from __future__ import annotations

import math
from dataclasses import replace

from overthink.core.bind import kernel
from overthink.core.errors import parse_number, require
from overthink.rules.product import BAYES, PRODUCT, Opinion, frontier, likelier, loss_probability, win_probability
from overthink.rules.rule import Rule

WEIGHT = 0.25
ONE = 1024  # steps of a weight
STEPS = 256  # of ONE: the weight of a rule's kernel


@kernel
def power(x: float, steps: int) -> float:
    """x to the power steps / 1024, for x from 0 on: the product of x, √x, √√x, … for each binary digit that is 1."""
    made = 1.0
    while steps > 0:
        if steps >= ONE:
            made *= x
            steps -= ONE
        x = math.sqrt(x)
        steps *= 2
    return made


@kernel
def settle(message: Opinion, static: float, static_error: float, remaining: int) -> Opinion:
    """The odds of the search times a power of the odds of the node's own evaluation, as a value and its error."""
    own = frontier(static, static_error)
    won = win_probability(message) * power(win_probability(own), STEPS)
    lost = loss_probability(message) * power(loss_probability(own), STEPS)
    if won + lost == 0.0:  # two certainties that contradict each other: believe the search
        return message
    return likelier(won / (won + lost), lost / (won + lost))


def tempered(weight: float = WEIGHT) -> Rule:
    """The rule between product (weight 0) and bayes (weight 1): how much the node's own evaluation adds to the search.

    `weight`: λ, from 0 to 1, kept in steps of 1/1024. It reads errors, so it needs an evaluator that gives the
    probability of being wrong.

    >>> tree = ot.Tree.literal([[1, -1], [-1, -1]], static=1, error=0.2)
    >>> ot.decide(tree, rule=ot.tempered(0.25), depth=2).moves
    (0,)
    """
    steps = round(ONE * parse_number("weight", weight, 0, 1))
    return replace(
        BAYES,
        name="tempered" if steps == STEPS else f"tempered-{steps / ONE:g}",
        summary=f"odds of the search times the odds of the static evaluation to the power {steps / ONE:g}",
        settle=settle.bind(STEPS=steps),
        label="tempered" if steps == STEPS else f"tempered, λ = {steps / ONE:g}",
        colour="cyan",
        steps=BAYES.steps._replace(settle=f"odds ← odds × (odds of the node's own evaluation) ^ {steps / ONE:g}"),
    ).of_family("tempered")


def steps_of(rule: Rule) -> int:
    """λ of this rule, or of the product rule or bayes, in steps of 1/1024. Refuses other rules."""
    if rule in (PRODUCT, BAYES):
        return ONE if rule is BAYES else 0
    require(
        rule.family == "tempered",
        f"The search 'best-first' needs the rule 'product', 'bayes' or 'tempered', not '{rule.name}'.",
    )
    steps: int = vars(rule.settle)["names"]["STEPS"]
    return steps


TEMPERED = tempered()
