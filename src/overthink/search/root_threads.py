"""A big full-width search on all cores: positions a few plies below the root are searched by several threads.

The root and the plies above those positions are the search's own code, interpreted: once to list the positions, which
full width visits in the same order whatever they are worth, and once more with each answered. So value, ties and node
counts are those of one thread. A search that prunes is not cut: its windows depend on what came before.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel
from overthink.core.kinds import Context, State
from overthink.core.threads import SPARE, run_parts, threads
from overthink.rules.rule import Message, Rule
from overthink.search import Search
from overthink.search.minimax import look
from overthink.search.subject import Subject

BIG = 1 << 20  # nodes below which cutting would take longer than searching
PLIES = 6  # that are interpreted at most

Run = Callable[..., tuple[int, int, int]]
Found = tuple[Message, int, int, int]
Answer = Callable[..., Found]
Task = tuple[Any, int, float, float, int]  # what full width is asked below: state, plies to look ahead, window, budget


def in_threads(position: Subject, rule: Rule, search: Search, bound: AnyKernel) -> Run:
    """`look` of a search that visits every node, cut for several threads where it is big; `bound` is that of one."""
    alone: Run = bound.compiled

    def run(game: Context, state: State, depth: int, ties: bool, budget: int, *columns: Any) -> tuple[int, int, int]:
        tasks: list[Task] = []
        level = depth
        if threads() > 1:
            with np.errstate(over="ignore"):  # hashes in a game's kernels may wrap
                tasks, level = cut(position, rule, search, depth, budget)
        if not tasks:
            return alone(game, state, depth, ties, budget, *columns)
        answer: Answer = bound.names["search"].compiled
        # Closed here: left open, its threads would be joined when garbage is collected, amid the start of another's.
        with closing(run_parts(list(range(len(tasks) + 1)), lambda i, _: answer(game, *tasks[i]))) as answers:

            def next_answer(game: Context, *task: Any) -> Found:
                return next(answers, None) or answer(game, *task)  # a hopeless move may be looked at once more

            with np.errstate(over="ignore"):
                return upper(position, rule, search, level, next_answer)(game, state, depth, ties, budget, *columns)

    return run


def cut(position: Subject, rule: Rule, search: Search, depth: int, budget: int) -> tuple[list[Task], int]:
    """Positions enough for all threads, and how many plies each is searched; none where the search is not big."""
    if len(position.moves) ** depth < BIG:  # as with the first ply below, told at once
        return [], depth
    before, any_message = 1, rule.interpreted["frontier"](0.0, 0.0)
    for level in range(depth - 1, max(0, depth - 1 - PLIES), -1):
        tasks: list[Task] = []

        def note(game: Context, *task: Any, tasks: list[Task] = tasks) -> Found:
            tasks.append(task)
            return any_message, 0, 0, 0

        moves = len(position.moves)
        columns = np.empty(moves * len(rule.message)), np.empty(moves, np.bool_)
        upper(position, rule, search, level, note)(position.context, position.state, depth, True, budget, *columns)
        if len(tasks) * (len(tasks) / before) ** level < BIG:
            return [], depth
        if len(tasks) >= SPARE * threads():
            return tasks, level
        before = len(tasks)
    return [], depth


def upper(position: Subject, rule: Rule, search: Search, level: int, answer: Answer) -> Run:
    """`look`, interpreted, whose search asks for an answer where `level` plies are left."""
    words = {**position.names, **rule.vocabulary, **search.names}

    def visit(game: Context, state: State, depth: int, *rest: Any) -> Any:
        return (answer if depth == level else inner)(game, state, depth, *rest)

    inner = search.template.bind(**words).calling(**{search.template.__name__: visit})
    return look.bind(search=search.template, **words).calling(search=visit)
