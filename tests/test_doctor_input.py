"""Bad input to the doctor: one sentence, soon; no traceback, no wrong answer. More than in tests/test_bad_input.py."""

import itertools
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.doctor.ask.chess import read_chess_file, read_line
from tests.test_bad_input import diagnosed, nim
from tests.test_doctor import Nim, right


class Player:
    """A player that has to be made first."""

    def __call__(self, state: Any, depth: float) -> int:
        return 1


def leave(*_: Any) -> Any:
    sys.exit(3)


def asked(**settings: Any) -> Callable[[], Any]:
    return diagnosed(positions=20, **{"player": lambda state, value: 1, **settings})


def turned(*values: Any, name: Any = "simulations") -> Callable[[], Any]:
    return asked(depths=None, knob=(name, values))


def drawn(self: Any, state: Any, move: int) -> Any:
    return state[0] - random.randint(1, min(3, state[0])), -state[1]


LIBRARY: dict[str, tuple[Callable[[], Any], str]] = {
    # a user's own code
    "play draws": (diagnosed(nim(play=drawn)), "gave different positions for .* Where chance decides"),
    "play leaves": (diagnosed(nim(play=leave)), r"play\(\) with the move 1 raised SystemExit \(3\)"),
    "moves leaves": (diagnosed(nim(moves=leave)), r"moves\(\) raised SystemExit"),
    "the evaluator leaves": (diagnosed(evaluate=leave), r"The evaluator raised SystemExit \(3\)"),
    "the player leaves": (asked(player=leave), r"The player raised SystemExit \(3\)"),
    "a player of one argument": (asked(player=lambda state: 1), "The player raised TypeError"),
    "a player of three": (asked(player=lambda state, depth, more: 1), "The player raised TypeError"),
    "a player's class": (asked(player=Player), r"Give the player Player\(…\), an object, not its class"),
    "an evaluator's class": (diagnosed(evaluate=Player), r"Give the evaluator Player\(…\), an object"),
    "a number as a player": (asked(player=5), "player must be a function or None, not 5"),
    "a text as an evaluator": (diagnosed(evaluate="x"), "evaluate must be a function or None, not 'x'"),
    "a player of nothing": (asked(player=lambda state, depth: None), "The player answered None"),
    "a player of no moves": (asked(player=lambda state, depth: []), r"The player answered \[\]"),
    "a player of wrong arrays": (asked(player=lambda state, depth: np.array([7])), r"The player answered \[7\]"),
    "a list in a tuple": (diagnosed(nim(initial=lambda self: ([9], 1))), "holds something which cannot be looked up"),
    "moves nowhere": (diagnosed(nim(moves=lambda self, state: [])), "never reached a position with a choice"),
    "one move everywhere": (
        diagnosed(nim(moves=lambda self, s: [1][: s[0]])),
        "never reached a position with a choice",
    ),
    # knobs, repeats, jobs, errors
    "one value": (turned(5), "at least two values"),
    "equal values": (turned(5, 5.0), "at least two values"),
    "values of text": (turned("few", "many"), "is a number, 0 or more, not 'few'"),
    "a negative value": (turned(-1, 1), "not -1"),
    "no number": (turned(1, float("nan")), "not nan"),
    "endless values": (asked(depths=None, knob=("n", itertools.count())), "more than 50 values"),
    "a knob without a name": (turned(1, 2, name=""), "is a word, not ''"),
    "a number as a name": (turned(1, 2, name=5), "is a word, not 5"),
    "a knob of text": (asked(depths=None, knob="simulations=1,2"), "must be an ot.Knob, a tuple or None"),
    "a dictionary as a knob": (asked(depths=None, knob={"n": (1, 2)}), "has a name and values"),
    "values that are a number": (asked(depths=None, knob=("n", 5)), "a list of values, not 5"),
    "half a depth": (asked(depths=None, knob=("depth", (1, 2.5))), "whole number from 1 to 1,000, not 2.5"),
    "a knob and depths": (asked(knob=("n", (1, 2))), "Give depths or a knob, not both"),
    "a knob and rules": (asked(depths=None, knob=("n", (1, 2)), rules="minimax"), "leave out the rules"),
    "a knob without a player": (diagnosed(depths=None, knob=("n", (1, 2))), "needs a player"),
    "no repeats": (asked(repeats=0), "1 to 1,000 times; 0 was given"),
    "repeats without a player": (diagnosed(repeats=3), "Only a player can answer differently"),
    "no jobs": (diagnosed(jobs=0), "jobs= must be from 1 to 64, not 0"),
    "a negative error": (diagnosed(error=-1), r"outside \[0, .5\]"),
    "an error of text": (diagnosed(error="x"), "error must be a number, not 'x'"),
    "no budget": (diagnosed(budget=0), "more than 0; 0 was given"),
    "an endless budget": (diagnosed(budget=float("inf")), "inf was given"),
    # files
    "positions from a device": (diagnosed(positions="/dev/zero"), "/dev/zero is a device, not a file"),
    "a table from a device": (lambda: ot.diagnose_table("/dev/zero", "beam"), "/dev/zero is a device"),
    "a name with a zero": (diagnosed(positions="a\0b.txt"), "is not the name of a file"),
    "a folder of positions": (diagnosed(positions="/"), "cannot be read"),
    "a kept device": (diagnosed(keep="/dev/full"), "/dev/full cannot be used: it is not a file"),
    "a kept file in no folder": (diagnosed(keep="/nowhere/kept.jsonl"), "cannot be used"),
}


@pytest.mark.parametrize("case", LIBRARY)
def test_the_library_answers_in_one_sentence(case: str) -> None:
    call, says = LIBRARY[case]
    with pytest.raises(OverthinkError, match=says) as caught:
        call()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_a_position_counts_once() -> None:
    with pytest.warns(UserWarning, match="4 positions were given before"):
        examination = ot.diagnose(Nim(9), right, depths=(1, 2), positions=[(9, 1)] * 5 + [(7, 1)]).examination
    assert len(examination.positions) == 2


def test_a_player_may_answer_with_an_array() -> None:
    plain = ot.diagnose(Nim(9), right, depths=(1, 2), positions=20, player=lambda state, depth: [1])
    arrays = ot.diagnose(Nim(9), right, depths=(1, 2), positions=20, player=lambda state, depth: np.array([1]))
    assert plain.judgements == arrays.judgements


def test_a_player_that_fails_later_is_unsteady_and_costs_no_verdict() -> None:
    calls = itertools.count()

    def tired(state: Any, depth: int) -> int:
        if next(calls) > 100:
            raise ValueError("tired")
        return 1

    found = ot.diagnose(Nim(9), right, depths=(1, 2), positions=20, player=tired)
    assert found.verdict and len(found.examination.positions) > 5


MODULE = """
import faulthandler, os, signal, sys
from tests.test_doctor import Nim as Base
class Nim(Base):
    def __init__(self): super().__init__(9)
class Judge:
    def __call__(self, state): return 0.1 * (state[0] % 5)
class Player:
    def __call__(self, state, depth): return 1
class Leaves(Nim):
    def play(self, state, move): sys.exit(3)
class Exits(Nim):
    def play(self, state, move): os._exit(3)
class Crashes(Nim):
    def play(self, state, move): faulthandler.disable(), os.kill(os.getpid(), signal.SIGSEGV)
def exits(*position): os._exit(4)
def sleeps(state, depth): signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM}), signal.pause()
"""
ASK = ("--evaluate", "own_nim:Judge", "--depths", "1-2", "--jobs", "1", "--positions", "20")
COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "a game that leaves": (("own_nim:Leaves", *ASK), "raised SystemExit (3)"),
    "a game that ends the process": (("own_nim:Exits", *ASK), "exit code 3: does one of them call os._exit?"),
    "a game that crashes": (("own_nim:Crashes", *ASK), "was ended by Segmentation fault (signal 11)"),
    "an evaluator that ends the process": (("own_nim:Nim", "--evaluate", "own_nim:exits", *ASK[2:]), "exit code 4"),
    "a player that ends the process": (("own_nim:Nim", *ASK, "--player", "own_nim:exits"), "exit code 4"),
    "a player that hears nothing": (
        ("own_nim:Nim", *ASK, "--player", "own_nim:sleeps", "--budget", "2"),
        "The time was over before",
    ),
    "a path without .py": (("./own_nim:Nim", *ASK), "For a file, write ./own_nim.py:Nim"),
    "a dot": ((".:Nim", *ASK), "is not a module"),
    "parentheses": (("own_nim:Nim()", *ASK), "Write own_nim:Nim, without parentheses"),
    "another ending": (("own_nim.txt:Nim", *ASK), "There is no module own_nim.txt"),
    "a text file": (("notes.txt",), "notes.txt is not a game. A table of scores ends in .csv"),
    "a table by a knob of its own": (("table.csv", "--knob", "score"), "'score' is not a knob"),
    "a table without a knob": (("table.csv",), "Give --knob"),
    "a table with depths": (("table.csv", "--knob", "beam", "--depths", "1-3"), "--depths is for a game or an engine"),
    "a table in a folder": (("folder.csv", "--knob", "beam"), "folder.csv cannot be read"),
    "a table from nowhere": (("none.csv", "--knob", "beam"), "none.csv cannot be read"),
    "an engine with a quotation mark": (("uci:'x", "--positions", "20"), "cannot be read (No closing quotation)"),
    "an engine in a folder": (("uci:/", "--positions", "20"), "is a folder"),
    "a player in /dev/full": (("own_nim:Nim", *ASK, "--keep", "/dev/full"), "it is not a file"),
    "a page without a name": (("own_nim:Nim", *ASK, "--out", ""), "The name of the file is empty"),
    "a page with a long name": (("own_nim:Nim", *ASK, "--out", "x" * 300), "cannot be written (File name too long)"),
    "positions from a device": (("own_nim:Nim", *ASK[:-2], "--positions", "/dev/zero"), "not '/dev/zero'"),
}


@pytest.fixture
def folder(own_folder: Path) -> None:
    (own_folder / "own_nim.py").write_text(MODULE)
    (own_folder / "notes.txt").write_text("notes")
    (own_folder / "table.csv").write_text("task,beam,score\n1,1,2\n1,2,3\n2,1,1\n2,2,2\n")
    (own_folder / "folder.csv").mkdir()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("case", COMMANDS)
def test_commands_answer_in_one_sentence(case: str) -> None:
    args, says = COMMANDS[case]
    refused = CliRunner().invoke(main, ["doctor", *args])
    assert refused.exit_code == 2, refused.output
    sentences = [line for line in refused.stderr.splitlines() if line.startswith("overthink: ")]
    assert len(sentences) == 1 and says in sentences[0], refused.stderr


@pytest.mark.usefixtures("folder")
def test_a_class_of_evaluators_or_players_is_made() -> None:
    told = CliRunner().invoke(main, ["doctor", "own_nim:Nim", *ASK, "--player", "own_nim:Player"])
    assert told.exit_code == 0, told.output


def test_best_moves_that_are_not_legal_are_named(tmp_path: Path) -> None:
    wac = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1"
    assert read_line(f"{wac} w - - bm Qg6 Qb9;").illegal == ("Qb9",)
    file = tmp_path / "own.epd"
    file.write_text(f"{wac} w - - bm Qg6;\n{wac} b - - bm Qb9;\n{wac[:-6]}/R5K1 w - - am Zz;\n")
    read = read_chess_file(file, 10)
    assert read.notes == ["own.epd, line 2: Qb9 is not a legal move, so it does not count (1 more of this kind)."]
    assert "2 positions do not name a legal best move" in read.labelled().failures[-1].reason


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_help_on_a_full_disk() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "overthink", "--help"], stdout=full, stderr=-1, text=True)
    assert done.returncode == 2 and done.stderr.startswith("overthink: The output cannot be written"), done.stderr


def test_no_warning_is_left() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ot.diagnose(Nim(9), right, depths=(1, 2), positions=[(9, 1), (7, 1)])
