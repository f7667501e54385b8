"""Bad input that people try: one sentence, soon, in the library and at the prompt; no traceback, no wrong answer."""

import itertools
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.core.errors import EXTRAS, OverthinkError, unknown
from tests.test_doctor import Nim, right


def nim(**methods: Any) -> Any:
    """Nim with some methods replaced."""
    return type("Flawed", (Nim,), methods)(9)


def boom(*_: Any) -> Any:
    raise ZeroDivisionError("division by zero")


def diagnosed(game: Any = None, evaluate: Any = right, **settings: Any) -> Callable[[], Any]:
    return lambda: ot.diagnose(Nim(9) if game is None else game, evaluate, **({"depths": (1, 2)} | settings))


def decided(game: Any, evaluate: Any = right, **settings: Any) -> Callable[[], Any]:
    return lambda: ot.decide(game, **({"depth": 2, "evaluate": evaluate} | settings))


class Text:
    """An object whose own text fails."""

    def __repr__(self) -> str:
        raise ValueError("no text")


class Hashless:
    """A position whose hash fails."""

    __hash__ = boom  # type: ignore[assignment]


class Truthless:
    """A truth that does not say whether it is exact."""

    def values(self, state: Any) -> Any:
        return {1: 0.0}


class Short(Truthless):
    """The same values for every position."""

    exact = True

    def __init__(self, values: Any):
        self.given = values

    def values(self, state: Any) -> Any:
        return self.given


class Listed(Nim):
    """Positions that are lists."""

    def initial(self) -> Any:
        return [9, 1]

    def play(self, state: Any, move: int) -> Any:
        return [state[0] - move, -state[1]]


class Changed(Listed):
    """`play` changes the list that it is given."""

    def play(self, state: Any, move: int) -> Any:
        state[0] -= move
        return state


class Stones:
    """A position that is an object, which knows others by their identity."""

    def __init__(self, stones: int, side: int):
        self.stones, self.side = stones, side

    def __repr__(self) -> str:
        return f"{self.stones} for {self.side}"


class Objects(Nim):
    """Positions that are objects; `play` changes them from a number of stones on."""

    def __init__(self, kind: Any = Stones, below: int = 0, again: bool = False):
        self.kind, self.below, self.again = kind, below, again

    def initial(self) -> Any:
        return self.kind(9, 1)

    def mover(self, state: Any) -> int:
        return int(state.side)

    def moves(self, state: Any) -> Any:
        return [take for take in (1, 2, 3) if take <= state.stones]

    def play(self, state: Any, move: int) -> Any:
        after = self.kind(state.stones - move, -state.side)
        if state.stones <= self.below:
            state.stones, state.side = after.stones, after.side
            return after if self.again else state
        return after

    def utility(self, state: Any) -> float:
        return -float(state.side)


@dataclass
class Record:
    """The same with its own equality."""

    stones: int
    side: int


class Slots:
    """The same without a dictionary or a text."""

    __slots__ = ("side", "stones")

    def __init__(self, stones: int, side: int):
        self.stones, self.side = stones, side


class Endless(Nim):
    """Stones are added: the game never ends and no position comes back."""

    def moves(self, state: Any) -> Any:
        return [1, 2, 3]

    def play(self, state: Any, move: int) -> Any:
        return state[0] + move, -state[1]


@ot.kernel
def count(game: Any, state: Any) -> int:
    return 2 if state < 8 else 0


@ot.kernel
def no_number(game: Any, state: Any) -> float:
    return math.nan


@ot.kernel
def one_nan(game: Any, state: Any) -> float:
    return math.nan if state == 5 else 0.5


def half_message(node: Any) -> Any:
    return (node[0] if node[0] < 50 else math.nan,)


@ot.kernel
def lost_count(game: Any, state: Any) -> int:
    return -1


@ot.kernel
def late_count(game: Any, state: Any) -> int:
    return 2 if state < 3 else -1


@ot.kernel
def child(game: Any, state: Any, i: int) -> int:
    return state + i + 1


@ot.kernel
def bad_child(game: Any, state: Any, i: int) -> int:
    return state // (state * 0)


@ot.kernel
def side(game: Any, state: Any) -> int:
    return 1 - 2 * (state % 2)


@ot.kernel
def third_side(game: Any, state: Any) -> int:
    return 2


@ot.kernel
def utility(game: Any, state: Any) -> float:
    return 1.0


@ot.kernel
def begin():
    return (-math.inf,)


@ot.kernel
def fold(node, message):
    return (max(node[0], message[0]),)


@ot.kernel
def bare(node):
    return node[0]


@ot.kernel
def importing(node):
    import math

    return (math.floor(node[0]),)


def ruled(aggregate: Any, **others: Any) -> Callable[[], Any]:
    """A rule of the user's own, in a sweep."""
    rule = {"start": begin, "add": fold, "aggregate": aggregate} | others
    return lambda: ot.move_scores(replace(TREE, utility=None), ot.Rule("mine", "", "", **rule), (1,))


KERNELS = {"count": count, "child": child, "mover": side, "utility": utility}


def kernels(without: str = "", context: Any = 0, **others: Any) -> Any:
    words = {name: word for name, word in {**KERNELS, **others}.items() if name != without}
    namespace: dict[str, Any] = {"kernels": words, "initial": lambda self: 0}
    return type("Small", (ot.KernelGame,), namespace | ({} if context is None else {"context": context}))()


def nested(plies: int) -> Any:
    tree: Any = [1, 2]
    for _ in range(plies):
        tree = [tree, 1]
    return tree


CIRCLE: list[Any] = [1]
CIRCLE.append([2, CIRCLE])
DOUBLED: Any = [1, 2]
for _ in range(100):
    DOUBLED = [DOUBLED, DOUBLED]
SPACE = ot.state_space(Nim(9))
TREE = ot.Tree.literal([[1, -1], [1, 1]], static=1, error=0.1)
SILENT = ot.Tree.literal([[1, -1], [1, 1]])
CIRCLES = replace(TREE, levels=np.array([], np.int64))
BOARD = ot.BoardSplitting([0, 1, 1, 0])


@cache
def trees() -> ot.Tree:
    return ot.TopDown(height=5).draw(0, 3)


LIBRARY: dict[str, tuple[Callable[[], Any], str]] = {
    # games
    "diagnose a class": (diagnosed(Nim), r"Give a game, Nim\(\), not its class"),
    "diagnose None": (lambda: ot.diagnose(None, right), "Give a game, not None"),
    "lists as positions": (diagnosed(Listed(9)), "is a list, which cannot be looked up. Use a tuple"),
    "given arrays": (
        diagnosed(positions=np.ones((3, 2))),
        "positions must be a whole number, text, a path, an ot.LabelFile, a list or None, not array",
    ),
    "endless moves": (decided(nim(moves=lambda self, state: itertools.count(1))), "more than 100,000 moves"),
    "doubled moves": (decided(nim(moves=lambda self, state: [1, 2, 1])), "gave 1 twice"),
    "moves is a number": (decided(nim(moves=lambda self, state: 3)), r"moves\(\) gave 3"),
    "moves raises": (decided(nim(moves=boom)), r"moves\(\) raised ZeroDivisionError \(division by zero\) in the pos"),
    "play raises": (decided(nim(play=boom)), r"play\(\) with the move 1 raised ZeroDivisionError"),
    "mover raises": (decided(nim(mover=boom)), r"mover\(\) raised ZeroDivisionError"),
    "mover is text": (decided(nim(mover=lambda self, state: "Max")), r"mover\(\) gave 'Max'"),
    "mover is an array": (decided(nim(mover=lambda self, state: np.ones(2))), r"mover\(\)"),
    "initial raises": (decided(nim(initial=boom)), r"initial\(\) raised ZeroDivisionError"),
    "utility raises": (decided(nim(utility=boom), depth=9), r"utility\(\) raised ZeroDivisionError"),
    "utility is None": (decided(nim(utility=lambda self, state: None), depth=9), r"utility\(\) gave None"),
    "a state without a text": (decided(nim(moves=boom), state=Text()), "in the position <Text>"),
    "a deep recursion": (decided(nim(moves=lambda self, s: self.moves(s))), "RecursionError"),
    "exit": (decided(nim(moves=lambda self, state: exec("raise EOFError"))), "EOFError .without a message."),
    "outcomes raises": (lambda: ot.expectimax(nim(mover=lambda *_: 0, outcomes=boom)), r"outcomes\(\) raised"),
    "endless outcomes": (
        lambda: ot.expectimax(nim(mover=lambda *_: 0, outcomes=lambda self, s: ((k, 0.1) for k in itertools.count()))),
        "sum to",
    ),
    # kernel games
    "no utility": (decided(kernels("utility"), None), "Small has no utility"),
    "no context": (decided(kernels(context=None), None), "needs a context"),
    "count is -1": (decided(kernels(count=lost_count), None), r"count\(\) gave -1"),
    "count is -1 later": (decided(kernels(count=late_count), None), r"count\(\) gave -1"),
    "mover is 2": (decided(kernels(mover=third_side), None), r"mover\(\) gave 2"),
    "a kernel that fails": (decided(kernels(child=bad_child), None), "A kernel of Small raised"),
    "a plain function": (decided(kernels(count=lambda game, state: 0), None), "Put @ot.kernel above it"),
    # evaluators
    "evaluator raises": (decided(Nim(9), boom), "The evaluator raised ZeroDivisionError"),
    "evaluator raises, diagnosed": (diagnosed(evaluate=boom), "None of .*The evaluator raised ZeroDivisionError"),
    "evaluator is None": (diagnosed(evaluate=lambda s: None), "The evaluator gave None"),
    "evaluator is text": (decided(Nim(9), lambda s: "0.5"), "The evaluator gave '0.5'"),
    "evaluator is huge": (decided(Nim(9), lambda s: 10**400), "The evaluator gave 1000"),
    "evaluator is an array": (decided(Nim(9), lambda s: np.ones(3)), "The evaluator gave array"),
    "evaluator gives three": (decided(Nim(9), lambda s: (1, 2, 3)), r"The evaluator gave \(1, 2, 3\)"),
    "player raises": (diagnosed(player=boom), "None of .*ZeroDivisionError"),
    "noise without a number": (lambda: ot.noisy(right, "x"), "must be a number, not 'x'"),
    # positions, truth, rules
    "no positions": (diagnosed(positions=0), "from 1 to 1,000,000, not 0"),
    "None as a position": (diagnosed(positions=[None]), r"in the position None"),
    "an empty list": (diagnosed(positions=[]), "There are no positions"),
    "endless positions": (diagnosed(positions=itertools.repeat((9, 1))), "more than 1,000,000 positions"),
    "no file of positions": (diagnosed(positions="missing.jsonl"), "missing.jsonl cannot be read"),
    "truth is magic": (diagnosed(truth="magic"), "There is no truth 'magic'"),
    "truth is shallow": (diagnosed(truth=2), "must search deeper than depth 2"),
    "solving without an end": (diagnosed(Endless(9), truth="solve"), "does not seem to end"),
    "no rules": (diagnosed(rules=[]), "Give at least one rule"),
    "a rule twice": (diagnosed(rules=["minimax", "minimax"]), "given twice"),
    "a rule of another kind": (diagnosed(rules=[3]), "rules must be text, an ot.Rule, a list"),
    "one player in a game of two": (diagnosed(rules="minimin"), "is for one player, and this game has two"),
    "deciding for one player in a game of two": (decided(Nim(9), rule="minimin"), "this game has two. Use 'minimax'"),
    "one depth": (diagnosed(depths=(2,)), "at least two depths"),
    "a depth of 0": (diagnosed(depths=(0, 1)), "A depth must be a whole number from 1 to 1,000, not 0"),
    "a file that cannot be kept": (diagnosed(keep="/proc/kept.jsonl"), "cannot be used"),
    # trees and models
    "half a branch": (lambda: ot.TopDown(b=2.5), "b must be a whole number, not 2.5"),
    "a height of a million": (
        lambda: ot.TopDown(height=10**6),
        "height must be a whole number from 1 to 26, not 1000000",
    ),
    "a trillion trees": (lambda: ot.TopDown().draw(0, 10**12), "1000000000000 trees .* do not fit into memory"),
    "errors beyond the tree": (lambda: ot.TopDown().decision_errors(0, 2, shallow=9), "does not fit into a tree"),
    "pathology at depth 99": (lambda: ot.pathology(trees(), "minimax", 99, 1), "depth 99 goes beyond the trees"),
    "pathology the wrong way round": (lambda: ot.pathology(trees(), "minimax", 1, 3), "deep=1 is not above shallow=3"),
    "a tree of 10^5 plies": (lambda: ot.Tree.literal(nested(10**5)), "more than 1,000 plies deep"),
    "a tree in itself": (lambda: ot.Tree.literal(CIRCLE), "contains itself"),
    "a tree of 2^100 nodes": (lambda: ot.Tree.literal(DOUBLED), "more than 5,000,000 nodes"),
    "a leaf beyond all floats": (lambda: ot.Tree.literal([1, 10**400]), "A leaf is a number"),
    "a leaf of text": (lambda: ot.nested(ot.Max(1, "2")), "A leaf is a number; '2'"),
    "a leaf of nan": (lambda: ot.Tree.literal([math.nan, 1]), r"A leaf is a number; nan stands at path \(0,\)"),
    "a survey of a game": (
        lambda: ot.survey(Nim(9), right),
        "space must be an ot.StateSpace .game.state_space.. gives one., not",
    ),
    "a survey by nothing": (lambda: ot.survey(SPACE, None), "must be a function"),
    "a survey that raises": (lambda: ot.survey(SPACE, boom), "The evaluator raised ZeroDivisionError"),
    "a state space without an end": (lambda: ot.state_space(Endless(9)), "does not seem to end"),
    # the same kinds elsewhere
    "an infinite utility": (
        diagnosed(nim(utility=lambda self, s: -s[1] * float("inf"))),
        "gave -inf for the position .* finite",
    ),
    "depths that are a number": (diagnosed(depths=5), "depths must be a list of whole numbers or None, not 5"),
    "endless depths": (
        diagnosed(depths=itertools.count(1)),
        "A depth must be a whole number from 1 to 1,000, not 1001",
    ),
    "a truth that does not say if it is exact": (diagnosed(truth=Truthless()), "Add exact = False"),
    "a truth that is not a number": (diagnosed(truth=Short({1: float("nan"), 2: 1.0, 3: 0.0})), "The truth gave nan"),
    "a truth of nothing": (diagnosed(truth=Short(None)), "The truth gave None"),
    "a player of no numbers": (diagnosed(player=lambda s, d: {1: float("nan")}), "The player gave nan"),
    "a player of wrong moves": (diagnosed(player=lambda s, d: 99), "The player answered 99"),
    "a position with a bad hash": (diagnosed(nim(initial=lambda self: Hashless())), "cannot be looked up"),
    "moves that are arrays": (
        decided(nim(moves=lambda self, s: [np.array([1, 0]), np.array([2, 0])])),
        "The moves cannot be compared",
    ),
    "a random game, decided": (
        decided(nim(play=lambda self, s, m: (s[0] - m - int(np.random.randint(9**9)), -s[1]))),
        "gave different positions",
    ),
    "random moves": (decided(nim(moves=lambda self, s: [np.random.random(), 1])), "gave different moves"),
    "a mover that is True": (decided(nim(mover=lambda self, s: s[1] > 0)), "gave True"),
    "a utility beyond all floats": (
        decided(nim(moves=lambda self, s: [1] * (s[0] > 8), utility=lambda self, s: 10**400)),
        "must give a finite number",
    ),
    "moves that cannot be looked up": (
        lambda: ot.move_values(nim(moves=lambda self, s: [[1]] * (s[0] > 8), play=lambda self, s, m: (0, -s[1]))),
        "The moves cannot be looked up",
    ),
    "too many simulations": (decided(Nim(9), search="uct", depth=None, simulations=10**20), "from 1 to"),
    "a preset without a setup": (
        lambda: ot.Preset("a", "b", "c", "d", setup=lambda values, seed: None).setup({}, 0),
        "The function setup of a preset gave None",
    ),
    "a preset whose function takes nothing": (
        lambda: ot.Preset("a", "b", "c", "d", whole=lambda: None).whole({}, print),
        "The function whole of a preset cannot be called",
    ),
    "too deep for Python": (
        decided(nim(moves=lambda self, s: [0], play=lambda self, s, m: s), depth=999),
        "too deep for",
    ),
    "the root of a tree by name": (lambda: ot.decide(trees(), "x", depth=1), "must be a whole number, not 'x'"),
    "opinions of text": (
        lambda: ot.Tree.literal([1, [2, 3]], static=["a", "b"]),
        "static must be a number, a list of numbers, a dictionary, a function or None, not",
    ),
    "opinions that raise": (lambda: ot.Tree.literal([1, [2, 3]], static=boom), "ZeroDivisionError"),
    "solving nothing": (lambda: ot.solve(None), "tree must be an ot.Tree .ot.grow gives one., not None"),
    "a state space from a number": (lambda: ot.state_space(Nim(9), 5), "starts must be a list or None, not 5"),
    "a match of nobody": (lambda: ot.play_pairs(Nim(9), [(9, 1)], None, None), "a must be an ot.Player, not None"),
    "Kalah of 10^9 pits": (lambda: ot.Kalah(10**9, 1), "pits must be a whole number from 1 to 1,000, not 1000000000"),
    "a puzzle of 10^12 squares": (
        lambda: ot.SlidingPuzzle(10**6, 10**6),
        "The number of squares must be a whole number from 4 to 10,000, not 1000000000000",
    ),
    "squares of text": (lambda: ot.BoardSplitting("0101"), "squares.*not '0101'"),
    # trees, rules, searches and limits
    "a rule that gives no tuple": (ruled(bare), "'aggregate' of the rule 'mine' gave -1.0 .* a tuple of 1 number"),
    "a rule that gives text": (ruled(ot.kernel(lambda node: "x")), "of the rule 'mine' gave 'x'"),
    "a rule that gives nothing": (ruled(ot.kernel(lambda node: None)), "of the rule 'mine' gave None"),
    "a rule that is not a number": (ruled(ot.kernel(lambda node: (math.nan,))), "of the rule 'mine' gave .nan,."),
    "a rule that raises": (ruled(ot.kernel(lambda node: node[5])), "of the rule 'mine' raised IndexError"),
    "a rule that starts with a number": (
        ruled(bare, start=ot.kernel(lambda: 1.0)),
        "'start' of the rule 'mine' gave 1",
    ),
    "a kernel of a builtin": (lambda: ot.kernel(max), "Write a function"),
    "a study of nothing": (lambda: ot.reproduce(None), "study must be text or an ot.Study, not None"),
    "no process": (lambda: ot.reproduce("emm/fig2", jobs=0), "from 1 to"),
    "progress to a number": (diagnosed(tell=5), "tell must be a function or None, not 5"),
    "ties by text": (lambda: ot.decide(TREE, depth=1, ties="no"), "ties must be True or False, not 'no'"),
    "a misspelt argument": (lambda: ot.decide(TREE, depht=2), "did you mean 'depth'"),
    "a depth of half a ply": (lambda: ot.decide(TREE, depth=2.5), "depth must be a whole number or None, not 2.5"),
    "an evaluator for a tree": (lambda: ot.decide(TREE, depth=1, evaluate=right), "carries its own opinions"),
    "a name in place of a game": (lambda: ot.decide("kalah", depth=1), "Give a game"),
    "no leaves": (lambda: ot.Tree.literal([]), "no leaves at its root"),
    "no leaves inside": (lambda: ot.Tree.literal([1, [2, []]]), r"no leaves at path \(1, 1\)"),
    "a bare number": (lambda: ot.Tree.literal(3), "at least one move"),
    "text for a tree": (lambda: ot.Tree.literal("13"), "values must be a number or a list, not '13'"),
    "nothing for a leaf": (lambda: ot.Tree.literal([1, None]), "a number"),
    "a mover of 2": (lambda: ot.Tree.literal([1], mover=2), "Max"),
    "three players": (lambda: ot.Tree.literal([1], players=3), "1 or 2 players"),
    "a path that is not there": (lambda: ot.Tree.literal([1, 2], static={(5,): 1}), "no node at path"),
    "too few values": (lambda: ot.Tree.literal([[1], 2], static=[1]), "must have 2 numbers; 1 were given"),
    "error above .5": (lambda: ot.Tree.literal([1, 2], error=0.6), "outside"),
    "error that is not a number": (lambda: TREE.opinion(1, math.nan), "outside"),
    "error by an evaluator": (decided(Nim(9), lambda s: (1.0, 0.7)), "outside"),
    "an error of None": (decided(Nim(9), lambda s: (1.0, None)), "must give a number"),
    "copied above 1": (lambda: ot.artificial(0.1, 1.5), "copied must be a number from 0 to 1, not 1.5"),
    "unknown rule": (lambda: ot.decide(TREE, rule="minmax", depth=1), "did you mean 'minimax'"),
    "unknown search": (lambda: ot.decide(TREE, search="alphabeta", depth=1), "did you mean 'alpha-beta'"),
    "nothing like it": (lambda: ot.decide(TREE, rule="qqqq", depth=1), "known: althofer"),
    "pruning for an unsound rule": (lambda: ot.decide(TREE, rule="emm", search="alpha-beta", depth=1), "not sound for"),
    "pruning for product": (lambda: ot.decide(TREE, rule="product", search="pruned-emm", depth=1), "use full-width"),
    "no such root": (lambda: ot.decide(TREE, 3, depth=1), "not a root"),
    "no opinions inside": (lambda: ot.decide(SILENT, rule="emm", depth=2), "give static="),
    "no opinions at the frontier": (lambda: ot.decide(SILENT, depth=1), "give static="),
    "deepening a silent tree": (lambda: ot.deepen(SILENT, limit=ot.Limit(depth=2)), "give static="),
    "no truth": (lambda: ot.decide(TREE, rule="emm-true-types", depth=1), "solve it"),
    "truth of a game": (decided(Nim(9), rule="emm-true-types"), "solved Tree"),
    "no evaluator": (decided(Nim(9), None), "Give evaluate="),
    "no evaluator for a compiled game": (decided(BOARD, None, depth=1), "Give evaluate="),
    "a game that is over": (decided(Nim(9), state=(0, 1)), "the game is over"),
    "growing a game that is over": (lambda: ot.grow(Nim(9), (0, 1), 2), "the game is over"),
    "growing too much": (lambda: ot.grow(BOARD, 0, 2, most=3), "smaller depth"),
    "a game without moves": (decided(nim(moves=None)), "has no moves"),
    "chance without outcomes": (decided(nim(mover=lambda self, s: 0)), "no outcomes"),
    "play changes the state": (decided(Changed(9)), "changed the state"),
    "a player changes the state": (
        diagnosed(Objects(), player=lambda s, d: setattr(s, "stones", 1) or 1),
        "The player changed the state",
    ),
    "an evaluator changes the state": (
        decided(Objects(), lambda s: setattr(s, "side", 0) or 0.0),
        "The evaluator chan",
    ),
    "an infinite evaluation": (
        decided(Nim(9), lambda s: -math.inf, rule="mean"),
        r"The evaluator gave -inf for the pos",
    ),
    "an infinite leaf": (
        lambda: ot.decide(ot.Tree.literal([1, math.inf]), depth=1, rule="mean"),
        "of node 2 .* is inf",
    ),
    "an infinite outcome": (lambda: ot.expectimax(ot.nested(ot.Max(1, -math.inf))), "node 2 .* is -inf"),
    "a kernel that gives nan": (
        lambda: ot.decide(BOARD, evaluate=ot.KernelEvaluator(BOARD, no_number), depth=2),
        "The evaluator gave nan for the position 0",
    ),
    "a rule that gives nan": (
        lambda: ot.decide(
            ot.Tree.literal([[1, 2], [-60, 3]]),
            rule=replace(ot.RULES["minimax"], name="odd", aggregate=half_message),
            depth=2,
        ),
        "The rule 'odd' gave the value nan for the move 1",
    ),
    "solving an open tree": (lambda: ot.solve(TREE), "before the game is over"),
    "truth of an open tree": (lambda: ot.truth(TREE), "true values"),
    "natural on an open tree": (lambda: ot.natural(TREE), "to the end of the game"),
    "solving a state space": (lambda: ot.solve(CIRCLES), "retrograde"),
    "explaining a state space": (lambda: ot.explain(CIRCLES, "emm", 1), "explain a tree"),
    "explaining a vote": (lambda: ot.explain(TREE, "vote", 1), "explain 'minimax'"),
    "no simulations": (lambda: ot.simulated(0), "The number of random games must be a whole number, 1 or more, not 0"),
    "negative noise": (lambda: ot.noisy(ot.truth, -1), "A standard deviation must be a number, 0 or more, not -1"),
    "one level": (lambda: ot.granular(ot.truth, 1), "2 or more"),
    "an empty interval": (lambda: ot.granular(ot.truth, 2, 1, 1), "empty"),
    "no limit": (lambda: ot.Limit(), "needs a depth"),
    "depth limit 0": (lambda: ot.Limit(depth=0), "The depth of a limit must be a whole number, 1 or more, not 0"),
    "time that is not a number": (lambda: ot.Limit(seconds=math.nan), "seconds must be a number or None, not nan"),
    "branching 1": (lambda: ot.BoardSplitting([1, 0], 1), "branching must be a whole number, 2 or more, not 1"),
    "no power": (lambda: ot.BoardSplitting([1, 0, 1]), "not a power"),
    "a square of 2": (lambda: ot.BoardSplitting([1, 2]), "0 or 1"),
    "model too large": (
        lambda: ot.BoardSplittingModel(height=60),
        "height must be a whole number from 1 to 28, not 60",
    ),
    "p that is not a number": (lambda: ot.BoardSplittingModel(p=math.nan), "p must be a number from 0 to 1, not nan"),
    "games that run backwards": (lambda: ot.BoardSplittingModel(height=2).draw(5, 3), "5"),
}


@pytest.mark.exhaustive(only=["too deep for Python"])
@pytest.mark.parametrize("case", LIBRARY)
def test_the_library_answers_in_one_sentence(case: str) -> None:
    call, says = LIBRARY[case]
    with pytest.raises(OverthinkError, match=says) as caught:
        call()
    text = str(caught.value)
    assert "\n" not in text and len(text) < 400 and text[-1] in ".?)", text


@pytest.mark.parametrize("kind", [Stones, Record, Slots])
@pytest.mark.parametrize(("below", "again"), [(9, False), (9, True), (6, False), (6, True)])
def test_a_position_that_play_changes_is_refused_and_stays_as_it_was(kind: Any, below: int, again: bool) -> None:
    game = Objects(kind, below, again)
    start = game.initial()
    for call in (
        lambda: ot.decide(game, start, depth=4, evaluate=lambda s: 0.0),
        lambda: ot.decide(game, start, search="uct", simulations=50),
        lambda: ot.grow(game, start, 4),
        lambda: ot.expectimax(game, start),
        *([] if kind is Record else [lambda: ot.state_space(game), diagnosed(game, lambda s: 0.0, jobs=1)]),
    ):
        with pytest.raises(OverthinkError, match=r"play\(\) changed the state it was given"):
            call()  # type: ignore[operator]
        assert (start.stones, start.side) == (9, 1)


def test_a_cache_in_a_position_is_not_a_change() -> None:
    class Cached(Objects):
        def play(self, state: Any, move: int) -> Any:
            state.seen = True
            return super().play(state, move)

    assert ot.decide(Cached(), depth=9).moves == ot.decide(Nim(9), depth=9).moves == (1,)


def test_a_compiled_evaluator_that_gives_nan_in_one_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Minimax would drop it without a word."""
    monkeypatch.setattr("overthink.core.checked.PLIES_FOLLOWED", 0)  # it is not met before the search
    game = kernels()
    with pytest.raises(OverthinkError, match="The evaluator gave nan for the position 5"):
        ot.decide(game, evaluate=ot.KernelEvaluator(game, one_nan), depth=3)


MODULE = """
class Nim:
    def initial(self): return (9, 1)
    def mover(self, s): return s[1]
    def moves(self, s): return [k for k in (1, 2, 3) if k <= s[0]]
    def play(self, s, m): return (s[0] - m, -s[1])
    def utility(self, s): return -float(s[1])

class Raises(Nim):
    def moves(self, s): return [1, 2] if s[0] > 5 else s.nothing

class Needs(Nim):
    def __init__(self, size): self.size = size

class Talks(Nim):
    def play(self, s, m):
        print("Hello.")
        return super().play(s, m)

NOTHING = None
def judge(s): return 0.1 * (s[0] % 5)
def boom(s): return 1 / 0
def bad_player(s, depth): return s.nothing
"""
ASK = ("doctor", "bad_nim:Nim", "--evaluate", "bad_nim:judge", "--depths", "1-2", "--jobs", "1")
COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "no rules": ((*ASK, "--rules", ""), "There is no rule ''"),
    "truth is magic": ((*ASK, "--truth", "magic"), "There is no truth 'magic'"),
    "truth is -3": ((*ASK, "--truth", "-3"), "from 1 to 1,000, not -3"),
    "no positions": ((*ASK, "--positions", "0"), "a number, 2 or more"),
    "a report in no folder": ((*ASK, "--out", "none/report.html"), "cannot be written"),
    "a report as PDF": ((*ASK, "--out", "report.pdf"), "whose name ends with .html, not to report.pdf"),
    "a report that is a folder": ((*ASK, "--out", "."), "cannot be written"),
    "a report in /proc": ((*ASK, "--out", "/proc/report.html"), "cannot be written"),
    "a kept file that is a folder": ((*ASK, "--keep", "."), "cannot be used"),
    "a game that raises": (("doctor", "bad_nim:Raises", *ASK[2:]), r"moves() raised AttributeError"),
    "a game that needs more": (("doctor", "bad_nim:Needs", *ASK[2:]), "Needs() raised TypeError"),
    "nothing as a game": (("doctor", "bad_nim:NOTHING", *ASK[2:]), "bad_nim:NOTHING is None"),
    "no such name": (("doctor", "bad_nim:Nothing"), "bad_nim has no Nothing"),
    "no such file": (("doctor", "nothing.py:Nim"), "There is no file nothing.py"),
    "no name": (("doctor", "bad_nim:"), "is not MODULE:NAME"),
    "a file without a name": (("doctor", "bad_nim.py"), "bad_nim.py:NAME"),
    "an evaluator that raises": ((*ASK, "--evaluate", "bad_nim:boom"), "The evaluator raised ZeroDivisionError"),
    "a player that raises": ((*ASK, "--player", "bad_nim:bad_player"), "AttributeError"),
    "decide nowhere": (("decide", "kalah", "--depth", "0"), "from 1 to 1,000, not 0"),
    "decide on endless digits": (("decide", "[" + "9" * 5000 + ", 2]"), "not valid JSON (Exceeds the limit"),
    "endless digits": ((*ASK, "--positions", "9" * 5000), "too many digits"),
    "endless digits in a list": ((*ASK, "--depths", "9" * 5000), "too many digits"),
    "no game": (("doctor", ""), "The name of the game is empty"),
    "decide on a deep list": (("decide", "[" * 10**5 + "]" * 10**5), "nested too deeply"),
    "decide on huge numbers": (("decide", "[1, 1" + "0" * 400 + "]", "--depth", "1"), "A leaf is a number"),
    "an endgame that is not one": (("endgame", "KXK"), "KXK"),
    "a report of nothing": (("report", "--json", "--out", "nothing"), "There are no results in 'nothing'"),
    "results in a file": (("reproduce", "emm/fig2", "--out", "bad_nim.py"), "cannot be used"),
}


@pytest.fixture
def module(own_folder: Path) -> None:
    (own_folder / "bad_nim.py").write_text(MODULE)


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize("case", COMMANDS)
def test_commands_answer_in_one_sentence(case: str) -> None:
    args, says = COMMANDS[case]
    refused = CliRunner().invoke(main, args)
    assert refused.exit_code == 2, refused.output
    sentence = [line for line in refused.stderr.splitlines() if line.startswith("overthink: ")]
    assert len(sentence) == 1 and says in sentence[0], refused.stderr
    assert "Traceback" not in refused.output


@pytest.mark.usefixtures("module")
def test_json_is_one_object_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.core.processes.can_fork", lambda: False)  # what is printed is heard in this process
    told = CliRunner().invoke(main, ["doctor", "bad_nim:Talks", *ASK[2:], "--json"])
    assert json.loads(told.stdout)["positions"] and "Hello." in told.stderr
    for args in (["decide", "kalah", "--depth", "0"], ["decide", "kalah", "--depht", "1"], ["list", "nothing"]):
        refused = CliRunner().invoke(main, [*args, "--json"])
        assert refused.exit_code == 2 and json.loads(refused.stdout)["error"] in refused.stderr


@pytest.mark.exhaustive
@pytest.mark.usefixtures("module")
def test_what_workers_print_is_not_in_the_json() -> None:
    command = [sys.executable, "-m", "overthink", "doctor", "bad_nim:Talks", *ASK[2:-1], "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["positions"] and "Hello." in done.stderr


@pytest.mark.parametrize(
    ("package", "args"),
    [
        ("chess", ("doctor", "uci:stockfish")),
        ("chess", ("doctor", "uci:stockfish", "--positions", "games.pgn")),
        ("distributed", ("reproduce", "emm/fig2", "--cluster", "local:2")),
        ("matplotlib", (*ASK, "--out", "report.html")),
        ("numba_cuda", ("reproduce", "nau/fig7", "--device", "gpu")),
        ("pyspiel", ("doctor", "openspiel:connect_four")),
        ("starlette", ("lab",)),
        ("markdown_it", ("lab",)),
    ],
)
@pytest.mark.usefixtures("module")
def test_what_is_missing_is_named_with_its_install_line(
    package: str, args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("games.pgn").write_text("1. e4 e5 *")
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "overthink.gpu.device", raising=False)
    refused = CliRunner().invoke(main, args)
    line = f'the package {package}: pip install "overthink[{EXTRAS[package]}]".'
    assert refused.exit_code == 2 and line in refused.stderr, refused.output


def test_a_move_without_a_true_value_costs_its_position_alone() -> None:
    examination = ot.diagnose(Nim(9), right, depths=(1, 2), truth=Short({1: 0.0, 2: 1.0})).examination
    assert examination.positions and "The truth has no value for the move 3" in examination.failures[0].reason


@pytest.mark.usefixtures("module")
def test_take_py_is_a_module_too() -> None:
    told = CliRunner().invoke(
        main, ["doctor", "bad_nim.py:Nim", "--evaluate", "./bad_nim.py:judge", *ASK[4:], "--json"]
    )
    assert told.exit_code == 0 and json.loads(told.stdout)["positions"]


def test_consoles_that_do_not_know_all_letters() -> None:
    text = "✓ holds: ε ≥ 0.1 → ±2 × 3 … █▌▏ naïve Ω, 704 µs"
    assert text.encode("ascii", "overthink") == b"+ holds: epsilon >= 0.1 -> +-2 x 3 ... ##  naive ?, 704 us"
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    words = [sys.executable, "-m", "overthink", "solve", "--help"]
    shown = subprocess.run(words, env=environment, capture_output=True).stdout.decode("latin-1")
    assert "to within epsilon" in shown or "How epsilon is divided" in shown


def test_an_endgame_says_where_its_table_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERTHINK_CACHE", str(tmp_path))
    table = json.loads(CliRunner().invoke(main, ["endgame", "KRK", "--json"]).stdout)
    assert table == {"endgame": "KRK", "longest_mate_plies": 32, "kept_in": str(tmp_path)}
    told = json.loads(CliRunner().invoke(main, ["endgame", "KRK", "8/8/8/4k3/8/8/8/KR6 w", "--json"]).stdout)
    assert told["plies_to_mate"] > 0 and told["best_moves"] and told["value"] > 0
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    monkeypatch.setenv("OVERTHINK_CACHE", str(nowhere / "below"))
    lost = CliRunner().invoke(main, ["endgame", "KRK"])
    assert lost.exit_code == 0 and "could not be kept" in lost.stdout and "Kept in" not in lost.stdout
    assert json.loads(CliRunner().invoke(main, ["endgame", "KRK", "--json"]).stdout)["kept_in"] is None


def test_the_nearest_name_is_offered() -> None:
    assert "did you mean 'emm-slides'?" in str(unknown("rule", "emm_slides", ["emm", "emm-slides", "minimax"]))
    assert str(unknown("rule", "zzz", ["b", "a"])) == "There is no rule 'zzz'; known: a, b."


def test_moves_may_be_any_collection_and_opinions_are_asked_for_once() -> None:
    asked: list[Any] = []
    lazy = nim(moves=lambda self, state: (k for k in (1, 2)) if state[0] > 6 else ())
    found = ot.decide(lazy, depth=2, evaluate=lambda state: asked.append(state) or 0.5)
    assert found.moves == (1, 2) and len(asked) == len(set(asked))
