"""Beliefs over buckets, against an enumeration of all worlds."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import overthink as ot
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.models.exact import heuristic_law
from overthink_papers.beyond.graded import (
    beliefs,
    chance_to_be_best,
    decide_by_mean,
    laws_of,
    multiply,
    take_surer,
)

MODEL = ot.TopDown(b=2, g=3, s=0.0, sigma=0.2, height=3)
DEPTH = 2


def enumerated(tree: Tree, move: int, surer: bool) -> Column:
    """The probability of each bucket of a move, from every choice of utilities two plies below the root; graded EMM
    takes the move's own evaluation instead where that is surer."""
    laws, likelihood = laws_of(MODEL, DEPTH), heuristic_law(MODEL)
    seen = np.rint(tree.static * MODEL.g - 0.5).astype(int)
    kids = tree.children(move)
    chances = np.zeros(MODEL.g)
    for utilities in product(range(MODEL.g), repeat=len(kids)):
        below = np.prod([laws[0][u] * likelihood[u, seen[kid]] for u, kid in zip(utilities, kids)])
        chances[(max if tree.mover[move] > 0 else min)(utilities)] += below
    own = likelihood[:, seen[move]]
    if not surer:
        return chances * own / (chances @ own)
    chances, own = chances / chances.sum(), laws[1] * own / (laws[1] @ own)
    return own if own.max() > chances.max() * (1 + 1e-9) else chances


@pytest.mark.parametrize("surer", [False, True])
def test_every_world(surer: bool) -> None:
    for number in range(20):
        tree = MODEL.draw(number, number + 1)
        rows = beliefs(tree, MODEL, DEPTH, take_surer if surer else multiply)
        np.testing.assert_allclose(rows, [enumerated(tree, move, surer) for move in tree.children(0)], rtol=1e-9)


def test_exact_inference_decides_best() -> None:
    model = ot.TopDown(b=2, g=4, s=0.0, sigma=0.2, height=5)
    trees = model.draw(0, 200)
    shares = [decide_by_mean(trees, beliefs(trees, model, 3, settle)).mean() for settle in (take_surer, multiply)]
    assert [round(float(share), 3) for share in shares] == [0.91, 0.97]


def test_the_chance_to_be_best() -> None:
    rows = np.array([[0.5, 0.5], [0.25, 0.75]])
    np.testing.assert_allclose(chance_to_be_best(rows, 2), [0.5 * 0.25 + 0.5, 0.25 * 0.5 + 0.75])


@pytest.mark.parametrize(
    ("model", "depth", "words"),
    [
        (ot.TopDown(s=0.5, g=4), 3, "Use s = 0"),
        (ot.TopDown(s=0.0, g=4, height=4), 5, "beyond the trees"),
        (ot.TopDown(s=0.0, g=4, reading="real"), 3, "noise on buckets"),
    ],
)
def test_what_has_no_exact_belief_is_refused(model: ot.TopDown, depth: int, words: str) -> None:
    with pytest.raises(ot.OverthinkError, match=words):
        laws_of(model, depth)
