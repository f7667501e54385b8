"""Bounded proof-number search: its guarantee against full minimax, and Theorem 1 for what it saw."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.nested import Chance, Max, Min, Node, nested
from overthink.games.random_tree import RandomTree
from overthink.search.chance import chance_subject
from overthink.search.proof_number import ProofNumberSearch


def inner(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(children, min_size=1, max_size=3)
    return st.one_of(lists.map(lambda c: Max(*c)), lists.map(lambda c: Min(*c)))


TREES = inner(st.recursive(st.integers(0, 10), inner, max_leaves=16))


def value_of(node: Any) -> float:
    if not isinstance(node, Node):
        return float(node)
    return (max if isinstance(node, Max) else min)(value_of(child) for child in node.children)


@settings(max_examples=50, deadline=None)
@given(tree=TREES, epsilon=st.integers(0, 10))
def test_the_value_is_inside_and_the_width_at_most_epsilon(tree: Node, epsilon: int) -> None:
    found = ot.bounded_proof_number(nested(tree), epsilon=epsilon, low=0, high=10)
    assert found.low <= value_of(tree) <= found.high and found.width <= epsilon
    for option, child in zip(found.options, tree.children, strict=True):
        assert option.low <= value_of(child) <= option.high
    sign = 1 if isinstance(tree, Max) else -1
    for move in found.moves:
        assert sign * (value_of(tree) - value_of(tree.children[move])) <= epsilon


@settings(max_examples=50, deadline=None)
@given(tree=TREES, epsilon=st.integers(0, 9))
def test_theorem_1_holds_for_what_it_saw(tree: Node, epsilon: int) -> None:
    columns = nested(tree)
    search = ProofNumberSearch(chance_subject(columns, None, None), 100, 0.0, 10.0)
    search.run(float(epsilon))
    leaves = {int(node.state): (node.low, node.high) for node in search.nodes if not len(columns.children(node.state))}
    part = ot.bounds_of_leaves(columns, leaves, low=0, high=10)
    assert part[0] == (search.root.low, search.root.high)
    proof = ot.check_proof(columns, part, epsilon=epsilon, low=0, high=10)
    assert proof.complete and proof.true, proof


@pytest.mark.parametrize("epsilon", [0.0, 8.0, 32.0])
def test_it_agrees_with_bounded_alpha_beta_on_drawn_trees(epsilon):
    for number in range(5):
        tree = RandomTree(3, 5, number=number, seed=0)
        value = ot.bounded(tree, epsilon=0, low=0, high=100).low
        found = ot.bounded_proof_number(tree, epsilon=epsilon, low=0, high=100)
        assert found.low <= value <= found.high and found.width <= epsilon
        assert found.expanded <= (3**5 - 1) // 2 and found.leaves <= 3**5


def test_a_question_is_settled_by_the_cheapest_proof():
    """Worth more than 5? One leaf of 7 says yes, and the other move is never looked into."""
    search = ProofNumberSearch(chance_subject(nested(Max(Min(7), Min(1, 2, 3))), None, None), 100, 0.0, 10.0)
    search.settle(5.0)
    assert search.root.proof == 0.0 and (search.root.low, search.root.high) == (7.0, 10.0)
    assert search.expanded == 2 and search.leaves == 1


def test_a_depth_ends_it_with_the_evaluators_opinion():
    tree = RandomTree(3, 5)
    found = ot.bounded_proof_number(tree, epsilon=0, low=0, high=100, depth=2, evaluate=lambda state: 25.0)
    assert found.low == found.high == 25.0 and found.leaves <= 9


def test_bad_input_is_one_sentence():
    tree = nested(Max(3, 4))
    with pytest.raises(OverthinkError, match="without chance"):
        ot.bounded_proof_number(nested(Max(Chance((0.5, 1), (0.5, 2)), 3)), epsilon=1, low=0, high=10)
    with pytest.raises(OverthinkError, match="outside"):
        ot.bounded_proof_number(tree, epsilon=0, low=0, high=3)
    with pytest.raises(OverthinkError, match="ε is a number"):
        ot.bounded_proof_number(tree, epsilon=-1, low=0, high=10)
