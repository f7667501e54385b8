"""What UCT, its games and its evaluators refuse, in one sentence each."""

from __future__ import annotations

import math

import pytest

import overthink as ot
from overthink.evaluate.critical_win_loss import critical_opinions
from overthink.games.critical_win_loss import CriticalWinLoss
from tests.test_monte_carlo import Nim


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "simulations"),
        ({"simulations": 2}, "3 moves and 2 simulations"),
        ({"simulations": 0}, "whole number"),
        ({"simulations": 1.5}, "whole number"),
        ({"simulations": 100, "exploration": -1.0}, "exploration"),
        ({"simulations": 100, "final": "luck"}, "'value' or by 'visits'"),
        ({"simulations": 100, "depth": 3}, "has no depth"),
        ({"simulations": 100, "rule": "minimin"}, "for one player"),
        ({"simulations": 100, "win": 0.0}, "won game"),
        ({"simulations": 100, "seed": "x"}, "seed"),
    ],
)
def test_bad_input_is_one_sentence(options, words):
    with pytest.raises(ot.OverthinkError, match=words):
        ot.decide(Nim(), search="uct", **options)


def test_a_tree_that_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr("overthink.search.simulated_tree.free_memory", lambda: 100_000)
    monkeypatch.setattr("overthink.search.monte_carlo.ROWS", 500)
    with pytest.raises(ot.OverthinkError, match="do not fit into memory"):
        ot.decide(Nim(), (40, 1), search="uct", simulations=10_000)


def test_a_budget_far_beyond_memory_is_refused_at_once(monkeypatch):
    monkeypatch.setattr("overthink.search.monte_carlo.ROWS", 500)
    with pytest.raises(ot.OverthinkError, match=r"after \d\d\d of them"):
        ot.decide(Nim(), (40, 1), search="uct", simulations=10**13)


def test_simulations_are_for_uct_alone():
    with pytest.raises(ot.OverthinkError, match="for search='uct'"):
        ot.decide(Nim(), depth=3, simulations=10)
    with pytest.raises(ot.OverthinkError, match="needs a depth"):
        ot.decide(Nim())


@pytest.mark.parametrize(
    "options",
    [
        *({"b": 1}, {"b": 2.5}, {"gamma": 1.5}, {"gamma": -0.1}, {"gamma": "x"}, {"gamma": math.nan}),
        *({"depth": 0}, {"depth": 1000}, {"depth": 2.5}, {"forced": 0}),
    ],
)
def test_bad_games_are_one_sentence(options):
    with pytest.raises(ot.OverthinkError):
        CriticalWinLoss(**options)


@pytest.mark.parametrize("law", ["nonsense", 7, (0.1, 0.2, 0.3), (0.1, "x", 0.3, 0.1), (0.1, -0.2, 0.3, 0.1)])
def test_bad_laws_are_one_sentence(law):
    with pytest.raises(ot.OverthinkError):
        critical_opinions(CriticalWinLoss(), law)


def test_a_random_game_without_end_is_refused_after_a_few():
    tree = ot.grow(Nim(), Nim().initial(), depth=1)
    with pytest.raises(ot.OverthinkError, match="the tree stops before the game is over"):
        ot.decide(tree, search="uct", simulations=10**9)
