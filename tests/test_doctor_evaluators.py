"""What the doctor sees in evaluators: symmetries are found from a game's own moves, and a broken one is a suspicion."""

from typing import Any

import pytest
from validation.evaluators import BUGS, GAMES, suspicions

import overthink as ot
from overthink.core.arithmetic import seed_key, uniform
from overthink.doctor.ask.positions import make_positions
from overthink.doctor.find import symmetries
from overthink.doctor.find.symmetries import candidates, symmetries_of
from overthink.doctor.truths import Solved

SHIFTED = "heaps: the second heap for the first"
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


def test_a_bug_in_an_evaluator_is_suspected() -> None:
    told = suspicions(SHIFTED, BUGS[SHIFTED], 120)
    assert any("trouble in the evaluator" in each for each in told), told


def test_an_evaluator_that_claims_nothing_is_asked_what_it_is() -> None:
    found = ot.diagnose(GAMES["heaps"](), lambda state: 1.0 + state[0], depths=(1, 2), positions=40)
    told = {each.name: each for each in found.imitators}["an evaluator that is not what it claims"]
    assert told.outcome == "not examined" and "symmetric, max, mover or probability" in told.why


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


def test_the_places_of_the_players_are_changed_in_compiled_games() -> None:
    for game in (ot.ConnectFour(), ot.Othello(), ot.Kalah()):
        found = symmetries_of(game, [game.random_start(number, 8) for number in range(20)])
        assert any(symmetry.swaps for symmetry in found)


class Sown:
    """Seeds in three pits. Fewer than none are sown for ever."""

    def moves(self, state: Any) -> Any:
        return [pit for pit in range(2) if state[0][pit]]

    def utility(self, state: Any) -> float:
        return -self.mover(state)

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
