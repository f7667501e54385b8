"""Your own rule, game, check or study under a name that commands, the doctor and the lab know."""

from __future__ import annotations

from typing import Any, TypeVar

from overthink import presets, rules, studies
from overthink.core.errors import OverthinkError, require, shown
from overthink.core.user_code import load
from overthink.doctor.check import Check
from overthink.doctor.checks import add_check
from overthink.presets import Preset
from overthink.rules import Rule
from overthink.studies.study import Study

Thing = TypeVar("Thing", bound=Rule | Preset | Check | Study)
KINDS: dict[str, tuple[type[Rule] | type[Preset], str]] = {
    "rule": (Rule, "an ot.Rule"),
    "game": (Preset, "an ot.Preset, which holds a game, its start and its evaluator"),
}


def register(thing: Thing) -> Thing:
    """Add a rule, a preset, a check or a study of your own. Everything in this process finds it by its name.

    >>> rule = ot.register(ot.implicit_minimax(0.25))
    >>> rule.name in ot.RULES
    True
    """
    families = {Rule: rules.register, Preset: presets.register, Check: add_check, Study: studies.register}
    add: Any = next((add for kind, add in families.items() if isinstance(thing, kind)), None)
    require(add, "Register an ot.Rule, an ot.Preset, an ot.Check or a study, not {}.", thing)
    add(thing)
    return thing


def load_own(kind: str, text: str) -> str:
    """Import MODULE:NAME, a "rule", "game" or "study" of your own, or read a rule from FILE.json; register it, and
    return its name."""
    if kind == "study":
        return studies.load_study(text).name
    if text.endswith(".json"):
        return register(rules.load_rule(text)).name
    thing, (wanted, called) = load(text), KINDS[kind]
    if isinstance(thing, wanted):
        return register(thing).name
    raise OverthinkError(
        f"{text} is {shown(thing)}. As a {kind}, give the name of {called}. `overthink new {kind} NAME` writes a file "
        "with one."
    )
