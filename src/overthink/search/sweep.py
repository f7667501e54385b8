"""Full width over columns: a depth-d search of every root at once is d sweeps over the edges.

On trees a sweep covers one ply, from the frontier up; on a state space it covers all positions, d times.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from overthink.core.arithmetic import level
from overthink.core.bind import AnyKernel, as_compiled, kernel
from overthink.core.checked import parse_depth, parse_depths
from overthink.core.errors import OverthinkError, require
from overthink.core.kinds import Context, Number
from overthink.core.machine import prefetch
from overthink.core.plain import Fields
from overthink.core.threads import cuts, run_parts
from overthink.core.tree import Column, Tree, check_tree
from overthink.core.vocabulary import (
    WIDTH,
    from_side,
    load,
    mover,
    score,
    slack,
    store,
    value,
)
from overthink.rules import rule_named
from overthink.rules.fold import add_child, begin, bind_rule, finish, leaf_message
from overthink.rules.minimax import MINIMAX
from overthink.rules.rule import ONE_PLAYER, Rule

ONE = np.uint64(1)
GIVE_OPINIONS = "give static= (--static) to a literal tree, evaluate= to ot.grow, or use tree.opinion()."
MOST_INTERPRETED_NODES = 5_000  # that a kernel visits for a rule, a tenth of a second, before it is compiled
NEAR = np.uint64(16)  # nodes: the next position's children often stand beside this one's, so their memory is asked for


# --- a tree in the words of a game -----------------------------------------------------------------------------------
# game: the columns of the tree (`columns`); state: the number of a node, with or without a sign


@kernel
def tree_mover(game: Context, state: int) -> Number:
    """`mover` of a node."""
    return np.int64(game[2][state])


@kernel
def tree_over(game: Context, state: int) -> bool:
    """`over` of a node: its utility is known."""
    return not math.isnan(game[3][state])


COLUMN = 3


@kernel
def tree_number(game: Context, state: int) -> Number:
    """Number `state` of one column."""
    return game[COLUMN][state]


NODE_WORDS: Fields = {
    "over": tree_over,
    "mover": tree_mover,
    **{word: tree_number.bind(COLUMN=3 + i) for i, word in enumerate(("utility", "static", "static_error", "truth"))},
}


@kernel
def edge_numbered(game: Context, state: int, e: int) -> Number:
    """`edge` by its number among all edges of the tree."""
    return game[7][e]


@kernel
def _sweep(tree: Context, messages: Column, new_messages: Column, remaining: int, low: int, high: int) -> None:
    """The messages of nodes low … high with `remaining` plies to look ahead, from those of their children with one
    less. In the columns they are to Max."""
    for n in range(np.uint64(low), np.uint64(high)):  # no sign: nothing counts from the end of a column
        me = mover(tree, n)
        low_edge = np.uint64(tree[0][n])
        high_edge = np.uint64(tree[0][n + ONE])
        if remaining == 0 or low_edge == high_edge:
            message = leaf_message(tree, n, me, remaining)
        else:
            node = begin(tree, n, me)
            for e in range(low_edge, high_edge):
                c = np.uint64(tree[1][e])
                prefetch(messages, (c + NEAR) * WIDTH)
                node = add_child(node, from_side(load(messages, c), me > 0), tree, n, e, c, me)
            message = finish(node, tree, n, me, remaining)
        store(new_messages, n, from_side(message, me > 0))


sweep = _sweep.bind(**NODE_WORDS, edge=edge_numbered)


@kernel
def sweep_plies(tree: Context, messages: Column, levels: Column, depth: int, last: int) -> None:
    """The messages of all nodes of trees down to ply `last`, one ply after the other, from below."""
    for ply in range(last, -1, -1):
        sweep(tree, messages, messages, depth - ply, levels[ply], levels[ply + 1])


@kernel
def score_moves(tree: Context, messages: Column, high: int, scores: Column, slacks: Column) -> None:
    """What the player to move at each node 0 … high compares: adds to `scores` and `slacks`, float64[moves]. `messages`
    has those of all nodes, one after the other."""
    first, child, mover, _utility, _static, _error, _truth, edge = tree
    for n in range(high):
        for e in range(first[n], first[n + 1]):
            message = from_side(load(messages, np.uint64(child[e])), mover[n] > 0)
            scores[e] += score(message, edge[e])
            slacks[e] += slack(message, edge[e])


@kernel
def value_messages(messages: Column, values: Column) -> None:
    """What each message says its node is worth, to Max."""
    for n in range(len(values)):
        values[n] = value(load(messages, np.uint64(n)))


def columns(tree: Tree, rule: Rule) -> tuple[Column, ...]:
    """What `sweep` reads of a tree. For a one-player rule the player's goal says who moves."""
    mover = np.full(len(tree), rule.goal, np.int8) if rule.goal else tree.mover
    return tree.first, tree.child, mover, tree.utility, tree.static, tree.error, tree.truth, tree.edge


def back_up(tree: Tree, rule: str | Rule, depth: int) -> tuple[Column, Column]:
    """Value (to Max) and error of every node. A root looks `depth` plies ahead, and on trees a node k plies below it
    `depth - k`, down to the frontier. An error is 0 where the rule passes none up.

    `tree`: with evaluations. `rule`: its name, or an `ot.Rule`. `depth`: plies to look ahead.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> values, errors = ot.back_up(tree, "emm", depth=2)
    >>> print(f"value {values[0]:g}, error {errors[0]:.3f}")
    value 1, error 0.091
    """
    rule, depth = rule_named(rule), parse_depth(depth)
    check(tree, rule, depth)
    messages = back_up_messages(tree, rule, depth)
    if rule.message == ("value",):
        return messages, np.zeros_like(messages)
    values = np.empty(len(messages) // len(rule.message))
    patient(value_messages, rule, len(values))(messages, values)
    rows = messages.reshape(len(values), -1)
    wrong = rows[:, rule.message.index("error")].copy() if "error" in rule.message else np.zeros(len(values))
    return values, wrong


def back_up_messages(tree: Tree, rule: Rule, depth: int) -> Column:
    """What the rule passes up from every node, to Max: one message after the other."""
    cells = columns(tree, rule)
    if len(tree.levels):
        last = min(depth, tree.height)
        messages = np.empty(tree.levels[last + 1] * len(rule.message))
        if len(cuts(int(np.diff(tree.levels).max()))) == 2:  # no ply is worth more than one thread
            run = patient(sweep_plies, rule, int(tree.levels[last + 1]))
            run(cells, messages, tree.levels, depth, last)
            return messages
        for ply in range(last, -1, -1):
            low, high = int(tree.levels[ply]), int(tree.levels[ply + 1])
            _in_parts(bind_rule(sweep, rule), cells, messages, messages, depth - ply, low, high)
        return messages
    return deque(looks(tree, rule, depth), maxlen=1).pop()


def _in_parts(run: Callable[..., None], *given: Any) -> None:
    """Several threads on the nodes low … high, which are given last."""
    *columns, low, high = given
    deque(run_parts([low + cut for cut in cuts(high - low)], run, *columns), maxlen=0)


def looks(tree: Tree, rule: Rule, deepest: int) -> Iterator[Column]:
    """The messages of every position of a state space, looking 0, 1, 2, … plies ahead."""
    cells = columns(tree, rule)
    run = patient(sweep, rule, len(tree) * (deepest + 1))
    messages = np.empty(len(tree) * len(rule.message))
    _in_parts(run, cells, messages, messages, 0, 0, len(tree))
    yield messages
    for remaining in range(1, deepest + 1):
        new_messages = np.empty_like(messages)
        _in_parts(run, cells, messages, new_messages, remaining, 0, len(tree))
        messages = new_messages
        yield messages


def move_scores(tree: Tree, rule: str | Rule, depths: Iterable[int]) -> dict[int, Column]:
    """For each depth, what the player compares when looking that far ahead. It is one score for every move of every
    root, the same one for all moves that tie for the best. `tree`: with evaluations. `rule`: its name, or an
    `ot.Rule`. `depths`: plies to look ahead.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=5).draw(0, 1))
    >>> ot.move_scores(games, "minimax", depths=(1, 3))[3].tolist()
    [1.0, 1.0]
    """
    rule, wanted = rule_named(rule), parse_depths(depths)
    check(tree, rule, wanted[0])
    check(tree, rule, wanted[-1])
    return scores_by_depth(tree, rule, wanted)


def scores_by_depth(tree: Tree, rule: Rule, wanted: Sequence[int]) -> dict[int, Column]:
    """The same of a tree that was checked, or of a part of one."""
    high = tree.roots.stop
    by_depth: dict[int, Column] = {}
    scores, slacks = np.zeros((2, int(tree.first[high])))
    for depth in range(1, wanted[-1] + 1) if rule.sums_depths else wanted:
        # The scores of the roots' moves need the children's messages, looked ahead one ply less.
        messages = back_up_messages(tree, rule, depth if len(tree.levels) else depth - 1)
        if not rule.sums_depths:
            scores, slacks = np.zeros((2, len(scores)))
        patient(score_moves, rule, len(scores))(columns(tree, rule), messages, high, scores, slacks)
        if depth in wanted:
            by_depth[depth] = level_ties(tree.first, high, rule, scores, slacks)
    return by_depth


def level_ties(first: Column, high: int, rule: Rule, scores: Column, slacks: Column) -> Column:
    """The scores with those that tie for the best made equal."""
    if not rule.rounds:
        return scores
    scores = scores.copy()
    level(first, 0, high, scores, slacks)
    return scores


def solve(tree: Tree) -> Column:
    """The true value of every node of trees that are grown to the end of the game, to Max. [Nau2010] eq. 1

    `tree`: grown to the end of its games. If one player makes all moves, their costs count.

    >>> ot.solve(ot.nested(ot.Max(ot.Min(3, 9), ot.Min(5, 6)))).tolist()
    [5.0, 3.0, 5.0, 3.0, 9.0, 5.0, 6.0]
    """
    check_tree(tree)
    if not len(tree.levels):
        raise OverthinkError("A state space has no last ply to solve from; solve it by retrograde analysis.")
    ends = tree.first[1:] == tree.first[:-1]
    if np.isnan(tree.utility[ends]).any():
        raise OverthinkError("The tree stops before the game is over, so its true values are not known.")
    return back_up(tree, usual_rule(tree), tree.height)[0]


def solved(tree: Tree) -> Tree:
    """The tree with its true values in it, known from the end of the game. `tree`: grown to the end of its games.

    >>> float(ot.solved(ot.nested(ot.Max(ot.Min(3, 9), ot.Min(5, 6)))).truth[0])
    5.0
    """
    values = solve(tree)
    return replace(tree, truth=values)


def patient(template: AnyKernel, rule: Rule, nodes: int) -> Callable[..., None]:
    """A column kernel bound to a rule, as ordinary Python until it has visited too many nodes for that."""
    run = bind_rule(template, rule)
    if not run.ours or _VISITED[run] + nodes > MOST_INTERPRETED_NODES:
        return run
    _VISITED[run] += nodes
    return as_compiled(run.interpreted)


_VISITED = Counter[AnyKernel]()


def costs_of(tree: Tree) -> tuple[Column, set[int]]:
    """What the players pay for each move, 0 where chance moves; and who makes moves (+1, -1)."""
    widths = np.diff(tree.first)
    players = set(np.unique(tree.mover[widths > 0]).tolist()) - {0}
    return np.where(np.repeat(tree.mover, widths) == 0, 0.0, tree.edge) if tree.edge.any() else tree.edge, players


def check_costs(tree: Tree, rule: Rule) -> None:
    """Refuses a tree whose moves cost something that the rule does not count."""
    if tree.edge.any() and not rule.counts_costs:
        costs, players = costs_of(tree)
        rule.check_players(players, bool(costs.any()))


def usual_rule(tree: Tree) -> Rule:
    """Minimax, or its form for one player where moves cost something."""
    check_tree(tree)
    costs, players = costs_of(tree)
    return rule_named(ONE_PLAYER[players.pop()]) if costs.any() and len(players) == 1 else MINIMAX


def takes_for_certain(tree: Tree, rule: Rule) -> bool:
    """Whether a rule that reads errors finds none in a tree whose evaluations it reads. Refused if they are not results
    either (+1, -1, 0 for a draw)."""
    if not rule.reads_results or tree.error.any():
        return False
    read = tree.static[np.isnan(tree.utility) & ~np.isnan(tree.static)]
    rule.check_errors(bool(np.isin(read, (-1.0, 0.0, 1.0)).all()))
    return len(read) > 0


def check(tree: Tree, rule: Rule, depth: int) -> None:
    """Refuses what a rule cannot work on, in one sentence."""
    check_tree(tree)
    takes_for_certain(tree, rule)
    sure = tree.mover.all()
    require(sure, f"Chance moves in this tree, which the rule '{rule.name}' does not count with. Use ot.expectimax.")
    check_costs(tree, rule)
    if rule.needs_truth and np.isnan(tree.truth).any():
        raise OverthinkError(f"The rule '{rule.name}' reads true values, and this tree does not know them; solve it.")
    if not np.isnan(np.minimum.reduce(tree.static)):
        return  # the usual case, in one pass
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
            f"The rule '{rule.name}' reads the evaluation of {kind}, and some have none; {GIVE_OPINIONS}"
        )
