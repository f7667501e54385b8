"""Traces: the steps of a search, recorded while it runs.

The lab has no second version of a search. It runs the functions of `decide`, `bounded` and `expectimax` interpreted,
and Python reports each call and return: the search enters a node with its window, evaluates a leaf, takes in a child's
value, applies the node's own evaluation, leaves the node. Values and windows in a trace are to Max.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from overthink.core.bind import Kernel
from overthink.core.errors import OverthinkError
from overthink.core.json_text import Fields
from overthink.core.tree import Tree

ENTER, LEAF, BACK, AGGREGATE, DONE = range(5)
AT_MOST, EXACT, AT_LEAST = -1, 0, 1
UNKNOWN, ALL_WIN, SOME_WIN, NONE_WINS = range(4)  # the papers' types: A; B and C; D
MOST_EVENTS = 40_000
Event = list[Any]  # a kind, a node, then numbers
Handler = Callable[[FrameType, Any], None]


@dataclass(frozen=True)
class Trace:
    """The events of one search of one tree, and its decision. An event is a list that starts with its kind and a node:

    - ENTER, node, low, high, plies left: the node is opened with this window
    - LEAF, node, value, error: the search stops here
    - BACK, node, child, numbers: a child's value has arrived; the numbers are called `names`
    - AGGREGATE, node, value, error, flipped: the result of the search, before the node's own evaluation
    - DONE, node, value, error or upper bound, at most / exact / at least, replaced, reason, type: the node is left;
      `reason` is the number of the reason why moves were not searched, or -1
    """

    events: list[Event]
    names: tuple[str, ...]
    reasons: tuple[str, ...]
    moves: tuple[int, ...]  # chosen
    value: float
    error: float  # the upper bound, if `interval`
    internal: int
    leaves: int
    options: list[Fields]
    interval: bool = False  # values are lower bounds, and errors are upper bounds


@dataclass
class Open:
    """A node that the search has entered and not left."""

    node: int
    low: float
    high: float
    fold: Any = None
    count: int = 0  # children whose value has come back
    wins: int = 0
    entered: bool = True
    pending: int | None = None  # a child whose value has come back but is not recorded yet
    searched: tuple[float, ...] | None = None  # the result of the search, before the node's own evaluation
    replaced: bool = False
    why: str | None = None  # the reason why the search of this node ends early


@dataclass
class Recorder:
    """The events so far, and the open nodes."""

    tree: Tree
    events: list[Event] = field(default_factory=list)
    stack: list[Open] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)

    def note(self, *event: object) -> None:
        if len(self.events) >= MOST_EVENTS:
            raise OverthinkError(f"This search takes more than {MOST_EVENTS:,} steps. Choose a smaller tree or depth.")
        self.events.append(list(event))

    def reason(self, sentence: str | None) -> int:
        return -1 if sentence is None else self.reasons.setdefault(sentence, len(self.reasons))

    def mover(self, node: int) -> int:
        return int(self.tree.mover[node])

    def children(self, node: int) -> int:
        return int(self.tree.first[node + 1] - self.tree.first[node])

    def kind(self, opened: Open) -> int:
        """The type of a node, or UNKNOWN if some moves were not searched."""
        if opened.count < self.children(opened.node):
            return UNKNOWN
        return ALL_WIN if opened.wins == opened.count else SOME_WIN if opened.wins else NONE_WINS


def code_of(function: Any) -> CodeType:
    """The code of a kernel or of a plain function."""
    code: CodeType = (function.function if isinstance(function, Kernel) else function).__code__
    return code


@contextmanager
def watch(
    calls: Mapping[CodeType, Handler],
    returns: Mapping[CodeType, Handler],
    lines: Mapping[CodeType, Handler] | None = None,
) -> Iterator[None]:
    """Call the handlers at each call of these functions, at each return with the returned value, and at each line of
    those in `lines`."""
    before, watched = sys.gettrace(), calls.keys() | returns.keys()

    def handle(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if event == "call":
            if code not in watched:
                return None
            frame.f_trace_lines = lines is not None and code in lines
            if code in calls:
                calls[code](frame, None)
        elif event == "line":
            assert lines is not None
            lines[code](frame, None)
        elif event == "return" and code in returns and argument is not None:
            returns[code](frame, argument)
        return handle

    sys.settrace(handle)
    try:
        yield
    finally:
        sys.settrace(before)
