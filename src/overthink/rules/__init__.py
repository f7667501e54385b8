"""Backup rules, which compute a parent's value from its children's: one file a rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from overthink.core.errors import check_known, require
from overthink.core.user_code import add_installed
from overthink.rules.althofer import ALTHOFER
from overthink.rules.emm import EMM, EMM_NO_FLIP, EMM_SLIDES, EMM_TRUE_TYPES, EMM_VALUE
from overthink.rules.heir import HEIR, heir
from overthink.rules.implicit_minimax import IMPLICIT_MINIMAX, implicit_minimax
from overthink.rules.learned import LearnedRule, load_rule
from overthink.rules.mean import MEAN
from overthink.rules.minimax import MINIMAX, VOTE
from overthink.rules.one_player import MAXIMAX, MINIMIN
from overthink.rules.product import BAYES, PRODUCT
from overthink.rules.rule import BUILT_IN, SPARE_COLOURS, Rule, check_functions
from overthink.rules.tempered import TEMPERED, tempered

_RULES: dict[str, Rule] = {
    rule.name: rule.of_family(rule.name)
    for rule in (
        MINIMAX,
        EMM,
        EMM_VALUE,
        EMM_NO_FLIP,
        EMM_SLIDES,
        EMM_TRUE_TYPES,
        PRODUCT,
        BAYES,
        TEMPERED,
        HEIR,
        VOTE,
        ALTHOFER,
        MEAN,
        IMPLICIT_MINIMAX,
        MINIMIN,
        MAXIMAX,
    )
}
RULES: Mapping[str, Rule] = MappingProxyType(_RULES)
"""Every backup rule by its name, read-only: `ot.register` adds yours. `overthink list rules` prints them, with sources.

>>> sorted(ot.RULES)[:3]
['althofer', 'bayes', 'emm']
>>> ot.RULES["emm"].message
('value', 'error')
"""
BUILT_IN.update(RULES)


def rule_named(rule: str | Rule) -> Rule:
    """A rule by its name, or by the file that holds a learned rule; a `Rule` is returned as it is."""
    if isinstance(rule, str) and rule.endswith(".json"):
        return load_rule(rule)
    if not isinstance(rule, Rule):
        check_known("rule", rule, RULES)
        rule = RULES[rule]
    check_functions(rule)
    return rule


def colour_of(name: str) -> str:
    """The colour of a rule in every figure and view: its own; without one, a spare colour in the order of registration.
    A name of PALETTE, or a hex value."""
    without = [rule.name for rule in RULES.values() if not rule.colour]
    return RULES[name].colour or SPARE_COLOURS[without.index(name) % len(SPARE_COLOURS)]


def register(rule: Rule) -> Rule:
    """Gives a rule of your own a name, by which everything in this process finds it: `decide`, measures, the doctor,
    reports, the lab. Registered again, a rule replaces its former self; a rule of the library keeps its name."""
    free = rule.name not in BUILT_IN or RULES[rule.name] is rule
    require(free, f"The library has a rule named '{rule.name}'; give yours another name.")
    _RULES[rule.name] = rule
    return rule


add_installed("rules", Rule, _RULES)

__all__ = [
    "RULES",
    "LearnedRule",
    "Rule",
    "colour_of",
    "heir",
    "implicit_minimax",
    "load_rule",
    "register",
    "rule_named",
    "tempered",
]
