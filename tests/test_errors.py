"""Bad input: one sentence for the person who typed it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from overthink.core.decision import Limit
from overthink.core.errors import OverthinkError, unknown
from overthink.core.grow import grow
from overthink.core.tree import Tree
from overthink.evaluate.artificial import artificial
from overthink.evaluate.natural import natural, simulated
from overthink.evaluate.spoil import flipped, granular, noisy, truth
from overthink.games.board_splitting import BoardSplitting
from overthink.models.board_splitting import BoardSplittingModel
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.search.explain import explain
from overthink.search.sweep import solve
from tests.sketches import Sketch, SketchGame, opinion_of

TREE = Tree.literal([[1, -1], [1, 1]], static=1, error=0.1)
SILENT = Tree.literal([[1, -1], [1, 1]])
GAME = SketchGame(Sketch(0, 0, 1, [Sketch(0, 0, -1, [Sketch(0, 0, 1, utility=1)]), Sketch(0, 0, -1, utility=-1)]))
OVER = GAME.root.kids[1]
BOARD = BoardSplitting([0, 1, 1, 0])

CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "negative depth": (lambda: decide(TREE, depth=-1), "a depth of -1"),
    "depth 0 in a game": (lambda: decide(GAME, depth=0, evaluate=opinion_of), "a depth of 0"),
    "no leaves": (lambda: Tree.literal([]), "no leaves at its root"),
    "no leaves inside": (lambda: Tree.literal([1, [2, []]]), r"no leaves at path \(1, 1\)"),
    "a bare number": (lambda: Tree.literal(3), "at least one move"),
    "text for a tree": (lambda: Tree.literal("13"), "at least one move"),
    "text for a leaf": (lambda: Tree.literal([1, "two"]), "a number"),
    "nothing for a leaf": (lambda: Tree.literal([1, None]), "a number"),
    "a mover of 2": (lambda: Tree.literal([1], mover=2), "Max"),
    "three players": (lambda: Tree.literal([1], players=3), "1 or 2 players"),
    "a path that is not there": (lambda: Tree.literal([1, 2], static={(5,): 1}), "no node at path"),
    "too few values": (lambda: Tree.literal([[1], 2], static=[1]), "1 values were given for 2"),
    "error above .5": (lambda: Tree.literal([1, 2], error=0.6), "outside"),
    "negative error": (lambda: TREE.opinion(1, -0.1), "outside"),
    "error that is no number": (lambda: Tree.literal([1, 2], error=math.nan), "outside"),
    "error of a game": (lambda: decide(GAME, depth=1, evaluate=opinion_of, error=0.7), "outside"),
    "error by an evaluator": (lambda: decide(GAME, rule="emm", depth=1, evaluate=lambda _: (1.0, 0.7)), "outside"),
    "error of the artificial evaluator": (lambda: artificial(0.51), "outside"),
    "copied above 1": (lambda: artificial(0.1, 1.5), "not a probability"),
    "error of flipped": (lambda: flipped(truth, -0.1), "outside"),
    "unknown rule": (lambda: decide(TREE, rule="minmax", depth=1), "did you mean 'minimax'"),
    "unknown search": (lambda: decide(TREE, search="alphabeta", depth=1), "did you mean 'alpha-beta'"),
    "nothing like it": (lambda: decide(TREE, rule="qqqq", depth=1), "known: althofer"),
    "pruning for an unsound rule": (lambda: decide(TREE, rule="emm", search="alpha-beta", depth=1), "not sound for"),
    "pruning for product": (lambda: decide(TREE, rule="product", search="pruned-emm", depth=1), "use full-width"),
    "no such root": (lambda: decide(TREE, 3, depth=1), "not a root"),
    "no opinions inside": (lambda: decide(SILENT, rule="emm", depth=2), "give static="),
    "no opinions at the frontier": (lambda: decide(SILENT, depth=1), "give static="),
    "no truth": (lambda: decide(TREE, rule="emm-true-types", depth=1), "solve it"),
    "truth of a game": (lambda: decide(GAME, rule="emm-true-types", depth=1), "solved Tree"),
    "no evaluator": (lambda: decide(GAME, depth=1), "Give evaluate="),
    "no evaluator for a compiled game": (lambda: decide(BOARD, depth=1), "Give evaluate="),
    "an evaluator without a number": (lambda: decide(GAME, depth=1, evaluate=lambda _: math.nan), "must give a number"),
    "a game that is over": (lambda: decide(GAME, OVER, depth=1, evaluate=opinion_of), "the game is over"),
    "growing a game that is over": (lambda: grow(GAME, OVER, 2), "the game is over"),
    "growing to depth 0": (lambda: grow(GAME, GAME.root, 0), "a depth of 0"),
    "growing too much": (lambda: grow(BOARD, 0, 2, most=3), "smaller depth"),
    "solving an open tree": (lambda: solve(TREE), "before the game is over"),
    "truth of an open tree": (lambda: truth(TREE), "true values"),
    "natural on an open tree": (lambda: natural(TREE), "to the end of the game"),
    "no simulations": (lambda: simulated(0), "at least 1 random game"),
    "negative noise": (lambda: noisy(truth, -1), "negative"),
    "one level": (lambda: granular(truth, 1), "2 or more"),
    "an empty interval": (lambda: granular(truth, 2, 1, 1), "empty"),
    "no limit": (lambda: Limit(), "needs a depth"),
    "depth limit 0": (lambda: Limit(depth=0), "at least 1"),
    "node limit 0": (lambda: Limit(nodes=0), "at least 1 node"),
    "no time": (lambda: Limit(seconds=0), "above 0"),
    "time that is no number": (lambda: Limit(seconds=math.nan), "above 0"),
    "deepening a silent tree": (lambda: deepen(SILENT, limit=Limit(depth=2)), "give static="),
    "explaining a vote": (lambda: explain(TREE, "vote", 1), "explain 'minimax'"),
    "branching 1": (lambda: BoardSplitting([1, 0], 1), "at least 2"),
    "no power": (lambda: BoardSplitting([1, 0, 1]), "not a power"),
    "a square of 2": (lambda: BoardSplitting([1, 2]), "0 or 1"),
    "ragged rows": (lambda: BoardSplitting.from_board([[1, 0], [1]]), "equal length"),
    "a side of 3": (lambda: BoardSplitting.from_board([[1, 0, 1]]), "cannot be cut"),
    "model of height 0": (lambda: BoardSplittingModel(height=0), "height of 1"),
    "model too large": (lambda: BoardSplittingModel(height=60), "memory"),
    "p above 1": (lambda: BoardSplittingModel(p=1.5), "p = 1.5"),
    "p that is no number": (lambda: BoardSplittingModel(p=math.nan), "not a probability"),
    "games that run backwards": (lambda: BoardSplittingModel(height=2).draw(5, 3), "5"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_refused_in_one_sentence(case: str) -> None:
    call, words = CASES[case]
    with pytest.raises(OverthinkError, match=words) as caught:
        call()
    text = str(caught.value)
    assert "\n" not in text
    assert text[0].isupper() or text.split(" ")[0] in ("p", "copied", "mixing", "edge_p") or text[0].isdigit()
    assert text[-1] in ".?"
    assert len(text) < 250


def test_the_nearest_name_is_offered() -> None:
    assert "did you mean 'emm-slides'?" in str(unknown("rule", "emm_slides", ["emm", "emm-slides", "minimax"]))
    assert str(unknown("rule", "zzz", ["b", "a"])) == "There is no rule 'zzz'; known: a, b."


def test_a_state_space_has_no_last_ply() -> None:
    from dataclasses import replace

    circle = replace(TREE, levels=np.array([], np.int64))
    for call in (lambda: solve(circle), lambda: natural(circle), lambda: explain(circle, "emm", 1)):
        with pytest.raises(OverthinkError):
            call()


class Whole:
    """A game without a flaw, for the flawed ones to differ from in one method each."""

    def mover(self, state):
        return 1 if len(state) % 2 == 0 else -1

    def moves(self, state):
        return [0, 1] if len(state) < 3 else []

    def play(self, state, move):
        return [*state, move]

    def utility(self, state):
        return float(sum(state))


def flawed(**methods):
    return type("Flawed", (Whole,), methods)()


FLAWS = {
    "a class": (Whole, None, "not its class"),
    "no method": (flawed(moves=None), None, "has no moves"),
    "moves is None": (flawed(moves=lambda self, state: None), None, r"moves\(\) gave None"),
    "mover is 0": (flawed(mover=lambda self, state: 0), None, "no outcomes"),
    "play changes the state": (
        flawed(play=lambda self, state, move: state.append(move) or state),
        None,
        "changed the state",
    ),
    "utility is text": (flawed(utility=lambda self, state: "won"), None, r"utility\(\) gave 'won'"),
    "evaluator is None": (Whole(), lambda state: None, "The evaluator gave None"),
    "evaluator is text": (Whole(), lambda state: "good", "must give a number"),
    "error is None": (Whole(), lambda state: (1.0, None), "must give a number"),
}


@pytest.mark.parametrize(("game", "evaluate", "says"), FLAWS.values(), ids=FLAWS)
def test_a_flawed_game_is_refused_in_one_sentence(game, evaluate, says):
    depth = 1 if evaluate else 3
    with pytest.raises(OverthinkError, match=says) as caught:
        decide(game, [], depth=depth, evaluate=evaluate)
    assert "\n" not in str(caught.value)


def test_moves_may_be_any_collection_and_opinions_are_asked_for_once():
    asked = []
    lazy = flawed(moves=lambda self, state: (m for m in (0, 1)) if len(state) < 3 else ())
    found = decide(lazy, [], depth=2, evaluate=lambda state: asked.append(tuple(state)) or 0.5)
    assert found.moves == (0, 1) and len(asked) == len(set(asked)) == 4


def test_other_words_at_the_door():
    for subject, options, says in (
        (TREE, {"depth": 1, "evaluate": lambda state: 0.0}, "carries its own opinions"),
        ("kalah", {"depth": 1}, "Give a game or a tree"),
        (TREE, {"depth": 2.5}, "whole number of plies"),
        (TREE, {"depth": 10**30}, "plies ahead"),
    ):
        with pytest.raises(OverthinkError, match=says):
            decide(subject, **options)
