"""Traces: the steps of a search, recorded while it runs.

The lab has no second version of a search. It runs the functions of `decide`, `bounded` and `expectimax` interpreted,
with some of the words that they call bound to functions that listen: the search itself (a node is opened with its
window, and left with its result), the message of a leaf, what ends a node early, `aggregate` and `settle` of the rule,
and `so_far` of searches that prove bounds. Values and windows in a trace are to Max. Each line of a search's
pseudo-code has the kind of step at which it is active.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from overthink.core.bind import AnyKernel
from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Context, State
from overthink.core.tree import Tree
from overthink.core.vocabulary import Message, Node
from overthink.rules import rule_named
from overthink.rules.fold import add_child, begin, in_python, own_evaluation
from overthink.rules.rule import Rule
from overthink.search import Search, bounds, chance
from overthink.search.look import ENDLESS_NODES, LookRun, add_scores, look_at, search_named
from overthink.search.naive_epsilon import naive
from overthink.search.subjects.bind import chance_subject, subject_of
from overthink.search.subjects.tree import TREE_WORDS
from overthink.search.sweep import columns

ENTER, LEAF, BACK, AGGREGATE, DONE = range(5)
AT_MOST = -1
EXACT = 0
AT_LEAST = 1
UNKNOWN, ALL_WIN, SOME_WIN, NONE_WINS = range(4)  # the papers' types: A; B and C; D
MOST_EVENTS = 40_000
Event = list[Any]  # a kind, a node, then numbers


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
        return int(self.tree.mover[node])

    def children(self, node: int) -> int:
        return int(self.tree.first[node + 1] - self.tree.first[node])

    def kind(self, opened: Open) -> int:
        """The type of a node, or UNKNOWN if some moves were not searched."""
        if opened.count < self.children(opened.node):
            return UNKNOWN
        return ALL_WIN if opened.wins == opened.count else SOME_WIN if opened.wins else NONE_WINS


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
        position = replace(subject_of(self.tree, 0, self.rule, depth, None, 0.0), compiled=False)
        decision, _ = look_at(position, self.rule, self.search, depth, True, ENDLESS_NODES, self.listen)
        root = self.stack[0]
        if "error" not in self.rule.message or all(option.exact for option in decision.options):
            own, own_error = self.own_evaluation(self.cells, 0, self.turn(0))
            self.settle(self.aggregate(root.fold), 0.0 if math.isnan(own) else own, own_error, depth)
        self.done(root, decision.value, decision.error, self.turn(0) * decision.value, None)
        return decision

    def listen(self, look: AnyKernel) -> LookRun:
        """The root of a search, and the search below it, with the words bound that a trace listens to."""
        template: AnyKernel = look.names["search"]
        message_of = template.interpreted.__globals__["leaf_message"]

        def leaf(game: Context, state: State, me: int, remaining: int) -> Message:
            message: Message = message_of(game, state, me, remaining)
            self.note(LEAF, int(state), *self.to_max(int(state), message))
            self.back(int(state), message)
            return message

        def visit(game: Context, state: State, depth: int, low: float, high: float, budget: int) -> Any:
            self.enter(int(state), depth, float(low), float(high))
            answer = below(game, state, depth, low, high, budget)
            self.leave(answer[0])
            return answer

        def run(game: Context, state: State, depth: int, *rest: Any) -> Any:
            self.enter(int(state), depth, -math.inf, math.inf)
            return root(game, state, depth, *rest)

        cuts = {cut.__name__: self.cut(cut.interpreted, why) for cut, why in self.search.cuts.items()}
        heard = template.bind(leaf_message=leaf, aggregate=self.aggregate, settle=self.settle, **cuts)
        below = heard.replacing(**{template.__name__: visit})
        root = look.bind(leaf_message=leaf).replacing(search=visit)
        return run

    def enter(self, node: int, depth: int, low: float, high: float) -> None:
        me = self.turn(node)
        self.stack.append(Open(node, low, high, self.begin(self.cells, node, me)))
        self.note(ENTER, node, *((low, high) if me > 0 else (-high, -low)), int(depth))

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

    def aggregate(self, fold: Node) -> Message:
        """The word of the rule; all children of a node are folded."""
        message: Message = self.words["aggregate"](fold)
        node = self.stack[-1]
        node.searched = message
        if self.rule.settles:
            flipped = self.rule.replaces and message[0] != float(node.fold[0])
            self.note(AGGREGATE, node.node, *self.to_max(node.node, message), int(flipped))
        return message

    def settle(self, searched: Message, own: float, own_error: float, remaining: int) -> Message:
        """The word of the rule; the node's own evaluation has its say."""
        message: Message = self.words["settle"](searched, own, own_error, remaining)
        node = self.stack[-1]
        if self.rule.replaces and node.searched is not None:  # before that, a search asks what would be
            node.replaced = bool(message == self.words["frontier"](own, own_error) and message != searched)
        return message

    def cut(self, ends: Callable[..., bool], why: str) -> Callable[..., bool]:
        """A condition that ends a node early, which notes the reason if it does."""

        def condition(*numbers: float) -> bool:
            if found := ends(*numbers):
                self.stack[-1].why = why
            return found

        return condition

    def leave(self, message: Message) -> None:
        node = self.stack[-1]
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
TEMPLATES: dict[str, AnyKernel] = {
    "full-width": chance.expectimax,
    "star1": chance.star,
    "star2": chance.star,
    BOUNDED: chance.bounded,
    NAIVE: naive,
}
NUMBERS = ("value", "least", "most", "alpha", "beta")  # that `so_far` gives
SHOWN: dict[str, dict[str, str]] = {  # of these, and what they are called
    "full-width": {"value": "value"},
    "star1": {name: name for name in NUMBERS},
    "star2": {name: name for name in NUMBERS},
    BOUNDED: {"least": "L", "most": "U", "alpha": "alpha", "beta": "beta"},
    NAIVE: {"value": "value", "alpha": "alpha", "beta": "beta"},
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
        self.position = replace(chance_subject(tree, 0, None), compiled=False)
        template = TEMPLATES[search]
        heard = template.bind(**self.position.names, PROBES=search == "star2", so_far=self.so_far)
        self.below = heard.replacing(**{template.__name__: self.visit})

    def run(self, low: float, high: float, depth: int, epsilon: float) -> Any:
        """Search the tree, and write down what happens; what the search returns."""
        context, root = self.position.context, self.position.state
        if self.search == NAIVE:
            return self.visit(context, root, epsilon, low, high)
        if self.search == BOUNDED:
            self.visit(context, root, depth, epsilon, low, high, low, high, ENDLESS_NODES)
            return bounds.bounded(self.position, 0, epsilon=epsilon, low=low, high=high, depth=depth)
        me = self.mover(0)
        given = self.position, depth, self.search, (low, high)
        chance = bool((self.tree.mover == 0).any())
        if me == 0:
            return bounds.exact(*given, self.visit, chance)
        found = list[float]()

        def answer(game: Context, state: State, left: int, alpha: float, beta: float, *ends: float) -> Any:
            answer = self.visit(game, state, left, alpha, beta, *ends)
            found.append(me * answer[0])
            self.so_far(game, root, me * max(found), math.nan, math.nan, alpha, beta)
            return answer

        self.enter(0, low, high, depth)
        result = bounds.exact(*given, answer, chance)
        self.leave(result.low, result.high)
        return result

    def visit(self, game: Context, state: State, *rest: Any) -> Any:
        """The search of a node, whose window and depth stand in other places for each search."""
        if self.search == BOUNDED:
            depth, epsilon, alpha, beta = rest[:4]
            self.enter(int(state), alpha, beta, depth, epsilon)
        elif self.search == NAIVE:
            epsilon, alpha, beta = rest
            self.enter(int(state), alpha, beta, 0, epsilon)
        else:
            self.enter(int(state), rest[1], rest[2], rest[0])
        answer = self.below(game, state, *rest)
        self.leave(*answer[:2])
        return answer

    def enter(self, node: int, low: float, high: float, depth: int, epsilon: float = 0.0) -> None:
        if self.stack and not self.stack[-1].entered:
            above = self.stack[-1]
            self.note(ENTER, above.node, above.low, above.high, *above.fold)
            above.entered = True
        low, high = (float(low), float(high)) if self.search != "full-width" else (-math.inf, math.inf)
        self.stack.append(Open(node, low, high, (int(depth), float(epsilon)), entered=False))

    def so_far(self, game: Context, state: State, *numbers: float) -> None:
        """The word of these searches: a child is done, and these are the node's numbers. Not a number, if the search
        returned before it set them."""
        node = self.stack[-1]
        known = dict(zip(NUMBERS, numbers))
        self.note(BACK, node.node, node.pending, *(float(known.get(name, math.nan)) for name in SHOWN[self.search]))
        node.pending = None

    def leave(self, value: float, upper: float) -> None:
        node = self.stack[-1]
        value, shown = float(value), float(upper) if self.search == BOUNDED else None
        if not node.entered:  # no child was searched
            self.note(LEAF, node.node, value, shown)
        else:
            if node.pending is not None:
                self.so_far(None, node.node)
            prunes = self.search in ("star1", "star2")
            bound = int(value >= node.high) - int(value <= node.low) if prunes else EXACT
            self.note(DONE, node.node, value, shown, bound, 0, self.reason(self.why(node)), UNKNOWN)
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
    return recorder.trace(
        tuple(SHOWN[search].values()), moves, float(value), float(upper), internal, leaves, search == BOUNDED
    )


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
