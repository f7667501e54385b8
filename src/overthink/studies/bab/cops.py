"""What the figures of cops and robbers share: boards, and the searches of them.

As the paper leaves open: captures score the time in plies, the robber begins, noise is joint (see the game's options).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from overthink.evaluate import cop_distance
from overthink.games.cops_and_robbers import HIGH, CopsAndRobbers
from overthink.studies.bab.common import AS_WRITTEN, COUNTS, READINGS, draw_readings, ratios
from overthink.studies.bounded import Searches, searches
from overthink.studies.study import Cell, Point, Row, Samples, Setting, grid

OPEN_EPSILONS = (0, 1, 2, 4, 6, 8, 10, 12)
CHANCE_EPSILONS = (0, 2, 4, 6, 8, 10, 12)
DEPTHS = (3, 5, 7)
CHANCE_DEPTH, P, OBSTACLES = 3, 0.8, 0.2
# Without chance: the closest reading is that of the random trees; at depth 7 it takes too long.
OPEN_SETTINGS = tuple(
    {**setting, **reading}
    for setting in grid(depth=DEPTHS)
    for reading in READINGS.values()
    if setting["depth"] < 7 or reading == AS_WRITTEN
)
# With chance: a child sees no window at all, and all nodes are counted.
UNTOLD: Point = {"window": "none", "last_child": False}
CHANCE_SETTINGS: tuple[Setting, ...] = (*READINGS.values(), UNTOLD)
CHANCE_READINGS = {"as written": AS_WRITTEN, "closest reading": UNTOLD}


def instances(setting: Setting, first: int, last: int, seed: int, chance: bool) -> Iterator[Searches]:
    """The searches of boards first … last - 1: 6×6 cells, 3 cops."""
    for number in range(first, last):
        options: dict[str, Any] = {"obstacles": OBSTACLES, "p": P} if chance else {}
        game = CopsAndRobbers(6, 6, 3, number=number, seed=seed, **options)
        yield searches(
            game,
            CHANCE_EPSILONS if chance else OPEN_EPSILONS,
            high=HIGH,
            depth=CHANCE_DEPTH if chance else setting["depth"],
            evaluate=cop_distance(game),
            window=setting["window"],
            last_child=setting["last_child"],
        )


def expanded(found: Iterator[Searches], epsilons: Sequence[int]) -> Cell:
    """ER of every instance, for every ε, of internal nodes, of leaves and of both."""
    points: list[Point] = [{"epsilon": epsilon, "count": count} for count in COUNTS for epsilon in epsilons]
    each = [ratios(searched, epsilons) for searched in found]
    return points, np.array([[er[p["epsilon"], p["count"]] for er in each] for p in points])


def draw_chance(y: str, readings: Mapping[str, Point]) -> Any:
    """A panel for each reading, one line in it."""

    def draw(samples: Samples, rows: list[Row]) -> Any:
        named = [{**row, "boards": ""} for row in rows]
        return draw_readings("epsilon", "boards", y, "20% obstacles, p = .8", readings=readings)(samples, named)

    return draw


def widths(found: Iterator[Searches], epsilons: Sequence[int]) -> Cell:
    """U - L of every instance, for every ε; what rounding leaves below 0 is 0."""
    return [{"epsilon": e} for e in epsilons], np.maximum([searched.amb for searched in found], 0.0).T
