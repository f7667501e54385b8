"""The types of evaluators.

An evaluator is called with a tree (and a seed) and returns the tree with its opinions in it; or, for one game, with a
state, and returns a value to Max, or a value and the probability that it is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass, replace
from functools import lru_cache
from inspect import signature
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import Unchecked, parse_seed, require
from overthink.core.game import KernelGame
from overthink.core.grow import StateSpace, state_key
from overthink.core.kinds import Column, Context, Seed, State
from overthink.core.tree import Tree, check_tree

Evaluator = Callable[..., Any]
Spoil = Callable[[Column, Column, Column], tuple[Column, Column]]


NO_EVALUATOR = "An evaluator must be a function of a state or of a tree, not {}."
MOST_INTERPRETED_CALLS = 5_000  # calls of an evaluator that are sooner done than it is compiled
_CALLS = Counter[AnyKernel]()


@kernel
def doubt_of_probability(game: Context, state: State, static: float) -> float:
    """How likely an evaluation is wrong that is the probability of a win less that of a loss."""
    return 0.5 * (1.0 - abs(static))


@dataclass(frozen=True)
class KernelEvaluator:
    """An evaluator made of kernels, for a game made of kernels: searches with it run compiled.

    Args:
        game: The game that it is for.
        static: `static(context, state)` gives a value to Max.
        static_error: `static_error(context, state)` the probability that it is wrong.
        tables: Arrays of its own; the context of its kernels is then the game's context and these.
        probable: Whether a value is the probability of a win less that of a loss, which is its own error.

    >>> game = ot.Kalah()
    >>> isinstance(ot.store_difference(game), ot.KernelEvaluator)
    True
    """

    game: KernelGame
    static: AnyKernel
    static_error: AnyKernel | None = None
    tables: tuple[Column, ...] = ()
    probable: bool = False

    @property
    def context(self) -> Context:
        """What its kernels are given."""
        return (self.game.context, *self.tables) if self.tables else self.game.context

    def __call__(self, state: State) -> float | tuple[float, float]:
        self.game.check(state)
        value = self._ask(self.static, state)
        return value if self.static_error is None else (value, self._ask(self.static_error, state))

    def _ask(self, word: AnyKernel, state: State) -> float:
        if self.game.compiled and (not word.ours or _CALLS[word] >= MOST_INTERPRETED_CALLS):
            return float(word(self.context, state))
        _CALLS[word] += 1
        with np.errstate(over="ignore"):  # hashes wrap
            return float(word.interpreted(self.context, state))


@dataclass(frozen=True)
class Spoiled:
    """An evaluator with an error added."""

    inner: Evaluator  # the evaluator that is spoiled
    name: str  # of the flaw
    spoil: Spoil  # gets values, errors and a random key for each position

    def __post_init__(self) -> None:
        require(callable(self.inner), NO_EVALUATOR, self.inner)

    def __call__(self, subject: object, seed: Seed = 0) -> Any:
        seed = parse_seed(seed)
        word = _word(self.name, self._layers(), seed)
        if isinstance(subject, Tree):
            tree = evaluate_tree(subject, self.inner, seed)
            return tree.opinion(*self.spoil(tree.static, tree.error, subkeys(tree.key, word)))
        answer = self.inner(subject, seed) if isinstance(self.inner, Spoiled) else self.inner(subject)
        value, error = answer if isinstance(answer, tuple) else (answer, 0.0)
        keys = subkeys(np.array([state_key(subject)], np.uint64), word)
        values, errors = self.spoil(np.array([float(value)]), np.array([float(error)]), keys)
        if not isinstance(answer, tuple) and not errors[0]:
            return float(values[0])
        return float(values[0]), float(errors[0])

    def _layers(self) -> int:
        """The number of wrappers of this kind from here down. Each draws its own numbers."""
        layers = 1
        below = self.inner
        while isinstance(below, Spoiled):
            layers, below = layers + (below.name == self.name), below.inner
        return layers


@lru_cache(typed=True)
def _word(name: str, layers: int, seed: int) -> int:
    """The key from which a wrapper draws its numbers."""
    return int(seed_key(*[name] * layers, seed)) & 0x7FFFFFFF


def evaluate_space(space: StateSpace, evaluate: Evaluator, seed: Seed = 0) -> Tree:
    """The tree of a state space with evaluations, by an evaluator of trees or of states, with or without wrappers."""

    def of_tree(evaluate: Unchecked) -> Evaluator:
        if is_dataclass(evaluate) and hasattr(evaluate, "inner"):
            flawed: Evaluator = replace(evaluate, inner=of_tree(evaluate.inner))  # type: ignore[type-var,assignment]
            return flawed
        require(callable(evaluate), NO_EVALUATOR, evaluate)
        return evaluate if _takes_trees(evaluate) else lambda tree, seed: space.seen_by(evaluate)

    return evaluate_tree(space.tree, of_tree(evaluate), parse_seed(seed))


def evaluate_tree(tree: Tree, evaluate: Evaluator, seed: int) -> Tree:
    """What an evaluator of trees makes of a tree: the same nodes with its opinions."""
    check_tree(tree)
    seen = evaluate(tree, seed)
    fits = isinstance(seen, Tree) and len(seen) == len(tree)
    require(fits, "An evaluator of trees gives back the tree with its opinions, not {}.", seen)
    return seen  # type: ignore[no-any-return]


def _takes_trees(evaluate: Evaluator) -> bool:
    """Whether the call is evaluate(tree, seed)."""
    try:
        return "seed" in signature(evaluate).parameters
    except ValueError:  # a C function, which does not show its parameters
        return False
