"""The exact probability that the root of a P-game is misjudged, with independent errors at all nodes.

Subtrees of a P-game are independent and alike, so the law of a node's valuation, given whether its player wins, follows
from that of its children: no game is drawn. Evaluations are +1 and -1 to the player to move. A valuation of 0 says
nothing, and counts as half an error.
"""

from __future__ import annotations

import numpy as np

from overthink.core.kinds import Column
from overthink.models.board_splitting import fixed_point

Laws = tuple[Column, Column]  # of the valuation of a lost and of a won node, over -most … most


def chances_to_win(b: int, height: int, p: float | None) -> list[float]:
    """The probability that the player to move wins with 0, 1, … plies left. Without p, the one that stays the same."""
    if p is None:
        return [1.0 - fixed_point(b)] * (height + 1)
    chances = [1.0 - p]  # with no ply left the other player has moved last, and wins where the square is 1
    for _ in range(height):
        chances.append(1.0 - chances[-1] ** b)
    return chances


def first_laws(e: float, most: int) -> Laws:
    """At the frontier a node is worth its evaluation."""
    right, wrong = np.zeros((2, 2 * most + 1))
    right[most + 1], right[most - 1] = 1.0 - e, e
    wrong[most + 1], wrong[most - 1] = e, 1.0 - e
    return wrong, right


def next_laws(laws: Laws, win: float, b: int, e: float, adds: bool, mixed: bool) -> Laws:
    """One ply up: a node is lost if its b children, each won with probability `win`, are all won. `adds`: the node's
    own evaluation is added (eq. 2). `mixed`: given that some children are won and some lost."""
    of_lost, of_won = (np.cumsum(law[::-1]) for law in laws)  # P(-W ≤ w) of a child
    all_won, all_lost = (win * of_won) ** b, ((1.0 - win) * of_lost) ** b
    any_kind = (win * of_won + (1.0 - win) * of_lost) ** b
    won = any_kind - all_won - (all_lost if mixed else 0.0)
    results = []
    for sign, cumulative in ((-1, all_won), (1, won)):
        law = np.maximum(np.diff(cumulative, prepend=0.0), 0.0)
        law /= law.sum()
        results.append((1.0 - e) * np.roll(law, sign) + e * np.roll(law, -sign) if adds else law)
    return results[0], results[1]


def misjudged(law: Column, won: bool) -> float:
    most = len(law) // 2
    against = law[:most] if won else law[most + 1 :]
    return float(against.sum() + 0.5 * law[most])


def root_error(
    b: int, depth: int, e: float, adds: bool, *, p: float | None = None, height: int | None = None, mixed: bool = False
) -> float:
    """The probability that a search to this depth misjudges the root of a game of so many plies. `adds`: Althöfer's
    rule, else minimax. `mixed`: nontrivial games only, whose roots are all won. Without p the game is balanced."""
    chances = chances_to_win(b, height or depth, p)[-depth - 1 :]
    laws = first_laws(e, depth + 1)
    for ply, win in enumerate(chances[:-1]):
        laws = next_laws(laws, win, b, e, adds, mixed and ply == depth - 1)
    root = 1.0 if mixed else chances[-1]
    return (1.0 - root) * misjudged(laws[0], False) + root * misjudged(laws[1], True)


def root_errors(b: int, heights: int, e: float, adds: bool) -> Column:
    """The same of a balanced game for heights 0, 1, …, in one pass."""
    win = 1.0 - fixed_point(b)
    laws, errors = first_laws(e, heights + 1), [e]
    for _ in range(heights):
        laws = next_laws(laws, win, b, e, adds, False)
        errors.append((1.0 - win) * misjudged(laws[0], False) + win * misjudged(laws[1], True))
    return np.array(errors)
