"""Searches of a game in Python against the few lines that a user would write: what our checks and counts cost.

Full width against a plain minimax, and the values of all moves to the end of the game against plain alpha-beta with a
dictionary, both on Dots and Boxes. Values must agree. Both sides run in turn, and the fastest time of each counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.timing import Row, in_turn, processor_seconds
from overthink.core.errors import require
from overthink.search.decide import decide
from overthink.search.solving.solve import move_values

State = tuple[int, int, int]  # the lines that are drawn, how many boxes Max is ahead, and the player to move


class Boxes:
    """Dots and Boxes: whoever draws the last side of a box owns it and moves again."""

    def __init__(self, rows: int, columns: int):
        flat, width = (rows + 1) * columns, columns + 1
        self.lines = flat + rows * width
        corners = [(r, c) for r in range(rows) for c in range(columns)]
        sides = [(r * columns + c, (r + 1) * columns + c, flat + r * width + c) for r, c in corners]
        boxes = [1 << low | 1 << high | 1 << left | 1 << left + 1 for low, high, left in sides]
        self.near = [[box for box in boxes if box >> line & 1] for line in range(self.lines)]

    def mover(self, state: State) -> int:
        return state[2]

    def moves(self, state: State) -> list[int]:
        return [line for line in range(self.lines) if not state[0] >> line & 1]

    def play(self, state: State, move: int) -> State:
        drawn = state[0] | 1 << move
        made = sum(drawn & box == box for box in self.near[move])
        return drawn, state[1] + made * state[2], state[2] if made else -state[2]

    def utility(self, state: State) -> float:
        return float(state[1])


def minimax(game: Boxes, state: State, depth: int) -> float:
    """The value to Max, by its definition."""
    moves = game.moves(state)
    if not moves or depth == 0:
        return game.utility(state)
    values = [minimax(game, game.play(state, move), depth - 1) for move in moves]
    return max(values) if game.mover(state) > 0 else min(values)


def alpha_beta(game: Boxes, state: State, low: float, high: float, known: dict[State, tuple[float, float]]) -> float:
    """The value to Max, or a bound on it outside the window. `known` has bounds by position."""
    least, most = known.get(state, (-99.0, 99.0))
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    moves = game.moves(state)
    me = game.mover(state)
    if not moves:
        return game.utility(state)
    best = -99.0 * me
    alpha = low
    beta = high
    for move in moves:
        value = alpha_beta(game, game.play(state, move), alpha, beta, known)
        best = max(best, value) if me > 0 else min(best, value)
        alpha, beta = (max(alpha, best), beta) if me > 0 else (alpha, min(beta, best))
        if alpha >= beta:
            break
    known[state] = (best if best > low else least, best if best < high else most)
    return best


def python_games(quick: bool) -> list[Row]:
    """Ours against the few lines, for both searches."""
    game = Boxes(2, 2) if quick else Boxes(3, 3)
    depth = 3 if quick else 4
    rounds = 3
    start = (0, 0, 1)
    late = (sum(1 << line for line in range(0, game.lines, 2)) | 0b11, 0, 1)

    def values(search: Callable[[State], float], state: State) -> list[float]:
        return [search(game.play(state, move)) for move in game.moves(state)]

    def full_width() -> list[float]:
        return [option.value for option in decide(game, start, depth=depth, evaluate=game.utility).options]

    def plain_width() -> list[float]:
        return values(lambda after: minimax(game, after, depth - 1), start)

    def truth() -> list[float]:
        return list(move_values(game, late).values())

    def plain_truth() -> list[float]:
        known: dict[State, tuple[float, float]] = {}
        return values(lambda after: alpha_beta(game, after, -99.0, 99.0, known), late)

    tasks = {
        f"full width, Dots and Boxes in Python, depth {depth}": ("a plain minimax", full_width, plain_width),
        "truth of a position, Dots and Boxes in Python": ("plain alpha-beta with a dictionary", truth, plain_truth),
    }
    rows = []
    for task, (peer, ours, theirs) in tasks.items():
        require(ours() == theirs(), f"{task}: the values differ.")
        times = in_turn(
            {"ours": partial(processor_seconds, ours), "theirs": partial(processor_seconds, theirs)}, rounds
        )
        rows.append(Row(task, peer, times["ours"], times["theirs"], f"values agree; fastest of {rounds} in turn"))
    return rows
