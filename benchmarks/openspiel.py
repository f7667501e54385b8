"""Our compiled alpha-beta against OpenSpiel's, driven from Python, on the same searches.

Both visit the very same nodes: they are counted on both sides and must be equal. OpenSpiel's games are C++; its
alpha-beta for Python users is `open_spiel.python.algorithms.minimax`, since the one in C++ is not among the functions
that `pyspiel` offers. The two sides take turns on the clock, and the fastest time of each counts.
Usage: python benchmarks/openspiel.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax

from connect_four import ConnectFour
from overthink.core.bind import kernel
from overthink.core.decision import Decision
from overthink.core.game import KernelGame
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.kalah import store_difference
from overthink.games.kalah import Kalah
from overthink.search.decide import decide
from row import Row

ROUNDS = 5
OURS_A_ROUND = 20  # ours are so short that one of theirs leaves time for many


@kernel
def nothing(game: Any, state: Any) -> float:
    return 0.0


def connect_four(depth: int = 11) -> Row:
    """Every unfinished position is worth 0: the cheapest opinion there is, on either side."""
    game = ConnectFour()
    return compare("Connect Four", game, KernelEvaluator(game, nothing), "connect_four", lambda state: 0.0, depth)


def kalah(depth: int = 10) -> Row:
    """Real rules, unfinished positions by the difference of the stores over all seeds."""
    game = Kalah.real(outcome="win")

    def stores(state: Any) -> float:
        board = state.observation_tensor(0)
        return float((board[7] - board[0]) / game.rules.seeds)

    return compare("Kalah", game, store_difference(game), "mancala", stores, depth)


def compare(
    name: str,
    game: KernelGame,
    evaluate: KernelEvaluator,
    openspiel_name: str,
    value_function: Callable[[Any], float],
    depth: int,
) -> Row:
    other = pyspiel.load_game(openspiel_name)

    def ours() -> Decision:
        return decide(game, search="alpha-beta", depth=depth, evaluate=evaluate, ties=False)

    def theirs() -> Any:
        return minimax.alpha_beta_search(other, value_function=value_function, maximum_depth=depth)

    found, (value, nodes) = ours(), counted(theirs)
    if (found.value, found.nodes.total) != (value, nodes):
        raise AssertionError(f"{name}: value and nodes {found.value, found.nodes.total} are not theirs, {value, nodes}")
    fastest_ours = fastest_theirs = float("inf")
    for _ in range(ROUNDS):
        fastest_ours = min(fastest_ours, *(seconds(ours) for _ in range(OURS_A_ROUND)))
        fastest_theirs = min(fastest_theirs, seconds(theirs))
    return Row(f"alpha-beta, {name}, depth {depth}", "OpenSpiel from Python", nodes, fastest_ours, fastest_theirs)


def counted(search: Callable[[], Any]) -> tuple[float, int]:
    """The value that OpenSpiel's search finds, and the nodes it visits."""
    plain, nodes = minimax._alpha_beta, 0

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return plain(*args, **kwargs)

    minimax._alpha_beta = counting
    try:
        return search()[0], nodes
    finally:
        minimax._alpha_beta = plain


def seconds(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def rows() -> list[Row]:
    return [connect_four(), kalah()]


def main() -> None:
    for row in rows():
        print(row)


if __name__ == "__main__":
    main()
