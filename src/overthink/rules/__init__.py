"""How children make a parent: one file a rule."""

from __future__ import annotations

from overthink.core.errors import unknown
from overthink.rules.althofer import ALTHOFER
from overthink.rules.bayes import BAYES
from overthink.rules.emm import EMM, EMM_NO_FLIP, EMM_VALUE
from overthink.rules.emm_slides import EMM_SLIDES
from overthink.rules.emm_true_types import EMM_TRUE_TYPES
from overthink.rules.minimax import MINIMAX
from overthink.rules.one_player import MAXIMAX, MINIMIN
from overthink.rules.product import PRODUCT
from overthink.rules.rule import Rule
from overthink.rules.vote import VOTE

RULES: dict[str, Rule] = {
    "minimax": MINIMAX,
    "emm": EMM,
    "emm-value": EMM_VALUE,
    "emm-no-flip": EMM_NO_FLIP,
    "emm-slides": EMM_SLIDES,
    "emm-true-types": EMM_TRUE_TYPES,
    "product": PRODUCT,
    "bayes": BAYES,
    "vote": VOTE,
    "althofer": ALTHOFER,
    "minimin": MINIMIN,
    "maximax": MAXIMAX,
}


def rule_named(rule: str | Rule) -> Rule:
    """A rule by its name; a `Rule` is returned as it is."""
    if isinstance(rule, Rule):
        return rule
    if rule not in RULES:
        raise unknown("rule", rule, RULES)
    return RULES[rule]


__all__ = ["RULES", "Rule", "rule_named"]
