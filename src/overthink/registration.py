"""Your own rule, game or check under a name that commands, the doctor and the lab know."""

from __future__ import annotations

from typing import TypeVar

from overthink import presets, rules
from overthink.core.errors import OverthinkError
from overthink.doctor.check import Check
from overthink.doctor.checks import add_check
from overthink.presets import Preset
from overthink.rules import Rule

Thing = TypeVar("Thing", Rule, Preset, Check)


def register(thing: Thing) -> Thing:
    """Add a rule, a preset or a check of your own. Everything in this process finds it by its name.

    >>> rule = ot.register(ot.implicit_minimax(0.25))
    >>> rule.name in ot.RULES
    True
    """
    if isinstance(thing, Rule):
        rules.register(thing)
    elif isinstance(thing, Preset):
        presets.register(thing)
    elif isinstance(thing, Check):
        add_check(thing)
    else:
        raise OverthinkError(f"Register an ot.Rule, an ot.Preset or an ot.Check, not {thing!r}.")
    return thing
