"""What the moves at the root are worth to a rule, which of them are the best, and the root's own value."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from overthink.core.arithmetic import level
from overthink.core.decision import Option
from overthink.core.tree import Column
from overthink.rules.rule import Message, Rule
from overthink.search.subject import Subject


def scores_of(rule: Rule, messages: list[Message], exact: Column, edges: list[float]) -> list[float]:
    """What the rule compares, the same for all moves that tie for the best. What was cut off is no better than this."""
    score, slack = rule.interpreted["score"], rule.interpreted["slack"]
    scores = [float(score(*each)) for each in zip(messages, edges)]
    sure = np.flatnonzero(exact).tolist()
    best = [scores[i] for i in sure]
    level.interpreted((0, len(sure)), 0, 1, best, [float(slack(messages[i], edges[i])) for i in sure])
    for i, number in zip(sure, best):
        scores[i] = number
    return scores


def root_value(
    position: Subject,
    rule: Rule,
    options: tuple[Option, ...],
    messages: list[Message],
    edges: list[float],
    depth: int,
) -> tuple[float, float]:
    """The root's own value (to Max) and error. Where the search pruned moves that the rule would have counted in, the
    best move's."""
    me = int(position.ask("mover", position.state))
    if rule.binary and not all(option.exact for option in options):
        best = max((option for option in options if option.exact), key=lambda option: option.score)
        return me * best.value, best.error
    words, own, own_error = rule.interpreted, 0.0, 0.0
    if rule.settles or rule.reads_at_start:
        static, own_error = (float(position.ask(word, position.state)) for word in ("static", "static_error"))
        own = 0.0 if math.isnan(static) else me * static
    node = words["start"](own, own_error)
    for i, message in enumerate(messages):
        truth, near, near_error = math.nan, 0.0, 0.0
        if rule.needs_truth or rule.reads_children:
            child = position.ask("child", position.state, i)
            truth = me * float(position.ask("truth", child)) if rule.needs_truth else math.nan
            if rule.reads_children:
                near, near_error = position.opinion(child, me)
        node = words["add"](node, message, edges[i], truth, near, near_error)
    message = words["aggregate"](node)
    if rule.settles:
        message = words["settle"](message, own, own_error, depth)
    return me * float(words["value"](message)), rule.error(message)


def best_of(options: tuple[Option, ...]) -> tuple[Any, ...]:
    """The moves with the largest score among those seen exactly."""
    known = [option for option in options if option.exact] or options  # all are lost beyond any number
    best = max(option.score for option in known)
    return tuple(option.move for option in known if option.score == best)
