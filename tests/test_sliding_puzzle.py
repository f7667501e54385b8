"""The sliding puzzle, and searches of all its positions at once."""

from __future__ import annotations

import numpy as np
import pytest

from overthink.core.errors import OverthinkError
from overthink.core.grow import state_key
from overthink.evaluate.games import manhattan
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.search.decide import decide


def test_the_state_space_of_the_8_puzzle(eight):
    """Known: 181,440 positions, the two farthest 31 moves away, 24 moves the commonest distance."""
    _, space = eight
    assert len(space.tree) == len(space.states) == 181_440
    distances = np.bincount(space.tree.truth.astype(int))
    assert len(distances) == 32 and distances[31] == 2 and distances[:4].tolist() == [1, 2, 4, 8]
    assert distances.argmax() == 24


def test_layer_by_layer_is_one_by_one():
    """All positions, their order and their moves, against a plain search outwards."""
    puzzle = SlidingPuzzle(2, 3)
    states, below = [puzzle.goal], []
    for state in states:
        after = [puzzle._slid(state, move) for move in puzzle._slides(state)]
        states += [each for each in after if each not in states]
        below.append([states.index(each) for each in after] if state != puzzle.goal else [])
    space = puzzle.state_space()
    assert list(space.states) == states
    assert [space.tree.child[a:b].tolist() for a, b in zip(space.tree.first, space.tree.first[1:])] == below


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


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: SlidingPuzzle(1, 3), "2 rows"),
        (lambda: SlidingPuzzle(goal=(1, 2, 3)), "each tile"),
        (lambda: SlidingPuzzle(4, 4).state_space(), "too many"),
        (lambda: SlidingPuzzle().play((1, 2, 3, 4, 5, 6, 7, 8, 0), "right"), "cannot move"),
        (lambda: SlidingPuzzle(2, 2).state_space().node((0, 2, 1, 3)), "cannot be reached"),
    ],
)
def test_bad_input_is_one_sentence(build, says):
    with pytest.raises(OverthinkError, match=says):
        build()
