"""Your own rule, game, check or study under a name that commands, the doctor and the lab know."""

from __future__ import annotations

from typing import Any, TypeVar

from overthink import presets, rules, studies
from overthink.adapters.openspiel import OpenSpiel, Playouts
from overthink.core.checked import METHODS, start_of
from overthink.core.errors import OverthinkError, Unchecked, require, shown
from overthink.core.game import Evaluate, board_of
from overthink.core.kinds import Progress
from overthink.core.user_code import load, make
from overthink.doctor.checks import add_check
from overthink.doctor.finding import Check
from overthink.presets import Preset, Setup, Whole
from overthink.presets.preset import Values
from overthink.rules import Rule
from overthink.search.solving.solve import state_space
from overthink.studies.study import Study

OPENSPIEL = "openspiel:"
Thing = TypeVar("Thing", bound=Rule | Preset | Check | Study)
KINDS: dict[str, tuple[type[Rule] | type[Preset], str]] = {
    "rule": (Rule, "an ot.Rule"),
    "game": (Preset, "an ot.Preset, which holds a game, its start and its evaluator"),
}


def register(thing: Thing) -> Thing:
    """Add a rule, a preset, a check or a study of your own. Everything in this process finds it by its name. `thing`:
    an `ot.Rule`, `ot.Preset`, `ot.Check` or study. Returns it.

    >>> rule = ot.register(ot.implicit_minimax(0.25))
    >>> rule.name in ot.RULES
    True
    """
    families = {Rule: rules.register, Preset: presets.register, Check: add_check, Study: studies.register}
    add: Any = next((add for kind, add in families.items() if isinstance(thing, kind)), None)
    require(add, "Register an ot.Rule, an ot.Preset, an ot.Check or a study, not {}.", thing)
    add(thing)
    return thing


def own_game(text: str) -> tuple[Unchecked, Evaluate | None]:
    """The game MODULE:NAME, a class or an object, or openspiel:NAME; and its evaluator, if it brings one."""
    if text.startswith(OPENSPIEL):
        spiel = OpenSpiel(text.removeprefix(OPENSPIEL))
        return spiel, Playouts(spiel)
    game = make(text)
    if isinstance(game, Preset) and game.setup:
        setup = game.setup(game.values({}), 0)
        return setup.game, setup.evaluate
    return game, None


def game_preset(text: str) -> Preset:
    """A game of your own, or of OpenSpiel, as a preset: from its start, or all its positions if they are few."""
    game, evaluate = own_game(text)
    fits = all(callable(getattr(game, name, None)) for name in METHODS)
    require(fits, f"{text} is {{}}. As a game, give one with {', '.join(METHODS)}, or an ot.Preset.", game)

    def setup(values: Values, seed: int) -> Setup:
        return Setup(game, start := start_of(game), evaluate, text, board=board_of(game, start))

    def whole(values: Values, show: Progress) -> Whole:
        return Whole(state_space(game), 1.0, "points", text)

    return Preset(text, text, "a game of your own", text, setup=setup, whole=whole)


def load_own(kind: str, text: str) -> str:
    """Import MODULE:NAME, a "rule", "game" or "study" of your own, or read a rule from FILE.json; register it, and
    return its name. "any game" is also a game that no preset holds."""
    if kind == "study":
        return studies.load_study(text).name
    if text.endswith(".json"):
        return register(rules.load_rule(text)).name
    if kind == "any game" and (text.startswith(OPENSPIEL) or not isinstance(load(text), Preset)):
        return register(game_preset(text)).name
    thing = load(text)
    wanted, called = KINDS[kind.removeprefix("any ")]
    if isinstance(thing, wanted):
        return register(thing).name
    raise OverthinkError(
        f"{text} is {shown(thing)}. As a {kind}, give the name of {called}. `overthink new {kind} NAME` writes a file "
        "with one."
    )
