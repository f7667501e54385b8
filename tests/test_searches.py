"""Searches against the rules they search by: the recursive search against the sweep, and pruning against full width."""

import math
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.decision import Decision, Nodes
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.solved import artificial, natural, natural_of
from overthink.evaluate.spoil import granular
from overthink.games.board_splitting import BoardSplitting
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES, Rule
from overthink.search import look
from overthink.search.decide import decide
from overthink.search.explain import explain
from overthink.search.minimax import edge_of
from overthink.search.subjects.kernels import of_kernels
from overthink.search.subjects.subject import Subject
from overthink.search.subjects.tree import loss_ranges
from overthink.search.sweep import back_up, move_scores
from tests import oracles
from tests.sketches import ERRORS, VALUES, Puzzle, Sketch, SketchGame, height, opinion_of, sketch, sketches, tree_of

pytestmark = pytest.mark.usefixtures("compiled_sweeps")

DEPTHS = st.integers(1, 4)
PRUNING = {"alpha-beta": "minimax", "althofer-alpha-beta": "althofer", "pruned-emm": "emm", "pruned-odds": "tempered"}
# Everything that rounding and ties can bite on, for the rules on real values.
NUMBERS = ("signs", "integers", "tenths", "reals", "scales")


def same_choice(pruned: Decision, full: Decision) -> None:
    """The same best moves with the same scores, and nothing that claims to be exact without being so."""
    assert pruned.moves == full.moves
    for mine, theirs in zip(pruned.options, full.options):
        if mine.exact:
            assert (mine.value, mine.error, mine.score) == (theirs.value, theirs.error, theirs.score)
        else:
            assert theirs.score < max(option.score for option in full.options)
    assert pruned.nodes.total <= full.nodes.total


# --- full width ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=25)
@given(root=sketches(turns=None), depth=DEPTHS)
def test_the_recursive_search_is_the_sweep(rule: str, root: Sketch, depth: int) -> None:
    tree = tree_of(root, pays=bool(RULES[rule].goal))
    decision = decide(tree, rule=rule, depth=depth)
    scores = move_scores(tree, RULES[rule], [depth])[depth]
    np.testing.assert_array_equal([option.score for option in decision.options], scores)
    assert decision.moves == tuple(np.flatnonzero(scores == scores.max()))
    values, errors = back_up(tree, RULES[rule], depth)
    assert (decision.value, decision.error) == (values[0], errors[0])


@settings(max_examples=30)
@given(st.lists(sketches(), min_size=2, max_size=4), DEPTHS)
def test_trees_side_by_side_are_searched_as_if_alone(roots: list[Sketch], depth: int) -> None:
    forest = tree_of(*roots)
    scores = move_scores(forest, RULES["emm"], [depth])[depth]
    alone = [move_scores(tree_of(root), RULES["emm"], [depth])[depth] for root in roots]
    np.testing.assert_array_equal(scores, np.concatenate(alone))
    for number, root in enumerate(roots):
        assert decide(forest, number, rule="emm", depth=depth) == decide(tree_of(root), rule="emm", depth=depth)


@given(sketches(turns=None), DEPTHS)
def test_nodes_are_counted_by_kind(root: Sketch, depth: int) -> None:
    assert decide(tree_of(root), rule="minimax", depth=depth).nodes == Nodes(*oracles.nodes_seen(root, depth))


@pytest.mark.parametrize("rule", ["minimax", "emm", "althofer", "minimin", "vote"])
@settings(max_examples=25)
@given(root=sketches(turns=None, finished=True), depth=DEPTHS)
def test_a_game_of_python_objects_gives_what_its_tree_gives(rule: str, root: Sketch, depth: int) -> None:
    game = (Puzzle if rule == "minimin" else SketchGame)(root)
    tree = tree_of(root, pays=rule == "minimin")
    assert decide(game, rule=rule, depth=depth, evaluate=opinion_of) == decide(tree, rule=rule, depth=depth)


@given(sketches(values=("signs",), finished=True))
def test_minimax_to_the_end_asks_no_evaluator(root: Sketch) -> None:
    for search in ("full-width", "alpha-beta"):
        decision = decide(SketchGame(root), rule="minimax", search=search, depth=5)
        assert decision.value == oracles.minimax(root, 5)
        assert decision.nodes.frontier == 0


def test_full_width_sees_every_tie_whether_asked_to_or_not() -> None:
    """It prunes nothing, so `ties=False` must not hide a move that is better by its error or its cost."""
    tree = Tree.literal([[1, 1], [1, 1]], static=1, error={(): 0.3, (0,): 0.3, (1,): 0.1, **leaves(0.3)})
    for ties in (True, False):
        assert decide(tree, rule="emm", depth=2, ties=ties).moves == (1,)
    dear, cheap = (Sketch(0, 0, 1, [Sketch(0, 0, 1, utility=3.0)], cost=cost) for cost in (5, 0))
    costly = Puzzle(Sketch(0, 0, 1, [dear, cheap]))
    for ties in (True, False):
        assert decide(costly, rule="minimin", depth=2, ties=ties).moves == (1,)


def leaves(error: float) -> dict[tuple[int, int], float]:
    return {(i, j): error for i in range(2) for j in range(2)}


# --- a state space ------------------------------------------------------------------------------------------------


def ring(random: np.random.Generator, n: int) -> tuple[Tree, list[Sketch]]:
    """Positions that lead to each other in circles, as a state space and as sketches that share children."""
    links = [sorted(random.choice(n, size=random.integers(1, 4), replace=False)) for _ in range(n)]
    links[0] = []
    nodes = [Sketch(random.normal(), random.uniform(0, 0.5), random.choice([-1, 1])) for _ in range(n)]
    nodes[0].utility = 1.0
    for node, link in zip(nodes, links):
        node.kids = [nodes[i] for i in link]
    tree = Tree(
        first=np.cumsum([0] + [len(link) for link in links]).astype(np.int64),
        child=np.array([i for link in links for i in link], np.int64),
        mover=np.array([node.mover for node in nodes], np.int8),
        utility=np.array([1.0] + [math.nan] * (n - 1)),
        static=np.array([node.static for node in nodes]),
        error=np.array([node.error for node in nodes]),
        key=np.arange(n, dtype=np.uint64),
    )
    return tree, nodes


@pytest.mark.parametrize("seed", range(5))
def test_a_state_space_is_swept_as_often_as_the_depth(seed: int) -> None:
    tree, nodes = ring(np.random.default_rng(seed), 12)
    for depth in (1, 2, 4):
        values, _ = back_up(tree, RULES["minimax"], depth)
        assert list(values) == [oracles.minimax(node, depth) for node in nodes]
        values, errors = back_up(tree, RULES["emm"], depth)
        exact = [oracles.emm_figure_4(node, depth) for node in nodes]
        assert [n.mover * v for n, v in zip(nodes, values)] == [value for value, _ in exact]
        np.testing.assert_allclose(errors, [float(error) for _, error in exact], rtol=1e-12)
        scores = move_scores(tree, RULES["minimax"], [depth])[depth]
        expected = [node.mover * oracles.minimax(kid, depth - 1) for node in nodes for kid in node.kids]
        assert list(scores) == expected
        decision = decide(tree, 5, rule="minimax", depth=depth)
        assert decision.value == oracles.minimax(nodes[5], depth)


# --- pruning ------------------------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(sketches(values=NUMBERS, turns=None, width=4), DEPTHS, st.booleans())
def test_alpha_beta_is_minimax(root: Sketch, depth: int, ties: bool) -> None:
    agrees("alpha-beta", root, depth, ties)


@settings(max_examples=400)
@given(sketches(values=NUMBERS, turns=None, width=4), DEPTHS, st.booleans())
def test_althofer_alpha_beta_is_althofer_bit_for_bit(root: Sketch, depth: int, ties: bool) -> None:
    agrees("althofer-alpha-beta", root, depth, ties)


@pytest.mark.parametrize("seed", [345, 2998, 7029, 8911, 16365])
def test_althofer_alpha_beta_where_a_window_rounds_the_wrong_way(seed: int) -> None:
    """Trees, found by search, on which windows of plain alpha - h and beta - h give a wrong move or value."""
    random = Random(seed)
    root = sketch(random, random.choice([3, 4]), 3, VALUES["tenths"], ERRORS["none"], mover=random.choice([1, -1]))
    agrees("althofer-alpha-beta", root, 4, True)


ODDS = [RULES["product"], RULES["bayes"], ot.tempered(), ot.tempered(0.9)]
SURE = ("one", "eighths", "any", "nearly sure", "none")
PRUNED = pytest.mark.parametrize(
    ("search", "rule"),
    [("pruned-emm", RULES["emm"]), *(("pruned-odds", rule) for rule in ODDS)],
    ids=lambda given: given if isinstance(given, str) else given.name,
)


@PRUNED
@settings(max_examples=200)
@given(root=sketches(errors=SURE, turns=None, width=4, depth=5), depth=st.integers(1, 5), ties=st.booleans())
def test_pruning_by_odds_is_the_rule(search: str, rule: Rule, root: Sketch, depth: int, ties: bool) -> None:
    agrees(search, root, depth, ties, rule)


@PRUNED
@settings(max_examples=60)
@given(root=sketches(errors=("one", "any", "unsure"), early=False, width=3, depth=5), depth=st.integers(2, 5))
def test_pruning_by_odds_where_opinions_bound_the_losses(search: str, rule: Rule, root: Sketch, depth: int) -> None:
    """No finished game and strict turns: the search may use how sure the evaluator can be at most."""
    agrees(search, root, depth, True, rule)


def test_the_range_of_losses_by_hand() -> None:
    """Errors of .2 or more and one or three moves: a loss lies in [.2, .8] at the frontier, and further out above."""
    node = Sketch(1, 0.2, 1, [Sketch(1, 0.3, -1, [Sketch(1, 0.2, 1)]) for _ in range(3)])
    expected = [[0.2, 0.8], [0.2, 1 - 0.2**3], [0.2**3, 1 - 0.2**3]]
    np.testing.assert_allclose(loss_ranges(tree_of(node), 2, RULES["emm"]), expected)
    node.kids[0].kids[0].mover = -1
    np.testing.assert_array_equal(
        loss_ranges(tree_of(node), 2, RULES["emm"]), [[0, 1]] * 3, err_msg="a player who moves twice"
    )
    node.kids[0].kids[0].mover, node.kids[0].kids[0].utility = 1, 1.0
    np.testing.assert_array_equal(loss_ranges(tree_of(node), 2, RULES["emm"]), [[0, 1]] * 3, err_msg="a finished game")


@pytest.mark.exhaustive
@settings(max_examples=100)
@given(sketches(errors=("one", "any", "unsure"), early=False), st.integers(1, 4))
def test_the_range_of_losses_holds_every_loss(root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    for rule in (RULES["emm"], *ODDS):
        ranges = loss_ranges(tree, depth, rule)
        for node in explain(tree, rule, depth)[1:]:
            least, most = ranges[depth - node.ply]
            chance = 1 - node.error if node.value > 0 else node.error  # of a win of Max
            assert least - 1e-12 <= (chance if tree.mover[node.node] > 0 else 1 - chance) <= most + 1e-12


def agrees(search: str, root: Sketch, depth: int, ties: bool, given: Rule | None = None) -> None:
    """Pruned and full width, on the tree and (where every leaf is a finished game or the depth) in a Python game."""
    tree = tree_of(root)
    rule = given or RULES[PRUNING[search]]
    by_odds = "error" in rule.message
    full = decide(tree, rule=rule, depth=depth)
    pruned = decide(tree, rule=rule, search=search, depth=depth, ties=ties)
    if ties:
        same_choice(pruned, full)
        assert (pruned.value, pruned.error) == (full.value, full.error) or by_odds
    else:
        assert pruned.nodes.total <= decide(tree, rule=rule, search=search, depth=depth).nodes.total
        assert pruned.moves[0] == full.moves[0] if not by_odds else set(pruned.moves) <= set(full.moves)
        assert max(option.score for option in pruned.options if option.exact) == max(o.score for o in full.options)


@pytest.mark.parametrize("search", PRUNING)
@settings(max_examples=40)
@given(root=sketches(values=("signs", "integers"), turns=None, finished=True), depth=DEPTHS)
def test_pruning_in_a_python_game(search: str, root: Sketch, depth: int) -> None:
    rule = PRUNING[search]
    game = SketchGame(root)
    full = decide(game, rule=rule, depth=depth, evaluate=opinion_of)
    same_choice(decide(game, rule=rule, search=search, depth=depth, evaluate=opinion_of), full)


@pytest.mark.parametrize("search", ["alpha-beta", "althofer-alpha-beta"])
@pytest.mark.parametrize(("width", "depth"), [(2, 5), (3, 4)])
def test_alpha_beta_looks_at_no_more_than_it_must(search: str, width: int, depth: int) -> None:
    """Knuth and Moore's minimal tree, w^⌈d/2⌉ + w^⌊d/2⌋ - 1 leaves: all moves are equal, and no ties are asked for."""

    def even(plies: int) -> list | float:
        return [even(plies - 1) for _ in range(width)] if plies else 0.0

    tree = Tree.literal(even(depth), static=0.0)
    decision = decide(tree, rule=PRUNING[search], search=search, depth=depth, ties=False)
    assert decision.nodes.frontier == width ** ((depth + 1) // 2) + width ** (depth // 2) - 1


# --- P-games ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def p_games() -> Tree:
    return artificial(0.2)(BoardSplittingModel(height=8).draw(0, 100))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("depth", "signature"), [(3, 1_414), (5, 5_802), (7, 23_186)])
def test_pruned_emm_on_p_games(p_games: Tree, depth: int, signature: int) -> None:
    """Compiled: the same moves, best value and error, for fewer nodes. Their number is the algorithm's signature."""
    seen = Nodes(), Nodes()
    for root in p_games.roots:
        full = decide(p_games, root, rule="emm", depth=depth)
        pruned = decide(p_games, root, rule="emm", search="pruned-emm", depth=depth)
        same_choice(pruned, full)
        seen = seen[0] + full.nodes, seen[1] + pruned.nodes
    assert seen[0].frontier == 100 * 2**depth
    assert seen[1].frontier < 0.95 * seen[0].frontier
    assert seen[1].total == signature


@pytest.mark.exhaustive
def test_pruned_emm_on_n_games_seen_naturally() -> None:
    tree = granular(natural, 8)(BoardSplittingModel(height=7, mixing=0.0).draw(0, 60))
    for root in tree.roots:
        for depth in (4, 6):
            full = decide(tree, root, rule="emm", depth=depth)
            same_choice(decide(tree, root, rule="emm", search="pruned-emm", depth=depth), full)


# --- compiled -----------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive(only=["tempered-pruned-odds"])
@pytest.mark.parametrize(
    ("rule", "search"),
    [
        ("emm", "full-width"),
        ("minimax", "alpha-beta"),
        ("althofer", "althofer-alpha-beta"),
        ("emm", "pruned-emm"),
        ("tempered", "pruned-odds"),
    ],
)
def test_compiled_is_interpreted(rule: str, search: str, compiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """One source, two speeds: the same decision down to the last node and bit."""

    @settings(max_examples=60)
    @given(sketches(values=NUMBERS, turns=None), DEPTHS, st.booleans())
    def agree(root: Sketch, depth: int, ties: bool) -> None:
        tree = tree_of(root)
        answers = []
        for small in (10**9, 0):
            monkeypatch.setattr("overthink.search.subjects.tree.SMALL_TREE_NODES", small)
            answers.append(decide(tree, rule=rule, search=search, depth=depth, ties=ties))
        assert answers[0] == answers[1]

    agree()


@pytest.mark.exhaustive
def test_a_compiled_game_gives_what_its_tree_gives(compiled: None) -> None:
    """Board splitting as kernels, as a Python game and as columns."""
    model = BoardSplittingModel(height=6)
    for number in range(5):
        tree = natural(model.draw(number, number + 1))
        game = BoardSplitting(model.board(number))
        evaluate = natural_of(game)
        for depth in (2, 5, 6):
            columns = decide(tree, rule="emm", depth=depth)
            assert decide(game, rule="emm", depth=depth, evaluate=evaluate) == columns
            assert decide(game, rule="emm", depth=depth, evaluate=lambda state, ask=evaluate: ask(state)) == columns
            pruned = decide(game, rule="emm", search="pruned-emm", depth=depth, evaluate=evaluate)
            same_choice(pruned, columns)


def test_small_searches_are_interpreted_until_it_pays_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of search has a number of nodes. One that is larger, and all that come later, are compiled."""
    seen: list[bool] = []
    real = look.look_at

    def noted(position: Subject, *rest: Any) -> tuple[Decision, bool]:
        seen.append(position.compiled)
        return real(replace(position, compiled=False), *rest)  # whatever it is, it need not be compiled here

    monkeypatch.setattr(look, "look_at", noted)
    monkeypatch.setattr(look, "MOST_INTERPRETED_NODES", 40)
    monkeypatch.setattr(look, "_INTERPRETED", Counter())
    game = BoardSplitting([0, 1] * 16)
    evaluate = natural_of(game)
    for depth in (3, 5, 1):
        decide(game, depth=depth, evaluate=evaluate)
    decide(game, depth=1, rule="emm", evaluate=evaluate)  # another kind
    assert seen == [False, False, True, True, False]
    monkeypatch.setattr(look, "STACK_PLIES", 3)
    decide(game, depth=4, search="alpha-beta", evaluate=evaluate)
    assert seen[5:] == [True]  # too deep for Python


def test_kernels_of_others_are_compiled_at_once() -> None:
    """Their numbers may wrap, which Python's do not."""

    @ot.kernel
    def judged(game: Any, state: Any) -> float:
        return 0.5

    game = BoardSplitting([0, 1, 1, 0])
    rule = RULES["minimax"]
    assert of_kernels(game, 0, natural_of(game), 0.0, rule).ours
    assert not of_kernels(game, 0, KernelEvaluator(game, judged), 0.0, rule).ours


def test_pick_is_one_of_the_tied_moves_and_the_same_for_a_seed() -> None:
    decision = decide(Tree.literal([1, 1, 0, 1]), depth=1)
    picks = {decision.pick(seed) for seed in range(60)}
    assert picks == {0, 1, 3}
    assert all(decision.pick(seed) == decision.pick(seed) for seed in range(10))


def test_sketches_cover_what_they_promise() -> None:
    """Early ends, unopened nodes, and players who move twice do come up in the random trees."""
    found = set()

    @given(sketches(turns=None))
    def look(root: Sketch) -> None:
        tall = height(root)
        stack = [(root, 0)]
        while stack:
            node, ply = stack.pop()
            if node.utility is not None:
                found.add("early end" if ply < tall else "end")
            elif not node.kids and ply < tall:
                found.add("unopened")
            found.update("again" if kid.mover == node.mover else "turn" for kid in node.kids)
            stack += [(kid, ply + 1) for kid in node.kids]

    look()
    assert {"early end", "unopened", "again", "turn"} <= found


@pytest.mark.parametrize("limit", [1e-6, 0.3, 1.0, 7.0, 1e6])
@pytest.mark.parametrize("even", [1e-3, 0.5, 1.0, 40.0])
def test_the_edge_of_a_window_is_where_a_node_passes_its_limit(limit: float, even: float) -> None:
    """A window that fails low too early is hardly ever seen in decisions: so the edge itself is tested."""
    assert edge_of(limit, even) * even == pytest.approx(limit)
