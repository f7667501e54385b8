"""The benchmarks: both sides do the same work, what is missing is said, and the table tells what was measured."""

import json
import runpy
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchmarks import BENCHMARKS, measure
from benchmarks.command import ALONE
from benchmarks.peers import TicTacToe
from benchmarks.timing import Row, build
from overthink.search.decide import decide

ROOT = Path(__file__).parent.parent


def bench(*args: str) -> Result:
    return CliRunner().invoke(ALONE, ["benchmarks", *args])


def test_a_row_compares_the_fastest_and_shows_the_spread():
    row = Row("what", "peer", (2.0, 1.0), (3.0, 4.0), "how", work=6.0, unit="nodes")
    assert row.ratio == 3.0 and row.spread == (1.5, 4.0) and row.speeds == "6 : 2 nodes/s"
    assert row.ratios == ("3", "1.5 to 4") and Row("", "", (1.0,), (2345.6,), "").ratios[0] == "2,346"
    assert Row("what", "limit", (2.0,), (3.0,), "how").speeds == "2 : 3 s"


@pytest.mark.exhaustive
def test_tic_tac_toe_has_its_known_number_of_nodes():
    assert decide(TicTacToe(), depth=9).nodes.total == 549_946 and decide(TicTacToe(), depth=9).value == 0


@pytest.mark.exhaustive(but=["bounded-2"])
@pytest.mark.parametrize(
    ("name", "rows"),
    {"easyai": 2, "full-width": 2, "bounded": 2, "table": 1, "solving": 1, "uct": 1, "net": 1, "tables": 2}.items(),
)
def test_both_sides_see_the_same_nodes(name, rows):
    """Measuring asserts that values, nodes and visits agree."""
    found = json.loads(bench("--quick", "--json", name).stdout)
    assert len(found["rows"]) >= rows and not found["missing"]
    assert all(row["ratio"] > 0 and ("nodes" in row["how"] or "values" in row["how"]) for row in found["rows"][:rows])


@pytest.mark.parametrize(
    "script",
    [
        "validation/evaluations",
        "validation/rates",
        "benchmarks/growth",
        "benchmarks/net_players",
        "benchmarks/speed_page",
        "training/learn_rules",
        "training/larger_positions",
        "training/tune_players",
    ],
)
def test_a_script_that_is_run_by_hand_finds_what_it_imports(script):
    runpy.run_path(str(ROOT / f"{script}.py"), run_name="imported")


@pytest.mark.exhaustive
def test_a_wrong_count_is_noticed(monkeypatch):
    monkeypatch.setattr("benchmarks.peers.count_nodes", lambda *_: (0.0, 7))
    with pytest.raises(AssertionError, match="are not theirs"):
        measure("easyai", quick=True)


def test_the_table_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "easyAI", None)
    monkeypatch.setitem(sys.modules, "easyAI.AI.Negamax", None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setenv("PATH", "/nowhere")
    for name, says in (("easyai", "pip install easyAI"), ("openspiel", "overthink[openspiel]"), ("bounded", "cc")):
        build.cache_clear()
        done = bench("--quick", name)
        assert done.exit_code == 0 and f"{name} was not measured" in done.output and says in done.output


def test_what_was_measured_before_ctrl_c_is_shown(monkeypatch):
    row = Row("search", "a peer", (1.0,), (2.0,), "by hand", 3.0, "Mnodes")

    def stopping(name, quick):
        if name == "bounded":
            raise KeyboardInterrupt
        return [row]

    monkeypatch.setattr("benchmarks.command.measure", stopping)
    done = bench("full-width", "bounded", "easyai")
    assert done.exit_code == 130 and "search against a peer" in done.output and "3 : 1.5 Mnodes/s" in done.output


def test_help_names_every_benchmark():
    shown = bench("--help").output
    assert all(name in shown for name in BENCHMARKS)
    done = bench("sweep")
    assert done.exit_code == 2 and "did you mean 'sweeps'?" in done.stderr
