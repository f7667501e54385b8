"""Nets are made as `training` says: labels against a plain recursion, and the script from beginning to end with a
trainer that learns nothing, since PyTorch is not installed here."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from training import make_nets

import overthink as ot


class Recipe(NamedTuple):
    name: str
    width: int
    positions: int


def untrained(planes: Any, results: Any, families: Any, recipe: Recipe, seed: int, device: str) -> list[Any]:
    random = np.random.default_rng(seed)
    sizes = (planes.shape[1], recipe.width, recipe.width, 3)
    return [(random.normal(size=(b, a)) / 4, random.normal(size=b) / 4) for a, b in zip(sizes, sizes[1:])]  # noqa: RUF007


def value(game: Any, state: Any) -> float:
    """To Max."""
    moves, me = game.moves(state), game.mover(state)
    return me * max(me * value(game, game.play(state, move)) for move in moves) if moves else game.utility(state)


def test_labels_are_the_results_of_perfect_play() -> None:
    game = ot.Domineering(3, 3)
    labels, too_hard = make_nets.solve(game, range(2), 6)
    states = [game.initial(), *(game.play(game.initial(), move) for move in game.moves(game.initial()))]
    expected = {game.planes([s]).tobytes(): 1 - int(np.sign(value(game, s) * game.mover(s))) for s in states}
    found = {row.tobytes(): int(result) for row, result in zip(labels.planes, labels.results)}
    assert not too_hard and len(labels.families) == len(labels.results)
    assert {key: found[key] for key in expected if key in found} == {k: v for k, v in expected.items() if k in found}
    assert set(found.values()) == {0, 2} and len(set(expected) & set(found)) > 1


def test_the_script_makes_nets_with_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stub: Any = ModuleType("training.train")
    stub.Recipe, stub.train, stub.RECIPES = Recipe, untrained, (Recipe("good", 8, 100),)
    monkeypatch.setitem(sys.modules, "training.train", stub)
    monkeypatch.setitem(make_nets.BOARDS, "small", make_nets.Board(lambda: ot.ConnectFour(4, 4), range(6, 9)))
    make_nets.main(["--games", "small", "--positions", "40", "--plays", "6", "--out", str(tmp_path)])
    assert sorted(path.stem for path in tmp_path.iterdir()) == [
        f"small-{name}-{seed}" for name in ("good", "played") for seed in make_nets.SEEDS
    ]
    net = ot.Net.load(tmp_path / "small-played-1.npz")
    assert net.card["labels"] == "results of play" and 0.0 <= net.card["right result"] <= 1.0
    assert len(capsys.readouterr().out.splitlines()) == 6
