"""Evaluators for every position of a whole game: a heuristic, or the truth with noise, at any granularity."""

from __future__ import annotations

from overthink.core.space import StateSpace
from overthink.core.tree import Tree
from overthink.evaluate import granular, noisy, truth
from overthink.evaluate.evaluator import Evaluator, evaluate_space
from overthink.presets.preset import Whole

NOISE = 2.0  # units


def evaluator_of(whole: Whole, noise: float | None) -> tuple[Evaluator, str]:
    """The evaluator and its description: the game's own heuristic if it has one and there is no noise."""
    if noise is None and whole.heuristic:
        return whole.heuristic, whole.heuristic_text
    sigma = NOISE if noise is None else noise
    return noisy(truth, sigma * whole.unit), f"the true value with noise, σ = {sigma:g} {whole.units}"


def graded(space: StateSpace, evaluate: Evaluator, levels: int | None, error: float) -> Evaluator:
    """An evaluator with `g` equal buckets over the range of its values, and one error for the rules that use it.
    [Nau2010] section 6"""

    def judge(tree: Tree, seed: int) -> Tree:
        opinion = evaluate_space(space, evaluate, seed)
        if levels:
            low, high = float(opinion.static.min()), float(opinion.static.max())
            opinion = granular(lambda tree, seed: tree, levels, low, high)(opinion, seed)
        return tree.opinion(opinion.static, error)

    return judge
