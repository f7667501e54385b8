"""Shallow traps in Connect Four and in a chess endgame: moves after which the opponent wins by force in a few plies.

A random position is one with a trap if some of its moves, not all, fall into one: in Connect Four after random play, in
the endgame of queen against queen with the pieces anywhere. Means over random games see a trap late, because most
replies do not punish the move. Alpha-beta with as many evaluations sees every trap within its depth. [Ramanujan2010]

Studies: `beyond/traps`, `beyond/chess-traps`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.bind import kernel
from overthink.core.decision import Limit
from overthink.core.game import KernelGame
from overthink.core.kinds import Context, Move, State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.chess.endgame import ChessEndgame
from overthink.games.connect_four import ConnectFour
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.studies.checks import Beats, Better, for_each, pair
from overthink.studies.claim import Claim, own_claim
from overthink.studies.samples import Point, Row, Setting, grid, means
from overthink.studies.study import Run, Study, one_figure
from overthink_papers.beyond.solved_games import walk
from overthink_papers.experiments.scaffold import one_by_one, plot

BUDGETS, CHESS_BUDGETS = (30, 100, 300, 1_000, 3_000), (30, 100, 300, 1_000)
PLIES, CHESS_PLIES = (1, 3, 5), (1, 3)  # within which the opponent wins
FEWEST_MOVES, MOST_MOVES = 8, 20  # random moves before a position of Connect Four
TRIES = 10_000
UCT, SOLVER, ALPHA_BETA = "UCT", "UCT that proves", "alpha-beta"
LABELS = {"x": "simulations, or nodes", "y": "falls into the trap"}
PLAYERS = (UCT, SOLVER, ALPHA_BETA)


@kernel
def nothing(game: Context, state: State) -> float:
    """Unfinished games are even."""
    return 0.0


@dataclass(frozen=True)
class Traps:
    """A game, and how its positions are drawn: `position` gives one by its key, or None."""

    game: KernelGame
    position: Callable[[np.uint64], State]

    @property
    def even(self) -> KernelEvaluator:
        """An evaluator that says 0 of every position."""
        return KernelEvaluator(self.game, nothing)

    def loses(self, state: State, number: int, plies: int) -> bool:
        """Whether the opponent wins by force within this many plies after the move of this number."""
        game = self.game
        after = game.kernels["child"](game.context, state, number)  # quicker than to name all moves
        if not game.kernels["count"](game.context, after):
            return False
        value = decide(game, after, depth=plies, search="alpha-beta", evaluate=self.even, ties=False).value
        return game.mover(after) * value > 0

    def moves(self, state: State, plies: int) -> set[Move]:
        """Moves that lose within this many plies, and not within two plies less."""
        moves = list(self.game.moves(state))
        losing = [number for number in range(len(moves)) if self.loses(state, number, plies)]
        if len(losing) == len(moves) or (plies > 2 and any(self.loses(state, number, plies - 2) for number in losing)):
            return set()
        return {moves[number] for number in losing}

    def first(self, plies: int, key: np.uint64) -> tuple[State, set[Move], int]:
        """The first random position with a trap, its traps, and how many positions were looked at."""
        looked = 0
        for attempt in range(TRIES):
            state = self.position(np.uint64(mix(key, attempt)))
            if state is not None:
                looked += 1
                if traps := self.moves(state, plies):
                    return state, traps, looked
        raise AssertionError(f"no trap of {plies} plies in {looked} positions")

    def fell(self, state: State, traps: set[Move], player: str, budget: int, seed: int) -> float:
        """The share of traps among the moves that tie for the best."""
        if player == ALPHA_BETA:
            decision = deepen(self.game, state, limit=Limit(nodes=budget), search="alpha-beta", evaluate=self.even)
        else:
            decision = decide(self.game, state, search="uct", simulations=budget, seed=seed, solver=player == SOLVER)
        return len(traps & set(decision.moves)) / len(decision.moves)


FOUR = ConnectFour()
QUEENS = ChessEndgame("KQKQ")


def anywhere(key: np.uint64) -> int:
    """Queen against queen, White to move."""
    return QUEENS.random_start(int(key >> np.uint64(1)))


def measure(name: str, traps_of: Traps, budgets: tuple[int, ...]) -> Run:
    """The run of a study of traps: how often each player falls into them with each budget."""
    points: list[Point] = [{"player": player, "budget": budget} for player in PLAYERS for budget in budgets]

    @one_by_one([*points, {"player": "positions looked at for one trap", "budget": 0}])
    def run(setting: Setting, number: int, seed: int) -> list[float]:
        key = seed_key(name, seed, setting["plies"], number)
        state, traps, looked = traps_of.first(setting["plies"], key)
        own = int(key >> np.uint64(16))
        return [*(traps_of.fell(state, traps, p["player"], p["budget"], own) for p in points), float(looked)]

    return run


def _trap_of(row: Row) -> str:
    return f"lost within {row['plies']} {'ply' if row['plies'] == 1 else 'plies'}"


def _claims(plies: Sequence[int], budgets: tuple[int, ...]) -> tuple[Claim, Claim]:
    few, many, most = budgets[0], budgets[-2], budgets[-1]
    return (
        own_claim(
            for_each(plies, lambda n: Better(*pair("budget", (few, most), player=UCT, plies=n))),
            f"traps of any depth: UCT falls less often with {most:,} simulations than with {few}",
        ),
        own_claim(
            for_each(plies, lambda n: Beats(UCT, ALPHA_BETA, "budget", (many, most), {"plies": n}, column="player")),
            f"traps of any depth, {many:,} and {most:,} evaluations: alpha-beta falls less often than UCT",
        ),
    )


def _study(name: str, where: str, traps: Traps, plies: tuple[int, ...], budgets: tuple[int, ...], most: int) -> Study:
    return one_figure(
        name=name,
        title=f"shallow traps in {where}",
        source="Overthink, after [Ramanujan2010]",
        settings=grid(plies=plies),
        run=measure(name, traps, budgets),
        scales={"quick": 4, "paper": most},
        draw=plot("budget", "player", _trap_of, LABELS, keep=lambda row: row["budget"] > 0, log_x=True),
        caption="How often a player chooses a move after which the opponent wins by force within some plies. Moves "
        "that tie count by their share. UCT plays random games; alpha-beta counts unfinished games as even.",
        claims=_claims(plies, budgets),
        rows=means,
        across="budget",
        block=4,
    )


STUDY = _study(
    "beyond/traps", "Connect Four", Traps(FOUR, partial(walk, FOUR, FEWEST_MOVES, MOST_MOVES)), PLIES, BUDGETS, 500
)
CHESS = _study("beyond/chess-traps", "queen against queen", Traps(QUEENS, anywhere), CHESS_PLIES, CHESS_BUDGETS, 100)
