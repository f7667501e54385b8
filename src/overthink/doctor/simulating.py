"""Monte Carlo search as a player: the doctor turns its number of simulations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate
from overthink.doctor.advice import Advice
from overthink.doctor.examine import AnyGame, Move, State
from overthink.doctor.knobs import checked_knob
from overthink.doctor.player import PLAYER
from overthink.measure.knob import Knob
from overthink.rules import Rule, rule_named
from overthink.rules.mean import MEAN
from overthink.search.decide import decide
from overthink.search.monte_carlo import UCT, MonteCarlo

SIMULATIONS = "simulations"
USUAL = Knob(SIMULATIONS, (16, 64, 256, 1024))


class SimulatingPlayer:
    """The best moves by so many simulations. Objects of this class can be sent to other processes if the game and the
    evaluator can."""

    def __init__(
        self, game: AnyGame, evaluate: Evaluate | None, rule: str | Rule, exploration: float = 1.0, error: float = 0.0
    ):
        MonteCarlo(1, exploration)  # refuses what is not a number from 0 on
        rule_named(rule)
        self.game, self.evaluate, self.rule = game, evaluate, rule
        self.exploration, self.error = exploration, error

    def __call__(self, state: State, simulations: int, seed: int = 0) -> list[Move]:
        decision = decide(
            self.game, state, rule=self.rule, search=UCT, evaluate=self.evaluate, error=self.error,
            simulations=simulations, exploration=self.exploration, seed=seed,
        )  # fmt: skip
        return list(decision.moves)


def with_line(advice: Advice, player: SimulatingPlayer) -> Advice:
    """The same advice. Its line asks the search itself, not a player."""
    if advice.rule != PLAYER or not advice.template:
        return advice
    rule = player.rule if isinstance(player.rule, str) else player.rule.name
    template = (
        f'ot.decide({{game}}, {{state}}, search="{UCT}", rule="{rule}", {SIMULATIONS}={{depth}}, '
        f"exploration={player.exploration:g}, evaluate={{evaluate}})"
    )
    template = template if player.evaluate else template.replace(", evaluate={evaluate}", "")
    advice = replace(advice, template=template)
    return replace(advice, line=advice.line_for())


def simulating(
    search: str,
    game: AnyGame,
    evaluate: Evaluate | None,
    rules: Any,
    knob: Any,
    exploration: float | None,
    error: float,
) -> tuple[SimulatingPlayer, Knob]:
    """The player of a search by simulation, and the numbers of simulations: some usual ones if none are given."""
    if search != UCT:
        raise OverthinkError(
            f"The doctor cannot examine the search '{search}'. Use '{UCT}', or leave it out for a plain search."
        )
    turned = USUAL if knob is None else checked_knob(knob)
    if turned.name != SIMULATIONS:
        raise OverthinkError(
            f"The search '{UCT}' has {SIMULATIONS}, not {turned.name}. Use --knob {SIMULATIONS}=10,100."
        )
    if any(value != int(value) or value < 1 for value in turned.values):
        raise OverthinkError("A number of simulations is a whole number from 1 on.")
    wanted = [MEAN.name] if rules is None else [rules] if isinstance(rules, str | Rule) else list(rules)
    if len(wanted) != 1:
        raise OverthinkError(f"The search '{UCT}' backs up by one rule; {len(wanted)} were given. Give one.")
    return SimulatingPlayer(game, evaluate, wanted[0], 1.0 if exploration is None else exploration, error), turned
