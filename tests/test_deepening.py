"""Iterative deepening: the deepest search that fits into a budget of depth, nodes or time."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink.search.deepening as deepening
from overthink.core.decision import Limit, Nodes
from overthink.core.errors import OverthinkError
from overthink.core.tree import Tree
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from tests.sketches import Sketch, SketchGame, height, opinion_of, sketches, tree_of

NUMBERED = [[[i * 4 + j * 2 + k for k in range(2)] for j in range(2)] for i in range(2)]


class Clock:
    """A clock that moves on by one tick each time it is read."""

    def __init__(self, tick: float):
        self.tick, self.now = tick, 0.0

    def perf_counter(self) -> float:
        self.now += self.tick
        return self.now


@given(sketches(turns=None), st.integers(1, 5), st.sampled_from(["minimax", "emm", "vote"]))
def test_a_limit_of_depth_gives_the_search_of_that_depth(root: Sketch, depth: int, rule: str) -> None:
    tree = tree_of(root)
    found = deepen(tree, rule=rule, limit=Limit(depth=depth))
    alone = decide(tree, rule=rule, depth=found.depth)
    assert replace(found, nodes=alone.nodes) == alone
    looks = [decide(tree, rule="minimax", depth=looked).nodes for looked in range(1, found.depth + 1)]
    assert found.nodes == sum(looks, Nodes())
    assert found.depth == depth or looks[-1].frontier == 0, "stops short only where the game is seen to its end"


@given(sketches(turns=None, width=4), st.integers(1, 300), st.sampled_from(["full-width", "alpha-beta"]))
def test_a_budget_of_nodes_is_kept_to_within_the_last_positions(root: Sketch, budget: int, search: str) -> None:
    tree = tree_of(root)
    found = deepen(tree, search=search, limit=Limit(nodes=budget))
    first = decide(tree, search=search, depth=1).nodes.total
    deepest = height(root)
    assert found.nodes.total <= max(budget, first) + deepest * (4 + 1)
    spent = sum(decide(tree, search=search, depth=looked).nodes.total for looked in range(1, found.depth + 1))
    assert spent < budget or found.depth == 1, "what it answers by was finished within the budget"
    if found.depth < deepest and decide(tree, search=search, depth=found.depth).nodes.frontier:
        one_more = decide(tree, search=search, depth=found.depth + 1).nodes.total
        assert spent + one_more >= budget, "another ply would not have fitted"


@pytest.mark.parametrize("search", ["full-width", "alpha-beta"])
def test_a_budget_of_nodes_is_passed_by_the_last_positions_at_most(search: str) -> None:
    """The budget may run out at the root: two more positions are opened on the way down, and two moves looked at."""
    tree = Tree.literal(NUMBERED, static=0.0)
    for budget in range(1, 40):
        found = deepen(tree, search=search, limit=Limit(nodes=budget))
        assert found.nodes.total <= max(3, budget + 4)


def test_depth_1_is_always_finished() -> None:
    found = deepen(Tree.literal(NUMBERED, static=lambda path: sum(path)), limit=Limit(nodes=1))
    assert (found.depth, found.moves, found.nodes.total) == (1, (1,), 3)


def test_whichever_limit_comes_first() -> None:
    tree = Tree.literal(NUMBERED, static=0.0)
    assert deepen(tree, limit=Limit(depth=2, nodes=1_000)).depth == 2
    assert deepen(tree, limit=Limit(depth=3, nodes=12)).depth == 2
    assert deepen(tree, limit=Limit(nodes=1_000)).depth == 3


@pytest.mark.parametrize(("seconds", "depth"), [(0.5, 1), (1e9, 3), (math.inf, 3)])
def test_a_budget_of_time(seconds: float, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deepening, "time", Clock(1.0))
    assert deepen(Tree.literal(NUMBERED, static=0.0), limit=Limit(seconds=seconds)).depth == depth


def test_time_left_buys_nodes_at_the_speed_seen_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Depth 1 sees 3 nodes in the first second; 2.4 seconds more would buy 7.2, and depth 2 sees 7: not to spare."""
    tree = Tree.literal(NUMBERED, static=0.0)
    for seconds, depth in ((3.4, 1), (3.8, 2)):
        monkeypatch.setattr(deepening, "time", Clock(1.0))
        assert deepen(tree, limit=Limit(seconds=seconds)).depth == depth


def test_a_game_seen_to_its_end_is_not_searched_further() -> None:
    root = Sketch(0, 0, 1, [Sketch(0, 0, -1, [Sketch(0, 0, 1, utility=1)]), Sketch(0, 0, -1, utility=-1)])
    found = deepen(SketchGame(root), evaluate=opinion_of, limit=Limit(seconds=1e6))
    assert (found.depth, found.moves, found.value) == (2, (0,), 1)


def test_a_tree_that_is_silent_on_the_way_is_refused() -> None:
    """Its leaves would do for depth 3, but depth 1 stops at nodes that nobody has evaluated."""
    with pytest.raises(OverthinkError, match="give static="):
        deepen(Tree.literal(NUMBERED), limit=Limit(nodes=5))


def test_a_state_space_has_no_height_to_stop_at() -> None:
    tree = tree_of(Sketch(0, 0, 1, [Sketch(1, 0, -1), Sketch(2, 0, -1)]))
    circle = replace(
        tree, first=tree.first * 0 + [0, 2, 3, 4], child=tree.child[[0, 1, 0, 0]] * [1, 1, 0, 0], levels=tree.levels[:0]
    )
    circle = replace(circle, edge=circle.static[[0, 0, 0, 0]] * 0)
    found = deepen(circle, 0, limit=Limit(nodes=60))
    assert found.depth > 2
