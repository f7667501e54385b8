"""Iterative deepening: one ply more, until the budget is spent. The answer is the deepest search that was finished."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from overthink.core.decision import Decision, Limit, Nodes
from overthink.core.errors import OverthinkError, require
from overthink.core.game import Evaluate
from overthink.core.kinds import State
from overthink.core.tree import Tree, TreeOrGame
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search import Search
from overthink.search.look import (
    ENDLESS_NODES,
    add_scores,
    bound_look,
    check_decision,
    check_opinions,
    look_at,
    search_named,
)
from overthink.search.minimax import MOST_PLIES
from overthink.search.subjects.bind import rule_for, subject_of
from overthink.search.subjects.played import FEW_POSITIONS, in_batches
from overthink.search.subjects.subject import Subject
from overthink.search.sweep import check
from overthink.search.table import FIRST, TIES, TableSearch

LAST_DEPTH = 200  # if nothing else ends it; a table has room for MOST_PLIES
Look = Callable[[int, float, float], tuple[Decision, bool]]  # depth, nodes and evaluations that are left


def deepen(
    subject: TreeOrGame,
    state: State = None,
    *,
    limit: Limit,
    rule: str | Rule | None = None,
    search: str = "full-width",
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    ties: bool = True,
    table: bool = False,
) -> Decision:
    """The decision of the deepest search that fits into the limit; its `nodes` counts all that were seen on the way.

    Depth 1 is always finished. A budget of nodes may be passed by the moves of the last positions opened, which are
    looked at together; one of time is kept by allowing each search as many nodes as the time left would take at the
    speed seen so far. A budget of evaluations is kept to the last one.

    Args:
        subject, state, rule, evaluate, error, ties: As for `ot.decide`.
        limit: An `ot.Limit`.
        search: A name of `ot.SEARCHES`.
        table: With `search="alpha-beta"`, alpha-beta is as engines have it: positions that were seen
            before are looked up, and the most promising move comes first, which is the best one of the last depth, then
            those that cut off most often.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> ot.deepen(game, game.initial(), limit=ot.Limit(depth=3), evaluate=ot.store_difference(game)).moves
    (1,)
    """
    rule = rule_named(rule or rule_for(subject, state))
    found = search_named(search, rule)
    if table and search != "alpha-beta":
        raise OverthinkError(f"A table is for search='alpha-beta', not for '{search}'.")
    require(limit.evaluations is None or table, "A limit of evaluations needs search='alpha-beta' and table=True.")
    deepest = limit.depth or (subject.height if isinstance(subject, Tree) and len(subject.levels) else LAST_DEPTH)
    if table and deepest > MOST_PLIES:
        raise OverthinkError(f"A search with a table looks at most {MOST_PLIES} plies ahead, not {deepest}.")
    position = subject_of(subject, state, rule, deepest, evaluate, error)
    check_opinions(subject, position, 1)
    look = _with_table(position, limit, ties) if table else _without(position, rule, found, ties)
    begun = time.perf_counter()
    nodes = Nodes()
    finished = list[Decision]()
    depth = 1
    while depth <= deepest:
        allowed, evaluations = math.inf, math.inf
        if finished:
            allowed = _allowed(limit, nodes.total, time.perf_counter() - begun)
            evaluations = math.inf if limit.evaluations is None else limit.evaluations - nodes.frontier
        if allowed < 1 or evaluations < 1:
            break
        if isinstance(subject, Tree):
            check(subject, rule, depth)  # a shallower search stops at other nodes
        decision, whole = look(depth, allowed, evaluations)
        nodes = nodes + decision.nodes
        if not whole:
            if table and limit.seconds is not None:
                continue  # more is known about the speed now, and much of the search is in the table
            break
        finished.append(decision)
        depth += 1
        if decision.nodes.frontier == 0:  # nothing was cut off: the game is seen to its end
            break
    last = finished[-1]
    if rule.sums_depths:
        last = add_scores(finished)
        check_decision(last, position, rule)
    return replace(last, nodes=nodes)


def _without(position: Subject, rule: Rule, search: Search, ties: bool) -> Look:
    if position.compiled:
        _ = bound_look(position, rule, search).compiled  # not on the clock
    return lambda depth, nodes, _: look_at(position, rule, search, depth, ties, int(min(nodes, ENDLESS_NODES)))


def _with_table(position: Subject, limit: Limit, ties: bool) -> Look:
    most = min(limit.nodes or ENDLESS_NODES, (limit.evaluations or ENDLESS_NODES) * 2)
    search = TableSearch(in_batches(position, FEW_POSITIONS), most)
    return lambda depth, nodes, evaluations: search.look(depth, TIES if ties else FIRST, nodes, evaluations)


def _allowed(limit: Limit, spent: int, seconds: float) -> float:
    nodes = math.inf if limit.nodes is None else limit.nodes - spent
    if limit.seconds is None:
        return nodes
    return min(nodes, (limit.seconds - seconds) * spent / seconds)
