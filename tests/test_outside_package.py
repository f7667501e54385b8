"""A package from outside adds a rule, a game, a check and studies through entry points. Nothing else is told of it: the
commands, the doctor and the lab know them."""

import json
import os
import subprocess
import sys
from contextlib import chdir

import pytest
from click.testing import CliRunner

from overthink.cli import main
from tests.lab_process import SOURCE

CHECK = """
import overthink as ot
from overthink.doctor.finding import suspected

CHECK = ot.Check("a high tide", "the sea is near", lambda case: suspected(f"{len(case.examination.positions)} waves"))
"""
COLLECTION = """
from overthink.studies import Collection

COLLECTION = Collection("tides", "Studies by the sea", "seaside", {"tides/depth": "tides:STUDY"})
"""
ENTRY_POINTS = """
[overthink.rules]
sand = seaside.sand:RULE
[overthink.games]
shells = seaside.shells:PRESET
[overthink.checks]
tide = seaside.check:CHECK
[overthink.studies]
tides = seaside.collection:COLLECTION
broken = seaside.missing:NOTHING
"""
VISIT = """
import json, sys
from click.testing import CliRunner
from overthink.cli import main
from tests.lab_process import SOURCE
from overthink.lab.workers import doctor, papers, play, tree

def command(*args):
    done = CliRunner().invoke(main, list(args))
    return done.output if done.exit_code in (0, 1) else f"{args}: {done.output}"

small = {"pits": 3, "seeds": 2}
boards = doctor.example({**small, "positions": 8})
*_, examined = (each for each in doctor.examine({**small, **boards, "depth": 2, "truth": 3}) if each)
print(json.dumps({
    "list": [command("list", kind) for kind in ("rules", "games", "checks", "studies")],
    "decide": command("decide", "shells", "--rule", "sand", "--depth", "3"),
    "reproduce": command("reproduce", "tides/depth", "--scale", "40", "--jobs", "2", "--out", sys.argv[1]),
    "verify": command("verify", "tides/depth", "--scale", "40", "--out", sys.argv[1]),
    "doctor": command("doctor", "shells", "--rules", "sand", "--depths", "1-3", "--positions", "20"),
    "lab rules": [rule["name"] for rule in json.loads(tree.choices())["rules"]],
    "lab games": [form["name"] for form in play.games()["games"]],
    "lab papers": [study["name"] for group in papers.papers() for study in group["studies"]],
    "lab doctor": examined["report"],
}))
"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], str]:
    """What another process sees in which the package is installed, and its standard error."""
    site = tmp_path_factory.mktemp("site")
    package, info = site / "seaside", site / "seaside-1.0.dist-info"
    package.mkdir()
    info.mkdir()
    with chdir(package):
        for kind, name in (("rule", "sand"), ("game", "shells"), ("study", "tides")):
            made = CliRunner().invoke(main, ["new", kind, name])
            assert made.exit_code == 0, made.output
    (package / "__init__.py").touch()
    (package / "check.py").write_text(CHECK)
    (package / "collection.py").write_text(COLLECTION)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: seaside\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    done = subprocess.run(
        [sys.executable, "-c", VISIT, str(site / "results")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(SOURCE)])},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


@pytest.mark.exhaustive
def test_it_is_listed_and_the_commands_know_it(visit: tuple[dict[str, str], str]) -> None:
    seen, _ = visit
    for text, name in zip(seen["list"], ("sand", "shells", "a high tide", "tides/depth")):
        assert name in text
    assert "Take one, two or three" in seen["decide"] and "best move" in seen["decide"]
    assert "tides/depth" in seen["reproduce"] and "tides/depth" in seen["verify"]


@pytest.mark.exhaustive
def test_the_doctor_and_the_lab_know_it(visit: tuple[dict[str, str], str]) -> None:
    seen, _ = visit
    assert "a high tide" in seen["doctor"] and "a high tide" in seen["lab doctor"]
    assert "sand" in seen["lab rules"] and "shells" in seen["lab games"] and "tides/depth" in seen["lab papers"]


@pytest.mark.exhaustive
def test_an_entry_that_cannot_be_loaded_is_left_out_in_one_sentence(visit: tuple[dict[str, str], str]) -> None:
    assert "seaside.missing:NOTHING" in visit[1] and "cannot be loaded" in visit[1]
