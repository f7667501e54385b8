"""Opinions about the sliding puzzle: costs to come, which the one player wants low."""

from __future__ import annotations

from collections.abc import Callable

from overthink.games.sliding_puzzle import SlidingPuzzle, Tiles


def manhattan(puzzle: SlidingPuzzle) -> Callable[[Tiles], float]:
    """The sum of the distances of the tiles from their places: never more than the moves it takes. [Nau2010]
    section 6.3"""
    squares = [divmod(place, puzzle.columns) for place in range(len(puzzle.goal))]
    goals = [squares[puzzle.goal.index(tile)] for tile in range(len(puzzle.goal))]
    away = [  # away[place][tile]; the empty square is nowhere wrong
        [float(tile and abs(row - goals[tile][0]) + abs(column - goals[tile][1])) for tile in range(len(goals))]
        for row, column in squares
    ]

    def evaluate(state: Tiles) -> float:
        return sum(distances[tile] for distances, tile in zip(away, state))

    return evaluate
