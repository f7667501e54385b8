"""Files, evaluators and games with something wrong in places: one sentence each, and nothing else is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.doctor.truths import Solved
from tests.test_doctor import Nim, right

STATES = [(left, 1) for left in range(2, 9)]


def labels(*left_out: int) -> list[str]:
    solver = Solved(Nim(9))
    lines = [{"position": str(s), "values": {str(m): v for m, v in solver.values(s).items()}} for s in STATES]
    return [json.dumps(line) for n, line in enumerate(lines) if n not in left_out]


def test_lines_that_cannot_be_read_are_named_and_the_others_used(tmp_path: Path) -> None:
    file = tmp_path / "nim.jsonl"
    whole = labels()
    file.write_text(
        "\n".join([*whole[:2], '{"position": "(4, 1)", "val', '{"position": "x", "values": {"1": NaN}}', *whole[2:]])
    )
    found = ot.diagnose(Nim(9), right, depths=(1, 2), positions=STATES, truth=file)
    assert len(found.examination.positions) + found.examination.decided == len(STATES)
    assert [f.split(":")[0].rsplit(", ", 1)[1] for f in found.examination.failures] == ["line 3", "line 4"]
    assert "2 could not be examined" in " ".join(str(found).split()) and "line 3" in str(found)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OverthinkError, match=r"nim\.jsonl cannot be read"):
        ot.diagnose(Nim(9), right, depths=(1, 2), positions=STATES, truth=file)


def test_positions_without_labels_and_moves_without_values_are_named(tmp_path: Path) -> None:
    file = tmp_path / "nim.jsonl"
    lines = [json.loads(line) for line in labels(1)]
    lines[0]["values"].pop("2")
    file.write_text("\n".join(json.dumps(line) for line in lines))
    found = ot.diagnose(Nim(9), right, depths=(1, 2), positions=STATES, truth=file)
    assert any("line 1: the move 2 has no value" in failure for failure in found.examination.failures)
    assert any("does not contain the position '(3, 1)'" in failure for failure in found.examination.failures)
    assert len(found.examination.positions) + found.examination.decided == len(STATES) - 2


class Stuck(Nim):
    """With 5 stones left, moves() has none, though the game is not over."""

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [] if state[0] == 5 else super().moves(state)

    def utility(self, state: tuple[int, int]) -> Any:
        return None if state[0] else super().utility(state)


@pytest.mark.parametrize("truth", [None, "solve", 9])
def test_a_game_without_moves_where_it_is_not_over(truth: Any) -> None:
    found = ot.diagnose(
        Stuck(), right, depths=(1, 2), positions=[(4, 1), (3, 1), (2, 1), (5, 1), (9, 1), (6, 1)], truth=truth
    )
    assert (
        len(found.examination.failures) == 3
        and len(found.examination.positions) == 2
        and found.examination.decided == 1
    )
    assert all("(5, " in failure for failure in found.examination.failures)
    with pytest.raises(OverthinkError, match=r"None of 1 positions could be examined .*\(5, 1\)"):
        ot.diagnose(Stuck(), right, depths=(1, 2), positions=[(5, 1)], truth=truth)


def test_an_evaluator_that_fails_where_only_the_causes_ask_it() -> None:
    """Depth 2 never asks about positions one move on."""

    def evaluate(state: tuple[int, int]) -> float:
        if state[1] < 0:
            raise KeyError("Min")
        return right(state)

    states = [(left, 1) for left in range(6, 30)]
    found = ot.diagnose(Nim(30), evaluate, depths=(2, 4), positions=states)
    assert len(found.examination.positions) + found.examination.decided == len(states) and found.factors is None


def test_what_was_measured_is_kept_when_the_player_dies(tmp_path: Path) -> None:
    calls = []

    def player(state: tuple[int, int], depth: int) -> int:
        calls.append(state)
        if len(calls) == 16:
            raise KeyboardInterrupt
        return 1

    file, asked = tmp_path / "kept.jsonl", {"depths": (1, 2), "positions": STATES, "player": player}
    with pytest.raises(KeyboardInterrupt):
        ot.diagnose(Nim(9), right, keep=file, **asked)  # type: ignore[arg-type]
    kept = len(file.read_text().splitlines())
    assert kept > 3
    again = ot.diagnose(Nim(9), right, keep=file, **asked)  # type: ignore[arg-type]
    assert len(again.examination.positions) + again.examination.decided == len(STATES)
    assert again.examination.positions[0].estimates and again.errors  # what the plain search said was kept too


class Dice(Nim):
    """Chance takes 1 or 2 stones after every move; a position is what is left, who moves, and whether chance does."""

    def initial(self) -> Any:
        return 12, 1, 0

    def mover(self, state: Any) -> int:
        return 0 if state[2] else state[1]

    def moves(self, state: Any) -> list[int]:
        return [] if state[2] else [take for take in (1, 2, 3) if take <= state[0]]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(1, 0.75), (min(2, state[0]), 0.25)]

    def play(self, state: Any, move: int) -> Any:
        left = state[0] - move
        return (left, -state[1], 0) if state[2] or not left else (left, state[1], 1)


def test_games_with_chance() -> None:
    game = Dice()
    found = ot.diagnose(game, lambda s: 0.1 * s[1], depths=(1, 2, 3))
    assert found.examination.rules == ("expectimax",) and found.examination.exact
    assert found.judgements["expectimax"].kind == "better" and "stay with expectimax" in str(found)

    def worth(state: Any) -> float:
        if state[2]:
            return sum(p * worth(game.play(state, move)) for move, p in game.outcomes(state))
        values = [worth(game.play(state, move)) for move in game.moves(state)]
        return game.utility(state) if not values else max(values) if state[1] > 0 else min(values)

    for each in found.examination.positions[:10]:
        me = each.state[1]
        expected = {move: me * worth(game.play(each.state, move)) for move in game.moves(each.state)}
        assert each.values == pytest.approx(expected)
    with pytest.raises(OverthinkError, match="Use 'expectimax'"):
        ot.diagnose(game, lambda s: 0.0, rules=["emm"])
