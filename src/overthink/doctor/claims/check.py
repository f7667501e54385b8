"""Compare each answer with what is claimed. An answer outside is a counterexample: nothing is counted or estimated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from overthink.core.checked import mover_of
from overthink.core.game import Evaluate
from overthink.doctor.ask.players import player_choice
from overthink.doctor.claims.ask import Answer
from overthink.doctor.claims.plain import Plain, best_of
from overthink.doctor.record import AnyGame, Move, MoveValues, State, UserPlayer

FAR = 1e9  # beyond any result; the sums of chance still keep seven digits behind the point
FURTHER = 2  # plies: one move of each player


@dataclass(frozen=True)
class Difference:
    """An answer that is not what is claimed."""

    answer: Answer
    best: tuple[Move, ...]  # what the claim allows
    values: MoveValues  # of moves, to the player who moves; empty if the claim says none


class Claimed(Protocol):
    """What is claimed of every answer."""

    def __call__(self, answer: Answer, /) -> Difference | None:
        """How an answer differs from the claim; None if it does not."""


@dataclass(frozen=True)
class PlainClaim:
    """Every chosen move is among the best of a plain search."""

    plain: Plain

    def __call__(self, answer: Answer) -> Difference | None:
        values = self.plain.values(answer.call.state, int(answer.call.depth))
        best = best_of(values)
        return Difference(answer, best, values) if _is_outside(answer, best) else None


@dataclass(frozen=True)
class OwnClaim:
    """Every chosen move is one that a function of the user's own chooses too."""

    game: AnyGame
    search: UserPlayer

    def __call__(self, answer: Answer) -> Difference | None:
        values: MoveValues = {}

        def search(state: State, depth: int) -> object:
            said = self.search(state, depth)
            values.update(said if isinstance(said, Mapping) else {})
            return said

        best = player_choice(
            search, self.game, answer.call.state, answer.call.depth, "The search that is claimed"
        ).moves
        return Difference(answer, best, values) if _is_outside(answer, best) else None


def _is_outside(answer: Answer, best: tuple[Move, ...]) -> bool:
    return bool(answer.failure) or not set(answer.moves) <= set(best)


@dataclass(frozen=True)
class DeeperClaim:
    """No chosen move is proven to be worse than another one by a search of the same depth, whatever positions at its
    horizon are worth; and where such a search proves a win, the chosen move is not one that a search two plies deeper
    proves to be worse, and that looks worse at every depth up to it."""

    plain: Plain

    def __call__(self, answer: Answer) -> Difference | None:
        state, depth = answer.call.state, int(answer.call.depth)
        least, most = self._bound(state, depth, -FAR), self._bound(state, depth, FAR)
        proven = max(least.values())
        best = tuple(move for move in least if least[move] == proven)
        worse = answer.failure or any(self._is_worse(state, depth, move, proven, most) for move in answer.moves)
        return Difference(answer, best, dict.fromkeys(best, proven)) if worse else None

    def _is_worse(self, state: State, depth: int, move: Move, proven: float, most: MoveValues) -> bool:
        if proven > most[move]:
            return True
        if proven <= 0.0 or most[move] < FAR / 2:
            return False
        looks = (self.plain.values(state, depth + more)[move] for more in range(FURTHER + 1))
        return proven > self._bound(state, depth + FURTHER, FAR)[move] and all(proven > value for value in looks)

    def _bound(self, state: State, depth: int, horizon: float) -> MoveValues:
        me = mover_of(self.plain.game, state)
        evaluate: Evaluate = lambda _: me * horizon  # noqa: E731
        return replace(self.plain, evaluate=evaluate).values(state, depth)
