"""Kalah against OpenSpiel's mancala, and against rules written down slowly on lists."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overthink.core.errors import OverthinkError
from overthink.core.game import MAX, MIN
from overthink.evaluate.kalah import Weights, features, store_difference
from overthink.games.kalah import Kalah
from overthink.search.decide import decide

Sides = list[list[int]]  # the pits of Max with his store last, and those of Min

REAL = Kalah.real()
REGULARISED = Kalah.regularised(pits=4, seeds=3)
FULL = Kalah.real(pits=7, seeds=10)  # the largest number of seeds that 8 bits a pit hold
WIDE = Kalah.real(pits=12, seeds=12)
GAMES = {
    "real": REAL,
    "regularised": REGULARISED,
    "no capture": Kalah(pits=3, seeds=5, capture=False),
    "no sweep, no second move": Kalah(pits=5, seeds=2, sweep=False, move_again=False, outcome="win"),
    "full": FULL,
    "wide": WIDE,
    "wide, regularised": Kalah.regularised(pits=12, seeds=12, plies=5),
    "one pit": Kalah(pits=1, seeds=3),
}


def oracle(sides: Sides, mover: int, pit: int, capture: bool, move_again: bool) -> tuple[Sides, int]:
    """One move, seed by seed."""
    pits = len(sides[0]) - 1
    me = 0 if mover == MAX else 1
    ring = [(me, k) for k in range(pits + 1)] + [(1 - me, k) for k in range(pits)]
    after = [list(side) for side in sides]
    seeds, after[me][pit] = after[me][pit], 0
    if seeds == 0:
        return after, -mover
    at = pit
    for _ in range(seeds):
        at = (at + 1) % len(ring)
        side, place = ring[at]
        after[side][place] += 1
    side, place = ring[at]
    opposite = pits - 1 - place
    if capture and side == me and place < pits and after[me][place] == 1 and after[1 - me][opposite] > 0:
        after[me][pits] += 1 + after[1 - me][opposite]
        after[me][place] = after[1 - me][opposite] = 0
    again = move_again and (side, place) == (me, pits)
    return after, mover if again else -mover


def sides_of(game: Kalah, state: Any) -> Sides:
    max_pits, min_pits = game.rows(state)
    return [[*max_pits, state[2]], [*min_pits, state[3]]]


@st.composite
def positions(draw: Any, game: Kalah) -> Any:
    """Boards with all the seeds of the game anywhere on them, often crowded into few places."""
    places = draw(st.lists(st.integers(0, 2 * game.pits + 1), min_size=1, max_size=2 * game.pits + 2))
    numbers = random.Random(draw(st.integers(0, 1 << 32)))
    board = [0] * (2 * game.pits + 2)
    for _ in range(game.rules.seeds):
        board[numbers.choice(places)] += 1
    pits = game.pits
    return game.position(
        board[:pits], board[pits : 2 * pits], (board[-2], board[-1]), draw(st.sampled_from((MAX, MIN)))
    )


def test_real_rules_are_those_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = Kalah.real(outcome="win")
    theirs = pyspiel.load_game("mancala")
    moves = random.Random(5)
    for _ in range(150):
        state = game.initial()
        other = theirs.new_initial_state()
        while True:
            board = [int(n) for n in other.observation_tensor(0)]
            assert [[*board[1:7], board[7]], [*board[8:14], board[0]]] == sides_of(game, state)
            legal = game.moves(state)
            assert other.is_terminal() == (not legal)
            if other.is_terminal():
                assert other.returns() == [game.utility(state), -game.utility(state)]
                break
            first = 1 if game.mover(state) == MAX else 8
            assert other.current_player() == (0 if game.mover(state) == MAX else 1)
            assert other.legal_actions() == [first + pit for pit in legal]
            pit = moves.choice(legal)
            state = game.play(state, pit)
            other.apply_action(first + pit)


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_moves_are_those_of_the_oracle(name: str, data: Any) -> None:
    game = GAMES[name]
    state = data.draw(positions(game))
    sides = sides_of(game, state)
    rules = game.rules
    mine = sides[0 if state[4] == MAX else 1]
    empty = any(sum(side[:-1]) == 0 for side in sides)
    legal = [pit for pit in range(game.pits) if mine[pit] > 0 or rules.empty_moves]
    assert game.moves(state) == (legal if rules.empty_moves or not empty else [])
    for pit in game.moves(state):
        after = game.play(state, pit)
        assert (sides_of(game, after), after[4]) == oracle(sides, state[4], pit, rules.capture, rules.move_again)
        assert sum(map(sum, sides_of(game, after))) == rules.seeds
    kept = [sum(side) if rules.sweep and empty else side[-1] for side in sides]
    ahead = kept[0] - kept[1]
    assert game.utility(state) == ((ahead > 0) - (ahead < 0) if rules.win else ahead)


def test_a_game_of_some_plies_ends_after_them() -> None:
    game = Kalah.regularised(pits=3, seeds=2, plies=3)
    game.compiled = False  # a game so short is sooner searched than compiled for
    state = game.position([0, 0, 0], [2, 0, 1], (1, 2), MAX)
    assert game.moves(state) == [0, 1, 2]
    assert game.play(state, 0) == (*state[:4], MIN, 2)
    assert game.moves(game.position([1, 1, 1], [1, 1, 1], left=0)) == []
    assert len(decide(game, depth=3).moves) > 0
    assert decide(game, depth=5).nodes.terminal == 27


def slow_minimax(game: Kalah, sides: Sides, mover: int, depth: int) -> float:
    """Real rules, store difference."""
    if min(sum(side[:-1]) for side in sides) == 0:
        return float(sum(sides[0]) - sum(sides[1]))
    if depth == 0:
        return (sides[0][-1] - sides[1][-1]) / game.rules.seeds
    mine = sides[0 if mover == MAX else 1]
    children = [oracle(sides, mover, pit, True, True) for pit in range(game.pits) if mine[pit] > 0]
    values = [slow_minimax(game, *each, depth - 1) for each in children]
    return max(values) if mover == MAX else min(values)


@pytest.mark.parametrize(("game", "depth"), [(REAL, 4), (WIDE, 2)], ids=["compiled", "interpreted"])
def test_search_agrees_with_the_oracle(game: Kalah, depth: int, compiled: None) -> None:
    for number in range(5):
        state = game.random_start(number)
        found = decide(game, state, depth=depth, evaluate=store_difference(game))
        assert found.value == slow_minimax(game, sides_of(game, state), MAX, depth)


@pytest.mark.parametrize("game", [REAL, WIDE], ids=["compiled", "interpreted"])
def test_evaluators_are_fair_and_within_bounds(game: Kalah) -> None:
    numbers = random.Random(2)
    for number in range(20 if game.compiled else 5):
        state = game.random_start(number)
        for _ in range(numbers.randrange(8)):
            if game.moves(state):
                state = game.play(state, numbers.choice(game.moves(state)))
        turned = (state[1], state[0], state[3], state[2], -state[4], state[5])
        for evaluator in (store_difference, features, lambda g, **how: features(g, Weights(stores=2.0), **how)):
            value = evaluator(game)(state)
            assert -1.0 <= value <= 1.0
            assert evaluator(game)(turned) == -value
            assert evaluator(game, binary=True)(state) == (value > 0) - (value < 0)
            lost = value < 0 or (value == 0 and state[4] > 0)
            assert evaluator(game, binary=True, even_loses=True)(state) == (-1 if lost else 1)


def test_features_count_what_they_say() -> None:
    game = Kalah(pits=3, seeds=3)
    game.compiled = False  # once each
    state = game.position([0, 2, 3], [1, 0, 0], (6, 4))
    # Max: pit 1 ends in his kalah; pit 2 drops seeds on Min's side; both win a seed.
    # Min: pit 0 ends in an empty pit of his own with 2 seeds opposite, a capture.
    assert features(game, Weights(1, 0, 0, 0))(state) == pytest.approx(1 / 3)
    assert features(game, Weights(0, 1, 0, 0))(state) == pytest.approx(-1 / 3)
    assert features(game, Weights(0, 0, 1, 0))(state) == pytest.approx((2 - 1) / 3)
    assert features(game, Weights(0, 0, 0, 1))(state) == store_difference(game)(state) == pytest.approx(2 / 18)


def test_random_starts_are_their_own() -> None:
    starts = [REAL.random_start(n, seed) for n in range(50) for seed in (0, 1)]
    assert len(set(starts)) == 100
    assert starts[2] == REAL.random_start(1, 0)
    assert all(sum(map(sum, REAL.rows(start))) == 48 for start in starts)
    assert all(start[2:] == (0, 0, MAX, -1) for start in starts)


def test_a_board_is_shown_as_it_lies() -> None:
    state = REAL.position([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 0], (7, 0), MIN)
    shown = "    0  2  3  4  5  6   Min\n 0                    7\n    1  2  3  4  5  6   Max\nMin to move"
    assert REAL.text(state) == shown


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Kalah(seeds=0), "seeds must be a whole number from 1 to 1,000, not 0"),
        (lambda: Kalah(plies=0), "plies must be a whole number, 1 or more, not 0"),
        (lambda: Kalah(empty_moves=True, sweep=False), "Give plies="),
        (
            lambda: Kalah(empty_moves=True, plies=8),
            "With moves from empty pits the game goes on without end. Give plies= and sweep=False",
        ),
        (lambda: Kalah(outcome="wins"), "outcome .*'wins'"),  # type: ignore[arg-type]
        (lambda: REAL.position([1] * 5, [1] * 6), "6 pits per side"),
        (lambda: REAL.position([1] * 6, [1] * 6, left=3), "no limit of plies"),
        (lambda: REGULARISED.position([1] * 4, [1] * 4, left=9), "8 plies; 9 cannot be left"),
        (lambda: REAL.play(REAL.initial(), 6), "6 is not a legal move. The moves are 0, 1, 2"),
        (lambda: features(REAL, Weights(0, 0, 0, 0)), "not all 0"),
    ],
)
def test_mistakes_are_told_in_a_sentence(wrong: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        wrong()
