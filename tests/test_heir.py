"""The rule that knows how errors are handed down, against an enumeration of all worlds."""

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.lab.workers.depth_curve import curve
from overthink.measure import ceiling
from overthink.models.board_splitting import BoardSplittingModel
from overthink.presets import preset_named
from overthink.rules.rule import Rule
from overthink.search.sweep import back_up, move_scores
from overthink_papers.beyond.ceiling import infer_from_root
from tests import oracles
from tests.sketches import ERRORS, VALUES, Sketch, sketch, sketches, tree_of

# Shares of copied errors, priors; the ends among them.
PARAMETERS = ((0.0, 0.5), (0.5, 0.25), (0.875, 0.75), (1.0, 0.0))
MODELS = ceiling.Model(0.2, 0.5, 0.25), ceiling.Model(0.4, 0.9, 0.5)  # with the probability of an error


@cache
def rule(copied: float, prior: float) -> Rule:
    """One rule for each pair, so that it is bound once."""
    return ot.heir(copied=copied, prior=prior)


def chance(root: Sketch, by: Rule, depth: int) -> float:
    """The mover's probability of a win."""
    return 0.5 + 0.5 * root.mover * back_up(tree_of(root), by, depth)[0][0]


def enumerated(root: Sketch, depth: int, copied: Fraction, prior: Fraction, kid: Sketch | None = None) -> Fraction:
    """The same from every world: which evaluations are right, and who wins where the search stops. With a kid: the
    probability that the move to it wins."""
    nodes: list[tuple[Sketch, int, int | None]] = []  # a node, the plies left, and its parent's place

    def visit(node: Sketch, left: int, parent: int | None) -> None:
        nodes.append((node, left, parent))
        here = len(nodes) - 1
        if node.utility is None and left:
            for kid in node.kids:
                visit(kid, left - 1, here)

    visit(root, depth, None)
    ends = [i for i, (node, left, _) in enumerate(nodes) if node.utility is not None or not left or not node.kids]
    place = next(i for i, (node, _, _) in enumerate(nodes) if node is (kid or root))
    wins = {1: Fraction(0), -1: Fraction(0)}
    for rights in product((True, False), repeat=len(nodes)):
        for values in product((1, -1), repeat=len(ends)):
            truth = dict(zip(ends, values))
            chances = Fraction(1)
            for i in reversed(range(len(nodes))):
                node, _, parent = nodes[i]
                if i not in truth:
                    kids = [j for j, (_, _, p) in enumerate(nodes) if p == i]
                    truth[i] = max(truth[j] if nodes[j][0].mover == node.mover else -truth[j] for j in kids)
                elif node.utility is not None:
                    won = oracles.chance_to_win(*oracles.win_or_loss(node.mover * node.utility, 0.0))
                    chances *= won if truth[i] == 1 else 1 - won
                    chances *= oracles.HALF  # it has no evaluation: right and wrong are one world
                    continue
                else:
                    chances *= prior if truth[i] == 1 else 1 - prior
                error = Fraction(node.error)
                fresh = 1 - error if rights[i] else error
                same = parent is not None and rights[parent] == rights[i]
                chances *= fresh if parent is None else (1 - copied) * fresh + copied * same
                if (node.mover * node.static > 0) != (truth[i] > 0 if rights[i] else truth[i] < 0):
                    chances = Fraction(0)
            won = truth[0] if kid is None else root.mover * kid.mover * truth[place]
            wins[won] += chances
    return wins[1] / (wins[1] + wins[-1])


@pytest.mark.parametrize("seed", range(40))
def test_every_world(seed: int) -> None:
    random = Random(seed)
    depth = random.choice((1, 2, 2))
    root = sketch(random, depth, 2, VALUES["signs"], ERRORS["unsure"], ends=0.2, turns=random.random() < 0.7)
    copied, prior = map(Fraction, random.choice(PARAMETERS[:3]))
    exact = enumerated(root, depth, copied, prior)
    assert oracles.heir(root, depth, copied, prior) == exact
    assert chance(root, rule(float(copied), float(prior)), depth) == pytest.approx(float(exact))


@given(sketches(turns=None), st.integers(1, 5), st.sampled_from(PARAMETERS))
def test_the_fold_in_fractions(root: Sketch, depth: int, parameters: tuple[float, float]) -> None:
    copied, prior = parameters
    exact = oracles.heir(root, depth, Fraction(copied), Fraction(prior))
    assert chance(root, rule(copied, prior), depth) == pytest.approx(float(exact), abs=1e-9)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("compiled_sweeps")
@given(sketches(errors=("unsure", "one")), st.integers(1, 5))
def test_independent_errors_are_bayes(root: Sketch, depth: int) -> None:
    exact = oracles.bayes_odds(root, depth)
    assert chance(root, rule(0.0, 0.5), depth) == pytest.approx(float(exact), abs=1e-9)


def test_an_error_of_ones_own_takes_the_place_of_the_trees() -> None:
    tree = ot.Tree.literal([[1, -1], [-1, -1]], static=1, error=0.4)
    other = ot.Tree.literal([[1, -1], [-1, -1]], static=1, error=MODELS[0].error)
    assert back_up(tree, ot.heir(*MODELS[0]), 2)[0][0] == back_up(other, rule(*MODELS[0][1:]), 2)[0][0]


def test_families_are_seen_through(compiled_sweeps: None) -> None:
    """With most errors copied, deciding improves with depth where every other rule is near its accuracy at depth 1."""
    games = BoardSplittingModel(height=7, branching=2, p=0.5).draw(0, 400, 1)
    tree = ot.artificial(MODELS[1].error, MODELS[1].copied)(games, 2)
    right = np.asarray(games.truth[400:1200]).reshape(400, 2)

    def share(rule: str | Rule) -> float:
        scores = move_scores(tree, rule, [5])[5].reshape(400, 2)
        best = scores == scores.max(axis=1, keepdims=True)
        return float(((right > 0) * best).sum(axis=1).__truediv__(best.sum(axis=1)).mean())

    assert share(ot.heir(*MODELS[1])) > 0.95
    assert max(share(rule) for rule in ("minimax", "emm", "bayes", "vote", "product", "althofer")) < 0.8


@pytest.mark.parametrize("given", [{"error": 1.5}, {"copied": -0.1}, {"prior": float("nan")}])
def test_what_is_no_probability_is_refused(given: dict[str, float]) -> None:
    with pytest.raises(OverthinkError, match="must be a number"):
        ot.heir(**given)


@pytest.mark.parametrize(("b", "depth", "model"), [(2, 3, MODELS[0]), (3, 2, MODELS[1])])
def test_the_ceiling_is_the_rule(b: int, depth: int, model: ceiling.Model) -> None:
    games = BoardSplittingModel(height=4, branching=b, p=0.5).draw(0, 30, 1)
    tree = ot.artificial(model.error, model.copied)(games, 2)
    rule = ot.heir(*model)
    odds = ceiling.odds_of_moves(tree, b, depth, model)
    np.testing.assert_allclose(odds, move_scores(tree, rule, [depth])[depth], rtol=1e-9)


def full(random: Random, depth: int, b: int, error: float, mover: int = 1) -> Sketch:
    """A complete tree of b moves a node, evaluated at random."""
    node = Sketch(random.choice([-1.0, 1.0]), error, mover)
    node.kids = [full(random, depth - 1, b, error, -mover) for _ in range(b)] if depth else []
    return node


@pytest.mark.parametrize(("seed", "b", "depth"), [(0, 2, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 2, 2)])
def test_the_roots_own_evaluation_in_every_world(seed: int, b: int, depth: int) -> None:
    """Given all evaluations, the root's among them, moves win with probabilities in these proportions."""
    error, copied, prior = 0.25, 0.5, 0.375
    root = full(Random(seed), depth, b, error, mover=Random(seed).choice([-1, 1]))
    odds = infer_from_root(tree_of(root), b, depth, ceiling.Model(error, copied, prior))
    shares = odds / (1.0 + odds)
    exact = np.array([float(enumerated(root, depth, Fraction(copied), Fraction(prior), kid)) for kid in root.kids])
    np.testing.assert_allclose(shares / shares.max(), exact / exact.max(), rtol=1e-9)


def test_the_ceiling_sees_the_end_of_the_game() -> None:
    games = BoardSplittingModel(height=4)
    tree = ot.artificial(0.3, 0.5)(games.draw(0, 30, 1), 2)
    shares = ceiling.heir_by_depth(tree, games, ot.artificial(0.3, 0.5), (1, 4))
    assert shares[1].mean() < 1.0
    assert (shares[4] == 1.0).all()


def test_the_ceilings_prior_is_the_share_of_won_nodes() -> None:
    lost = np.random.default_rng(1).random((20_000, 2**5)) < 0.3  # a square of 1, for the player to move there
    for _ in range(5):
        lost = ~lost.reshape(20_000, -1, 2).any(axis=2)  # every move leads to a node that the opponent wins
    assert 1.0 - lost.mean() == pytest.approx(ceiling.won(0.3, 2, 5), abs=0.01)


def test_the_labs_curve_names_the_ceiling() -> None:
    """In P-games it is the rule with the true parameters; where squares depend on each other there is none."""
    first = next(each for each in curve({"rules": "heir", "height": "4", "error": "0.3", "copied": "0.9"}) if each)
    assert first["ceiling"] == "heir"
    preset = preset_named("board-splitting")
    values = preset.values({"height": 4, "error": 0.3, "copied": 0.9})
    assert preset.known and preset.draw
    games, evaluator = preset.known(values)
    tree = preset.draw(values, 0, 0)(0, first["n"])
    exact = ceiling.heir_by_depth(tree, games, evaluator, (3,))[3]
    assert first["rules"]["heir"]["accuracy"][1]["mean"] == pytest.approx(exact.mean())
    mixed = next(each for each in curve({"rules": "heir", "height": "4", "mixing": "0.5"}) if each)
    assert mixed["ceiling"] is None
