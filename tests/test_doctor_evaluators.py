"""What the doctor sees in evaluators: symmetries are found from a game's own moves, and a broken one is a suspicion."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from validation.evaluators import BUGS, GAMES, SOUND, part, suspicions

import overthink as ot
from overthink.core.arithmetic import seed_key, uniform
from overthink.doctor.ask.positions import make_positions
from overthink.doctor.checks import CHECKS
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.checks.evaluator import evaluator_hints, wins_at_once
from overthink.doctor.find import symmetries
from overthink.doctor.find.causes import HeardOpinion
from overthink.doctor.find.evidence import Doubt
from overthink.doctor.find.symmetries import candidates, symmetries_of
from overthink.doctor.finding import run_check
from overthink.doctor.truths import Solved
from overthink.measure.judgement import judge
from tests.test_doctor_decisions import beside, some
from tests.test_doctor_outcomes import findings

SWAPPED = ", with the players' places changed"


class Lopsided(GAMES["drop"]):  # type: ignore[misc]
    """The first column may not be filled: its mirror image is another game."""

    def moves(self, state: Any) -> list[int]:
        return [move for move in super().moves(state) if move or not state[0][2]]


class Rows:
    """Three in a row on a board of texts; nobody sees the rows but the game."""

    def initial(self) -> tuple[str, ...]:
        return "...", "...", "...", "X"

    def mover(self, state: tuple[str, ...]) -> int:
        return 1 if state[3] == "X" else -1

    def moves(self, state: tuple[str, ...]) -> list[tuple[int, int]]:
        over = any(row in ("XXX", "OOO") for row in state[:3])
        return [] if over else [(r, c) for r in range(3) for c in range(3) if state[r][c] == "."]

    def play(self, state: tuple[str, ...], move: tuple[int, int]) -> tuple[str, ...]:
        rows = [list(row) for row in state[:3]]
        rows[move[0]][move[1]] = state[3]
        return *("".join(row) for row in rows), "O" if state[3] == "X" else "X"

    def utility(self, state: tuple[str, ...]) -> float:
        return float("XXX" in state) - float("OOO" in state)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (GAMES["drop"](), {"upside down", "as it is, colours swapped" + SWAPPED}),
        (GAMES["heaps"](), {"parts 1 and 2 exchanged", "as it is, colours swapped" + SWAPPED}),
        (GAMES["dominoes"](), {"mirrored", "mirrored along the diagonal, colours swapped" + SWAPPED}),
        (Rows(), {"parts 1 and 2 exchanged", "as it is, colours swapped" + SWAPPED}),
        (ot.ConnectFour(), {"mirrored"}),
        (Lopsided(), {"as it is, colours swapped" + SWAPPED}),
    ],
)
def test_symmetries_are_found_from_the_moves(game: Any, names: set[str]) -> None:
    found = {each.name for each in symmetries_of(game, make_positions(game, 24, 1))}
    assert names <= found
    if isinstance(game, Lopsided):
        assert found == names


@pytest.mark.exhaustive(
    only=[
        "pawns: as large as a win-an evaluator as sure as a result",
        "drop: the last column is left out-an uneven evaluator",
    ]
)
@pytest.mark.parametrize(
    ("name", "check"),
    [
        ("drop: the last column is left out", "an uneven evaluator"),
        ("boxes: a third side is good for Max", "an uneven evaluator"),
        ("heaps: the second heap for the first", "trouble in the evaluator"),
        ("pawns: as large as a win", "an evaluator as sure as a result"),
        ("drop: what is won at once looks lost", "in which he wins at once are worth"),
    ],
)
def test_a_bug_in_an_evaluator_is_suspected(name: str, check: str) -> None:
    made = {
        "pawns: as large as a win": lambda g, s: float(2 * (g.judge(s) > 0) - 1),
        "drop: what is won at once looks lost": lambda g, s: -0.5 * s[1] if wins_at_once(g, s) else g.judge(s),
    }
    told = suspicions(name, made.get(name) or BUGS[name], 120)
    assert any(check in each for each in told), told


def test_jumps_from_end_to_end_are_a_hint_that_changes_no_verdict() -> None:
    """A counter of 200 steps that begins again, and one that does not."""

    def heard(wraps: bool) -> list[HeardOpinion]:
        values = np.arange(60) * 5.0
        after = values[:, None] + np.array([1.0, 3.0, 5.0])
        if wraps:
            values, after = (values + 100) % 200 - 100, (after + 100) % 200 - 100
        side = np.ones(3, np.int8)
        return [HeardOpinion(None, own, static, static, side) for own, static in zip(values, after)]  # type: ignore

    worse = beside({1: some(0), 3: some(40)})
    case = SearchCase(worse, judge(worse.accuracy("player")), Doubt(None, None))
    assert run_check(evaluator_hints, replace(case, opinions=tuple(heard(False)))) is None
    hint = run_check(evaluator_hints, replace(case, opinions=tuple(heard(True) * 2)))
    assert hint and hint.outcome == "suspected" and "does it overflow?" in hint.why
    told = findings(worse, hint)
    assert told.kind == "worse" and not told.suspected


@pytest.mark.exhaustive(only=["drop: noise on top", "drop: a table of cells"])
@pytest.mark.parametrize("name", [name for name in part(SOUND, "open") if name[:4] in ("drop", "heap")])
def test_a_sound_evaluator_is_not_suspected(name: str) -> None:
    """Of these checks; what else may explain a drop is another question."""
    ours = ("an uneven evaluator", "an evaluator as sure as a result")
    assert all(any(check.startswith(each) for check in CHECKS) for each in ours)
    assert not [each for each in suspicions(name, SOUND[name], 60) if each.startswith(ours)]


def test_the_side_is_seen_in_positions_whose_moves_are_all_worth_the_same() -> None:
    game = GAMES["drop"]()
    truth = Solved(game)

    def turned(state: Any) -> float:
        value = 0.5 * truth.worth(state) + 2.6 * (float(uniform(seed_key("side", str(state)))) - 0.5)
        return game.mover(state) * value

    states = make_positions(game, 300, 3)
    alike = [state for state in states if len(set(truth.values(state).values())) == 1]
    few = [state for state in states if state not in alike][:14]
    for given, outcome in ((few, "not examined"), (few + alike, "suspected")):
        found = ot.diagnose(game, turned, depths=(1, 2), positions=given, truth=truth)
        assert len(found.examination.positions) == 14 and found.examination.decided == len(given) - 14
        assert {each.name: each.outcome for each in found.imitators}["evaluation from the wrong side"] == outcome


class Slider:
    """Five tiles on a board of two rows of three slide into the empty place, up to their goal."""

    goal = (1, 2, 3, 4, 5, 0)

    def initial(self) -> tuple[int, ...]:
        return 5, 4, 3, 2, 1, 0

    def mover(self, state: tuple[int, ...]) -> int:
        return 1

    def moves(self, state: tuple[int, ...]) -> list[int]:
        gap = state.index(0)
        return [] if state == self.goal else [n for n in range(6) if abs(n // 3 - gap // 3) + abs(n % 3 - gap % 3) == 1]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        tiles = list(state)
        tiles[state.index(0)], tiles[move] = tiles[move], 0
        return tuple(tiles)

    def utility(self, state: tuple[int, ...]) -> float:
        return 0.0


@pytest.mark.parametrize("begun", [0, 40])
def test_a_symmetry_takes_the_end_of_the_game_to_an_end(begun: int) -> None:
    """A turned board of a sliding puzzle has the same moves, and its goal is no goal."""
    game = Slider()
    states = [(0, 5, 4, 3, 2, 1), (5, 0, 4, 3, 2, 1)] if begun else [game.initial()]
    for number in range(30):
        moves = game.moves(states[-1])
        states.append(game.play(states[-1], moves[number * 7 % len(moves)]) if moves else states[0])
    assert symmetries_of(game, states) == []


class Numbers:
    """Sticks, as one number: twice the sticks, and who moves. Nothing in it can be turned or exchanged."""

    def mover(self, state: int) -> int:
        return 1 - 2 * (state % 2)

    def moves(self, state: int) -> range:
        return range(1, min(3, state // 2) + 1)

    def play(self, state: int, move: int) -> int:
        return (state - 2 * move) ^ 1

    def utility(self, state: int) -> float:
        return -self.mover(state)


def test_an_evaluator_without_images_is_not_examined() -> None:
    found = ot.diagnose(Numbers(), lambda state: 0.1 if state % 3 else -0.1, depths=(1, 2), positions=range(6, 60, 2))
    told = {each.name: each for each in found.imitators}["an uneven evaluator"]
    assert told.outcome == "not examined" and "mirror(state)" in told.why


def test_the_places_of_the_players_are_changed_in_compiled_games() -> None:
    for game in (ot.ConnectFour(), ot.Othello(), ot.Kalah()):
        found = symmetries_of(game, [game.random_start(number, 8) for number in range(20)])
        assert any(symmetry.swaps for symmetry in found)


class Sown(Numbers):
    """Seeds in three pits. Fewer than none are sown for ever."""

    def moves(self, state: Any) -> Any:
        return [pit for pit in range(2) if state[0][pit]]

    def mover(self, state: Any) -> int:
        return int(state[1])

    def play(self, state: Any, move: int) -> Any:
        pits = list(state[0])
        seeds = state[0][move]
        pits[move] = 0
        while seeds:
            move, seeds = (move + 1) % 4, seeds - 1
            pits[move] += 1
        return tuple(pits), -state[1]


def test_a_game_is_not_asked_about_fewer_seeds_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [((2, n % 3, n % 2, n), 1 - n % 2 * 2) for n in range(6)]
    assert all(min(image(state)[0]) >= 0 for _, image in candidates(Sown(), states) for state in states)
    monkeypatch.setattr(symmetries, "LONGEST", 1.0)
    monkeypatch.setattr(symmetries, "candidates", lambda *_: [("negative", lambda state: ((-1,) * 4, state[1]))])
    assert symmetries_of(Sown(), states) == []  # it is given up


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> str:
    game = ot.ConnectFour()
    file = tmp_path_factory.mktemp("labels") / "labels.jsonl"
    ot.label(game, ot.random_positions(game, 80, range(22, 28), seed=3), keep=file)
    return str(file)


@pytest.mark.exhaustive(but=["strong"])
@pytest.mark.parametrize("strength", ["strong", "played"])
def test_a_net_is_not_suspected_because_it_is_sure_or_not_quite_even(strength: str, labels: str) -> None:
    game = ot.ConnectFour()
    found = ot.diagnose(
        game, ot.Net.shipped("connect-four", strength).on(game), depths=(1, 2), positions=labels, jobs=1
    )
    outcomes = {check.name: check.outcome for check in found.imitators}
    assert outcomes["an uneven evaluator"] == "not seen" and outcomes["trouble in the evaluator"] != "suspected"


def half_mirrored(game: ot.ConnectFour, state: Any) -> Any:
    """Where Min moves, only the stones of the other player are mirrored."""
    return (state[0], game.mirror(state)[1], *state[2:]) if game.mover(state) < 0 else state


def cut(game: ot.ConnectFour, state: Any) -> Any:
    """The last three columns are left out."""
    return (*(stones & (1 << 28) - 1 for stones in state[:2]), *state[2:])


@pytest.mark.exhaustive(but=["strong-half_mirrored"])
@pytest.mark.parametrize(("strength", "wrong"), [("strong", half_mirrored), ("played", cut)])
def test_a_net_that_sees_something_else_is_suspected(strength: str, wrong: Callable[..., Any], labels: str) -> None:
    game = ot.ConnectFour()
    net = ot.Net.shipped("connect-four", strength).on(game)
    found = ot.diagnose(game, lambda state: net(wrong(game, state)), depths=(1, 2), positions=labels, jobs=1)
    assert "an uneven evaluator" in [check.name for check in found.suspected]
