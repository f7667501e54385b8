"""Cops and robbers beside a slow version of sets and tuples, on random boards: moves, chances, captures and values."""

from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.games.cops_and_robbers import CopsAndRobbers

Place = tuple[int, int]
WAYS = {".": (0, 0), "N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


@dataclass(frozen=True)
class Chase:
    """The oracle's position: who stands where, whose turn, how many plies were played."""

    robber: Place
    cops: tuple[Place, ...]
    robbers_turn: bool
    plies: int = 0


class Oracle:
    def __init__(self, free: set[Place], p: float | None, capture: str):
        self.free, self.p, self.capture = free, p, capture

    def steps(self, place: Place) -> list[tuple[str, Place]]:
        reached = [(way, (place[0] + down, place[1] + right)) for way, (down, right) in WAYS.items()]
        return [(way, there) for way, there in reached if there in self.free]

    def moves(self, at: Chase) -> dict[str, Chase]:
        if at.robber in at.cops:
            return {}
        if at.robbers_turn:
            return {way: Chase(there, at.cops, False, at.plies + 1) for way, there in self.steps(at.robber)}
        found = {}
        for steps in product(*(self.steps(cop) for cop in at.cops)):
            name = "".join(way for way, _ in steps)
            cops = tuple(there for _, there in steps)
            found[name] = Chase(at.robber, cops, True, at.plies + 1)
        return found

    def chances(self, at: Chase, chosen: str) -> dict[str, float]:
        moves = list(self.moves(at))
        others = len(moves) - 1
        return {m: 1.0 if not others else self.p if m == chosen else (1 - self.p) / others for m in moves}

    def value(self, at: Chase, depth: int) -> float:
        if at.robber in at.cops:
            return 0.0 if self.capture == "zero" else float(at.plies)
        if depth == 0:
            return sum(abs(r - at.robber[0]) + abs(c - at.robber[1]) for r, c in at.cops) / len(at.cops)
        best = max if at.robbers_turn else min
        moves = self.moves(at)
        if self.p is None:
            return best(self.value(after, depth - 1) for after in moves.values())
        after = {move: self.value(there, depth - 1) for move, there in moves.items()}
        return best(sum(c * after[m] for m, c in self.chances(at, chosen).items()) for chosen in moves)


@st.composite
def chases(draw: st.DrawFn) -> tuple[CopsAndRobbers, int, Oracle, Chase]:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    cells = rows * columns
    blocked = draw(st.sets(st.integers(0, cells - 1), max_size=cells // 3))
    cops = draw(st.integers(1, 2))
    assume(cells - len(blocked) > cops)
    p = draw(st.sampled_from([None, 0.8, 0.5, 1.0]))
    capture = draw(st.sampled_from(["time", "zero"]))
    game = CopsAndRobbers(rows, columns, cops, blocked, p, capture=capture)
    room = game.grid.largest_part
    assume(len(room) > cops)
    start = game.random_start(draw(st.integers(0, 99)), draw(st.integers(0, 99)))
    oracle = Oracle({divmod(cell, columns) for cell in range(cells) if cell not in blocked}, p, capture)
    robber, *rest = (divmod(man, columns) for man in game.men(start))
    return game, start, oracle, Chase(robber, tuple(rest), robbers_turn=True)


def same(game: CopsAndRobbers, state: int, at: Chase) -> None:
    columns = game.grid.columns
    assert [divmod(man, columns) for man in game.men(state)] == [at.robber, *at.cops]
    assert game.ply(state) == at.plies and game.mover(state) == (1 if at.robbers_turn else -1)


@settings(max_examples=60, deadline=None)
@given(chases(), st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
def test_a_random_game_goes_as_the_oracle_says(chase: Any, choices: list[int]) -> None:
    game, state, oracle, at = chase
    for choice in choices:
        moves = oracle.moves(at)
        same(game, state, at)
        assert list(game.moves(state)) == list(moves)
        if not moves:
            assert game.utility(state) == oracle.value(at, 0) and game.text(state).endswith("caught")
            return
        chosen = list(moves)[choice % len(moves)]
        state = game.play(state, chosen)
        if oracle.p is not None:
            assert game.mover(state) == 0 and f"after {chosen} of the" in game.text(state)
            expected = list(oracle.chances(at, chosen).items())
            assert [m for m, _ in game.outcomes(state)] == [m for m, _ in expected]
            assert [c for _, c in game.outcomes(state)] == pytest.approx([c for _, c in expected])
            chosen = list(moves)[(choice // 7) % len(moves)]
            state = game.play(state, chosen)
        at = moves[chosen]


@settings(max_examples=40, deadline=None)
@given(chases(), st.integers(1, 3), st.sampled_from([0.0, 0.5, 3.0]))
def test_values_are_those_of_plain_expectimax(chase: Any, depth: int, epsilon: float) -> None:
    game, state, oracle, at = chase
    game.compiled = False  # boards so small are sooner searched than compiled for
    depth = min(depth, 2) if oracle.p is not None and len(at.cops) > 1 else depth
    value = oracle.value(at, depth)
    near = pytest.approx
    judge = ot.cop_distance(game)
    assert ot.expectimax(game, state, depth=depth, evaluate=judge).low == near(value)
    for search in ("star1", "star2"):
        found = ot.expectimax(game, state, depth=depth, evaluate=judge, search=search, low=0, high=12)
        assert found.low == near(value)
    for options in ({}, {"table": True, "order": True}):
        found = ot.bounded(game, state, epsilon=epsilon, low=0, high=12, depth=depth, evaluate=judge, **options)
        assert found.low - 1e-9 <= value <= found.high + 1e-9 and found.width <= epsilon + 1e-9


def test_the_evaluator_is_the_mean_distance() -> None:
    game = CopsAndRobbers()
    corner = game.position(0, [35, 35, 35])
    assert ot.cop_distance(game)(corner) == 10.0  # the farthest on 6×6; the paper's 12 is out of reach
    assert ot.cop_distance(game)(game.position(7, [0, 8, 35])) == pytest.approx((2 + 1 + 8) / 3)


def test_the_board_is_drawn() -> None:
    game = CopsAndRobbers(3, 3, cops=3, obstacles=[4])
    assert game.text(game.position(0, [8, 8, 2])) == "R . c\n. # .\n. . 2\nrobber to move"
    assert game.text(game.position(0, [8, 0, 2], ply=1)) == "X . c\n. # .\n. . c\ncaught"


def test_random_boards_and_starts() -> None:
    games = [CopsAndRobbers(obstacles=0.2, number=number, seed=5) for number in range(200)]
    for game in games:
        assert len(game.grid.obstacles) == 7
        men = game.men(game.initial())
        assert len(set(men)) == 4 and set(men) <= game.grid.part(men[0])
    blocked = [cell for game in games for cell in game.grid.obstacles]
    assert all(15 < blocked.count(cell) < 65 for cell in range(36))  # 39 expected
    open_board = CopsAndRobbers()
    starts = [open_board.men(open_board.random_start(number)) for number in range(1000)]
    assert all(10 < [men[k] for men in starts].count(cell) < 55 for k in range(4) for cell in range(36))


def test_the_largest_board_and_most_cops_fit() -> None:
    game = CopsAndRobbers(8, 8, cops=4, p=0.8)
    state = game.play(game.position(63, [9, 18, 27, 36], ply=1), "WWWW")
    assert len(game.outcomes(state)) == 625 and sum(p for _, p in game.outcomes(state)) == pytest.approx(1)
    assert game.men(game.play(state, "SSEN")) == (63, 17, 26, 28, 28)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda: CopsAndRobbers(2, 2, obstacles=range(4)),
            "4 pieces do not fit on 0 free cells. Use fewer cops or obstacles",
        ),
        (lambda: CopsAndRobbers(2, 2, cops=3, obstacles=[0]), "4 pieces do not fit on 3 free cells"),
        (lambda: CopsAndRobbers(1, 6, cops=3, obstacles=[2]).initial(), "connected cells; this board has 3"),
        (lambda: CopsAndRobbers(1, 5, cops=1, obstacles=[2]).position(0, [4]), "can never reach the robber"),
        (lambda: CopsAndRobbers(1, 5, cops=1).position(2, [4, 3]), "1 cops. Place as many, not 2"),
        (lambda: CopsAndRobbers(9, 9), "The number of cells must be a whole number from 1 to 64, not 81"),
        (lambda: CopsAndRobbers(cops=0), "not 0"),
        (lambda: CopsAndRobbers(p=float("nan")), "not nan"),
        (lambda: CopsAndRobbers(obstacles=-0.1), "The share of obstacles must be a number from 0 to 1, not -0.1"),
        (lambda: CopsAndRobbers(obstacles=[36]), "0 to 35"),
        (lambda: CopsAndRobbers(capture="one"), "'one'"),
        (lambda: CopsAndRobbers(1, 5, cops=1).play(0, "Q"), "not a legal move"),
    ],
)
def test_errors_are_one_sentence(make: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        make()
