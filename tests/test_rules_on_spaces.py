"""Every rule on state spaces: d sweeps over a graph with circles, transpositions and ends give, position by position,
what a plain recursive search of the tree that unfolds from it gives."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.tree import Tree
from overthink.measure.survey_sweep import errors_by_depth
from overthink.rules import RULES
from overthink.search.decide import decide
from overthink.search.sweep import back_up, move_scores
from tests import oracles
from tests.sketches import ERRORS, VALUES, Sketch, tree_of

pytestmark = pytest.mark.usefixtures("compiled_sweeps")

DEPTHS = st.integers(1, 4)
VALUED = ("signs", "signs and zero", "integers", "reals")
UNSURE = ("unsure", "one", "eighths")


@st.composite
def spaces(draw: st.DrawFn) -> Tree:
    """A random graph: moves lead anywhere, to the position itself as well; some positions end the game."""
    random = Random(draw(st.integers(0, 2**32)))
    value, error = (family[draw(st.sampled_from(kinds))] for family, kinds in ((VALUES, VALUED), (ERRORS, UNSURE)))
    n, width = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    ends = [random.random() < 0.25 for _ in range(n)]
    leads = [[] if end else [random.randrange(n) for _ in range(random.randint(1, width))] for end in ends]
    return Tree(
        first=np.cumsum([0] + [len(moves) for moves in leads]).astype(np.int64),
        child=np.array([to for moves in leads for to in moves], draw(st.sampled_from([np.int32, np.int64]))),
        mover=np.array([random.choice([-1, 1]) for _ in range(n)], np.int8),
        utility=np.array([value(random) if end else math.nan for end in ends]),
        static=np.array([value(random) for _ in range(n)]),
        error=np.array([error(random) for _ in range(n)]),
        truth=np.array([random.choice([-1.0, 1.0]) for _ in range(n)]),
        edge=np.array([float(random.randint(0, 4)) for moves in leads for _ in moves]),
        key=np.array([random.getrandbits(64) for _ in range(n)], np.uint64),
        levels=np.array([], np.int64),
    )


def unfolded(space: Tree, node: int, depth: int, cost: float = 0.0) -> Sketch:
    """The tree of all paths from a position, each a node of its own; nothing below the depth."""
    over = not math.isnan(space.utility[node])
    below = range(space.first[node], space.first[node + 1]) if depth else ()
    return Sketch(
        static=float(space.static[node]),
        error=float(space.error[node]),
        mover=int(space.mover[node]),
        kids=[unfolded(space, int(space.child[e]), depth - 1, float(space.edge[e])) for e in below],
        utility=float(space.utility[node]) if over else None,
        cost=cost,
        truth=float(space.truth[node]),
    )


# Plain recursion over a sketch: the value to Max, the mover's value and error, or Max's probability of a win.
REAL = {
    "minimax": oracles.minimax,
    "vote": oracles.minimax,
    "mean": oracles.mean,
    "implicit-minimax": lambda x, d: 0.6 * oracles.mean(x, d) + 0.4 * oracles.minimax(x, d),
    "minimin": oracles.cheapest,
    "maximax": oracles.richest,
    "althofer": lambda x, d: x.mover * oracles.althofer_eq_2(x, d),
    "heir": lambda x, d: x.mover * float(2 * oracles.heir(x, d) - 1),
}
PAIRS = {
    "emm": oracles.emm_figure_4,
    "emm-value": oracles.emm_figure_4,
    "emm-no-flip": lambda s, d: oracles.emm_figure_4(s, d, flip=False),
    "emm-slides": oracles.emm_slides,
    "emm-true-types": oracles.emm_true_types,
}
CHANCES = {
    "product": oracles.product_for_max,
    "bayes": lambda n, d: to_max(n, oracles.bayes_odds(n, d)),
}


def to_max(n, chance):
    return chance if n.mover > 0 else 1 - chance


def test_every_rule_is_compared():
    assert REAL.keys() | PAIRS.keys() | CHANCES.keys() == RULES.keys()


@pytest.mark.parametrize("rule", REAL)
@given(space=spaces(), depth=DEPTHS)
def test_rules_on_values(rule: str, space: Tree, depth: int) -> None:
    values, _ = back_up(space, rule, depth)
    assert list(values) == pytest.approx([REAL[rule](unfolded(space, n, depth), depth) for n in range(len(space))])


@pytest.mark.parametrize("rule", PAIRS)
@given(space=spaces(), depth=DEPTHS)
def test_rules_on_values_and_errors(rule: str, space: Tree, depth: int) -> None:
    values, errors = back_up(space, rule, depth)
    for n in range(len(space)):
        value, error = PAIRS[rule](unfolded(space, n, depth), depth)
        assert (space.mover[n] * values[n], errors[n]) == pytest.approx((value, error))


@pytest.mark.parametrize("rule", CHANCES)
@given(space=spaces(), depth=DEPTHS)
def test_rules_on_chances(rule: str, space: Tree, depth: int) -> None:
    if rule == "bayes":  # whose oracle knows no certainties
        space = replace(space, error=np.maximum(space.error, 0.05), utility=np.full(len(space), math.nan))
    values, errors = back_up(space, rule, depth)
    for n in range(len(space)):
        mine = values[n] * space.mover[n]
        chance = 1 - errors[n] if mine > 0 else errors[n]
        assert to_max(unfolded(space, n, 0), chance) == pytest.approx(
            float(CHANCES[rule](unfolded(space, n, depth), depth)), abs=1e-12
        )


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=30)
@given(space=spaces(), depth=DEPTHS)
def test_scores_and_decisions(rule: str, space: Tree, depth: int) -> None:
    """What the player compares, and so what he chooses, is that of the unfolded tree; by the recursive search too."""
    scores = move_scores(space, rule, [depth])[depth]
    wrong = errors_by_depth(space, RULES[rule], [depth], len(space), lambda stage, share: None)[depth]
    right = ot.right_moves(space)
    for n in range(len(space)):
        own = slice(int(space.first[n]), int(space.first[n + 1]))
        if own.start == own.stop:
            assert math.isnan(wrong[n])
            continue
        np.testing.assert_array_equal(scores[own], tree_scores(unfolded(space, n, depth), rule, depth))
        chosen = decide(space, n, rule=rule, depth=depth).moves
        assert chosen == tuple(np.flatnonzero(scores[own] == scores[own].max()))
        assert wrong[n] == pytest.approx(1 - np.mean(right[own][list(chosen)]), abs=1e-6)


def tree_scores(root: Sketch, rule: str, depth: int) -> np.ndarray:
    return move_scores(tree_of(root), rule, [depth])[depth]


@settings(max_examples=30)
@given(space=spaces(), seed=st.integers(0, 100))
def test_noise_belongs_to_the_position(space: Tree, seed: int) -> None:
    """However a position is reached, its noise is the same: the unfolded tree under the same keys has the same."""
    flawed = ot.granular(ot.noisy(ot.truth, 0.5), 7)
    noise, paths = flawed(space, seed).static, [0]
    for here in paths:  # grows while it is read
        if len(paths) < 60:
            paths += [int(c) for c in space.children(here)]
    truth = space.truth[paths]
    copied = replace(
        space,
        first=np.zeros(len(paths) + 1, np.int64),
        child=space.child[:0],
        edge=space.edge[:0],
        mover=np.ones(len(paths), np.int8),
        utility=truth,
        static=truth,
        error=np.zeros(len(paths)),
        truth=truth,
        key=space.key[paths],
    )
    np.testing.assert_array_equal(flawed(copied, seed).static, noise[paths])
