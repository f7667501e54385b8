"""Shallow traps in Connect Four: moves after which the opponent wins by force within a few plies.

Random play gives a position; it is one with a trap if some of its moves, not all, fall into one. Means over random
games see a trap late, because most replies to the move do not punish it. Alpha-beta with as many evaluations sees every
trap within its depth. [Ramanujan2010]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.decision import Limit
from overthink.core.kinds import Context, State
from overthink.core.randomness import mix, seed_key
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.connect_four import ConnectFour
from overthink.report.curves import curves
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.studies.checks import always_better, better
from overthink.studies.engine.claim import NOT_IN_PRINT, Claim
from overthink.studies.engine.samples import Cell, Point, Row, Samples, Setting, grid, means
from overthink.studies.engine.study import Picture, one_figure

NAME = "beyond/traps"
BUDGETS = (30, 100, 300, 1_000, 3_000)
PLIES = (1, 3, 5)  # within which the opponent wins
LEAST, MOST = 8, 20  # random moves before a position
TRIES = 10_000
UCT, SOLVER, ALPHA_BETA = "UCT", "UCT that proves", "alpha-beta"
PLAYERS = (UCT, SOLVER, ALPHA_BETA)
GAME = ConnectFour()
SETTINGS = grid(plies=PLIES)


@kernel
def nothing(game: Context, state: State) -> float:
    """Unfinished games are even."""
    return 0.0


EVEN = KernelEvaluator(GAME, nothing)


def random_position(key: np.uint64) -> Any:
    """A position after random moves, or None if the game was over by then."""
    state = GAME.initial()
    for ply in range(LEAST + int(key % np.uint64(MOST - LEAST + 1))):
        moves = list(GAME.moves(state))
        if not moves:
            return None
        state = GAME.play(state, moves[int(mix(key, ply) % np.uint64(len(moves)))])
    return state if len(GAME.moves(state)) > 1 else None


def loses(state: Any, move: int, plies: int) -> bool:
    """Whether the opponent wins by force within so many plies after the move."""
    after = GAME.play(state, move)
    if not len(GAME.moves(after)):
        return False
    value = decide(GAME, after, depth=plies, search="alpha-beta", evaluate=EVEN, ties=False).value
    return GAME.mover(after) * value > 0


def trap_moves(state: Any, plies: int) -> set[int]:
    """Moves that lose within so many plies, and not within two plies less."""
    losing = {move for move in GAME.moves(state) if loses(state, move, plies)}
    if plies > 2 and any(loses(state, move, plies - 2) for move in losing):
        return set()
    return losing if len(losing) < len(GAME.moves(state)) else set()


def position_with_trap(plies: int, key: np.uint64) -> tuple[Any, set[int], int]:
    """The first random position with a trap, its traps, and how many positions were looked at."""
    looked = 0
    for attempt in range(TRIES):
        state = random_position(np.uint64(mix(key, attempt)))
        if state is not None:
            looked += 1
            if traps := trap_moves(state, plies):
                return state, traps, looked
    raise AssertionError(f"no trap of {plies} plies in {looked} positions")


def fell(state: Any, traps: set[int], player: str, budget: int, seed: int) -> float:
    """The share of traps among the moves that tie for the best."""
    if player == ALPHA_BETA:
        decision = deepen(GAME, state, limit=Limit(nodes=budget), search="alpha-beta", evaluate=EVEN)
    else:
        decision = decide(GAME, state, search="uct", simulations=budget, seed=seed, solver=player == SOLVER)
    return len(traps & set(decision.moves)) / len(decision.moves)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    points: list[Point] = [{"player": player, "budget": budget} for player in PLAYERS for budget in BUDGETS]
    parts = []
    for number in range(start, stop):
        key = seed_key(NAME, seed, setting["plies"], number)
        state, traps, looked = position_with_trap(setting["plies"], key)
        falls = [fell(state, traps, p["player"], p["budget"], int(key >> np.uint64(16))) for p in points]
        parts.append([*falls, float(looked)])
    return [*points, {"player": "positions looked at for one trap", "budget": 0}], np.array(parts).T


def within(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "simulations, or nodes", "y": "falls into the trap"}
    named = [{**row, "trap": f"lost within {within(row['plies'])}"} for row in rows if row["budget"]]
    return curves(named, "budget", "player", "trap", labels)


STUDY = one_figure(
    name=NAME,
    title="shallow traps in Connect Four",
    source="Overthink, after [Ramanujan2010]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 500},
    draw=draw,
    caption="How often a player chooses a move after which the opponent wins by force within some plies. Moves that "
    "tie count by their share. UCT plays random games; alpha-beta counts unfinished games as even.",
    claims=(
        *(
            Claim(
                f"traps of {within(plies)}: UCT falls less often with 3,000 simulations than with 30",
                NOT_IN_PRINT,
                lambda s, plies=plies: better(  # type: ignore[misc]
                    s(plies=plies, player=UCT, budget=BUDGETS[0]), s(plies=plies, player=UCT, budget=BUDGETS[-1])
                ),
            )
            for plies in PLIES
        ),
        *(
            Claim(
                f"traps of {within(plies)}, 1,000 and 3,000 evaluations: alpha-beta falls less often than UCT",
                NOT_IN_PRINT,
                lambda s, plies=plies: always_better(  # type: ignore[misc]
                    [
                        [s(plies=plies, player=player, budget=budget) for player in (UCT, ALPHA_BETA)]
                        for budget in BUDGETS[-2:]
                    ]
                ),
            )
            for plies in PLIES
        ),
    ),
    rows=means,
    across="budget",
    block=4,
)
