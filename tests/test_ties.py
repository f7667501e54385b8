"""A tie is a tie: every rule, search and front door against exact fractions, on trees of any shape.

`OVERTHINK_TREES=5000 pytest tests/test_ties.py` tries more of them.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.decision import Decision, Limit
from overthink.core.game import KernelGame
from overthink.core.grow import Chance, Max, Min, Node, nested
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.rules import RULES
from overthink.rules.learned import Height, Learning, odds_rule
from overthink.search import SEARCHES
from overthink.search.look import bound_look
from overthink.search.match import choose
from overthink.search.subjects.kernels import of_kernels
from overthink.search.subjects.tree import of_tree
from overthink.whole_games.survey import choices
from tests import exact
from tests.sketches import Sketch, SketchGame, opinion_of, tree_of

pytestmark = pytest.mark.usefixtures("compiled_sweeps")

TREES = int(os.environ.get("OVERTHINK_TREES", "120"))
PARTS = 12
PRUNING = {name: search for search, how in SEARCHES.items() for name in how.rules}


def drawn(number: int) -> tuple[Sketch, int]:
    """A tree of fractions, and how far to look in it."""
    random = Random(number)
    depth = random.randint(1, 4)
    width = random.randint(2, 5 if depth < 4 else 3)
    value, error = random.choice(list(exact.VALUES)), random.choice(list(exact.ERRORS))
    return exact.random_tree(random, depth, width, value, error), random.randint(1, depth)


class TreeGame(KernelGame):
    """A tree as a game made of kernels, which run as they stand."""

    compiled = False

    def __init__(self, tree: Tree):
        position = of_tree(tree, 0, RULES["minimax"], 1)
        self.context = position.context
        self.kernels = {word: position.names[word] for word in ("count", "child", "mover", "utility")}
        self.judge = KernelEvaluator(self, position.names["static"], position.names["static_error"])


def scored(scores: Any) -> tuple[int, ...]:
    return tuple(np.flatnonzero(scores == scores.max()).tolist())


# --- the front doors --------------------------------------------------------------------------------------------------


def tree_for(root: Sketch, rule: str) -> Tree:
    """Moves cost something for the rules that count it."""
    return tree_of(root, pays=bool(RULES[rule].goal))


def by_decide(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    return moves_of(ot.decide(tree_for(root, rule), rule=rule, depth=depth))


def by_pruning(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    search = PRUNING.get(rule, "full-width")
    return moves_of(ot.decide(tree_for(root, rule), rule=rule, depth=depth, search=search))


def by_deepening(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    return moves_of(ot.deepen(tree_for(root, rule), rule=rule, limit=Limit(depth=depth)))


def by_sweeping(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    return scored(ot.move_scores(tree_for(root, rule), rule, [depth])[depth])


def by_sweeping_a_space(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    space = replace(tree_for(root, rule), levels=np.array([], np.int64))
    return scored(ot.move_scores(space, rule, [depth])[depth][: len(root.kids)])


def by_survey(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    space = replace(tree_for(root, rule), levels=np.array([], np.int64))
    ((chosen, _),) = choices(space, RULES[rule], [depth], [0])
    return tuple(chosen[depth])


def by_a_python_game(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    return moves_of(ot.decide(SketchGame(root), rule=rule, depth=depth, evaluate=opinion_of))


def by_a_game_of_kernels(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    game = TreeGame(tree_of(root))
    return moves_of(ot.decide(game, 0, rule=rule, depth=depth, evaluate=game.judge))


def moves_of(decision: Decision) -> tuple[int, ...]:
    return tuple(int(move) for move in decision.moves)


DOORS: dict[str, Callable[[Sketch, str, int], tuple[int, ...]]] = {
    "decide": by_decide,
    "pruning": by_pruning,
    "deepening": by_deepening,
    "sweeping": by_sweeping,
    "sweeping a space": by_sweeping_a_space,
    "survey": by_survey,
}
GAMES: dict[str, Callable[[Sketch, str, int], tuple[int, ...]]] = {
    "a Python game": by_a_python_game,
    "a game of kernels": by_a_game_of_kernels,
}


@pytest.mark.exhaustive(but=[str(part) for part in range(3)])
@pytest.mark.parametrize("part", range(PARTS))
def test_every_front_door_finds_every_tie(part: int) -> None:
    for number in range(part, TREES, PARTS):
        root, depth = drawn(number)
        given = exact.in_floats(root)
        for rule in exact.RULES:
            best = exact.best_moves(root, rule, depth)
            for name, door in DOORS.items():
                assert door(given, rule, depth) == best, f"tree {number}, {rule}, depth {depth}, by {name}"


@pytest.mark.parametrize("door", GAMES)
@pytest.mark.parametrize("rule", [rule for rule in exact.RULES if not RULES[rule].needs_truth | abs(RULES[rule].goal)])
def test_games_find_every_tie(door: str, rule: str) -> None:
    for number in range(TREES // 4):
        root, depth = drawn(number)
        root = played_out(root)
        best = exact.best_moves(root, rule, depth)
        assert GAMES[door](exact.in_floats(root), rule, depth) == best, f"tree {number}"


@pytest.mark.exhaustive(but=["minimax"])
@pytest.mark.parametrize("rule", ["minimax", "emm", "bayes", "althofer"])
def test_compiled_searches_find_every_tie(rule: str, compiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.search.subjects.tree.SMALL_TREE_NODES", 0)
    for number in range(TREES // 4):
        root, depth = drawn(number)
        best = exact.best_moves(root, rule, depth)
        assert by_decide(exact.in_floats(root), rule, depth) == best, f"tree {number}"
        assert by_pruning(exact.in_floats(root), rule, depth) == best, f"tree {number}"


@pytest.mark.parametrize("rule", ["minimax", "emm", "product", "bayes", "vote", "althofer"])
def test_players_of_whole_games_draw_from_every_tie(rule: str) -> None:
    for number in range(TREES // 8):
        root, depth = drawn(number)
        root = played_out(root)
        game = TreeGame(tree_of(exact.in_floats(root)))
        what = RULES[rule]
        seat = of_kernels(game, 0, game.judge, 0.0, what)
        look = bound_look(seat, what, SEARCHES["full-width"])
        chosen = choose.bind(**seat.names, **what.vocabulary, look=look).interpreted
        best = exact.best_moves(root, rule, depth)
        player = seat.context, 1 if what.sums_depths else depth, depth
        assert [chosen(player, 0, np.uint64(k)) for k in range(len(best))] == list(best), f"tree {number}"


@pytest.mark.parametrize("rule", ["vote", "mean", "althofer", "implicit-minimax"])
def test_values_far_from_0_are_told_apart(rule: str) -> None:
    for number in range(TREES):
        random = Random(number)
        kids = [[Fraction(random.randint(0, 3)) + 10**12 for _ in range(random.randint(1, 3))] for _ in range(3)]
        leaves = [[Sketch(value, truth=1) for value in values] for values in kids]
        root = Sketch(
            kids[0][0], kids=[Sketch(values[0], mover=-1, kids=row, truth=1) for values, row in zip(kids, leaves)]
        )
        for name, door in DOORS.items():
            assert door(exact.in_floats(root), rule, 2) == exact.best_moves(root, rule, 2), f"tree {number}, by {name}"
    crowd = Tree.literal([[1e12 + i % 3] * 300 for i in range(30)], static=1e12)
    assert ot.decide(crowd, rule=rule, depth=2).moves == tuple(range(2, 30, 3))


class Crowd:
    """A game of 4 moves in which every position has a value of its own, far from 0."""

    def __init__(self, number: int, base: float):
        self.number, self.base = number, base

    def mover(self, state: tuple[int, ...]) -> int:
        return 1 if len(state) % 2 == 0 else -1

    def moves(self, state: tuple[int, ...]) -> range:
        return range(4 * (len(state) < 4))

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def utility(self, state: tuple[int, ...]) -> float:
        return self.base + Random(f"{self.number} {state}").randrange(4)


@pytest.mark.parametrize("rule", ["mean", "implicit-minimax", "althofer", "vote"])
def test_means_of_a_game_far_from_0_are_told_apart(rule: str) -> None:
    for number in range(8):
        near, far = (Crowd(number, base) for base in (0.0, 1e12))
        moves, others = (ot.decide(game, (), depth=4, evaluate=game.utility, rule=rule).moves for game in (near, far))
        assert moves == others


def test_rules_that_are_made_decide_as_without_pruning() -> None:
    known = {"game": "", "evaluator": "", "positions": 9, "needs": 9, "error": 0.1, "low": -2.0, "high": 2.0}
    learning = Learning(shift=0.3, slope=0.5, heights=(Height(0.25, 1.0, 0.5),), **known)  # type: ignore[arg-type]
    for rule in (odds_rule("learned", learning), ot.tempered(0.5), ot.tempered(0)):
        for number in range(TREES):
            root, depth = drawn(number)
            tree = tree_of(exact.in_floats(root))
            full, pruned = (ot.decide(tree, rule=rule, depth=depth, search=s) for s in ("full-width", "pruned-odds"))
            assert full.moves == pruned.moves, f"tree {number}, {rule.name}"


@pytest.mark.parametrize("rule", PRUNING)
def test_a_copy_of_a_rule_is_not_pruned_as_the_rule(rule: str) -> None:
    copy = replace(RULES[rule], summary="")
    with pytest.raises(ot.OverthinkError, match=f"not sound for the rule '{rule}'"):
        ot.decide(Tree.literal([[1, -1], [-1, 1]]), rule=copy, search=PRUNING[rule], depth=2)


def played_out(node: Sketch) -> Sketch:
    """The same with every leaf a finished game, as a game of kernels needs it."""
    if node.kids:
        return replace(node, kids=[played_out(kid) for kid in node.kids])
    return replace(node, utility=node.static if node.utility is None else node.utility)


@pytest.mark.parametrize("part", range(4))
def test_the_order_of_moves_does_not_matter(part: int) -> None:
    for number in range(part, TREES, 16):
        root, depth = drawn(number)
        order = list(range(len(root.kids)))
        Random(-number).shuffle(order)
        other = replace(root, kids=[exact.shuffled(Random(number), root.kids[i]) for i in order])
        for rule in exact.RULES:
            moves = by_decide(exact.in_floats(other), rule, depth)
            assert {order[move] for move in moves} == set(exact.best_moves(root, rule, depth)), f"tree {number}, {rule}"


# --- chance -----------------------------------------------------------------------------------------------------------


def chance_tree(random: Random, depth: int, turn: int) -> Any:
    """Players and chance in turn, values in tenths, probabilities in sevenths: nothing is a whole number of bits."""
    if depth == 0 or random.random() < 0.15:
        return Fraction(random.randint(-10, 10), 10)
    if turn == 0:
        cuts = sorted(random.sample(range(1, 7), random.randint(1, 3)))
        chances = [Fraction(b - a, 7) for a, b in zip([0, *cuts], [*cuts, 7])]
        return Chance(*((chance, chance_tree(random, depth - 1, random.choice([1, -1]))) for chance in chances))
    kids = [chance_tree(random, depth - 1, random.choice([0, 0, -turn, turn])) for _ in range(random.randint(1, 4))]
    kids += [kid for kid in kids if random.random() < 0.3]
    return (Max if turn > 0 else Min)(*kids)


def worth(node: Any) -> Fraction:
    if isinstance(node, Chance):
        return sum((chance * worth(kid) for chance, kid in node.children), Fraction(0))
    if isinstance(node, Node):
        return (max if node.mover > 0 else min)(map(worth, node.children))
    return Fraction(node)


@pytest.mark.parametrize("search", ["full-width", "star1", "star2"])
def test_ties_where_chance_moves(search: str) -> None:
    random = Random(7)
    for number in range(TREES):
        tree = chance_tree(random, random.randint(1, 5), random.choice([1, -1]))
        if not isinstance(tree, Node):
            continue
        worths = [worth(kid) for kid in tree.children]
        best = max(worths) if tree.mover > 0 else min(worths)
        found = ot.expectimax(nested(tree), search=search, low=-1, high=1)
        assert found.moves == tuple(i for i, each in enumerate(worths) if each == best), f"tree {number}"
        assert found.low == pytest.approx(float(best), abs=1e-12)


def test_a_value_outside_the_range_is_still_refused() -> None:
    tree = nested(Max(Chance((0.5, 3), (0.5, 12)), 4))
    with pytest.raises(ot.OverthinkError, match=r"12 lies outside \[0, 10\]"):
        ot.expectimax(tree, search="star1", low=0, high=10)


# --- examples ---------------------------------------------------------------------------------------------------------


def test_errors_in_another_order_tie() -> None:
    tree = Tree.literal([[1, 1, -1], [-1, 1, 1]], static=1, error=0.3)
    assert ot.decide(tree, rule="emm", depth=2).moves == (0, 1)


@pytest.mark.parametrize("rule", ["emm", "bayes", "tempered"])
def test_evaluations_that_are_certain_tie(rule: str) -> None:
    tree = Tree.literal([[1, -1], [-1, -1]], static=1, error=lambda path: (0.0, 0.0, 0.2)[len(path)])
    assert ot.decide(tree, rule=rule, depth=2, search=PRUNING[rule]).moves == (0, 1)


def test_a_line_of_forced_moves_is_worth_its_end() -> None:
    tree = Tree.literal([1, [[1]]], static=1, error=0.1)
    assert ot.decide(tree, rule="product", depth=3).moves == (0, 1)


@pytest.mark.parametrize("error", [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45])
def test_emm_keeps_the_search_where_both_are_as_sure(error: float) -> None:
    tree = Tree.literal([-1], static=1, error=error)
    assert ot.decide(tree, rule="emm", depth=1).value == -1
    assert not ot.explain(tree, "emm", depth=1)[0].replaced


def test_certain_draws_tie_whoever_moves() -> None:
    tree = Tree.literal([0, [0]], terminal=True)
    for rule in ("product", "emm", "bayes"):
        given = tree if rule == "product" else replace(tree, static=np.zeros(len(tree)), error=np.full(len(tree), 0.5))
        assert ot.decide(given, rule=rule, depth=2).moves == (0, 1)


def test_a_rule_of_ones_own_ties_but_for_rounding() -> None:
    """A mean of children: tenths added in another order."""

    def start() -> tuple[float, float]:
        return 0.0, 0.0

    def add(node: tuple[float, float], message: tuple[float]) -> tuple[float, float]:
        return node[0] + message[0], node[1] + 1.0

    def aggregate(node: tuple[float, float]) -> tuple[float]:
        return (node[0] / node[1],)

    mean = ot.Rule("mean", "the mean of the children", "here", start, add, aggregate)
    tree = Tree.literal([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]])
    assert ot.decide(tree, rule=mean, depth=2).moves == (0, 1)


def test_values_that_are_only_picked_are_compared_as_they_are() -> None:
    """Minimax adds nothing up, so that numbers which differ in a last bit are two numbers."""
    assert ot.decide(Tree.literal([0.3, 0.1 + 0.2]), rule="minimax", depth=1).moves == (1,)


@pytest.mark.parametrize("search", ["full-width", "althofer-alpha-beta"])
def test_a_move_that_was_cut_off_may_tie_after_all(search: str) -> None:
    """The first move is worth 0 without any rounding, so that its window has no room; the second is .3 - .1 - .2."""
    static = {(): 0.0, (0,): 0.0, (0, 0): 0.0, (1,): -0.2, (1, 0): -0.1}
    tree = Tree.literal([[[0.0]], [[0.3]]], static=static)
    assert 0.3 - 0.1 - 0.2 < 0.0
    assert ot.decide(tree, rule="althofer", search=search, depth=3).moves == (0, 1)


@pytest.mark.parametrize(("first", "second"), [(0.01, 0.04), (0.01, 0.13), (0.11, 0.23), (0.13, 0.17)])
def test_emm_keeps_the_search_where_its_error_is_rounded_up(first: float, second: float) -> None:
    """Two losing moves are wrong together as often as the node's own evaluation is, in exact arithmetic."""
    own = 1 - (1 - Fraction(str(first))) * (1 - Fraction(str(second)))
    tree = Tree.literal([-1, -1], static=1, error={(): float(own), (0,): first, (1,): second})
    assert ot.decide(tree, rule="emm", depth=1).value == -1


class FarFromZero:
    """Two plies; results differ by whole numbers, far from 0."""

    def __init__(self, base: float) -> None:
        self.base = base

    def initial(self) -> tuple[int, ...]:
        return ()

    def mover(self, state: tuple[int, ...]) -> int:
        return 1 if len(state) % 2 == 0 else -1

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [] if len(state) == 2 else [0, 1, 2]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def utility(self, state: tuple[int, ...]) -> float:
        return self.base + (state[0] * 3 + state[1] * 5) % 7 % 4


@pytest.mark.parametrize("rule", ["vote", "mean", "althofer", "implicit-minimax"])
def test_moves_that_rounding_cannot_tell_apart_are_said_to_tie(rule: str) -> None:
    for base in (0.0, 1e12, 3.3e13, 1e15):
        found = ot.decide(FarFromZero(base), depth=2, rule=rule, evaluate=lambda state: base + 1.0)  # noqa: B023
        assert found.moves == (1,) or (found.blurred >= 0.5 and "tie: of numbers of this size" in str(found))
