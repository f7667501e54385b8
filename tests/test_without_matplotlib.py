"""The base comes without matplotlib: numbers and verdicts are there, and what cannot be drawn is said."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overthink.cli import main


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def test_a_study_gives_its_numbers(bare: Path) -> None:
    done = run("reproduce", "emm/fig2", "--scale", "20", "--jobs", "1")
    assert done.exit_code == 0 and 'pip install "overthink[figures]"' in done.output
    assert {path.suffix for path in (bare / "results").glob("emm*")} == {".csv"}
    assert run("verify", "emm/fig2").exit_code == 0


@pytest.mark.parametrize(
    "command",
    [
        ("doctor", "kalah-3x3", "--out", "doctor.html"),
        ("survey", "kalah-3x3", "--out", "survey.html"),
    ],
)
def test_a_report_is_refused_before_work_begins(bare: Path, command: tuple[str, ...]) -> None:
    done = run(*command)
    assert done.exit_code == 2 and done.output.splitlines()[-1].endswith('pip install "overthink[figures]".')
    assert not list(bare.iterdir())


def test_a_page_of_figures_is_refused(bare: Path) -> None:
    run("reproduce", "emm/fig2", "--scale", "20", "--jobs", "1", "--json")
    done = run("report")
    assert done.exit_code == 2 and 'pip install "overthink[figures]"' in done.output
