"""The command `overthink solve`: what it prints, that it is the library's, and how it refuses."""

from __future__ import annotations

import json

import pytest

import overthink as ot
from overthink.core.game import KernelGame
from overthink.presets import PRESETS
from overthink.report import interval
from overthink.search.interval import Bounds
from tests.test_cli import overthink, refused


def solved(*args: str) -> dict:
    done = overthink("solve", *args, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_pig_is_proven_and_shown():
    done = overthink("solve", "pig", "--epsilon", "0.01", "--depth", "4")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Pig to 100 points") and lines[1].startswith("value in [0.5") and "safe roll" in lines[1]
    assert lines[-1] == "Proven to within ε = 0.01, 4 moves ahead."
    told = done.stderr.splitlines()
    assert len(told) > 2 and all(line.startswith("value in [") and " nodes" in line for line in told)
    found = solved("pig", "--epsilon", "0", "--depth", "2")
    assert found["proven"] and found["low"] == pytest.approx(0.530592, abs=1e-6) and found["moves"] == ["roll"]


@pytest.fixture
def interpreted(monkeypatch):
    """Games whose searches are not compiled: where they are small, that is sooner done."""
    monkeypatch.setattr(KernelGame, "compiled", False)
    monkeypatch.setattr("overthink.games.kalah.WORD", 0)


def test_it_is_the_library_s():
    found = solved("cops-and-robbers", "--epsilon", "1.5", "--seed", "3")
    game = ot.CopsAndRobbers(obstacles=0.2, p=0.8, number=3)
    exact = ot.bounded(game, epsilon=0, low=0, high=12, depth=3, evaluate=ot.cop_distance(game))
    assert found["proven"] and found["range"] == [0, 12] and found["width"] <= 1.5 + 1e-9
    assert found["low"] - 1e-9 <= exact.low <= found["high"] + 1e-9


def test_options_reach_the_library(interpreted):
    tree = ot.RandomTree(4, 4, 0.8, number=7)
    known = ot.bounded(tree, epsilon=0, low=0, high=100)
    found = solved("random-tree", "--epsilon", "0", "--depth", "4", "--seed", "7")
    assert found["low"] == pytest.approx(known.low) and found["depth"] == 4
    assert found["moves"] == list(known.moves) and {o["move"] for o in found["options"]} == {0, 1, 2, 3}
    spent = solved("random-tree", "--epsilon", "9", "--depth", "4", "--seed", "7", "--spend", "0.5")
    assert spent["proven"] and spent["width"] <= 9 + 1e-9 and spent["low"] - 1e-9 <= known.low <= spent["high"] + 1e-9


def test_kalah_and_limits(interpreted):
    found = solved("kalah", "--epsilon", "0", "--depth", "3")
    exact = ot.decide(ot.Kalah.real(outcome="win"), depth=3, search="alpha-beta",
                      evaluate=ot.store_difference(ot.Kalah.real(outcome="win")))  # fmt: skip
    assert found["proven"] and found["low"] == exact.value and found["range"] == [-1, 1]
    done = overthink("solve", "random-tree", "--epsilon", "0", "--budget", "2000")
    assert done.exit_code == 0 and "Not within ε = 0: the limit was reached at a width of" in done.stdout
    found = solved("random-tree", "--epsilon", "0", "--depth", "8", "--seconds", "0.05")
    assert not found["proven"] and found["low"] <= found["high"]


def test_a_stopped_search_keeps_what_is_proven(monkeypatch):
    def stopped(*args, tell, **kwargs):
        tell(Bounds(0.25, 0.75, ("roll",), 10, 20))
        raise KeyboardInterrupt

    monkeypatch.setattr("overthink.search.bounds.anytime", stopped)
    done = overthink("solve", "pig", "--epsilon", "0.1")
    assert (
        done.exit_code == 130 and "value in [0.25, 0.75]" in done.stdout and "stopped at a width of 0.5" in done.stdout
    )


def test_the_interval_closes_on_a_terminal(monkeypatch, capsys):
    assert interval.bar(0, 10, Bounds(2, 5, (), 0, 0), 10) == "0 ··███····· 10"
    assert interval.bar(0, 10, Bounds(10, 10, (), 0, 0), 10) == "0 ·········█ 10"
    assert interval.bar(3, 3, Bounds(3, 3, (), 0, 0), 4) == "3 █··· 3"
    monkeypatch.setenv("FORCE_COLOR", "1")
    with interval.Closing(0.0, 10.0) as closing:
        closing.show(Bounds(2.0, 5.0, (), 1, 2))
    assert "█" in capsys.readouterr().err


def test_help_teaches():
    text = overthink("solve", "--help").output
    for word in ("interval that holds", "overthink solve pig --epsilon 0.01", "--spend", "safe"):
        assert word in text
    assert "overthink solve" in overthink("--help").output
    assert all(name in text for name in ("random-tree", "cops-and-robbers", "pig", "kalah")) and PRESETS


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("poker", "--epsilon", "1"), "no game 'poker'"),
        (("pigs", "--epsilon", "1"), "did you mean 'pig'?"),
        (("pig", "--epsilon", "-1"), "0 or more; -1.0 was given"),
        (("pig", "--epsilon", "much"), "--epsilon takes a number; 'much' was given"),
        (("pig", "--epsilon", "nan"), "'nan' was given"),
        (("pig", "--epsilon", "inf"), "'inf' was given"),
        (("pig", "--epsilon", "0.1", "--low", "2"), "low must not be above high"),
        (("pig", "--epsilon", "0.1", "--low", "x"), "--low takes a number"),
        (("pig", "--epsilon", "0", "--high", "0.3"), "lies outside [0, 0.3]"),
        (("random-tree", "--epsilon", "0", "--depth", "3", "--high", "50"), "lies outside [0, 50]"),
        (("random-tree", "--epsilon", "0", "--depth", "40"), "too many leaves"),
        (("pig", "--epsilon", "1", "--depth", "0"), "a depth of 0 was given"),
        (("pig", "--epsilon", "1", "--seconds", "0"), "above 0 seconds"),
        (("pig", "--epsilon", "1", "--seconds", "soon"), "--seconds takes a number"),
        (("pig", "--epsilon", "1", "--spend", "all"), "no way to spend ε 'all'"),
        (("pig", "--epsilon", "1", "--spend", "1.5"), "between 0 (equal) and 1 (carry)"),
    ],
)
def test_bad_input_is_one_sentence(interpreted, args, says):
    assert says in refused("solve", *args)
