"""A position of a game made of kernels as a subject. The context has the game's own, the error of its evaluator, where
flaws are noted, and what an evaluator with tables reads."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from overthink.core import checked
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import require
from overthink.core.game import KernelGame
from overthink.core.kinds import Context, Number, State
from overthink.core.machine import alike
from overthink.core.plain import Fields
from overthink.core.vocabulary import edge, move, static
from overthink.evaluate.evaluator import KernelEvaluator, doubt_of_probability
from overthink.rules.fold import Meanings
from overthink.rules.rule import Rule
from overthink.search.subjects.subject import Subject


def of_kernels(game: KernelGame, state: State, evaluate: KernelEvaluator | None, error: float, rule: Rule) -> Subject:
    """A position of a game made of kernels as a subject. `error`: of an evaluator that states none."""
    is_plain = not hasattr(state, "_fields")
    fits = evaluate is None or _same(evaluate.game, game)
    require(is_plain, "A state of kernels is a number or a plain tuple of numbers, not a named tuple.")
    require(fits, "The evaluator was made for another game; make it for this one.")
    opinion, error_of = (evaluate.static, evaluate.static_error) if evaluate else (None, None)
    probable = bool(evaluate and evaluate.probable)
    place = -1 if evaluate and evaluate.tables else 0
    checked.walk(game, state, opinion, evaluate.context if evaluate else None)
    names = _kernel_words(frozenset(game.kernels.items()), opinion, error_of, place, rule.goal, probable)
    ours = all(word.ours for word in names.values())
    flaws = np.zeros(1)
    context: Context = (game.context, float(error)) if ours else (game.context, float(error), flaws)
    if evaluate and place:
        context = (*context, evaluate.context)
    given = evaluate is not None
    return Subject(context, state, game.moves(state), names, game.compiled, ours, given, flaws, slow=place < 0)


@lru_cache(maxsize=1024)
def _kernel_words(
    meanings: Meanings, opinion: AnyKernel | None, error_of: AnyKernel | None, place: int, goal: int, probable: bool
) -> Fields:
    """The words of a game made of kernels and of its evaluator. `place`: of what the evaluator reads."""
    kernels: dict[str, AnyKernel] = dict(meanings)
    names: Fields = {
        "count": inside.bind(wrapped=kernels["count"]),
        "child": (inside_move if kernels["child"].ours else inside_child).bind(wrapped=kernels["child"]),
        "mover": _goal.bind(GOAL=goal) if goal else inside.bind(wrapped=kernels["mover"]),
        "utility": (inside if kernels["utility"].ours else inside_finite).bind(wrapped=kernels["utility"]),
        **{word: inside.bind(wrapped=kernels[word]) for word in ("outlook", "mirror") if word in kernels},
        "edge": inside_move.bind(wrapped=kernels["edge"]) if "edge" in kernels else edge,
        "move": inside_move.bind(wrapped=kernels["move"]) if "move" in kernels else move,
        "static": (inside if opinion.ours else inside_finite).bind(wrapped=opinion, PLACE=place) if opinion else static,
        "static_error": inside.bind(wrapped=error_of, PLACE=place) if error_of else _given_error,
    }
    return {**names, "doubt": doubt_of_probability} if probable else names


def _same(one: KernelGame, other: KernelGame) -> bool:
    """Whether two games go by the same rules and tables."""
    return one is other or (one.kernels == other.kernels and np.array_equal(one.context, other.context))


@kernel
def wrapped(game: Context, *args: object) -> Any:
    """The game's or evaluator's own kernel."""
    return 0


GOAL = 1
PLACE = 0  # of what the wrapped kernel reads, in the context


@kernel
def inside(game: Context, state: State) -> Number:
    """A kernel of a state, given its own part of the context."""
    return wrapped(game[PLACE], state)


@kernel
def inside_finite(game: Context, state: State) -> Number:
    """The same for a kernel of somebody else; notes a number that is not finite."""
    number = wrapped(game[PLACE], state)
    if not -math.inf < number < math.inf:
        game[2][0] = 1.0
    return number


@kernel
def inside_move(game: Context, state: State, i: int) -> Number:
    """A kernel of a state and a move, given its own part of the context."""
    return wrapped(game[0], state, i)


@kernel
def inside_child(game: Context, state: State, i: int) -> State:
    """The same for the child kernel of somebody else, whose states may be numbers of other types, as int32 and bool."""
    return alike(wrapped(game[0], state, i), state)


@kernel
def _given_error(game: Context, state: State) -> Number:
    return game[1]


@kernel
def _goal(game: Context, state: State) -> int:
    return GOAL
