"""Opinions about the sliding puzzle: costs to come, which the one player wants low."""

from __future__ import annotations

from collections.abc import Callable

from overthink.games.sliding_puzzle import SlidingPuzzle, Tiles


def manhattan(puzzle: SlidingPuzzle) -> Callable[[Tiles], float]:
    """The sum of the distances of the tiles from their places: never more than the moves it takes. [Nau2010]
    section 6.3"""
    places = {tile: divmod(place, puzzle.columns) for place, tile in enumerate(puzzle.goal)}

    def evaluate(state: Tiles) -> float:
        total = 0
        for place, tile in enumerate(state):
            row, column = divmod(place, puzzle.columns)
            if tile:
                total += abs(row - places[tile][0]) + abs(column - places[tile][1])
        return float(total)

    return evaluate
