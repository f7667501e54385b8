"""A search watched at work: what it did, one step after the other.

No search is written a second time for the lab. The very functions that `decide`, `bounded` and `expectimax` run are run
interpreted, and Python tells of each call and return among them: a node is entered with its window, a leaf is
evaluated, a child's value comes back, the node's own evaluation is heard, the node is done. Values in a trace are to
Max, windows too.
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
from overthink.core.tree import Tree

ENTER, LEAF, BACK, AGGREGATE, DONE = range(5)
AT_MOST, EXACT, AT_LEAST = -1, 0, 1
UNKNOWN, ALL_WIN, SOME_WIN, NONE_WINS = range(4)  # the papers' types: A; B and C; D
MOST_EVENTS = 40_000
Event = list[Any]
Handler = Callable[[FrameType, Any], None]


@dataclass(frozen=True)
class Trace:
    """What one search did to one tree, and what it decided. An event is a list that begins with its kind and a node:

    - ENTER, node, low, high, plies left: the node is opened with this window
    - LEAF, node, value, error: the search stops here
    - BACK, node, child, numbers: a child's value has arrived; the numbers are called `names`
    - AGGREGATE, node, value, error, flipped: what the search says, before the node's own evaluation is heard
    - DONE, node, value, error or upper bound, at most / exact / at least, replaced, reason, type: the node is left;
      `reason` is the number of the reason why moves were not looked at, or -1
    """

    events: list[Event]
    names: tuple[str, ...]
    reasons: tuple[str, ...]
    moves: tuple[int, ...]  # chosen
    value: float
    error: float  # the upper bound, where `interval`
    internal: int
    leaves: int
    options: list[dict[str, Any]]
    interval: bool = False  # values are lower bounds, and errors are upper bounds


@dataclass
class Open:
    """A node that the search is in."""

    node: int
    low: float
    high: float
    fold: Any = None
    seen: int = 0
    wins: int = 0
    entered: bool = True
    pending: int | None = None  # a child whose value has come back and was not noted yet
    searched: tuple[float, ...] | None = None  # the search's word, before the node's own evaluation
    replaced: bool = False
    why: str | None = None  # the reason why it ends early


@dataclass
class Recorder:
    """The events so far, and the nodes that are open."""

    tree: Tree
    events: list[Event] = field(default_factory=list)
    stack: list[Open] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)

    def note(self, *event: Any) -> None:
        if len(self.events) >= MOST_EVENTS:
            raise OverthinkError(f"This search takes more than {MOST_EVENTS:,} steps; give a smaller tree or depth.")
        self.events.append(list(event))

    def reason(self, sentence: str | None) -> int:
        return -1 if sentence is None else self.reasons.setdefault(sentence, len(self.reasons))

    def mover(self, node: int) -> int:
        return int(self.tree.mover[node])

    def children(self, node: int) -> int:
        return int(self.tree.first[node + 1] - self.tree.first[node])

    def kind(self, opened: Open) -> int:
        """The type of a node all of whose moves were looked at."""
        if opened.seen < self.children(opened.node):
            return UNKNOWN
        return ALL_WIN if opened.wins == opened.seen else SOME_WIN if opened.wins else NONE_WINS


def code_of(function: Any) -> CodeType:
    """The code that a kernel, or a plain function, runs, however it was bound."""
    found: CodeType = (function.function if isinstance(function, Kernel) else function).__code__
    return found


@contextmanager
def watching(
    calls: Mapping[CodeType, Handler],
    returns: Mapping[CodeType, Handler],
    lines: Mapping[CodeType, Handler] | None = None,
) -> Iterator[None]:
    """Tells the handlers of every call of these pieces of code, of every return from them with what was returned, and,
    where asked, of every line."""
    before, watched = sys.gettrace(), calls.keys() | returns.keys()

    def told(frame: FrameType, event: str, given: Any) -> Any:
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
        elif event == "return" and code in returns and given is not None:
            returns[code](frame, given)
        return told

    sys.settrace(told)
    try:
        yield
    finally:
        sys.settrace(before)
