"""Beliefs over buckets, against an enumeration of all worlds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

import overthink as ot
from overthink.core.bind import AnyKernel
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.measure import belief as beliefs
from overthink.models.exact import heuristic_law
from overthink.rules.belief import STEPS, graded_rule, laws_of
from overthink.rules.belief import settle as multiply
from overthink.rules.emm_graded import settle as replace_by
from overthink.rules.rule import Rule

MODEL = ot.TopDown(b=2, g=3, s=0.0, sigma=0.2, height=3)
DEPTH = 2


@cache
def rules() -> dict[str, Rule]:
    return {"belief": ot.belief(MODEL, DEPTH), "emm-graded": ot.emm_graded(MODEL, DEPTH)}


def enumerated(tree: Tree, move: int) -> Column:
    """The probability of each bucket of a move, from every choice of utilities two plies below the root."""
    law, likelihood = laws_of(MODEL, DEPTH)[0], heuristic_law(MODEL)
    seen = np.rint(tree.static * MODEL.g - 0.5).astype(int)
    kids = tree.children(move)
    chances = np.zeros(MODEL.g)
    for utilities in product(range(MODEL.g), repeat=len(kids)):
        below = np.prod([law[u] * likelihood[u, seen[kid]] for u, kid in zip(utilities, kids)])
        own = (max if tree.mover[move] > 0 else min)(utilities)
        chances[own] += below * likelihood[own, seen[move]]
    return chances / chances.sum()


def test_every_world() -> None:
    for number in range(10):
        tree = MODEL.draw(number, number + 1)
        rows = beliefs.beliefs(tree, MODEL, DEPTH, beliefs.multiplied)
        exact = np.array([enumerated(tree, move) for move in tree.children(0)])
        np.testing.assert_allclose(rows, exact, rtol=1e-9)
        scores = [option.score for option in ot.decide(tree, rule=rules()["belief"], depth=DEPTH).options]
        np.testing.assert_allclose(scores, beliefs.mean_utility(exact), rtol=1e-9)


def test_graded_emm_in_the_measure_is_the_rule() -> None:
    for number in range(30):
        tree = MODEL.draw(number, number + 1)
        rows = beliefs.beliefs(tree, MODEL, DEPTH, beliefs.replaced)
        scores = [option.score for option in ot.decide(tree, rule=rules()["emm-graded"], depth=DEPTH).options]
        np.testing.assert_allclose(beliefs.mean_utility(rows), scores, rtol=1e-9)


@pytest.mark.parametrize(("settle", "other"), [(multiply, "bayes"), (replace_by, "emm")])
def test_two_buckets_of_equal_prior_are_the_rules_on_wins_and_losses(settle: AnyKernel, other: str) -> None:
    even = np.full((4, 2), 0.5)
    rule = graded_rule("two", "two buckets", settle, STEPS, even, np.array([[0.8, 0.2], [0.2, 0.8]]))
    for number in range(20):
        game = ot.BoardSplittingModel(height=4).draw(number, number + 1, 1)
        signs = replace(ot.artificial(0.2)(game, 2), utility=np.full(len(game), np.nan))
        buckets = signs.opinion(0.5 + 0.25 * signs.static, 0.0)
        odds = [option.score for option in ot.decide(signs, rule=other, depth=3).options]
        means = [option.score for option in ot.decide(buckets, rule=rule, depth=3).options]
        np.testing.assert_allclose(means, np.array(odds) / (1.0 + np.array(odds)), rtol=1e-9)


def test_the_chance_to_be_best() -> None:
    rows = np.array([[0.5, 0.5], [0.25, 0.75]])
    np.testing.assert_allclose(beliefs.chance_to_be_best(rows, 2), [0.5 * 0.25 + 0.5, 0.25 * 0.5 + 0.75])


@pytest.mark.parametrize(
    ("model", "depth", "words"),
    [
        (ot.TopDown(s=0.5, g=4), 3, "Use s = 0"),
        (ot.TopDown(s=0.0, g=9), 3, "at most 8"),
        (ot.TopDown(s=0.0, g=4, height=4), 5, "beyond the trees"),
        (ot.TopDown(s=0.0, g=4, reading="real"), 3, "noise on buckets"),
    ],
)
def test_what_has_no_exact_belief_is_refused(model: ot.TopDown, depth: int, words: str) -> None:
    with pytest.raises(ot.OverthinkError, match=words):
        ot.belief(model, depth)
