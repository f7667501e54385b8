"""Our compiled alpha-beta against easyAI's Negamax, on easyAI's own games.

Both visit the very same nodes: they are counted on both sides and must be equal. easyAI makes a win worth more the more
plies of the search are left, so ours does too here. Both sides take turns on the clock, and the fastest time of each
counts. Most of easyAI's time in Connect Four goes to looking for four in a row; in tic-tac-toe rules cost little.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from overthink.bench.connect_four import ConnectFour
from overthink.bench.connect_four import utility as won
from overthink.bench.peers import compare, nothing
from overthink.bench.row import Row
from overthink.bench.tic_tac_toe import TicTacToe
from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame
from overthink.evaluate.evaluator import KernelEvaluator


@kernel
def sooner(depth: int, state: tuple[int, int, int, int]) -> float:
    """A win is worth 100, and a thousandth more for each ply that the search has left."""
    stones, left = state[0] | state[1], depth
    while stones:
        left -= stones & 1
        stones >>= 1
    return 100.0 * won(depth, state) * (1 + 0.001 * left)


def rows(quick: bool) -> list[Row]:
    """Tic-tac-toe to its end, and the first plies of Connect Four."""
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
