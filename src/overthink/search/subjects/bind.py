"""What a search is bound to: a tree, a game made of kernels, or any Python game with its evaluator, checked."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TypeGuard
from weakref import WeakSet

import numpy as np

from overthink.core import checked
from overthink.core.bind import kernel
from overthink.core.checked import start_of
from overthink.core.errors import parse_whole, require
from overthink.core.game import Evaluate, Game, KernelGame
from overthink.core.kinds import Context, State
from overthink.core.tree import Tree, TreeOrGame, check_error, check_tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.rules import rule_named
from overthink.rules.mean import MEAN
from overthink.rules.minimax import MINIMAX
from overthink.rules.rule import ONE_PLAYER, Rule
from overthink.search.subjects.kernels import of_kernels
from overthink.search.subjects.played import WORDS, movers_near, of_python
from overthink.search.subjects.subject import Subject
from overthink.search.subjects.tree import of_tree, paid_on_the_way
from overthink.search.sweep import check, check_costs, usual_rule

NO_CHANCE = "A game with chance needs search='uct', or a proof: ot.bounded, ot.expectimax or `overthink solve`."


@kernel
def no_opinion(game: Context, state: State) -> float:
    """Stands out, since no value may be infinite."""
    return math.inf


def subject_of(
    subject: TreeOrGame,
    state: State,
    rule: Rule,
    depth: int,
    evaluate: Evaluate | None,
    error: float,
) -> Subject:
    """What a search binds to, checked. A depth of 0 stands for a search without one, by simulation."""
    _check_kind(subject)
    sure = not depth or not has_chance(subject)
    require(sure, NO_CHANCE)
    if isinstance(subject, Tree):
        root = _root(subject, state, evaluate, error)
        if depth:
            check(subject, rule, depth)
        elif rule is MEAN:
            subject = paid_on_the_way(subject)
        else:
            check_costs(subject, rule)
        position = of_tree(subject, root, rule, depth)
        return position if depth else replace(position, opinions=not np.isnan(subject.static[root + 1 :]).all())
    check_error(error)
    rule.check_subject(subject, evaluate)
    require(not rule.needs_truth, f"The rule '{rule.name}' reads true values; give it a solved Tree instead of a game.")
    if state is None:
        state = start_of(subject)
    if rule.goal:
        rule.check_players(movers_near(subject, state))
    position = _of_game(subject, state, evaluate, error, rule, along=not depth and rule is MEAN)
    check_errors(position, rule, evaluate, error)
    return position


def check_errors(position: Subject, rule: Rule, evaluate: Evaluate | None, error: float) -> None:
    """Refuse an evaluator that states no errors for a rule that reads them. One in Python is asked once, about the
    position, which keeps the answer."""
    if evaluate is None or error or not rule.reads_results:
        return
    if isinstance(evaluate, KernelEvaluator):
        rule.check_errors(evaluate.static_error is not None or evaluate.probable)
        return
    with suppress(TypeError):  # it cannot be referred to, so it is asked each time
        if evaluate in _STATING:
            return
    here = position.state
    values, errors = checked.evaluations_of(evaluate, UNSTATED, [here.state])
    rule.check_errors(errors[0] != UNSTATED)
    here.judged = float(values[0]) + here.paid, float(errors[0])
    with suppress(TypeError):
        _STATING.add(evaluate)


UNSTATED = math.ulp(0.0)  # in place of an error: the smallest number, which nobody states
_STATING = WeakSet[object]()


def chance_subject(subject: TreeOrGame, state: State, evaluate: Evaluate | None) -> Subject:
    """What a search of games with chance binds to, checked."""
    if isinstance(subject, Subject):  # bound before
        return subject
    _check_kind(subject)
    if isinstance(subject, Tree):
        root = _root(subject, state, evaluate)
        _check_chances(subject)
        paid = paid_on_the_way(subject)
        silent = np.where(np.isnan(paid.static), math.inf, paid.static)
        return replace(of_tree(replace(paid, static=silent), root, MINIMAX, 1), opinions=False)
    position = _of_game(subject, start_of(subject) if state is None else state, evaluate, 0.0, MINIMAX, True)
    if position.names is not WORDS and evaluate is None:
        return replace(position, names={**position.names, "static": no_opinion})
    return position


def _check_kind(subject: TreeOrGame) -> None:
    if isinstance(subject, Tree):
        check_tree(subject)
    else:
        checked.check_kind(subject)


def _root(tree: Tree, state: State, evaluate: Evaluate | None, error: float = 0.0) -> int:
    """The root of a tree that `state` names."""
    own = evaluate is None and not error
    require(own, "A tree carries its own opinions; give it others by evaluator(tree) or tree.opinion().")
    root = 0 if state is None else parse_whole("The root of a tree", state)
    fits = root in tree.roots and len(tree.children(root))
    require(fits, f"Node {root} is not a root of this tree with a move to decide on.")
    return root


def _of_game(
    game: Game[State], state: State, evaluate: Evaluate | None, error: float, rule: Rule, along: bool
) -> Subject:
    if isinstance(game, KernelGame) and made_of_kernels(evaluate, game):
        position = of_kernels(game, state, evaluate, error, rule)
    else:
        position = of_python(game, state, evaluate, error, rule, along)
    require(len(position.moves), "There is no move to decide on: the game is over in this position.")
    return position


def made_of_kernels(evaluate: Evaluate | None, game: Game[State]) -> TypeGuard[KernelEvaluator | None]:
    """Whether a search of the game may run compiled. Kernels know no costs of moves."""
    kernels = isinstance(game, KernelGame) and not hasattr(game, "cost")
    return kernels and (evaluate is None or isinstance(evaluate, KernelEvaluator))


def rule_for(subject: TreeOrGame, state: State) -> Rule:
    """The rule if none is given: minimax, or its form for one player who pays for moves."""
    _check_kind(subject)
    if isinstance(subject, Tree):
        return usual_rule(subject)
    if not hasattr(subject, "cost"):
        return MINIMAX
    movers = movers_near(subject, start_of(subject) if state is None else state)
    return rule_named(ONE_PLAYER[movers.pop()]) if len(movers) == 1 else MINIMAX


def has_chance(subject: TreeOrGame) -> bool:
    """Whether chance moves anywhere."""
    if isinstance(subject, Tree):
        return bool((subject.mover == 0).any())
    return "edge" in subject.kernels if isinstance(subject, KernelGame) else hasattr(subject, "outcomes")


def _check_chances(tree: Tree) -> None:
    """Refuses chance nodes whose probabilities do not sum to 1."""
    for node in np.flatnonzero((tree.mover == 0) & (np.diff(tree.first) > 0)).tolist():
        chances = tree.edge[tree.first[node] : tree.first[node + 1]].tolist()
        checked.check_chances(chances, f"at node {node}")
