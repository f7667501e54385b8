"""What users of other packages expect of this one: results that compare, convert, pickle and become data frames, names
that cannot be changed by accident, numbers written like 1e3, and output that other programs read."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import logging
import math
import pickle
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.core import vocabulary
from overthink.core.bind import Kernel
from overthink.core.errors import whole_of

GAMES = [
    ot.Kalah(), ot.Kalah(3, seeds=2, capture=False), ot.Kalah.regularised(3, 2), ot.ConnectFour(4, 4),
    ot.SlidingPuzzle(2, 3), ot.BoardSplitting([1, 0, 0, 1]), ot.ChessEndgame("KRK"), ot.Pig(20), ot.RandomTree(depth=3),
    ot.CopsAndRobbers(3, 3), ot.CriticalWinLoss(b=2, gamma=0.5),
]  # fmt: skip
HEAP = """
class Game:
    def initial(self): return 7, 1
    def mover(self, state): return state[1]
    def moves(self, state): return [n for n in (1, 2, 3) if n <= state[0]]
    def play(self, state, move): return state[0] - move, -state[1]
    def utility(self, state): return -10 * state[1]
def judge(state): return 0.1 * state[0]
"""


def run(*args: str) -> str:
    done = CliRunner().invoke(main, args)
    assert done.exit_code in (0, 2), done
    return done.output


def test_estimates_compare_by_their_means() -> None:
    small, large = ot.Estimate(0.2, 0.1, 0.9, 10), ot.Estimate(0.7, 0.0, 1.0, 5)
    assert small < large and large >= small and small < 0.5 <= large and small > 0.1 and max(small, large) is large
    assert float(small) == 0.2 and math.isclose(small, 0.2) and small == ot.Estimate(0.2, 0.1, 0.9, 10) != 0.2
    assert small <= ot.Estimate(0.2, 0.0, 1.0, 3) and small != ot.Estimate(0.2, 0.0, 1.0, 3)
    with pytest.raises(TypeError):
        _ = small < "large"  # type: ignore[operator]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_game_shows_how_it_was_made_and_pickles(game: Any) -> None:
    assert repr(eval(repr(game), vars(ot))) == repr(pickle.loads(pickle.dumps(game))) == repr(game)


def test_arguments_that_a_game_does_not_take_are_refused() -> None:
    class Own(ot.KernelGame):
        pass

    assert repr(Own()) == "Own()"
    with pytest.raises(TypeError, match="takes no arguments"):
        Own(3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "rule", [*ot.RULES.values(), ot.heir(0.1, 0.9), ot.implicit_minimax(0.25)], ids=lambda r: r.name
)
def test_rules_pickle(rule: ot.Rule) -> None:
    again = pickle.loads(pickle.dumps(rule))
    assert (again is rule) == (rule.name in ot.RULES)
    tree = ot.grow(ot.Kalah(3, 2), depth=3, evaluate=ot.store_difference(ot.Kalah(3, 2)), error=0.1)
    if not rule.needs_truth | abs(rule.goal):
        assert ot.decide(tree, rule=again, depth=3) == ot.decide(tree, rule=rule, depth=3)


def test_a_kernel_inside_a_function_cannot_be_found_again() -> None:
    @ot.kernel
    def local(x: float) -> float:
        return x

    with pytest.raises(ot.OverthinkError, match=r"'test_a_kernel_inside.*top of its file"):
        pickle.loads(pickle.dumps(local))


@pytest.mark.parametrize("catalogue", [ot.RULES, ot.SEARCHES], ids=["rules", "searches"])
def test_catalogues_are_read_only(catalogue: Any) -> None:
    with pytest.raises(TypeError):
        catalogue["mine"] = None


def test_a_tree_grows_from_the_start() -> None:
    game = ot.Kalah(3, 2)
    assert len(ot.grow(game, depth=2)) == len(ot.grow(game, game.initial(), 2))
    with pytest.raises(ot.OverthinkError, match="needs a depth"):
        ot.grow(game)


def test_results_become_data_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas", reason="data frames need pandas")
    games = ot.artificial(0.2)(ot.BoardSplittingModel(height=3).draw(0, 20))
    curve = ot.accuracy(games, "minimax", depths=(1, 3))
    result = ot.reproduce("emm/fig2", 10)
    scores = pandas.DataFrame([{"task": t, "beam": b, "score": (t + b) % 3} for t in range(40) for b in (1, 2)])
    for table in (curve, result, result.verdicts, ot.diagnose_table(scores, "beam"), curve[1], games):
        assert len(table.to_frame()) == len(table.rows()) > 0
    monkeypatch.setattr("overthink.core.errors.find_spec", lambda name: None)
    with pytest.raises(ot.OverthinkError, match=r'needs the package pandas: pip install "overthink\[frames\]"'):
        curve.to_frame()


@pytest.mark.parametrize("kind", ["pandas", "polars", "polars, lazy", "pyarrow"])
def test_any_data_frame_is_a_table(kind: str) -> None:
    library = pytest.importorskip(kind.split(",")[0], reason=f"this needs {kind}")
    columns = {"task": [t for t in range(60) for _ in (1, 2)], "beam": [1, 2] * 60, "score": [0.5, 0.25] * 60}
    frame = library.table(columns) if kind == "pyarrow" else library.DataFrame(columns)
    frame = frame.lazy() if "lazy" in kind else frame
    rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
    assert str(ot.diagnose_table(frame, "beam")) == str(ot.diagnose_table(rows, "beam"))


def test_parquet_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scores.parquet").write_bytes(b"PAR1")
    honest = builtins.__import__
    monkeypatch.setattr("overthink.answers.files.import_module", lambda name: honest("no_" + name))
    assert 'pip install "overthink[evals]"' in run("doctor", str(tmp_path / "scores.parquet"), "--knob", "beam")


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("1e3", 1000), ("2.5E2", 250), ("1e+2", 100), ("0", 0), ("1.5", None), ("1e-2", None), ("1e999", None),
     ("", None), ("-3", None), ("inf", None), ("1_000", None), ("٣", 3)],
)  # fmt: skip
def test_whole_numbers_as_people_write_them(text: str, number: int | None) -> None:
    assert whole_of(text) == number


def test_numbers_like_1e3_in_every_command(tmp_path: Path) -> None:
    assert '"scale": 20' in run(
        "reproduce", "emm/fig2", "--scale", "2e1", "--out", str(tmp_path), "--json", "--jobs", "1"
    )
    assert "visits" in run("decide", "kalah", "--search", "uct", "--simulations", "1e2")
    assert "1,000 questions" in run("doctor", "--plan", "1e3x4")
    assert "--simulations takes a whole number, such as" in run(
        "decide", "kalah", "--search", "uct", "--simulations", "1.5"
    )


@pytest.fixture
def heap(own_folder: Path) -> None:
    (own_folder / "heap_of_stones.py").write_text(HEAP, encoding="utf-8")


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize(
    ("args", "text"),
    [
        ("decide G --depth 9", "best move 3"),
        ("decide heap_of_stones.py:Game --depth 9", "best move 3"),
        ("decide G --depth 2 --evaluate heap_of_stones:judge", "best move 1   value 0.3"),
        ("decide G --depth 2", "needs an opinion there. Give --evaluate."),
        ("decide kalah --depth 1 --evaluate heap_of_stones:missing", "heap_of_stones has no missing."),
        ("decide [1,2] --evaluate heap_of_stones:judge", "--static gives the evaluations of a tree"),
        ("decide board-splitting --evaluate heap_of_stones:judge", "have their own evaluations"),
        ("decide heap_of_stones:judge", "As a game, give one with mover, moves, play, utility, or an ot.Preset."),
        ("solve G --epsilon 0 --depth 9 --low -10 --high 10", "value in [10, 10]   safe 3"),
        (
            "solve G --epsilon 0 --depth 9",
            "so that nothing would be proven; give --low and --high",
        ),
        ("survey G --depths 1-2", "12 positions to decide in"),
    ],
)
def test_a_game_of_ones_own_in_commands(args: str, text: str) -> None:
    assert text in run(*re.sub(r"\bG\b", "heap_of_stones:Game", args).split(" "))


@pytest.mark.parametrize("more", [(), ("-v",), ("--coverage",)], ids=" ".join)
def test_what_is_piped_is_neither_padded_nor_wrapped(more: tuple[str, ...], tmp_path: Path) -> None:
    text = run("verify", "emm/fig2" if more != ("--coverage",) else "emm", "--out", str(tmp_path), "--jobs", "1", *more)
    assert not re.search(r" $", text, re.MULTILINE) and max(map(len, text.splitlines())) > 100


METHODS = (FunctionType, Kernel, classmethod, staticmethod, property, cached_property)
MADE_BY_US = {  # a user gets objects of these classes, and makes none
    "Bounds", "Calibration", "Comparison", "Curve", "Decision", "Diagnosis", "Estimate", "LearnedRule", "Nodes",
    "Option", "StateSpace", "StudyResult", "Survey", "TableDiagnosis", "Tree", "TreePicture", "Verdicts",
    "VoteForecast",
}  # fmt: skip
PUBLIC = [name for name in ot.__all__ if callable(getattr(ot, name)) and name not in {*MADE_BY_US, "Game"}]


def test_a_name_of_the_front_changes_nothing_behind_it() -> None:
    """A class is itself, with its own methods; a function is wrapped in `ot` alone."""
    code = "from overthink.core.tree import Tree; before = {**vars(Tree)}; import overthink as ot; ot.Tree, ot.nested"
    code += "; ot.decide(ot.Tree.literal([[1, 2], [3, 4]]), depth=2); assert {**vars(Tree)} == before"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_docstring_names_what_comes_in(name: str) -> None:
    """In backticks, below *Args*, or in a comment beside a field, which the reference shows."""
    thing = inspect.unwrap(getattr(ot, name))
    kinds = [kind for kind in getattr(thing, "__mro__", [thing]) if kind.__module__.startswith("overthink")]
    prose = "".join((inspect.getdoc(kind) or "").split(">>>")[0] for kind in kinds)
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", prose))))
    for names in re.findall(r"^    (\w+(?:, \w+)*): [A-Zb-zα-ω0-9`\"]", prose, re.MULTILINE):
        named |= set(names.split(", "))
    for kind in filter(dataclasses.is_dataclass, kinds):
        named |= set(re.findall(r"^    (\w+): .*  #:? ", inspect.getsource(kind), re.MULTILINE))
    given = inspect.signature(thing).parameters.values()
    assert {each.name for each in given if each.name not in ("args", "named", "monte_carlo")} <= named
    assert isinstance(thing, type) or inspect.signature(thing).return_annotation is not inspect.Signature.empty


def test_every_public_method_and_kernel_says_what_it_gives() -> None:
    """A method in its class or in one above it; a kernel by itself, or where the vocabulary declares its name."""
    silent = set[str]()
    for name in ot.__all__:
        for kind in getattr(getattr(ot, name), "__mro__", ()):
            own = vars(kind).items() if kind.__module__.startswith("overthink.") else ()
            methods = [each for each, raw in own if not each.startswith("_") and isinstance(raw, METHODS)]
            silent |= {f"{kind.__name__}.{each}" for each in methods if not inspect.getdoc(getattr(kind, each))}
    source = Path(ot.__file__).parent
    for room in ("core", "games", "models", "evaluate", "measure", "gpu"):
        for path in (source / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and "kernel" in map(ast.unparse, node.decorator_list):
                    known = ast.get_docstring(node) or hasattr(vocabulary, node.name) or node.name.startswith("_")
                    silent |= set() if known else {f"{path.name}: {node.name}"}
    assert not silent - {"Preset.describe"}  # a field that holds a function


ASSERTIONS = {"check_arguments", "check_search", "check_evaluator", "check_simulations"}  # they say what was compared


def test_check_returns_nothing_and_parse_a_value() -> None:
    odd = set[str]()
    for path in Path(ot.__file__).parents[1].glob("overthink*/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.returns and node.name not in ASSERTIONS:
                word = node.name.strip("_").split("_")[0]
                gives_nothing = ast.unparse(node.returns) == "None"
                if word == "checked" or (word in ("check", "parse") and gives_nothing != (word == "check")):
                    odd.add(f"{path.name}: {node.name}")
    assert not odd


def test_a_logger_of_the_library(caplog: pytest.LogCaptureFixture) -> None:
    assert logging.getLogger("overthink").handlers
    with caplog.at_level("INFO", "overthink"):
        ot.reproduce("emm/fig2", 10)
    assert "emm/fig2" in caplog.text
