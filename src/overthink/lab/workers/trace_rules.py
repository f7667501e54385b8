"""Traces of searches without chance, with any rule. See `overthink.lab.workers.trace`."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from types import CodeType, FrameType
from typing import Any

from overthink.core.decision import Decision
from overthink.core.tree import Tree
from overthink.lab.workers.trace import (
    AGGREGATE,
    AT_LEAST,
    AT_MOST,
    BACK,
    DONE,
    ENTER,
    EXACT,
    LEAF,
    Handler,
    Open,
    Recorder,
    Trace,
    code_of,
    watch,
)
from overthink.rules import rule_named
from overthink.rules.rule import Message, Rule
from overthink.search import Search
from overthink.search.decide import ENDLESS, look_at, searched, subject_of, summed
from overthink.search.horizon import stopped
from overthink.search.look import look


class RuleRecorder(Recorder):
    """Records one search with one rule."""

    def __init__(self, tree: Tree, rule: Rule, search: Search):
        super().__init__(tree)
        self.rule, self.search = rule, search
        self.words = rule.interpreted
        standing = search.names.get("standing")
        self.standing = standing.interpreted if standing else self.words["value"]

    def turn(self, node: int) -> int:
        return self.rule.goal or self.mover(node)

    def shown(self, node: int, message: Message) -> tuple[float, float]:
        """The value of a message to Max, and its error."""
        return self.turn(node) * float(self.words["value"](message)) + 0.0, self.rule.error(message)

    def opinion(self, node: int, side: int) -> tuple[float, float]:
        """A node's own evaluation to a player and its error; at the end of the game, its result."""
        over = not math.isnan(self.tree.utility[node])
        own = float((self.tree.utility if over else self.tree.static)[node])
        return side * own, 0.0 if over else float(self.tree.error[node])

    def run(self, depth: int) -> Decision:
        """Run and record one search to one depth."""
        template, rule = code_of(self.search.template), self.rule.vocabulary
        calls = {template: self.enter, code_of(look): self.enter}
        returns: dict[CodeType, Handler] = {
            template: self.leave,
            code_of(look): lambda frame, message: None,
            code_of(stopped): self.leaf,
            code_of(rule["aggregate"]): self.aggregate,
            code_of(rule["settle"]): self.settle,
            **{code_of(cut): partial(self.cut, why) for cut, why in self.search.cuts.items()},
        }
        position = replace(subject_of(self.tree, 0, self.rule, depth, None, 0.0), compiled=False)
        with watch(calls, returns):
            decision, _ = look_at(position, self.rule, self.search, depth, True, ENDLESS)
        self.done(self.stack[0], decision.value, decision.error, self.turn(0) * decision.value, None)
        return decision

    def enter(self, frame: FrameType, _: Any) -> None:
        local = frame.f_locals
        node, me = int(local["state"]), self.turn(int(local["state"]))
        low, high = float(local.get("low", -math.inf)), float(local.get("high", math.inf))
        self.stack.append(Open(node, low, high, self.words["start"](*self.opinion(node, me))))
        self.note(ENTER, node, *((low, high) if me > 0 else (-high, -low)), int(local["depth"]))

    def leaf(self, frame: FrameType, message: Message) -> None:
        node = int(frame.f_locals["state"])
        self.note(LEAF, node, *self.shown(node, message))
        self.back(node, message)

    def back(self, child: int, message: Message) -> None:
        """Add a child's message to the fold of the node above."""
        above = self.stack[-1]
        me = self.turn(above.node)
        mine = self.words["from_side"](message, me == self.turn(child))
        edge = float(self.tree.edge[self.tree.first[above.node] + above.count])
        truth, own = me * float(self.tree.truth[child]), self.opinion(child, me)
        above.fold = self.words["add"](above.fold, mine, edge, truth, *own)
        above.count, above.wins = above.count + 1, above.wins + bool(self.words["value"](mine) > 0)
        best, *rest = map(float, above.fold[: len(self.rule.numbers)])
        self.note(BACK, above.node, child, (self.rule.goal or 1) * best, *rest)

    def aggregate(self, frame: FrameType, message: Message) -> None:
        node = self.stack[-1]
        node.searched = message
        if self.rule.settles:
            flipped = self.rule.replaces and message[0] != float(node.fold[0])
            self.note(AGGREGATE, node.node, *self.shown(node.node, message), int(flipped))

    def settle(self, frame: FrameType, message: Message) -> None:
        if self.rule.replaces:
            node = self.stack[-1]
            own = self.words["frontier"](*self.opinion(node.node, self.turn(node.node)))
            node.replaced = bool(message == own and message != node.searched)

    def cut(self, why: str, frame: FrameType, ends: bool) -> None:
        """Note why a node ends early, if this condition ends it."""
        if ends:
            self.stack[-1].why = why

    def leave(self, frame: FrameType, result: tuple[Message, Any]) -> None:
        message, node = result[0], self.stack[-1]
        cut = node.count < self.children(node.node)
        self.done(node, *self.shown(node.node, message), self.standing(message), node.why if cut else None)
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
    recorder = RuleRecorder(tree, backup, searched(search, backup))
    depths = range(1, depth + 1) if backup.sums_depths else [depth]
    decisions = [recorder.run(at) for at in depths]
    decision = summed(decisions) if backup.sums_depths else decisions[0]
    me = recorder.turn(0)
    options = [
        {"move": o.move, "value": me * o.value + 0.0, "error": o.error, "exact": o.exact} for o in decision.options
    ]
    return Trace(
        recorder.events,
        backup.numbers,
        tuple(recorder.reasons),
        tuple(int(move) for move in decision.moves),
        decision.value,
        decision.error,
        decision.nodes.internal,
        decision.nodes.frontier + decision.nodes.terminal,
        options,
    )
