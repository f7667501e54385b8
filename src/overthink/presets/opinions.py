"""What evaluates every position of a whole game: a heuristic, or the truth with noise, in as many grades as asked."""

from __future__ import annotations

from overthink.core.space import StateSpace
from overthink.core.tree import Tree
from overthink.evaluate import granular, noisy, truth
from overthink.evaluate.evaluator import Evaluator, seen
from overthink.presets.preset import Whole

NOISE = 2.0  # units


def evaluator_of(whole: Whole, noise: float | None) -> tuple[Evaluator, str]:
    """The evaluator and its description: the game's own heuristic where no noise is asked for and there is one."""
    if noise is None and whole.heuristic:
        return whole.heuristic, whole.heuristic_text
    sigma = NOISE if noise is None else noise
    return noisy(truth, sigma * whole.unit), f"the true value with noise, σ = {sigma:g} {whole.units}"


def graded(space: StateSpace, evaluate: Evaluator, levels: int | None, error: float) -> Evaluator:
    """An evaluator in so many buckets over the interval in which its opinions lie, with one error for the rules that
    read it. [Nau2010] section 6"""

    def judge(tree: Tree, seed: int) -> Tree:
        opinion = seen(space, evaluate, seed)
        if levels:
            low, high = float(opinion.static.min()), float(opinion.static.max())
            opinion = granular(lambda tree, seed: tree, levels, low, high)(opinion, seed)
        return tree.opinion(opinion.static, error)

    return judge
