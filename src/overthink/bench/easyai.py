"""Our compiled alpha-beta against easyAI's Negamax, on easyAI's own games.

Both visit the same nodes: both sides count them, and the counts must be equal. easyAI values a win more if more plies
of the search remain, so ours does too here. Both sides run in turn, and the fastest time of each counts. In Connect
Four, easyAI spends most of its time looking for four in a row; in tic-tac-toe the rules cost little."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from overthink.bench.peers import compare, nothing
from overthink.bench.row import Row
from overthink.bench.tic_tac_toe import TicTacToe
from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.connect_four import ConnectFour
from overthink.games.connect_four import utility as won


@kernel
def sooner(depth: int, state: tuple[int, int, int, int]) -> float:
    """A win is worth 100, and a thousandth more for each remaining ply."""
    stones, remaining = state[0] | state[1], depth
    while stones:
        remaining -= stones & 1
        stones >>= 1
    return 100.0 * won(depth, state) * (1 + 0.001 * remaining)


def rows(quick: bool) -> list[Row]:
    """Search tic-tac-toe to its end, and the first plies of Connect Four."""
    try:
        algorithm, three, four = (
            import_module(f"easyAI.{name}") for name in ("AI.Negamax", "games.TicTacToe", "games.ConnectFour")
        )
    except ImportError:
        raise OverthinkError("easyAI is not installed: pip install easyAI.") from None
    rounds = 2 if quick else 5

    def row(name: str, game: KernelGame, other: Any, depth: int) -> Row:
        game.context, game.kernels = depth, {**game.kernels, "utility": sooner}
        search = algorithm.Negamax(depth)

        def theirs() -> float:
            search(other(players=[None, None]))
            value: float = search.alpha
            return value

        evaluate = KernelEvaluator(game, nothing)
        return compare(name, "easyAI", game, evaluate, depth, theirs, algorithm, "negamax", rounds)

    return [
        row("tic-tac-toe", TicTacToe(), three.TicTacToe, 9),
        row("Connect Four", ConnectFour(), four.ConnectFour, 3 if quick else 6),
    ]
