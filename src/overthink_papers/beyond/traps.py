"""Shallow traps in Connect Four: moves after which the opponent wins by force in a few plies.

A random position is one with a trap if some of its moves, not all, fall into one. Means over random games see a trap
late, because most replies do not punish the move. Alpha-beta with as many evaluations sees every trap within its depth.
[Ramanujan2010]
"""

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.bind import kernel
from overthink.core.decision import Limit
from overthink.core.kinds import Context, Move, State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.connect_four import ConnectFour
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.studies.checks import Beats, Better, for_each, pair
from overthink.studies.claim import own_claim
from overthink.studies.samples import Point, Row, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.beyond.solved_games import walk
from overthink_papers.experiments.scaffold import one_by_one, plot

BUDGETS = (30, 100, 300, 1_000, 3_000)
PLIES = (1, 3, 5)  # within which the opponent wins
FEWEST_MOVES, MOST_MOVES = 8, 20  # random moves before a position
TRIES = 10_000
UCT, SOLVER, ALPHA_BETA = "UCT", "UCT that proves", "alpha-beta"
LABELS = {"x": "simulations, or nodes", "y": "falls into the trap"}
PLAYERS = (UCT, SOLVER, ALPHA_BETA)
POINTS: list[Point] = [{"player": player, "budget": budget} for player in PLAYERS for budget in BUDGETS]
GAME = ConnectFour()


@kernel
def nothing(game: Context, state: State) -> float:
    """Unfinished games are even."""
    return 0.0


EVEN = KernelEvaluator(GAME, nothing)


def loses(state: State, number: int, plies: int) -> bool:
    """Whether the opponent wins by force within this many plies after the move of this number."""
    after = GAME.kernels["child"](GAME.context, state, number)  # quicker than to name all moves
    if not GAME.kernels["count"](GAME.context, after):
        return False
    value = decide(GAME, after, depth=plies, search="alpha-beta", evaluate=EVEN, ties=False).value
    return GAME.mover(after) * value > 0


def traps_of(state: State, plies: int) -> set[Move]:
    """Moves that lose within this many plies, and not within two plies less."""
    moves = list(GAME.moves(state))
    losing = [number for number in range(len(moves)) if loses(state, number, plies)]
    if len(losing) == len(moves) or (plies > 2 and any(loses(state, number, plies - 2) for number in losing)):
        return set()
    return {moves[number] for number in losing}


def first_trap(plies: int, key: np.uint64) -> tuple[State, set[Move], int]:
    """The first random position with a trap, its traps, and how many positions were looked at."""
    looked = 0
    for attempt in range(TRIES):
        state = walk(GAME, FEWEST_MOVES, MOST_MOVES, np.uint64(mix(key, attempt)))
        if state is not None:
            looked += 1
            if traps := traps_of(state, plies):
                return state, traps, looked
    raise AssertionError(f"no trap of {plies} plies in {looked} positions")


def fell(state: State, traps: set[Move], player: str, budget: int, seed: int) -> float:
    """The share of traps among the moves that tie for the best."""
    if player == ALPHA_BETA:
        decision = deepen(GAME, state, limit=Limit(nodes=budget), search="alpha-beta", evaluate=EVEN)
    else:
        decision = decide(GAME, state, search="uct", simulations=budget, seed=seed, solver=player == SOLVER)
    return len(traps & set(decision.moves)) / len(decision.moves)


@one_by_one([*POINTS, {"player": "positions looked at for one trap", "budget": 0}])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """How often each player falls into a trap with each budget."""
    key = seed_key("beyond/traps", seed, setting["plies"], number)
    state, traps, looked = first_trap(setting["plies"], key)
    own = int(key >> np.uint64(16))
    return [*(fell(state, traps, p["player"], p["budget"], own) for p in POINTS), float(looked)]


def _trap_of(row: Row) -> str:
    return f"lost within {row['plies']} {'ply' if row['plies'] == 1 else 'plies'}"


FEW, MANY, MOST = BUDGETS[0], BUDGETS[-2], BUDGETS[-1]
STUDY = one_figure(
    name="beyond/traps",
    title="shallow traps in Connect Four",
    source="Overthink, after [Ramanujan2010]",
    settings=grid(plies=PLIES),
    run=run,
    scales={"quick": 4, "paper": 500},
    draw=plot("budget", "player", _trap_of, LABELS, keep=lambda row: row["budget"] > 0, log_x=True),
    caption="How often a player chooses a move after which the opponent wins by force within some plies. Moves that "
    "tie count by their share. UCT plays random games; alpha-beta counts unfinished games as even.",
    claims=(
        own_claim(
            for_each(PLIES, lambda n: Better(*pair("budget", (FEW, MOST), player=UCT, plies=n))),
            f"traps of any depth: UCT falls less often with {MOST:,} simulations than with {FEW}",
        ),
        own_claim(
            for_each(PLIES, lambda n: Beats(UCT, ALPHA_BETA, "budget", (MANY, MOST), {"plies": n}, column="player")),
            f"traps of any depth, {MANY:,} and {MOST:,} evaluations: alpha-beta falls less often than UCT",
        ),
    ),
    rows=means,
    across="budget",
    block=4,
)
