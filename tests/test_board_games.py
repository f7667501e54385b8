"""Board games and the sliding puzzle: OpenSpiel's rules, published counts, rules written down slowly."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from overthink.core.errors import OverthinkError
from overthink.core.grow import state_key
from overthink.evaluate.games import manhattan
from overthink.games.board import BoardGame
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import ConnectFour
from overthink.games.domineering import Domineering
from overthink.games.othello import Othello
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.search.decide import decide

Names = Callable[[Any, int], Any]  # OpenSpiel's state and action: what we call the move


def leaves(game: BoardGame, state: Any, depth: int) -> int:
    """Sequences of this many moves: perft."""
    below = [game.play(state, move) for move in game.moves(state)]
    return len(below) if depth == 1 else sum(leaves(game, after, depth - 1) for after in below)


@pytest.mark.parametrize(
    ("game", "published"),
    [
        (ConnectFour(), [7, 49, 343, 2401]),
        (Othello(8, 8), [4, 12, 56, 244, 1396]),
        (Breakthrough(8, 8), [22, 484]),
    ],
    ids=str,
)
def test_sequences_of_moves_are_as_many_as_published(game: BoardGame, published: list[int]) -> None:
    assert [leaves(game, game.initial(), depth + 1) for depth in range(len(published))] == published


def mirrored(name: str, rows: int) -> str:
    """OpenSpiel's first player moves down, ours up."""
    return "".join(each if each.isalpha() else str(rows + 1 - int(each)) for each in name.rstrip("*"))


OPENSPIEL: list[tuple[str, BoardGame, Names]] = [
    ("othello", Othello(8, 8), lambda state, action: state.action_to_string(action).split(" ")[0]),
    (
        "breakthrough(rows=6,columns=5)",
        Breakthrough(6, 5),
        lambda state, action: mirrored(state.action_to_string(action), 6),
    ),
    ("connect_four(rows=4,columns=4)", ConnectFour(4, 4), lambda state, action: action),
    ("connect_four", ConnectFour(), lambda state, action: action),
]


@pytest.mark.parametrize(("name", "game", "names"), OPENSPIEL, ids=[name for name, _, _ in OPENSPIEL])
def test_random_games_are_those_of_openspiel(name: str, game: BoardGame, names: Names) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: its games are not compared")
    for seed in range(8):
        theirs = pyspiel.load_game(name).new_initial_state()
        ours = game.initial()
        chance = random.Random(seed)
        while not theirs.is_terminal():
            actions = {names(theirs, action): action for action in theirs.legal_actions()}
            assert set(game.moves(ours)) == set(actions) and len(game.moves(ours)) == len(actions)
            assert game.mover(ours) == (1 if theirs.current_player() == 0 else -1)
            move = chance.choice(sorted(actions, key=str))
            theirs.apply_action(actions[move])
            ours = game.play(ours, move)
        assert not len(game.moves(ours)) and game.utility(ours) == theirs.returns()[0]


def slow_places(game: Domineering, taken: set[tuple[int, int]], turn: int) -> list[set[tuple[int, int]]]:
    squares = [(row, column) for row in range(game.rows) for column in range(game.columns)]
    seconds = [((row, column), (row + 1, column) if turn > 0 else (row, column + 1)) for row, column in squares]
    return [set(pair) for pair in seconds if set(pair) <= set(squares) - taken]


@pytest.mark.parametrize("game", [Domineering(4, 4), Domineering(3, 5), Domineering(2, 12)], ids=str)
def test_domineering_is_dominoes_on_a_set_of_squares(game: Domineering) -> None:
    for seed in range(5):
        state = game.initial()
        taken = set[tuple[int, int]]()
        turn = 1
        chance = random.Random(seed)
        while places := slow_places(game, taken, turn):
            moves = game.moves(state)
            assert moves == [f"{'abcdefghijkl'[min(pair)[1]]}{min(pair)[0] + 1}" for pair in places]
            i = chance.randrange(len(places))
            state, taken, turn = game.play(state, moves[i]), taken | places[i], -turn
            assert game.mover(state) == turn and sum(game.sides(state)).bit_count() == len(taken)
        assert not game.moves(state) and game.utility(state) == -turn


def test_who_cannot_place_a_disc_passes() -> None:
    game = Othello(4, 4)
    state = (0b11, 0b100, -1)  # o has nothing to turn; x turns it from d1
    assert game.moves(state) == ["pass"]
    after = game.play(state, "pass")
    assert game.moves(after) == ["d1"] and game.utility(game.play(after, "d1")) == 1.0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Othello(5, 4), "an even number of rows"),
        (lambda: Othello(4, 4, "discs"), "outcome"),  # type: ignore[arg-type]
        (lambda: Breakthrough(3, 3), "rows must be a whole number, 4 or more, not 3"),
        (lambda: Domineering(1, 5), "rows must be a whole number from 2 to 12, not 1"),
        (lambda: ConnectFour(2.5), "whole number"),  # type: ignore[arg-type]
        (lambda: SlidingPuzzle(1, 3), "rows must be a whole number, 2 or more, not 1"),
        (lambda: SlidingPuzzle(goal=(1, 2, 3)), "each tile"),
        (lambda: SlidingPuzzle(4, 4).state_space(), "too many"),
        (
            lambda: SlidingPuzzle().play((1, 2, 3, 4, 5, 6, 7, 8, 0), "right"),
            "'right' is not a legal move. The moves are up, left",
        ),
        (lambda: SlidingPuzzle(2, 2).state_space().node((0, 2, 1, 3)), "cannot be reached"),
    ],
)
def test_boards_that_cannot_be_are_refused(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(OverthinkError, match=words):
        make()


def test_a_random_start_can_be_played_on() -> None:
    game = Othello(4, 4)
    assert game.random_start(1, 6) == game.random_start(1, 6) != game.random_start(2, 6)
    assert game.moves(game.random_start(3, 100))


def test_the_state_space_of_the_8_puzzle(eight):
    """Known: 181,440 positions, the two farthest 31 moves away, 24 moves the commonest distance."""
    _, space = eight
    assert len(space.tree) == len(space.states) == 181_440
    distances = np.bincount(space.tree.truth.astype(int))
    assert len(distances) == 32 and distances[31] == 2 and distances[:4].tolist() == [1, 2, 4, 8]
    assert distances.argmax() == 24


def test_the_distance_of_one_position(eight):
    puzzle, space = eight
    for node in (0, 1, 777, 100_000, 181_439):
        assert puzzle.distance(space.states[node]) == space.tree.truth[node]
    for wrong in ((0, 2, 1, 3, 4, 5, 6, 7, 8), (0, 1, 2), (1,) * 9):  # tiles swapped by hand; not all tiles
        with pytest.raises(OverthinkError, match="cannot be solved"):
            puzzle.distance(wrong)


def test_distances_are_consistent_with_one_step(eight):
    _, space = eight
    tree = space.tree
    parents = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    nearest = np.full(len(tree), np.inf)
    np.minimum.at(nearest, parents, tree.truth[tree.child] + 1)
    np.testing.assert_array_equal(nearest[1:], tree.truth[1:])


def test_manhattan_never_exceeds_the_distance(eight):
    puzzle, space = eight
    tree = space.seen_by(manhattan(puzzle))
    assert (tree.static <= tree.truth).all() and ((tree.truth - tree.static) % 2 == 0).all()


def test_other_sizes_and_goals():
    small = SlidingPuzzle(2, 2).state_space()
    assert len(small.tree) == 12 and small.tree.truth.max() == 6
    assert small.tree.key.tolist() == [state_key(state) for state in small.states]
    spiral = SlidingPuzzle(goal=(1, 2, 3, 8, 0, 4, 7, 6, 5))
    assert len(spiral.moves(spiral.goal)) == 0 and manhattan(spiral)(spiral.goal) == 0
    fifteen = SlidingPuzzle(4, 4)
    start = fifteen.random_start(3)
    assert fifteen.play(fifteen.play(start, fifteen.moves(start)[0]), _back(fifteen.moves(start)[0])) == start
    found = decide(fifteen, start, rule="minimin", depth=3, evaluate=manhattan(fifteen))
    assert found.value >= manhattan(fifteen)(start)  # consistent: looking ahead never lowers it


def _back(move: str) -> str:
    return {"up": "down", "down": "up", "left": "right", "right": "left"}[move]
