"""UCT in real games: with means and with implicit minimax backups, against alpha-beta at as many evaluations, or in as
much time.

Both sides see the same evaluator. UCT makes so many simulations a move, each of which evaluates a position; alpha-beta
deepens until it has seen as many nodes, or as many as fit into the time of the simulations. That number was measured on
an aarch64 Neoverse N1, one core, so that the same seed gives the same games on every machine. An observation is a start
after some random moves, played once by each side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.decision import Limit
from overthink.core.estimate import Estimate
from overthink.core.game import KernelGame
from overthink.core.randomness import mix, seed_key
from overthink.evaluate.board import pawn_difference
from overthink.evaluate.connect_four import line_difference
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.kalah import store_difference
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import ConnectFour
from overthink.games.kalah import Kalah
from overthink.report.curves import curves
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.studies.checks import above, better
from overthink.studies.claim import NOT_IN_PRINT, Claim
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure

NAME = "beyond/uct-games"
BUDGETS = (100, 300, 1_000)
OPENING = 4  # random moves
EXPLORATION = 0.3
MEAN, IMPLICIT = "mean", "implicit-minimax"
GAMES = ("connect-four", "kalah", "breakthrough")
AT_ONCE = {"connect-four": 13, "kalah": 10, "breakthrough": 10}  # nodes of alpha-beta in the time of a simulation
SETTINGS = grid(game=GAMES, rule=(MEAN, IMPLICIT), budget=BUDGETS)


def game_named(name: str) -> tuple[KernelGame, KernelEvaluator]:
    if name == "kalah":
        kalah = Kalah(outcome="win")
        return kalah, store_difference(kalah)
    if name == "breakthrough":
        pawns = Breakthrough(6, 6)
        return pawns, pawn_difference(pawns)
    four = ConnectFour()
    return four, line_difference(four)


def opening(game: KernelGame, key: np.uint64) -> Any:
    """A position after some random moves; the start itself, should the game be over by then."""
    state = game.initial()
    for ply in range(OPENING):
        moves = list(game.moves(state))
        state = game.play(state, moves[int(mix(key, ply) % np.uint64(len(moves)))])
        if not list(game.moves(state)):
            return game.initial()
    return state


def played(
    game: KernelGame, judge: KernelEvaluator, state: Any, side: int, setting: Setting, nodes: int, seed: int
) -> float:
    """What the game is worth to UCT, which plays this side: 1, 0, or one half. Alpha-beta sees so many nodes a move."""
    ply = 0
    while list(game.moves(state)):
        if game.mover(state) == side:
            decision = decide(
                game, state, search="uct", rule=setting["rule"], simulations=setting["budget"],
                exploration=EXPLORATION, evaluate=judge, seed=seed + ply,
            )  # fmt: skip
        else:
            decision = deepen(game, state, limit=Limit(nodes=nodes), search="alpha-beta", evaluate=judge, ties=False)
        state = game.play(state, decision.pick(seed + ply))
        ply += 1
    return 0.5 + 0.5 * side * float(np.sign(game.utility(state)))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return play(setting, setting["budget"], start, stop, seed)


def run_in_time(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return play(setting, AT_ONCE[setting["game"]] * setting["budget"], start, stop, seed)


def play(setting: Setting, nodes: int, start: int, stop: int, seed: int) -> Cell:
    game, judge = game_named(setting["game"])
    scores = []
    for number in range(start, stop):
        key = seed_key(NAME, seed, setting["game"], number)
        state, own = opening(game, key), int(key >> np.uint64(16))
        scores.append(sum(played(game, judge, state, side, setting, nodes, own) for side in (1, -1)) / 2)
    return [{"opponent": "alpha-beta"}], np.array([scores])


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "simulations a move", "y": "points against alpha-beta"}
    return curves(rows, "budget", "rule", "game", labels, log_x=True)


STUDY = one_figure(
    name=NAME,
    title="UCT with and without implicit minimax backups, against alpha-beta",
    source="Overthink, after [Lanctot2014]",
    settings=SETTINGS,
    run=run,
    scales={"quick": 4, "paper": 400},
    draw=draw,
    caption="Points of UCT against alpha-beta with the same evaluator and as many evaluations a move; a draw is half a "
    "point.",
    claims=(
        *(
            Claim(
                f"{game}, {budget:,} evaluations a move: implicit minimax backups score more than means",
                NOT_IN_PRINT,
                lambda s, game=game, budget=budget: better(  # type: ignore[misc]
                    s(game=game, rule=IMPLICIT, budget=budget), s(game=game, rule=MEAN, budget=budget)
                ),
            )
            for game in GAMES
            for budget in BUDGETS
        ),
        *(
            Claim(
                f"{game}, {BUDGETS[-1]:,} evaluations a move: alpha-beta scores more than half against means",
                NOT_IN_PRINT,
                lambda s, game=game: above(  # type: ignore[misc]
                    Estimate.of_mean(1.0 - s(game=game, rule=MEAN, budget=BUDGETS[-1])), 0.5
                ),
            )
            for game in GAMES
        ),
    ),
    across="budget",
    block=4,
)

TIME = one_figure(
    name="beyond/uct-time",
    title="UCT against alpha-beta at equal time",
    source="Overthink, after [Lanctot2014]",
    settings=SETTINGS,
    run=run_in_time,
    scales={"quick": 4, "paper": 400},
    draw=draw,
    caption="Points of UCT against alpha-beta with the same evaluator and as much time a move; a draw is half a point.",
    claims=tuple(
        Claim(
            f"{game}, the time of {BUDGETS[-1]:,} simulations a move: alpha-beta scores more than half against {words}",
            NOT_IN_PRINT,
            lambda s, game=game, rule=rule: above(  # type: ignore[misc]
                Estimate.of_mean(1.0 - s(game=game, rule=rule, budget=BUDGETS[-1])), 0.5
            ),
        )
        for game in GAMES
        for rule, words in ((MEAN, "means"), (IMPLICIT, "implicit minimax backups"))
    ),
    across="budget",
    block=4,
)
