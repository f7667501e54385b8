"""Opinions: how often they are wrong, and how errors are inherited, against theory."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import Spoiled
from overthink.evaluate.solved import artificial, natural, simulated
from overthink.evaluate.spoil import binary, flipped, granular, noisy, truth
from overthink.games.board_splitting import BoardSplitting
from overthink.models.board_splitting import BoardSplittingModel
from overthink.search.decide import decide


@pytest.fixture(scope="module")
def games() -> Tree:
    return BoardSplittingModel(height=9).draw(0, 100)


def wrong(tree: Tree) -> np.ndarray:
    assert set(np.unique(tree.static)) <= {-1.0, 1.0}
    return tree.static != tree.truth


def near(found: float, share: float, n: int, spread: float = 4.0) -> bool:
    return abs(found - share) <= spread * math.sqrt(share * (1 - share) / n)


@pytest.mark.parametrize("error", [0.0, 0.1, 0.2, 0.5])
def test_the_artificial_evaluator_is_wrong_as_often_as_it_says(games: Tree, error: float) -> None:
    seen = artificial(error)(games)
    assert (seen.error == error).all()
    assert near(wrong(seen).mean(), error, len(games))
    np.testing.assert_array_equal(seen.truth, games.truth)


def pairs(tree: Tree, flags: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Parent and child of every edge."""
    parents = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    return flags[parents], flags[tree.child]


@pytest.mark.parametrize("copied", [0.0, 0.3, 0.8])
def test_copied_errors_correlate_as_much_as_they_are_copied(games: Tree, copied: float) -> None:
    """Every node is wrong with probability e, parent and child correlate by c, and siblings by c²."""
    flags = wrong(artificial(0.2, copied)(games))
    last = flags[games.levels[-2] :]
    assert abs(last.mean() - 0.2) < 0.02
    assert abs(np.corrcoef(*pairs(games, flags))[0, 1] - copied) < 0.02
    siblings = flags[games.child].reshape(-1, 2)
    assert abs(np.corrcoef(siblings[:, 0], siblings[:, 1])[0, 1] - copied**2) < 0.03


def test_errors_all_copied_are_all_the_same(games: Tree) -> None:
    above, below = pairs(games, wrong(artificial(0.3, 1.0)(games)))
    np.testing.assert_array_equal(above, below)


def test_evaluators_see_the_same_game_the_same_way_in_any_chunk() -> None:
    model = BoardSplittingModel(height=4)
    whole, part = model.draw(0, 6), model.draw(4, 6)
    for evaluate in (artificial(0.3, 0.5), simulated(20), noisy(truth, 0.5), flipped(natural, 0.2)):
        seen, again = evaluate(whole, 3), evaluate(part, 3)
        for low, high, at, to in zip(whole.levels, whole.levels[1:], part.levels, part.levels[1:]):
            each = (high - low) // 6
            np.testing.assert_array_equal(seen.static[low + 4 * each : high], again.static[at:to])
        assert not np.array_equal(seen.static, evaluate(whole, 4).static), "another seed, another opinion"


def test_the_natural_evaluator_counts_each_game_once_in_an_uneven_tree() -> None:
    tree = natural(Tree.literal([[1, 1, -1], -1], terminal=True))
    np.testing.assert_allclose(tree.static, [0, 1 / 3, -1, 1, 1, -1])
    np.testing.assert_allclose(tree.error, [0.5, 1 / 3, 0, 0, 0, 0])


def test_the_simulated_evaluator_is_the_natural_one_on_average(games: Tree) -> None:
    exact = natural(games)
    n = 25
    share = (exact.static + 1) / 2
    seen = (simulated(n)(games).static + 1) / 2
    spread = np.sqrt(share * (1 - share) / n)
    sure = spread == 0
    np.testing.assert_array_equal(seen[sure], share[sure])
    z = (seen - share)[~sure] / spread[~sure]
    assert abs(z.mean()) < 4 / math.sqrt(z.size)
    assert abs(z.std() - 1) < 0.05
    assert set(np.unique(np.round(seen * n, 9))) <= set(range(n + 1))


def test_flaws_of_one_kind_are_independent(games: Tree) -> None:
    """Flipped twice by .2 is wrong with .32, as its error says: not always turned back."""
    seen = flipped(flipped(truth, 0.2), 0.2)(games)
    assert seen.error == pytest.approx(0.32)
    assert near(wrong(seen).mean(), 0.32, len(games))
    noise = noisy(noisy(truth, 1.0), 1.0)(games).static - games.truth
    assert abs(noise.std() - math.sqrt(2)) < 0.02
    apart = noisy(granular(noisy(truth, 1.0), 1_000, -9, 9), 1.0)(games).static - games.truth
    assert abs(apart.std() - math.sqrt(2)) < 0.02


def test_noise_has_the_spread_it_says(games: Tree) -> None:
    noise = noisy(truth, 0.5)(games).static - games.truth
    assert abs(noise.mean()) < 4 * 0.5 / math.sqrt(noise.size)
    assert abs(noise.std() - 0.5) < 0.01
    np.testing.assert_array_equal(noisy(truth, 0.0)(games).static, games.truth)


def test_granular_puts_values_in_the_middles_of_buckets() -> None:
    tree = Tree.literal([-2.0, -1.0, -0.51, -0.5, 0.0, 0.49, 1.0, 3.0])
    tree = granular(lambda tree, seed: tree, 4)(tree)
    np.testing.assert_allclose(tree.static[1:], [-0.75, -0.75, -0.75, -0.25, 0.25, 0.25, 0.75, 0.75])
    wide = granular(lambda tree, seed: tree, 2, 0, 10)(Tree.literal([4.0, 6.0]))
    np.testing.assert_allclose(wide.static[1:], [2.5, 7.5])


def test_binary_keeps_the_sign_and_the_error(games: Tree) -> None:
    seen = binary(natural)(games)
    raw = natural(games)
    np.testing.assert_array_equal(seen.static, np.sign(raw.static))
    np.testing.assert_array_equal(seen.error, raw.error)


def test_a_flaw_round_a_plain_evaluator_of_states() -> None:
    """A state has the same noise each time, and a value without an error keeps none of its own."""

    def half(state: int) -> float:
        return 0.5

    coarse: Spoiled = granular(half, 2)
    assert coarse(7) == 0.5
    assert isinstance(noisy(half, 1.0)(7), float)
    assert noisy(half, 1.0)(7) == noisy(half, 1.0)(7) != noisy(half, 1.0)(8)
    assert flipped(half, 0.25)(7) in ((0.5, 0.25), (-0.5, 0.25))
    assert flipped(lambda state: (0.5, 0.1), 0.2)(1)[1] == pytest.approx(0.1 * 0.8 + 0.9 * 0.2)


def test_decide_gives_its_error_to_a_wrapped_evaluator() -> None:
    def won(state: int) -> float:
        return 1.0

    for evaluate in (won, binary(won)):
        decision = decide(BoardSplitting([0, 1, 1, 0]), rule="emm", depth=1, evaluate=evaluate, error=0.2)
        assert [option.error for option in decision.options] == [0.2, 0.2]


def test_the_errors_are_those_of_a_plain_count() -> None:
    tree = ot.TopDown(b=3, g=6, s=0.3, height=3).draw(0, 40)
    reading = ot.by_threshold(tree, 0.5)
    seen = Counter(tree.static.tolist())
    missed = Counter[float]()
    for static, true in zip(tree.static.tolist(), tree.truth.tolist()):
        missed[static] += (static > 0.5) != (true > 0.5)
    told = reading(tree)
    for static, value, error in zip(tree.static.tolist(), told.static.tolist(), told.error.tolist()):
        assert value == static - 0.5
        assert error == min(0.5, (missed[static] + 0.5) / (seen[static] + 1))


def test_a_value_never_seen_counts_as_its_nearest_neighbour() -> None:
    learned = ot.Tree.literal([[0.1, 0.9], [0.1, 0.9]], static=0.9)
    reading = ot.by_threshold(replace(learned, truth=learned.static), 0.5)
    told = reading(ot.Tree.literal([0.05, 0.4, 0.6, 2.0], static=0.5))
    assert told.error[1] == told.error[2] == reading.wrong[0]
    assert told.error[3] == told.error[4] == reading.wrong[1]
    np.testing.assert_allclose(told.static[1:], [-0.45, -0.1, 0.1, 1.5])


def test_what_cannot_be_calibrated_is_said() -> None:
    with pytest.raises(OverthinkError, match="true values"):
        ot.by_threshold(ot.Tree.literal([[1, -1], [1, 1]]), 0.0)
