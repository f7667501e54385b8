"""Traces: the steps of a search, recorded while it runs.

The lab has no second version of a search. It runs the functions of `decide`, `bounded` and `expectimax` interpreted,
and Python reports each call and return: the search enters a node with its window, evaluates a leaf, takes in a child's
value, applies the node's own evaluation, leaves the node. Searches that prove bounds keep the state of a node in local
variables; a trace reads them each time the loop over the children repeats. Values and windows in a trace are to Max.
Each line of a search's pseudo-code has the kind of step at which it is active.
"""

import dis
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from types import CodeType, FrameType
from typing import Any

from overthink.core.bind import Kernel
from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError
from overthink.core.tree import Tree
from overthink.core.vocabulary import Message
from overthink.rules import rule_named
from overthink.rules.fold import add_child, begin, in_python, leaf_message, own_evaluation
from overthink.rules.rule import Rule
from overthink.search import Search, bounds, chance
from overthink.search.bounds import Bounds, expectimax
from overthink.search.look import ENDLESS_NODES, add_scores, look_at, search_named
from overthink.search.minimax import look
from overthink.search.naive_epsilon import naive
from overthink.search.subject import chance_subject, subject_of
from overthink.search.subjects.tree import TREE_WORDS
from overthink.search.sweep import columns

ENTER, LEAF, BACK, AGGREGATE, DONE = range(5)
AT_MOST = -1
EXACT = 0
AT_LEAST = 1
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
        """Write down one event."""
        if len(self.events) >= MOST_EVENTS:
            raise OverthinkError(f"This search takes more than {MOST_EVENTS:,} steps. Choose a smaller tree or depth.")
        self.events.append(list(event))

    def reason(self, sentence: str | None) -> int:
        """The number of a sentence that says why moves were cut off; -1 for none."""
        return -1 if sentence is None else self.reasons.setdefault(sentence, len(self.reasons))

    def trace(self, names: tuple[str, ...], moves: Iterable[int], *result: Any) -> Trace:
        """The whole search; `result` are the fields of a trace from its value on."""
        return Trace(self.events, names, tuple(self.reasons), tuple(map(int, moves)), *result)

    def mover(self, node: int) -> int:
        """Who moves at a node: 1, -1, or 0 for chance."""
        return int(self.tree.mover[node])

    def children(self, node: int) -> int:
        """How many moves a node has."""
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
    before = sys.gettrace()
    watched = calls.keys() | returns.keys()

    def handle(frame: FrameType, event: str, argument: object) -> Any:
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


class RuleRecorder(Recorder):
    """Records one search with one rule."""

    def __init__(self, tree: Tree, rule: Rule, search: Search):
        super().__init__(tree)
        self.rule, self.search = rule, search
        self.words = rule.interpreted
        standing = search.names.get("standing")
        self.standing = standing.interpreted if standing else self.words["value"]
        self.begin = in_python(begin, TREE_WORDS, rule)
        self.add = in_python(add_child, TREE_WORDS, rule)
        self.own_evaluation = in_python(own_evaluation, TREE_WORDS, rule)
        self.cells = columns(tree, rule)

    def turn(self, node: int) -> int:
        """From whose side a node is seen."""
        return self.rule.goal or self.mover(node)

    def to_max(self, node: int, message: Message) -> tuple[float, float]:
        """The value of a message to Max, and its error."""
        return self.turn(node) * float(self.words["value"](message)) + 0.0, self.rule.error(message)

    def run(self, depth: int) -> Decision:
        """Run and record one search to one depth."""
        template = code_of(self.search.template)
        rule = self.rule.vocabulary
        calls = {template: self.enter, code_of(look): self.enter}
        returns: dict[CodeType, Handler] = {
            template: self.leave,
            code_of(look): lambda frame, message: None,
            code_of(leaf_message): self.leaf,
            code_of(rule["aggregate"]): self.aggregate,
            code_of(rule["settle"]): self.settle,
            **{code_of(cut): partial(self.cut, why) for cut, why in self.search.cuts.items()},
        }
        position = replace(subject_of(self.tree, 0, self.rule, depth, None, 0.0), compiled=False)
        with watch(calls, returns):
            decision, _ = look_at(position, self.rule, self.search, depth, True, ENDLESS_NODES)
        self.done(self.stack[0], decision.value, decision.error, self.turn(0) * decision.value, None)
        return decision

    def enter(self, frame: FrameType, _: object) -> None:
        """The search enters a node."""
        local = frame.f_locals
        node = int(local["state"])
        me = self.turn(node)
        low, high = float(local.get("low", -math.inf)), float(local.get("high", math.inf))
        self.stack.append(Open(node, low, high, self.begin(self.cells, node, me)))
        self.note(ENTER, node, *((low, high) if me > 0 else (-high, -low)), int(local["depth"]))

    def leaf(self, frame: FrameType, message: Message) -> None:
        """The search stops at a node."""
        node = int(frame.f_locals["state"])
        self.note(LEAF, node, *self.to_max(node, message))
        self.back(node, message)

    def back(self, child: int, message: Message) -> None:
        """Add a child's message to the fold of the node above."""
        above = self.stack[-1]
        me = self.turn(above.node)
        mine = self.words["from_side"](message, me == self.turn(child))
        above.fold = self.add(above.fold, mine, self.cells, above.node, above.count, child, me)
        above.count += 1
        above.wins += bool(self.words["value"](mine) > 0)
        best, *rest = map(float, above.fold[: len(self.rule.numbers)])
        self.note(BACK, above.node, child, (self.rule.goal or 1) * best, *rest)

    def aggregate(self, frame: FrameType, message: Message) -> None:
        """All children of a node are folded."""
        node = self.stack[-1]
        node.searched = message
        if self.rule.settles:
            flipped = self.rule.replaces and message[0] != float(node.fold[0])
            self.note(AGGREGATE, node.node, *self.to_max(node.node, message), int(flipped))

    def settle(self, frame: FrameType, message: Message) -> None:
        """The node's own evaluation has its say."""
        if self.rule.replaces:
            node = self.stack[-1]
            own = self.words["frontier"](*self.own_evaluation(self.cells, node.node, self.turn(node.node)))
            node.replaced = bool(message == own and message != node.searched)

    def cut(self, why: str, frame: FrameType, ends: bool) -> None:
        """Note why a node ends early, if this condition ends it."""
        if ends:
            self.stack[-1].why = why

    def leave(self, frame: FrameType, result: tuple[Message, object]) -> None:
        """The search leaves a node."""
        message, node = result[0], self.stack[-1]
        cut = node.count < self.children(node.node)
        self.done(node, *self.to_max(node.node, message), self.standing(message), node.why if cut else None)
        if self.stack:
            self.back(node.node, message)

    def done(self, node: Open, value: float, error: float, place: float, why: str | None) -> None:
        """Leave a node with a value to Max. `place` is its value on the scale of windows, to its player."""
        bound = AT_MOST if place <= node.low else AT_LEAST if place >= node.high else EXACT
        details = self.turn(node.node) * bound, int(node.replaced), self.reason(why), self.kind(node)
        self.note(DONE, node.node, value, error, *details)
        self.stack.pop()


def trace_rule(tree: Tree, rule: str | Rule, search: str, depth: int) -> Trace:
    """Trace a search with a rule from the root of a tree, to a depth."""
    backup = rule_named(rule)
    recorder = RuleRecorder(tree, backup, search_named(search, backup))
    depths = range(1, depth + 1) if backup.sums_depths else [depth]
    decisions = [recorder.run(at) for at in depths]
    decision = add_scores(decisions) if backup.sums_depths else decisions[0]
    nodes = decision.nodes
    worth = decision.value, decision.error, nodes.internal, nodes.frontier + nodes.terminal
    return recorder.trace(backup.numbers, decision.moves, *worth)


BOUNDED, NAIVE = "bounded", "naive"
TEMPLATES = {
    "full-width": chance.expectimax,
    "star1": chance.star,
    "star2": chance.star,
    BOUNDED: chance.bounded,
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
        """Search the tree, and write down what happens; what the search returns."""
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

    def enter(self, frame: FrameType, _: object) -> None:
        """The search enters a node."""
        local = frame.f_locals
        if self.stack and not self.stack[-1].entered:
            above = self.stack[-1]
            self.note(ENTER, above.node, above.low, above.high, *above.fold)
            above.entered = True
        ends = ("alpha", "beta") if "alpha" in local else ("low", "high")
        low, high = (float(local[end]) for end in ends) if self.search != "full-width" else (-math.inf, math.inf)
        details = int(local.get("depth", 0)), float(local.get("epsilon", 0.0))
        self.stack.append(Open(int(local["state"]), low, high, details, entered=False))

    def line(self, frame: FrameType, _: object) -> None:
        """At the head of a loop, the last child is done."""
        if frame.f_lineno in loops(frame.f_code):
            self.back(frame)

    def back(self, frame: FrameType, complete: bool = True) -> None:
        """Record the last child and the node's numbers so far; NaN if the search returned before it set them."""
        node = self.stack[-1]
        local = dict(frame.f_locals)
        if node.pending is None:
            return
        if frame.f_code is self.root:
            local["value"] = local["best"]
        numbers = (float(local.get(name, math.nan)) if complete else math.nan for name in SHOWN[self.search])
        self.note(BACK, node.node, node.pending, *numbers)
        node.pending = None

    def leave(self, frame: FrameType, result: Any) -> None:
        """The search leaves a node."""
        node = self.stack[-1]
        ends = (result.low, result.high) if isinstance(result, Bounds) else result[:2]
        value = float(ends[0])
        upper = float(ends[1]) if self.search == BOUNDED else None
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
        moves = [child - tree.first[0] - 1 for child in best[:1]]
        upper = value
    else:
        value, upper, internal, leaves = result.low, result.high, result.expanded, result.leaves
        moves = result.moves
    return recorder.trace(SHOWN[search], moves, float(value), float(upper), internal, leaves, search == BOUNDED)


CodeLines = list[tuple[str, str]]  # a kind of step ("" for none), and the line


def part(kind: str, text: str, indent: int) -> CodeLines:
    """Lines that are active together."""
    words = text.replace("own evaluation", "own guess")  # as everywhere on the page
    return [(kind, " " * indent + line) for line in words.split("\n") if line]


def _write_full_width(rule: Rule) -> CodeLines:
    add, aggregate, settle = rule.steps
    again: CodeLines = [("", "for moves = 1 … depth, and every move's scores summed:")] if rule.sums_depths else []
    return [
        *again,
        ("enter", "look(node, moves):"),
        ("", "  for each move, seen by the player to move:"),
        ("leaf", "    game over, or no moves left: the leaf's worth"),
        ("", "    else look(child, moves − 1)"),
        *part("back", add, 4),
        *part("aggregate" if settle else "done", aggregate, 2),
        *part("done", settle, 2),
    ]


def _write_alpha_beta(rule: Rule) -> CodeLines:
    own, plus, minus = ("  h ← own guess", " + h", " − h") if rule.settles else ("", "", "")
    return [
        ("enter", "look(node, moves, α, β):"),
        *([("", own)] if own else []),
        ("", "  for each move, seen by the player to move:"),
        ("leaf", "    game over, or no moves left: the leaf's worth"),
        ("", f"    else look(child, moves − 1, max(α{minus}, best), β{minus})"),
        ("back", "    best ← max(best, value)"),
        ("cut", f"    if best{plus} ≥ β: cut off; nobody above allows it"),
        ("done", f"  return best{plus}"),
    ]


def _write_pruned(rule: Rule) -> CodeLines:
    add, aggregate, settle = rule.steps
    return [
        ("enter", "look(node, moves, α, β):    α, β on the odds of a win: 0 is even"),
        ("", "  for each move, seen by the player to move:"),
        ("cut", "    what is left cannot bring the node into the window: return its end"),
        ("leaf", "    game over, or no moves left: the leaf's worth"),
        ("", "    else look(child, moves − 1, what it must be worth to matter)"),
        *part("back", add, 4),
        *part("aggregate" if settle else "done", aggregate, 2),
        *part("done", settle, 2),
    ]


def _write_star(probes: bool) -> CodeLines:
    return [
        ("enter", "look(node, moves, α, β):"),
        ("leaf", "  game over, or no moves left: the leaf's worth"),
        *([("", "  chance: first ask one child of every outcome, which bounds it")] if probes else []),
        ("", "  for each child:"),
        ("", "    chance: window ← what this outcome must be worth"),
        *part("back", "player: value ← best so far\nchance: least, most ← bounds on the mean", 4),
        ("cut", "    outside [α, β] whatever the rest are worth: cut off"),
        ("done", "  return value"),
    ]


CHANCE_CODE: dict[str, CodeLines] = {  # of searches of trees with chance
    "full-width": [
        ("enter", "look(node, moves):"),
        ("leaf", "  game over, or no moves left: the leaf's worth"),
        ("", "  for each child:"),
        *part("back", "Max: the largest;  Min: the smallest\nchance: value ← value + π × child", 4),
        ("done", "  return value"),
    ],
    "star1": _write_star(probes=False),
    "star2": _write_star(probes=True),
    BOUNDED: [
        ("enter", "BAB(n, α, β, ε):    L, U ← v_min, v_max"),
        ("leaf", "  game over, or no moves left: L = U = the leaf's worth"),
        ("", "  for each child c:"),
        ("", "    (L(c), U(c)) ← BAB(c, what is open there, its share of ε)"),
        *part(
            "back", "Max: L ← max L(c);  Min: U ← min U(c)\nchance: L and U move by π;  α ← max(L, α), β ← min(U, β)", 4
        ),
        ("cut", "    if β ≤ α + ε and c is not the last: cut off"),
        ("done", "  all seen: Max: U ← max U(c);  Min: L ← min L(c)"),
    ],
    NAIVE: [
        ("enter", "naive(n, α, β):"),
        ("leaf", "  game over: the leaf's worth"),
        ("", "  for each child:"),
        ("back", "    value ← best so far;  α or β ← value"),
        ("cut", "    if β ≤ α + ε: cut off, and trust the value at hand"),
        ("done", "  return value"),
    ],
}
RULE_CODE = {
    "full-width": _write_full_width,
    "alpha-beta": _write_alpha_beta,
    "althofer-alpha-beta": _write_alpha_beta,
    "pruned-emm": _write_pruned,
    "pruned-odds": _write_pruned,
}


def lines_of(rule: str | Rule, search: str) -> CodeLines:
    """The pseudo-code of a rule and a search. The rule "expectation" is for trees with chance."""
    return CHANCE_CODE[search] if rule == "expectation" else RULE_CODE[search](rule_named(rule))
