"""Iterative deepening: one ply more, until the budget is spent. The answer is the deepest search that was finished."""

from __future__ import annotations

import time
from dataclasses import replace

from overthink.core.decision import Decision, Limit, Nodes
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate
from overthink.core.kinds import State
from overthink.core.tree import Tree, TreeOrGame
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search.decide import ENDLESS, bound_look, look_at, searched, subject_of, summed
from overthink.search.sweep import check

DEEPEST = 200


def deepen(
    subject: TreeOrGame,
    state: State = None,
    *,
    limit: Limit,
    rule: str | Rule = "minimax",
    search: str = "full-width",
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    ties: bool = True,
) -> Decision:
    """The decision of the deepest search that fits into the limit; `nodes` counts all that were seen on the way.

    Depth 1 is always finished. A budget of nodes may be passed by the moves of the last positions opened, which are
    looked at together; one of time is kept by allowing each search as many nodes as the time left would take at the
    speed seen so far.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> ot.deepen(game, game.initial(), limit=ot.Limit(depth=3), evaluate=ot.store_difference(game)).moves
    (1,)
    """
    if not isinstance(limit, Limit):
        raise OverthinkError(f"A limit is Limit(depth=…, nodes=…, seconds=…), not {limit!r}.")
    what = rule_named(rule)
    how = searched(search, what)
    deepest = limit.depth or (subject.height if isinstance(subject, Tree) and len(subject.levels) else DEEPEST)
    position = subject_of(subject, state, what, deepest, evaluate, error)
    if position.compiled:
        _ = bound_look(position, what, how).compiled  # not on the clock
    begun, nodes, finished = time.perf_counter(), Nodes(), list[Decision]()
    for depth in range(1, deepest + 1):
        allowed = ENDLESS if not finished else _allowed(limit, nodes.total, time.perf_counter() - begun)
        if allowed < 1:
            break
        if isinstance(subject, Tree):
            check(subject, what, depth)  # a shallower search stops at other nodes
        decision, whole = look_at(position, what, how, depth, ties, allowed)
        nodes = nodes + decision.nodes
        if not whole:
            break
        finished.append(decision)
        if decision.nodes.frontier == 0:  # nothing was cut off: the game is seen to its end
            break
    return replace(summed(finished) if what.sums_depths else finished[-1], nodes=nodes)


def _allowed(limit: Limit, spent: int, seconds: float) -> int:
    nodes = ENDLESS if limit.nodes is None else limit.nodes - spent
    if limit.seconds is None:
        return nodes
    return int(min(nodes, (limit.seconds - seconds) * spent / seconds))
