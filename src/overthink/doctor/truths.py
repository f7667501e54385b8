"""Sources of truth: the value of each move of a position, to the player who moves.

A small game is solved to its end. Otherwise the truth is a deeper search, or a file with the values. The doctor names
its source, because a wrong reference gives wrong verdicts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from overthink.core.checked import checked_depth, cost_of, mover_of, moves_of, play_of, utility_of
from overthink.core.errors import OverthinkError, shown
from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, Move, Progress, State, Truth, Values
from overthink.doctor.labels import FORM, LabelFile, Labelled, read_labels
from overthink.doctor.player import ONE_PLAYER
from overthink.search.decide import decide, has_chance
from overthink.search.expectimax import expectimax
from overthink.search.reach import MOST, SECONDS, Tell, UnsolvableError, checked_state, reachable
from overthink.search.retrograde import one_player, retrograde

TRIED, PATIENCE = 30_000, 5.0  # positions, and seconds, to test whether a game can be solved
FURTHER = 4  # by default, a reference searches so many plies deeper than the player
SOLVE = "solve"


class CompleteTruth:
    """A truth that has a value for each move."""

    def more(self, state: State, chosen: Iterable[Iterable[Move]], values: Values) -> Values:
        """Nothing is missing."""
        return {}


class Solved(CompleteTruth):
    """The game, solved to its end: at most `most` positions, each once, in at most `seconds` for each start. Positions
    may repeat; a play that never ends is a draw, worth 0. One player who pays for moves loses most by never ending."""

    exact = True

    def __init__(self, game: AnyGame, most: int = MOST, seconds: float = SECONDS, tell: Tell | None = None):
        self.game, self.most, self.seconds, self.tell = game, most, seconds, tell
        self.known: dict[State, float] = {}
        self.goal: int | None = None  # the player who makes all moves and pays for them, or 0; not known yet

    def __str__(self) -> str:
        return "solved to the end of the game"

    def values(self, state: State) -> Values:
        """The value of each move to the player who makes it."""
        moves, me = moves_of(self.game, state), mover_of(self.game, state)
        self.worth(state)
        values = {move: me * self.worth(play_of(self.game, state, move)) for move in moves}
        if not self.goal:
            return values
        cost = getattr(self.game, "cost", None)
        return _bounded({move: value - cost_of(cost, state, move) for move, value in values.items()})

    def worth(self, state: State) -> float:
        """The value of a position to Max."""
        if checked_state(state) not in self.known:
            most = self.most - len(self.known)
            space = reachable(self.game, [state], most=most, seconds=self.seconds, known=self.known, tell=self.tell)
            if self.goal is None:
                self.goal = one_player(space)
            self.known.update(zip(space.states, retrograde(space.tree, self.goal).tolist()))
        return self.known[state]


def _bounded(values: Values) -> Values:
    """The values with those of moves that never reach an end made finite: clearly worse than all others."""
    finite = [value for value in values.values() if math.isfinite(value)]
    worst = min(finite) - 1.0 - float(np.ptp(finite)) if finite else 0.0
    return {move: value if math.isfinite(value) else worst for move, value in values.items()}


@dataclass(frozen=True)
class Deeper(CompleteTruth):
    """A much deeper search of the same game."""

    game: AnyGame
    evaluate: Evaluate | None
    depth: int
    goal: int = 0  # the one player who makes all moves, or 0
    exact = False
    apart = True  # each position is searched by itself, so processes can share them

    def __str__(self) -> str:
        return f"a search to depth {self.depth}"

    def values(self, state: State) -> Values:
        me = mover_of(self.game, state)
        if has_chance(self.game):
            bounds = expectimax(self.game, state, depth=self.depth, evaluate=self.evaluate)
            return {option.move: me * option.low for option in bounds.options}
        if self.depth == 1 or self.goal:
            rule = ONE_PLAYER.get(self.goal, "minimax")
            decision = decide(self.game, state, rule=rule, depth=self.depth, evaluate=self.evaluate)
            return {option.move: option.score for option in decision.options}
        # Search each move separately: alpha-beta would otherwise prune moves and not give their values.
        return {move: me * self._worth(play_of(self.game, state, move)) for move in moves_of(self.game, state)}

    def _worth(self, state: State) -> float:
        if not len(moves_of(self.game, state)):
            return utility_of(self.game, state, "There is no move, and utility()")
        return decide(
            self.game, state, search="alpha-beta", depth=self.depth - 1, evaluate=self.evaluate, ties=False
        ).value

    def weaker(self) -> Deeper | None:
        """The same search, two plies less deep, so that the parity is the same."""
        return Deeper(self.game, self.evaluate, self.depth - 2, self.goal) if self.depth > 2 else None


def truth_of(
    given: Any,
    game: AnyGame,
    evaluate: Evaluate | None,
    deepest: int,
    start: State,
    goal: int = 0,
    tell: Progress | None = None,
) -> Truth:
    """The truth that the user named: a depth, a file of labels, "solve", or any `Truth`. By default, solve the game
    from `start` if it is small, otherwise use the game's own reference, otherwise search deeper. `goal` is the one
    player who makes all moves, or 0."""
    if given is None:
        with suppress(UnsolvableError):
            return _solver(game, start, TRIED, PATIENCE, tell)
        if evaluate is None and not hasattr(game, "reference"):
            raise OverthinkError(
                "The game is too large to solve at once, and a deeper search needs an evaluator. Give evaluate=, or "
                "truth= (a file of labels, or 'solve' to take more time)."
            )
        given = game.reference() if hasattr(game, "reference") else deepest + FURTHER
    given = read_truth(given)
    if given == SOLVE:
        return _solver(game, start, MOST, SECONDS, tell)
    if isinstance(given, LabelFile):
        return Labelled(given, game)
    if hasattr(given, "values") and hasattr(given, "more"):
        if not hasattr(given, "exact"):
            raise OverthinkError(
                f"The truth {type(given).__name__} does not say whether it is exact. Add exact = False."
            )
        return cast(Truth, given)
    depth = checked_depth(given)
    if depth <= deepest:
        raise OverthinkError(
            f"The truth must search deeper than depth {deepest}, but its depth is {depth}. Use a greater depth."
        )
    return Deeper(game, evaluate, depth, goal)


def read_truth(given: Any) -> Any:
    """What the user named, read: "solve" and any `Truth` as they are, a number as a depth, a path as its labels."""
    if isinstance(given, str):
        word = given.strip()
        if word == SOLVE:
            return SOLVE
        if word.lstrip("+-").isdecimal():
            return checked_depth(int(word))
        if not Path(word).suffix and not Path(word).is_file():
            raise OverthinkError(
                f"There is no truth {shown(given)}. Write solve, a depth such as 12, or the name of a file of labels."
            )
        given = Path(word)
    if isinstance(given, Path):
        labels = read_labels(given)
        if not any(values for _, _, values in labels.lines):
            raise OverthinkError(f"{given}, line {labels.lines[0][0]}: {FORM}.")
        return labels
    return given


def _solver(game: AnyGame, start: State, most: int, seconds: float, tell: Progress | None) -> Solved:
    """The game solved from `start`; refused, before any other work, if it is too large for these limits, which are
    told beforehand."""
    stage = f"solving the game (at most {most:,} positions, {seconds:g} s)"
    solver = Solved(game, most, seconds, (lambda listed: tell(stage, min(listed, most), most)) if tell else None)
    try:
        solver.worth(start)
    except OverthinkError as exc:
        if isinstance(exc, UnsolvableError):
            raise
        # The game fails in some position: the examination will name it.
    solver.most, solver.seconds, solver.tell = MOST, SECONDS, None
    return solver
