"""A check of the doctor that is added from outside the package: in the diagnosis, the text, the page, the command."""

from pathlib import Path

from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.doctor.checks import CHECKS, add_check
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.finding import Check, Finding, Outcome, suspected
from overthink.lab.workers.doctor import examine, example
from tests.test_doctor import Nim, right

NAME = "a <full> moon"
DOCTOR = Path(__file__).resolve().parent.parent / "docs" / "doctor.md"


def moon(case: SearchCase) -> Finding | None:
    return suspected(f"it shone on {len(case.examination.positions)} positions & more") if not case.engine else None


def diagnosis() -> ot.Diagnosis:
    return ot.diagnose(Nim(90), right, depths=(1, 2, 3), positions=60)


def test_a_check_from_outside_is_everywhere(tmp_path: Path) -> None:
    before = diagnosis()
    add_check(Check(NAME, "the moon is full", moon))
    found = diagnosis()
    assert [each for each in found.imitators if each.name != NAME] == list(before.imitators)
    assert [each.name for each in found.suspected] == [NAME]
    assert f"but {NAME} may explain it: check that first" in found.verdict
    assert f"{NAME}: it shone on" in str(found)
    page = found.report(tmp_path / "doctor.html").read_text(encoding="utf-8")
    assert "a &lt;full&gt; moon" in page and "positions &amp; more" in page and NAME not in page
    assert found.as_dict()["imitators"][-1]["outcome"] == "suspected"


def test_it_is_listed_and_the_lab_runs_it() -> None:
    add_check(Check(NAME, "the moon is full", moon))
    assert f"{NAME} the moon is full" in " ".join(CliRunner().invoke(main, ["list", "checks"]).stdout.split())
    small = {"pits": 3, "seeds": 2}
    some = example({**small, "positions": 12})
    results = [result for result in examine({**small, **some, "depth": 2, "truth": 3}) if result]
    assert "a &lt;full&gt; moon" in results[-1]["report"]


def test_a_check_in_the_file_of_a_game_is_run_by_the_command(own_folder: Path) -> None:
    (own_folder / "moon_nim.py").write_text(
        "from overthink.doctor.finding import Check, suspected\n"
        "from overthink.doctor.checks import add_check\n"
        "from tests.test_doctor import Nim, right\n"
        f"add_check(Check({NAME!r}, 'the moon is full', lambda case: suspected('it shone')))\n"
    )
    asked = ["doctor", "moon_nim:Nim", "--evaluate", "moon_nim:right", "--depths", "1-2", "--positions", "8"]
    assert f"{NAME}: it shone" in CliRunner().invoke(main, asked).stdout


def test_what_explains_the_rest_comes_first_and_what_fails_is_said() -> None:
    def fails(case: SearchCase) -> Finding:
        raise ZeroDivisionError("no moon")

    add_check(Check(NAME, "the moon is full", moon, explains=True))
    add_check(Check("broken", "nothing", fails))
    add_check(Check("other", "nothing", lambda case: suspected("anything")))
    add_check(Check("slow", "nothing", fails, costly=True))
    of = {each.name: each for each in diagnosis().imitators}
    waits = f"first rule out {NAME}"
    assert [of[name].why for name in ("broken", "other", "slow")] == [waits] * 3
    del CHECKS[NAME]
    of = {each.name: each for each in diagnosis().imitators}
    assert of["broken"].outcome == Outcome.NOT_EXAMINED and "ZeroDivisionError: no moon" in of["broken"].why
    assert of["other"].outcome == Outcome.SUSPECTED


def test_every_check_is_in_the_manual() -> None:
    lines = DOCTOR.read_text(encoding="utf-8").splitlines()
    assert not [name for name, check in CHECKS.items() if f"| {name} | {check.looks_for} |" not in lines]


def test_there_is_no_verdict_if_many_positions_are_lost(own_folder: Path) -> None:
    """As where a player cannot read its file in one of three positions."""
    (own_folder / "torn_nim.py").write_text(
        "from tests.test_doctor import Nim, right\n"
        "def some(state, depth):\n    assert state[0] % 3, 'torn'\n    return 1\n"
        "def few(state, depth):\n    assert state[0] != 40, 'torn'\n    return 1\n"
        "long = Nim(90)\n"
    )
    asked = ["doctor", "torn_nim:long", "--evaluate", "torn_nim:right", "--depths", "1-2", "--positions", "60"]
    for player, code in (("some", 2), ("few", 0)):
        found = CliRunner().invoke(main, [*asked, "--player", f"torn_nim:{player}"])
        assert found.exit_code == code, found.output
        assert ("no verdict: " in found.stdout) == ("There is no verdict: " in found.stderr) == (code == 2)
        assert "find out why" not in found.stdout or code == 2
