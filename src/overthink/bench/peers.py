"""Compare our alpha-beta with that of a Python library on the same game: same value, same nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overthink.bench.row import Row, in_turn, seconds
from overthink.core.bind import kernel
from overthink.core.decision import Decision
from overthink.core.game import KernelGame
from overthink.core.kinds import Context, State
from overthink.evaluate.evaluator import KernelEvaluator
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

    decision, (value, nodes) = ours(), count_nodes(theirs, module, function)
    if (decision.value, decision.nodes.total) != (value, nodes):
        ours_found = decision.value, decision.nodes.total
        raise AssertionError(f"{name}: value and nodes {ours_found} are not theirs, {value, nodes}")

    def many() -> float:
        return seconds(lambda: [ours() for _ in range(OURS_A_ROUND)]) / OURS_A_ROUND

    times = in_turn({"ours": many, "theirs": lambda: seconds(theirs)}, rounds)
    how = f"value and {nodes:,} nodes agree; fastest of {rounds} in turn"
    task = f"alpha-beta, {name}, depth {depth}"
    return Row(task, peer, times["ours"], times["theirs"], how, nodes / 1e6, "Mnodes")


def count_nodes(search: Callable[[], float], module: Any, function: str) -> tuple[float, int]:
    """Run a search; return its value and the number of nodes it visits."""
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
