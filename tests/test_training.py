"""Nets are made as `training` says: labels against a plain recursion, and the script from beginning to end with a
trainer that learns nothing, since PyTorch is not installed here."""

import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from training import make_nets

import overthink as ot
from overthink_papers.beyond.strong.net_games import games_between


class Recipe(NamedTuple):
    name: str
    hidden: tuple[int, int]
    positions: int
    steps: int = 0


def untrained(
    planes: Any, results: Any, families: Any, symmetries: Any, recipe: Recipe, seeds: Any, device: str
) -> list[Any]:  # fmt: skip
    sizes = (planes.shape[1], *recipe.hidden, 3)
    draws = [np.random.default_rng(seed) for seed in seeds]
    return [[(r.normal(size=(b, a)) / 4, r.normal(size=b) / 4) for a, b in pairwise(sizes)] for r in draws]


def value(game: Any, state: Any) -> float:
    """To Max."""
    moves = game.moves(state)
    me = game.mover(state)
    return me * max(me * value(game, game.play(state, move)) for move in moves) if moves else game.utility(state)


def test_labels_are_the_results_of_perfect_play() -> None:
    game = ot.Domineering(3, 3)
    solved = make_nets.solve(game, range(2), 6, seed=1)
    labels = make_nets.labels_of(make_nets.families(game, solved))
    states = [game.initial(), *(game.play(game.initial(), move) for move in game.moves(game.initial()))]
    expected = {game.planes([s]).tobytes(): 1 - int(np.sign(value(game, s) * game.mover(s))) for s in states}
    found = {row.tobytes(): int(result) for row, result in zip(labels.planes, labels.results)}
    assert {key: found[key] for key in expected if key in found} == {k: v for k, v in expected.items() if k in found}
    assert set(found.values()) == {0, 2} and len(set(expected) & set(found)) > 1


@pytest.mark.exhaustive(but=["domineering"])
@pytest.mark.parametrize("name", ["connect-four", "othello", "kalah", "domineering"])
def test_a_symmetry_changes_no_truth(name: str, interpreted: None) -> None:
    """A position and its images, all of them late: by a net's planes, the label is the same."""
    small = {
        "connect-four": (ot.ConnectFour(4, 4), range(8, 12)),
        "othello": (ot.Othello(4, 4), range(6, 9)),
        "kalah": (ot.Kalah.real(3, 2, "win"), range(2, 6)),
        "domineering": (ot.Domineering(4, 4), range(2, 6)),
    }
    game, plies = small[name]
    labels = make_nets.labels_of(make_nets.families(game, make_nets.solve(game, plies, 600, seed=1)))
    truth = {row.tobytes(): result for row, result in zip(labels.planes, labels.results)}
    inputs = np.arange(labels.planes.shape[1]).reshape(game.plane_shape)
    for order in make_nets.BOARDS[name].symmetries(inputs):
        images = {row[order.ravel()].tobytes(): truth[row.tobytes()] for row in labels.planes}
        both = set(images) & set(truth)
        assert len(both) > 10
        assert {key: images[key] for key in both} == {key: truth[key] for key in both}


@pytest.mark.exhaustive
def test_a_card_counts_right_decisions() -> None:
    """Against `ot.decide` at depth 1, position by position."""
    game = ot.ConnectFour(4, 4)
    solved = make_nets.solve(game, range(6, 10), 60, seed=3)
    family = make_nets.families(game, solved)
    labels = make_nets.labels_of(family)
    (layers,) = untrained(*labels, None, Recipe("", (8, 8), 0), (1,), "cpu")
    net = ot.Net.quantise(layers, labels.planes, output="win/draw/loss", bits=8)
    shares = []
    for state, values in ot.label(game, [tuple(map(int, row)) for row in solved.states]):
        assert values is not None
        chosen = ot.decide(game, state, depth=1, evaluate=net.on(game)).moves
        if len(set(values.values())) > 1:
            shares.append(np.mean([values[move] == max(values.values()) for move in chosen]))
    assert make_nets.card_of(net, family)["right decision"] == round(float(np.mean(shares)), 4)


def test_games_between_nets_are_games() -> None:
    """Each position follows from the one before, and after the opening by the move that the net likes best."""
    game = ot.ConnectFour(4, 4)
    labels = make_nets.labels_of(make_nets.families(game, make_nets.solve(game, range(6, 9), 40, seed=1)))
    judges = [
        ot.Net.quantise(layers, labels.planes, output="win/draw/loss").on(game)
        for layers in untrained(*labels, None, Recipe("", (8, 8), 0), (1, 2), "cpu")
    ]
    rows, movers, results = games_between(judges[0], judges[1], 6, opening=3, random=0.0, seed=1)
    for number in range(6):
        met = [tuple(map(int, row)) for row in rows[number][movers[number] != 0]]
        assert met[0] == game.initial() and len(met) > 6
        last = [game.play(met[-1], move) for move in game.moves(met[-1])]
        assert results[number] in {np.sign(game.utility(end)) for end in last if not game.moves(end)}
        for ply, (state, after) in enumerate(pairwise(met)):
            moves = {game.play(state, move): move for move in game.moves(state)}
            judge = judges[(game.mover(state) < 0) == (number % 2 == 0)]
            assert after in moves
            assert ply < 3 or moves[after] in ot.decide(game, state, depth=1, evaluate=judge).moves


def test_the_script_makes_nets_with_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stub: Any = ModuleType("training.train")
    stub.Recipe = Recipe
    stub.train = untrained
    stub.RECIPES = (Recipe("good", (8, 8), 100),)
    monkeypatch.setitem(sys.modules, "training.train", stub)
    small = make_nets.Board(lambda: ot.ConnectFour(4, 4), range(6, 9), 100, make_nets.mirrored)
    monkeypatch.setitem(make_nets.BOARDS, "small", small)
    seeds = ("4", "5", "6")
    make_nets.main(["small", "--seeds", *seeds, "--positions", "40", "--plays", "6", "--out", str(tmp_path)])
    made = {path.stem for path in tmp_path.iterdir()}
    assert made == {"small-labels", *(f"small-{name}-{seed}" for name in ("good", "played") for seed in seeds)}
    net = ot.Net.load(tmp_path / "small-played-4.npz")
    assert net.card["labels"] == "results of play" and 0.0 <= net.card["right result"] <= 1.0
    assert len(capsys.readouterr().out.splitlines()) == 6
