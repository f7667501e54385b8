"""The computations of the view Simulations: the steps of UCT, and the tree that it grows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from overthink.core.json_text import Fields
from overthink.lab.request import choice, integer, number
from overthink.lab.workers.offer import Offer
from overthink.lab.workers.trace_simulations import SimulationTrace, trace_simulations
from overthink.presets import Parameter, Setup
from overthink.presets.preset import read_seed
from overthink.rules import RULES
from overthink.search.decide import subject_of
from overthink.search.monte_carlo import MonteCarlo

OFFERS: Mapping[str, Offer] = {
    offer.name: offer
    for offer in (
        Offer("critical-win-loss", {"b": {"default": 3, "high": 8}}),
        Offer("board-splitting", {"height": {"default": 8, "high": 12}, "error": {"default": 0.1}}),
        Offer("kalah-4x3"),
    )
}
SIMULATIONS = Parameter("simulations", "Simulations", 40, 8, 200)
EXPLORATION = Parameter("exploration", "Exploration c", 0.2, 0.0, 2.0, 0.05)
EVALUATOR, RANDOM_GAME = "evaluator", "random"
FIRST_VALUES = {EVALUATOR: "its evaluation", RANDOM_GAME: "the result of a random game"}
RULE_NAMES = tuple(name for name, rule in RULES.items() if not rule.goal and not rule.needs_truth)


def choices() -> Fields:
    """The games and the rules."""
    return {
        "sources": [offer.form() for offer in OFFERS.values()],
        "parameters": [asdict(SIMULATIONS), asdict(EXPLORATION)],
        "values": FIRST_VALUES,
        "rules": {name: {"label": RULES[name].label, "summary": RULES[name].summary} for name in RULE_NAMES},
    }


def simulate(given: Mapping[str, Any]) -> Fields:
    """The tree after all simulations, and the steps to it."""
    offer = OFFERS[choice(given, "source", OFFERS, next(iter(OFFERS)))]
    rule = RULES[choice(given, "rule", RULE_NAMES, "mean")]
    evaluated = choice(given, "value", FIRST_VALUES, EVALUATOR) == EVALUATOR
    how = MonteCarlo(
        integer(given, "simulations", int(SIMULATIONS.low), int(SIMULATIONS.high), int(SIMULATIONS.default)),
        number(given, "exploration", EXPLORATION.low, EXPLORATION.high, float(EXPLORATION.default)),
        seed=read_seed(given),
    )
    setup = _setup(offer, given)
    with np.errstate(over="ignore"):  # hashes overflow
        position = subject_of(setup.game, setup.start, rule, 0, setup.evaluate if evaluated else None, setup.error)
        trace = trace_simulations(position, rule, how)
        return _shown(setup, trace)


def _setup(offer: Offer, given: Mapping[str, Any]) -> Setup:
    preset = offer.preset
    assert preset.setup
    setup = preset.setup(offer.values(given), read_seed(given))
    setup.game.compiled = False  # compiling would take longer than so few simulations
    return setup


def _shown(setup: Setup, trace: SimulationTrace) -> Fields:
    """A row a node: its parent, who moves there, the move that leads to it, and its true value if it is known."""
    game, tree, decision = setup.game, trace.simulation.tree, trace.simulation.decision()
    nodes = len(tree.visits)
    parents, movers, names = [-1] * nodes, [0] * nodes, [""] * nodes
    truths: list[float | None] = [None] * nodes
    states: dict[int, Any] = {0: setup.start}
    for node in range(nodes):
        if not node or tree.visits[node]:
            state = states.pop(node)
            movers[node], truths[node] = int(game.mover(state)), setup.truth(state) if setup.truth else None
            for child, move in zip(tree.children(node), game.moves(state)):
                parents[child], names[child] = node, setup.move_text(move)
                states[child] = game.play(state, move) if tree.visits[child] else None
    moves = list(game.moves(setup.start))
    return {
        "parent": parents,
        "mover": movers,
        "names": names,
        "truth": truths,
        "steps": trace.steps,
        "low": setup.low,
        "high": setup.high,
        "says": f"{setup.text[0].upper()}{setup.text[1:]}.",
        "chosen": [1 + moves.index(move) for move in decision.moves],
        "right": [1 + moves.index(move) for move in setup.right(setup.start)] if setup.right else [],
    }
