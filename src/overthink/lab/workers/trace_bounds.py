"""Traces of searches that prove bounds, in trees with or without chance. See `overthink.lab.workers.trace`.

These searches keep the state of a node in local variables. A trace reads them each time the loop over the children
repeats.
"""

from __future__ import annotations

import dis
import math
from dataclasses import replace
from functools import cache
from types import CodeType, FrameType
from typing import Any

from overthink.core.json_text import Fields
from overthink.core.tree import Tree
from overthink.lab.workers.trace import (
    BACK,
    DONE,
    ENTER,
    EXACT,
    LEAF,
    UNKNOWN,
    Open,
    Recorder,
    Trace,
    code_of,
    watch,
)
from overthink.search import bounded as algorithm
from overthink.search import bounds, star
from overthink.search.chance import chance_subject
from overthink.search.expectimax import expectimax
from overthink.search.interval import Bounds
from overthink.search.naive_epsilon import naive

BOUNDED, NAIVE = "bounded", "naive"
TEMPLATES = {
    "full-width": star.expectimax,
    "star1": star.star,
    "star2": star.star,
    BOUNDED: algorithm.bounded,
    NAIVE: naive,
}
SHOWN: dict[str, tuple[str, ...]] = {
    "full-width": ("value",),
    "star1": ("value", "least", "most", "alpha", "beta"),
    "star2": ("value", "least", "most", "alpha", "beta"),
    BOUNDED: ("L", "U", "alpha", "beta"),
    NAIVE: ("value", "alpha", "beta"),
}
PLAYER_CUT = "the value so far lies outside the window: a player above will avoid this node"
CHANCE_CUT = "the value lies outside the window, whatever the other outcomes are"
CUTS = {
    BOUNDED: "the open interval from α to β is at most ε wide",
    NAIVE: "β ≤ α + ε; the naive rule keeps the current value, which may be wrong by ε",
}


class BoundsRecorder(Recorder):
    """Records one search that proves bounds."""

    def __init__(self, tree: Tree, search: str):
        super().__init__(tree)
        self.search = search
        self.template = code_of(TEMPLATES[search])
        self.root = code_of(expectimax)  # loops over the root's moves in exact searches

    def run(self, low: float, high: float, depth: int, epsilon: float) -> Any:
        position = replace(chance_subject(self.tree, 0, None), compiled=False)
        proves = self.search in CUTS
        watched = [self.template] if proves or self.mover(0) == 0 else [self.template, self.root]
        calls, returns = dict.fromkeys(watched, self.enter), dict.fromkeys(watched, self.leave)
        with watch(calls, returns, dict.fromkeys(watched, self.line)):
            if self.search == BOUNDED:
                return bounds.bounded(position, 0, epsilon=epsilon, low=low, high=high, depth=depth)
            if self.search == NAIVE:
                return naive.bind(**position.names).interpreted(position.context, 0, epsilon, low, high)
            return expectimax(position, 0, depth=depth, search=self.search, low=low, high=high)

    def enter(self, frame: FrameType, _: Any) -> None:
        local = frame.f_locals
        if self.stack and not self.stack[-1].entered:
            above = self.stack[-1]
            self.note(ENTER, above.node, above.low, above.high, *above.fold)
            above.entered = True
        ends = ("alpha", "beta") if "alpha" in local else ("low", "high")
        low, high = (float(local[end]) for end in ends) if self.search != "full-width" else (-math.inf, math.inf)
        details = int(local.get("depth", 0)), float(local.get("epsilon", 0.0))
        self.stack.append(Open(int(local["state"]), low, high, details, entered=False))

    def line(self, frame: FrameType, _: Any) -> None:
        if frame.f_lineno in loops(frame.f_code):
            self.back(frame)

    def back(self, frame: FrameType, complete: bool = True) -> None:
        """Record the last child and the node's numbers so far; NaN if the search returned before it set them."""
        node, local = self.stack[-1], dict(frame.f_locals)
        if node.pending is None:
            return
        if frame.f_code is self.root:
            local["value"] = local["best"]
        numbers = (float(local.get(name, math.nan)) if complete else math.nan for name in SHOWN[self.search])
        self.note(BACK, node.node, node.pending, *numbers)
        node.pending = None

    def leave(self, frame: FrameType, result: Any) -> None:
        node = self.stack[-1]
        ends = (result.low, result.high) if isinstance(result, Bounds) else result[:2]
        value, upper = float(ends[0]), float(ends[1]) if self.search == BOUNDED else None
        if not node.entered:  # no child was searched
            self.note(LEAF, node.node, value, upper)
        else:
            why = self.why(node)
            self.back(frame, why is None or self.search in CUTS)
            prunes = self.search in ("star1", "star2")
            bound = int(value >= node.high) - int(value <= node.low) if prunes else EXACT
            self.note(DONE, node.node, value, upper, bound, 0, self.reason(why), UNKNOWN)
        self.stack.pop()
        if self.stack:
            above = self.stack[-1]
            above.pending, above.count = node.node, above.count + (node.node in self.tree.children(above.node))

    def why(self, node: Open) -> str | None:
        """The reason why moves, or possible outcomes, were not searched."""
        edges = self.tree.edge[self.tree.first[node.node] : self.tree.first[node.node + 1]]
        me = self.mover(node.node)
        if node.count >= (len(edges) if me else int((edges > 0).sum())):
            return None
        return CUTS.get(self.search, PLAYER_CUT if me else CHANCE_CUT)


@cache
def loops(code: CodeType) -> frozenset[int]:
    """The lines at which a loop takes its next item."""
    steps = (step.positions for step in dis.get_instructions(code) if step.opname == "FOR_ITER")
    return frozenset(place.lineno for place in steps if place and place.lineno)


def trace_bounds(
    tree: Tree, search: str, low: float, high: float, depth: int | None = None, epsilon: float = 0.0
) -> Trace:
    """Trace a search that proves bounds, or an exact search with chance, from the root of a tree with values in
    [low, high]."""
    recorder = BoundsRecorder(tree, search)
    result = recorder.run(low, high, depth or max(1, tree.height), epsilon)
    if search == NAIVE:
        value, internal, leaves = result
        best = [event[2] for event in recorder.events if event[0] == BACK and event[1] == 0 and event[3] == value]
        moves, upper = tuple(int(child - tree.first[0] - 1) for child in best[:1]), value
        options: list[Fields] = []
    else:
        value, upper, internal, leaves = result.low, result.high, result.expanded, result.leaves
        moves = tuple(int(move) for move in result.moves)
        options = [{"move": o.move, "low": o.low, "high": o.high} for o in result.options]
    return Trace(
        recorder.events,
        SHOWN[search],
        tuple(recorder.reasons),
        moves,
        float(value),
        float(upper),
        internal,
        leaves,
        options,
        search == BOUNDED,
    )
