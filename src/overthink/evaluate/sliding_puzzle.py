"""Evaluators of the sliding puzzle: estimates of the remaining cost, which the player minimises."""

from __future__ import annotations

from collections.abc import Callable

from overthink.games.sliding_puzzle import SlidingPuzzle, Tiles


def manhattan(puzzle: SlidingPuzzle) -> Callable[[Tiles], float]:
    """The sum of the distances of the tiles from their places: never more than the moves it takes. [Nau2010]
    section 6.3

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> ot.manhattan(puzzle)(puzzle.play(puzzle.initial(), puzzle.moves(puzzle.initial())[0]))
    5.0
    """
    places = {tile: divmod(place, puzzle.columns) for place, tile in enumerate(puzzle.goal)}
    squares = [divmod(place, puzzle.columns) for place in range(len(puzzle.goal))]
    far = [
        [abs(row - places[tile][0]) + abs(column - places[tile][1]) if tile else 0 for tile in range(len(squares))]
        for row, column in squares
    ]  # of each tile in each square

    def evaluate(state: Tiles) -> float:
        return float(sum(row[tile] for row, tile in zip(far, state)))

    return evaluate
