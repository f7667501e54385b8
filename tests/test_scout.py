"""Bounded SCOUT: its guarantee, Pearl's SCOUT at ε = 0, and Theorem 1 for what it saw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.nested import Chance, Max, Min, Node, nested
from overthink.search.chance import chance_subject
from overthink.search.scout import runs_of


def inner(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(children, min_size=1, max_size=3)
    return st.one_of(lists.map(lambda c: Max(*c)), lists.map(lambda c: Min(*c)))


TREES = inner(st.recursive(st.integers(0, 10), inner, max_leaves=16))


def value_of(node: Any) -> float:
    if not isinstance(node, Node):
        return float(node)
    return (max if isinstance(node, Max) else min)(value_of(child) for child in node.children)


def pearl(node: Any, seen: list[Any]) -> float:
    """SCOUT as Pearl has it: evaluate the first, test the others, evaluate those that pass."""
    if not isinstance(node, Node):
        seen.append(node)
        return float(node)
    best = pearl(node.children[0], seen)
    for other in node.children[1:]:
        if passes(other, best, 1 if isinstance(node, Max) else -1, seen):
            best = pearl(other, seen)
    return best


def passes(node: Any, limit: float, side: int, seen: list[Any]) -> bool:
    if not isinstance(node, Node):
        seen.append(node)
        return bool(side * node > side * limit)
    results = (passes(child, limit, side, seen) for child in node.children)
    return any(results) if isinstance(node, Max) == (side > 0) else all(results)


@settings(max_examples=100, deadline=None)
@given(tree=TREES, epsilon=st.integers(0, 10))
def test_the_value_is_inside_and_the_width_at_most_epsilon(tree: Node, epsilon: int) -> None:
    found = ot.bounded_scout(nested(tree), epsilon=epsilon)
    assert found.low <= value_of(tree) <= found.high and found.width <= epsilon
    for option, child in zip(found.options, tree.children, strict=True):
        assert option.low <= value_of(child) <= option.high
    sign = 1 if isinstance(tree, Max) else -1
    for move in found.moves:
        assert sign * (value_of(tree) - value_of(tree.children[move])) <= epsilon


@settings(max_examples=100, deadline=None)
@given(tree=TREES)
def test_without_slack_it_is_scout(tree: Node) -> None:
    seen: list[Any] = []
    found = ot.bounded_scout(nested(tree), epsilon=0)
    assert found.low == found.high == pearl(tree, seen) == value_of(tree)
    assert found.leaves == len(seen)


@settings(max_examples=80, deadline=None)
@given(tree=TREES, epsilon=st.integers(0, 10))
def test_theorem_1_holds_for_what_it_saw(tree: Node, epsilon: int) -> None:
    columns = nested(tree)
    position = replace(chance_subject(columns, None, None), compiled=False)
    leaves: dict[int, tuple[float, float]] = {}

    def utility(game: Any, node: Any) -> float:
        worth = float(columns.utility[node])
        leaves[int(node)] = worth, worth
        return worth

    run, _ = runs_of(replace(position, names={**position.names, "utility": utility}))
    L, U, *_ = run(position.context, 0, 100, float(epsilon))
    part = ot.bounds_of_leaves(columns, leaves, low=0, high=10)
    proof = ot.check_proof(columns, part, epsilon=epsilon, low=0, high=10)
    assert proof.complete, proof
    assert proof.low >= L and proof.high <= U, "C1 to C3 get no less out of the same leaves"


def test_compiled_and_interpreted_are_the_same() -> None:
    for number in range(5):
        game = ot.RandomTree(3, 5, number=number)
        tree = ot.grow(game, 0, 5)
        for epsilon in (0.0, 10.0, 40.0):
            fast, slow = ot.bounded_scout(game, epsilon=epsilon), ot.bounded_scout(tree, epsilon=epsilon)
            assert (fast.low, fast.high, fast.expanded, fast.leaves) == (
                slow.low,
                slow.high,
                slow.expanded,
                slow.leaves,
            )
            assert fast.moves == slow.moves


def test_a_depth_and_opinions() -> None:
    tree = ot.Tree.literal([[1, 5], [3, 4]], static={(): 0, (0,): 7, (1,): 9})
    assert ot.bounded_scout(tree, epsilon=0).low == 3 and ot.bounded_scout(tree, epsilon=0, depth=1).low == 9
    assert ot.bounded_scout(tree, epsilon=2, depth=1).moves == (0,)
    with pytest.raises(OverthinkError, match="without chance"):
        ot.bounded_scout(nested(Chance((0.5, 1), (0.5, 2))), epsilon=1)
    with pytest.raises(OverthinkError, match="-1 was given"):
        ot.bounded_scout(nested(Max(1, 2)), epsilon=-1)
