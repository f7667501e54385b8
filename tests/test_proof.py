"""Conditions C1 to C6 and Theorem 1 of [Atzmon2018]: for bounded alpha-beta, SCOUT, and for
searches that look anywhere."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.grow import Chance, Max, Min, Node, nested
from overthink.search.subjects.bind import chance_subject
from overthink_papers.bab.proof import bounds_of_leaves, examine_proof, seen_by_bounded
from overthink_papers.beyond.bounded.bounded_scout import scout_of
from tests.test_bab import TREES as PLAYERS_TREES
from tests.test_bab import with_chance

HIGH = 8.0
Part = dict[int, tuple[float, float]]


TREES = with_chance(st.recursive(st.integers(0, 8), with_chance, max_leaves=14))  # quarters: nothing is rounded


def values(tree: ot.Tree) -> list[float]:
    """The true value of every node."""
    known = [float(u) for u in tree.utility]
    for node in reversed(range(len(tree))):
        below = [known[child] for child in tree.children(node)]
        if below and tree.mover[node] == 0:
            known[node] = float(np.dot(chances(tree, node), below))
        elif below:
            known[node] = max(below) if tree.mover[node] > 0 else min(below)
    return known


def chances(tree: ot.Tree, node: int) -> Any:
    return tree.edge[tree.first[node] : tree.first[node + 1]]


def explore(tree: ot.Tree, random: np.random.Generator, high: float, loose: int) -> Part:
    """A search that looks anywhere: it leaves children out, stops early, and gives leaves bounds that are too wide by
    up to `loose`."""
    known = values(tree)
    part = Part()

    def visit(node: int) -> tuple[float, float]:
        children = [int(child) for child in tree.children(node)]
        if not children or random.random() < 0.15:
            down, up = random.integers(0, loose + 1, 2) * (random.random() < 0.4)
            part[node] = max(0.0, known[node] - down), min(high, known[node] + up)
            return part[node]
        keep = [child for child in children if random.random() < 0.8] or children[:1]
        L, U = np.array([visit(child) for child in keep]).T
        whole = len(keep) == len(children)
        if tree.mover[node] == 0:
            pi = np.array([p for child, p in zip(children, chances(tree, node)) if child in keep])
            part[node] = float(pi @ L), float(pi @ U + (1.0 - pi.sum()) * high)
        elif tree.mover[node] > 0:
            part[node] = float(L.max()), float(U.max()) if whole else high
        else:
            part[node] = float(L.min()) if whole else 0.0, float(U.min())
        return part[node]

    visit(0)
    return part


@settings(max_examples=100, deadline=None)
@given(tree=TREES, epsilon=st.integers(0, 8), window=st.sampled_from(["full", "parent", "none"]))
def test_bounded_alpha_beta_keeps_all_conditions(tree: Node, epsilon: int, window: str) -> None:
    columns = nested(tree)
    options: dict[str, Any] = {"epsilon": epsilon, "low": 0, "high": 8}
    part = seen_by_bounded(columns, window=window, **options)
    found = ot.bounded(columns, window=window, **options)
    proof = examine_proof(columns, part, **options)
    assert (proof.low, proof.high, len(part)) == (found.low, found.high, found.expanded + found.leaves)
    assert proof.complete and proof.true, proof
    assert proof.value == values(columns)[0]


@settings(max_examples=120, deadline=None)
@given(tree=TREES, seed=st.integers(0, 10**6), epsilon=st.integers(0, 8))
def test_theorem_1_for_any_search(tree: Node, seed: int, epsilon: int) -> None:
    columns = nested(tree)
    part = explore(columns, np.random.default_rng(seed), HIGH, loose=2)
    proof = examine_proof(columns, part, epsilon=epsilon, low=0, high=HIGH)
    assert proof.low <= proof.value <= proof.high, "Lemma 1"
    assert all(part[n][0] <= alpha and beta <= part[n][1] for n, (alpha, beta) in proof.windows.items()), "Lemma 2"
    assert {breach.condition for breach in proof.breaches} <= {"leaf", "partial"}
    if proof.complete:
        assert all(beta <= alpha + epsilon for alpha, beta in proof.windows.values()), "Lemma 3, with ≤"
        assert proof.true and proof.high <= proof.low + epsilon, "Theorem 1"


def test_some_searches_prove_their_value_and_some_are_wrong() -> None:
    random = np.random.default_rng(0)
    complete = 0
    wrong = 0
    for number in range(100):
        tree = ot.grow(ot.RandomTree(2, 3, whole=True, number=number), 0, 3)
        proof = examine_proof(tree, explore(tree, random, 100.0, loose=10), epsilon=30, low=0, high=100)
        complete, wrong = complete + proof.complete, wrong + (not proof.true)
        assert proof.true or not proof.complete
    assert complete > 5 and wrong > 5


def test_a_cut_after_the_last_child_leaves_the_conditions() -> None:
    """In the reading closest to print a node whose children were all seen is treated as cut: sound, but not C2(3)."""
    tree = nested(Max(7, Min(Max(8, 5), 6)))
    part = seen_by_bounded(tree, epsilon=0, low=0, high=10, last_child=False)
    proof = examine_proof(tree, part, epsilon=0, low=0, high=10)
    assert [(breach.node, breach.condition) for breach in proof.breaches] == [(2, "C2")] and proof.true


def test_lemma_3_with_a_strict_inequality_is_about_nothing_at_epsilon_0() -> None:
    """β < α + ε, as printed, holds at no leaf whose value is known, if ε is 0; the proof has ≤."""
    tree = nested(Max(1, 2))
    proof = examine_proof(tree, {0: (2, 2), 1: (1, 1), 2: (2, 2)}, epsilon=0, low=0, high=10)
    assert proof.complete and proof.windows[2] == (2, 2)


def test_the_naive_rule_proves_nothing() -> None:
    """Figure 2: what it saw, with honest bounds, does not keep the conditions."""
    tree = nested(Max(1, Min(2, 0), Min(3, 0), Min(4, 0)))
    said = ot.naive_epsilon(tree, epsilon=1)
    assert (said.value, said.expanded, said.leaves) == (4, 4, 4)
    part = {0: (1, 4), 1: (1, 1), 2: (0, 2), 5: (2, 2), 3: (0, 3), 7: (3, 3), 4: (0, 4), 9: (4, 4)}
    proof = examine_proof(tree, part, epsilon=1, low=0, high=10)
    assert {(breach.node, breach.condition) for breach in proof.breaches} == {(3, "partial"), (4, "partial")}
    assert "not proven" in str(proof) and "node 4" in str(proof) and proof.value == 1
    wider = examine_proof(tree, part, epsilon=3, low=0, high=10)
    assert wider.complete and str(wider).endswith("proven")


BOUNDS: Part = {0: (5.0, 5.0), 1: (5.0, 5.0), 2: (3.0, 3.0)}


@pytest.mark.parametrize(
    ("change", "condition"),
    [({0: (4.0, 5.0)}, "C1"), ({0: (5.0, 6.0)}, "C1"), ({1: (4.0, 4.5)}, "leaf"), ({2: (3.0, 4.0)}, "leaf")],
)
def test_each_condition_can_fail(change: Part, condition: str) -> None:
    tree = nested(Max(5, 3))
    assert examine_proof(tree, BOUNDS, epsilon=0, low=0, high=10).complete
    proof = examine_proof(tree, {**BOUNDS, **change}, epsilon=0, low=0, high=10)
    assert condition in {breach.condition for breach in proof.breaches}


@pytest.mark.parametrize(
    ("root", "part", "conditions"),
    [
        (Min(5, 3), {0: (3, 5), 1: (5, 5)}, {"C2", "partial"}),
        (Chance((0.5, 4), (0.5, 8)), {0: (2, 6), 1: (4, 4)}, {"C3", "partial"}),
    ],
)
def test_conditions_by_name(root: Node, part: Part, conditions: set[str]) -> None:
    proof = examine_proof(nested(root), part, epsilon=1, low=0, high=10)
    assert {breach.condition for breach in proof.breaches} == conditions


@pytest.mark.parametrize(
    ("part", "options", "says"),
    [
        ({0: (0, 9), 3: (1, 1)}, {}, "its parent is not"),
        ({}, {}, "must have its root"),
        ({0: (0, 9)}, {"epsilon": -1}, "0 or more, not -1"),
    ],
)
def test_what_cannot_be_checked_is_said_in_one_sentence(part: Part, options: dict[str, Any], says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        examine_proof(nested(Max(Min(1, 2), 3)), part, **{"epsilon": 1, "low": 0, "high": 9, **options})


# SCOUT


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


def run_scout(tree: ot.Tree | ot.RandomTree, epsilon: float, depth: int = 100) -> tuple[float, float, int, int]:
    position = chance_subject(tree, None, None)
    found: tuple[float, float, int, int] = scout_of(position)(position.context, position.state, depth, float(epsilon))
    return found


@settings(max_examples=100, deadline=None)
@given(tree=PLAYERS_TREES, epsilon=st.integers(0, 10))
def test_scout(tree: Node, epsilon: int) -> None:
    """The value is inside, the width at most ε; without ε it is Pearl's SCOUT; and Theorem 1 holds for what it saw."""
    low, high, _, _ = run_scout(nested(tree), epsilon)
    assert low <= values(nested(tree))[0] <= high <= low + epsilon
    seen: list[Any] = []
    low, high, _, count = run_scout(nested(tree), 0)
    assert low == high == pearl(tree, seen) == values(nested(tree))[0] and count == len(seen)
    columns = nested(tree)
    leaves = Part()
    position = replace(chance_subject(columns, None, None), compiled=False)

    def utility(game: Any, node: Any) -> float:
        worth = float(columns.utility[node])
        leaves[int(node)] = worth, worth
        return worth

    run = scout_of(replace(position, names={**position.names, "utility": utility}))
    low, high, *_ = run(position.context, 0, 100, float(epsilon))
    proof = examine_proof(columns, bounds_of_leaves(columns, leaves, low=0, high=10), epsilon=epsilon, low=0, high=10)
    assert proof.complete, proof
    assert proof.low >= low and proof.high <= high, "C1 to C3 get no less out of the same leaves"


@pytest.mark.exhaustive
def test_scout_compiled_and_interpreted_is_the_same() -> None:
    for number in range(3):
        game = ot.RandomTree(3, 5, number=number)
        tree = ot.grow(game, 0, 5)
        for epsilon in (0.0, 10.0, 40.0):
            assert run_scout(game, epsilon) == run_scout(tree, epsilon)
    literal = ot.Tree.literal([[1, 5], [3, 4]], static={(): 0, (0,): 7, (1,): 9})
    assert run_scout(literal, 0)[0] == 3 and run_scout(literal, 0, depth=1)[0] == 9
