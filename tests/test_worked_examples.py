"""The numbers that the papers print."""

import pytest

from overthink.core.tree import Tree
from overthink.search.decide import decide
from tests import oracles
from tests.sketches import Sketch

# Figure 3: A is player 1's, B and C player 2's; every evaluation is wrong with 10%. To player 1, D and E are wins (so a
# loss for player 2), F a win and G a loss; a static evaluation of B says what the search does.
FIGURE_3 = [[1, 1], [1, -1]]
STATIC = {(): 1, (0,): 1, (1,): 1}


def option_values(tree: Tree, rule: str, depth: int) -> list[tuple[float, float]]:
    return [(option.value, pytest.approx(option.error)) for option in decide(tree, rule=rule, depth=depth).options]


def test_figure_3() -> None:
    tree = Tree.literal(FIGURE_3, static=STATIC, error=0.1)
    assert option_values(tree, "emm", 2) == [(1, 0.10), (-1, 0.09)]
    decision = decide(tree, rule="emm", depth=2)
    assert (decision.moves, decision.value, decision.error) == ((0,), 1, pytest.approx(0.091))


@pytest.mark.parametrize("rule", ["emm-slides", "emm-no-flip", "emm-value"])
def test_figure_3_by_the_variants_of_emm(rule: str) -> None:
    decision = decide(Tree.literal(FIGURE_3, static=STATIC, error=0.1), rule=rule, depth=2)
    assert (decision.moves, decision.value, decision.error) == ((0,), 1, pytest.approx(0.091))


def test_figure_3_without_replacement() -> None:
    tree = Tree.literal(FIGURE_3, static=STATIC, error=0.1)
    assert option_values(tree, "product", 2) == [(1, 0.19), (-1, 0.09)]
    decision = decide(tree, rule="product", depth=2)
    assert (decision.value, decision.error) == (1, pytest.approx(0.1729))


def test_figure_1() -> None:
    """Min picks D over E and G over H; Max is left with -5 from B or 1 from C, and moves to C. (The printed leaves are
    lost: these fit the text.)"""
    tree = Tree.literal([[[-8, -5], [3, 0]], [[1, -2], [7, 4]]])
    decision = decide(tree, rule="minimax", depth=3)
    assert [option.value for option in decision.options] == [-5, 1]
    assert (decision.moves, decision.value) == ((1,), 1)


@pytest.mark.parametrize(("second", "searched", "kept"), [(0.1, 0.19, (1, 0.15)), (0.01, 0.109, (-1, 0.109))])
@pytest.mark.parametrize("rule", ["emm", "emm-slides"])
def test_the_slides_two_cases(rule: str, second: float, searched: float, kept: tuple[float, float]) -> None:
    """A type-D node whose static error is .15: .19 > .15 keeps the static value, .109 < .15 the search's."""
    error = {(): 0.15, (0,): 0.1, (1,): second}
    tree = Tree.literal([-1, -1], static={(): 1}, error=error)
    product = decide(tree, rule="product", depth=1)
    assert (product.value, product.error) == (-1, pytest.approx(searched))
    decision = decide(tree, rule=rule, depth=1)
    assert (decision.value, decision.error) == (kept[0], pytest.approx(kept[1]))


@pytest.mark.parametrize("e", [0.0, 0.05, 0.2, 0.29])
def test_figure_2_errors_of_the_node_types(e: float) -> None:
    """error(A) = e², error(B) = error(C) = e(1 - e), error(D) = 1 - (1 - e)²."""
    expected = {(1, 1): e * e, (1, -1): e * (1 - e), (-1, 1): e * (1 - e), (-1, -1): 1 - (1 - e) ** 2}
    for leaves, error in expected.items():
        decision = decide(Tree.literal(list(leaves), static={(): 0}, error=e), rule="emm", depth=1)
        assert (decision.value, decision.error) == (max(leaves), pytest.approx(error))
    assert expected[-1, -1] >= e >= expected[1, -1] >= expected[1, 1]


def test_a_node_of_type_d_over_nodes_of_type_a_is_not_pathological() -> None:
    """Section 3: with two type-A children the error is 1 - (1 - e²)², below e for small e."""
    e = 0.1
    decision = decide(Tree.literal([[1, 1], [1, 1]], mover=-1, static=1, error=e), rule="emm", depth=2)
    assert (decision.value, decision.error) == (1, pytest.approx(1 - (1 - e * e) ** 2))


def test_the_flip() -> None:
    """Three losses at 30% each are a win at 34.3%: all of them must be right for a loss."""
    tree = Tree.literal([-1, -1, -1], static={(): 0}, error=0.3)
    flipped = decide(tree, rule="emm", depth=1)
    assert (flipped.value, flipped.error) == (1, pytest.approx(0.343))
    assert oracles.emm_figure_4(Sketch(0, 0.3, 1, [Sketch(-1, 0.3, -1)] * 3), 1) == (1, pytest.approx(0.343))
    kept = decide(tree, rule="emm-no-flip", depth=1)
    assert (kept.value, kept.error) == (-1, 0.5)
    even = decide(Tree.literal([-1], static={(): 1}, error=0.5), rule="emm", depth=1)
    assert (even.value, even.error) == (-1, 0.5), "an error of exactly .5 is not too big"


def test_althofer_sums_along_the_line_of_figure_5() -> None:
    """Eqs. 4, 10 and 11, y u v in a line with values -1, 1, -3 to their movers: Q is -1 - 1 - 3 = -5 from y."""
    tree = Tree.literal([[[0]]], static={(): -1, (0,): -1, (0, 0): -3})
    decision = decide(tree, rule="althofer", depth=3)
    assert decision.value == -5
    assert decision.options[0].value == -4  # f(u) - f(v) = 4 to u's mover
