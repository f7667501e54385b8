"""Records of positions, and the plan that makes them: every rule and depth on every position, against the truth.

Each subject has a `Plan`: a game, an engine, a table. It makes records and concludes from them. Positions are asked
about by `ask.examine`, in an `Asking`; what is asked about one position is an `Inquiry`, which can be sent to other
processes. The answers of a table were given before: they are read and joined.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import numpy as np

from overthink.core.checked import FAILURES, number_of
from overthink.core.errors import OverthinkError, require, shown
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
MOST_LOST = 0.05  # of the positions; with twice as many, those that are left could hide a drop of 10 points

PLAYER, ENGINE = "player", "engine"  # take the place of a rule when these are examined
EXPECTIMAX = "expectimax"  # the only rule for games with chance
MINIMAX = "minimax"
PLAIN = (MINIMAX, EXPECTIMAX, *ONE_PLAYER.values())
Records = TypeVar("Records")
Shown = TypeVar("Shown")


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
        moves = self.chosen[rule, depth]
        right = self.right
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
    alike: tuple[Record, ...]  # positions left out because all their moves have the same value
    name: str = DEPTH  # of the knob
    repeats: int = 1  # how often each position was asked
    notes: tuple[str, ...] = ()  # what else a reader should know, such as positions left out for lack of time
    unkept: bool = False  # whether positions could not be written to the file that keeps them

    @property
    def knob(self) -> Knob:
        """What was turned, and its values."""
        return Knob(self.name, self.depths)

    @property
    def decided(self) -> int:
        """How many positions were left out because all their moves have the same value."""
        return len(self.alike)

    @property
    def incomplete(self) -> bool:
        """Whether so many positions could not be examined that the others say nothing."""
        return len(self.failures) > MOST_LOST * (len(self.failures) + self.decided + len(self.positions))

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


class Plan(ABC, Generic[Records, Shown]):
    """What is examined of a subject. Subjects differ in how their records are made, and in what more they know."""

    @abstractmethod
    def examine(self) -> Records:
        """Make the records."""

    @abstractmethod
    def conclude(self, records: Records, /) -> Shown:
        """Judge the records, check what else may explain them, and say what follows."""

    def diagnose(self) -> Shown:
        """Examine, and conclude."""
        return self.conclude(self.examine())


@dataclass
class Inquiry:
    """What is asked about each position: the truth, and each rule at each value of the knob."""

    truth: TruthSource
    choose: ChooseMoves
    rules: Sequence[str]
    knob: Knob
    close: float = CLOSE  # a move is right if it is worse than the best by at most this
    repeats: dict[str, int] = field(default_factory=dict)  # how often each rule is asked, if more than once
    here: Sequence[str] = ()  # rules that are asked in this process only, in order
    every: bool = False  # the truth knows only some moves: ask even if these are worth the same

    def result(self, state: State, number: int, true: Record | Failure | None = None) -> Record | Failure:
        """The record of a position, or why there is none. `number` is the number of the position: it gives a player its
        random numbers. `true` is the record without answers, if it is known."""
        true = true or self.true_values(state)
        return true if isinstance(true, Failure) else self.ask_all(replace(true, state=state), number)

    def true_values(self, state: State) -> Record | Failure:
        """A record of the true values of the moves, or why there are none."""
        try:
            values = self.truth.values(state)
            how, weaker = getattr(values, "how", ""), getattr(values, "weaker", {})
            return Record(state, parse_move_values(values, state), {}, self.close, how=how, weaker=dict(weaker))
        except FAILURES as exc:
            return _failure(state, exc)

    def ask_all(self, record: Record, number: int) -> Record | Failure:
        """The record with the answers of all rules, or why there is none."""
        state, values = record.state, record.values
        if not self.every and max(values.values()) - min(values.values()) <= self.close:
            return record
        try:
            for at in self.questions(number):
                self._ask(record, at, number)
            if more := getattr(self.truth, "more", None):
                values.update(more(state, record.chosen.values(), values))
            missing = [move for moves in record.chosen.values() for move in moves if move not in values]
            no_value = "The truth has no value for the move {} in the position {}."
            require(not missing, no_value, *missing[:1], state)
        except FAILURES as exc:
            return _failure(state, exc)
        return record

    def questions(self, number: int) -> list[At]:
        """What is asked about a position, in order. A table may remember the deepest search, so the order changes."""
        return [(rule, value) for rule in self.rules for value in self.knob.values[:: -1 if number % 2 else 1]]

    def _ask(self, record: Record, at: At, number: int) -> None:
        """Ask one search, repeatedly if it may answer differently each time."""
        times = self.repeats.get(at[0], 1)
        begun = time.perf_counter()
        choices = [self.choose(record.state, *at, number * times + repeat) for repeat in range(times)]
        clock = (time.perf_counter() - begun) / times
        record.chosen[at] = join_answers([choice.moves for choice in choices])
        own_seconds = [choice.seconds for choice in choices if choice.seconds is not None]
        seconds = math.fsum(own_seconds) / len(own_seconds) if own_seconds else clock
        record.costs[at] = Cost(seconds, math.fsum(choice.nodes for choice in choices) / times)
        estimates = [choice.value for choice in choices if math.isfinite(choice.value)]
        if estimates:
            record.estimates[at] = math.fsum(estimates) / len(estimates)
        if times > 1:
            record.changes[at] = share_of_changes(choices)


def parse_move_values(values: Any, state: State) -> MoveValues:
    """The true values of the moves of a position: at least one, all finite numbers."""
    mapping = isinstance(values, Mapping)
    require(mapping, "The truth gave {} for the position {}; it gives {{move: value}}.", values, state)
    require(values, "The position {} has no moves to choose from.", state)
    return {move: number_of(value, "The truth", state) for move, value in values.items()}


def _failure(state: State, exc: BaseException) -> Failure:
    """Why a position could not be examined. A user's game or evaluator may raise anything."""
    place = shown(state)
    kind = f"{type(exc).__name__}: {exc}"
    if isinstance(exc, OverthinkError):
        return Failure(str(exc), "position", place, kind=exc.kind)
    return Failure(f"In the position {place}: {kind}", "position", place, kind=kind)


def join_answers(answers: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    """All answers in one, so that each counts equally and so do the moves that tie in it."""
    size = math.lcm(*(len(moves) for moves in answers))
    return answers[0] if len(answers) == 1 else tuple(m for moves in answers for m in moves * (size // len(moves)))


def share_of_changes(choices: Sequence[Choice]) -> float:
    """How often two of the answers differ."""
    pairs = list(combinations([frozenset(choice.moves) for choice in choices], 2))
    return sum(a != b for a, b in pairs) / len(pairs)


PositionResult: TypeAlias = tuple[int, Record | Failure]  # of the position with this number
Share: TypeAlias = Callable[[Mapping[int, State], float | None], Generator[PositionResult]]


@dataclass
class Asking:
    """Everything that is asked about positions."""

    inquiry: Inquiry
    states: list[State]
    tell: StageProgress | None = None
    journal: Any = None  # finished positions, stored and recalled; None: nothing is stored
    jobs: int | None = None  # processes side by side; None: this process alone
    deadline: float | None = None  # on the clock `time.monotonic`
    notes: tuple[str, ...] = ()  # what a reader should know, such as positions that were not made
    unread: tuple[Failure, ...] = ()  # positions that could not be read
    share: Share | None = None  # makes records until a deadline, where other processes cannot: by engines
