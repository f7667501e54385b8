"""Positions as planes, and their mirror images: one shape, the side of the player to move, the same game."""

from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.games import planes
from overthink.games.board import BoardGame
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import ConnectFour
from overthink.games.domineering import Domineering
from overthink.games.kalah import Kalah
from overthink.games.othello import Othello
from overthink.games.planes import PlaneGame

BOARDS: list[BoardGame] = [
    ConnectFour(),
    ConnectFour(4, 5),
    ConnectFour(8, 8),  # its states outgrow an int64
    Othello(),
    Othello(4, 6),
    Othello(8, 8),
    Breakthrough(6, 6),
    Breakthrough(5, 4),
    Breakthrough(8, 8),
    Domineering(6, 6),
    Domineering(4, 5),
    Domineering(8, 8),
]
KALAHS = [
    Kalah(),
    Kalah(10, 3),  # a pit may use the highest of its bits
    Kalah(3, 2),
    Kalah.regularised(4, 3),
    Kalah(13, 4),  # its states outgrow an int64
]


def positions(game: PlaneGame, games: int = 12) -> list[Any]:
    """All positions of some random games."""
    random = np.random.default_rng(1)
    found = []
    for _ in range(games):
        state = game.initial()
        while True:
            found.append(state)
            moves = game.moves(state)
            if not len(moves) or len(found) > 400:
                break
            state = game.play(state, moves[random.integers(len(moves))])
    return found


def exchanged(game: PlaneGame, state: Any) -> Any:
    """The same position with the players exchanged, by the slow way over its squares or pits."""
    if isinstance(game, Kalah):
        return (state[1], state[0], state[3], state[2], -state[4], state[5])
    if isinstance(game, ConnectFour):
        return (state[0], state[1], -state[2], state[3])
    sides = [0, 0]
    for side, row, column in np.ndindex(2, game.rows, game.columns):
        if state[side] & game.bit(row, column):
            if isinstance(game, Breakthrough):
                row = game.rows - 1 - row
            elif isinstance(game, Domineering):
                row, column = column, row
            sides[1 - side] |= game.bit(row, column)
    return (*sides, -state[2])


@pytest.mark.parametrize("game", [*BOARDS, *KALAHS], ids=repr)
def test_planes_have_one_shape_and_are_turned_to_the_player_to_move(game: PlaneGame) -> None:
    states = positions(game)
    found = game.planes(states)
    assert found.shape == (len(states), *game.plane_shape) and found.dtype == np.uint8 and found.max() == 1
    if not isinstance(game, Domineering) or game.rows == game.columns:
        both = game.planes([exchanged(game, state) for state in states])
        np.testing.assert_array_equal(both, found)
    for n in range(0, len(states), 7):  # one by one is as all at once
        np.testing.assert_array_equal(game.planes([states[n]])[0], found[n])


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_planes_are_the_board_square_by_square(game: BoardGame) -> None:
    states = positions(game)
    for state, found in zip(states, game.planes(states)):
        ours, theirs = game.sides(state)
        if state[2] < 0:
            ours, theirs = theirs, ours
        slow = np.zeros(game.plane_shape, np.uint8)
        for row, column in np.ndindex(game.rows, game.columns):
            square = game.bit(row, column)
            there = game.seen_by_min(row, column) if state[2] < 0 else (row, column)
            if isinstance(game, Domineering):
                slow[0, *there] = not (ours | theirs) & square
            else:
                slow[0, *there], slow[1, *there] = bool(ours & square), bool(theirs & square)
        np.testing.assert_array_equal(found, slow)


@pytest.mark.parametrize("game", KALAHS, ids=repr)
def test_planes_of_kalah_count_the_seeds(game: Kalah) -> None:
    half = game.rules.seeds // 2 + 1
    states = positions(game)
    for state, found in zip(states, game.planes(states)):
        max_pits, min_pits = game.rows(state)
        rows = [[*max_pits, state[2]], [*min_pits, state[3]]][:: state[4]]
        np.testing.assert_array_equal(found[:half].sum(axis=0), np.minimum(rows, half))
        assert (np.diff(found[:half].astype(int), axis=0) <= 0).all()  # the first planes fill first
        assert found[half:].sum() == max(state[5], 0)


def test_many_positions_are_written_by_compiled_code_and_by_interpreted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (ConnectFour(), Kalah()):
        states = positions(game)
        monkeypatch.setattr(planes, "MOST_INTERPRETED_WORDS", 1 << 40)
        interpreted = game.planes(states)
        monkeypatch.setattr(planes, "MOST_INTERPRETED_WORDS", 0)
        monkeypatch.setattr(planes, "CHUNK_POSITIONS", 100)
        np.testing.assert_array_equal(game.planes(states), interpreted)


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_the_mirror_image_is_the_same_game(game: BoardGame) -> None:
    states = positions(game)
    assert any(game.mirror(state) != state for state in states)
    assert game.mirror(game.initial()) == game.initial()
    for state in states:
        image = game.mirror(state)
        assert game.mirror(image) == state and game.mover(image) == game.mover(state)
        after = sorted(game.mirror(game.play(state, move)) for move in game.moves(state))
        assert after == sorted(game.play(image, move) for move in game.moves(image))
        if not after:
            assert game.utility(image) == game.utility(state)
    if game.compiled:
        for state in states[::20]:
            assert game.kernels["mirror"](game.context, state) == game.mirror(state)


def test_what_is_not_a_list_of_positions_is_refused_in_a_sentence() -> None:
    with pytest.raises(OverthinkError, match="must be a list, not 5"):
        ot.ConnectFour().planes(5)
    with pytest.raises(OverthinkError, match="0 is not a position of this game"):
        ConnectFour().planes(ConnectFour().initial())


def test_values_of_mirror_images_are_compared() -> None:
    """An evaluator that sees the left half of the board alone is not symmetric; one that sees all of it is."""
    game = ot.ConnectFour(4, 4)
    left = sum(game.bit(row, column) for row in range(4) for column in range(2))

    def crooked(state: Any) -> float:
        return state[2] * ((state[0] & left).bit_count() - (state[1] & left).bit_count()) / 8

    with pytest.raises(AssertionError, match="mirrored"):
        ot.check_evaluator(game, crooked, "symmetric", 40)
    assert ot.check_evaluator(game, ot.line_difference(game), "symmetric", 40).kept
