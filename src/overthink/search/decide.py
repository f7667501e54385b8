"""The front door: asks a rule and a search for a decision, on a tree or in a game."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any, Unpack

import numpy as np

from overthink.core.arithmetic import level, slack_of
from overthink.core.bind import AnyKernel, Kernel, types_of
from overthink.core.checked import checked_depth, checked_kind, mover_of, moves_of, play_of, start_of
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.errors import OverthinkError, checked_whole, unknown
from overthink.core.game import Evaluate, Game, KernelGame
from overthink.core.kinds import State
from overthink.core.tree import Tree, TreeOrGame, checked_error
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.rules import rule_named
from overthink.rules.mean import MEAN
from overthink.rules.minimax import MINIMAX
from overthink.rules.rule import Rule
from overthink.search import SEARCHES, Search
from overthink.search.minimax import look
from overthink.search.monte_carlo import UCT, MonteCarlo, Simulation, Simulations
from overthink.search.root import best_of, root_value, scores_of
from overthink.search.root_threads import in_threads
from overthink.search.subject import NO_OPINION, Subject, of_kernels, of_python, of_tree
from overthink.search.sweep import check

ENDLESS = 1 << 60
PATIENCE = 5_000  # nodes of one kind of search that are interpreted, a tenth of a second, before it is compiled
SHALLOW = 100  # plies that Python's own stack surely has room for
LARGE, SLOW = 10**11, 10**6  # leaves from which on the time of a search is estimated: compiled, and in Python


def decide(
    subject: TreeOrGame,
    state: State = None,
    *,
    rule: str | Rule | None = None,
    search: str = "full-width",
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    ties: bool = True,
    **monte_carlo: Unpack[Simulations],
) -> Decision:
    """The best moves at the root of a tree, or in a state of a game, looking `depth` plies ahead.

    `evaluate(state)` gives a value to Max, or a value and the probability that it is wrong; `error` is that probability
    where it gives none. On a tree of many roots, `state` is the root's number. With `ties=False` a search that prunes
    stops at the first best move. The rule is minimax if none is given.

    With `search="uct"`, a tree grows by `simulations` in place of a depth, and the rule is the mean if none is given.
    Without `evaluate`, a new position is worth the result of a random game. `exploration` weighs what was seen seldom,
    `final` chooses the move by "value" or by "visits", `solver=True` keeps what is proven won or lost, and the same
    `seed` gives the same tree.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> print(ot.decide(tree, rule="emm", depth=2))
    best move 0   value 1   error 0.091   depth 2   7 nodes (3 internal, 4 frontier, 0 terminal)
     *        0   value 1   error 0.1
              1   value -1   error 0.09
    """
    if search == UCT:
        if depth is not None:
            raise OverthinkError("The search 'uct' has no depth. Give simulations= instead.")
        return by_simulation(subject, state, rule_named(rule or MEAN), evaluate, error, **monte_carlo)
    if monte_carlo:
        raise OverthinkError(f"{', '.join(monte_carlo)} is for search='uct', not for '{search}'.")
    if depth is None:
        raise OverthinkError(f"The search '{search}' needs a depth: how many plies to look ahead.")
    rule = rule or MINIMAX
    how, what = searched(search, rule_named(rule)), rule_named(rule)
    depth = checked_depth(depth)
    position = subject_of(subject, state, what, depth, evaluate, error)
    if not isinstance(subject, Tree) and max(2, len(position.moves)) ** depth > (LARGE if position.compiled else SLOW):
        from overthink.search.forecast import try_first  # which makes searches itself

        if decision := try_first(subject, position, what, how, depth, ties):
            return decision
    if not what.sums_depths:
        return search_to(position, what, how, depth, ties)
    return summed([search_to(position, what, how, ply, ties) for ply in range(1, depth + 1)])


def by_simulation(
    subject: TreeOrGame,
    state: State,
    rule: Rule,
    evaluate: Evaluate | None,
    error: float,
    **monte_carlo: Unpack[Simulations],
) -> Decision:
    """The best moves by Monte Carlo search."""
    if "simulations" not in monte_carlo:
        raise OverthinkError("The search 'uct' needs a number of simulations: simulations=1000, for example.")
    if has_chance(subject) and rule is not MEAN:
        raise OverthinkError(f"The rule '{rule.name}' does not say what chance makes of its outcomes. Use 'mean'.")
    how = MonteCarlo(**monte_carlo)
    simulation = Simulation(subject_of(subject, state, rule, 0, evaluate, error), rule, how)
    simulation.advance(how.simulations)
    return simulation.decision()


def summed(decisions: list[Decision]) -> Decision:
    """The decision by the sum of the scores of several."""
    last = decisions[-1]
    totals, slacks = np.zeros((2, len(last.options)))
    for decision in decisions:
        totals += [option.score for option in decision.options]
        slacks += [slack_of.interpreted(abs(option.score)) for option in decision.options]
    level.interpreted((0, len(totals)), 0, 1, totals, slacks)
    options = tuple(Option(option.move, total, 0.0, total) for option, total in zip(last.options, map(float, totals)))
    nodes = sum((decision.nodes for decision in decisions), Nodes())
    return Decision(best_of(options), last.value, last.error, nodes, last.depth, options)


def searched(search: str, rule: Rule) -> Search:
    """A search by its name, if it is sound for the rule."""
    if search not in SEARCHES:
        raise unknown("search", search, SEARCHES)
    how = SEARCHES[search]
    if how.rules and rule.name not in how.rules:
        fits = [s.name for s in SEARCHES.values() if not s.rules or rule.name in s.rules]
        raise OverthinkError(f"The search '{search}' is not sound for the rule '{rule.name}'; use {' or '.join(fits)}.")
    return how


def subject_of(
    subject: TreeOrGame,
    state: State,
    rule: Rule,
    depth: int,
    evaluate: Evaluate | None,
    error: float,
) -> Subject:
    """What a search binds to, checked. A depth of 0 stands for a search without one, by simulation."""
    if not isinstance(subject, Tree | str | None):
        checked_kind(subject)
    if has_chance(subject) and depth:
        raise OverthinkError("`decide` does not support games with chance. Use ot.bounded or ot.expectimax.")
    if isinstance(subject, Tree):
        if evaluate is not None or error:
            raise OverthinkError(
                "A tree carries its own opinions; give it others by evaluator(tree) or tree.opinion()."
            )
        if depth:
            check(subject, rule, depth)
        root = 0 if state is None else checked_whole("The root of a tree", state)
        if root not in subject.roots or not len(subject.children(root)):
            raise OverthinkError(f"Node {root} is not a root of this tree with a move to decide on.")
        position = of_tree(subject, root, rule, depth)
        return position if depth else replace(position, opinions=not np.isnan(subject.static[root + 1 :]).all())
    checked_error(error)
    if isinstance(subject, str) or subject is None:
        raise OverthinkError(f"Give a game or a tree, not {subject!r}.")
    rule.check_subject(subject, evaluate)
    if rule.needs_truth:
        raise OverthinkError(f"The rule '{rule.name}' reads true values; give it a solved Tree instead of a game.")
    if state is None:
        state = start_of(subject)
    if rule.goal:
        _check_players(subject, state, rule)
    if isinstance(subject, KernelGame) and (evaluate is None or isinstance(evaluate, KernelEvaluator)):
        position = of_kernels(subject, state, evaluate, error, rule)
    else:
        position = of_python(subject, state, evaluate, error, rule)
    if not len(position.moves):
        raise OverthinkError("There is no move to decide on: the game is over in this position.")
    return position


def _check_players(game: Game[State], state: State, rule: Rule) -> None:
    """Refuse a rule for one player where, before or after a move, another player moves."""
    states = [state, *(play_of(game, state, move) for move in moves_of(game, state))]
    if len({mover_of(game, near) for near in states if len(moves_of(game, near))}) > 1:
        raise OverthinkError(f"The rule '{rule.name}' is for one player, and this game has two. Use 'minimax'.")


def has_chance(subject: TreeOrGame) -> bool:
    """Whether chance moves anywhere."""
    if isinstance(subject, Tree):
        return bool((subject.mover == 0).any())
    return "edge" in subject.kernels if isinstance(subject, KernelGame) else hasattr(subject, "outcomes")


def search_to(position: Subject, rule: Rule, search: Search, depth: int, ties: bool) -> Decision:
    """One search to one depth. A small one is interpreted, until its kind has been searched often enough to compile."""
    if position.compiled and position.ours and depth <= SHALLOW:
        kind = search.name, rule, tuple(sorted(position.names.items()))
        left = PATIENCE - _INTERPRETED[kind]
        if left > 0:
            with np.errstate(over="ignore"):  # hashes wrap
                decision, finished = look_at(replace(position, compiled=False), rule, search, depth, ties, left)
            _INTERPRETED[kind] += decision.nodes.total
            if finished:
                return decision
    return look_at(position, rule, search, depth, ties, ENDLESS)[0]


_INTERPRETED = Counter[tuple[Any, ...]]()  # nodes, by kind of search


def look_at(
    position: Subject, rule: Rule, search: Search, depth: int, ties: bool, budget: int
) -> tuple[Decision, bool]:
    """One search to one depth; and whether it was finished within the budget of nodes."""
    moves = len(position.moves)
    columns = np.zeros(moves * len(rule.message)), np.zeros(moves, np.bool_)
    bound = bound_look(position, rule, search)
    run = bound.compiled if position.compiled else bound.interpreted
    if position.compiled and not search.rules and budget == ENDLESS:
        run = in_threads(position, rule, search, bound)
    # Full width sees every move anyway, and a scale with rounding leaves it to the rule which of them is the best.
    all_moves = ties or not search.rules or "standing" in search.names
    try:
        result = run(position.context, position.state, depth, all_moves, budget, *columns)
    except RecursionError:
        raise OverthinkError(f"A search to depth {depth} is too deep for Python. Use a smaller depth.") from None
    nodes = Nodes(*map(int, result))
    if nodes.frontier and not position.opinions:
        raise OverthinkError(NO_OPINION)
    if nodes.total >= budget:
        return Decision((), math.nan, 0.0, nodes, depth, ()), False
    edges = [float(position.ask("edge", position.state, i)) for i in range(moves)]
    messages = [tuple(row) for row in columns[0].reshape(moves, -1).tolist()]
    scores = scores_of(rule, messages, columns[1], edges)
    options = tuple(
        Option(move, float(rule.interpreted["value"](message)), rule.error(message), score, bool(sure))
        for move, message, score, sure in zip(position.moves, messages, scores, columns[1])
    )
    value, error = root_value(position, rule, options, messages, edges, depth)
    return Decision(best_of(options), value, error, nodes, depth, options), True


@lru_cache(maxsize=512)
def _typed_look(search: str, rule: Rule, names: tuple[tuple[str, Any], ...], types: tuple[Any, ...]) -> AnyKernel:
    how = SEARCHES[search]
    words = {**dict(names), **rule.vocabulary, **how.names}
    context, state, *_ = types
    inner = how.template.bind((context, state, *types_of(1, 0.0, 0.0, 1)), **words)
    return look.bind(types, search=inner, **words)


def _untyped_look(template: AnyKernel, words: tuple[tuple[str, Any], ...]) -> AnyKernel:
    return look.bind(search=template.bind(**dict(words)), **dict(words))


_kept_look = lru_cache(maxsize=512)(_untyped_look)


def bound_look(position: Subject, rule: Rule, search: Search) -> AnyKernel:
    """`look` for this subject, rule and search: one object for each kind, unless some words are functions of the
    moment."""
    if not position.compiled:
        words = tuple({**position.names, **rule.vocabulary, **search.names}.items())
        kept = all(isinstance(word, Kernel) for word in position.names.values())
        return (_kept_look if kept else _untyped_look)(search.template, words)
    types = types_of(position.context, position.state, 1, True, 1, np.zeros(1), np.zeros(1, np.bool_))
    return _typed_look(search.name, rule, tuple(sorted(position.names.items())), types)
