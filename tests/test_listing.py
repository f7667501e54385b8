"""All positions of compiled games, listed and solved by kernels: as by Python methods, to the last bit."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame
from overthink.core.grow import Rows, StateSpace, state_key
from overthink.search.solving import listing, retrograde
from overthink.search.solving.listing import TooLargeError, reachable
from tests.test_solve import Graph, swept


@pytest.fixture
def by_kernels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However small a game is."""
    monkeypatch.setattr(listing, "FEW_POSITIONS", -1)
    monkeypatch.setattr(listing, "STEP_POSITIONS", 40)  # arrays are full again and again
    monkeypatch.setattr(retrograde, "MOST_INTERPRETED", 0)
    yield


class Methods:
    """A game of kernels whose methods alone are known."""

    def __init__(self, game: KernelGame):
        self.initial, self.mover, self.moves = game.initial, game.mover, game.moves
        self.play, self.utility = game.play, game.utility


def check_same(space: StateSpace, other: StateSpace) -> None:
    assert list(space.states) == list(other.states)
    for name in ("first", "child", "mover", "edge", "key"):
        np.testing.assert_array_equal(getattr(space.tree, name), getattr(other.tree, name))
    assert space.tree.utility.tobytes() == other.tree.utility.tobytes()
    assert space.tree.truth.tobytes() == other.tree.truth.tobytes()
    middle = space.states[len(space.states) // 2]
    assert space.node(middle) == other.node(middle) == len(space.states) // 2


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "game",
    [ot.ConnectFour(3, 4), ot.Domineering(3, 4), ot.Breakthrough(4, 2), ot.Kalah(pits=3, seeds=1)],
    ids=lambda game: type(game).__name__,
)
def test_boards_are_listed_and_solved_as_by_their_methods(game: KernelGame, by_kernels: None) -> None:
    space, other = ot.state_space(game), ot.state_space(Methods(game))
    assert isinstance(space.states, Rows) and isinstance(other.states, list)
    check_same(space, other)
    starts = [space.states[-1], space.states[1], space.states[1]]
    check_same(ot.state_space(game, starts), ot.state_space(Methods(game), starts))


@ot.kernel
def graph_count(game: Any, state: int) -> int:
    return game[0][state + 1] - game[0][state]


@ot.kernel
def graph_child(game: Any, state: int, i: int) -> int:
    return game[1][game[0][state] + i]


@ot.kernel
def graph_mover(game: Any, state: int) -> int:
    return game[2][state]


@ot.kernel
def graph_utility(game: Any, state: int) -> float:
    return game[3][state]


class KernelGraph(KernelGame):
    """A graph of numbers, with cycles, as kernels."""

    def __init__(self, graph: Graph):
        words = {"count": graph_count, "child": graph_child, "mover": graph_mover, "utility": graph_utility}
        self.kernels = words
        first = np.cumsum([0, *map(len, graph.below)])
        child = np.array([node for below in graph.below for node in below], np.int64)
        self.context = first, child, np.array(graph.side), np.array(graph.worth, float)

    def initial(self) -> int:
        return 0


def test_graphs_with_cycles_are_solved_as_by_sweeps(by_kernels: None) -> None:
    drawn = 0
    for graph in map(Graph, range(300)):
        space = ot.state_space(KernelGraph(graph))
        oracle = swept(graph)
        assert isinstance(space.states, Rows)
        assert space.tree.truth.tolist() == [oracle[state] for state in space.states]
        assert space.tree.key.tolist() == [state_key(state) for state in space.states]
        drawn += 0.0 in space.tree.truth
    assert drawn > 50


def test_a_board_of_known_size_and_what_is_too_large() -> None:
    """4 × 4 has 161,029 positions and is a draw, by a separate program in C."""
    heard = list[int]()
    space = ot.state_space(ot.ConnectFour(4, 4), tell=heard.append)
    assert len(space.states) == 161_029 == heard[-1] and space.tree.truth[0] == 0.0
    assert ot.move_values(ot.ConnectFour(4, 4)) == dict.fromkeys(range(4), 0.0)
    with pytest.raises(TooLargeError, match="more than 100,000 positions"):
        reachable(ot.ConnectFour(4, 4), most=100_000)
    with pytest.raises(TooLargeError, match="in 0 s, and there are more"):
        reachable(ot.ConnectFour(4, 4), seconds=0)


def test_flaws_of_kernels_are_named(by_kernels: None) -> None:
    for word, number, says in (("side", 0, "chance|Chance"), ("worth", float("inf"), "must give a finite number")):
        graph = Graph(1)
        graph.below = [[node + 1] for node in range(99)] + [[]]
        graph.side, graph.worth = [1] * 100, [0.0] * 100
        getattr(graph, word)[99] = number
        with pytest.raises(OverthinkError, match=says):
            ot.state_space(KernelGraph(graph))
