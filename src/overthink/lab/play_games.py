"""Games to play in the lab: a start, what to show of a position, how machines judge it, and when a game is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.evaluate import cop_distance, features, flipped, store_difference
from overthink.evaluate.natural import natural_of
from overthink.games import BoardSplitting, CopsAndRobbers, Kalah, endgame
from overthink.games.board_splitting import INDEX, PLY
from overthink.lab.asked import Given, choice, integer, number
from overthink.models import BoardSplittingModel
from overthink.rules import RULES
from overthink.search.decide import decide


@dataclass(frozen=True)
class Playable:
    """One game, ready to be played. Moves are told as words, and words are looked up among the legal moves."""

    game: Any
    start: Any
    evaluate: Any
    error: float  # what rules are told of the evaluator, where it says nothing itself
    players: tuple[str, str]  # Max and Min
    show: Callable[[Any], dict[str, Any]]
    result: Callable[[Any], str]
    rules: Sequence[str] = field(default_factory=lambda: all_rules())
    longest: int = 400  # plies after which nobody has won
    unfinished: str = "Nobody has won."
    right: Callable[[Any], Sequence[Any]] | None = None  # the truly best moves, where they are known


def all_rules() -> list[str]:
    """The rules that one can play against somebody with."""
    return [name for name, rule in RULES.items() if not rule.needs_truth and not rule.goal]


def graded() -> list[str]:
    """Those of them that need no win or loss."""
    return [name for name in all_rules() if not RULES[name].binary]


def playable(given: Given) -> Playable:
    """The game that a request asks for."""
    return GAMES[choice(given, "game", GAMES, "kalah")](given)


def _kalah(given: Given) -> Playable:
    pits, seeds = integer(given, "pits", 2, 8, 6), integer(given, "seeds", 1, 8, 4)
    seed, error = integer(given, "seed", 0, 2**31, 0), number(given, "error", 0.0, 0.5, 0.2)
    game = Kalah.real(pits, seeds, "win")
    judge = choice(given, "evaluator", ("stores", "features"), "stores")

    def show(state: Any) -> dict[str, Any]:
        rows = game.rows(state)
        return {"max": rows[0], "min": rows[1], "stores": list(state[2:4])}

    def result(state: Any) -> str:
        ours, theirs = (store + sum(row) for store, row in zip(state[2:4], game.rows(state)))
        winner = "South" if ours > theirs else "North"
        return f"{winner} wins, {max(ours, theirs)} to {min(ours, theirs)}." if ours != theirs else f"A draw at {ours}."

    return Playable(
        game,
        game.initial() if seed == 0 else game.random_start(seed),
        (store_difference if judge == "stores" else features)(game),
        error,
        ("South", "North"),
        show,
        result,
    )


def _board_splitting(given: Given) -> Playable:
    height, seed = integer(given, "height", 4, 10, 6), integer(given, "seed", 0, 2**31, 0)
    game = BoardSplitting(BoardSplittingModel(height).board(seed))
    last = "Max" if height % 2 else "Min"

    def show(state: Any) -> dict[str, Any]:
        ply, width = state >> PLY, 1 << (height - (state >> PLY))
        first = (state & INDEX) * width
        return {"height": height, "squares": game.squares.tolist(), "from": first, "to": first + width, "ply": ply}

    def result(state: Any) -> str:
        winner = "Max" if game.utility(state) > 0 else "Min"
        return f"The last square is a {game.text(state)}, and {last} moved last: {winner} wins."

    def right(state: Any) -> Sequence[Any]:
        return decide(_interpreted(game), state, rule="minimax", depth=height - (state >> PLY)).moves

    return Playable(game, game.initial(), natural_of(game), 0.0, ("Max", "Min"), show, result, right=right)


def _cops_and_robbers(given: Given) -> Playable:
    side, cops = integer(given, "side", 3, 7, 5), integer(given, "cops", 1, 2, 2)
    seed = integer(given, "seed", 0, 2**31, 0)
    game = CopsAndRobbers(side, side, cops, 0.16, number=seed)

    def show(state: Any) -> dict[str, Any]:
        robber, *others = game.men(state)
        return {"side": side, "obstacles": sorted(game.grid.obstacles), "robber": robber, "cops": others}

    return Playable(
        game,
        game.initial(),
        cop_distance(game),
        0.0,
        ("Robber", "Cops"),
        show,
        lambda state: f"The robber is caught after {game.ply(state)} moves.",
        graded(),
        60,
        "The robber was not caught in 60 moves.",
    )


def _chess(given: Given) -> Playable:
    name = choice(given, "men", ("KQK", "KRK", "KBBK", "KQKR"), "KRK")
    seed, error = integer(given, "seed", 0, 2**31, 0), number(given, "error", 0.0, 0.5, 0.1)
    table = endgame(name)
    game = table.game

    def result(state: Any) -> str:
        worth = table.value(state)
        return "Checkmate: White wins." if worth > 0 else "Checkmate: Black wins." if worth < 0 else "A draw."

    return Playable(
        game,
        game.random_start(seed),
        flipped(table.value, error),
        error,
        ("White", "Black"),
        lambda state: {"fen": game.fen(state)},
        result,
        longest=150,
        unfinished="150 moves were played, and nobody is mated: a draw.",
        right=table.best_moves,
    )


GAMES: dict[str, Callable[[Given], Playable]] = {
    "kalah": _kalah,
    "board-splitting": _board_splitting,
    "cops-and-robbers": _cops_and_robbers,
    "chess-endgame": _chess,
}


def _interpreted(game: Any) -> Any:
    game.compiled = False
    return game


def played(what: Playable, moves: str) -> list[Any]:
    """The positions from the start on, after each of some moves with commas between them."""
    states = [what.start]
    for ply, word in enumerate(moves.split(",") if moves else [], 1):
        if ply > what.longest:
            raise OverthinkError(f"A game here has at most {what.longest} moves.")
        legal = {str(move): move for move in what.game.moves(states[-1])}
        if word not in legal:
            known = ", ".join(list(legal)[:30]) or "none: the game is over"
            raise OverthinkError(f"Move {ply}, '{word[:20]}', cannot be played; the moves are {known}.")
        states.append(what.game.play(states[-1], legal[word]))
    return states
