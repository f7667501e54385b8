"""How are evaluations of won and of lost positions distributed in real games? The source of `critical_opinions`.

Positions come from random play, or from moves drawn among the best three of a shallow search. In Kalah (4 pits of 3
seeds) and Connect Four each is solved to the end of the game. In chess, Stockfish at depth 12 says who wins: whoever
has any advantage, or only where it is 1.5 pawns or more. Draws are left out, and positions in which a search of one
ply sees a mate. In chess an evaluation is what a search of one ply says, with its quiescence. Evaluations are scaled
to [0, 1] together, from the least to the largest of the set. [Nguyen2024]

Usage: python validation/evaluations.py [positions of each set]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import chess
import numpy as np

from overthink.adapters.uci import Engine, engine_path
from overthink.core.bind import kernel
from overthink.core.game import KernelGame
from overthink.core.kinds import Context, State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.games import LAWS, line_difference
from overthink.evaluate.kalah import store_difference
from overthink.games.connect_four import ConnectFour
from overthink.games.kalah import Kalah
from overthink.search.decide import decide

POSITIONS = 240
RANDOM, GOOD = "random", "good"
BEST = 3  # a good move is one of the best n
SHALLOW, DEEP = 4, 12  # depths of Stockfish: to choose good moves, to say who wins
CLEAR = 1.5  # pawns, a clear advantage
MATE = 90.0  # pawns; more is a mate
PLIES = {"chess": 24, "connect-four": 24, "kalah": 8}  # from the start
ENGINES = ("stockfish", "ethereal-chess", "glaurung", "gnuchess --uci")
WHOLE = 100  # plies, more than any game has left
Judged = tuple[float, dict[str, float]]  # who wins, and what each evaluator says, both to Max


@kernel
def nothing(game: Context, state: State) -> float:
    return 0.0


def draw_solved(game: KernelGame, judge: KernelEvaluator, plies: int, play: str, seed: int) -> Iterator[Judged]:
    """Positions of a game of ours that are not even."""
    even, name, attempt = KernelEvaluator(game, nothing), type(game).__name__, 0
    while True:
        random, attempt, state = np.random.default_rng((seed, attempt)), attempt + 1, game.initial()
        for _ in range(plies):
            moves = list(game.moves(state))
            if moves and play == GOOD:
                options = decide(game, state, depth=2, evaluate=judge).options
                moves = [option.move for option in sorted(options, key=lambda option: -option.score)][:BEST]
            if not moves:
                break
            state = game.play(state, moves[random.integers(len(moves))])
        if not list(game.moves(state)):
            continue
        truth = decide(game, state, depth=WHOLE, search="alpha-beta", evaluate=even, ties=False).value
        if truth:
            yield truth, {name: float(judge(state))}  # type: ignore[arg-type]


def of_chess(play: str, seed: int) -> Iterator[Judged]:
    """Positions of chess in which one side has an advantage, which stands for who wins."""
    engines = {name.split()[0]: Engine(name) for name in ENGINES if engine_path(name)}
    stockfish, attempt = engines["stockfish"], 0
    while True:
        random, attempt, board = np.random.default_rng((seed, attempt)), attempt + 1, chess.Board()
        for _ in range(PLIES["chess"]):
            moves = [move.uci() for move in board.legal_moves]
            if moves and play == GOOD:
                values = stockfish.values(board.fen(), SHALLOW, BEST)
                moves = sorted(values, key=lambda move: -values[move])[:BEST]
            if not moves:
                break
            board.push_uci(moves[random.integers(len(moves))])
        if board.is_game_over():
            continue
        me = 1.0 if board.turn else -1.0
        truth = me * max(stockfish.values(board.fen(), DEEP, 1).values())
        values = {name: me * max(engine.values(board.fen(), 1, 1).values()) for name, engine in engines.items()}
        if truth and all(abs(value) < MATE for value in values.values()):
            yield truth, values


def summarise(lost: Any, won: Any) -> str:
    """Mean and deviation of both, how many deviations they lie apart, and the skewness of both."""
    apart = (won.mean() - lost.mean()) / math.sqrt((lost.var() + won.var()) / 2.0)
    skew = [float((((side - side.mean()) / side.std()) ** 3).mean()) for side in (lost, won)]
    numbers = " ".join(f"{x:.3f}" for side in (lost, won) for x in (side.mean(), side.std()))
    return f"{numbers}   {apart:5.2f}   {len(lost):5} {len(won):5}   {skew[0]:+.1f} {skew[1]:+.1f}"


def measure(game: str, play: str, judged: Iterable[Judged], positions: int) -> None:
    """Print a line for each evaluator; in chess, also for clear advantages alone."""
    sample = [each for each, _ in zip(judged, range(positions))]
    for least in (0.0, CLEAR) if game == "chess" else (0.0,):
        kept = [each for each in sample if abs(each[0]) >= least]
        truths = np.array([truth for truth, _ in kept])
        for name in kept[0][1]:
            values = np.array([values[name] for _, values in kept])
            values = (values - values.min()) / (values.max() - values.min())
            words = f"{game}{', clear' if least else ''}"
            print(f"{words:13} {play:7} {name:15} {summarise(values[truths < 0], values[truths > 0])}", flush=True)


def main() -> None:
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    print("game          play    evaluator       lost  sd    won   sd         d'    lost   won   skewness")
    for name, (lost, lost_sd, won, won_sd) in LAWS.items():
        apart = (won - lost) / math.sqrt((lost_sd**2 + won_sd**2) / 2.0)
        print(f"{'a law':21} {name:15} {lost:.3f} {lost_sd:.3f} {won:.3f} {won_sd:.3f}   {apart:5.2f}")
    four, kalah = ConnectFour(), Kalah(pits=4, seeds=3, outcome="win")
    sources: dict[str, Callable[[str], Iterator[Judged]]] = {
        "connect-four": lambda play: draw_solved(four, line_difference(four), PLIES["connect-four"], play, 1),
        "kalah": lambda play: draw_solved(kalah, store_difference(kalah), PLIES["kalah"], play, 2),
        "chess": lambda play: of_chess(play, 3),
    }
    for game, source in sources.items():
        for play in (RANDOM, GOOD):
            measure(game, play, source(play), positions)


if __name__ == "__main__":
    main()
