"""The board-splitting game, on boards small enough to follow by hand."""

from __future__ import annotations

import itertools

import pytest

from overthink.core.errors import OverthinkError
from overthink.core.grow import grow
from overthink.evaluate.solved import natural, natural_of
from overthink.games.board_splitting import BoardSplitting
from overthink.search.decide import decide
from overthink.search.sweep import solve

# The slides' board, 8 × 8.
SLIDES = [
    [1, 0, 0, 0, 0, 1, 1, 1],
    [1, 1, 1, 0, 0, 1, 0, 0],
    [0, 1, 0, 1, 0, 0, 1, 1],
    [1, 1, 0, 0, 0, 1, 0, 0],
    [1, 0, 1, 1, 1, 0, 1, 0],
    [1, 0, 1, 0, 0, 0, 1, 1],
    [0, 1, 1, 1, 1, 1, 1, 0],
    [0, 1, 1, 0, 1, 0, 0, 1],
]


def cut(board: list[list[int]], path: tuple[int, ...], b: int = 2) -> list[list[int]]:
    """The board after these moves, cut as on the table: columns, rows, columns, …"""
    for ply, move in enumerate(path):
        if ply % 2 == 0:
            width = len(board[0]) // b
            board = [row[move * width : (move + 1) * width] for row in board]
        else:
            tall = len(board) // b
            board = board[move * tall : (move + 1) * tall]
    return board


@pytest.mark.parametrize(("side", "b"), [(8, 2), (9, 3)])
def test_every_position_is_the_board_as_cut_by_hand(side: int, b: int) -> None:
    board = SLIDES if side == 8 else [[(i * i + j) % 3 % 2 for j in range(9)] for i in range(9)]
    game = BoardSplitting.from_board(board, b)
    plies = 6 if b == 2 else 4
    for ply in range(plies + 1):
        for path in itertools.product(range(b), repeat=ply):
            state, left = game.position(path), cut(board, path, b)
            squares = [square for row in left for square in row]
            assert sorted(game.text(state)) == sorted(map(str, squares))
            assert game.mover(state) == (1 if ply % 2 == 0 else -1)
            assert len(game.moves(state)) == (b if ply < plies else 0)
            if ply == plies:  # the last to move is player 2
                assert game.utility(state) == (-1 if squares == [1] else 1)


def test_the_slides_game() -> None:
    """Player 1 keeps the right half, player 2 the lower; in the end player 2 leaves a 0, and player 1 wins."""
    game = BoardSplitting.from_board(SLIDES)
    assert cut(SLIDES, (1,))[0] == [0, 1, 1, 1]
    assert cut(SLIDES, (1, 1))[0] == [1, 0, 1, 0]
    line = (1, 1, 0, 0, 1, 0)
    assert cut(SLIDES, line) == [[0]]
    assert game.utility(game.position(line)) == 1


@pytest.mark.parametrize(
    ("board", "winner"), [([[1, 0]], 1), ([[0, 0]], -1), ([[1, 1], [1, 1]], -1), ([[1, 0], [0, 0]], 1)]
)
def test_small_boards_solved_by_hand(board: list[list[int]], winner: int) -> None:
    """One move: player 1 wins with a 1. Two moves: player 2 wins with a 1, so player 1 wants a column of zeros."""
    game = BoardSplitting.from_board(board)
    depth, evaluate = game.height, natural_of(game)
    assert decide(game, depth=depth, evaluate=lambda state: evaluate(state)).value == winner  # interpreted: sooner done
    assert decide(game, depth=depth).value == winner, "to the end it needs no evaluator"


def test_a_board_one_square_wide_is_cut_the_other_way() -> None:
    game = BoardSplitting.from_board([[0, 1, 1, 0]])
    assert game.height == 2
    assert game.text(0) == "0110"


def test_the_natural_evaluator_counts_squares() -> None:
    game = BoardSplitting.from_board(SLIDES)
    evaluate = natural_of(game)
    for path in ((), (0,), (1,), (1, 1), (0, 1, 1), (0, 1, 1, 0, 0, 1)):
        squares = [square for row in cut(SLIDES, path) for square in row]
        share = squares.count(0) / len(squares)  # the last to move is player 2: zeros are for player 1
        assert evaluate(game.position(path)) == pytest.approx((2 * share - 1, min(share, 1 - share)))


def test_twelve_of_sixteen() -> None:
    """Section 5.1: 12 winning boxes of 16 are a win, with an estimated error of 4/16."""
    game = BoardSplitting([0] * 12 + [1] * 4)
    assert natural_of(game)(0) == (0.5, 0.25)


def test_on_a_tree_it_counts_the_same() -> None:
    game = BoardSplitting.from_board(SLIDES)
    tree = natural(grow(game, 0, 6))
    evaluate = natural_of(game)
    opinions = [evaluate(game.position(path)) for ply in range(7) for path in itertools.product(range(2), repeat=ply)]
    assert list(zip(tree.static, tree.error)) == opinions
    assert solve(tree)[0] == decide(game, depth=6).value


@pytest.mark.parametrize("squares", [[], [1], [1, 0, 1], [2, 0]])
def test_boards_that_are_none(squares: list[int]) -> None:
    with pytest.raises(OverthinkError):
        BoardSplitting(squares)


@pytest.mark.parametrize("board", [[[1, 0], [1]], [1, 0], [[[1]]], [[1, 0, 1]], [[0, 2]]])
def test_tables_that_are_no_board(board: list) -> None:
    with pytest.raises(OverthinkError):
        BoardSplitting.from_board(board)
