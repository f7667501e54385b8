"""Labels: one text for a position, at the prompt and in the library; `text` and `parse`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.core.game import key_of, state_of, text_of
from overthink.doctor.truths import Solved
from tests.test_doctor import MODULE, Nim, right

STATES = [(left, side) for left in range(2, 14) for side in (1, -1)]


class Named(Nim):
    """Positions with a text of their own."""

    def text(self, state: tuple[int, int]) -> str:
        return f"{state[0]} left, {'Max' if state[1] > 0 else 'Min'} to move"

    def parse(self, text: str) -> tuple[int, int]:
        left, _, side, *_ = text.split()
        return int(left), 1 if side == "Max" else -1


class Pictured(Nim):
    """A picture for people, which two positions share."""

    def text(self, state: tuple[int, int]) -> str:
        return "o" * state[0]


def write(path: Path, game: Nim, form: Any = key_of) -> Path:
    solver = Solved(Nim(14))
    lines = [{"position": form(game, s), "values": {str(m): v for m, v in solver.values(s).items()}} for s in STATES]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def same(game: Any, **settings: Any) -> bool:
    labelled = ot.diagnose(game, right, depths=(1, 2), **settings).examination
    solved = ot.diagnose(Nim(14), right, depths=(1, 2), positions=STATES, truth="solve").examination
    values = {position.state: position.values for position in labelled.positions}
    return values == {position.state: position.values for position in solved.positions} and not labelled.failures


@pytest.mark.parametrize("game", [Nim(14), Named(14), Pictured(14)], ids=["repr", "pair", "picture"])
def test_labels_are_positions_and_truth(tmp_path: Path, game: Nim) -> None:
    file = write(tmp_path / "labels.jsonl", game)
    assert same(game, positions=file)
    assert same(game, truth=file)
    assert same(game, positions=str(file), truth=str(file))
    assert same(game, positions=STATES, truth=file)
    few = ot.diagnose(game, right, depths=(1, 2), positions=10, truth=file).examination
    assert len(few.positions) + few.decided == 10
    for state in STATES:
        assert state_of(game, key_of(game, state)) == state


def test_positions_as_people_write_them(tmp_path: Path) -> None:
    for form in (lambda game, state: list(state), lambda game, state: f"({state[0]},{state[1]})"):
        assert same(Nim(14), positions=write(tmp_path / "labels.jsonl", Nim(14), form))
    assert same(Nim(14), positions=STATES, truth=write(tmp_path / "old.jsonl", Nim(14), text_of))
    plain = tmp_path / "plain.txt"
    plain.write_text("# positions\n" + "\n".join(map(str, STATES)))
    found = ot.diagnose(Nim(14), right, depths=(1, 2), positions=plain).examination
    assert len(found.positions) + found.decided == len(STATES) and found.exact


def test_lines_that_are_not_positions_are_grouped(tmp_path: Path) -> None:
    file = write(tmp_path / "labels.jsonl", Nim(14))
    with file.open("a", encoding="utf-8") as lines:
        lines.write("\n{broken\n{broken too\nnonsense\n" + '{"position": "(3,", "values": {"1": 1}}\n')
    found = ot.diagnose(Nim(14), right, depths=(1, 2), truth=file)
    assert len(found.examination.failures) == 4
    text = " ".join(str(found).split())
    assert "labels.jsonl, 2 lines (25, 26): write" in text and "line 27: 'nonsense' is not a position" in text


def test_a_kept_file_serves_as_positions_and_truth(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    first = ot.diagnose(Nim(14), right, depths=(1, 2), positions=STATES, keep=keep).examination
    again = ot.diagnose(Nim(14), right, depths=(1, 2), positions=keep).examination
    assert {p.state: p.values for p in again.positions} == {p.state: p.values for p in first.positions}
    assert "kept.jsonl" in again.truth


def test_at_the_prompt(own_folder: Path) -> None:
    (own_folder / "labelled_nim.py").write_text(MODULE)
    write(own_folder / "labels.jsonl", Nim(14))
    asked = ["doctor", "labelled_nim.py:Nim", "--evaluate", "labelled_nim:evaluate", "--depths", "1-2", "--jobs", "1"]
    for more in (["--positions", "labels.jsonl"], ["--truth", "labels.jsonl"]):
        told = CliRunner().invoke(main, [*asked, *more])
        assert told.exit_code == 0 and "truth: labels.jsonl, 24 positions" in told.stdout, told.output
    some = CliRunner().invoke(main, [*asked, "--positions", "labels.jsonl", "--most", "8", "--json"])
    numbers = json.loads(some.stdout)
    assert numbers["positions"] + numbers["decided"] == 8
    for more, says in (
        (["--positions", "nothing.jsonl"], "nothing.jsonl cannot be read"),
        (["--positions", "many"], "a number, 2 or more, or a file"),
        (["--positions", "-5"], "a number, 2 or more, or a file"),
    ):
        refused = CliRunner().invoke(main, [*asked, *more])
        assert refused.exit_code == 2 and says in refused.stderr, refused.output


def test_a_game_that_cannot_read_its_text_says_what_to_define(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text('{"position": "<board 3>", "values": {"1": 1, "2": 0}}\n')
    with pytest.raises(OverthinkError, match=r"line 1: '<board 3>' is not a position; .* parse\(text\)"):
        ot.diagnose(Nim(14), right, depths=(1, 2), truth=file)
