"""The picture of a tree: what every node is worth, how sure that is, and the line that would be played. As SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import NamedTuple, Protocol

from overthink.core.errors import OverthinkError
from overthink.core.kinds import Column
from overthink.core.notebook import page

WIDEST = 32  # leaves that are drawn side by side
MOST_NODES = 20_000  # that are searched for a picture
STEP, DROP, SIZE, EDGE = 38, 64, 15, 24  # between leaves, between plies, half a node, margin; in pixels
FILLS = {1: "#2f7ed8", -1: "#d9622b", 0: "#8a8a8a"}  # Max, Min, chance
MOVERS = {1: "Max", -1: "Min", 0: "chance"}


class Mark(Protocol):
    """What is written at a node: its value to Max, its error, and whether its own evaluation replaced the search."""

    @property
    def value(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def replaced(self) -> bool: ...


class Backed(NamedTuple):
    """A mark by minimax."""

    value: float
    error: float = 0.0
    replaced: bool = False


class Graph:
    """Positions and moves as columns; see `overthink.core.tree.Tree`. A notebook shows the picture of a tree."""

    first: Column
    child: Column
    mover: Column
    utility: Column
    static: Column
    error: Column
    levels: Column

    def __len__(self) -> int:
        return len(self.mover)

    @property
    def roots(self) -> range:
        """The nodes that decisions are asked for."""
        return range(int(self.levels[1])) if len(self.levels) else range(len(self))

    @property
    def height(self) -> int:
        """Plies below the roots."""
        return len(self.levels) - 2

    def children(self, node: int) -> Column:
        result: Column = self.child[self.first[node] : self.first[node + 1]]
        return result

    def _repr_html_(self) -> str:
        if not len(self.levels):
            return f"<p>{escape(repr(self)[1:-1])}</p>"
        spots, notes = lay_out(self, 0)
        depth = spots[-1].ply
        words = f"Values to Max by minimax at depth {depth}; the thick line is its choice."
        marks: dict[int, Backed] = {}
        if too_large(self):
            words = TOO_LARGE
        elif not (marks := _minimax(self, depth)):
            marks, words = _minimax(self, self.height), words.replace(f"depth {depth};", f"depth {self.height};")
            words = words if marks else "Only evaluations are shown, to Max."
        moves = [i for i, c in enumerate(self.children(0)) if marks and marks[int(c)].value == marks[0].value]
        return draw(self, spots, marks, moves, (words, *notes))._repr_html_()


TOO_LARGE = f"The tree has more than {MOST_NODES:,} nodes, so only evaluations are shown, to Max."


def too_large(tree: Graph) -> bool:
    """Whether a search for a picture would take long."""
    return len(tree) > MOST_NODES * max(1, len(tree.roots))


def _minimax(tree: Graph, depth: int) -> dict[int, Backed]:
    """The values of the first tree, searched to a depth; none if some leaf has no value, or chance moves."""
    rows, marks = [[0]], dict[int, Backed]()
    for _ in range(depth):
        rows.append([int(c) for node in rows[-1] for c in tree.children(node)])
    for ply in range(depth, -1, -1):
        for node in rows[ply]:
            own, me = float(tree.utility[node]), int(tree.mover[node])
            value = own if own == own else float(tree.static[node])
            if ply < depth and len(below := tree.children(node)):
                value = (max if me > 0 else min)(marks[int(c)].value for c in below) if me else math.nan
            if value != value:
                return {}
            marks[node] = Backed(value)
    return marks


class DrawnNode(NamedTuple):
    """One drawn node: its place among those drawn, and that of its parent."""

    node: int
    ply: int
    parent: int | None
    x: float
    below: tuple[int, ...]  # its drawn children


@dataclass(frozen=True, repr=False)
class TreePicture:
    """A picture of a tree, as SVG, with what there is to say about it. A notebook shows it.

    >>> ot.picture(ot.Tree.literal([[1, -1], [1, 1]])).svg[:4]
    '<svg'
    """

    svg: str
    notes: tuple[str, ...]

    def save(self, path: str | Path) -> Path:
        """Write the picture as an SVG file, black on white."""
        inks = self.svg.replace("<svg ", '<svg style="color:#222;background:#fff" ', 1)
        try:
            Path(path).write_text(inks, encoding="utf-8")
        except OSError as exc:
            raise OverthinkError(f"{path} cannot be written ({exc.strerror}).") from None
        return Path(path)

    def __repr__(self) -> str:
        return f"<TreePicture: {' '.join(self.notes)}>"

    def _repr_html_(self) -> str:
        return page(f'<div style="overflow-x:auto">{self.svg}</div>', notes=self.notes)


def draw(
    tree: Graph, spots: Sequence[DrawnNode], marks: Mapping[int, Mark], moves: Sequence[int], notes: Sequence[str]
) -> TreePicture:
    """The picture of nodes that were laid out, with their marks and the line that begins with the first of the moves at
    the root. The first of the notes says what the marks are."""
    chosen = _line(tree, marks, spots, moves)
    height = 2 * EDGE + max(spot.ply for spot in spots) * DROP + 2 * SIZE
    width = max(spot.x for spot in spots) + EDGE + STEP / 2
    edges = [_edge(spots, number, chosen) for number in range(1, len(spots))]
    nodes = [_node(tree, spot, marks.get(spot.node)) for spot in spots]
    text = f"A game tree of {len(spots)} nodes. {notes[0]}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} '
        f'{height}" role="img" aria-label="{escape(text)}" font-family="sans-serif" font-size="11" '
        f'text-anchor="middle">{"".join([*edges, *nodes])}</svg>'
    )
    return TreePicture(svg, tuple(notes))


def lay_out(tree: Graph, root: int) -> tuple[list[DrawnNode], list[str]]:
    """The nodes to draw, in breadth-first order, as many plies as fit; leaves evenly spaced, parents in the middle."""
    rows: list[list[tuple[int, int | None]]] = [[(root, None)]]  # node, and the number of its parent in the row above
    notes = [f"This is tree {root + 1:,} of {len(tree.roots):,}."] if len(tree.roots) > 1 else []
    while True:
        below: list[tuple[int, int | None]] = [
            (int(c), place) for place, (node, _) in enumerate(rows[-1]) for c in tree.children(node)[: WIDEST + 1]
        ]
        ends = sum(not len(tree.children(node)) for row in rows for node, _ in row)
        if not below:
            break
        if len(below) + ends > WIDEST:
            if len(rows) == 1:
                notes.append(f"The picture shows {WIDEST} of {len(tree.children(root)):,} moves.")
                rows.append(below[:WIDEST])
            else:
                plies = f"{len(rows) - 1} of {tree.height} plies"
                notes.append(f"The tree has {len(tree):,} nodes; the picture shows {plies}.")
            break
        rows.append(below)
    return _place(rows), notes


def _place(rows: Sequence[Sequence[tuple[int, int | None]]]) -> list[DrawnNode]:
    first = [sum(map(len, rows[:ply])) for ply in range(len(rows) + 1)]
    below: dict[int, list[int]] = {}
    for ply, row in enumerate(rows[1:], 1):
        for place, (_, parent) in enumerate(row):
            below.setdefault(first[ply - 1] + (parent or 0), []).append(first[ply] + place)
    places, leaves = dict[int, float](), 0
    stack = [0]
    while stack:  # depth first, so that leaves stand in the order of the tree
        spot = stack[-1]
        missing = [child for child in below.get(spot, ()) if child not in places]
        if missing:
            stack.append(missing[0])
            continue
        stack.pop()
        children = below.get(spot, ())
        places[spot] = (places[children[0]] + places[children[-1]]) / 2 if children else EDGE + STEP * (leaves + 0.5)
        leaves += not children
    return [
        DrawnNode(node, ply, None if ply == 0 else first[ply - 1] + (parent or 0), places[first[ply] + place],
             tuple(below.get(first[ply] + place, ())))
        for ply, row in enumerate(rows)
        for place, (node, parent) in enumerate(row)
    ]  # fmt: skip


def _line(tree: Graph, marks: Mapping[int, Mark], spots: Sequence[DrawnNode], moves: Sequence[int]) -> set[int]:
    """The drawn nodes of the line that would be played, and all moves at the root that tie."""
    if not marks or not spots[0].below:
        return set()
    ties = [spots[0].below[move] for move in moves if move < len(spots[0].below)]
    chosen, at = set(ties), ties[0] if ties else 0
    while spots[at].below:
        at = max(spots[at].below, key=lambda child: _likes(tree, marks, spots[at].node, spots[child].node))
        chosen.add(at)
    return chosen


def _likes(tree: Graph, marks: Mapping[int, Mark], node: int, child: int) -> tuple[float, float]:
    """How much the player at a node likes a child: its value; among equals, how sure a win or how unsure a loss is."""
    if child not in marks:
        return -math.inf, 0.0
    value, error = float(tree.mover[node]) * marks[child].value, marks[child].error
    return value, -error if value > 0 else error


def _edge(spots: Sequence[DrawnNode], number: int, chosen: set[int]) -> str:
    spot = spots[number]
    assert spot.parent is not None
    above = spots[spot.parent]
    thick = number in chosen
    return (
        f'<line x1="{above.x:.1f}" y1="{_y(above) + SIZE}" x2="{spot.x:.1f}" y2="{_y(spot) - SIZE}" '
        f'stroke="currentColor" stroke-width="{3 if thick else 1}" stroke-opacity="{1 if thick else 0.35}"/>'
    )


def _y(spot: DrawnNode) -> int:
    return EDGE + SIZE + spot.ply * DROP


def _node(tree: Graph, spot: DrawnNode, mark: Mark | None) -> str:
    """A node with its value, below it its error; the whole of it when one points at it."""
    mover, leaf = int(tree.mover[spot.node]), not len(tree.children(spot.node))
    over = float(tree.utility[spot.node])
    own = over if over == over else float(tree.static[spot.node])
    value, error = (mark.value, mark.error) if mark else (own, float(tree.error[spot.node]))
    replaced = bool(mark and mark.replaced)
    facts = [f"node {spot.node}", "finished game" if over == over else f"{MOVERS[mover]} moves"]
    facts += [f"value {value:.4g}", f"error {error:.4g}"] if value == value else []
    facts += [f"own evaluation {own:.4g}"] if own == own and mark and not leaf else []
    facts += ["its own evaluation replaced the search: local pathology"] if replaced else []
    y, fill = _y(spot), FILLS[mover]
    dash = ' stroke-dasharray="4 2" stroke-width="2.5"' if replaced else ""
    radius = 3 if leaf else SIZE if mover else 8
    beside = (spot.x + SIZE + 5, y - SIZE + 6, "start") if spot.below else (spot.x, y + SIZE + 11, "middle")
    below = '<text x="{:.1f}" y="{}" text-anchor="{}" font-size="9">'.format(*beside) + f"±{error:.2g}</text>"
    return (
        f'<g fill="currentColor"><title>{escape(", ".join(facts))}</title><rect x="{spot.x - SIZE - 2:.1f}" '
        f'y="{y - SIZE}" width="{2 * SIZE + 4}" height="{2 * SIZE}" rx="{radius}" fill="{fill}" fill-opacity=".18" '
        f'stroke="{fill}"{dash}/><text x="{spot.x:.1f}" y="{y + 4}">{f"{value + 0.0:.3g}" if value == value else "?"}'
        f"</text>{below if error > 0 else ''}</g>"
    )
