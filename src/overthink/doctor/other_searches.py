"""Searches with a common mistake, and searches with another rule: what a player might do instead of a plain search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from overthink.core.checked import opinion_of
from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, Examination, Move, Position, State
from overthink.doctor.player import GOALS, MINIMAX, search_choice
from overthink.doctor.truths import Deeper
from overthink.rules import RULES


@dataclass(frozen=True)
class OtherSearch:
    """A search that the player might make."""

    name: str  # follows "it chooses as if it"
    choose: Callable[[Position, int], Collection[Move]]  # the best moves of a position, at a depth
    mistake: bool = True  # a rule is not a mistake
    always: bool = False  # counts only if the player makes this search in all positions


class AlteredGame:
    """A game whose results are altered, in which one side makes all choices, or in which moves are `free`."""

    def __init__(
        self, game: AnyGame, result: Callable[[State], float] | None = None, side: int = 0, free: bool = False
    ):
        self.moves, self.play, self.utility = game.moves, game.play, result or game.utility
        if hasattr(game, "cost") and not free:
            self.cost = game.cost
        self.mover = (lambda state: side) if side else game.mover
        if hasattr(game, "outcomes"):
            self.outcomes = game.outcomes


def other_searches(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, error: float
) -> Iterator[OtherSearch]:
    """Mistakes first, then other rules."""
    yield OtherSearch("took the first move", lambda position, depth: list(game.moves(position.state))[:1])
    yield OtherSearch("took the last move", lambda position, depth: list(game.moves(position.state))[-1:])
    yield from _other_depths(examination, plain, game, evaluate, error)

    def altered(subject: AnyGame, opinion: Evaluate, position: Position, depth: int) -> Collection[Move]:
        return search_choice(subject, opinion, error, position.state, plain, depth).moves

    def worth(state: State) -> float:
        return opinion_of(evaluate(state), error, state)[0]

    turned = AlteredGame(game, lambda state: -game.utility(state))
    blind, even = AlteredGame(game, worth), AlteredGame(game, lambda state: 0.0)
    yield OtherSearch("saw leaves from the wrong side", lambda p, d: altered(game, lambda s: -worth(s), p, d))
    yield OtherSearch("saw finished games from the wrong side", lambda p, d: altered(turned, evaluate, p, d))
    yield OtherSearch("did not see that a game was over", lambda p, d: altered(blind, evaluate, p, d))
    yield OtherSearch("counted finished games as even", lambda p, d: altered(even, evaluate, p, d))
    yield OtherSearch(
        "took the worst move", lambda p, d: _worst(Deeper(game, evaluate, d, GOALS.get(plain, 0)), p.state)
    )
    if plain in GOALS and hasattr(game, "cost"):
        free = AlteredGame(game, free=True)
        yield OtherSearch("forgot what moves cost", lambda p, d: altered(free, evaluate, p, d))
    if plain != MINIMAX:
        return
    yield OtherSearch(
        "let one side make all choices",
        lambda p, d: altered(AlteredGame(game, side=int(game.mover(p.state))), evaluate, p, d),
    )
    for name, rule in RULES.items():
        if name != MINIMAX and not rule.goal and not rule.needs_truth:
            yield OtherSearch(
                f"used the rule {name}",
                lambda p, d, name=name: search_choice(game, evaluate, error, p.state, name, d).moves,  # type: ignore[misc]
                mistake=False,
                always=True,
            )


def _other_depths(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, error: float
) -> Iterator[OtherSearch]:
    """Searches that look less far, and one that looks further. To look further in some positions is not a mistake:
    quiescence does."""

    def at(position: Position, depth: int) -> Collection[Move]:
        if (plain, depth) in position.chosen:
            return position.chosen[plain, depth]
        return search_choice(game, evaluate, error, position.state, plain, depth).moves

    yield OtherSearch("looked one ply less far", lambda position, depth: at(position, max(1, depth - 1)))
    yield OtherSearch("looked two plies less far", lambda position, depth: at(position, max(1, depth - 2)))
    for fixed in examination.depths[:-1]:
        plies = "ply" if fixed == 1 else "plies"
        yield OtherSearch(
            f"looked at most {fixed} {plies} ahead",
            lambda position, depth, fixed=fixed: at(position, min(fixed, depth)),  # type: ignore[misc]
        )
    yield OtherSearch("looked one ply further", lambda position, depth: at(position, depth + 1), always=True)


def _worst(search: Deeper, state: State) -> Collection[Move]:
    values = search.values(state)
    return [move for move, value in values.items() if value == min(values.values())]
