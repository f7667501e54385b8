"""Every public function and every option of every command, with every kind of bad value: a right answer or one
sentence, soon. The arguments come from the signatures, the options from click; a child process runs them, with kernels
interpreted, so that no one reads beyond an array unnoticed, and is killed if it does not answer."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import io
import itertools
import json
import math
import os
import re
import select
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

LIMIT = 120.0  # seconds for one call, on a machine that is busy with other tests
SAMPLE = {"library": 61, "commands": 317}  # `make test` runs one call in n
LIST: list[Any] = [1]
LIST.append(LIST)


class Odd:
    """An object of a user's, whose text fails."""

    def __repr__(self) -> str:
        raise ValueError("no text")


class Nim:
    """The one who takes the last stone wins."""

    def initial(self) -> Any:
        return 5, 1

    def mover(self, state: Any) -> int:
        return state[1]

    def moves(self, state: Any) -> Any:
        return [k for k in (1, 2) if k <= state[0]]

    def play(self, state: Any, move: int) -> Any:
        return state[0] - move, -state[1]

    def utility(self, state: Any) -> float:
        return -float(state[1])


class Duel(Nim):
    """Stones cost something."""

    def cost(self, state: Any, move: int) -> float:
        return 0.5 * move


class Toll(Duel):
    """One player takes all stones, and pays for them."""

    def mover(self, state: Any) -> int:
        return -1


BAD: dict[str, Any] = {
    "None": None, "True": True, "text": "text", "no text": "", "bytes": b"\xff", "nan": math.nan, "inf": math.inf,
    "-inf": -math.inf, "-1": -1, "0": 0, "1": 1, "half": 2.5, "huge": 10**30, "-huge": -(10**400), "1e308": 1e308,
    "complex": 1j, "decimal": Decimal("nan"), "empty": [], "tuple": (), "texts": ["a"], "Nones": [None, None],
    "nans": [math.nan] * 3, "dict": {}, "set": {1, "a"}, "object": object(), "odd": Odd(), "class": int,
    "array": np.zeros(3), "no array": np.array([]), "matrix": np.zeros((2, 2)), "words": np.array(["a", "b"]),
    "objects": np.array([None, {}], object), "scalar": np.float32("nan"), "lambda": lambda: 1, "builtin": len,
    "raises": lambda *_: 1 / 0, "generator": (), "itself": LIST, "missing file": "/proc/no/where.json", "folder": "/",
    "device": "/dev/zero", "nul": "a\0b", "unicode": "☃\udcff", "long": "x" * 100_000, "path": Path("/proc/no"),
    "costs": Toll(), "costs for two": Duel(),
}  # fmt: skip


def judge(state: Any) -> float:
    return 0.1 * (state[0] % 3)


# --- the library ------------------------------------------------------------------------------------------------------


def good() -> tuple[dict[str, Any], dict[str, Any], dict[str, dict[str, Any]], Any]:
    """Values that fit: by annotation, by the name of a parameter, for one function; and a small tree."""
    import overthink as ot

    tree = ot.artificial(0.1)(ot.BoardSplittingModel(height=4).draw(0, 3))
    seen = ot.noisy(ot.truth, 2.0)(ot.BoardSplittingModel(height=4).draw(0, 40))
    small = ot.Tree.literal([[1, -1], [1, 1]], static=1, error=0.1)
    done = ot.nested(ot.Max(ot.Min(3, 9), 5))
    kalah = ot.Kalah.regularised(2, 1, 4)
    root = ot.Max(ot.Min(3, 9), 5)
    by_kind = {
        "Tree": tree, "str | Rule": "minimax", "Iterable[int]": (1, 2), "Game[State]": Nim(), "TreeOrGame": small,
        "Kalah": kalah, "Sample": np.array([0.0, 1.0, 1.0]), "Limit": ot.Limit(nodes=50), "Evaluator": ot.truth,
        "Player": ot.Player(depth=1, evaluate=judge), "Evaluate": judge, "StateSpace": kalah.state_space(),
        "Game[State] | KernelGame": Nim(),
    } | {
        name: getattr(ot, name)() for name in (
            "CopsAndRobbers", "CriticalWinLoss", "ConnectFour", "Othello", "Breakthrough", "Domineering", "Pig",
            "SlidingPuzzle",
        )
    }  # fmt: skip
    by_name = {
        "game": Nim(), "state": (5, 1), "scores": ot.move_scores(tree, "minimax", (1,))[1], "kind": "odds",
        "right": ot.right_moves(tree), "positions": [(5, 1), (4, 1)], "starts": [(5, 1)], "truth": judge,
        "rows": [{"task": t, "beam": b, "score": t % 2} for t in range(9) for b in (1, 2)], "knob": "beam",
        "values": [[1, -1], [1, 1]], "root": root, "study": "emm/fig2", "scale": 4, "low": -1.0, "high": 1.0,
        "epsilon": 0.1, "name": "KRK", "file": "/proc/nowhere.json", "model": ot.TopDown(height=3), "fen": "KRk w",
        "thing": ot.RULES["emm"], "board": [[1, 0], [0, 1]], "function": judge, "deep": 2, "shallow": 1,
        "path": "/tmp/generated-input.html", "inner": ot.truth, "evaluate": judge, "static": 0.5, "plies": 1,
        "die": (0, 2, 3), "first": 0, "last": 2, "robber": 0, "cops": (1, 2, 3), "max_pits": [1, 1],
        "min_pits": [1, 1], "mine": 1, "theirs": 1, "label": "l", "summary": "s", "source": "s", "default": 1.0,
        "looks_for": "x", "text": "t", "units": "u", "start": (5, 1), "threshold": 0.5, "tree": tree, "number": 1,
        "node": 0, "g": 10, "error": 0.2, "sigma": 0.5, "levels": 5,
    }  # fmt: skip
    whole = {
        "solve": {"tree": done}, "solved": {"tree": done}, "naive_epsilon": {"subject": done}, "Check": {"run": judge},
        "endgame": {"name": "KXK"}, "pathology": {"tree": seen},
        "diagnose": {"evaluate": judge, "depths": (1, 2), "rules": "minimax", "positions": [(5, 1), (4, 1)]},
        "KernelEvaluator": {"game": kalah, "static": ot.store_difference(kalah).static},
        "BoardSplitting": {"squares": [0, 1, 1, 0]}, "BoardSplitting.position": {"path": (0, 1)},
        "CopsAndRobbers.position": {"cops": (1,)}, "TreePicture.save": {"path": "/tmp/generated-input.svg"},
        "vote_accuracy": {"p": [0.9, 0.4], "votes": [1, 3], "weights": [1, 2]},
        "best_votes": {"share": 0.5, "easy": 0.9, "hard": 0.4}, "forecast_votes": {"right": [9, 4] * 20, "answers": 10},
        "best_of": {"samples": [1, 4], "error": 1.0, "levels": 0},
    }  # fmt: skip
    return by_kind, by_name, whole, small


UNCALLED = {  # what the library makes, what is not called, and what a user overrides
    "OverthinkError", "RULES", "SEARCHES", "Game", "ChanceGame", "KernelGame", "Chance", "Max", "Min", "Verdicts",
    "StateSpace", "Bounds", "Comparison", "Curve", "Decision", "Diagnosis", "Estimate", "Nodes", "Option",
    "StudyResult", "Survey", "TableDiagnosis", "Tree", "TreePicture", "LearnedRule", "Rule", "Stages", "Preset",
    "VoteForecast",
}  # fmt: skip


# Methods that only the library calls.
INSIDE = ("grains", "heuristic", "shift", "anchor", "bucket", "bit", "square")


def calls(what: str) -> Iterator[tuple[str, Callable[..., Any], dict[str, Any], str]]:
    """Every public function and class: its name, itself, arguments that fit, and the argument that gets a bad value.
    The doctor is apart: it takes long where kernels are interpreted."""
    import overthink as ot

    by_kind, by_name, whole, small = good()
    things = [(name, getattr(ot, name)) for name in sorted(ot.__all__) if name not in UNCALLED]
    things += [("Tree.literal", ot.Tree.literal), ("Estimate.share", ot.Estimate.share)]
    objects = (
        ot.BoardSplittingModel(height=4), ot.TopDown(height=3), ot.OnePlayer(height=3), ot.ConnectFour(4, 4),
        ot.SlidingPuzzle(2, 2), ot.Kalah.regularised(2, 1, 4), ot.Pig(5), ot.CopsAndRobbers(3, 3, 1), small,
        ot.BoardSplitting([0, 1, 1, 0]), ot.CriticalWinLoss(depth=5), ot.RandomTree(2, 3), ot.decide(small, depth=1),
        ot.survey(ot.Kalah.regularised(2, 1, 4).state_space(), ot.noisy(ot.truth, 1.0), (1, 2)), ot.picture(small),
    )  # fmt: skip
    for thing in objects:
        if isinstance(thing, ot.KernelGame):
            decide = functools.partial(ot.decide, thing, evaluate=lambda _: 0.5)
            things.append((f"decide({type(thing).__name__})", decide))
        for name, method in inspect.getmembers(thing, inspect.ismethod):
            public = not name.startswith("_") and name not in INSIDE
            if public and "state" not in inspect.signature(method).parameters:  # that is asked at every node
                things.append((f"{type(thing).__name__}.{name}", method))
    for label, function in things:
        if (label == "diagnose") != (what == "doctor"):
            continue
        parameters = {
            name: parameter for name, parameter in inspect.signature(function).parameters.items()
            if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        }  # fmt: skip
        needed = {name: each for name, each in parameters.items() if each.default is each.empty or name == "scale"}
        given = {name: by_kind.get(str(each.annotation), by_name.get(name, 2)) for name, each in needed.items()}
        given |= whole.get(label, {}) | ({"depth": 2} if "depth" in parameters else {})
        for name in parameters:
            yield label, function, given, name


def run_call(function: Callable[..., Any], given: dict[str, Any], name: str, kind: str) -> str:
    """What is wrong with the answer; nothing if it is well."""
    import overthink as ot

    value: Any = (x for x in ("a", None)) if kind == "generator" else BAD[kind]
    try:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            answer = function(**(given | {name: value}))
            if hasattr(answer, "__enter__") and not isinstance(answer, io.IOBase):
                with answer:
                    pass
    except ot.OverthinkError as exc:
        text = str(exc)
        return "" if "\n" not in text and len(text) < 600 and text[-1] in ".?)" else f"not one sentence: {text[:300]}"
    except Exception as exc:
        if name in ("tell", "progress") and callable(value):  # the user's own function fails, and says so itself
            return ""
        frame = exc.__traceback__
        while frame.tb_next:
            frame = frame.tb_next
        return f"{type(exc).__name__}: {str(exc)[:200]} ({frame.tb_frame.f_code.co_filename}:{frame.tb_lineno})"
    return "nan passed on" if kind in NANS and is_nan(answer) else ""


NANS = ("nan", "nans", "decimal", "scalar", "inf", "-inf", "1e308")


def is_nan(answer: Any) -> bool:
    """Whether an answer of numbers has one that is not a number."""
    if dataclasses.is_dataclass(answer) and type(answer).__name__ in ("Estimate", "Decision", "Bounds"):
        return any(is_nan(getattr(answer, field.name)) for field in dataclasses.fields(answer))
    return isinstance(answer, float) and math.isnan(answer)


# --- the command ------------------------------------------------------------------------------------------------------

TEXTS = (
    "", " ", "x", "-1", "0", "1", "2.5", "nan", "inf", "1e400", "9" * 30, "-", "1-", "5-1", "1,,2", "a,b", "☃",
    ".", "/", "/proc/no/where", "/dev/null", "/dev/zero", "x:y", "nothing.py:X", "mine:NOTHING", "mine:judge", "mine",
    "json:X", "[", "[]", "[1, [2]]", "[NaN, 1]", "{}", "null", "x=1", "=", "simulations=0", "depth=1,2", "kalah",
    "emm/fig2", "minimax", "uci:none", "openspiel:none", "tcp://x", "local:0", "x" * 5000, "'", "mine:Nim", "pig(",
    "pig(target=x)", "mine:Toll", "mine:Duel",
    "8-puzzle(rows=99)", "mine.py",
)  # fmt: skip
ASK = ["doctor", "mine:Nim", "--evaluate", "mine:judge", "--depths", "1-2", "--jobs", "1", "--positions", "20"]
COMMANDS: dict[str, list[str]] = {
    "cite": ["cite", "emm/fig6"], "completion": ["completion", "bash"],
    "decide": ["decide", "[[1, 1], [1, -1]]", "--depth", "1", "--static", "1"],
    "doctor": ASK, "endgame": ["endgame", "KXK"], "lab": ["lab", "--no-browser"], "list": ["list"],
    "label": ["label", "mine:Nim", "labels.jsonl", "--plies", "1-2", "--positions", "2", "--jobs", "1"],
    "new": ["new", "rule", "myrule"], "report": ["report"],
    "reproduce": ["reproduce", "emm/fig2", "--scale", "4", "--jobs", "1"],
    "solve": ["solve", "[[1, 0], [0, 1]]", "--epsilon", "0.1"], "survey": ["survey", "kalah-3x3", "--depths", "1-2"],
    "verify": ["verify", "--jobs", "1"],
}  # fmt: skip


def lines() -> Iterator[list[str]]:
    """Every command with every option and argument of its own."""
    import click

    from overthink.cli import main

    ctx = click.Context(main)
    assert COMMANDS.keys() == {*main.list_commands(ctx)}
    for name, base in COMMANDS.items():
        command = main.get_command(ctx, name)
        assert command
        for parameter in command.params:
            for text in TEXTS:
                if isinstance(parameter, click.Argument):
                    place = 1 + [each for each in command.params if isinstance(each, click.Argument)].index(parameter)
                    yield [*base[:place], text, *base[place + 1 :]]
                elif not parameter.is_flag:
                    yield [*base, parameter.opts[0], text]
                elif text == "x":
                    yield [*base, parameter.opts[0]]


def run_line(words: list[str]) -> str:
    """What is wrong with what a command says; nothing if it is well."""
    from click.testing import CliRunner

    from overthink.cli import main

    done = CliRunner().invoke(main, [*words, *(["--json"] if len("".join(words)) % 2 else [])])
    if done.exception and not isinstance(done.exception, SystemExit):
        return f"{type(done.exception).__name__}: {str(done.exception)[:200]}"
    if "Traceback" in done.output or done.exit_code not in (0, 2):
        return f"exit code {done.exit_code}: {done.output[-300:]}"
    own = "|".join(str(parameter.name) for parameter in main.commands[words[0]].params)
    if done.exit_code == 2 and re.search(rf"\bot\.[a-z_]+\(|\b({own})=[ ,.;)]", done.stderr):
        return f"names the library: {done.stderr[-300:]}"
    said = [line for line in done.stderr.splitlines() if line.startswith(("overthink: ", "Error: "))]
    wrong = done.exit_code == 2 and (len(said) < 1 or len(said[-1]) > 6000)
    return f"not one sentence: {done.stderr[-300:]}" if wrong else ""


# --- a child that runs them, and a parent that watches it -------------------------------------------------------------


def cases(what: str) -> Iterator[tuple[str, Callable[[], str]]]:
    if what != "commands":
        for (label, function, given, name), kind in itertools.product(calls(what), BAD):
            yield f"{label}({name}={kind})", lambda f=function, g=given, n=name, k=kind: run_call(f, g, n, k)
    else:
        for words in lines():
            yield f"overthink {' '.join(words)}"[:300], lambda w=words: run_line(w)


def child(what: str, start: int, step: int) -> None:
    """Answer case after case: its number and name before it runs, what is wrong with it after."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    if what == "commands":
        import overthink.lab.server

        overthink.lab.server.serve = lambda *_: None
    begun = time.perf_counter()
    for number, (name, run) in itertools.islice(enumerate(cases(what)), start, None, step):
        print(json.dumps([number, name]), file=out, flush=True)
        begun = time.perf_counter()
        wrong = run()
        print(json.dumps([number, wrong, round(time.perf_counter() - begun, 2)]), file=out, flush=True)
    print("null", file=out, flush=True)


def watch(what: str, folder: Path, step: int, first: int = 0) -> tuple[int, list[str]]:
    """How many cases were run, and what was wrong with each that was."""
    (folder / "mine.py").write_text("from tests.test_generated_input import Duel, Nim, Toll, judge\nNOTHING = None\n")
    root = str(Path(__file__).parents[1])
    environment = os.environ | {
        "PYTHONPATH": root, "OVERTHINK_CACHE": str(folder / "tables"), "PYTHONIOENCODING": "utf-8:backslashreplace",
    }  # fmt: skip
    if what == "library":
        environment["NUMBA_DISABLE_JIT"] = "1"
    wrong = list[str]()
    count = 0
    start = first
    while True:
        command = [sys.executable, "-m", "tests.test_generated_input", what, str(start), str(step)]
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            text=True,
            env=environment,
            cwd=folder,
        ) as process:
            name = "the start"
            patience = LIMIT
            while True:
                ready, _, _ = select.select([process.stdout], [], [], patience)
                line = process.stdout.readline() if ready else ""
                if line == "null\n":
                    return count, wrong
                if not line:
                    process.kill()
                    if name == "the start":
                        raise AssertionError("The child did not start.")
                    wrong.append(f"{name}: {'ended' if ready else f'no answer in {patience:g} s'}")
                    break
                number, *told = json.loads(line)
                if len(told) == 1:
                    name, patience, start, count = told[0], LIMIT, number + step, count + 1
                else:
                    patience = LIMIT
                    if told[0]:
                        wrong.append(f"{name}: {told[0]}")


@pytest.mark.parametrize("what", ["library", "commands"])
def test_a_sample(what: str, tmp_path: Path) -> None:
    count, wrong = watch(what, tmp_path, SAMPLE[what])
    assert count > 10 and not wrong, "\n".join(wrong)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("what", ["library", "doctor", "commands"])
@pytest.mark.timeout(1800)
@pytest.mark.skipif("OVERTHINK_INPUTS" not in os.environ, reason="all inputs take half an hour: set OVERTHINK_INPUTS=1")
def test_all_of_it(what: str, first: int, tmp_path: Path) -> None:
    count, wrong = watch(what, tmp_path, 4, first)
    assert count > 100 and not wrong, "\n".join(wrong)


if __name__ == "__main__":
    child(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
