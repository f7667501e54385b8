"""A study, a rule and a game of a user's own: templates that run as they stand, from a folder of the user's."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.cli.new import commands
from overthink.studies import load_study
from overthink.studies.runner import processes
from overthink.studies.runner import run as run_study
from overthink.studies.store import Store
from tests.lab_process import lab_process


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*args: str) -> str:
    done = CliRunner().invoke(main, list(args))
    assert done.exit_code == 0, done.output
    return done.stdout


def refusal(*args: str) -> str:
    done = CliRunner().invoke(main, list(args))
    text = done.stderr.removeprefix("overthink: ").strip()
    assert done.exit_code == 2 and "\n" not in text and text.endswith((".", "?")), done.output
    return text


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    sys.modules.pop(path.stem, None)


def test_a_study_from_its_template(folder: Path) -> None:
    assert "overthink verify mystudy:STUDY" in command("new", "study", "mystudy")
    small = ("--scale", "40", "--jobs", "1")
    assert "mystudy/depth" in command("reproduce", "mystudy:STUDY", *small)
    assert {path.suffix for path in (folder / "results").glob("mystudy-depth.*")} == {".svg", ".png", ".csv"}
    verdicts = json.loads(command("verify", "mystudy:STUDY", "--json"))["claims"]
    assert [verdict["study"] for verdict in verdicts] == ["mystudy/depth"] * 2
    assert "report.html" in command("report", "mystudy:STUDY")
    page = (folder / "results" / "report.html").read_text("utf-8")
    assert "overthink reproduce mystudy:STUDY --scale 40" in page and "Your own studies" in page


@pytest.mark.exhaustive
def test_two_workers_find_the_same_numbers(folder: Path) -> None:
    command("new", "study", "mystudy")
    study = load_study("mystudy:STUDY")
    alone, both = Store("alone"), Store("both")
    run_study(alone, [study], "300", 0, processes(1))
    run_study(both, [study], "300", 0, processes(2))
    rows = "SELECT * FROM cells ORDER BY setting, first"
    assert alone.db.execute(rows).fetchall() == both.db.execute(rows).fetchall() != []


def test_a_changed_run_is_computed_again_and_a_changed_caption_is_not(folder: Path) -> None:
    command("new", "study", "mystudy")
    before = load_study("mystudy:STUDY").edition
    path = folder / "mystudy.py"
    edit(path, "Accuracy by depth", "Another title")
    assert load_study("mystudy:STUDY").edition == before
    edit(path, "DEPTHS = (1, 3, 5)", "DEPTHS = (1, 5)")
    assert load_study("mystudy:STUDY").edition != before


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"$group/depth"', '"emm/fig6"', "The library has the studies emm/…. Give 'emm/fig6' another name"),
        ('"$group/depth"', '"Depth"', "is named GROUP/NAME"),
        ("return points, np.array(rows)", "return points, np.array(rows)[:, 1:]", "returned 6 points and an array of"),
        ("return points, np.array(rows)", "return np.array(rows)", "It returns a list of dictionaries"),
        ("return points, np.array(rows)", "return points, np.array(rows) * np.nan", "not finite"),
        (
            "    points, rows = [], []",
            "    points, rows = [], 1 // 0",
            "mystudy.py, line 31, in run: ZeroDivisionError",
        ),
        ('"quick": 500', '"slow": 500', "needs scales="),
        ("error=(0.1, 0.2)", "error=(0.1, {2})", "must hold only plain numbers"),
        ('"rule", "error", labels', '"rule", "noise", labels', "There is no column of the rows 'noise'"),
        ("import numpy as np", "import nothing_there", "mystudy cannot be imported: it needs nothing_there."),
    ],
)
def test_a_mistake_in_a_study_is_one_sentence(folder: Path, old: str, new: str, sentence: str) -> None:
    command("new", "study", "mystudy")
    edit(folder / "mystudy.py", old.replace("$group", "mystudy"), new)
    assert sentence in refusal("reproduce", "mystudy:STUDY", "--scale", "40", "--jobs", "1")


def test_what_a_study_does_to_others_is_one_sentence(folder: Path) -> None:
    command("new", "study", "mystudy")
    small = ("--scale", "40", "--jobs", "1", "--out", "there")
    (folder / "json.py").write_text((folder / "mystudy.py").read_text("utf-8"), "utf-8")
    for name in ("json", "./json.py"):
        assert "has the name of a module that is loaded already" in refusal("reproduce", f"{name}:STUDY", *small)
    command("reproduce", "mystudy:STUDY", *small)
    assert "cannot be used for results: it is a file" in refusal("lab", "--out", "mystudy.py", "--no-browser")
    edit(folder / "mystudy.py", "DEPTHS = (1, 3, 5)", "DEPTHS = (1, 5)")
    assert "none with seed 0 of the study as it is now" in refusal("report", "mystudy:STUDY", "--out", "there")
    edit(folder / "mystudy.py", "points, rows = [], []", "import os; os._exit(3)")
    assert "does `run` leave Python?" in refusal("reproduce", "mystudy:STUDY", "--scale", "40", "--jobs", "2")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("reproduce", "nowhere:STUDY"), "There is no module nowhere. Is nowhere.py in this folder?"),
        (("reproduce", "mystudy:NONE"), "mystudy has no NONE."),
        (("verify", "mystudy:RULES"), "mystudy:RULES is ('minimax', 'emm'). As a study, give the name of"),
        (("report", "mystudy:STUDY", "--out", "."), "There are no results in '.'"),
        (("decide", "[1, 2]", "--rule", "mystudy:STUDY"), "As a rule, give the name of an ot.Rule."),
        (("decide", "mystudy:STUDY"), "As a game, give one with mover, moves, play, utility, or an ot.Preset."),
        (("lab", "--rule", "nowhere:RULE", "--no-browser"), "There is no module nowhere."),
        (("lab", "--study", "mystudy:RULES", "--no-browser"), "As a study"),
    ],
)
def test_a_wrong_name_is_one_sentence(args: tuple[str, ...], sentence: str) -> None:
    command("new", "study", "mystudy")
    assert sentence in refusal(*args)


def test_a_rule_from_its_template(folder: Path) -> None:
    command("new", "rule", "myrule")
    tree = "[[1, 0.2], [0.9, 0.8, -1]]"
    text = command("decide", tree, "--mover", "-1", "--static", "0", "--depth", "2", "--rule", "myrule:RULE")
    assert "value -0.8 " in text and "best move 1" in text  # to Min: the first child is ½ 1 + ½ .6 for Max
    assert command("decide", tree, "--rule", "myrule:RULE", "--static", "0", "--explain", "--depth", "2")
    heap = ("decide", "kalah-4x3", "--depth", "2", "--rule", "myrule:RULE")
    assert "best move" in command(*heap)
    rules = command("doctor", "kalah-4x3", "--depths", "1-2", "--truth", "4", "--positions", "8",
                    "--rules", "minimax, myrule:RULE", "--jobs", "1")  # fmt: skip
    assert "myrule" in rules
    assert ot.RULES["myrule"].steps.aggregate.startswith("value ←")


def test_a_game_from_its_template(folder: Path) -> None:
    command("new", "game", "mygame")
    assert "best move" in command("decide", "mygame:PRESET", "--depth", "4")
    assert "positions" in command("doctor", "mygame:Game", "--evaluate", "mygame:evaluate", "--positions", "8")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("study", "mystudy"), "mystudy.py is there already and was not changed."),
        (("rule", "minimax"), "The library has a rule named 'minimax'."),
        (("game", "kalah"), "The library has a game named 'kalah'."),
        (("study", "emm"), "The library has a study named 'emm'."),
        (("study", "json"), "Python has a module named json here already."),
        (("rule", "a b"), "cannot be the name of a module"),
        (("rule", "class"), "cannot be the name of a module"),
        (("rule", "../up"), "cannot be the name of a module"),
    ],
)
def test_a_template_overwrites_nothing(folder: Path, args: tuple[str, ...], sentence: str) -> None:
    (folder / "mystudy.py").write_text("mine")
    assert sentence in refusal("new", *args)
    assert [path.read_text() for path in folder.iterdir()] == ["mine"]


@pytest.mark.parametrize("kind", ["study", "rule", "game"])
def test_the_commands_of_a_template_exist(kind: str, folder: Path) -> None:
    text = command("new", kind, f"my_{kind}")
    lines = [re.split(r"\s{3,}", line.strip())[0] for line in text.splitlines() if line.startswith(" ")]
    assert len(lines) >= 3 and len(lines) == len(commands((folder / f"my_{kind}.py").read_text("utf-8")))
    for line in lines:
        name, *args = shlex.split(line)[1:]
        ctx = main.commands[name].make_context(name, args, resilient_parsing=True)
        assert not ctx.args, line


def test_the_lab_has_them_in_every_worker(folder: Path) -> None:
    for kind in ("study", "rule", "game"):
        command("new", kind, f"my{kind}")
    own = ("--rule", "myrule:RULE", "--game", "mygame:PRESET", "--study", "mystudy:STUDY")
    with (
        lab_process(folder, *own) as lab,
        httpx.Client(base_url=lab.address, headers=lab.headers, timeout=100, verify=False) as client,
    ):
        answers = {path: client.get(f"/api/{path}").text for path in ("tree/choices", "play/games", "papers/list")}
    assert "Myrule" in answers["tree/choices"] and "mygame" in answers["tree/choices"]
    assert "mygame" in answers["play/games"] and "mystudy/depth" in answers["papers/list"]


COMPLETE = {  # what a shell does when Tab is pressed after some words, and prints what it would offer
    "bash": """
source /dev/stdin <<< "$(overthink completion bash)"
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _overthink_completion overthink
printf '%s\\n' "${{COMPREPLY[@]}}"
""",
    "zsh": """
eval "$(overthink completion zsh)"
[[ $_comps[overthink] == _overthink_completion ]] || exit 1
_describe() {{ print -l -- ${{completions_with_descriptions%%:*}} }}
compadd() {{ print -l -- $completions }}
words=({words}); CURRENT=$#words; _overthink_completion
""",
    "fish": """
overthink completion fish | source
complete -C '{words}' | string replace -r '\\t.*' ''
""",
}
NO_SETTINGS = {"bash": "--norc", "zsh": "-f", "fish": "--no-config"}
NAMES = {
    "overthink re": {"report", "reproduce"},
    "overthink reproduce emm/fig1": {"emm/fig10", "emm/fig11", "emm/fig12", "emm/fig14"},
    "overthink decide kalah --rule em": {"emm", "emm-no-flip", "emm-slides", "emm-true-types", "emm-value"},
}


@pytest.mark.parametrize(
    ("shell", "words"),
    [*(("bash", words) for words in NAMES), *((shell, words) for shell in ("zsh", "fish") for words in [*NAMES][:2])],
)
def test_a_shell_completes_names(shell: str, words: str, folder: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    own = folder / "overthink"
    code = 'from overthink.cli import main; main(prog_name="overthink")'
    own.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{code}' \"$@\"\n")
    own.chmod(0o755)
    done = subprocess.run(
        [shell, NO_SETTINGS[shell], "-c", COMPLETE[shell].format(words=words)],
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert set(done.stdout.split()) == NAMES[words], done.stderr
