"""The studies of EMM count what they say, beside slow counts."""

from itertools import product

import numpy as np
import pytest

from overthink.core.tree import Tree
from overthink.evaluate.solved import artificial, natural
from overthink.games.kalah import Kalah
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES
from overthink.search.sweep import back_up
from overthink_papers.emm import dependence
from overthink_papers.emm.node_types import fig2, trees_of_types, types
from overthink_papers.emm.node_types.fig2 import SHAPES, Shape
from overthink_papers.emm.node_types.trees_of_types import LARGER_SHAPES


def drawn(mixing: float = 1.0, height: int = 11) -> Tree:
    return BoardSplittingModel(height=height, mixing=mixing).draw(0, 1, 5)


def root_value(shape: Shape, statics: dict[tuple[int, ...], float], depth: int, place: tuple[int, ...] = ()) -> float:
    """Minimax to this depth, each place of a shape having its static value."""
    _, children = shape
    if depth == 0 or children is None:
        return statics[place]
    values = [root_value(child, statics, depth - 1, (*place, i)) for i, child in enumerate(children)]
    return max(values) if len(place) % 2 == 0 else min(values)


def places(shape: Shape, place: tuple[int, ...] = ()) -> dict[tuple[int, ...], float]:
    truth, children = shape
    below = [places(child, (*place, i)) for i, child in enumerate(children or ())]
    return {place: truth, **{name: value for part in below for name, value in part.items()}}


def exact_error(kind: str, e: float) -> float:
    """How often the root is wrong, over all ways to be wrong."""
    shape, depth = {**SHAPES, **LARGER_SHAPES}[kind]
    truth = places(shape)
    total = 0.0
    for flips in product((1.0, -1.0), repeat=len(truth)):
        statics = {place: flip * truth[place] for place, flip in zip(truth, flips)}
        if root_value(shape, statics, depth) != truth[()]:
            total += np.prod([1 - e if flip > 0 else e for flip in flips])
    return total


@pytest.mark.parametrize(
    "kind, words", [("A", "e²"), ("B/C", "e(1 − e)"), ("D", "1 − (1 − e)²"), ("D over A", "1 − (1 − e²)²")]
)
def test_errors_of_types_are_the_formulas(kind, words):
    assert exact_error(kind, 0.3) == pytest.approx(fig2.FORMULAS[words](0.3))


def test_without_type_d_two_plies_err_more_than_one_and_less_than_none():
    one, two = exact_error("chain 1", 0.3), exact_error("chain 2", 0.3)
    assert one == pytest.approx(0.3 * 0.7) and two == pytest.approx(0.3 * (1 - 0.3 * 0.7)) and one < two < 0.3


def test_measured_errors_are_near_the_exact_ones():
    cells = [study.run({"e": 0.3}, 0, 2000, 1) for study in (fig2.STUDY, trees_of_types.STUDY)]
    for point, sample in [pair for points, wrong in cells for pair in zip(points, wrong)]:
        exact = 0.3 if point["type"] == "static" else exact_error(point["type"], 0.3)
        assert sample.mean() == pytest.approx(exact, abs=0.05)


def types_slowly(tree: Tree) -> tuple[float, ...]:
    kinds = []
    for n in range(len(tree)):
        results = [tree.mover[n] * tree.truth[child] for child in tree.children(n)]
        if results:
            lost = all(result < 0 for result in results)
            kinds.append("A" if all(r > 0 for r in results) else "B/C" if any(r > 0 for r in results) else "D" * lost)
    return tuple(kinds.count(kind) / len(kinds) for kind in types.TYPES)


def test_types_of_nodes():
    assert types.type_shares(drawn(height=7)) == pytest.approx(types_slowly(drawn(height=7)))
    game = Kalah.regularised(2, 2, 4, outcome="win")
    tree = game.state_space(game.random_start(3, 1)).tree
    assert types.type_shares(tree) == pytest.approx(types_slowly(tree))


def test_nodes_where_emm_takes_its_evaluation():
    tree = artificial(0.2)(drawn(), 3)
    values, errors = back_up(tree, RULES["emm"], types.DEPTH)
    passed = range(tree.levels[types.DEPTH])
    at_d = [n for n in passed if all(tree.mover[n] * tree.truth[c] < 0 for c in tree.children(n))]
    kinds = [
        [[bool(tree.mover[n] * of[c] > 0) for c in tree.children(n)] for n in passed] for of in (tree.truth, values)
    ]
    others = [n for n in passed if n not in at_d]
    taken = [errors[n] == 0.2 and values[n] == tree.static[n] for n in passed]
    slow = [np.mean(taken), np.mean([taken[n] for n in at_d]), np.mean([taken[n] for n in others])]
    mistaken = np.mean([true != thought for true, thought in zip(*kinds)])
    assert types.replacements(tree) == pytest.approx([*slow, mistaken])


def test_pairs_of_wrong_nodes():
    tree = natural(drawn(mixing=0.0))
    marks = dependence.wrong(tree)
    (numbers,) = dependence.run({"game": "N-games", "evaluator": "natural"}, 0, 1, 0)[1:]
    assert marks.shape == (len(tree),) and len(numbers) == len(dependence.POINTS)
    counts = iter(dependence._counts(tree))
    for pair in dependence.PAIRS:
        for ply in dependence.PLIES:
            pairs = []
            for n in range(tree.levels[ply], tree.levels[ply + 1]):
                a, b = tree.children(n)
                pairs += [(n, a), (n, b)] if pair == "child" else [(a, b), (b, a)]
            both = sum(bool(marks[a] and marks[b]) for a, b in pairs)
            first, second = (sum(bool(marks[ends[i]]) for ends in pairs) for i in (0, 1))
            assert [next(counts) for _ in range(4)] == [both, first, second, len(pairs)]


def test_an_unlinked_evaluator_errs_as_often_as_the_natural_one():
    tree = BoardSplittingModel().draw(0, 200, 9)
    for linked, unlinked in zip(*[_rates(e(tree, 4)) for e in (natural, dependence.Unlinked(1.0))]):
        assert linked == pytest.approx(unlinked, abs=0.08)


def _rates(tree: Tree) -> list[float]:
    marks = dependence.wrong(tree)
    return [float(marks[low:high].mean()) for low, high in zip(tree.levels, tree.levels[1:])]
