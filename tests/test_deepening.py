"""Iterative deepening within a budget; alpha-beta with a table against full width; exact values of moves."""

import math
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink as ot
import overthink.search.deepening as deepening
from overthink.core.bind import Kernel
from overthink.core.decision import Limit, Nodes
from overthink.core.errors import OverthinkError
from overthink.core.tree import Tree
from overthink.search import table
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.search.subjects.bind import subject_of
from overthink.search.table import TIES, TableSearch
from tests.sketches import Sketch, SketchGame, height, opinion_of, sketches, tree_of

NUMBERED = [[[i * 4 + j * 2 + k for k in range(2)] for j in range(2)] for i in range(2)]


class Clock:
    """A clock that moves on by one tick each time it is read."""

    def __init__(self, tick: float):
        self.tick = tick
        self.now = 0.0

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
        tree, first=tree.first * 0 + [0, 2, 3, 4], child=tree.child[[0, 1, 0, 0]] * [1, 1, 0, 0],
        edge=tree.static[[0, 0, 0, 0]] * 0, levels=tree.levels[:0],
    )  # fmt: skip
    found = deepen(circle, 0, limit=Limit(nodes=60))
    assert found.depth > 2


FOUR = ot.ConnectFour(4, 4)
GAMES: list[tuple[Any, Callable[[Any], Any]]] = [
    (ot.ConnectFour(4, 4), ot.line_difference),
    (ot.Othello(4, 4), ot.mobility_difference),
    (ot.Breakthrough(5, 3), ot.pawn_difference),
    (ot.Domineering(4, 4), ot.place_difference),
    (ot.Kalah(pits=3, seeds=2), ot.store_difference),
]


def engine(subject: Any, state: Any = None, **more: Any) -> ot.Decision:
    return ot.deepen(subject, state, search="alpha-beta", table=True, **more)


def circles(number: int, nodes: int = 24) -> ot.Tree:
    """A random state space: moves lead anywhere, so that positions are met again, at other depths, by other paths."""
    draw = random.Random(number)
    below = [[draw.randrange(nodes) for _ in range(draw.randint(1, 4))] for _ in range(nodes)]
    ends = [n > 0 and draw.random() < 0.2 for n in range(nodes)]
    below = [[] if end else children for end, children in zip(ends, below)]
    values = np.array([float(draw.randint(-3, 3)) for _ in range(nodes)])
    edges = [child for children in below for child in children]
    return ot.Tree(
        first=np.concatenate([[0], np.cumsum([len(children) for children in below])]).astype(np.int64),
        child=np.array(edges, np.int64),
        mover=np.array([draw.choice((1, -1)) for _ in range(nodes)], np.int8),
        utility=np.where(ends, values, np.nan),
        static=values,
        key=np.arange(nodes, dtype=np.uint64),
    )


def same(decision: ot.Decision, full: ot.Decision) -> bool:
    exact = all(mine.value == its.value for mine, its in zip(decision.options, full.options) if mine.exact)
    return (decision.moves, decision.value) == (full.moves, full.value) and exact


@given(sketches(turns=None), st.integers(1, 5))
def test_random_trees_are_decided_as_by_full_width(root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    decision = engine(tree, limit=ot.Limit(depth=depth))
    full = ot.decide(tree, depth=decision.depth)
    assert same(decision, full)


@given(sketches(turns=None, finished=True), st.integers(1, 5))
def test_python_games_are_decided_as_by_full_width(root: Sketch, depth: int) -> None:
    """A sketch has no hash: it is never found in the table."""
    decision = engine(SketchGame(root), evaluate=opinion_of, limit=ot.Limit(depth=depth))
    assert same(decision, ot.decide(tree_of(root), depth=decision.depth))


@pytest.mark.parametrize("places", [1 << 10, 4])
def test_positions_that_are_met_again_are_decided_as_by_full_width(
    places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the table is so small that positions push each other out."""
    monkeypatch.setattr(table, "MOST_ENTRIES", places)
    monkeypatch.setattr(table, "FEWEST_ENTRIES", places)
    nodes = plain = 0
    for number in range(100):
        tree = circles(number)
        decision = engine(tree, 0, limit=ot.Limit(depth=5))
        assert same(decision, ot.decide(tree, 0, depth=decision.depth)), number
        nodes += decision.nodes.total
        plain += ot.deepen(tree, 0, search="alpha-beta", limit=ot.Limit(depth=5)).nodes.total
    assert nodes < plain


@pytest.mark.parametrize(("game", "judge"), GAMES, ids=[type(game).__name__ for game, _ in GAMES])
def test_games_are_decided_as_by_full_width(game: Any, judge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "compiled", False)  # nothing to compile here
    evaluate = judge(game)
    for number in (1, 2):
        state = game.random_start(number) if isinstance(game, ot.Kalah) else game.random_start(number, 3)
        decision = engine(game, state, evaluate=evaluate, limit=ot.Limit(depth=4))
        full = ot.deepen(game, state, limit=ot.Limit(depth=4), evaluate=evaluate)
        assert same(decision, full) and decision.depth == full.depth and decision.nodes.total < full.nodes.total
        first = engine(game, state, evaluate=evaluate, limit=ot.Limit(depth=4), ties=False)
        assert first.value == full.value and set(first.moves) <= set(full.moves)


@pytest.mark.exhaustive
def test_compiled_or_not_it_is_the_same_search(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = ot.line_difference(FOUR)
    state = FOUR.random_start(1, 3)
    compiled = engine(FOUR, state, evaluate=evaluate, limit=ot.Limit(depth=6))
    monkeypatch.setattr(FOUR, "compiled", False)
    assert engine(FOUR, state, evaluate=evaluate, limit=ot.Limit(depth=6)) == compiled


@pytest.mark.parametrize("kind", ["nodes", "evaluations"])
def test_a_budget_is_never_passed_after_depth_1(kind: str, interpreted: None) -> None:
    evaluate = ot.line_difference(FOUR)
    state = FOUR.random_start(2, 4)
    first = ot.decide(FOUR, state, depth=1, evaluate=lambda state: 0.0).nodes
    depths = []
    for budget in (1, 10, 30, 100, 300, 1000):
        limit = ot.Limit(nodes=budget) if kind == "nodes" else ot.Limit(evaluations=budget)
        decision = engine(FOUR, state, evaluate=evaluate, limit=limit)
        spent, least = (decision.nodes.total, first.total) if kind == "nodes" else (decision.nodes.frontier, 4)
        assert spent <= max(budget, least)
        assert decision.moves == engine(FOUR, state, evaluate=evaluate, limit=ot.Limit(depth=decision.depth)).moves
        depths.append(decision.depth)
    assert depths == sorted(depths) and depths[0] == 1 and depths[-1] > 3


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"search": "full-width", "table": True}, "for search='alpha-beta'"),
        ({"limit": ot.Limit(evaluations=5)}, "needs search='alpha-beta' and table=True"),
        ({"search": "alpha-beta", "table": True, "limit": ot.Limit(depth=300)}, "at most 255 plies"),
    ],
)
def test_what_cannot_be_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(OverthinkError, match=words):
        ot.deepen(FOUR, evaluate=ot.line_difference(FOUR), **{"limit": ot.Limit(depth=2), **more})


def test_a_limit_of_evaluations_is_checked() -> None:
    for evaluations in (0, 1.5, True):
        with pytest.raises(OverthinkError):
            ot.Limit(evaluations=evaluations)  # type: ignore[arg-type]
    with pytest.raises(OverthinkError, match="A limit is"):
        ot.anytime(ot.nested(ot.Max(1, 2)), limit=ot.Limit(evaluations=5), low=0, high=2)


# --- exact values ---------------------------------------------------------------------------------------------------


def test_values_of_moves_are_those_of_the_solved_state_space(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ot.Domineering(3, 4)
    space = ot.state_space(game)
    monkeypatch.setattr(game, "compiled", False)
    for n in range(0, len(space.states), 7):
        state = space.states[n]
        me = game.mover(space.states[n])
        children = space.tree.children(n)
        if len(children):
            truths = [me * float(space.tree.truth[child]) for child in children]
            assert list(ot.move_values(game, state).values()) == truths


@pytest.mark.exhaustive(but=["3-3-1"])
@pytest.mark.parametrize(("rows", "columns", "starts"), [(2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 5, -1)])
def test_domineering_is_won_as_published(rows: int, columns: int, starts: int) -> None:
    """By who moves first, or on 5 × 5 squares by who moves second."""
    assert max(ot.move_values(ot.Domineering(rows, columns)).values()) == starts


@pytest.mark.exhaustive
def test_othello_on_16_squares_is_lost_by_8_discs() -> None:
    assert set(ot.move_values(ot.Othello(4, 4, outcome="difference")).values()) == {-8.0}


def test_what_takes_too_long_to_solve_is_refused() -> None:
    with pytest.raises(OverthinkError, match="more than 1,000 nodes"):
        ot.move_values(ot.Domineering(5, 5), nodes=1_000)
    with pytest.raises(OverthinkError, match="games with chance"):
        ot.move_values(ot.Pig(target=10))
    with pytest.raises(OverthinkError, match="low < high"):
        ot.move_values(FOUR, low=1, high=1)


def test_a_look_that_is_stopped_says_so(interpreted: None) -> None:
    position = subject_of(FOUR, None, ot.RULES["minimax"], 5, ot.line_difference(FOUR), 0.0)
    decision, finished = TableSearch(position, 100).look(5, TIES, nodes=20)
    assert not finished and decision.moves == () and decision.nodes.total == 20


@pytest.mark.parametrize(
    "search",
    [
        lambda game: ot.decide(game, depth=9, search="alpha-beta"),
        lambda game: ot.deepen(game, limit=ot.Limit(depth=4)),
        lambda game: ot.deepen(game, limit=ot.Limit(nodes=10**6), search="alpha-beta", table=True),
        lambda game: ot.bounded(game, depth=3, epsilon=0.1, low=-1, high=1),
        lambda game: ot.anytime(game, limit=ot.Limit(depth=3), low=-1, high=1),
        lambda game: ot.expectimax(game, depth=3, search="star1", low=-1, high=1),
    ],
)
def test_a_missing_evaluator_is_refused_before_anything_is_compiled(
    search: Callable[[object], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kernel, "compiled", property(lambda self: pytest.fail(f"{self} was compiled")))
    for game in (ot.ConnectFour(), ot.Kalah()):
        with pytest.raises(ot.OverthinkError, match="needs an opinion there"):
            search(game)


@pytest.mark.parametrize("rule", ["emm", "product", "bayes", "tempered", "heir"])
def test_a_rule_on_probabilities_refuses_a_number_without_an_error(rule: str) -> None:
    """A function, a compiled evaluator and a search by simulation; with an error, each decides."""
    game = ot.ConnectFour()
    more: dict[str, Any] = {"depth": 1, "rule": rule}
    for evaluate in (lambda state: 0.3, lambda state: 7, ot.line_difference(game)):
        for how in (more, {"search": "uct", "simulations": 20, "rule": rule}):
            with pytest.raises(ot.OverthinkError, match=r"ot\.calibrate"):
                ot.decide(game, evaluate=evaluate, **how)
        assert ot.decide(game, evaluate=evaluate, error=0.2, **more).moves
    assert ot.decide(game, evaluate=lambda state: (0.3, 0.35), **more).moves
    assert ot.decide(game, evaluate=lambda state: (1.0, 0.0), **more).moves
