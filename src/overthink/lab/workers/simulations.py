"""The computations of the view Simulations: the tree that UCT grows, and what each simulation does, step by step.

A step is a list that starts with its kind and a node, a row of the tree that UCT grows. Values are to Max unless it
says otherwise.

- SELECT, node, child, weight, [[value, exploration], …]: the child with the largest sum of two terms, both to the mover
- TRY, node, child: a move that was never tried, at random
- CHANCE, node, child: an outcome that chance draws
- VALUE, node, value, over: what the new node is worth; or the game is over here
- BACK, node, visits, before, after: the node's value before and after it is folded again
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from overthink.core.bind import as_compiled
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Context, State
from overthink.core.plain import Fields
from overthink.lab.request import Given, choice
from overthink.lab.workers import growth
from overthink.lab.workers.offers import Offer, read_all
from overthink.lab.workers.trace import Event
from overthink.presets import Parameter, Setup
from overthink.presets.preset import read_seed
from overthink.rules import RULES
from overthink.rules.rule import Rule
from overthink.search import uct
from overthink.search.monte_carlo import MonteCarlo, Simulation, words_of
from overthink.search.subjects.bind import subject_of
from overthink.search.subjects.subject import Subject

SELECT, TRY, CHANCE, VALUE, BACK = range(5)
MOST_STEPS = 20_000


class SimulationRecorder:
    """The steps so far. A step whose result is not known yet is completed when the next one begins."""

    def __init__(self, position: Subject, rule: Rule) -> None:
        self.steps: list[Event] = []
        self.whole = 0  # steps of simulations that are complete
        self.columns: Any = None
        self.node = 0  # at which UCT chooses a move
        simulate = uct.simulate.bind(**words_of(position.names, position.opinions, rule))
        self.words = simulate.interpreted.__globals__
        listening = (self.promising, self.untried, self.outcome, self.reach, self.refold)
        self.simulate = as_compiled(simulate.replacing(**{word.__name__: word for word in listening}))

    def run(self, *given: Any) -> Any:
        """UCT starts, or starts again with more room: the simulation that had none begins again."""
        self.complete()
        del self.steps[self.whole :]
        self.columns, self.node = given[7], 0
        return self.simulate(*given)

    def note(self, *step: object) -> None:
        self.complete()
        if len(self.steps) >= MOST_STEPS:
            raise OverthinkError(f"These simulations take more than {MOST_STEPS:,} steps. Choose fewer simulations.")
        self.steps.append(list(step))

    def complete(self) -> None:
        """Enter the value that the last step gave its node."""
        if self.steps and self.steps[-1][-1] is None:
            step = self.steps[-1]
            node, worth = step[1], self.columns[uct.WORTH]
            if step[0] == VALUE:
                step[2:] = float(worth[node]), bool(self.columns[uct.MOVES][node] == uct.OVER)
            else:
                step[-1] = float(worth[node])
                self.whole = len(self.steps) if node == 0 else self.whole

    def promising(self, begin: int, moves: int, me: int, weight: float, solver: bool, columns: uct.Columns) -> int:
        """The word of UCT: a move is chosen by its mean and its rarity."""
        choice: int = self.words["promising"](begin, moves, me, weight, solver, columns)
        worth, scarcity = columns[uct.WORTH], columns[uct.SCARCITY]
        terms = [[float(me * worth[begin + i]), float(weight * scarcity[begin + i])] for i in range(moves)]
        self.choose(SELECT, begin + choice, float(weight), terms)
        return choice

    def untried(self, begin: int, *given: Any) -> int:
        """The word of UCT: a move is tried for the first time."""
        choice: int = self.words["untried"](begin, *given)
        self.choose(TRY, begin + choice)
        return choice

    def outcome(self, game: Context, state: State, moves: int, chance: float) -> int:
        """The word of UCT: chance makes a move. In a random game, chance is not heard."""
        choice: int = self.words["outcome"](game, state, moves, chance)
        self.choose(CHANCE, self.columns[uct.FIRST][self.node] + choice)
        return choice

    def choose(self, kind: int, below: int, *details: Any) -> None:
        """Write down how UCT goes on, and go there."""
        self.note(kind, self.node, int(below), *details)
        self.node = int(below)

    def reach(self, *given: Any) -> None:
        """The word of UCT: a simulation reached its end, and the next one begins at the root."""
        self.note(VALUE, self.node, None)
        self.words["reach"](*given)
        self.node = 0

    def refold(self, n: int, share: float, result: float, columns: uct.Columns) -> None:
        """The word of UCT: a value goes up to this node."""
        self.note(BACK, int(n), int(columns[uct.VISITS][n]), float(columns[uct.WORTH][n]), None)
        self.words["refold"](n, share, result, columns)


def trace_simulations(position: Subject, rule: Rule, how: MonteCarlo) -> tuple[list[Event], Simulation]:
    """Run and record all simulations: the steps, and the simulation after the last one."""
    position = replace(position, compiled=False)
    simulation = Simulation(position, rule, how)
    recorder = SimulationRecorder(position, rule)
    simulation.run = recorder.run
    simulation.advance(how.simulations)
    recorder.complete()
    return recorder.steps, simulation


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
FIRST_VALUES = {EVALUATOR: "the evaluator's guess", RANDOM_GAME: "the result of a random game"}
RULE_NAMES = tuple(name for name, rule in RULES.items() if not rule.goal and not rule.needs_truth)


def choices() -> Fields:
    return {
        "sources": [offer.form() for offer in OFFERS.values()],
        "parameters": [asdict(SIMULATIONS), asdict(EXPLORATION)],
        "values": FIRST_VALUES,
        "growth": growth.form(),
        "rules": {name: {"label": RULES[name].label, "summary": RULES[name].summary} for name in RULE_NAMES},
    }


def show_simulations(given: Given) -> Fields:
    """The tree after all simulations, and the steps to it."""
    offer = OFFERS[choice(given, "source", OFFERS, next(iter(OFFERS)))]
    rule = RULES[choice(given, "rule", RULE_NAMES, "mean")]
    evaluated = choice(given, "value", FIRST_VALUES, EVALUATOR) == EVALUATOR
    how = MonteCarlo(**read_all((SIMULATIONS, EXPLORATION), given), seed=read_seed(given))
    setup = offer.setup(given)
    setup.game.compiled = False  # compiling would take longer than so few simulations
    with np.errstate(over="ignore"):  # hashes overflow
        position = subject_of(setup.game, setup.start, rule, 0, setup.evaluate if evaluated else None, setup.error)
        return _describe(setup, *trace_simulations(position, rule, how))


def _describe(setup: Setup, steps: list[Event], simulation: Simulation) -> Fields:
    """A row a node: its parent, who moves there, the move that leads to it, and its true value if it is known."""
    game = setup.game
    tree = simulation.tree
    decision = simulation.decision()
    nodes = len(tree.visits)
    parents, movers, names = [-1] * nodes, [0] * nodes, [""] * nodes
    truths: list[float | None] = [None] * nodes
    states: dict[int, State] = {0: setup.start}
    for node in range(nodes):
        if not node or tree.visits[node]:
            state = states.pop(node)
            movers[node] = int(game.mover(state))
            truths[node] = setup.truth(state) if setup.truth else None
            for child, move in zip(tree.children(node), game.moves(state)):
                parents[child] = node
                names[child] = setup.move_text(move)
                states[child] = game.play(state, move) if tree.visits[child] else None
    moves = list(game.moves(setup.start))
    return {
        "parent": parents,
        "mover": movers,
        "names": names,
        "truth": truths,
        "steps": steps,
        "low": setup.low,
        "high": setup.high,
        "says": f"{setup.text[0].upper()}{setup.text[1:]}.",
        "chosen": [1 + moves.index(move) for move in decision.moves],
        "right": [1 + moves.index(move) for move in setup.right(setup.start)] if setup.right else [],
    }
