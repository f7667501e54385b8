"""Studies of Althöfer's rule: exact distributions against counting all cases, and what iterative deepening reads."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from overthink.core.tree import Tree
from overthink.models.board_splitting import fixed_point
from overthink.search.decide import decide
from overthink_papers.althofer import burden, evaluation
from overthink_papers.althofer.rate import first_laws, next_laws, root_errors, wrong_sign


def chances_to_win(b: int, height: int, p: float | None) -> list[float]:
    """The probability that the player to move wins with 0, 1, … plies left. Without p, the one that stays the same."""
    if p is None:
        return [1.0 - fixed_point(b)] * (height + 1)
    chances = [1.0 - p]  # with no ply left the other player has moved last, and wins where the square is 1
    for _ in range(height):
        chances.append(1.0 - chances[-1] ** b)
    return chances


def root_error(
    b: int, depth: int, e: float, adds: bool, *, p: float | None = None, height: int | None = None, mixed: bool = False
) -> float:
    """The probability that a search to this depth misjudges the root of a game of this many plies. `adds`: Althöfer's
    rule, else minimax. `mixed`: nontrivial games only, whose roots are all won. Without p the game is balanced."""
    chances = chances_to_win(b, height or depth, p)[-depth - 1 :]
    laws = first_laws(e, depth + 1)
    for ply, win in enumerate(chances[:-1]):
        laws = next_laws(laws, win, b, e, adds, mixed and ply == depth - 1)
    root = 1.0 if mixed else chances[-1]
    return (1.0 - root) * wrong_sign(laws[0], False) + root * wrong_sign(laws[1], True)


def counted(e: float, adds: bool, p: float, mixed: bool) -> float:
    """The same by counting every board of two plies, b = 2, and every pattern of errors. Values are to Max at the root;
    the last player to move wins with a 1, which is Min."""
    total = wrong = 0.0
    for squares in product((0, 1), repeat=4):
        leaves = [-1 if square else 1 for square in squares]
        inner = [min(leaves[:2]), min(leaves[2:])]
        if mixed and inner[0] == inner[1]:
            continue
        truth = max(inner)
        chance = float(np.prod([p if square else 1.0 - p for square in squares]))
        total += chance
        for errors in product((1, -1), repeat=7):
            likely = float(np.prod([1.0 - e if sign > 0 else e for sign in errors]))
            seen = [value * sign for value, sign in zip((truth, *inner, *leaves), errors)]
            own = seen[:3] if adds else [0, 0, 0]
            value = own[0] + max(own[1] + min(seen[3:5]), own[2] + min(seen[5:]))
            wrong += chance * likely * (0.5 if value == 0 else float((value > 0) != (truth > 0)))
    return wrong / total


@pytest.mark.parametrize("adds", [True, False])
@pytest.mark.parametrize("mixed", [True, False])
@pytest.mark.parametrize(("e", "p"), [(0.1, 0.5), (0.3, 0.2)])
def test_the_law_of_the_root_is_that_of_all_cases(adds: bool, mixed: bool, e: float, p: float) -> None:
    assert root_error(2, 2, e, adds, p=p, mixed=mixed) == pytest.approx(counted(e, adds, p, mixed))


def test_balanced_games_stay_balanced() -> None:
    one_by_one = [root_error(3, depth, 0.1, True) for depth in range(1, 8)]
    np.testing.assert_allclose(root_errors(3, 7, 0.1, True)[1:], one_by_one)
    drawn = [root_error(2, 5, 0.2, adds, p=fixed_point(2), height=8) for adds in (True, False)]
    assert drawn == pytest.approx([root_error(2, 5, 0.2, adds) for adds in (True, False)])


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", evaluation.KINDS)
def test_sampled_games_have_that_law(kind: str) -> None:
    points, found = evaluation.run({"game": "P", "kind": kind, "e": 0.2}, 0, 200, 1)
    for point, sample in zip(points, found):
        adds, mixed = point["rule"] == "althofer", kind == "nontrivial"
        exact = root_error(2, point["depth"], 0.2, adds, p=0.5, height=12, mixed=mixed)
        assert abs(sample.mean() - exact) < 4.0 * np.sqrt(max(exact, 0.01) / len(sample))


def test_the_exact_numbers_of_the_page() -> None:
    page = (Path(__file__).parents[1] / "docs/papers/althofer.md").read_text("utf-8")
    trivial = [root_error(2, depth, 0.3, True, p=0.5, height=12, mixed=True) for depth in (1, 10)]
    assert "{:.3f} at depth 1, {:.3f} at depth 10, exactly".format(*trivial).replace("0.", ".") in page
    heights = [root_error(2, height, 0.1, True) for height in (2, 3)]
    assert "from {:.4f} at height 2 to {:.4f} at height 3".format(*heights).replace("0.", ".") in page
    minimax = [root_error(2, depth, 0.1, False, p=0.5, height=12) for depth in (1, 10)]
    assert "from {:.2f} at depth 1 to {:.3f} at depth 10".format(*minimax).replace("0.", ".") in page
    assert f"at {root_error(2, 60, 0.3, True):.3f}".replace("0.", ".") in page


def test_a_root_is_misjudged_by_its_sign_and_half_at_zero() -> None:
    tree = Tree.literal([1, -1], static={(): -1})
    tree = evaluation.Tree(**{**vars(tree), "truth": np.array([1.0, 1.0, -1.0])})
    assert evaluation.wrong(tree, "minimax", 1).tolist() == [0.0]
    assert evaluation.wrong(tree, "althofer", 1).tolist() == [0.5]


def test_what_iterative_deepening_reads() -> None:
    """Minimax reads where each search stops, each node of a tree once; Althöfer's rule reads every node it visits."""
    random = np.random.default_rng(3)
    tree = Tree.literal(random.normal(size=(2, 2, 2, 2)).tolist(), static=lambda path: float(random.normal()))
    found = {rule: burden.deepen(tree, rule, 4) for rule in burden.PLAYERS}
    searches = {
        rule: [decide(tree, rule=rule, search=search, depth=d, ties=False).nodes for d in (1, 2, 3, 4)]
        for rule, search in burden.PLAYERS.items()
    }
    for rule, nodes in searches.items():
        assert found[rule]["nodes"] == sum(n.total for n in nodes)
    assert found["minimax"]["evaluations anew"] == sum(n.frontier for n in searches["minimax"])
    assert found["minimax"]["evaluations kept"] == found["minimax"]["evaluations anew"]
    assert found["althofer"]["evaluations anew"] == found["althofer"]["nodes"]
    assert found["althofer"]["evaluations kept"] <= len(tree)
    assert all(0.0 < of["evaluated before"] <= 1.0 for of in found.values())
