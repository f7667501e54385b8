"""One search of one position to one depth: which moves are the best, and what the root is worth to the rule.

A big full-width search uses all cores: positions a few plies below the root are searched by several threads. The root
and the plies above those positions are the search's own code, interpreted: once to list the positions, which full width
visits in the same order whatever they are worth, and once more with each answered. So value, ties and node counts are
those of one thread. A search that prunes is not cut: its windows depend on what came before.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from overthink.core.arithmetic import level, slack_of_sum
from overthink.core.bind import AnyKernel, types_of
from overthink.core.checked import BATCH_POSITIONS
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.errors import OverthinkError, check_known, on_the_stack, require, shown
from overthink.core.kinds import Context, Foreign, Move, State
from overthink.core.threads import PARTS_PER_THREAD, run_parts, threads
from overthink.core.tree import Column, Tree, TreeOrGame
from overthink.core.vocabulary import Message
from overthink.rules.fold import Meanings, root_message
from overthink.rules.rule import Rule
from overthink.search import SEARCHES, Search
from overthink.search.minimax import full_width, look
from overthink.search.plain import written_out
from overthink.search.subjects.played import FEW_POSITIONS, PlayedGame, in_batches
from overthink.search.subjects.subject import NO_OPINION, Subject

ENDLESS_NODES = 1 << 60  # no search ends by it
MOST_INTERPRETED_NODES = 5_000  # of one kind of search, a tenth of a second, before it is compiled
LONGEST_LINE = 200  # plies in which the end of a game is looked for
STACK_PLIES = 100  # plies that always fit on Python's own stack


def search_named(search: str, rule: Rule, *others: str) -> Search:
    """A search by its name, if it is sound for the rule. `others` are known where it is asked for, too."""
    check_known("search", search, [*SEARCHES, *others])
    found = SEARCHES[search]
    if not found.sound_for(rule):
        fits = [s.name for s in SEARCHES.values() if s.sound_for(rule)]
        raise OverthinkError(f"The search '{search}' is not sound for the rule '{rule.name}'; use {' or '.join(fits)}.")
    return found


def check_opinions(subject: TreeOrGame, position: Subject, depth: int) -> None:
    """Refuse a search that has no evaluator and needs one, before it is compiled, which takes seconds. Every search
    goes down the first line of play."""
    if isinstance(subject, Tree) or position.opinions or not position.compiled:
        return
    state = position.state
    left = depth
    with np.errstate(over="ignore"):  # hashes in a game's kernels may wrap
        for _ in range(LONGEST_LINE):
            moves, me = int(position.ask("count", state)), int(position.ask("mover", state))
            if moves == 0:
                return
            require(left > 0, NO_OPINION)
            possible = (i for i in range(moves) if me != 0 or position.ask("edge", state, i) > 0)
            state, left = position.ask("child", state, next(possible)), left - (me != 0)


def check_value(value: float, position: Subject, low: float, high: float) -> None:
    """Refuses results that rest on a value outside the range, since nothing would be proven."""
    if position.flaws[0]:
        position.find_infinite()
    if math.isnan(value) or (low <= value <= high and math.isfinite(value)):
        return
    require(not math.isinf(value) or position.opinions, NO_OPINION)
    raise OverthinkError(
        f"A value of {value:g} lies outside [{low:g}, {high:g}], so that nothing would be proven; "
        "give low= and high=, between which all utilities and evaluations lie, with the costs of moves on the way."
    )


def search_to(position: Subject, rule: Rule, search: Search, depth: int, ties: bool) -> Decision:
    """One search to one depth. A small one is interpreted, until its kind has been searched often enough to compile."""
    if position.compiled and position.ours and not position.slow and depth <= STACK_PLIES:
        kind = search, rule, position.meanings
        left = MOST_INTERPRETED_NODES - _INTERPRETED[kind]
        if left > 0:
            with np.errstate(over="ignore"):  # hashes wrap
                decision, finished = look_at(replace(position, compiled=False), rule, search, depth, ties, left)
            _INTERPRETED[kind] += decision.nodes.total
            if finished:
                return decision
    return look_at(position, rule, search, depth, ties, ENDLESS_NODES)[0]


_INTERPRETED = Counter[tuple[object, ...]]()  # nodes, by kind of search


def look_at(
    position: Subject,
    rule: Rule,
    search: Search,
    depth: int,
    ties: bool,
    budget: int,
    listen: Callable[[AnyKernel], LookRun] | None = None,
) -> tuple[Decision, bool]:
    """One search to one depth; and whether it was finished within the budget of nodes. `listen` makes what runs of the
    bound `look`, for who wants to hear of each node."""
    position = in_batches(position, FEW_POSITIONS if search.rules else BATCH_POSITIONS)  # full width sees every leaf
    moves = len(position.moves)
    columns = np.zeros(moves * len(rule.message)), np.zeros(moves, np.bool_)
    bound = bound_look(position, rule, search)
    run = bound.compiled if position.compiled else bound.interpreted
    if isinstance(position.context, PlayedGame) and search.template is full_width:
        run = bound.replacing(search=written_out(position.context, rule, bound.names["search"].interpreted))
    if position.compiled and not search.rules and budget == ENDLESS_NODES:
        run = in_threads(position, rule, search, bound)
    if listen:
        run = listen(bound)
    # Full width sees every move anyway, and a scale with rounding leaves it to the rule which of them is the best.
    all_moves = ties or not search.rules or "standing" in search.names
    with on_the_stack(f"A search to depth {depth}"):
        result = run(position.context, position.state, depth, all_moves, budget, *columns)
    nodes = Nodes(*map(int, result))
    require(not nodes.frontier or position.opinions, NO_OPINION)
    if nodes.total >= budget:
        return Decision((), math.nan, 0.0, nodes, depth, ()), False
    edges = [float(position.ask("edge", position.state, i)) for i in range(moves)]
    messages = [tuple(row) for row in columns[0].reshape(moves, -1).tolist()]
    scores, blurred = scores_of(rule, messages, columns[1], edges)
    words = rule.interpreted
    values = [float(words["score"](m, e) if rule.goal else words["value"](m)) for m, e in zip(messages, edges)]
    options = tuple(
        Option(move, value, rule.error(message), score, bool(sure))
        for move, value, message, score, sure in zip(position.moves, values, messages, scores, columns[1])
    )
    value, error = root_value(position, rule, options, messages, depth)
    decision = Decision(best_of(options), value, error, nodes, depth, options, position.certain, blurred)
    check_decision(decision, position, rule)
    return decision, True


def bound_look(position: Subject, rule: Rule, search: Search) -> AnyKernel:
    """`look` for this subject, rule and search."""
    types = types_of(position.context, position.state) if position.compiled else ()
    return _bind_look(position.meanings, rule, search, types)


@lru_cache(maxsize=1024)
def _bind_look(meanings: Meanings, rule: Rule, search: Search, types: tuple[Foreign, ...]) -> AnyKernel:
    words = {**dict(meanings), **rule.vocabulary, **search.names}
    inner = (*types, *types_of(1, 0.0, 0.0, 1)) if types else ()
    outer = (*types, *types_of(1, True, 1, np.zeros(1), np.zeros(1, np.bool_))) if types else ()
    return look.bind(outer, search=search.template.bind(inner, **words), **words)


def add_scores(decisions: list[Decision]) -> Decision:
    """The decision by the sum of the scores of several."""
    last = decisions[-1]
    totals, slacks = np.zeros((2, len(last.options)))
    for decision in decisions:
        totals += [option.score for option in decision.options]
        slacks += [slack_of_sum.interpreted(abs(option.score)) for option in decision.options]
    blurred = max(level_moves(totals, slacks), *(decision.blurred for decision in decisions))
    options = tuple(Option(option.move, total, 0.0, total) for option, total in zip(last.options, map(float, totals)))
    nodes = sum((decision.nodes for decision in decisions), Nodes())
    return Decision(best_of(options), last.value, last.error, nodes, last.depth, options, blurred=blurred)


def level_moves(scores: Column, slacks: Column) -> float:
    """Gives moves that tie one score; how far apart they were."""
    before = scores.copy()
    level.interpreted((0, len(scores)), 0, 1, scores, slacks)
    with np.errstate(invalid="ignore"):  # infinities
        return float(np.nan_to_num(scores - before).max(initial=0.0))


def scores_of(rule: Rule, messages: list[Message], exact: Column, edges: list[float]) -> tuple[list[float], float]:
    """What the rule compares, the same for all moves that tie for the best, and how far apart these were. What was cut
    off is no better than this."""
    score, slack = rule.interpreted["score"], rule.interpreted["slack"]
    scores = [float(score(*each)) for each in zip(messages, edges)]
    sure = np.flatnonzero(exact).tolist()
    best = np.array([scores[i] for i in sure])
    blurred = level_moves(best, np.array([float(slack(messages[i], edges[i])) for i in sure]))
    for i, number in zip(sure, best.tolist()):
        scores[i] = number
    return scores, blurred


def root_value(
    position: Subject,
    rule: Rule,
    options: tuple[Option, ...],
    messages: list[Message],
    depth: int,
) -> tuple[float, float]:
    """The root's own value (to Max) and error. Where the search pruned moves that the rule would have counted in, the
    best move's."""
    me = int(position.ask("mover", position.state))
    if "error" in rule.message and not all(option.exact for option in options):
        best = max((option for option in options if option.exact), key=lambda option: option.score)
        return me * best.value, best.error
    looks = rule.needs_truth or rule.reads_children
    with np.errstate(over="ignore"):  # hashes wrap
        message = position.python(root_message, rule)(position.context, position.state, me, depth, messages, looks)
    return me * float(rule.interpreted["value"](message)), rule.error(message)


def check_decision(decision: Decision, position: Subject, rule: Rule) -> None:
    """Refuses a decision with a value that is not a finite number, and says whose it was."""
    worths = [(option.move, option.value) for option in decision.options if option.exact]
    scores = [(option.move, option.score) for option in decision.options if math.isnan(option.score)]
    for move, number in (*worths, *scores, (None, decision.value), (None, decision.error)):
        if position.flaws[0] or not math.isfinite(number):
            position.find_infinite()
            value = f"the value {number:g}" + ("" if move is None else f" for the move {shown(move)}")
            raise OverthinkError(
                f"The rule '{rule.name}' gave {value} in the position {position.shown()}; its functions must give "
                "finite numbers."
            )


def best_of(options: tuple[Option, ...]) -> tuple[Move, ...]:
    """The moves with the largest score among those seen exactly."""
    known = [option for option in options if option.exact] or options  # all are lost beyond any number
    best = max(option.score for option in known)
    return tuple(option.move for option in known if option.score == best)


CUT_NODES = 1 << 20  # nodes below which cutting would take longer than searching
CUT_PLIES = 6  # that are interpreted at most

LookRun = Callable[..., tuple[int, int, int]]
SearchAnswer = tuple[Message, int, int, int]
Searcher = Callable[..., SearchAnswer]
# What full width is asked below: state, plies to look ahead, window, budget.
Task = tuple[State, int, float, float, int]


def in_threads(position: Subject, rule: Rule, search: Search, bound: AnyKernel) -> LookRun:
    """`look` of a search that visits every node, cut for several threads where it is big; `bound` is that of one."""
    alone: LookRun = bound.compiled

    def run(game: Context, state: State, depth: int, ties: bool, budget: int, *columns: Column) -> tuple[int, int, int]:
        tasks: list[Task] = []
        left = depth
        if threads() > 1:
            with np.errstate(over="ignore"):  # hashes in a game's kernels may wrap
                tasks, left = cut(position, rule, search, depth, budget)
        if not tasks:
            return alone(game, state, depth, ties, budget, *columns)
        answer: Searcher = bound.names["search"].compiled
        # Closed here: left open, its threads would be joined when garbage is collected, amid the start of another's.
        with closing(run_parts(list(range(len(tasks) + 1)), lambda i, _: answer(game, *tasks[i]))) as answers:

            def next_answer(game: Context, *task: Any) -> SearchAnswer:
                return next(answers, None) or answer(game, *task)  # a hopeless move may be looked at once more

            with np.errstate(over="ignore"):
                return upper(position, rule, search, left, next_answer)(game, state, depth, ties, budget, *columns)

    return run


def cut(position: Subject, rule: Rule, search: Search, depth: int, budget: int) -> tuple[list[Task], int]:
    """Positions enough for all threads, and how many plies each is searched; none where the search is not big."""
    if len(position.moves) ** depth < CUT_NODES:  # as with the first ply below, told at once
        return [], depth
    before = 1
    any_message = rule.interpreted["frontier"](0.0, 0.0)
    for left in range(depth - 1, max(0, depth - 1 - CUT_PLIES), -1):
        tasks: list[Task] = []

        def note(game: Context, *task: Any, tasks: list[Task] = tasks) -> SearchAnswer:
            tasks.append(task)
            return any_message, 0, 0, 0

        moves = len(position.moves)
        columns = np.empty(moves * len(rule.message)), np.empty(moves, np.bool_)
        upper(position, rule, search, left, note)(position.context, position.state, depth, True, budget, *columns)
        if len(tasks) * (len(tasks) / before) ** left < CUT_NODES:
            return [], depth
        if len(tasks) >= PARTS_PER_THREAD * threads():
            return tasks, left
        before = len(tasks)
    return [], depth


def upper(position: Subject, rule: Rule, search: Search, left: int, answer: Searcher) -> LookRun:
    """`look`, interpreted, whose search asks for an answer where `left` plies are left."""
    words = {**position.names, **rule.vocabulary, **search.names}

    def visit(game: Context, state: State, depth: int, *rest: Any) -> Any:
        return (answer if depth == left else inner)(game, state, depth, *rest)

    inner = search.template.bind(**words).replacing(**{search.template.__name__: visit})
    return look.bind(search=search.template, **words).replacing(search=visit)
