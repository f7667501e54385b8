"""An examination is fitted to its budget by what an evaluation takes; the clock is given here."""

from __future__ import annotations

import itertools
import time
from typing import Any

import pytest

from overthink.doctor.ask.fit import Fit, fit_to
from overthink.doctor.ask.settings import Limits
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


def test_a_sweep_over_games_of_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    from validation.openspiel_sweep import games, main

    assert {"tic_tac_toe", "backgammon", "go"} <= set(games()) and "kuhn_poker" not in games()
    main(["20", "tic_tac_toe"])
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("tic_tac_toe") and " verdict " in told[0] and told[-1].startswith("1 of 1 with a verdict")
