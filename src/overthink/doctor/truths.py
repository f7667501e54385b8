"""Where the truth about a position comes from: the value of every move, to the player who moves.

A game that is small enough is solved to its end. Else a deeper search must do, or a file in which someone has written
the values down. The doctor says which it was, since a wrong reference makes wrong verdicts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overthink.core.checked import checked_depth, expected, is_chance, mover_of, moves_of, number_of, outcomes_of
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, Move, State, Truth, Values
from overthink.search.decide import decide, has_chance
from overthink.search.expectimax import expectimax

MOST = 500_000  # positions that are kept while solving
TRIED = 60_000  # moves that are played to see whether a game can be solved
FURTHER = 4  # plies that a reference looks further than the player, where nothing else was said


class UnsolvableError(OverthinkError):
    """The game cannot be solved to its end."""


class CompleteTruth:
    """A truth that has a value for every move."""

    def more(self, state: State, chosen: Iterable[Iterable[Move]], values: Values) -> Values:
        """Values of moves that were chosen and have none yet."""
        return {}


class Solved(CompleteTruth):
    """The game solved to its end, each position once."""

    exact = True

    def __init__(self, game: AnyGame, most: int = MOST, moves: float = math.inf):
        self.game, self.most, self.left = game, most, moves
        self.known: dict[State, float] = {}

    def __str__(self) -> str:
        return "solved to the end of the game"

    def values(self, state: State) -> Values:
        """The worth of each move to the player who makes it."""
        me = mover_of(self.game, state)
        return {move: me * self.worth(self.game.play(state, move)) for move in moves_of(self.game, state)}

    def worth(self, state: State) -> float:
        """The value of a position to Max, by a search that keeps its own stack: games may be long."""
        stack, open_ = [state], set[State]()
        while stack:
            here = stack[-1]
            if here in self.known:
                stack.pop()
                continue
            moves = moves_of(self.game, here)
            if not len(moves):
                self.known[here] = number_of(self.game.utility(here), "There is no move, and utility()", here)
                continue
            children = [self.game.play(here, move) for move in moves]
            self.left -= len(children)
            missing = [child for child in children if child not in self.known]
            if not missing:
                self.known[here] = self._from(here, [self.known[child] for child in children])
                open_.discard(here)
                continue
            if here in open_ and any(child in open_ for child in missing):
                raise UnsolvableError("The game can come back to a position, so that it cannot be solved to its end.")
            if len(self.known) > self.most or self.left < 0:
                raise UnsolvableError(f"The game has more than {self.most:,} positions, too many to solve.")
            open_.add(here)
            stack += missing
        return self.known[state]

    def _from(self, state: State, values: list[float]) -> float:
        if is_chance(self.game, state):
            return expected((chance for _, chance in outcomes_of(self.game, state)), values)
        return max(values) if mover_of(self.game, state) > 0 else min(values)


@dataclass(frozen=True)
class Deeper(CompleteTruth):
    """A search of the same game that looks much further ahead."""

    game: AnyGame
    evaluate: Evaluate | None
    depth: int
    exact = False

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
        # Each move by itself, so that none is pruned: its value is to be known, not only that it is no better.
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
        """The same, two plies less far: what a player of the same parity would see."""
        return Deeper(self.game, self.evaluate, self.depth - 2) if self.depth > 2 else None


class Labelled(CompleteTruth):
    """Values from a file of JSON lines: {"position": text, "values": {move: number to the player who moves}}."""

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
            raise OverthinkError(f"{self.path} does not have the position {text!r}.")
        line, named = self.known[text]
        moves = {str(move): move for move in moves_of(self.game, state)}
        missing = [name for name in moves if name not in named]
        if missing:
            raise OverthinkError(f"{self.path}, line {line}: the move {missing[0]} has no value.")
        return {move: float(named[name]) for name, move in moves.items()}


def _read(path: Path) -> tuple[dict[str, tuple[int, Mapping[str, float]]], list[str]]:
    """The values in a file, each with its line, and a sentence for each line that cannot be read."""
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
                continue  # a journal of the doctor's
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


def truth_of(given: Any, game: AnyGame, evaluate: Evaluate | None, deepest: int, start: State) -> Truth:
    """What a user named as the truth: a depth, a file, "solve", or any `Truth`. Nothing: the game is solved if it can
    be from `start`, asked for a reference of its own if it has one, or else searched deeper."""
    if given is None:
        if _solvable(game, start):
            return Solved(game)
        given = game.reference() if hasattr(game, "reference") else deepest + FURTHER
    if isinstance(given, str) and given == "solve":
        return Solved(game)
    if isinstance(given, str | Path):
        return Labelled(given, game)
    if hasattr(given, "values") and hasattr(given, "more"):
        truth: Truth = given
        return truth
    depth = checked_depth(given)
    if depth <= deepest:
        raise OverthinkError(f"The truth must look further than depth {deepest}; it looks {depth}.")
    return Deeper(game, evaluate, depth)


def _solvable(game: AnyGame, start: State) -> bool:
    """Whether few positions can follow."""
    try:
        Solved(game, moves=TRIED).worth(start)
    except UnsolvableError:
        return False
    except Exception:  # something is wrong in places: positions that lead there will be told
        return True
    return True
