"""An examination is fitted to its budget by what an evaluation takes; the clock is given here."""

import itertools
import subprocess
import time
from dataclasses import replace
from typing import Any, cast

import pytest

from overthink.doctor.ask.settings import Fit, Limits, fit_to
from overthink.measure.judgement import Knob

WANTED = Knob("depth", (1, 2, 3, 4))


@pytest.mark.parametrize(("seconds", "depths"), [(1e-6, (1, 2, 3, 4)), (0.8e-3, (1, 2, 3)), (1.0, (1, 2))])
def test_depths_that_fit(seconds: float, depths: tuple[int, ...]) -> None:
    """In 50 s, sixteen positions have 0.94 s each for their searches, of 10, 100, 1,000 and 10,000 leaves."""
    fit = Fit(50.0, seconds, 10.0, pruned=False)
    assert fit.depths(WANTED).values == depths and fit.sensible == (seconds < 1e-4)
    assert fit.depths(Knob("simulations", (1, 10))).values == (1, 10)


def test_a_truth_takes_its_share() -> None:
    class Truth:
        exact = False

        def within(self, seconds: float, state: Any) -> str:
            return f"{seconds:g} s in {state}"

    truth: Any = Truth()
    assert str(Fit(80.0, 1e-3, 10.0, True).truth(truth, "a")) == "1 s in a"
    assert Fit(float("inf"), 0.0, 10.0, True).truth(truth, "a") is truth


def test_an_evaluation_is_timed_only_for_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    asked = list[int]()
    assert fit_to(Limits(None), 2, asked.append, [1, 2], 3.0, True).evaluation == 0.0 and not asked  # type: ignore
    fit = fit_to(Limits(1000.0), 2, asked.append, [1, 2, 3], 3.0, True)  # type: ignore[arg-type]
    assert asked == [1, 2, 3] and fit.evaluation == pytest.approx(4 / 3) and fit.left == pytest.approx(1900, abs=20)


class Heap:
    """A position is a number: that many moves, each as long to evaluate as there are."""

    def moves(self, state: int) -> list[int]:
        return list(range(state))

    def play(self, state: int, move: int) -> int:
        return move

    def mover(self, state: int) -> int:
        return 1


def test_positions_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 160 s, sixteen positions have 3 s each: 50 moves of 0.05 s, and 2,500 replies, take far longer, 10 of 0.01 s
    and their 100 replies do not."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def evaluate(state: int) -> float:
        now[0] += 0.001 * state
        return 0.0

    fit = Fit(160.0, 0.01, 50.0, pruned=False)
    knob = Knob("depth", (1, 2))
    game = cast(Any, Heap())
    few, many = list(range(8, 14)), list(range(60, 30, -1))
    assert fit.affordable(game, evaluate, few * 4, knob) == few * 4
    assert fit.affordable(game, evaluate, [*many, *few[::-1]], knob) == [*few[::-1], *sorted(many)[:10]]
    assert replace(fit, evaluation=0.0).affordable(game, evaluate, many, knob) == many


def test_an_evaluator_that_has_a_cheaper_form() -> None:
    class Slow:
        def __call__(self, state: Any) -> float:
            return 0.0

        def cheaper(self) -> Any:
            return str

    slow = Slow()
    fit = Fit(160.0, 0.1, 50.0, pruned=False)
    other, faster = fit.evaluator(slow, WANTED)
    assert other is str and faster.evaluation == 0.025
    assert replace(fit, evaluation=1e-4).evaluator(slow, WANTED)[0] is slow
    assert fit.evaluator(abs, WANTED) == (abs, fit)


def test_a_sweep_over_games_of_openspiel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games at once; one of them has no verdict, and its sentence is told."""
    pytest.importorskip("pyspiel")
    from validation import openspiel_sweep

    def answer(command: list[str], **_: Any) -> Any:
        fine = "openspiel:nim" in command
        told = "deeper is better: a.\n9 positions, truth: b\n" if fine else ""
        return subprocess.CompletedProcess(command, 0 if fine else 2, told, "one\noverthink: sentence\n")

    monkeypatch.setattr(subprocess, "run", answer)
    names = openspiel_sweep.games()
    assert {"tic_tac_toe", "backgammon", "go"} <= set(names) and "kuhn_poker" not in names
    openspiel_sweep.main(["20", "2", "nim", "go"])
    first, second, last = capsys.readouterr().out.splitlines()
    assert " verdict " in first and "deeper is better: a. | 9 positions, truth: b" in first
    assert " none " in second and second.endswith("overthink: sentence") and last.startswith("1 of 2 with a verdict; 0")
