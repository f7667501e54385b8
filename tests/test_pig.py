"""Pig: exact probabilities against the literature, linear equations by hand, every search of chance, and OpenSpiel."""

from fractions import Fraction
from typing import Any

import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.evaluate.games import win_probability
from overthink.games.pig import Pig


def test_the_first_player_of_pig_wins_as_often_as_in_the_literature() -> None:
    """Neller and Presser (2004): .530592 for 100 points."""
    win = Pig(100).solve()
    assert win[0, 0, 0] == pytest.approx(0.530592, abs=1e-6)
    assert win[0, 0, 19] < win[0, 0, 21] and win[99, 0, 0] > 0.9


def test_piglet_by_hand() -> None:
    """To 1 point: P = 1/2 + 1/2 (1 - P). To 2 points: from 1 : 1 as that; P(1, 0) = 1/2 + 1/2 (1 - P(0, 1)), …"""
    assert Pig.piglet(1).solve()[0, 0, 0] == pytest.approx(2 / 3)
    win = Pig.piglet(2).solve()
    exact = {(0, 0, 0): Fraction(4, 7), (0, 0, 1): Fraction(5, 7), (0, 1, 0): Fraction(2, 5), (1, 0, 0): Fraction(4, 5)}
    exact |= {(1, 1, 0): Fraction(2, 3), (0, 1, 1): Fraction(3, 5)}
    assert {at: win[at] for at in exact} == pytest.approx({at: float(p) for at, p in exact.items()})


def slow_win(target: int, die: tuple[int, ...], sweeps: int = 400) -> dict[tuple[int, int, int], float]:
    """Plain value iteration over a dictionary, everything at once."""
    known = {(i, j, k): 0.5 for i in range(target) for j in range(target) for k in range(target - i)}

    def of(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else known[i, j, k]

    def passed(i: int, j: int) -> float:
        return 1.0 if i >= target else 1.0 - known[j, i, 0]

    for _ in range(sweeps):
        known = {
            (i, j, k): max(passed(i + k, j), sum(of(i, j, k + g) if g else passed(i, j) for g in die) / len(die))
            for i, j, k in known
        }
    return known


@pytest.mark.parametrize(("target", "die"), [(6, (0, 1)), (8, (0, 2, 3, 4, 5, 6)), (5, (0, 0, 3)), (7, (2, 0, 1))])
def test_value_iteration_is_that_of_a_plain_one(target: int, die: tuple[int, ...]) -> None:
    win = Pig(target, die).solve()
    for at, value in slow_win(target, die).items():
        assert win[at] == pytest.approx(value, abs=1e-9)


GAMES = {"pig": (Pig(20), (1, 2, 3)), "piglet": (Pig.piglet(5), (1, 2, 4, 6)), "two busts": (Pig(9, (0, 0, 4)), (1, 4))}


@pytest.mark.parametrize(("game", "depth"), [(game, depth) for game, depths in GAMES.values() for depth in depths])
def test_every_search_of_any_depth_finds_the_exact_value(game: Pig, depth: int) -> None:
    game.compiled = False  # trees so small are sooner searched than compiled for
    truth = win_probability(game)
    for state in (game.initial(), game.position(3, 4, 2, -1), game.position(1, 0, 3)):
        exact = truth(state)
        assert ot.expectimax(game, state, depth=depth, evaluate=truth).low == pytest.approx(exact, abs=1e-12)
        for search in ("star1", "star2"):
            found = ot.expectimax(game, state, depth=depth, evaluate=truth, search=search, low=0, high=1)
            assert found.low == pytest.approx(exact, abs=1e-12)
        for epsilon in (0.0, 0.01, 0.2):
            for options in ({}, {"spend": "equal", "order": True, "table": True}):
                found = ot.bounded(game, state, epsilon=epsilon, low=0, high=1, depth=depth, evaluate=truth, **options)
                assert found.low - 1e-12 <= exact <= found.high + 1e-12 and found.width <= epsilon + 1e-12


def test_the_best_move_is_the_one_that_value_iteration_takes() -> None:
    game = Pig(100)
    truth = win_probability(game)
    for points, move in ((20, "roll"), (21, "hold")):  # close to "hold at 20", and not the same
        state = game.position(0, 0, points)
        held = 1.0 - game.solve()[0, points, 0]
        assert (move == "hold") == (held == pytest.approx(truth(state), abs=1e-12))
        assert move in ot.expectimax(game, state, depth=1, evaluate=truth).moves


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("at", [(0, 0, 0), (8, 5, 3), (10, 11, 6)])
def test_openspiel_gives_the_same_values(depth: int, at: tuple[int, int, int]) -> None:
    """Its `pig` and its expectiminimax, which asks its evaluator about chance at the last ply, where ours goes on."""
    reason = "OpenSpiel is not installed; its pig and expectiminimax are not compared"
    pyspiel = pytest.importorskip("pyspiel", reason=reason)
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax", reason=reason)
    theirs = pyspiel.load_game("pig(winscore=12)")
    game = Pig(12)
    mine, other, points = at

    def lead(state: Any) -> float:
        """A rough opinion from what they print: points ahead, in [-1, 1]."""
        if state.is_chance_node():
            return float(sum(p * lead(state.child(outcome)) for outcome, p in state.chance_outcomes()))
        if state.is_terminal():
            return float(state.player_return(0))
        scores, turn = str(state).splitlines()[0].split(", Turn total: ")
        first, second = (int(word) for word in scores.removeprefix("Scores: ").split())
        sign = 1 if state.current_player() == 0 else -1
        return (first - second + sign * int(turn) / 2) / 24

    def our_lead(state: int) -> float:
        first, second, turn = state >> 16 & 0xFFFF, state >> 32 & 0xFFFF, state & 0xFFFF
        # ±1 there is 0 and 1 here
        return ((first - second + game.mover(state) * turn / 2) / 24 + 1) / 2

    state = reached(theirs.new_initial_state(), mine, other, points)
    value, action = minimax.expectiminimax(state, depth, lead, 0)
    found = ot.expectimax(game, game.position(mine, other, points), depth=depth, evaluate=our_lead)
    assert found.low == pytest.approx((value + 1) / 2, abs=1e-12)
    assert ("roll", "hold")[action] in found.moves


def reached(state: Any, mine: int, other: int, points: int) -> Any:
    """Their position with these scores, by rolls that make them."""
    for total, hold in ((mine, True), (other, True), (points, False)):
        while total:
            roll = total if total <= 6 and total > 1 else 2 if total % 2 == 0 else 3
            state.apply_action(0)
            state.apply_action(next(a for a, _ in state.chance_outcomes() if f"{roll}" in state.action_to_string(a)))
            total -= roll
        if hold:
            state.apply_action(1)
    return state


def test_a_game_is_played() -> None:
    game = Pig(6)
    state = game.play(game.play(game.initial(), "roll"), 3)
    assert game.text(state) == "Max 0, Min 0 of 6; 4 in this turn; Max to move"
    state = game.play(state, "hold")
    assert game.mover(state) == -1 and state == game.position(4, 0, 0, -1)
    state = game.play(game.play(state, "roll"), 0)  # a bust
    assert state == game.position(4, 0) and game.outcomes(game.play(state, "roll"))[0] == (0, pytest.approx(1 / 6))
    over = game.play(game.play(game.play(state, "roll"), 1), "hold")
    assert not game.moves(over) and game.utility(over) == 1.0


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Pig(0), "not 0"),
        (lambda: Pig(10, (1, 2)), "needs a bust"),
        (lambda: Pig(10).position(11, 0), "A score must be a whole number from 0 to 10, not 11"),
        (lambda: Pig(10).play(0, "fold"), "'fold' is not a legal move. The moves are roll, hold"),
    ],
)
def test_errors_are_one_sentence(make: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        make()
