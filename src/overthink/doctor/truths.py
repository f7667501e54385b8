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

from overthink.core.checked import checked_depth, mover_of, moves_of, number_of
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate, Game
from overthink.search.decide import decide

MOST = 500_000  # positions that are kept while solving


class Whole:
    """A truth that has a value for every move."""

    def more(self, state: Any, chosen: Iterable[Iterable[Any]], values: dict[Any, float]) -> dict[Any, float]:
        """Values of moves that were chosen and have none yet."""
        return {}


class Solved(Whole):
    """The game solved to its end, each position once."""

    exact = True

    def __init__(self, game: Game[Any], most: int = MOST):
        self.game, self.most = game, most
        self.known: dict[Any, float] = {}

    def __str__(self) -> str:
        return "solved to the end of the game"

    def values(self, state: Any) -> dict[Any, float]:
        """The worth of each move to the player who makes it."""
        me = mover_of(self.game, state)
        return {move: me * self.worth(self.game.play(state, move)) for move in moves_of(self.game, state)}

    def worth(self, state: Any) -> float:
        """The value of a position to Max, by a search that keeps its own stack: games may be long."""
        stack, open_ = [state], set[Any]()
        while stack:
            here = stack[-1]
            if here in self.known:
                stack.pop()
                continue
            moves = moves_of(self.game, here)
            if not moves:
                self.known[here] = number_of(self.game.utility(here), "utility()", here)
                continue
            children = [self.game.play(here, move) for move in moves]
            missing = [child for child in children if child not in self.known]
            if not missing:
                best = max if mover_of(self.game, here) > 0 else min
                self.known[here] = best(self.known[child] for child in children)
                open_.discard(here)
                continue
            if here in open_ and any(child in open_ for child in missing):
                raise OverthinkError("The game can come back to a position, so that it cannot be solved to its end.")
            if len(self.known) > self.most:
                raise OverthinkError(f"The game has more than {self.most:,} positions, too many to solve.")
            open_.add(here)
            stack += missing
        return self.known[state]


@dataclass(frozen=True)
class Deeper(Whole):
    """A search of the same game that looks much further ahead."""

    game: Any
    evaluate: Evaluate | None
    depth: int
    search: str = "full-width"
    exact = False

    def __str__(self) -> str:
        return f"a search to depth {self.depth}"

    def values(self, state: Any) -> dict[Any, float]:
        found = decide(self.game, state, depth=self.depth, evaluate=self.evaluate, search=self.search)
        return {option.move: option.value for option in found.options}


class Labelled(Whole):
    """Values from a file of JSON lines: {"position": text, "values": {move: number to the player who moves}}."""

    exact = False

    def __init__(self, path: str | Path, game: Any):
        self.path, self.text = Path(path), getattr(game, "text", str)
        self.game = game
        self.known = _read(self.path)

    def __str__(self) -> str:
        return f"{self.path.name}, {len(self.known):,} positions"

    def values(self, state: Any) -> dict[Any, float]:
        text = self.text(state)
        if text not in self.known:
            raise OverthinkError(f"{self.path} does not have the position {text!r}.")
        line, named = self.known[text]
        moves = {str(move): move for move in moves_of(self.game, state)}
        missing = [name for name in moves if name not in named]
        if missing:
            raise OverthinkError(f"{self.path}, line {line}: the move {missing[0]} has no value.")
        return {move: float(named[name]) for name, move in moves.items()}


def _read(path: Path) -> dict[str, tuple[int, Mapping[str, float]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise OverthinkError(f"{path} cannot be read ({error.strerror}).") from None
    found: dict[str, tuple[int, Mapping[str, float]]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if number == 1 and "about" in entry:
                continue  # a journal of the doctor's
            position, values = str(entry["position"]), {str(k): float(v) for k, v in entry["values"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise OverthinkError(
                f'{path}, line {number}: write {{"position": "…", "values": {{"move": number, …}}}}.'
            ) from None
        if any(math.isnan(value) for value in values.values()):
            raise OverthinkError(f"{path}, line {number}: a value is not a number.")
        found[position] = number, values
    return found


def truth_of(given: Any, game: Any, evaluate: Evaluate | None) -> Solved | Deeper | Labelled:
    """What a user named as the truth: nothing or "solve", a depth, or a file."""
    if given is None or given == "solve":
        return Solved(game)
    if isinstance(given, str | Path):
        return Labelled(given, game)
    if isinstance(given, Solved | Deeper | Labelled):
        return given
    return Deeper(game, evaluate, checked_depth(given))
