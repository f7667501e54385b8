"""Sources of truth: the value of each move of a position, to the player who moves.

A small game is solved to its end. Otherwise the truth is a deeper search, or a file with the values. The doctor names
its source, because a wrong reference gives wrong verdicts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from overthink.core.checked import checked_depth, expected, is_chance, mover_of, moves_of, number_of, outcomes_of
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, Move, State, Truth, Values
from overthink.search.decide import decide, has_chance
from overthink.search.expectimax import expectimax

MOST = 500_000  # most positions to store while solving
TRIED = 60_000  # moves to play while testing whether a game can be solved
FURTHER = 4  # by default, a reference searches so many plies deeper than the player


class UnsolvableError(OverthinkError):
    """The game cannot be solved to its end."""


class CompleteTruth:
    """A truth that has a value for each move."""

    def more(self, state: State, chosen: Iterable[Iterable[Move]], values: Values) -> Values:
        """Nothing is missing."""
        return {}


class Solved(CompleteTruth):
    """The game, solved to its end. Each position is solved once."""

    exact = True

    def __init__(self, game: AnyGame, most: int = MOST, moves: float = math.inf):
        self.game, self.most, self.left = game, most, moves
        self.known: dict[State, float] = {}

    def __str__(self) -> str:
        return "solved to the end of the game"

    def values(self, state: State) -> Values:
        """The value of each move to the player who makes it."""
        me = mover_of(self.game, state)
        return {move: me * self.worth(self.game.play(state, move)) for move in moves_of(self.game, state)}

    def worth(self, state: State) -> float:
        """The value of a position to Max. The search keeps its own stack, because games can be long."""
        stack, open_ = [state], set[State]()
        while stack:
            position = stack[-1]
            if position in self.known:
                stack.pop()
                continue
            moves = moves_of(self.game, position)
            if not len(moves):
                self.known[position] = number_of(
                    self.game.utility(position), "There is no move, and utility()", position
                )
                continue
            children = [self.game.play(position, move) for move in moves]
            self.left -= len(children)
            missing = [child for child in children if child not in self.known]
            if not missing:
                self.known[position] = self._from(position, [self.known[child] for child in children])
                open_.discard(position)
                continue
            if position in open_ and any(child in open_ for child in missing):
                raise UnsolvableError("A position of this game can repeat, so the game cannot be solved to its end.")
            if len(self.known) > self.most or self.left < 0:
                raise UnsolvableError(f"The game has more than {self.most:,} positions, too many to solve.")
            open_.add(position)
            stack += missing
        return self.known[state]

    def _from(self, state: State, values: list[float]) -> float:
        if is_chance(self.game, state):
            return expected((chance for _, chance in outcomes_of(self.game, state)), values)
        return max(values) if mover_of(self.game, state) > 0 else min(values)


@dataclass(frozen=True)
class Deeper(CompleteTruth):
    """A much deeper search of the same game."""

    game: AnyGame
    evaluate: Evaluate | None
    depth: int
    exact = False
    apart = True  # each position is searched by itself, so processes can share them

    def __str__(self) -> str:
        return f"a search to depth {self.depth}"

    def values(self, state: State) -> Values:
        if has_chance(self.game):
            me = self.game.mover(state)
            bounds = expectimax(self.game, state, depth=self.depth, evaluate=self.evaluate)
            return {option.move: me * option.low for option in bounds.options}
        if self.depth == 1:
            decision = decide(self.game, state, depth=1, evaluate=self.evaluate)
            return {option.move: option.value for option in decision.options}
        # Search each move separately: alpha-beta would otherwise prune moves and not give their values.
        values = {}
        for move in moves_of(self.game, state):
            values[move] = self.game.mover(state) * self._worth(self.game.play(state, move))
        return values

    def _worth(self, state: State) -> float:
        if not len(moves_of(self.game, state)):
            return number_of(self.game.utility(state), "There is no move, and utility()", state)
        return decide(
            self.game, state, search="alpha-beta", depth=self.depth - 1, evaluate=self.evaluate, ties=False
        ).value

    def weaker(self) -> Deeper | None:
        """The same search, two plies less deep, so that the parity is the same."""
        return Deeper(self.game, self.evaluate, self.depth - 2) if self.depth > 2 else None


class Labelled(CompleteTruth):
    """Values from a file of JSON lines: {"position": text, "values": {move: value to the player who moves}}."""

    exact = False

    def __init__(self, path: str | Path, game: AnyGame):
        self.path, self.text = Path(path), getattr(game, "text", str)
        self.game = game
        self.known, self.unread = _read(self.path)

    def __str__(self) -> str:
        return f"{self.path.name}, {len(self.known):,} positions"

    def values(self, state: State) -> Values:
        text = self.text(state)
        if text not in self.known:
            raise OverthinkError(f"{self.path} does not contain the position {text!r}.")
        line, values = self.known[text]
        moves = {str(move): move for move in moves_of(self.game, state)}
        missing = [name for name in moves if name not in values]
        if missing:
            raise OverthinkError(f"{self.path}, line {line}: the move {missing[0]} has no value.")
        return {move: float(values[name]) for name, move in moves.items()}


def _read(path: Path) -> tuple[dict[str, tuple[int, Mapping[str, float]]], list[str]]:
    """Read the values with their line numbers, and one sentence for each line that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as exc:
        raise OverthinkError(f"{path} cannot be read ({getattr(exc, 'strerror', 'it is not a text file')}).") from None
    labels, unread = dict[str, tuple[int, Mapping[str, float]]](), list[str]()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if number == 1 and "about" in entry:
                continue  # the first line of a journal
            position, values = str(entry["position"]), {str(k): float(v) for k, v in entry["values"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            unread.append(f'{path}, line {number}: write {{"position": "…", "values": {{"move": number, …}}}}.')
            continue
        if any(math.isnan(value) for value in values.values()):
            unread.append(f"{path}, line {number}: a value is not a number.")
            continue
        labels[position] = number, values
    if unread and not labels:
        raise OverthinkError(unread[0])
    return labels, unread


def truth_of(
    given: Truth | str | Path | int | None, game: AnyGame, evaluate: Evaluate | None, deepest: int, start: State
) -> Truth:
    """The truth that the user named: a depth, a file, "solve", or any `Truth`. By default, solve the game from `start`
    if it is small, otherwise use the game's own reference, otherwise search deeper."""
    if given is None:
        if _solvable(game, start):
            return Solved(game)
        given = game.reference() if hasattr(game, "reference") else deepest + FURTHER
    if isinstance(given, str) and given == "solve":
        return Solved(game)
    if isinstance(given, str | Path):
        return Labelled(given, game)
    if hasattr(given, "values") and hasattr(given, "more"):
        return cast(Truth, given)
    depth = checked_depth(given)
    if depth <= deepest:
        raise OverthinkError(
            f"The truth must search deeper than depth {deepest}, but its depth is {depth}. Use a greater depth."
        )
    return Deeper(game, evaluate, depth)


def _solvable(game: AnyGame, start: State) -> bool:
    """Test whether the game can be solved with few moves."""
    try:
        Solved(game, moves=TRIED).worth(start)
    except UnsolvableError:
        return False
    except Exception:  # the game fails in some position: the examination will name it
        return True
    return True
