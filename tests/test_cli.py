"""The command as people type it: what it prints, where, and how it refuses."""

import json
import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.cli.doctor import doctor
from overthink.core.errors import OverthinkError
from overthink.evaluate.kalah import store_difference
from overthink.games.kalah import Kalah
from overthink.search.decide import decide
from overthink.studies.verdicts import judge


def overthink(*args: str):
    return CliRunner().invoke(main, list(args))


def refused(*args: str) -> str:
    done = overthink(*args)
    assert done.exit_code == 2, done.output
    (sentence,) = sentences(done.stderr)
    assert "Traceback" not in done.output
    return sentence


def sentences(said: str) -> list[str]:
    """Lines without those of progress, which a slow machine has."""
    return [line for line in said.strip().splitlines() if not line.endswith("%")]


def test_help_teaches():
    done = overthink("--help")
    assert done.exit_code == 0
    for word in ("reproduce emm/fig6", "verify", "report", "list"):
        assert word in done.output
    for command in ("list", "reproduce", "verify", "report"):
        assert overthink(command, "--help").exit_code == 0


def test_help_needs_nothing_heavy():
    heavy = ("numpy", "numba", "matplotlib", "rich")
    code = f"import sys; from overthink.cli import main; print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_list_names_everything_with_its_source():
    done = overthink("list", "--json")
    found = json.loads(done.stdout)
    assert list(found) == ["games", "models", "evaluators", "rules", "searches", "checks", "studies"]
    assert all(set(entry) == {"name", "summary", "source"} and all(entry.values()) for k in found for entry in found[k])
    text = overthink("list").output
    for name in ("kalah", "board-splitting", "emm-true-types", "pruned-emm", "emm/fig14", "beyond/all-nodes"):
        assert name in text
    assert "minimax" in overthink("list", "rules").output
    assert "did you mean 'rules'" in refused("list", "rule")


def test_reproduce_prints_one_json_object(tmp_path):
    done = overthink("reproduce", "emm/fig6", "--scale", "60", "--jobs", "1", "--out", str(tmp_path), "--json")
    found = json.loads(done.stdout)
    assert (found["study"], found["seed"], found["scale"]) == ("emm/fig6", 0, 60)
    assert {"rule", "depth", "p", "mean", "low", "high", "n"} <= set(found["rows"][0])
    assert {row["depth"] for row in found["rows"]} == {1, 3, 5, 7, 9, 11} and len(
        {row["p"] for row in found["rows"]}
    ) == 2
    other = overthink(
        "reproduce", "emm/fig6", "--scale", "60", "--seed", "1", "--jobs", "1", "--out", str(tmp_path), "--json"
    )
    assert json.loads(other.stdout)["rows"] != found["rows"]


def test_reproduce_verify_report(tmp_path):
    out = ["--out", str(tmp_path)]
    done = overthink("reproduce", "emm/fig2", "--scale", "quick", "--jobs", "1", *out)
    assert done.exit_code == 0 and "errors of node types" in done.output
    for kind in ("svg", "png", "csv"):
        assert (tmp_path / f"emm-fig2.{kind}").stat().st_size > 500
    claims = json.loads(overthink("verify", "emm/fig2", *out, "--json").stdout)["claims"]
    names = {"claim", "source", "printed", "measured", "estimate", "verdict", "study", "reading", "tolerance"}
    assert names == set(claims[0])
    assert {claim["verdict"] for claim in claims} <= {"holds", "fails", "inconclusive"}
    text = overthink("verify", *out).output
    *lines, _ = (line for line in text.splitlines() if line.startswith(("✓", "✗", "?")) or "published" in line)
    assert len(lines) == len({claim["printed"] for claim in claims})  # one line a statement
    assert "as written" in lines[0] and "emm/fig2  “error(D) ≥ e" in lines[0] and "measured" in text
    long = overthink("verify", "-v", *out).output
    assert "95% interval" not in text and "95% interval" in long and "printed: error(D) ≥ e" in long
    assert "report.html" in overthink("report", *out).output
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page and "error(D) ≥ e" in page and "src=" not in page and "<script" not in page


@pytest.mark.exhaustive
def test_a_run_that_cannot_be_judged_costs_its_own_figure(tmp_path, monkeypatch):
    def picky(figure, samples):
        if figure.name == "emm/fig2":
            raise OverthinkError("The run of emm/fig2 is too small.")
        return judge(figure, samples)

    monkeypatch.setattr("overthink.studies.verdicts.judge", picky)
    for study in ("emm/fig2", "emm/fig6"):
        overthink("reproduce", study, "--scale", "20", "--jobs", "1", "--out", str(tmp_path))
    done = overthink("verify", "--out", str(tmp_path))
    assert done.exit_code == 0 and "emm/fig6" in done.stdout
    assert done.stderr == "overthink: left out: The run of emm/fig2 is too small.\n"
    assert "is too small" in refused("verify", "emm/fig2", "--out", str(tmp_path))


def test_verify_runs_what_was_never_run(tmp_path):
    done = overthink("verify", "emm/fig2", "--jobs", "1", "--out", str(tmp_path), "--json")
    assert done.exit_code == 0 and json.loads(done.stdout)["claims"][0]["estimate"]["n"] == 20_000


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("reproduce", "emm/fig66"), "did you mean 'emm/fig6'?"),
        (("reproduce", "xyz"), "There is no study 'xyz'"),
        (("reproduce", "emm/fig2", "--scale", "huge"), "scale 'huge'"),
        (("reproduce", "emm/fig2", "--out", "/proc/nowhere"), "cannot be used"),
        (("verify", "naw"), "There is no study 'naw'"),
        (("decide", "kalahh"), "did you mean 'kalah'?"),
        (("decide", "kalah", "--rule", "emn"), "did you mean 'emm'?"),
        (("decide", "kalah", "--search", "alphabeta"), "did you mean 'alpha-beta'?"),
        (("decide", "kalah", "--search", "pruned-emm"), "not sound for the rule 'minimax'"),
        (("decide", "kalah", "--depth", "-1"), "from 1 to 1,000, not -1"),
        (("decide", "kalah", "--error", "0.7"), "outside [0, .5]"),
        (("decide", "board-splitting", "--error", "-0.1"), "outside [0, .5]"),
        (("decide", "kalah", "--no-ties"), "for a search that prunes, such as --search alpha-beta"),
        (("decide", "[]"), "no leaves"),
        (("decide", "[[1], []]"), "no leaves at path (1,)"),
        (("decide", "[1, 2"), "not valid JSON"),
        (("decide", '[1, "x"]'), "A leaf is a number"),
        (("decide", "[[1, 1], [1, -1]]", "--rule", "emm", "--depth", "2"), "give --static"),
        (("decide", "[1, 2]", "--static", "{}"), "one number for all internal nodes"),
        (("decide", "kalah", "--explain"), "needs a tree"),
    ],
)
def test_bad_input_is_one_sentence(args, says, tmp_path):
    extra = () if "--out" in args or args[0] == "decide" else ("--out", str(tmp_path))
    assert says in refused(*args, *extra)


def test_decide_on_the_papers_example():
    tree = ("decide", "[[1, 1], [1, -1]]", "--rule", "emm", "--depth", "2", "--error", "0.1", "--static", "1")
    text = overthink(*tree, "--explain").output
    assert "error 0.091" in text and "1 (0.19)  ← static value kept" in text
    found = json.loads(overthink(*tree, "--json").stdout)
    assert found["moves"] == [0] and abs(found["error"] - 0.091) < 1e-12 and found["nodes"]["frontier"] == 4


def test_decide_in_games():
    found = json.loads(overthink("decide", "kalah", "--search", "alpha-beta", "--depth", "4", "--json").stdout)
    one = json.loads(
        overthink("decide", "kalah", "--search", "alpha-beta", "--depth", "4", "--no-ties", "--json").stdout
    )
    assert one["value"] == found["value"] and set(one["moves"]) <= set(found["moves"])
    assert sum(one["nodes"].values()) < sum(found["nodes"].values())
    game = Kalah.real(outcome="win")
    known = decide(game, depth=4, evaluate=store_difference(game))
    assert tuple(found["moves"]) == known.moves and found["value"] == known.value and found["right"] is None
    text = overthink("decide", "board-splitting", "--rule", "bayes", "--depth", "5", "--seed", "3").output
    assert "truly best: " in text and "P-game number 3" in text


def test_nothing_to_verify_or_report(tmp_path):
    assert "no results" in refused("verify", "--out", str(tmp_path))
    assert "no results" in refused("report", "--out", str(tmp_path))


def test_wrong_options_exit_with_2(tmp_path):
    assert overthink("reproduce", "emm/fig2", "--jobs", "0").exit_code == 2
    assert overthink("reproduce").exit_code == 2
    assert overthink("reprodcue").exit_code == 2


def test_the_help_of_the_doctor_names_every_subject_and_option_once() -> None:
    assert "answers of models" in " ".join(overthink("-h").output.split("\n\n")[1].split())
    text = CliRunner().invoke(main, ["doctor", "-h"], terminal_width=120).output
    assert "answers of models" in text.split("\n\n")[1]
    names = [opt for param in doctor.params if isinstance(param, click.Option) for opt in param.opts[-1:]]
    assert len(names) > 25
    for name in names:
        assert len(re.findall(rf"{name}(?![\w-])", text.split("Options;")[1])) == 1
    assert len(CliRunner().invoke(main, ["doctor", "-h"], terminal_width=80).output.splitlines()) < 24  # one screen


@pytest.mark.parametrize(
    "game, others", [("kalah", {"reference", "columns"}), ("uci:no", {"player"}), ("a.csv", {"rules"})]
)
def test_the_help_of_the_doctor_on_a_game_explains_what_it_takes(game: str, others: set[str]) -> None:
    text = CliRunner().invoke(main, ["doctor", game, "--help"]).output
    names = {param.name for param in doctor.params if re.search(rf"^  (?:-v, )?{param.opts[-1]} ", text, re.MULTILINE)}
    assert {"knob", "out", "as_json"} < names and not others & names
