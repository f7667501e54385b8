"""What `explain` says of every node, against the figure that the paper walks through and a count by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overthink.core.tree import Tree
from overthink.search.explain import explain
from tests import oracles
from tests.sketches import Sketch, sketches, tree_of


def test_figure_3_node_by_node() -> None:
    tree = Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    a, b, c, *leaves = explain(tree, "emm", 2)
    assert (a.kind, a.value, a.error, a.replaced) == ("B/C", 1, pytest.approx(0.091), False)
    assert (b.kind, b.searched_error, b.error, b.replaced) == ("D", pytest.approx(0.19), 0.1, True)
    assert (c.kind, c.value, c.error, c.replaced) == ("B/C", -1, pytest.approx(0.09), False)
    assert Counter(leaf.kind for leaf in leaves) == {"frontier": 4}
    assert [seen.ply for seen in (a, b, c, *leaves)] == [0, 1, 1, 2, 2, 2, 2]


def kinds(node: Sketch, depth: int) -> Counter[str]:
    """Node types by the values that Algorithm 1 gives the children."""
    if node.utility is not None:
        return Counter(["terminal"])
    if depth == 0 or not node.kids:
        return Counter(["frontier"])
    wins = [oracles.seen_from(node, kid, oracles.emm_figure_4(kid, depth - 1)[0]) > 0 for kid in node.kids]
    own = Counter(["A" if all(wins) else "B/C" if any(wins) else "D"])
    return sum((kinds(kid, depth - 1) for kid in node.kids), own)


@given(sketches(turns=None), st.integers(1, 4))
def test_counts_of_node_types(root: Sketch, depth: int) -> None:
    assert Counter(seen.kind for seen in explain(tree_of(root), "emm", depth)) == kinds(root, depth)


@given(sketches(errors=("any",)), st.integers(1, 4))
def test_replaced_where_the_static_evaluation_is_surer(root: Sketch, depth: int) -> None:
    for seen in explain(tree_of(root), "emm", depth):
        assert seen.replaced == (seen.searched_error > seen.error)
