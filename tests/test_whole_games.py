"""The commands on whole games: what they print, how they refuse, and what they make of a bad cache or a full disk."""

import errno
import json
import tempfile

import pytest

import overthink as ot
from overthink.cli.endgame import outcome
from overthink.cli.options import DEPTHS
from overthink.report import progress
from tests.test_cli import overthink, refused, sentences


def test_survey_prints_a_table_and_a_sentence(tmp_path):
    out = tmp_path / "krk.html"
    done = overthink("survey", "krk", "--depths", "1,3", "--granularity", "6", "--out", str(out))
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == "KRK, the true value with noise, σ = 2 plies to mate, 6 buckets"
    assert lines[5].startswith("Depth 3 decides better than depth 1 in") and done.stdout.count("right: ") == 3
    assert "<svg" in out.read_text(encoding="utf-8") and str(out) in lines[-1]


def test_survey_is_the_library_s():
    found = json.loads(overthink("survey", "KQK", "--depths", "1-3", "--noise", "4", "--seed", "7", "--json").stdout)
    table = ot.endgame("KQK")
    noise = ot.noisy(ot.truth, 4 / (table.longest + 1))
    survey = ot.survey(table.state_space(), noise, (1, 2, 3), seed=7)
    assert found["mean_errors"] == {str(depth): error for depth, error in survey.mean_errors.items()}
    assert found["comparison"]["worse"] == survey.compare(3, 1).worse
    assert [one["node"] for one in found["worst"]] == [one.node for one in survey.worst(n=3)]


@pytest.mark.exhaustive
def test_several_granularities_are_a_table_of_each_alone():
    found = json.loads(overthink("survey", "KQK", "--depths", "1,3", "--granularity", "2-4,9", "--json").stdout)
    assert list(found["mean_errors"]) == ["2", "3", "4", "9"]
    for g, errors in found["mean_errors"].items():
        alone = json.loads(overthink("survey", "KQK", "--depths", "1,3", "--granularity", g, "--json").stdout)
        assert alone["positions"] == found["positions"]
        assert alone["mean_errors"] == pytest.approx(errors, abs=1e-7)  # a survey keeps single precision
    lines = overthink("survey", "KQK", "--depths", "1-2", "--granularity", "3,30").stdout.splitlines()
    assert lines[0].startswith("KQK, the true value with noise") and lines[1].endswith("mean decision error at")
    assert lines[2].split() == ["granularity", "depth", "1", "depth", "2"] and lines[4].split()[0] == "30"


def test_no_gpu_is_one_sentence(no_gpu):
    assert "No GPU that CUDA can use was found" in refused("survey", "KRK", "--device", "gpu")


@pytest.mark.exhaustive
def test_other_rules_and_games():
    assert "rule emm" in overthink("survey", "KQK", "--depths", "1-2", "--rule", "emm", "--error", "0.1").output
    assert "3 pits of 3 seeds" in overthink("survey", "kalah-3x3", "--depths", "1-2").output


@pytest.mark.exhaustive
def test_the_percentages_in_print(eight, monkeypatch):
    """[Nau2010] section 6.3, and the caption of Figure 14: f is near one minus the ratio that the text defines."""
    monkeypatch.setattr("overthink.presets.games.SlidingPuzzle.state_space", lambda puzzle: eight[1])
    found = json.loads(overthink("survey", "8-puzzle", "--depths", "1,5", "--json").stdout)
    shares = [round(100 * found["comparison"][share], 1) for share in ("better", "worse", "equal")]
    assert shares == [31.0, 19.7, 49.3] and found["positions"] == 181_439
    assert round(found["branching"], 2) == 2.67 and round(1 - found["clustering"], 2) == 0.73


def test_endgame_answers():
    done = overthink("endgame", "KQK")
    assert "longest mate takes 10 moves" in done.output and "Kept in " in done.output
    assert "White mates in" in overthink("endgame", "KQK", "8/8/8/4k3/8/8/8/KQ6", "w").output
    table = ot.endgame("KQK")
    for fen, says in (
        ("8/8/8/8/8/1K6/8/k6Q b", "Black is mated."),
        ("k7/8/1Q6/8/8/8/8/K7 b", "A draw: the game is over."),
        ("8/8/8/8/8/2K5/7Q/k7 w", "White mates in 1 move."),
        ("8/8/8/8/8/8/1k6/3K3Q w", "White mates in"),
        ("8/8/8/8/8/8/kQ6/7K b", "A draw. Best: a2b2."),
    ):
        assert says in outcome(table, table.game.position(fen)), fen


@pytest.mark.parametrize(
    ("text", "depths"), [("1-5", [1, 2, 3, 4, 5]), ("4", [4]), ("1,3,5", [1, 3, 5]), ("1-2, 7", [1, 2, 7])]
)
def test_depths(text, depths):
    assert DEPTHS.convert(text, None, None) == depths


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("survey", "chess"), "There is no game 'chess'"),
        (("survey", "8puzzle"), "did you mean '8-puzzle'?"),
        (("survey", "kalah"), "does not list them (whole=). Use breakthrough, connect-four"),
        (("survey", "KRK", "--granularity", "1"), "The granularities go from 2"),
        (("survey", "KRK", "--granularity", "few"), "is not a list of granularities"),
        (("survey", "KRK", "--granularity", "2-300"), "Use smaller granularities"),
        (("survey", "KRK", "--granularity", "2,3", "--rule", "emm"), "Give one granularity"),
        (("survey", "8-puzzle", "--granularity", "2,3"), "need two players"),
        (("survey", "KRK", "--depths", "5-1"), "run backwards"),
        (("survey", "KRK", "--depths", "one"), "is not a list of depths"),
        (("survey", "KRK", "--depths", "0-3"), "The depths go from 1"),
        (("survey", "KRK", "--noise", "nan"), "--noise takes a number from 0 on"),
        (("survey", "KRK", "--error", "0.7"), "outside [0, .5]"),
        (("survey", "KRK", "--out", "/nowhere/x.html"), "cannot be written"),
        (("endgame", "KQKRB"), "5 pieces"),
        (("endgame", "KRK", "hello"), "is not a FEN"),
        (("endgame", "KRK", "8/8/8/4k3/8/8/8/KQ6 w"), "has pieces that are not in KRK"),
    ],
)
def test_bad_input_is_one_sentence(args, says):
    assert says in refused(*args)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("OVERTHINK_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def told(*args: str) -> str:
    """What a command that works all the same says on standard error: one sentence."""
    done = overthink(*args)
    assert done.exit_code == 0 and "10 moves" in done.stdout, done.output
    (sentence,) = sentences(done.stderr)
    assert sentence.startswith("overthink: ")
    return sentence


def test_a_full_disk_is_one_sentence(cache, monkeypatch):
    def full(*args, **kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    assert "could not be kept (No space left on device)" in told("endgame", "KQK")


def test_too_little_memory_is_one_sentence(monkeypatch):
    def none(*args, **kwargs):
        raise MemoryError

    monkeypatch.setattr("overthink.presets.games.endgame", none)
    assert "ran out of memory" in refused("survey", "KQK")


def test_a_stopped_survey_says_so(monkeypatch):
    def stopped(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("overthink.presets.games.endgame", stopped)
    done = overthink("survey", "KQK")
    assert done.exit_code == 130 and done.stderr == "\noverthink: stopped.\n"


def test_progress_without_a_terminal_is_a_line_now_and_then(monkeypatch, capsys):
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    with progress.Stages() as bar:
        bar.show("moves", 0.25)
    assert capsys.readouterr().err == "moves: 25%\n"


def test_progress_on_a_terminal_is_a_bar(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress.Stages() as bar:
        bar.show("moves", 0.25)
    assert "moves" in capsys.readouterr().err
