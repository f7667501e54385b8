"""Full width over columns: a depth-d search of every root at once is d sweeps over the edges.

On trees a sweep covers one ply, from the frontier up; on a state space it covers all positions, d times.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from overthink.core.bind import Kernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.machine import prefetch
from overthink.core.threads import cuts, run_parts
from overthink.core.ties import level
from overthink.core.tree import Column, Tree
from overthink.rules import rule_named
from overthink.rules.minimax import MINIMAX
from overthink.rules.rule import Rule, add, aggregate, frontier, score, settle, slack, start, terminal

ONE = np.uint64(1)
NEAR = np.uint64(16)  # nodes: the next position's children often stand beside this one's, so their memory is asked for


@kernel
def passed_up(errors: Any, node: Any) -> Any:
    """What a child passes up beside its value."""
    prefetch(errors, node + NEAR)
    return errors[node]


@kernel
def nothing_passed_up(errors: Any, node: Any) -> float:
    return 0.0


@kernel
def keep(new_errors: Any, node: Any, error: float) -> None:
    """Enters what a node passes up beside its value."""
    new_errors[node] = error


@kernel
def keep_nothing(new_errors: Any, node: Any, error: float) -> None:
    return


@kernel
def sweep(
    tree: Any, values: Any, errors: Any, new_values: Any, new_errors: Any, remaining: int, low: int, high: int
) -> None:
    """The values of nodes low … high with `remaining` plies to look ahead, from those of their children with one less.
    Values in the columns are to Max."""
    first, child, mover, utility, static, error, truth, edge = tree
    for n in range(np.uint64(low), np.uint64(high)):  # no sign: nothing counts from the end of a column
        me, begin, end = mover[n], np.uint64(first[n]), np.uint64(first[n + ONE])
        if remaining == 0 or begin == end:
            if math.isnan(utility[n]):
                value, wrong = frontier(me * static[n], error[n])
            else:
                value, wrong = terminal(me * utility[n], remaining)
        else:
            node = start()
            for e in range(begin, end):
                c = np.uint64(child[e])
                prefetch(values, c + NEAR)
                node = add(node, me * values[c], passed_up(errors, c), me * truth[c], edge[e])
            value, wrong = aggregate(node)
            value, wrong = settle(value, wrong, me * static[n], error[n], remaining)
        new_values[n] = me * value
        keep(new_errors, n, wrong)


@kernel
def sweep_plies(tree: Any, values: Any, errors: Any, levels: Any, depth: int, last: int) -> None:
    """The values of all nodes of trees down to ply `last`, one ply after the other, from below."""
    for ply in range(last, -1, -1):
        sweep(tree, values, errors, values, errors, depth - ply, levels[ply], levels[ply + 1])


@kernel
def score_moves(tree: Any, values: Any, errors: Any, high: int, scores: Any, slacks: Any) -> None:
    """What the player to move at each node 0 … high compares: adds to one score, and its slack, for each edge."""
    first, child, mover, _utility, _static, _error, _truth, edge = tree
    for n in range(high):
        for e in range(first[n], first[n + 1]):
            c = child[e]
            scores[e] += score(mover[n] * values[c], errors[c], edge[e])
            slacks[e] += slack(mover[n] * values[c], errors[c], edge[e])


def columns(tree: Tree, rule: Rule) -> tuple[Column, ...]:
    """What `sweep` reads of a tree. For a one-player rule the player's goal says who moves."""
    mover = np.full(len(tree), rule.goal, np.int8) if rule.goal else tree.mover
    return tree.first, tree.child, mover, tree.utility, tree.static, tree.error, tree.truth, tree.edge


def back_up(tree: Tree, rule: str | Rule, depth: int) -> tuple[Column, Column]:
    """Value (to Max) and error of every node: of a root looking `depth` plies ahead, and on trees of a node k plies
    below it looking `depth - k` ahead, down to the frontier."""
    what = rule_named(rule)
    values, errors = messages(tree, what, depth)
    return values, np.zeros_like(errors) if what.sums else errors


def messages(tree: Tree, what: Rule, depth: int) -> tuple[Column, Column]:
    """The two numbers that the rule passes up from every node."""
    cells = columns(tree, what)
    if len(tree.levels):
        last = min(depth, tree.height)
        values, errors = np.empty(tree.levels[last + 1]), np.zeros(tree.levels[last + 1])
        if len(cuts(int(np.diff(tree.levels).max()))) == 2:  # no ply is worth more than one thread
            bound(sweep_plies, what)(cells, values, errors, tree.levels, depth, last)
            return values, errors
        for ply in range(last, -1, -1):
            low, high = int(tree.levels[ply]), int(tree.levels[ply + 1])
            _in_parts(bound(sweep, what), cells, values, errors, values, errors, depth - ply, low, high)
        return values, errors
    return deque(looks(tree, what, depth), maxlen=1).pop()


def _in_parts(run: Kernel[Any, Any], *given: Any) -> None:
    """Several threads on the nodes low … high, which are given last."""
    *columns, low, high = given
    deque(run_parts([low + cut for cut in cuts(high - low)], run, *columns), maxlen=0)


def looks(tree: Tree, rule: Rule, deepest: int) -> Iterator[tuple[Column, Column]]:
    """Value and error of every position of a state space, looking 0, 1, 2, … plies ahead."""
    cells, run = columns(tree, rule), bound(sweep, rule)
    values, errors = np.empty(len(tree)), np.zeros(len(tree))
    _in_parts(run, cells, values, errors, values, errors, 0, 0, len(tree))
    yield values, errors
    for remaining in range(1, deepest + 1):
        new_values, new_errors = np.empty_like(values), np.empty_like(errors) if rule.keeps_error else errors
        _in_parts(run, cells, values, errors, new_values, new_errors, remaining, 0, len(tree))
        values, errors = new_values, new_errors
        yield values, errors


def move_scores(tree: Tree, rule: str | Rule, depths: Iterable[int]) -> dict[int, Column]:
    """For each depth, what the player compares when looking so far ahead: one score for every move of every root, the
    same one for all moves that tie for the best."""
    what, wanted, high = rule_named(rule), set(depths), tree.roots.stop
    found: dict[int, Column] = {}
    scores, slacks = np.zeros((2, int(tree.first[high])))
    for depth in range(1, max(wanted) + 1) if what.sums_depths else sorted(wanted):
        # The scores of the roots' moves need the children's values, looked ahead one ply less.
        values, errors = messages(tree, what, depth if len(tree.levels) else depth - 1)
        if not what.sums_depths:
            scores, slacks = np.zeros((2, len(scores)))
        bound(score_moves, what)(columns(tree, what), values, errors, high, scores, slacks)
        if depth in wanted:
            found[depth] = leveled(tree.first, high, what, scores, slacks)
    return found


def leveled(first: Column, high: int, rule: Rule, scores: Column, slacks: Column) -> Column:
    """The scores with those that tie for the best made equal."""
    if not rule.rounds:
        return scores
    scores = scores.copy()
    level(first, 0, high, scores, slacks)
    return scores


def solve(tree: Tree) -> Column:
    """The true value of every node of trees that are grown to the end of the game, to Max. [Nau2010] eq. 1"""
    if not len(tree.levels):
        raise OverthinkError("A state space has no last ply to solve from; solve it by retrograde analysis.")
    ends = tree.first[1:] == tree.first[:-1]
    if np.isnan(tree.utility[ends]).any():
        raise OverthinkError("The tree stops before the game is over, so its true values are not known.")
    return back_up(tree, MINIMAX, tree.height)[0]


def solved(tree: Tree) -> Tree:
    """The tree with its true values in it, known from the end of the game."""
    return replace(tree, truth=solve(tree))


def bound(template: Kernel[Any, Any], rule: Rule) -> Kernel[Any, Any]:
    """A column kernel bound to a rule; one object for each pair, so that it is compiled once."""
    key = (template.__name__, id(rule))
    if key not in _BOUND:
        words = {} if rule.keeps_error else {"passed_up": nothing_passed_up, "keep": keep_nothing}
        _BOUND.setdefault(key, (rule, template.bind(**rule.vocabulary, **words)))
    return _BOUND[key][1]


_BOUND: dict[tuple[str, int], tuple[Rule, Kernel[Any, Any]]] = {}


def check(tree: Tree, rule: Rule, depth: int) -> None:
    """Refuses what a rule cannot work on, in one sentence."""
    if depth < 1:
        raise OverthinkError(f"A search looks at least 1 ply ahead; a depth of {depth} was given.")
    if rule.needs_truth and np.isnan(tree.truth).any():
        raise OverthinkError(f"The rule '{rule.name}' reads true values, and this tree does not know them; solve it.")
    silent = np.isnan(tree.static) & np.isnan(tree.utility)
    if len(tree.levels):
        last = min(depth, tree.height)
        silent[tree.levels[last + 1] :] = False
        silent[: tree.levels[1]] = False
        if not rule.reads_inside:
            silent[: tree.levels[last]] &= (tree.first[1:] == tree.first[:-1])[: tree.levels[last]]
    if silent.any():
        kind = "all nodes it passes" if rule.reads_inside else "the nodes where it stops"
        raise OverthinkError(
            f"The rule '{rule.name}' reads the evaluation of {kind}, and some have none; give static=."
        )
