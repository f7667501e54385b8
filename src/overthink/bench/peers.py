"""Our alpha-beta beside that of a Python library, on the same game: the same value, and the very same nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overthink.bench.row import Row, in_turn, seconds
from overthink.core.bind import kernel
from overthink.core.game import KernelGame
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.search.decide import decide

OURS_A_ROUND = 20  # ours are so short that the clock is better read after many


@kernel
def nothing(game: Any, state: Any) -> float:
    """Every unfinished position is worth 0: the cheapest opinion there is, on either side."""
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
    """One row. `theirs` searches and returns its value; `function` of `module` is called once for each of its nodes."""

    def ours() -> Any:
        return decide(game, search="alpha-beta", depth=depth, evaluate=evaluate, ties=False)

    found, (value, nodes) = ours(), counted(theirs, module, function)
    if (found.value, found.nodes.total) != (value, nodes):
        raise AssertionError(f"{name}: value and nodes {found.value, found.nodes.total} are not theirs, {value, nodes}")

    def many() -> float:
        return seconds(lambda: [ours() for _ in range(OURS_A_ROUND)]) / OURS_A_ROUND

    times = in_turn({"ours": many, "theirs": lambda: seconds(theirs)}, rounds)
    how = f"value and {nodes:,} nodes agree; fastest of {rounds} in turn"
    what = f"alpha-beta, {name}, depth {depth}"
    return Row(what, peer, times["ours"], times["theirs"], how, nodes / 1e6, "Mnodes")


def counted(search: Callable[[], float], module: Any, function: str) -> tuple[float, int]:
    """The value that a search finds, and the nodes it visits."""
    plain, nodes = getattr(module, function), 0

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return plain(*args, **kwargs)

    setattr(module, function, counting)
    try:
        return search(), nodes
    finally:
        setattr(module, function, plain)
