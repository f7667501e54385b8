"""Our compiled alpha-beta against those of Python libraries: same value, same nodes, counted on both sides.

easyAI's Negamax, on easyAI's own games: it values a win more if more plies of the search remain, so ours does too here.
In Connect Four it spends most of its time looking for four in a row; in tic-tac-toe the rules cost little.
OpenSpiel's games are C++; its alpha-beta for Python users is `open_spiel.python.algorithms.minimax`, because `pyspiel`
does not offer the C++ one. Both sides run in turn, and the fastest time of each counts.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.timing import Row, in_turn, processor_seconds
from overthink.core.bind import kernel
from overthink.core.decision import Decision
from overthink.core.errors import as_sentence, need
from overthink.core.game import MAX, KernelGame
from overthink.core.kinds import Context, State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.kalah import store_difference
from overthink.games.board import nth, size
from overthink.games.connect_four import ConnectFour, Position, mover, utility
from overthink.games.kalah import Kalah
from overthink.search.decide import decide

OURS_A_ROUND = 20  # searches per round, because ours are too short to time one


@kernel
def nothing(game: Context, state: State) -> float:
    """Every unfinished position is worth 0: the cheapest evaluation, for both sides."""
    return 0.0


def compare(
    name: str,
    peer: str,
    game: KernelGame,
    evaluate: KernelEvaluator | None,
    depth: int,
    theirs: Callable[[], float],
    module: Any,
    function: str,
    rounds: int,
) -> Row:
    """One row. `theirs` searches and returns its value; it calls `function` of `module` once for each node."""

    def ours() -> Decision:
        return decide(game, search="alpha-beta", depth=depth, evaluate=evaluate, ties=False)

    decision = ours()
    value, nodes = count_nodes(theirs, module, function)
    if (decision.value, decision.nodes.total) != (value, nodes):
        ours_found = decision.value, decision.nodes.total
        raise AssertionError(f"{name}: value and nodes {ours_found} are not theirs, {value, nodes}")

    def many() -> float:
        return processor_seconds(lambda: [ours() for _ in range(OURS_A_ROUND)]) / OURS_A_ROUND

    times = in_turn({"ours": many, "theirs": lambda: processor_seconds(theirs)}, rounds)
    how = f"value and {nodes:,} nodes agree; fastest of {rounds} in turn"
    task = f"alpha-beta, {name}, depth {depth}"
    return Row(task, peer, times["ours"], times["theirs"], how, nodes / 1e6, "Mnodes")


def count_nodes(search: Callable[[], float], module: Any, function: str) -> tuple[float, int]:
    """Run a search; return its value and the number of nodes it visits."""
    plain = getattr(module, function)
    nodes = 0

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return plain(*args, **kwargs)

    setattr(module, function, counting)
    try:
        return search(), nodes
    finally:
        setattr(module, function, plain)


# A position: the stones of the player to move, those of the other, the player to move (+1 or -1), and whether the other
# has a line. The squares are numbered from left to right, then downward.
BOARD = 0o777
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@kernel
def line(stones: int) -> bool:
    for squares in LINES:  # noqa: SIM110 (kernels have no any())
        if stones & squares == squares:
            return True
    return False


@kernel
def count(game: Context, state: Position) -> int:
    mine, theirs, _, won = state
    return 0 if won else size(BOARD & ~(mine | theirs))


@kernel
def child(game: Context, state: Position, i: int) -> Position:
    mine, theirs, turn, _ = state
    mine |= nth(BOARD & ~(mine | theirs), i)
    return theirs, mine, -turn, int(line(mine))


class TicTacToe(KernelGame):
    """A move is the number of an empty square, in order."""

    context = 0
    kernels = {"count": count, "child": child, "mover": mover, "utility": utility}  # noqa: RUF012

    def initial(self) -> Position:
        return 0, 0, MAX, 0


@kernel
def sooner(depth: int, state: tuple[int, int, int, int]) -> float:
    """A win is worth 100, and a thousandth more for each remaining ply."""
    return 100.0 * utility(depth, state) * (1 + 0.001 * (depth - size(state[0] | state[1])))


def easyai(quick: bool) -> list[Row]:
    """Search tic-tac-toe to its end, and the first plies of Connect Four."""
    with as_sentence("easyAI is not installed: pip install easyAI.", ImportError):
        algorithm, three, four = (
            import_module(f"easyAI.{name}") for name in ("AI.Negamax", "games.TicTacToe", "games.ConnectFour")
        )
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


def openspiel(quick: bool) -> list[Row]:
    """Search Connect Four without an evaluation, and Kalah evaluated by the stores."""
    need("A comparison with OpenSpiel needs", "pyspiel", "open_spiel")
    import pyspiel
    from open_spiel.python.algorithms import minimax

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

    four = ConnectFour()
    kalah = Kalah.real(outcome="win")
    constant = KernelEvaluator(four, nothing)
    return [
        row("Connect Four", four, constant, "connect_four", lambda state: 0.0, 8 if quick else 11),
        row("Kalah", kalah, store_difference(kalah), "mancala", stores, 7 if quick else 10),
    ]
