"""A trace against the search that it watched: the same decision, the same nodes, and every step in its place."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.grow import Chance, Max, Min, Node, nested
from overthink.core.tree import Tree
from overthink.lab.workers import trace
from overthink.lab.workers.trace import AGGREGATE, BACK, DONE, ENTER, LEAF, Trace, trace_bounds, trace_rule
from overthink.rules import RULES
from overthink.search import SEARCHES, Search
from overthink.search.explain import explain
from overthink.search.minimax import by_odds, pruned
from tests.sketches import ERRORS, VALUES, Sketch, sketch, sketches, tree_of

PAIRS = [(rule.name, search.name) for search in SEARCHES.values() for rule in RULES.values() if search.sound_for(rule)]
TYPES = {"A": trace.ALL_WIN, "B/C": trace.SOME_WIN, "D": trace.NONE_WINS}


def follow(found: Trace, tree: Tree, probes: bool = False) -> None:
    """Walks through a trace: nodes open and close like brackets, a value comes back from where it was just found, and
    moves are left out for a reason only."""
    stack: list[list[Any]] = []
    last: Any = None
    for kind, node, *rest in found.events:
        if kind == ENTER:
            if stack:
                assert node in tree.children(stack[-1][0]) or probes
            stack.append([node, 0])
        elif kind == LEAF:
            last = node
        elif kind == BACK:
            assert stack[-1][0] == node and rest[0] == last
            assert len(rest) == 1 + len(found.names)
            stack[-1][1] += rest[0] in tree.children(node)
        elif kind == AGGREGATE:
            assert stack[-1][0] == node
        else:
            opened, seen = stack.pop()
            last = opened
            left_out = len(tree.children(opened)) - seen
            assert opened == node
            assert (rest[4] >= 0) == (left_out > 0) or (tree.mover[node] == 0 and rest[4] < 0)
            assert rest[4] < len(found.reasons)
    assert not stack


@pytest.mark.parametrize(("rule", "search"), PAIRS)
@given(root=sketches(turns=None), depth=st.integers(1, 5))
def test_a_trace_ends_as_decide_does(rule: str, search: str, root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    decision = ot.decide(tree, rule=rule, search=search, depth=depth)
    found = trace_rule(tree, rule, search, depth)
    assert (found.value, found.error, found.moves) == (decision.value, decision.error, decision.moves)
    assert found.internal == decision.nodes.internal
    assert found.leaves == decision.nodes.frontier + decision.nodes.terminal
    kinds = Counter(event[0] for event in found.events)
    assert (kinds[ENTER], kinds[LEAF], kinds[DONE]) == (found.internal, found.leaves, found.internal)
    assert kinds[BACK] == found.internal + found.leaves - (depth if RULES[rule].sums_depths else 1)
    last = found.events[-1]
    assert last[:2] == [DONE, 0]
    if not RULES[rule].sums_depths:
        assert last[2:4] == [pytest.approx(decision.value), decision.error]
    follow(found, tree)


@pytest.mark.parametrize("rule", [rule for rule in RULES if not RULES[rule].sums_depths])
@given(root=sketches(turns=None, errors=("any", "eighths")), depth=st.integers(1, 4))
def test_every_node_is_as_explained(rule: str, root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    found = trace_rule(tree, rule, "full-width", depth)
    done = {event[1]: event for event in found.events if event[0] in (LEAF, DONE)}
    said = {event[1]: event for event in found.events if event[0] == AGGREGATE}
    seen = explain(tree, rule, depth)
    assert set(done) == {one.node for one in seen}
    for one in seen:
        event = done[one.node]
        assert event[2:4] == [one.value, one.error]
        if event[0] == DONE:
            assert (bool(event[5]), event[7]) == (one.replaced, TYPES[one.kind])
        if one.node in said:
            assert said[one.node][2:4] == [one.searched_value, one.searched_error]


def test_figure_3_step_by_step() -> None:
    """The numbers that the EMM paper prints, in the order in which they come up."""
    found = trace_rule(Tree.literal([[1, 1], [1, -1]], static=1, error=0.1), "emm", "full-width", 2)
    said = [(event[1], pytest.approx(event[3])) for event in found.events if event[0] == AGGREGATE]
    kept = [(event[1], pytest.approx(event[3]), event[5]) for event in found.events if event[0] == DONE]
    assert said == [(1, 0.19), (2, 0.09), (0, 0.091)]
    assert kept == [(1, 0.10, 1), (2, 0.09, 0), (0, 0.091, 0)]


def check_windows(found: Trace, true: dict[int, float], place: Any) -> None:
    """What is inside its window is the true value; what is outside bounds it, from the side that is told."""
    windows: list[tuple[float, float]] = []
    for event in found.events:
        if event[0] == ENTER:
            windows.append((event[2], event[3]))
        elif event[0] == DONE:
            low, high = windows.pop()
            node = event[1]
            value = place(*event[2:4])
            bound = event[4]
            assert bound == (value >= high) - (value <= low)
            if bound <= 0:
                assert true[node] <= value + 1e-8 * (1 + abs(value))
            if bound >= 0:
                assert true[node] >= value - 1e-8 * (1 + abs(value))


@pytest.mark.parametrize("search", [search for search in SEARCHES.values() if search.rules], ids=lambda each: each.name)
@given(root=sketches(turns=None, errors=("any", "eighths")), depth=st.integers(2, 5))
def test_windows_and_bounds_are_told_as_max_sees_them(search: Search, root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    rule = search.rules[-1]
    found = trace_rule(tree, rule, search.name, depth)

    def place(value: float, error: float) -> float:
        return by_odds.interpreted((value, error)) if search.template is pruned else value

    seen = {one.node: place(one.value, one.error) for one in explain(tree, rule, depth)}
    if not all(option.exact for option in ot.decide(tree, depth=depth, rule=rule, search=search.name).options):
        seen[0] = place(found.value, found.error)  # by odds, the root is worth its best move then
    check_windows(found, seen, place)


def test_what_a_rule_has_so_far_is_told() -> None:
    found = trace_rule(Tree.literal([[1, 1], [1, -1]], static=1, error=0.1), "emm", "full-width", 2)
    so_far = [event[1:] for event in found.events if event[0] == BACK]
    assert so_far[:3] == [
        [1, 3, -1, 0.1, 0.9],
        [1, 4, -1, pytest.approx(0.19), pytest.approx(0.81)],
        [0, 1, 1, 0.9, 0.1],
    ]
    costs = trace_rule(Tree.literal([[3, 4], [2, 5]], mover=-1, players=1), "minimin", "full-width", 2)
    assert [event[3] for event in costs.events if event[0] == BACK] == [3, 3, 3, 2, 2, 2]


def test_a_value_that_is_turned_round_is_marked() -> None:
    found = trace_rule(Tree.literal([-1, -1, -1], static={(): 0}, error=0.3), "emm", "full-width", 1)
    assert [event[2:] for event in found.events if event[0] == AGGREGATE] == [[1, pytest.approx(0.343), 1]]


def test_folds_have_a_name_for_every_number() -> None:
    for rule in RULES.values():
        unshown = len({"magnitude", "rounding"} & {*rule.message})  # bound the error of a sum
        shown = len(rule.interpreted["start"](0.0, 0.0)) - unshown
        assert shown == len(rule.numbers) == len(rule.fold)


@pytest.mark.parametrize("search", [search for search in SEARCHES.values() if search.rules], ids=lambda each: each.name)
def test_every_way_to_end_a_node_early_happens_and_has_its_reason(search: Search) -> None:
    random = Random(3)
    trees = [tree_of(sketch(random, 6, 3, VALUES["reals"], ERRORS["one"])) for _ in range(20)]
    traces = [trace_rule(tree, search.rules[0], search.name, tree.height) for tree in trees if tree.height]
    assert {reason for trace in traces for reason in trace.reasons} == set(search.cuts.values())


# --- chance, and bounds ---------------------------------------------------------------------------------------------


def nodes(children: st.SearchStrategy[Any], chance: bool = True) -> st.SearchStrategy[Any]:
    lists = st.lists(children, min_size=1, max_size=3)
    weighted = st.lists(st.tuples(st.integers(0, 4), children), min_size=1, max_size=3).filter(
        lambda pairs: sum(weight for weight, _ in pairs) > 0
    )
    kinds = [
        lists.map(lambda c: Max(*c)),
        lists.map(lambda c: Min(*c)),
        weighted.map(lambda c: Chance(*[(w / sum(w for w, _ in c), child) for w, child in c])),
    ]
    return st.one_of(kinds if chance else kinds[:2])


def trees(chance: bool) -> st.SearchStrategy[Any]:
    return nodes(st.recursive(st.integers(0, 10), lambda children: nodes(children, chance), max_leaves=16), chance)


TREES, WITHOUT_CHANCE = trees(True), trees(False)


@given(TREES, st.sampled_from([0.0, 0.5, 2.0, 5.0]), st.sampled_from([None, 1, 2]))
def test_bounded_alpha_beta(root: Node, epsilon: float, depth: int | None) -> None:
    tree = nested(root)
    tree = tree.opinion(np.where(np.isnan(tree.utility), 5.0, tree.utility))
    proven = ot.bounded(tree, epsilon=epsilon, low=0, high=10, depth=depth)
    found = trace_bounds(tree, "bounded", 0, 10, depth, epsilon)
    assert (found.value, found.error, found.moves) == (proven.low, proven.high, proven.moves)
    assert (found.internal, found.leaves) == (proven.expanded, proven.leaves)
    check(found, tree)


@pytest.mark.parametrize(
    ("search", "roots"), [("full-width", TREES), ("star1", TREES), ("star2", TREES), ("star2", WITHOUT_CHANCE)]
)
@given(data=st.data())
def test_searches_of_chance(search: str, roots: st.SearchStrategy[Node], data: st.DataObject) -> None:
    tree = nested(data.draw(roots))
    exact = ot.expectimax(tree, search=search, low=0, high=10)
    found = trace_bounds(tree, search, 0, 10)
    assert (found.value, found.moves) == (exact.low, exact.moves)
    assert (found.internal, found.leaves) == (exact.expanded, exact.leaves)
    check(found, tree)
    true = {event[1]: event[2] for event in trace_bounds(tree, "full-width", 0, 10).events if event[0] in (LEAF, DONE)}
    if search == "full-width":
        assert true[0] == pytest.approx(exact.low)
        assert all(event[4] == 0 and event[6] == -1 for event in found.events if event[0] == DONE)
    elif search == "star1" or not (tree.mover == 0).any():  # where chance moves, Star2 enters some nodes twice
        inside = replace(found, events=[[x if x is not None else 0.0 for x in event] for event in found.events])
        check_windows(inside, true, lambda value, upper: value)


@pytest.mark.parametrize("search", ["full-width", "star1", "star2", "naive"])
def test_the_best_so_far_at_the_root(search: str) -> None:
    tree = nested(Max(1, Min(5, 3), Min(2, 0), 4))
    found = trace_bounds(tree, search, 0, 10)
    assert [event[3] for event in found.events if event[:2] == [BACK, 0]] == [1, 3, 3, 4]


def check(found: Trace, tree: Tree) -> None:
    kinds = Counter(event[0] for event in found.events)
    assert (kinds[ENTER], kinds[LEAF], kinds[DONE]) == (found.internal, found.leaves, found.internal)
    assert kinds[BACK] == found.internal + found.leaves - 1
    assert found.events[-1][:2] == [DONE, 0]
    follow(found, tree, probes=True)


def test_the_naive_rule_and_bounded_alpha_beta_on_figure_2() -> None:
    """[Atzmon2018] Figure 2: the value is 1; the naive rule with ε = 1 says 4, bounded alpha-beta [1, 2]."""
    tree = nested(Max(1, Min(2, 0), Min(3, 0), Min(4, 0)))
    off, proven = (trace_bounds(tree, search, 0, 10, epsilon=1) for search in ("naive", "bounded"))
    assert (off.value, off.moves) == (4, (3,))
    assert (proven.value, proven.error, proven.moves) == (1, 2, (0,))


def test_bounded_alpha_beta_on_figure_3() -> None:
    """[Atzmon2018] Figure 3: [7, 8] after 3 leaves with ε = 1, [7, 7] after 5 with ε = 2."""
    tree = nested(Max(7, Min(Max(8, 5), Max(3, 4, 6))))
    for epsilon, interval, leaves in ((1, (7, 8), 3), (2, (7, 7), 5)):
        found = trace_bounds(tree, "bounded", 0, 10, epsilon=epsilon)
        assert ((found.value, found.error), found.leaves) == (interval, leaves)


def test_numbers_on_the_way_are_the_search_s_own() -> None:
    """Algorithm 1 by hand: chance over 5 and max(8, 0), half each, in [0, 10]."""
    tree = nested(Chance((0.5, 5), (0.5, Max(8, 0))))
    found = trace_bounds(tree, "bounded", 0, 10)
    assert [event[2:5] for event in found.events if event[:2] == [BACK, 0]] == [[1, 2.5, 7.5], [2, 6.5, 6.5]]


def test_a_child_that_cuts_shows_what_it_brought() -> None:
    """Star1 by hand: Max has 5, and Min's 3 is below that, so that Min's other move is not looked at."""
    found = trace_bounds(nested(Max(5, Min(3, 9))), "star1", 0, 10)
    assert [event[2:4] for event in found.events if event[:2] == [BACK, 2]] == [[3, 3.0]]


# --- bounds of the trace itself -------------------------------------------------------------------------------------


def test_a_trace_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "MOST_EVENTS", 10)
    with pytest.raises(OverthinkError, match="more than 10 steps"):
        trace_rule(Tree.literal([[1, 1], [1, -1]], static=1, error=0.1), "emm", "full-width", 2)
