"""Games with chance, in the form that searches bind to, and checked."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel, Kernel, kernel, types_of
from overthink.core.checked import CERTAIN, checked_kind, start_of
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate, KernelGame
from overthink.core.json_text import Fields
from overthink.core.kinds import Context, Foreign, State
from overthink.core.numbers import checked_whole
from overthink.core.tree import Tree, TreeOrGame
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.rules.minimax import MINIMAX
from overthink.search.python_game import of_python
from overthink.search.subject import NO_OPINION, Subject, of_kernels, of_tree


@kernel
def no_opinion(game: Context, state: State) -> float:
    """Stands out, since no value may be infinite."""
    return math.inf


def chance_subject(subject: TreeOrGame, state: State, evaluate: Evaluate | None) -> Subject:
    """What a search of games with chance binds to, checked."""
    if isinstance(subject, Subject):  # bound before
        return subject
    if isinstance(subject, Tree):
        if evaluate is not None:
            raise OverthinkError("A tree carries its own opinions; give it others by evaluator(tree).")
        root = 0 if state is None else checked_whole("The root of a tree", state)
        if root not in subject.roots or not len(subject.children(root)):
            raise OverthinkError(f"Node {root} is not a root of this tree with a move to decide on.")
        _check_chances(subject)
        silent = np.where(np.isnan(subject.static), math.inf, subject.static)
        return replace(of_tree(replace(subject, static=silent), root, MINIMAX, 1), opinions=False)
    if isinstance(subject, str) or subject is None:
        raise OverthinkError(f"Give a game or a tree, not {subject!r}.")
    checked_kind(subject)
    if state is None:
        state = start_of(subject)
    if isinstance(subject, KernelGame) and (evaluate is None or isinstance(evaluate, KernelEvaluator)):
        position = of_kernels(subject, state, evaluate, 0.0, MINIMAX)
        if evaluate is None:
            position = replace(position, names={**position.names, "static": no_opinion})
    else:
        position = of_python(subject, state, evaluate, 0.0, MINIMAX)
    if not len(position.moves):
        raise OverthinkError("There is nothing to search: the game is over in this position.")
    return position


def _check_chances(tree: Tree) -> None:
    """Refuses chance nodes whose probabilities do not sum to 1."""
    nodes = np.flatnonzero((tree.mover == 0) & (np.diff(tree.first) > 0))
    for node in nodes:
        chances = tree.edge[tree.first[node] : tree.first[node + 1]]
        if not abs(chances.sum() - 1.0) <= CERTAIN or chances.min() < 0.0:
            raise OverthinkError(
                f"The probabilities of the outcomes of node {node} sum to {chances.sum():g}; none may be negative, and "
                "they must sum to 1."
            )


def proven(value: float, position: Subject, low: float, high: float) -> float:
    """Refuses results that rest on a value outside the range, since nothing would be proven."""
    if math.isnan(value) or (low <= value <= high and math.isfinite(value)):
        return value
    if math.isinf(value) and not position.opinions:
        raise OverthinkError(NO_OPINION)
    raise OverthinkError(
        f"A value of {value:g} lies outside [{low:g}, {high:g}], so that nothing would be proven; "
        "give the range in which all utilities and evaluations lie."
    )


Words = tuple[tuple[str, Foreign], ...]


def typed(template: AnyKernel, position: Subject, numbers: tuple[Any, ...], **words: Any) -> Any:
    """A search for this subject with further words bound, compiled where the subject is; `numbers` are like those that
    it is given after game and state."""
    if not position.compiled:
        return untyped(template, position, words).interpreted
    types = types_of(position.context, position.state, *numbers)
    return _compiled(template, tuple(position.names.items()), tuple(words.items()), types)


def spoken(template: AnyKernel, names: Fields, words: Fields, types: tuple[Foreign, ...] = ()) -> AnyKernel:
    """A search with the game's words and its own, which speak of the game's and of each other."""
    own = {name: word.bind(**names, **words) if isinstance(word, Kernel) else word for name, word in words.items()}
    return template.bind(types, **names, **own)


def untyped(template: AnyKernel, position: Subject, words: Fields) -> AnyKernel:
    """The same, to be interpreted: one object for each kind, unless some words are functions of the moment."""
    if all(isinstance(word, Kernel | float | bool) for word in (*position.names.values(), *words.values())):
        return _kept(template, tuple(position.names.items()), tuple(words.items()))
    return spoken(template, position.names, words)


@lru_cache(maxsize=256)
def _kept(template: AnyKernel, names: Words, words: Words) -> AnyKernel:
    return spoken(template, dict(names), dict(words))


@lru_cache(maxsize=256)
def _compiled(template: AnyKernel, names: Words, words: Words, types: tuple[Foreign, ...]) -> Any:
    """One object for each kind, so that it is compiled once."""
    return spoken(template, dict(names), dict(words), types).compiled
