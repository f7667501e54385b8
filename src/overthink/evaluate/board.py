"""Evaluators of games on a board, as kernels, so that searches run compiled. Values are to Max, in [-1, 1]."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.kinds import Context, Number
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games import breakthrough, domineering, othello
from overthink.games.board import size
from overthink.games.breakthrough import Breakthrough
from overthink.games.domineering import Domineering, places
from overthink.games.othello import Othello, placements

CORNER = 4  # a corner is worth so many moves


@kernel
def place_lead(game: Context, state: domineering.Position) -> Number:
    """Dominoes that Max could put down less those that Min could, over the squares."""
    free = game[3] & ~(state[0] | state[1])
    return (size(places(game, free, 1)) - size(places(game, free, -1))) / (1.0 * game[0] * game[1])


@kernel
def pawn_lead(game: Context, state: breakthrough.Position) -> Number:
    """Each pawn counts as many as the board has rows, and one more for each row that it has come forward."""
    ours, theirs, _ = state
    rows, columns, step = game[0], game[1], game[2]
    row_squares, lead = (1 << columns) - 1, 0
    for row in range(rows):
        lead += (rows + row) * size(ours & row_squares) - (2 * rows - 1 - row) * size(theirs & row_squares)
        row_squares <<= step
    return lead / (4.0 * rows * columns)


@kernel
def mobility_and_corners(game: Context, state: othello.Position) -> Number:
    """Moves of Max less those of Min, and corners."""
    ours, theirs, _ = state
    rows, columns, step = game[0], game[1], game[2]
    edge = 1 | 1 << (columns - 1)
    corners = edge | edge << (step * (rows - 1))
    moves = size(placements(game, ours, theirs)) - size(placements(game, theirs, ours))
    return (moves + CORNER * (size(ours & corners) - size(theirs & corners))) / (rows * columns + 4.0 * CORNER)


def place_difference(game: Domineering) -> KernelEvaluator:
    """Domineering: the places for Max's dominoes less those for Min's, over the squares of the board.

    >>> game = ot.Domineering(2, 3)
    >>> ot.place_difference(game)(game.initial())  # 3 places against 4
    -0.16666666666666666
    """
    return KernelEvaluator(game, place_lead)


def pawn_difference(game: Breakthrough) -> KernelEvaluator:
    """Breakthrough: pawns, and how far they have come. Each counts as many points as the board has rows, and one more
    for each row it has come forward; the difference is taken over the most that a side could have.

    >>> game = ot.Breakthrough(5, 3)
    >>> ot.pawn_difference(game)(game.play(game.initial(), "a2a3"))
    0.016666666666666666
    """
    return KernelEvaluator(game, pawn_lead)


def mobility_difference(game: Othello) -> KernelEvaluator:
    """Othello: the moves of Max less those of Min, and 4 for each corner, over the squares and 4 corners.

    >>> game = ot.Othello(4, 4)
    >>> ot.mobility_difference(game)(game.initial())
    0.0
    """
    return KernelEvaluator(game, mobility_and_corners)
