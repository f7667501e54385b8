"""Draws docs/images/best-first-trees.svg: the positions that best-first and alpha-beta evaluate, after 30, 100 and
300 evaluations of the position that `best-first.md` shows.

python docs/growing_trees.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import overthink as ot

Line = tuple[int, ...]
GAME = ot.ConnectFour()
NET = ot.Net.shipped("connect-four").on(GAME)
START = GAME.random_start(1, 8)
STEPS = (30, 100, 300)
WIDTH, HEIGHT, LEFT, TOP, PLY = 300, 180, 16, 30, 14  # of a panel, its margins, and the height of a ply
COLOURS = {"best-first": "#0072b2", "alpha-beta": "#d55e00"}


@dataclass(frozen=True)
class Place:
    """A position that knows the first line of moves to it, and is equal to any other with these stones."""

    board: Any
    line: Line = field(compare=False, default=())


class Recorded:
    """Connect Four in Python, with the net; it records which lines are evaluated."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def initial(self) -> Place:
        return Place(START)

    def mover(self, place: Place) -> int:
        return GAME.mover(place.board)

    def moves(self, place: Place) -> list[int]:
        return list(GAME.moves(place.board))

    def play(self, place: Place, move: int) -> Place:
        return Place(GAME.play(place.board, move), (*place.line, move))

    def utility(self, place: Place) -> float:
        return GAME.utility(place.board)

    def evaluate(self, place: Place) -> tuple[float, float]:
        self.lines.append(place.line)
        value, error = NET(place.board)
        return float(value), float(error)


def evaluated() -> dict[str, list[Line]]:
    """The lines that each search evaluates, in their order; first it is seen whether an evaluation changes a state."""
    grown, deepened = Recorded(), Recorded()
    ot.best_first(grown, evaluations=STEPS[-1], evaluate=grown.evaluate)
    limit = ot.Limit(evaluations=STEPS[-1])
    ot.deepen(deepened, limit=limit, search="alpha-beta", table=True, evaluate=deepened.evaluate)
    return {name: game.lines[-STEPS[-1] :] for name, game in (("best-first", grown), ("alpha-beta", deepened))}


def columns(lines: list[Line]) -> dict[Line, float]:
    """Where each position stands, from 0 to 1: ends side by side, others above the middle of what is below."""
    nodes = {line[:ply] for line in lines for ply in range(len(line) + 1)}
    ends = sorted(node for node in nodes if not any(other[:-1] == node for other in nodes if other))
    place = {node: (n + 0.5) / len(ends) for n, node in enumerate(ends)}
    for node in sorted(nodes - set(ends), key=len, reverse=True):
        below = [place[other] for other in nodes if other[:-1] == node and other]
        place[node] = (min(below) + max(below)) / 2
    return place


def panel(name: str, lines: list[Line], place: dict[Line, float], number: int) -> str:
    """The tree of the first so many lines."""
    nodes = {line[:ply] for line in lines[:number] for ply in range(1, len(line) + 1)}

    def at(node: Line) -> str:
        return f"{LEFT + place[node] * (WIDTH - 2 * LEFT):.1f} {TOP + PLY * len(node)}"

    edges = "".join(f"M{at(node[:-1])}L{at(node)}" for node in sorted(nodes))
    deepest = max(map(len, nodes))
    words = f"{name}, {number} evaluations, {deepest} plies"
    return f'<text x="{LEFT}" y="18">{words}</text><path d="{edges}" stroke="{COLOURS[name]}"/>'


def main() -> None:
    """Write the picture."""
    parts = []
    for row, (name, lines) in enumerate(evaluated().items()):
        place = columns(lines)
        for column, number in enumerate(STEPS):
            inside = panel(name, lines, place, number)
            parts.append(f'<g transform="translate({column * WIDTH} {row * HEIGHT})">{inside}</g>')
    size = f'width="{WIDTH * len(STEPS)}" height="{2 * HEIGHT}"'
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13" fill="none" '
        f'stroke-width="0.7"><style>text{{fill:#333}}</style><rect {size} fill="#fff"/>{"".join(parts)}</svg>\n'
    )
    (Path(__file__).parent / "images" / "best-first-trees.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
