"""Nets of others behind an encoder: ONNX files, objects with `many`, what they give, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from benchmarks.onnx_file import write_onnx
from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.evaluate.encoded import _session
from overthink.evaluate.net import Net, load_evaluator
from tests.test_net import in_floats, trained
from tests.test_planes import positions

GAME = ot.ConnectFour(4, 4)
STATES = positions(GAME)
MOVERS = np.array([GAME.mover(state) for state in STATES])


def softmax(rows: Any) -> Any:
    odds = np.exp(rows)
    return odds / odds.sum(axis=1, keepdims=True)


def test_what_a_net_gives_becomes_a_value_to_max_and_its_error() -> None:
    rows = np.random.default_rng(0).normal(size=(len(STATES), 3))
    one = 1 / (1 + np.exp(-rows[:, 0]))
    three = softmax(rows)
    for gives, numbers, expected in (
        ("probability", one, 2 * one - 1),
        ("expectation", 2 * one - 1, 2 * one - 1),
        ("logits", rows[:, :1], 2 * one - 1),
        ("win/draw/loss", three, three[:, 0] - three[:, 2]),
        ("logits", rows, three[:, 0] - three[:, 2]),
    ):
        judge = ot.Encoded(GAME, lambda planes, numbers=numbers: numbers, gives=gives)
        values, errors = judge.many(STATES).T
        np.testing.assert_allclose(values, MOVERS * expected, atol=1e-12)
        np.testing.assert_allclose(errors, np.minimum((1 + expected) / 2, (1 - expected) / 2), atol=1e-12)
    judge = ot.Encoded(GAME, lambda planes: 100 * rows[:, 0])
    np.testing.assert_array_equal(judge.many(STATES), 100 * rows[:, 0] * MOVERS)


@pytest.mark.parametrize(("gives", "answer", "sentence"), [
    ("value", lambda n: np.full(n, np.nan), "The net gave nan for the position"),
    ("value", lambda n: np.zeros((n, 3)), r"shape \(\d+, 3\) for \d+ positions; for value it must give"),
    ("value", lambda n: np.zeros(n + 1), "The net gave numbers of the shape"),
    ("probability", lambda n: np.full(n, 1.5), "gave 1.5 .* which is not a probability: it must lie from 0 to 1"),
    ("expectation", lambda n: np.full(n, -1.5), "not an expectation: it must lie from -1 to 1"),
    ("win/draw/loss", lambda n: np.full((n, 3), 0.5), "sum to 1.5 .* Before a softmax they are 'logits'"),
    ("win/draw/loss", lambda n: np.zeros(n), "for win/draw/loss it must give"),
    ("logits", lambda n: np.full((n, 3), np.inf), "gave inf"),
    ("value", lambda n: "good", "The net raised ValueError"),
    ("value", lambda n: 1 / 0, "The net raised ZeroDivisionError"),
])  # fmt: skip
def test_what_a_net_must_not_give_is_refused_in_a_sentence(gives: Any, answer: Any, sentence: str) -> None:
    judge = ot.Encoded(GAME, lambda planes: answer(len(planes)), gives=gives)
    with pytest.raises(OverthinkError, match=sentence):
        ot.grow(GAME, depth=2, evaluate=judge)


def test_an_encoder_is_asked_for_where_a_game_has_no_planes() -> None:
    with pytest.raises(OverthinkError, match="Pig has no planes"):
        ot.Encoded(ot.Pig(), lambda planes: planes)
    judge = ot.Encoded(ot.Pig(), lambda rows: rows[:, 0], encode=lambda states: np.array([[s % 7] for s in states]))
    assert judge(ot.Pig().initial()) == 0.0

    def fails(states: Any) -> Any:
        raise KeyError("square")

    with pytest.raises(OverthinkError, match="The encoder raised KeyError"):
        ot.Encoded(GAME, lambda planes: planes, encode=fails)(GAME.initial())


def test_an_onnx_file_is_an_evaluator(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    layers = trained((32, 8, 8, 3))
    expected = softmax(in_floats(layers, GAME.planes(STATES)))
    for batch in (None, 1, 64):
        path = write_onnx(tmp_path / "net.onnx", layers, "Softmax", batch)
        judge = ot.load_onnx(path, GAME)
        assert judge.gives == "win/draw/loss"
        np.testing.assert_allclose(judge.many(STATES)[:, 0], MOVERS * (expected[:, 0] - expected[:, 2]), atol=1e-5)
        (tmp_path / "net.onnx").unlink()
    with pytest.raises(OverthinkError, match=r"one.onnx gives one number for a position. Say what it is: gives="):
        ot.load_onnx(write_onnx(tmp_path / "one.onnx", trained((32, 8, 8, 1))), GAME)
    one = ot.load_onnx(tmp_path / "one.onnx", GAME, "value")
    assert one.many(STATES).shape == (len(STATES),)
    bad = tmp_path / "bad.onnx"
    bad.write_bytes(b"nothing")
    with pytest.raises(OverthinkError, match=r"bad.onnx is not an ONNX file that onnxruntime can read"):
        ot.load_onnx(bad, GAME)
    with pytest.raises(OverthinkError, match="cannot be read"):
        ot.load_onnx(tmp_path / "none.onnx", GAME)
    wide = ot.load_onnx(write_onnx(tmp_path / "wide.onnx", trained((7, 8, 8, 1))), GAME, "value")
    with pytest.raises(OverthinkError, match="The net raised"):
        wide(GAME.initial())
    write_onnx(tmp_path / "one.onnx", trained((32, 8, 8, 3)))
    _session.cache_clear()  # as in a process that starts later
    with pytest.raises(OverthinkError, match=r"one.onnx changed after it was loaded"):
        one(GAME.initial())


MODULE = """
import numpy as np
import overthink as ot

class Row:
    '''Tic-tac-toe in a row of five: two side by side win.'''
    def initial(self): return ".....", 1
    def mover(self, state): return state[1]
    def moves(self, state):
        over = "xx" in state[0] or "oo" in state[0]
        return [] if over else [i for i, mark in enumerate(state[0]) if mark == "."]
    def play(self, state, i):
        return state[0][:i] + ("x" if state[1] > 0 else "o") + state[0][i + 1:], -state[1]
    def utility(self, state): return ("xx" in state[0]) - ("oo" in state[0])

def planes(states):
    signs = {1: "xo", -1: "ox"}
    return np.array([[[mark == sign for mark in row] for sign in signs[turn]] for row, turn in states], float)

class Planes(Row):
    planes = staticmethod(planes)
"""


@pytest.mark.exhaustive
@pytest.mark.usefixtures("own_folder")
def test_the_command_takes_nets_in_files() -> None:
    pytest.importorskip("onnxruntime")
    Path("rowgame.py").write_text(MODULE)
    layers = trained((10, 6, 6, 3))
    write_onnx(Path("net.onnx"), layers, "Softmax")
    Net.quantise(layers, np.random.default_rng(0).integers(0, 2, (99, 10)), "win/draw/loss").save("net.npz")

    def run(*words: str) -> Any:
        return CliRunner().invoke(main, list(words))

    onnx = ("--evaluate", "net.onnx", "--encode", "rowgame:planes")
    told = run("decide", "rowgame:Row", *onnx, "--depth", "2", "--rule", "emm", "--json")
    again = run("decide", "rowgame:Planes", "--evaluate", "net.onnx", "--depth", "2", "--rule", "emm", "--json")
    assert told.exit_code == again.exit_code == 0 and told.output == again.output.replace("Planes", "Row"), told.output
    whole = run("decide", "rowgame:Planes", "--evaluate", "net.npz", "--depth", "2", "--rule", "emm")
    assert whole.exit_code == 0, whole.output
    told = run("doctor", "rowgame:Row", *onnx, "--depths", "1-2", "--positions", "12", "--json")
    assert told.exit_code == 0, told.output
    for words, sentence in (
        (("--evaluate", "net.onnx"), "Row has no planes(states). Give an encoder: --encode."),
        (("--evaluate", "net.npz"), "Row does not give its positions as planes()."),
        (("--evaluate", "rowgame:planes", "--encode", "rowgame:planes"), "--encode is for a net in an ONNX file"),
        (("--evaluate", "rowgame:planes", "--gives", "value"), "--gives is for a net in an ONNX file"),
        (("--gives", "value"), "--encode and --gives are for a net"),
        (("--evaluate", "no.onnx", "--encode", "rowgame:planes"), "no.onnx cannot be read"),
        (("--evaluate", "no.npz"), "no.npz cannot be read"),
        (("--evaluate", "net.onnx", "--encode", "rowgame:plains"), "rowgame has no plains"),
    ):
        told = run("decide", "rowgame:Row", *words, "--depth", "2")
        assert told.exit_code == 2 and sentence in " ".join(told.output.split()), told.output


def test_a_net_of_a_kernel_game_is_compiled_from_a_file(tmp_path: Path) -> None:
    net = Net.quantise(trained((32, 8, 8, 3)), GAME.planes(STATES), "win/draw/loss")
    judge = load_evaluator(str(net.save(tmp_path / "net.npz")), GAME)
    assert isinstance(judge, ot.KernelEvaluator) and judge.many(STATES).shape == (len(STATES), 2)
