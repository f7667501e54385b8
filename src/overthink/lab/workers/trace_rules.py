"""Traces of searches without chance: a rule, and which nodes to visit. See `overthink.lab.workers.trace`."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from types import CodeType, FrameType
from typing import Any

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
    watching,
)
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search import Search
from overthink.search.decide import ENDLESS, look_at, searched, subject_of, summed
from overthink.search.horizon import stopped
from overthink.search.look import look


class RuleRecorder(Recorder):
    """Hears of the calls of one search with one rule."""

    def __init__(self, tree: Tree, rule: Rule, search: Search):
        super().__init__(tree)
        self.rule, self.search = rule, search
        self.words = {name: word.interpreted for name, word in rule.vocabulary.items()}
        standing = search.names.get("standing")
        self.standing = standing.interpreted if standing else lambda value, error: value

    def turn(self, node: int) -> int:
        return self.rule.goal or self.mover(node)

    def shown(self, error: float) -> float:
        """The error, for rules that pass one up."""
        return 0.0 if self.rule.sums else error

    def run(self, depth: int) -> Any:
        """One search to one depth, watched."""
        template, rule = code_of(self.search.template), self.rule.vocabulary
        calls = {template: self.enter, code_of(look): self.enter}
        returns: dict[CodeType, Handler] = {
            template: self.leave,
            code_of(look): lambda frame, found: None,
            code_of(stopped): self.leaf,
            code_of(rule["aggregate"]): self.aggregated,
            code_of(rule["settle"]): self.settled,
            **{code_of(cut): partial(self.cut, why) for cut, why in self.search.cuts.items()},
        }
        position = replace(subject_of(self.tree, 0, self.rule, depth, None, 0.0), compiled=False)
        with watching(calls, returns):
            decision, _ = look_at(position, self.rule, self.search, depth, True, ENDLESS)
        self.done(self.stack[0], self.turn(0) * decision.value, decision.error, None)
        return decision

    def enter(self, frame: FrameType, _: Any) -> None:
        local = frame.f_locals
        node, me = int(local["state"]), self.turn(int(local["state"]))
        low, high = float(local.get("low", -math.inf)), float(local.get("high", math.inf))
        self.stack.append(Open(node, low, high, self.words["start"]()))
        self.note(ENTER, node, *((low, high) if me > 0 else (-high, -low)), int(local["depth"]))

    def leaf(self, frame: FrameType, found: Any) -> None:
        value, error = float(found[0]), float(found[1])
        node = int(frame.f_locals["state"])
        self.note(LEAF, node, self.turn(node) * value + 0.0, self.shown(error))
        self.back(node, value, error)

    def back(self, child: int, value: float, error: float) -> None:
        """A child's value, to the player to move there, reaches the node above it."""
        above = self.stack[-1]
        me = self.turn(above.node)
        mine = me * self.turn(child) * value
        edge = float(self.tree.edge[self.tree.first[above.node] + above.seen])
        above.fold = self.words["add"](above.fold, mine, error, me * float(self.tree.truth[child]), edge)
        above.seen, above.wins = above.seen + 1, above.wins + (mine > 0)
        best, *rest = map(float, above.fold[: len(self.rule.numbers)])
        self.note(BACK, above.node, child, (self.rule.goal or 1) * best, *rest)

    def aggregated(self, frame: FrameType, found: Any) -> None:
        node, value, error = self.stack[-1], float(found[0]), float(found[1])
        node.searched = value, error
        if self.rule.settles:
            flipped = self.rule.replaces and value != float(node.fold[0])
            self.note(AGGREGATE, node.node, self.turn(node.node) * value + 0.0, self.shown(error), int(flipped))

    def settled(self, frame: FrameType, found: Any) -> None:
        if not self.rule.replaces:
            return
        node = self.stack[-1]
        _, _, static, wrong = (frame.f_locals[name] for name in frame.f_code.co_varnames[:4])
        own = self.words["frontier"](static, wrong)
        node.replaced = bool(found == own and found != node.searched)

    def cut(self, why: str, frame: FrameType, ends: bool) -> None:
        """One of the conditions that end a node early was looked at."""
        if ends:
            self.stack[-1].why = why

    def leave(self, frame: FrameType, found: Any) -> None:
        value, error, node = float(found[0]), float(found[1]), self.stack[-1]
        cut = node.seen < self.children(node.node)
        self.done(node, value, error, node.why if cut else None)
        if self.stack:
            self.back(node.node, value, error)

    def done(self, node: Open, value: float, error: float, why: str | None) -> None:
        me = self.turn(node.node)
        place = self.standing(value, error)
        bound = AT_MOST if place <= node.low else AT_LEAST if place >= node.high else EXACT
        kind = self.kind(node)
        self.note(
            DONE, node.node, me * value + 0.0, self.shown(error), me * bound, int(node.replaced), self.reason(why), kind
        )  # fmt: skip
        self.stack.pop()


def trace_rule(tree: Tree, rule: str | Rule, search: str, depth: int) -> Trace:
    """What a search with a rule does at the root of a tree, looking so many plies ahead."""
    what = rule_named(rule)
    how = searched(search, what)
    watched = RuleRecorder(tree, what, how)
    depths = range(1, depth + 1) if what.sums_depths else [depth]
    decisions = [watched.run(looked) for looked in depths]
    decision = summed(decisions) if what.sums_depths else decisions[0]
    me = watched.turn(0)
    options = [
        {"move": o.move, "value": me * o.value + 0.0, "error": o.error, "exact": o.exact} for o in decision.options
    ]
    return Trace(
        watched.events,
        what.numbers,
        tuple(watched.reasons),
        tuple(int(move) for move in decision.moves),
        decision.value,
        decision.error,
        decision.nodes.internal,
        decision.nodes.frontier + decision.nodes.terminal,
        options,
    )
