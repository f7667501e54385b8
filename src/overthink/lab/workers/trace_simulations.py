"""Traces of UCT: what each simulation does, step by step, recorded while it runs. See `overthink.lab.workers.trace`.

A step is a list that starts with its kind and a node, a row of the tree that UCT grows. Values are to Max unless it
says otherwise.

- SELECT, node, child, weight, [[value, exploration], …]: the child with the largest sum of two terms, both to the mover
- TRY, node, child: a move that was never tried, at random
- CHANCE, node, child: an outcome that chance draws
- VALUE, node, value, over: what the new node is worth; or the game is over here
- BACK, node, visits, before, after: the node's value before and after it is folded again
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import CodeType, FrameType
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.lab.workers.trace import Event, Handler, code_of, watch
from overthink.rules.rule import Rule
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.simulated_nodes import MOVES, OVER, SCARCITY, VISITS, WORTH
from overthink.search.subject import Subject
from overthink.search.uct import outcome, promising, reach, refold, refold_mean, simulate, untried

SELECT, TRY, CHANCE, VALUE, BACK = range(5)
MOST_STEPS = 20_000


class SimulationRecorder:
    """The steps so far. A step whose result is not known yet is completed when the next one begins."""

    def __init__(self) -> None:
        self.steps: list[Event] = []
        self.whole = 0  # steps of simulations that are complete
        self.columns: Any = None

    @property
    def handlers(self) -> tuple[dict[CodeType, Handler], dict[CodeType, Handler]]:
        """What to do at calls and at returns."""
        calls = {simulate: self.begin, reach: self.reach, refold: self.back, refold_mean: self.back}
        returns = {promising: self.select, untried: self.attempt, outcome: self.chance}
        return (
            {code_of(function): handler for function, handler in calls.items()},
            {code_of(function): handler for function, handler in returns.items()},
        )

    def note(self, *step: object) -> None:
        self.complete()
        if len(self.steps) >= MOST_STEPS:
            raise OverthinkError(f"These simulations take more than {MOST_STEPS:,} steps. Choose fewer simulations.")
        self.steps.append(list(step))

    def complete(self) -> None:
        """Enter the value that the last step gave its node."""
        if self.steps and self.steps[-1][-1] is None:
            step = self.steps[-1]
            node, worth = step[1], self.columns[WORTH]
            if step[0] == VALUE:
                step[2:] = float(worth[node]), bool(self.columns[MOVES][node] == OVER)
            else:
                step[-1] = float(worth[node])
                self.whole = len(self.steps) if node == 0 else self.whole

    def begin(self, frame: FrameType, _: Any) -> None:
        """UCT starts, or starts again with more room: the simulation that had none begins anew."""
        self.complete()
        del self.steps[self.whole :]
        self.columns = frame.f_locals["columns"]

    def select(self, frame: FrameType, choice: int) -> None:
        local = frame.f_locals
        begin, moves, me, weight = (local[name] for name in ("begin", "moves", "me", "weight"))
        worth, scarcity = self.columns[WORTH], self.columns[SCARCITY]
        terms = [[float(me * worth[begin + i]), float(weight * scarcity[begin + i])] for i in range(moves)]
        self.note(SELECT, _node(frame), int(begin + choice), float(weight), terms)

    def attempt(self, frame: FrameType, choice: int) -> None:
        self.note(TRY, _node(frame), int(frame.f_locals["begin"] + choice))

    def chance(self, frame: FrameType, choice: int) -> None:
        above = frame.f_back
        if above and above.f_code is code_of(simulate):  # not inside a random game
            self.note(CHANCE, _node(frame), int(above.f_locals["kids"] + choice))

    def reach(self, frame: FrameType, _: Any) -> None:
        self.note(VALUE, int(frame.f_locals["n"]), None)

    def back(self, frame: FrameType, _: Any) -> None:
        node, columns = int(frame.f_locals["n"]), frame.f_locals["columns"]
        visits, before = columns[VISITS][node], columns[WORTH][node]
        self.note(BACK, node, int(visits), float(before), None)


def _node(frame: FrameType) -> int:
    """The node at which UCT chooses a move."""
    above = frame.f_back
    assert above is not None
    return int(above.f_locals["n"])


@dataclass(frozen=True)
class SimulationTrace:
    """The steps, and the simulation after the last one."""

    steps: list[Event]
    simulation: Simulation


def trace_simulations(position: Subject, rule: Rule, how: MonteCarlo) -> SimulationTrace:
    """Run and record all simulations."""
    simulation, recorder = Simulation(replace(position, compiled=False), rule, how), SimulationRecorder()
    with watch(*recorder.handlers):
        simulation.advance(how.simulations)
    recorder.complete()
    return SimulationTrace(recorder.steps, simulation)
