"""Many positions solved at once: the same for any number of workers, none lost, and resumed."""

import json
import os
from pathlib import Path

import pytest

import overthink as ot
from overthink.measure.labels import LabelStore
from tests.test_cli import overthink, refused
from tests.test_doctor import Nim

GAME = ot.ConnectFour(4, 4)


@pytest.mark.parametrize("game", [GAME, Nim(30)], ids=["kernels", "Python"])
def test_any_number_of_workers_gives_the_same_file_and_values(game, tmp_path: Path):
    states = ot.random_positions(game, 40, range(3), seed=1)
    found = []
    for jobs in (1, 2):
        with ot.jobs(jobs):
            found.append(ot.label(game, states, keep=tmp_path / f"{jobs}.jsonl"))
    assert found[0] == found[1] and not found[0].too_hard
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    assert list(found[0]) == [(state, ot.move_values(game, state)) for state in states]


def test_what_is_too_hard_is_counted_and_kept(tmp_path: Path):
    states = ot.random_positions(GAME, 40, [4], seed=2)
    labels = ot.label(GAME, states, nodes=30, keep=tmp_path / "kept.jsonl")
    hard = set(labels.too_hard)
    assert 0 < len(hard) < 40 and len(labels) == 40 and f"{len(labels.too_hard)} too hard (more than 30" in str(labels)
    for state in states:
        if state in hard:
            with pytest.raises(ot.OverthinkError, match="needs more than 30 nodes"):
                ot.move_values(GAME, state, nodes=30)
    lines = [json.loads(line) for line in (tmp_path / "kept.jsonl").read_text().splitlines()[1:]]
    assert sum("too hard" in line for line in lines) == len(hard)


def test_it_resumes_after_a_line_that_was_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "kept.jsonl"
    states = ot.random_positions(GAME, 40, range(6, 9), seed=3)
    whole = ot.label(GAME, states, keep=file)
    content = file.read_text()
    lines = content.splitlines(keepends=True)
    file.write_text("".join(lines[:11]) + lines[11][:20])
    solved = []
    monkeypatch.setattr(
        "overthink.measure.labels._solve_all",
        lambda game, left, nodes: solved.extend(left) or iter([[ot.move_values(game, s) for s in left[:16]],
                                                               [ot.move_values(game, s) for s in left[16:]]]),
    )  # fmt: skip
    assert ot.label(GAME, states, keep=file) == whole and file.read_text() == content
    assert solved == list(dict.fromkeys(states))[10:]


def test_a_kept_file_is_the_doctor_s_truth(tmp_path: Path):
    game = Nim(12)
    file = tmp_path / "kept.jsonl"
    ot.label(game, ot.random_positions(game, 20, range(3)), keep=file)
    diagnosis = ot.diagnose(
        game, truth=str(file), positions=str(file), evaluate=lambda state: 0.0, depths=(1, 2), jobs=1
    )
    assert "kept.jsonl" in str(diagnosis)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ot.label(GAME, []), "at least one position"),
        (lambda: ot.label(GAME, [GAME.initial()], nodes=0), "nodes"),
        (lambda: ot.label(GAME, [(1, 2, 3)]), "not a position"),
        (lambda: ot.label(ot.Pig(target=10), [ot.Pig(target=10).initial()]), "does not support games with chance"),
        (lambda: ot.label(GAME, [GAME.initial()], keep="/nowhere/kept.jsonl"), "cannot be used"),
        (lambda: ot.random_positions(GAME, 3, [40]), "Give smaller plies"),
        (lambda: ot.random_positions(GAME, 0, [4]), "number of positions"),
        (lambda: ot.random_positions(GAME, 3, []), "at least one number of plies"),
    ],
)
def test_bad_input_is_one_sentence(call, says):
    with pytest.raises(ot.OverthinkError, match=says):
        call()


def test_one_run_at_a_time_writes_a_file(tmp_path: Path):
    file = tmp_path / "kept.jsonl"
    first = LabelStore(file, GAME, 10)
    with pytest.raises(ot.OverthinkError, match="Another run writes to"):
        LabelStore(file, GAME, 10)
    first.close()
    LabelStore(file, GAME, 10).close()


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/tmp", "fifo"])
def test_labels_are_kept_in_a_file(device: str, tmp_path: Path):
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ot.OverthinkError, match="cannot be used: it is not a file"):
        ot.label(GAME, [GAME.initial()], keep=tmp_path / device)


def test_another_game_s_file_is_refused(tmp_path: Path):
    ot.label(GAME, [GAME.initial()], keep=tmp_path / "kept.jsonl")
    other = ot.ConnectFour(4, 5)
    with pytest.raises(ot.OverthinkError, match="was not made by this game"):
        ot.label(other, [other.initial()], keep=tmp_path / "kept.jsonl")


@pytest.mark.exhaustive
def test_at_the_prompt(tmp_path: Path):
    file = tmp_path / "labels.jsonl"
    done = overthink("label", "domineering", str(file), "--plies", "12-14", "--positions", "20", "--jobs", "2")
    assert done.exit_code == 0 and done.stdout.startswith("20 positions solved, 0 too hard"), done.output
    assert len(file.read_text().splitlines()) == 21
    assert "not a list of plies" in refused("label", "domineering", str(file), "--plies", "many")
    assert "chance" in refused("label", "pig", str(tmp_path / "pig.jsonl"), "--plies", "2")
