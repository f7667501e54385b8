"""The examination as data: every rule and depth on every position, against the truth."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.game import Game
from overthink.measure.judgement import DEPTH, Cost, Knob, Value
from overthink.rules.rule import ONE_PLAYER as ONE_PLAYER

State: TypeAlias = Any  # a position of a user's own game
Move: TypeAlias = Any
AnyGame: TypeAlias = Game[Any]
MoveValues = dict[Move, float]  # the values of moves to the player who makes them
At = tuple[str, Value]  # rule and depth, or rule and the value of another knob
StageProgress = Callable[[str, int, int], None]  # the stage, how much of it is done, and of how much
CLOSE = 1e-9  # values that differ by less count as equal

PLAYER, ENGINE = "player", "engine"  # take the place of a rule when these are examined
EXPECTIMAX = "expectimax"  # the only rule for games with chance
MINIMAX = "minimax"
GOALS = {rule: goal for goal, rule in ONE_PLAYER.items()}
PLAIN = (MINIMAX, EXPECTIMAX, *ONE_PLAYER.values())


@dataclass(frozen=True)
class Choice:
    """The moves that tie for the best; the value of the position by the search, to the player who moves; the nodes of
    the search, where it counts them; and its seconds, where the clock around it would be wrong."""

    moves: tuple[Move, ...]
    value: float = math.nan
    nodes: float = 0.0
    seconds: float | None = None


class ChooseMoves(Protocol):
    """The choice in a position by a rule at a depth. The same `number` gives a player the same random numbers; without
    it, they are new."""

    def __call__(self, state: State, rule: str, depth: Value, number: int | None = None, /) -> Choice: ...


# A user's own search. It takes a state and a depth, or the value of another knob, and perhaps a keyword `seed` or
# `rng`. It returns a move, several that tie, or a value for each.
UserPlayer = Callable[..., Any]
Ask = Callable[[State, Value], Choice]  # a player's answer, to a position and a depth


class TruthSource(Protocol):
    """A source of true values. Its text says which. If `values` leaves out moves, `more(state, chosen, values)` gives
    those of the chosen moves that are not in `values`."""

    @property
    def exact(self) -> bool: ...

    def values(self, state: State) -> MoveValues:
        """The values of all moves, or of the best, to the player who makes them."""


@dataclass(frozen=True)
class Record:
    """One position: the true value of each move to the player who makes it, and the chosen moves. A player that was
    asked repeatedly chose each move as often as it stands there. `chosen` is empty if all moves have the same value."""

    state: State
    values: MoveValues
    chosen: dict[At, tuple[Move, ...]]
    close: float = CLOSE  # a move is right if it is worse than the best by at most this
    estimates: dict[At, float] = field(default_factory=dict)  # the value of the position by each search
    costs: dict[At, Cost] = field(default_factory=dict, compare=False)
    changes: dict[At, float] = field(default_factory=dict)  # how often two answers differ, if it was asked repeatedly
    how: str = ""  # the truth was found, if that differs between positions
    weaker: MoveValues = field(default_factory=dict)  # by a weaker truth, if it comes with the truth and is not exact

    @cached_property
    def best(self) -> float:
        return max(self.values.values())

    @cached_property
    def right(self) -> tuple[Move, ...]:
        return tuple(move for move, value in self.values.items() if value >= self.best - self.close)

    @property
    def gap(self) -> float:
        """The difference between the two best moves."""
        best = sorted(self.values.values())[-2:]
        return best[-1] - best[0]

    def p_opt(self, rule: str, depth: Value) -> float:
        """The share of the chosen moves that are right. [Nau2010] eq. 4"""
        moves, right = self.chosen[rule, depth], self.right
        return sum(move in right for move in moves) / len(moves)

    def regret(self, rule: str, depth: Value) -> float:
        """The mean loss in value over the chosen moves."""
        moves = self.chosen[rule, depth]
        return self.best - math.fsum(self.values[move] for move in moves) / len(moves)


@dataclass(frozen=True)
class Failure:
    """What could not be examined, and why."""

    reason: str  # a sentence
    thing: str = ""  # a position; a line or a game of a file
    place: str = ""  # which one: the text of the position, the number of the line
    file: str = ""
    kind: str = ""  # the reason without the place: failures of one kind are shown together

    def __str__(self) -> str:
        return f"{self.file}, {self.thing} {self.place}: {self.reason}" if self.file else self.reason


@dataclass(frozen=True)
class Examination:
    """The examined positions, and those that could not be examined."""

    positions: tuple[Record, ...]  # what was found in each position
    rules: tuple[str, ...]  # the names of the rules, or "player"
    depths: tuple[Value, ...]  # or the values of another knob
    truth: str  # where the true values come from, in words
    exact: bool  # whether they are the truth and not a reference
    failures: tuple[Failure, ...]  # the positions that could not be examined, each with its reason
    decided: int  # positions left out because all their moves have the same value
    name: str = DEPTH  # of the knob
    repeats: int = 1  # how often each position was asked
    notes: tuple[str, ...] = ()  # what else a reader should know, such as positions left out for lack of time

    @property
    def knob(self) -> Knob:
        """What was turned, and its values."""
        return Knob(self.name, self.depths)

    def measure(self, number: Callable[[Record], float]) -> Sample:
        """Compute one number for each position."""
        return np.array([number(position) for position in self.positions], float)

    def accuracy(self, rule: str) -> dict[Value, Sample]:
        """P_opt of each position, by depth."""
        return {d: np.array([p.p_opt(rule, d) for p in self.positions]) for d in self.depths}

    def regret(self, rule: str) -> dict[Value, Sample]:
        """The regret in each position, by depth."""
        return {d: np.array([p.regret(rule, d) for p in self.positions]) for d in self.depths}

    def costs(self, rule: str) -> dict[Value, Cost]:
        """The cost of one answer, by depth: median seconds, because a busy machine delays single answers, and mean
        nodes. Empty where nothing was measured."""
        costs = {d: [p.costs[rule, d] for p in self.positions if (rule, d) in p.costs] for d in self.depths}
        return {
            depth: Cost(float(np.median([c.seconds for c in many])), float(np.mean([c.nodes for c in many])))
            for depth, many in costs.items()
            if many
        }

    def changes(self, rule: str) -> dict[Value, Sample]:
        """How often two answers to the same position differ, by depth. Empty if each was asked once."""
        by_depth = {d: [p.changes[rule, d] for p in self.positions if (rule, d) in p.changes] for d in self.depths}
        return {depth: np.array(shares) for depth, shares in by_depth.items() if shares}
