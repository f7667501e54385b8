"""The picture of a tree: what every node is worth, how sure that is, and the line that would be played. As SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import NamedTuple

from overthink.core.arguments import check_arguments
from overthink.core.checked import parse_depth
from overthink.core.errors import OverthinkError, parse_file_name, require, write_file
from overthink.core.notebook import page
from overthink.core.tree import Tree, check_tree
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search.decide import decide
from overthink.search.explain import ExplainedNode, explain

MOST_LEAVES = 32  # leaves that are drawn side by side
MOST_NODES = 20_000  # that are searched for a picture
STEP, DROP, SIZE, EDGE = 38, 64, 15, 24  # between leaves, between plies, half a node, margin; in pixels
FILLS = {1: "#2f7ed8", -1: "#d9622b", 0: "#8a8a8a"}  # Max, Min, chance
MOVERS = {1: "Max", -1: "Min", 0: "chance"}
TOO_LARGE = f"The tree has more than {MOST_NODES:,} nodes, so only evaluations are shown, to Max."
Marks = Mapping[int, ExplainedNode]  # what is written at a node


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

    svg: str  #: the picture
    notes: tuple[str, ...]  #: what there is to say about it

    @check_arguments
    def save(self, path: str | Path) -> Path:
        """Write the picture as an SVG file, black on white."""
        inks = self.svg.replace("<svg ", '<svg style="color:#222;background:#fff" ', 1)
        return write_file(parse_file_name("A picture of a tree", path, ".svg"), inks)

    def __repr__(self) -> str:
        return f"<TreePicture: {' '.join(self.notes)}>"

    def _repr_html_(self) -> str:
        return page(f'<div style="overflow-x:auto">{self.svg}</div>', notes=self.notes)


def picture(tree: Tree, rule: str | Rule = "minimax", depth: int | None = None, root: int = 0) -> TreePicture:
    """Draw a tree. It has the value and the error of every node by a rule that searches to a depth, and the line that
    it would play. Large trees are cut. By default, the depth is as far as the picture goes.

    Args:
        tree: With evaluations.
        rule: Its name, or an `ot.Rule`.
        depth: Plies to look ahead.
        root: Its number.

    >>> ot.picture(ot.Tree.literal([[1, -1], [1, 1]])).notes[0]
    'Values to Max by minimax at depth 2; the thick line is its choice.'
    """
    check_tree(tree)
    if not len(tree.levels):
        raise OverthinkError("A state space has no root to draw. Create a tree with ot.grow(game, state, depth).")
    require(root in tree.roots, f"Node {root} is not a root of this tree.")
    spots, notes = lay_out(tree, root)
    rule, reason = rule_named(rule), ""
    too_large = len(tree) > MOST_NODES * len(tree.roots)  # a search would take long
    for plies in [] if too_large else [spots[-1].ply if depth is None else parse_depth(depth), tree.height]:
        try:
            seen = {node.node: node for node in explain(tree, rule, plies, root)}
        except OverthinkError as exc:  # such as no evaluation where the picture ends
            reason = f"Only evaluations are shown, to Max. {exc}"
            continue
        words = f"Values to Max by {rule.label} at depth {plies}; the thick line is its choice."
        moves = decide(tree, root, rule=rule, depth=plies).moves
        return draw(tree, spots, seen, moves, (words, *notes))
    return draw(tree, spots, {}, (), (reason or TOO_LARGE, *notes))


def draw(
    tree: Tree, spots: Sequence[DrawnNode], marks: Marks, moves: Sequence[int], notes: Sequence[str]
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


def lay_out(tree: Tree, root: int) -> tuple[list[DrawnNode], list[str]]:
    """The nodes to draw, in breadth-first order, as many plies as fit; leaves evenly spaced, parents in the middle."""
    rows: list[list[tuple[int, int | None]]] = [[(root, None)]]  # node, and the number of its parent in the row above
    notes = [f"This is tree {root + 1:,} of {len(tree.roots):,}."] if len(tree.roots) > 1 else []
    while True:
        below: list[tuple[int, int | None]] = [
            (int(c), place) for place, (node, _) in enumerate(rows[-1]) for c in tree.children(node)[: MOST_LEAVES + 1]
        ]
        ends = sum(not len(tree.children(node)) for row in rows for node, _ in row)
        if not below:
            break
        if len(below) + ends > MOST_LEAVES:
            if len(rows) == 1:
                notes.append(f"The picture shows {MOST_LEAVES} of {len(tree.children(root)):,} moves.")
                rows.append(below[:MOST_LEAVES])
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
    places = dict[int, float]()
    leaves = 0
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


def _line(tree: Tree, marks: Marks, spots: Sequence[DrawnNode], moves: Sequence[int]) -> set[int]:
    """The drawn nodes of the line that would be played, and all moves at the root that tie."""
    if not marks or not spots[0].below:
        return set()
    ties = [spots[0].below[move] for move in moves if move < len(spots[0].below)]
    chosen = set(ties)
    at = ties[0] if ties else 0
    while spots[at].below:
        at = max(spots[at].below, key=lambda child: _likes(tree, marks, spots[at].node, spots[child].node))
        chosen.add(at)
    return chosen


def _likes(tree: Tree, marks: Marks, node: int, child: int) -> tuple[float, float]:
    """How much the player at a node likes a child: its value; among equals, how sure a win or how unsure a loss is."""
    if child not in marks:
        return -math.inf, 0.0
    value = float(tree.mover[node]) * marks[child].value
    error = marks[child].error
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


def _node(tree: Tree, spot: DrawnNode, mark: ExplainedNode | None) -> str:
    """A node with its value, below it its error; the whole of it when one points at it."""
    mover = int(tree.mover[spot.node])
    leaf = not len(tree.children(spot.node))
    over = float(tree.utility[spot.node])
    own = over if over == over else float(tree.static[spot.node])
    value, error = (mark.value, mark.error) if mark else (own, float(tree.error[spot.node]))
    replaced = bool(mark and mark.replaced)
    facts = [f"node {spot.node}", "finished game" if over == over else f"{MOVERS[mover]} moves"]
    facts += [f"value {value:.4g}", f"error {error:.4g}"] if value == value else []
    facts += [f"own evaluation {own:.4g}"] if own == own and mark and not leaf else []
    facts += ["its own evaluation replaced the search: local pathology"] if replaced else []
    y = _y(spot)
    fill = FILLS[mover]
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
