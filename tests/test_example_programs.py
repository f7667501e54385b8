"""Every program and notebook of examples/ runs, and says what it promises."""

import importlib.util
import json
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from overthink.cli import main

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SAYS = {
    "answers.py": "the score rises, then falls with budget: best at 4,000",
    "best_first.py": "best-first plays (4,)",
    "fall_and_cure.py": "minimax  depth 1: 0.816",
    "my_game.py": "deeper is worse: depth 1 is best",
    "my_rule.py": "depth 3: my rule decides right in 0.805",
    "answers.ipynb": "the score rises, then falls with budget: best at 4,000",
    "fall_and_cure.ipynb": "minimax 0.816",
}


def test_every_example_is_tried_and_listed() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")}
    assert files == {*SAYS, "test_my_search.py"}
    page = (EXAMPLES / "README.md").read_text("utf-8")
    assert all(f"({name})" in page for name in files)


@pytest.mark.exhaustive(only=["best_first.py"])
@pytest.mark.parametrize("name", SAYS)
def test_example(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    path = EXAMPLES / name
    if path.suffix == ".py":
        runpy.run_path(str(path), run_name="__main__")
    else:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        known: dict[str, object] = {}
        for code in ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"):
            exec(compile(code, name, "exec"), known)
    printed = capsys.readouterr().out
    assert SAYS[name] in printed
    if name == "answers.py":
        assert f"```text\n{printed}```" in (EXAMPLES.parent / "README.md").read_text("utf-8")


def test_the_commands_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    monkeypatch.syspath_prepend(EXAMPLES.parent)
    lines = (EXAMPLES.parent / "README.md").read_text("utf-8").splitlines()
    typed = [shlex.split(line.partition("#")[0])[1:] for line in lines if line.startswith("overthink doctor")]
    assert len(typed) == 2
    for words in typed:
        told = CliRunner().invoke(main, words)
        assert told.exit_code == 0 and ("falls" in told.stdout or "deeper is worse" in told.stdout), told.output


def test_the_search_that_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("test_my_search", EXAMPLES / "test_my_search.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.test_mended()
    module.test_the_bug_is_found()


def test_the_table_is_what_its_program_makes() -> None:
    made = runpy.run_path(str(EXAMPLES / "answers.py"))
    lines = (EXAMPLES / "answers.csv").read_text("utf-8").splitlines()
    assert lines[1:] == [",".join(map(str, row)) for row in made["rows"]()]
