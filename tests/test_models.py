"""The board-splitting game by hand; random boards: the same game for the same number, solved, of the right kind."""

import itertools
import math

import numpy as np
import pytest

from overthink.core.arithmetic import seed_key
from overthink.core.errors import OverthinkError
from overthink.core.grow import grow
from overthink.core.tree import Tree
from overthink.evaluate.solved import natural, natural_of
from overthink.games.board_splitting import BoardSplitting
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.search.decide import decide
from overthink.search.sweep import solve
from tests.test_randomness import splitmix64

MODELS = [
    BoardSplittingModel(height=5),
    BoardSplittingModel(height=4, mixing=0.0),
    BoardSplittingModel(height=3, branching=3, mixing=0.4, p=0.3, edge_p=0.6),
    BoardSplittingModel(height=4, nontrivial=False, mixing=0.5),
]


def hashed(key: int, word: int) -> int:
    """`mix`, in Python's unbounded integers."""
    return splitmix64(key + (word + 1) * 0x9E3779B97F4A7C15)


def unit(key: int) -> float:
    return (key >> 11) / 2**53


def slow_squares(model: BoardSplittingModel, key: int) -> list[int]:
    """The board of a game key: edges numbered ply by ply, squares the signs of sums, then perturbed."""
    b, height = model.branching, model.height
    edges = {}
    for ply in range(1, height + 1):
        for i in range(b**ply):
            edges[ply, i] = 1 if unit(hashed(hashed(key, 3), len(edges))) < model.edge_p else -1
    squares = []
    for i in range(b**height):
        total = sum(edges[ply, i // b ** (height - ply)] for ply in range(1, height + 1))
        fresh = int(unit(hashed(hashed(key, 1), i)) < model.p)
        perturbed = unit(hashed(hashed(key, 2), i)) < model.mixing
        squares.append(fresh if perturbed else int(total > 0))
    return squares


def game_of(tree: Tree, number: int) -> Tree:
    """One game out of many, as the columns that matter."""
    picks = []
    for low, high in zip(tree.levels, tree.levels[1:]):
        width = (high - low) // len(tree.roots)
        picks += range(low + number * width, low + (number + 1) * width)
    return np.array([tree.truth[picks], tree.key[picks].astype(float), tree.utility[picks]])


@pytest.mark.exhaustive(but=["model0", "model1"])
@pytest.mark.parametrize("model", MODELS)
def test_a_game_depends_on_its_number_and_the_seed_alone(model: BoardSplittingModel) -> None:
    whole, part = model.draw(0, 10), model.draw(5, 10)
    for number in range(5):
        np.testing.assert_array_equal(game_of(whole, 5 + number), game_of(part, number))
    assert not np.array_equal(whole.truth, model.draw(0, 10, seed=1).truth)
    assert len(np.unique(whole.key)) == len(whole)


@pytest.mark.parametrize("model", MODELS)
def test_boards_are_those_of_the_slow_construction(model: BoardSplittingModel) -> None:
    tree = model.draw(0, 8)
    leaves = tree.truth[tree.levels[-2] :].reshape(8, -1)
    last = 1 if model.height % 2 else -1
    for number in range(8):
        game_key = hashed(int(seed_key("board splitting", 0)), number)
        boards = (slow_squares(model, hashed(game_key, attempt)) for attempt in range(1_000))
        board = next(b for b in boards if not model.nontrivial or is_nontrivial(b, model.branching))
        np.testing.assert_array_equal(leaves[number] == last, board)
        np.testing.assert_array_equal(model.board(number), board)


def winner(squares: list[int], b: int, height: int, ply: int = 0) -> int:
    """Brute force: +1 if player 1 wins."""
    if len(squares) == 1:
        last = 1 if height % 2 else -1
        return last if squares[0] else -last
    width = len(squares) // b
    below = [winner(squares[i * width : (i + 1) * width], b, height, ply + 1) for i in range(b)]
    return max(below) if ply % 2 == 0 else min(below)


def is_nontrivial(squares: list[int], b: int) -> bool:
    height = round(math.log(len(squares), b))
    width = len(squares) // b
    return len({winner(squares[i * width : (i + 1) * width], b, height, 1) for i in range(b)}) == 2


@pytest.mark.parametrize("model", MODELS)
def test_the_truth_is_that_of_brute_force(model: BoardSplittingModel) -> None:
    tree = model.draw(0, 20)
    np.testing.assert_array_equal(solve(tree), tree.truth)
    for number in range(20):
        board = list(model.board(number))
        assert tree.truth[number] == winner(board, model.branching, model.height)
        if number < 3:
            game = BoardSplitting(board, model.branching)
            assert decide(game, depth=model.height).value == tree.truth[number]


@pytest.mark.parametrize("model", MODELS[:3])
def test_nontrivial_games_have_a_right_and_a_wrong_first_move(model: BoardSplittingModel) -> None:
    tree = model.draw(0, 200)
    first = tree.truth[tree.child[: tree.first[200]]].reshape(200, -1)
    assert ((first == 1).any(axis=1) & (first == -1).any(axis=1)).all()
    assert (tree.truth[:200] == 1).all(), "player 1 is to move and has a winning move"


@pytest.mark.parametrize("p", [0.2, 0.5, 0.7])
def test_the_share_of_ones_in_p_games(p: float) -> None:
    tree = BoardSplittingModel(height=7, p=p, nontrivial=False).draw(0, 200)
    leaves = tree.truth[tree.levels[-2] :] == 1
    assert abs(leaves.mean() - p) < 4 * math.sqrt(p * (1 - p) / leaves.size)


def test_the_share_of_ones_in_n_games() -> None:
    """A square of height 4 is 1 when 3 or 4 of its edges are +1: 5/16 of them at p = 1/2, not independently."""
    tree = BoardSplittingModel(height=4, mixing=0.0, nontrivial=False).draw(0, 5_000)
    ones = tree.truth[tree.levels[-2] :].reshape(5_000, 16) == -1
    assert abs(ones.mean() - 5 / 16) < 4 * ones.mean(axis=1).std() / math.sqrt(5_000)
    assert np.corrcoef(ones[:, 0], ones[:, 1])[0, 1] > 0.4, "siblings share all edges but one"


def test_the_fixed_point() -> None:
    assert fixed_point(2) == pytest.approx((3 - math.sqrt(5)) / 2, abs=1e-12)
    assert fixed_point(2) == pytest.approx(0.381966, abs=1e-6)
    for b in (2, 3, 10):
        w = 1 - fixed_point(b)
        assert w == pytest.approx(1 - w**b)


def test_a_model_without_nontrivial_games_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.models.board_splitting.MOST_DRAWN_SQUARES", 1 << 16)
    with pytest.raises(OverthinkError, match="No nontrivial game"):
        BoardSplittingModel(height=1, p=0.0).draw(0, 1)


SQUARES = [i * i * i % 7 % 2 for i in range(64)]


def squares_left(path: tuple[int, ...], b: int = 2) -> list[int]:
    """The squares after these moves, each of which keeps one of b strips."""
    left = SQUARES
    for move in path:
        width = len(left) // b
        left = left[move * width : (move + 1) * width]
    return left


@pytest.mark.parametrize("b", [2, 4])
def test_every_position_is_the_board_as_cut_by_hand(b: int) -> None:
    game = BoardSplitting(SQUARES, b)
    plies = 6 if b == 2 else 3
    for ply in range(plies + 1):
        for path in itertools.product(range(b), repeat=ply):
            state = game.position(path)
            left = squares_left(path, b)
            assert game.text(state) == "".join(map(str, left))
            assert game.mover(state) == (1 if ply % 2 == 0 else -1)
            assert len(game.moves(state)) == (b if ply < plies else 0)
            if ply == plies:
                assert game.utility(state) == (1 if left == [plies % 2] else -1)  # a 1 is for the last to move


@pytest.mark.parametrize(("squares", "winner"), [([1, 0], 1), ([0, 0], -1), ([1, 1, 1, 1], -1), ([1, 0, 0, 0], 1)])
def test_small_boards_solved_by_hand(squares: list[int], winner: int) -> None:
    """One move: player 1 wins with a 1. Two moves: player 2 wins with a 1, so player 1 wants a column of zeros."""
    game = BoardSplitting(squares)
    depth = game.height
    evaluate = natural_of(game)
    assert decide(game, depth=depth, evaluate=lambda state: evaluate(state)).value == winner  # interpreted: sooner done
    assert decide(game, depth=depth).value == winner, "to the end it needs no evaluator"


def test_the_natural_evaluator_counts_squares() -> None:
    game = BoardSplitting(SQUARES)
    evaluate = natural_of(game)
    for path in ((), (0,), (1,), (1, 1), (0, 1, 1), (0, 1, 1, 0, 0, 1)):
        squares = squares_left(path)
        share = squares.count(0) / len(squares)  # the last to move is player 2: zeros are for player 1
        assert evaluate(game.position(path)) == pytest.approx((2 * share - 1, min(share, 1 - share)))


def test_twelve_of_sixteen() -> None:
    """Section 5.1: 12 winning boxes of 16 are a win, with an estimated error of 4/16."""
    game = BoardSplitting([0] * 12 + [1] * 4)
    assert natural_of(game)(0) == (0.5, 0.25)


def test_on_a_tree_it_counts_the_same() -> None:
    game = BoardSplitting(SQUARES)
    tree = natural(grow(game, 0, 6))
    evaluate = natural_of(game)
    opinions = [evaluate(game.position(path)) for ply in range(7) for path in itertools.product(range(2), repeat=ply)]
    assert list(zip(tree.static, tree.error)) == opinions
    assert solve(tree)[0] == decide(game, depth=6).value
