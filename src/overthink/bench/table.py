"""Our compiled alpha-beta with a table on Connect Four, against a C program doing the same.

`table.c` is built with -O3. It has the same hashes, table, history and evaluator, so value and nodes must agree. Both
sides run in turn, and the fastest time of each counts.
"""

from __future__ import annotations

from overthink.bench.c import build, run_program
from overthink.bench.row import Row, in_turn, seconds
from overthink.core.decision import Decision, Limit
from overthink.core.errors import OverthinkError
from overthink.evaluate.connect_four import line_difference
from overthink.games.connect_four import ConnectFour
from overthink.search.deepening import deepen
from overthink.search.table_search import LARGEST


def rows(quick: bool) -> list[Row]:
    """Deepen from the start of Connect Four."""
    depth, rounds = (8, 3) if quick else (13, 8)
    program, game = build("table", "-ffp-contract=off"), ConnectFour()
    evaluate = line_difference(game)

    def ours() -> Decision:
        return deepen(game, limit=Limit(depth=depth), search="alpha-beta", table=True, evaluate=evaluate)

    decision = ours()  # compiles

    def theirs() -> float:
        value, *nodes, took = run_program(program, depth, LARGEST)
        kinds = decision.nodes.internal, decision.nodes.frontier, decision.nodes.terminal
        if (float(value), *map(int, nodes)) != (decision.value, *kinds):
            raise OverthinkError(f"The C program's value and nodes are {value, nodes}; ours {decision.value, kinds}.")
        return float(took)

    times = in_turn({"ours": lambda: seconds(ours), "theirs": theirs}, rounds)
    nodes = decision.nodes.total
    how = f"value and {nodes:,} nodes of each kind agree; fastest of {rounds} in turn"
    task = f"alpha-beta with a table, Connect Four, depth {depth}"
    return [Row(task, "C -O3", times["ours"], times["theirs"], how, nodes / 1e6, "Mnodes")]
