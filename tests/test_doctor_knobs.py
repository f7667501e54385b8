"""Knobs other than depth, random players, costs, and the time that an examination may take."""

import json
import random
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.doctor.ask.players import Seeded
from overthink.doctor.ask.settings import Limits, parse_knob, read_knob
from overthink.doctor.record import Choice, join_answers, share_of_changes
from overthink.measure.judgement import Cost, Knob, best_value, judge, price
from overthink.report.progress import Stages, time_left
from tests.test_doctor import MODULE, Nim, right, shares

STATES = [(left, 1) for left in range(5, 45) if left % 4]


def sure(state: Any, simulations: float) -> Any:
    """Right with ten simulations, and half of the time with a hundred."""
    return max(1, state[0] % 4) if simulations < 100 or state[0] % 8 < 4 else 1 + state[0] % 3


def dice(state: Any, simulations: float, seed: int = 0) -> Any:
    """With more simulations, right more often."""
    drawn = random.Random(seed)
    return max(1, state[0] % 4) if drawn.random() < simulations / 100 else drawn.randint(1, 3)


def test_words_of_a_knob() -> None:
    depth, simulations, beam = Knob("depth", (1, 2)), Knob("simulations", (10, 10_000)), Knob("beam", (0.5, 5))
    assert (depth.at(2), simulations.at(10_000), beam.at(0.5)) == ("depth 2", "10,000 simulations", "beam 0.5")
    assert depth.plies and not simulations.plies
    words = {10 * depth: share for depth, share in shares(0.8, 0.8, 0.7).items()}
    worse = judge(words, Knob("simulations", (10, 20, 30)))
    assert (
        worse.sentence == "more simulations decide worse: 10 simulations are best, higher values lose up to 9.8 points"
    )
    assert judge(words, Knob("beam", (10, 20, 30))).sentence.startswith("a larger beam decides worse: beam 10 is best")
    # Without parity, neighbours are compared too: 10 and 20, 20 and 30, 10 and 30.
    assert [(p.shallow, p.deep) for p in worse.pairs] == [(10, 20), (10, 30), (20, 30)]


def test_a_knob_is_read_and_checked() -> None:
    assert read_knob("nodes=1e3,100,1e3") == Knob("nodes", (100, 1000))
    assert read_knob("depth=1-3,5") == Knob("depth", (1, 2, 3, 5))
    assert parse_knob(("time", (0.5, 2.0))).values == (0.5, 2)
    for text in ("nodes", "=1,2", "nodes=1", "nodes=1,x", "nodes=1,-2", "nodes=1,inf", "depth=0,1", "depth=a-b"):
        with pytest.raises(OverthinkError):
            read_knob(text)


def test_costs_in_words() -> None:
    assert price(Cost(0.9), Cost(0.01)) == "at 90 times the time"
    assert price(Cost(0.01), Cost(0.9)) == "at 1/90 of the time"
    assert price(Cost(5.0, 400), Cost(0.1, 100)) == "at 4 times the nodes"
    assert price(Cost(1e-7), Cost(4e-7)) == "at about the same cost"  # too short for the clock
    assert price(Cost(), Cost(1.0)) == "" and price(None, Cost(1.0)) == ""


def test_the_best_value_for_its_cost() -> None:
    """Against a slow version: the cheapest value that no costlier one beats significantly."""
    knob = Knob("beam", (1, 2, 3, 4))
    rising = best_value(shares(0.5, 0.8, 0.8, 0.6), knob, {})
    assert rising.value == 2 and rising.against is not None and rising.against.low > 0.0
    # Costs decide what is cheap, not the order of values.
    costs = {1: Cost(1.0), 2: Cost(9.0), 3: Cost(2.0), 4: Cost(8.0)}
    assert best_value(shares(0.5, 0.8, 0.8, 0.6), knob, costs).value == 3
    assert best_value(shares(0.5, 0.6, 0.7, 0.8), knob, {}).against is None


def test_a_player_that_another_knob_makes_worse() -> None:
    found = ot.diagnose(Nim(45), right, player=sure, knob=("simulations", (10, 100)), positions=STATES)
    assert found.examination.rules == ("player",) and found.examination.name == "simulations"
    assert found.judgement.sentence.startswith(
        "more simulations decide worse: 10 simulations are best, 100 simulations lose"
    )
    assert "depth" not in found.verdict and found.prediction is None
    assert "odd against even depths" not in [imitator.name for imitator in found.imitators]
    text = str(found)
    assert "Simulations against simulations" in text and "10 simulations" in text and "odd against even" not in text
    assert found.best and found.best.value == 10 and "Best for its cost: 10 simulations" in text
    assert found.as_dict()["knob"]["name"] == "simulations"


def test_a_random_player_is_asked_repeatedly() -> None:
    asked = {"player": dice, "knob": ("simulations", (10, 90)), "positions": STATES, "repeats": 8}
    found = ot.diagnose(Nim(45), right, **asked)
    accuracy = found.examination.accuracy("player")
    assert accuracy[90].mean() > accuracy[10].mean() and set(np.unique(accuracy[90] * 8)) > {8.0}
    changed = {value: share.mean() for value, share in found.examination.changes("player").items()}
    assert 0.0 < changed[90] < changed[10] and "answers that change" in str(found)
    assert ot.diagnose(Nim(45), right, **asked).examination == found.examination  # it can be repeated
    assert ot.diagnose(Nim(45), right, **asked, seed=1).examination != found.examination
    steady = ot.diagnose(Nim(45), right, **{**asked, "player": sure, "repeats": 2})
    assert all(not share.any() for share in steady.examination.changes("player").values())


def test_answers_count_equally_and_so_do_their_ties() -> None:
    assert join_answers([("a",), ("b", "c")]) == ("a", "a", "b", "c")
    assert join_answers([("a", "b")]) == ("a", "b")
    assert share_of_changes([Choice(("a",)), Choice(("a",)), Choice(("b",))]) == pytest.approx(2 / 3)
    assert share_of_changes([Choice(("a", "b")), Choice(("b", "a"))]) == 0.0


def test_random_numbers_of_a_player() -> None:
    def with_rng(state: Any, value: float, rng: Any) -> float:
        return float(rng.random())

    def by_module(state: Any, value: float) -> tuple[float, float]:
        return random.random(), float(np.random.random())

    for player in (with_rng, by_module, dice):
        seeded = Seeded(player, 5)
        assert seeded(1, 20, 3) == seeded(1, 20, 3)
    assert Seeded(by_module, 5)(1, 1, 3) != Seeded(by_module, 5)(1, 1, 4) != Seeded(by_module, 6)(1, 1, 4)
    assert Seeded(by_module, 5)(1, 1) != Seeded(by_module, 5)(1, 1)  # without a number they are new
    random.seed(1)
    before = random.getstate()
    ot.diagnose(Nim(9), right, player=dice, knob=("simulations", (1, 2)), positions=[(7, 1), (6, 1)])
    assert random.getstate() == before


def test_the_time_that_is_left() -> None:
    assert time_left(1.0, 0.5, 0.5) == "" and time_left(10.0, 0.0, 1.0) == "" and time_left(50.0, 0.4, 0.6) == ""
    assert time_left(30.0, 0.5, 0.5) == "about 30 seconds more"
    assert time_left(60.0, 0.2, 0.8) == "about 4 minutes more"
    assert time_left(3600.0, 0.5, 0.5) == "about 60 minutes more" and "hours" in time_left(3600.0, 0.1, 0.9)
    limits = Limits(100.0)
    assert limits.made and limits.examined and limits.over and limits.made < limits.examined < limits.over
    assert Limits(None).left == float("inf") and 50.0 < limits.left <= 95.0 and limits.early


def test_the_first_part_of_a_stage_which_also_compiles_is_not_extrapolated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr("overthink.report.progress.time", SimpleNamespace(monotonic=lambda: now[0]))
    stages = Stages()
    for now[0], share in ((0.0, 0.0), (10.0, 0.1), (12.5, 0.6)):
        stages.show("cells", share)
    assert capsys.readouterr().err == "cells: 10%\ncells: 60%, about 2 seconds more\n"


@pytest.mark.exhaustive
def test_a_budget_leaves_the_rest_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]  # that the player has taken; nothing else takes time
    for name in ("monotonic", "perf_counter"):
        monkeypatch.setattr(time, name, lambda: seconds[0])

    def slow(state: Any, depth: int) -> int:
        seconds[0] += 0.02
        return 1

    found = ot.diagnose(Nim(45), right, player=slow, depths=(1, 2), positions=STATES, budget=0.6)
    assert 2 <= len(found.examination.positions) < len(STATES)
    assert any("positions were left out: the time was over" in note for note in found.examination.notes)
    assert "left out: the time was over" in " ".join(str(found).split())


def test_the_command(own_folder: Path) -> None:
    (own_folder / "knobs.py").write_text(MODULE)
    run = CliRunner().invoke
    base = ["doctor", "knobs:Nim", "--player", "knobs:walk", "--knob", "simulations=10,1e2", "--positions", "12"]
    results = [run(main, [*base, "--repeats", "3", "--jobs", jobs, "--json"]) for jobs in ("1", "2")]
    assert all(result.exit_code == 0 for result in results), results[0].output
    one, two = (json.loads(result.stdout) for result in results)
    assert one["judgements"] == two["judgements"] and one["changes"] == two["changes"] and one["repeats"] == 3
    for args, says in (
        (["doctor", "knobs:Nim", "--knob", "simulations=1,2"], "needs a player"),
        (["doctor", "knobs:Nim", "--reference", "stockfish"], "--reference is for an engine"),
        (["doctor", "uci:stockfish", "--knob", "beam=1,2"], "knob of an engine"),
        (["doctor", "scores.csv", "--knob", "beam", "--positions", "5"], "--positions is for a game or an engine"),
    ):
        refused = run(main, args)
        assert refused.exit_code == 2 and says in refused.stderr and refused.stderr.count("\n") == 1, refused.stderr


def test_the_verdict_is_printed_even_if_the_page_cannot_be_written(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, text: str, **_: Any) -> int:
        raise OSError(28, "No space left on device")

    (own_folder / "paged.py").write_text(MODULE)
    monkeypatch.setattr(Path, "write_text", fail)
    args = ["doctor", "paged:Nim", "--evaluate", "paged:evaluate", "--depths", "1,2", "--positions", "12"]
    result = CliRunner().invoke(main, [*args, "--out", "page.html"])
    assert result.exit_code == 2 and "positions, truth:" in result.stdout
    assert "page.html cannot be written (No space left on device)" in result.stderr


def test_no_neighbour_is_better_than_the_best_depth() -> None:
    """Whatever the table of neighbours calls better, *best for its cost* knows."""
    generator = np.random.default_rng(4)
    for _ in range(60):
        depths = tuple(range(1, int(generator.integers(4, 8))))
        rising = {depth: 1.0 * (generator.random(200) < 0.2 + 0.11 * depth) for depth in depths}
        better = {pair.shallow for pair in judge(rising).neighbours if pair.gain.low > 0.0}
        assert best_value(rising, Knob("depth", depths), {}).value not in better


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_a_long_examination_shows_progress_on_a_terminal(
    seconds: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("overthink.doctor.subjects.game.QUIET_SECONDS", seconds)
    game = ot.Kalah(pits=3, seeds=2)
    ot.diagnose(game, ot.store_difference(game), depths=(1, 2), positions=12)
    assert ("positions" in capsys.readouterr().err) == (seconds == 0.0)
