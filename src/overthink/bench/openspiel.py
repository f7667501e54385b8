"""Our compiled alpha-beta against OpenSpiel's, driven from Python, on the same searches.

Both visit the same nodes: both sides count them, and the counts must be equal. OpenSpiel's games are C++. Its
alpha-beta for Python users is `open_spiel.python.algorithms.minimax`, because `pyspiel` does not offer the C++ one.
Both sides run in turn, and the fastest time of each counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overthink.bench.peers import compare, nothing
from overthink.bench.row import Row
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame
from overthink.core.kinds import State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.kalah import store_difference
from overthink.games.connect_four import ConnectFour
from overthink.games.kalah import Kalah


def rows(quick: bool) -> list[Row]:
    """Search Connect Four without an evaluation, and Kalah evaluated by the stores."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        raise OverthinkError("OpenSpiel is not installed: pip install 'overthink[openspiel]'.") from None
    rounds = 2 if quick else 5

    def row(
        name: str, game: KernelGame, evaluate: KernelEvaluator, other: str, value: Callable[[Any], float], depth: int
    ) -> Row:
        loaded = pyspiel.load_game(other)

        def theirs() -> float:
            return float(minimax.alpha_beta_search(loaded, value_function=value, maximum_depth=depth)[0])

        peer = "OpenSpiel from Python"
        return compare(name, peer, game, evaluate, depth, theirs, minimax, "_alpha_beta", rounds)

    def stores(state: State) -> float:
        board = state.observation_tensor(0)
        return float((board[7] - board[0]) / kalah.rules.seeds)

    four, kalah = ConnectFour(), Kalah.real(outcome="win")
    constant = KernelEvaluator(four, nothing)
    return [
        row("Connect Four", four, constant, "connect_four", lambda state: 0.0, 8 if quick else 11),
        row("Kalah", kalah, store_difference(kalah), "mancala", stores, 7 if quick else 10),
    ]
