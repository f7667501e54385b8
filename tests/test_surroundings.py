"""What surrounds a command: its environment, the limits of the system, who reads its output. One sentence for each."""

import errno
import os
import resource
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import overthink as ot
from overthink import studies
from overthink.cli import main
from overthink.cli.console import refuse_failure
from overthink.cli.tables import open_console
from overthink.core import bind
from overthink.core.processes import WORKER_FILES, Worker
from overthink.doctor.find.causes import predict
from overthink.studies.checks import Better, at
from overthink.studies.samples import Samples
from overthink.studies.verdicts import judge


def test_no_columns_is_no_width(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"task": t, "beam": b, "score": (t + b) % 2} for t in range(30) for b in (1, 2)]
    monkeypatch.setenv("COLUMNS", "0")
    found = ot.diagnose_table(rows, "beam")
    found.show()
    open_console().print("a table")
    text = capsys.readouterr().out
    assert text.startswith(found.verdict) and text.endswith("a table\n")


def test_without_entry_points_no_study_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "collections", dict)
    assert studies.all_figures() == {}
    for name in ("all", "emm", "emm/fig6"):
        with pytest.raises(ot.OverthinkError, match=r"^No studies are installed\. Install Overthink"):
            studies.figures_named(name)


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (OSError(errno.EMFILE, "Too many open files"), "allows no more open files. Raise"),
        (OSError("Could not find/load shared object file 'x.so'"), "gave no more memory"),
        (OSError(errno.ENOENT, "No such file", "there"), "there: No such file."),
        (OSError(errno.ENOSPC, "No space left"), "The output cannot be written (No space left)."),
        (OSError("odd"), "The output cannot be written (odd)."),
    ],
)
def test_what_the_system_does_not_allow(failure: OSError, said: str, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("overthink.cli.console.silence_output", lambda: None)
    with pytest.raises(SystemExit):
        refuse_failure(failure)
    assert said in capsys.readouterr().err


def test_a_folder_that_was_deleted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def getcwd() -> str:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr(os, "getcwd", getcwd)
    with pytest.raises(SystemExit):
        refuse_failure(FileNotFoundError(errno.ENOENT, "No such file or directory"))
    assert "The current folder does not exist. Go to another" in capsys.readouterr().err


@pytest.mark.parametrize("threads", ["0", "x", "-1", ""])
def test_a_number_of_threads_that_is_none(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", threads)
    with pytest.raises(ot.OverthinkError, match="NUMBA_NUM_THREADS must be a whole number, 1 or more, not"):
        bind._load.__wrapped__()


def test_where_nothing_is_compiled_the_doctor_leaves_out_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert predict(None, "minimax", None) is None  # type: ignore[arg-type]


GAME = """
class Loud:
    def initial(self):
        return 5
    def mover(self, state):
        return 1
    def moves(self, state):
        print("x" * 5000)
        return range(min(state, 2))
    def play(self, state, move):
        return state - 1 - move
    def utility(self, state):
        return 1.0
class Later(Loud):
    async def play(self, state, move):
        return 0
async def judge(state):
    return 0.0
"""


@pytest.fixture
def loud(own_folder: Path) -> None:
    (own_folder / "loud.py").write_text(GAME)


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize(
    ("words", "who"),
    [
        (["loud:Later"], "play() of the game"),
        (["loud:Loud", "--evaluate", "loud:judge", "--depth", "1"], "The evaluator"),
    ],
)
def test_async_code_is_one_sentence(words: list[str], who: str) -> None:
    said = CliRunner().invoke(main, ["decide", *words]).stderr
    assert said == f"overthink: {who} is async. Write it with def alone.\n"


def test_a_claim_about_what_was_not_measured_is_named() -> None:
    samples = Samples([({"depth": depth}, ot.Estimate) for depth in (1, 3)])  # type: ignore[misc]
    claim = studies.own_claim(Better(at(depth=1), at(depth=5)), "deeper is worse")
    figure: Any = SimpleNamespace(name="mine/depth", claims=(claim,), source="")
    with pytest.raises(ot.OverthinkError, match=r"“deeper is worse” of mine/depth .* No point has depth = 5"):
        judge(figure, samples)


def test_a_worker_is_not_begun_where_few_files_can_be_opened() -> None:
    """The server of processes would write a traceback before the sentence."""
    worker = Worker(print)
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(WORKER_FILES - 1)]
    for file in files:
        os.close(file)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(files) + 1, most))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            worker.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))
        worker.pipe.close()
