"""Every rule against its paper's formula, written as plain recursion, on random trees; one-sided errors; sums."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.checked import expected
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.tree import Tree
from overthink.doctor.find.causes import worth_of
from overthink.doctor.record import Record
from overthink.doctor.truths import Solved
from overthink.evaluate.evaluator import evaluate_space
from overthink.evaluate.solved import artificial
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES
from overthink.rules.rule import Rule
from overthink.rules.tempered import power
from overthink.search import sweep
from overthink.search.look import add_scores
from overthink.search.sweep import back_up, move_scores, solved
from tests import oracles
from tests.sketches import Sketch, sketches, tree_of

pytestmark = pytest.mark.usefixtures("compiled_sweeps")
ALL, NOTHING = ot.tempered(1), ot.tempered(0)  # each is compiled once

DEPTHS = st.integers(1, 5)


def scores_of(tree: Tree, rule: Rule, depth: int) -> np.ndarray:
    return move_scores(tree, rule, [depth])[depth]


def backed_up(root: Sketch, rule: str, depth: int) -> tuple[float, float]:
    """Value and error of the root to its mover."""
    values, errors = back_up(tree_of(root), RULES[rule], depth)
    return root.mover * values[0], errors[0]


def near(opinion: oracles.Opinion) -> tuple[int, object]:
    """The value, and the error to the last digits, however small it is."""
    return opinion[0], pytest.approx(float(opinion[1]), rel=1e-12, abs=0.0)


def chance_for_mover(root: Sketch, rule: str, depth: int) -> Fraction:
    return oracles.chance_to_win(*backed_up(root, rule, depth))


@given(st.one_of(sketches(), sketches(errors=("nearly sure", "none", "one")), sketches(turns=False)), DEPTHS)
def test_emm_is_figure_4(root: Sketch, depth: int) -> None:
    """Also where opinions are nearly sure, and where players move twice."""
    assert backed_up(root, "emm", depth) == near(oracles.emm_figure_4(root, depth))


@given(st.one_of(sketches(errors=("eighths",), depth=2), sketches(errors=("eighths",), depth=3, width=2)), DEPTHS)
def test_emm_is_the_s_form_exactly(root: Sketch, depth: int) -> None:
    """Errors of k/8 in trees this small have no rounding, so that floats and fractions must agree to the last bit."""
    assert chance_for_mover(root, "emm", depth) == oracles.emm_s_form(root, depth)


@given(sketches(turns=None), DEPTHS)
def test_emm_value_backs_up_as_emm_does_and_scores_by_value_alone(root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    values, errors = back_up(tree, RULES["emm"], depth)
    np.testing.assert_array_equal(back_up(tree, RULES["emm-value"], depth), (values, errors))
    kids = root.mover * values[1 : 1 + len(root.kids)]
    np.testing.assert_array_equal(scores_of(tree, RULES["emm-value"], depth), kids)


@given(sketches(turns=None), DEPTHS)
def test_emm_without_flip_is_the_slides_emm(root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    for mine, theirs in zip(back_up(tree, RULES["emm-no-flip"], depth), back_up(tree, RULES["emm-slides"], depth)):
        np.testing.assert_array_equal(mine, theirs)
    np.testing.assert_array_equal(
        scores_of(tree, RULES["emm-no-flip"], depth), scores_of(tree, RULES["emm-slides"], depth)
    )
    assert backed_up(root, "emm-no-flip", depth) == near(oracles.emm_figure_4(root, depth, flip=False))
    assert backed_up(root, "emm-slides", depth) == near(oracles.emm_slides(root, depth))


@given(sketches(turns=None), DEPTHS)
def test_product_is_the_probability_that_player_1_wins(root: Sketch, depth: int) -> None:
    for_max = oracles.product_for_max(root, depth)
    expected = for_max if root.mover > 0 else 1 - for_max
    assert float(chance_for_mover(root, "product", depth)) == pytest.approx(float(expected), abs=1e-12)


@given(sketches(errors=("one", "any"), early=False), DEPTHS)
def test_product_is_emm_without_replacement(root: Sketch, depth: int) -> None:
    """Where no internal node has an opinion, EMM has nothing to replace the search by."""

    def silenced(node: Sketch) -> Sketch:
        static, error = (0.0, 0.5) if node.kids else (node.static, node.error)
        return Sketch(static, error, node.mover, [silenced(kid) for kid in node.kids], node.utility)

    silent = silenced(root)
    depth = max(depth, 4)
    assert float(chance_for_mover(silent, "emm", depth)) == pytest.approx(
        float(chance_for_mover(root, "product", depth)), abs=1e-12
    )


@given(sketches(turns=None), DEPTHS)
def test_emm_with_true_types(root: Sketch, depth: int) -> None:
    assert backed_up(root, "emm-true-types", depth) == near(oracles.emm_true_types(root, depth))


@given(sketches(turns=None), DEPTHS)
def test_bayes_multiplies_odds(root: Sketch, depth: int) -> None:
    assert float(chance_for_mover(root, "bayes", depth)) == pytest.approx(float(oracles.bayes_odds(root, depth)))


@given(sketches(turns=None), DEPTHS)
def test_tempered_multiplies_roots_of_odds(root: Sketch, depth: int) -> None:
    assert float(chance_for_mover(root, "tempered", depth)) == pytest.approx(float(oracles.tempered_odds(root, depth)))


@given(sketches(turns=None), DEPTHS)
def test_tempered_lies_between_product_and_bayes(root: Sketch, depth: int) -> None:
    """Its ends are those rules, bayes to the last bit."""
    tree = tree_of(root)
    for mine, theirs in zip(back_up(tree, ALL, depth), back_up(tree, "bayes", depth)):
        np.testing.assert_array_equal(mine, theirs)
    for mine, theirs in zip(back_up(tree, NOTHING, depth), back_up(tree, "product", depth)):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-12)


@given(st.floats(0, 1), st.integers(0, 1024))
def test_powers_by_square_roots(x: float, steps: int) -> None:
    assert power(x, steps) == pytest.approx(x ** (steps / 1024), rel=1e-13)


@pytest.mark.parametrize(("static", "error", "utility"), [(-1, 0.0, 1), (1, 0.0, -1), (-1, 0.1, 1)])
def test_bayes_believes_a_certain_search(static: float, error: float, utility: float) -> None:
    """Against another certainty, and against doubt."""
    root = Sketch(static, error, 1, [Sketch(0, 0.0, -1, utility=utility)])
    assert backed_up(root, "bayes", 1) == (float(utility), 0.0)


@given(sketches(values=("signs", "integers", "reals"), turns=None), DEPTHS)
def test_minimax(root: Sketch, depth: int) -> None:
    value, error = backed_up(root, "minimax", depth)
    assert (root.mover * value, error) == (oracles.minimax(root, depth), 0.0)


@given(sketches(values=("integers", "tenths"), turns=None), DEPTHS)
def test_vote_sums_the_minimax_scores_of_every_depth(root: Sketch, depth: int) -> None:
    scores = scores_of(tree_of(root), RULES["vote"], depth)
    for kid, score in zip(root.kids, scores):
        votes = [root.mover * oracles.minimax(kid, looked - 1) for looked in range(1, depth + 1)]
        assert score == pytest.approx(sum(votes), abs=1e-12)


@given(sketches(values=("integers", "reals"), turns=None), DEPTHS)
def test_minimin_and_maximax_with_costs(root: Sketch, depth: int) -> None:
    tree = tree_of(root, pays=True)
    assert back_up(tree, RULES["minimin"], depth)[0][0] == pytest.approx(oracles.cheapest(root, depth), abs=1e-12)
    assert back_up(tree, RULES["maximax"], depth)[0][0] == pytest.approx(oracles.richest(root, depth), abs=1e-12)
    costs = [-(kid.cost + oracles.cheapest(kid, depth - 1)) for kid in root.kids]
    gains = [oracles.richest(kid, depth - 1) - kid.cost for kid in root.kids]
    assert scores_of(tree, RULES["minimin"], depth) == pytest.approx(costs, abs=1e-12)
    assert scores_of(tree, RULES["maximax"], depth) == pytest.approx(gains, abs=1e-12)


@given(sketches(values=("integers", "tenths", "scales"), turns=None), DEPTHS)
def test_althofer_is_equation_2(root: Sketch, depth: int) -> None:
    assert backed_up(root, "althofer", depth)[0] == oracles.althofer_eq_2(root, depth)


def test_althofer_pads_a_game_that_ends_early() -> None:
    """Over two plies before the depth, a win counts three times, so that longer lines cannot outweigh it."""
    long = Sketch(0.9, 0, -1, [Sketch(0.9, 0, 1, [Sketch(0.9, 0, -1)])])
    root = Sketch(0.0, 0, 1, [Sketch(0.0, 0, -1, utility=1.0), long])
    np.testing.assert_allclose(scores_of(tree_of(root), RULES["althofer"], 3), [3.0, 2.7])


@given(sketches(turns=None, values=("signs", "signs and zero")), DEPTHS)
def test_scores_of_win_probability_rules_order_as_the_probability_of_a_win(root: Sketch, depth: int) -> None:
    tree = tree_of(root)
    for rule in ("emm", "product", "emm-true-types", "bayes"):
        scores = scores_of(tree, RULES[rule], depth)
        values, errors = back_up(tree, RULES[rule], depth)
        kids = range(1, 1 + len(root.kids))
        chances = [oracles.chance_to_win(root.mover * values[c], errors[c]) for c in kids]
        for i, score in enumerate(scores):
            for j, other in enumerate(scores):
                assert score != other or float(chances[i]) == pytest.approx(float(chances[j]), rel=1e-11)
                assert score >= other or chances[i] < chances[j]


@pytest.mark.exhaustive(but=["minimax", "emm", "vote"])
@pytest.mark.parametrize("rule", RULES)
def test_small_sweeps_are_interpreted_with_the_same_bits(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = artificial(0.2)(solved(BoardSplittingModel(height=4).draw(0, 2)))
    compiled = back_up(tree, rule, 3), move_scores(tree, rule, [1, 3])
    monkeypatch.setattr(sweep, "MOST_INTERPRETED_NODES", 10**6)
    interpreted = back_up(tree, rule, 3), move_scores(tree, rule, [1, 3])
    assert sweep._VISITED[sweep.sweep_plies.bind(**RULES[rule].vocabulary)] > len(tree)
    np.testing.assert_array_equal(interpreted[0], compiled[0])
    for depth, scores in compiled[1].items():
        np.testing.assert_array_equal(interpreted[1][depth], scores)


@pytest.fixture(scope="module")
def six():
    puzzle = ot.SlidingPuzzle(2, 3)
    return puzzle, puzzle.state_space()


@given(st.integers(0, 10_000), st.floats(0, 20))
def test_one_sided_and_each_other_s_mirror_image(six, seed, sigma):
    tree = six[1].tree
    below, above = (f(ot.truth, sigma)(tree, seed).static for f in (ot.optimistic, ot.pessimistic))
    assert (below <= tree.truth).all() and (above >= tree.truth).all()
    np.testing.assert_allclose(tree.truth - below, above - tree.truth, atol=1e-12)
    np.testing.assert_allclose(ot.Mirrored(ot.optimistic(ot.truth, sigma))(tree, seed).static, above, atol=1e-12)


def test_the_size_of_the_errors_is_that_of_gaussian_noise(six):
    tree = six[1].tree
    sizes = np.concatenate([ot.pessimistic(ot.truth, 2.0)(tree, seed).static - tree.truth for seed in range(100)])
    assert np.mean(sizes) == pytest.approx(2.0 * np.sqrt(2 / np.pi), rel=0.02)
    assert np.sqrt(np.mean(sizes**2)) == pytest.approx(2.0, rel=0.02)


def test_manhattan_distance_and_its_mirror_image(six):
    puzzle, space = six
    below, above = evaluate_space(space, ot.manhattan(puzzle)), evaluate_space(space, ot.Mirrored(ot.manhattan(puzzle)))
    assert (below.static <= space.tree.truth).all() and (above.static >= space.tree.truth).all()
    np.testing.assert_array_equal(below.static + above.static, 2 * space.tree.truth)


@settings(max_examples=10)
@given(st.integers(0, 100))
def test_of_a_state_as_of_the_column(six, seed):
    puzzle, space = six
    flawed = ot.optimistic(ot.manhattan(puzzle), 1.5)
    column = evaluate_space(space, flawed, seed).static
    assert [flawed(space.states[n], seed) for n in (0, 9, 300)] == column[[0, 9, 300]].tolist()


def test_bad_input_is_one_sentence(six):
    for make in (ot.optimistic, ot.pessimistic):
        with pytest.raises(ot.OverthinkError, match=r"A standard deviation must be a number, 0 or more, not -1\.0"):
            make(ot.truth, -1.0)
    with pytest.raises(ot.OverthinkError, match="true values"):
        ot.Mirrored(lambda tree, seed: tree)(ot.Tree.literal([1, 2]))


TENTHS = [0.1] * 10
ONE_AFTER_THE_OTHER = 0.9999999999999999


class Draw:
    """Chance draws one of ten tickets, each worth 1."""

    def moves(self, state: int) -> range:
        return range(0 if state else 10)

    def mover(self, state: int) -> int:
        return 1 if state else 0

    def play(self, state: int, move: int) -> int:
        return 1 + move

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        return list(zip(range(10), TENTHS))

    def utility(self, state: int) -> float:
        return 1.0


def test_chance_is_rounded_once() -> None:
    assert expected(TENTHS, [1.0] * 10) == 1.0
    assert worth_of(Draw(), lambda state: 1.0)(0) == 1.0
    assert Solved(Draw()).worth(0) == 1.0


def test_what_chosen_moves_give_away_is_rounded_once() -> None:
    moves = tuple(range(10))
    examined = Record(0, {**dict.fromkeys(moves, 0.1), 10: 0.1}, {("minimax", 1): moves})
    assert examined.regret("minimax", 1) == 0.1 - 1.0 / 10


def test_votes_are_added_as_a_sweep_adds_them() -> None:
    once = Decision((0,), 0.1, 0.0, Nodes(), 1, (Option(0, 0.1, 0.0, 0.1), Option(1, 0.1, 0.0, 0.1)))
    assert [option.score for option in add_scores([once] * 10).options] == [ONE_AFTER_THE_OTHER] * 2


def test_evaluations_that_state_no_error_are_refused_or_named_at_every_door() -> None:
    game = ot.Kalah(pits=3, seeds=2)
    start, lead = game.initial(), ot.store_difference(game)
    plain = ot.Player(evaluate=lead)
    graded = Tree.literal([[1, -1], [-1, 1]], static=0.2)
    doors = [
        lambda: ot.decide(graded, rule="emm", depth=2),
        lambda: ot.decide(graded, rule="bayes", search="uct", simulations=9),
        lambda: ot.move_scores(graded, "tempered", [1]),
        lambda: ot.decide(ot.grow(game, start, depth=3, evaluate=lead), rule="emm", depth=2),
        lambda: ot.decide(game, rule="product", depth=2, evaluate=lead),
        lambda: ot.decide(game, rule="emm", depth=2, evaluate=lambda state: 1.0),
        lambda: ot.deepen(game, rule="heir", limit=ot.Limit(depth=2), evaluate=lead),
        lambda: ot.play_pairs(game, [start], ot.Player("emm", evaluate=lead), plain),
    ]
    for number, door in enumerate(doors):
        with pytest.raises(ot.OverthinkError, match="needs to know how likely an evaluation is wrong"):
            door()
            pytest.fail(f"door {number}")
    assert ot.decide(game, rule="emm", depth=2, evaluate=lambda state: (1.0, 0.0)).moves
    assert "each counts as certain" in str(ot.decide(Tree.literal([[1, -1]], static=1), rule="emm", depth=2))
    assert not ot.decide(Tree.literal([[1, -1]], terminal=True), rule="product", depth=2).certain
