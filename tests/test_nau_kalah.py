"""Regularised kalah: its positions as columns, and the studies of [Nau2010] section 6.2, against plain recursion."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overthink.core.errors import OverthinkError
from overthink.core.space import StateSpace
from overthink.games.kalah import Board, Kalah
from overthink.games.kalah_space import grown
from overthink.search.sweep import solve

GAMES = {
    "capture": Kalah.regularised(pits=3, seeds=2, plies=5),
    "no capture": Kalah.regularised(pits=3, seeds=3, plies=5, capture=False),
    "small": Kalah.regularised(pits=2, seeds=2, plies=6),
    "second moves, real ends": Kalah(pits=3, seeds=1, plies=6),
}


@cache
def graph_of(name: str, number: int) -> StateSpace:
    return grown(GAMES[name], GAMES[name].random_start(number))


def below(game: Kalah, state: Board) -> list[Board]:
    return [game.play(state, pit) for pit in game.moves(state)]


def minimax(game: Kalah, state: Board) -> float:
    """The true value, path by path."""
    values = [minimax(game, after) for after in below(game, state)]
    if not values:
        return game.utility(state)
    return max(values) if game.mover(state) > 0 else min(values)


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=12)
@given(number=st.integers(0, 30))
def test_the_graph_is_every_position_once_ply_by_ply(name: str, number: int) -> None:
    game, space = GAMES[name], graph_of(name, number)
    tree, ply = space.tree, {game.random_start(number)}
    for k in range(tree.height + 1):
        nodes = range(int(tree.levels[k]), int(tree.levels[k + 1]))
        assert set(space.states[nodes.start : nodes.stop]) == ply and len(nodes) == len(ply)
        for n in nodes:
            state = space.states[n]
            assert [space.states[c] for c in tree.children(n)] == below(game, state)
            assert tree.mover[n] == game.mover(state)
            assert tree.utility[n] == game.utility(state) if not game.moves(state) else np.isnan(tree.utility[n])
        ply = {after for state in ply for after in below(game, state)}
    assert not ply and int(tree.levels[-1]) == len(tree) == len(space.states)
    assert len(set(tree.key.tolist())) == len(tree)


@pytest.mark.parametrize("name", GAMES)
def test_true_values_are_those_of_plain_recursion(name: str) -> None:
    space = graph_of(name, 3)
    assert space.tree.truth[0] == minimax(GAMES[name], space.states[0])
    np.testing.assert_array_equal(space.tree.truth, solve(space.tree))


def test_in_the_state_space_every_position_is_asked() -> None:
    game = GAMES["small"]
    space, graph = game.state_space(), grown(game, game.initial())
    assert len(space.tree.roots) == len(space.tree) == len(graph.tree) and len(graph.tree.roots) == 1
    for state in (game.initial(), space.states[5], space.states[-1]):
        assert space.states[space.node(state)] == state
        assert space.tree.truth[space.node(state)] == minimax(game, state)
    with pytest.raises(OverthinkError, match="cannot be reached"):
        space.node(game.position([8, 0], [0, 0]))


def test_a_position_keeps_its_key_in_every_graph() -> None:
    game = GAMES["capture"]
    space = grown(game, game.initial())
    other = grown(game, space.states[2])
    for n in range(len(other.tree)):
        assert other.tree.key[n] == space.tree.key[space.node(other.states[n])]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Kalah.real().state_space(), "give plies="),
        (lambda: grown(GAMES["capture"], GAMES["capture"].initial(), most=100), "More than 100"),
        (lambda: Kalah.regularised(pits=12, seeds=12).state_space(), "too large"),
    ],
)
def test_mistakes_are_told_in_a_sentence(wrong: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        wrong()
