"""A search that is checked in two lines of pytest. It has a bug: in Kalah a player may move twice in a row, but this
search turns the sign after every move. Five seconds.

    pytest examples/test_my_search.py
"""

import pytest

import overthink as ot

GAME = ot.Kalah(pits=3, seeds=2)
EVALUATE = ot.store_difference(GAME)


def negamax(state, depth):
    """What a state is worth to the player to move."""
    if not len(GAME.moves(state)):
        return GAME.mover(state) * GAME.utility(state)
    if depth == 0:
        return GAME.mover(state) * EVALUATE(state)
    return max(-negamax(GAME.play(state, move), depth - 1) for move in GAME.moves(state))


def with_a_bug(state, depth):
    return {move: -negamax(GAME.play(state, move), depth - 1) for move in GAME.moves(state)}


def mended(state, depth):
    me = GAME.mover(state)
    after = {move: GAME.play(state, move) for move in GAME.moves(state)}
    return {move: me * to_max(later, depth - 1) for move, later in after.items()}


def to_max(state, depth):
    """What a state is worth to Max, whoever moves."""
    if not len(GAME.moves(state)):
        return GAME.utility(state)
    if depth == 0:
        return EVALUATE(state)
    best = max if GAME.mover(state) == 1 else min
    return best(to_max(GAME.play(state, move), depth - 1) for move in GAME.moves(state))


def test_mended():
    ot.check_search(GAME, mended, EVALUATE, positions=100)


def test_the_bug_is_found():
    with pytest.raises(AssertionError, match="turned the sign after every move"):
        ot.check_search(GAME, with_a_bug, EVALUATE, positions=100)
