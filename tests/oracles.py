"""Slow and plain: each rule as its paper writes it, by recursion over sketches. Nothing here uses the package.

Probabilities are fractions, and so is everything else where the sketch has fractions in it: then nothing is rounded.
"""

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

from tests.sketches import Sketch

Opinion = tuple[int, Fraction]
HALF = Fraction(1, 2)


def win_or_loss(value: float, error: float) -> Opinion:
    """An opinion as EMM needs it. The papers have no draws: one that favours neither side is as good as none."""
    if value == 0:
        return -1, HALF
    return (1 if value > 0 else -1), Fraction(error)


def seen_from(parent: Sketch, child: Sketch, value: float) -> float:
    """v_i = -vTmp_i, unless the same player moves again."""
    return value if child.mover == parent.mover else -value


def emm_figure_4(s: Sketch, d: int, flip: bool = True) -> Opinion:
    """Algorithm 1, line by line, from the view of the player to move. Its slips corrected: `return (curVal, e)` returns
    e_s, and a terminal returns its utility with error 0."""
    if s.utility is not None:
        return win_or_loss(s.mover * s.utility, 0.0)
    curVal, curErr = win_or_loss(s.mover * s.static, s.error)
    if d == 0 or not s.kids:
        return curVal, curErr
    vTmp_er = [emm_figure_4(kid, d - 1, flip) for kid in s.kids]
    v = [seen_from(s, kid, vTmp) for kid, (vTmp, _) in zip(s.kids, vTmp_er)]
    er = [e for _, e in vTmp_er]
    val = max(v)
    if val == -1:
        aggErr = 1 - math.prod(1 - er_i for er_i in er)
    else:
        aggErr = 1
        for v_i, er_i in zip(v, er):
            aggErr *= er_i if v_i == 1 else 1 - er_i
    if flip and aggErr > HALF:
        val, aggErr = -val, 1 - aggErr
    if curVal == val:
        return curVal, min(curErr, aggErr)
    if curErr >= aggErr:
        return val, aggErr
    return curVal, curErr


def emm_slides(n: Sketch, d: int) -> Opinion:
    """The slides' EMM, for Max and Min: the static value wherever the search's error exceeds its own."""
    if n.utility is not None:
        return win_or_loss(n.mover * n.utility, 0.0)
    value, e = win_or_loss(n.mover * n.static, n.error)
    if d == 0 or not n.kids:
        return value, e
    below = [(seen_from(n, kid, v), err) for kid, (v, err) in ((kid, emm_slides(kid, d - 1)) for kid in n.kids)]
    wins, losses = [e for v, e in below if v == 1], [e for v, e in below if v == -1]
    losses_stay = math.prod(1 - e for e in losses)
    aggErr = math.prod(wins) * losses_stay if wins else 1 - losses_stay  # types A, B, C; else D
    if aggErr <= e:
        return (1 if wins else -1), aggErr
    return value, e


def chance_to_win(value: float, error: float) -> Fraction:
    """The mover's probability of a win, exactly."""
    return 1 - Fraction(error) if value > 0 else Fraction(error)


def emm_s_form(n: Sketch, d: int) -> Fraction:
    """S(n), the mover's probability of a win: P = 1 - Π S(child), and S = P if |P - 1/2| >= |s - 1/2| else s."""
    if n.utility is not None:
        return chance_to_win(*win_or_loss(n.mover * n.utility, 0.0))
    s = chance_to_win(*win_or_loss(n.mover * n.static, n.error))
    if d == 0 or not n.kids:
        return s
    P = 1 - math.prod(lost(n, kid, emm_s_form(kid, d - 1)) for kid in n.kids)
    return P if abs(P - HALF) >= abs(s - HALF) else s


def lost(parent: Sketch, child: Sketch, wins: Fraction) -> Fraction:
    """The probability that the parent's mover loses in a child whose mover wins with this probability."""
    return 1 - wins if child.mover == parent.mover else wins


def product_for_max(n: Sketch, d: int) -> Fraction:
    """The product rule: the probability that player 1 wins. (The paper's formula for player 1 lacks a 1 - inside.)"""
    if n.utility is not None or d == 0 or not n.kids:
        value, error = (n.static, n.error) if n.utility is None else (n.utility, 0.0)
        s = chance_to_win(*win_or_loss(n.mover * value, error))
        return s if n.mover > 0 else 1 - s
    below = [product_for_max(kid, d - 1) for kid in n.kids]
    return 1 - math.prod(1 - p for p in below) if n.mover > 0 else math.prod(below)


def bayes_odds(n: Sketch, d: int, weigh: Callable[[Fraction], Fraction] = Fraction) -> Fraction:
    """The mover's probability of a win: odds of the search times odds of the static evaluation, or what `weigh` makes
    of its chances. Of two certainties that contradict each other the search's is kept."""
    if n.utility is not None:
        return chance_to_win(*win_or_loss(n.mover * n.utility, 0.0))
    s = chance_to_win(*win_or_loss(n.mover * n.static, n.error))
    if d == 0 or not n.kids:
        return s
    P = 1 - math.prod(lost(n, kid, bayes_odds(kid, d - 1, weigh)) for kid in n.kids)
    won, lost_ = P * weigh(s), (1 - P) * weigh(1 - s)
    return won / (won + lost_) if won + lost_ else P


def fourth_root(x: Fraction) -> Fraction:
    """To 50 digits."""
    with localcontext() as context:
        context.prec = 60
        root = (Decimal(x.numerator) / Decimal(x.denominator)).sqrt().sqrt()
        return Fraction(round(root, 50))


def tempered_odds(n: Sketch, d: int) -> Fraction:
    """The same with the fourth root of the static evaluation's odds, to 40 digits: what is equal stays equal."""
    return Fraction(round(bayes_odds(n, d, fourth_root) * 10**40), 10**40)


Worlds = dict[tuple[int, bool], Fraction]  # by true value to the mover, and whether the evaluation is right


def families(n: Sketch, d: int, copied: Fraction, prior: Fraction) -> tuple[Worlds, Fraction]:
    """P(all evaluations down to the depth, true value | the node's own evaluation is right or wrong), and the error of
    that evaluation. What is impossible says nothing."""
    if n.utility is not None:
        won = chance_to_win(*win_or_loss(n.mover * n.utility, 0.0))
        return {(t, right): won if t == 1 else 1 - won for t in (1, -1) for right in (True, False)}, HALF
    worlds: Worlds = {(t, right): prior if t == 1 else 1 - prior for t in (1, -1) for right in (True, False)}
    if d and n.kids:
        below = [(1 if kid.mover == n.mover else -1, *families(kid, d - 1, copied, prior)) for kid in n.kids]
        searched: Worlds = {}
        for right in (True, False):
            every, all_lost = Fraction(1), Fraction(1)
            for side, kid, error in below:
                fresh = {True: 1 - error, False: error}
                chance = {r: (1 - copied) * fresh[r] + (copied if r == right else 0) for r in (True, False)}
                loses = sum(chance[r] * kid[-side, r] for r in (True, False))
                every *= loses + sum(chance[r] * kid[side, r] for r in (True, False))
                all_lost *= loses
            searched[1, right] = every - all_lost
            searched[-1, right] = all_lost
        if any(searched.values()):
            worlds = searched
    error = Fraction(n.error)
    opinion = (n.mover * n.static > 0) - (n.mover * n.static < 0)
    possible = {(t, r): p if (t == opinion) == r else Fraction(0) for (t, r), p in worlds.items()}
    if opinion and (1 - error) * possible[opinion, True] + error * possible[-opinion, False]:
        worlds = possible
    return worlds, error


def heir(n: Sketch, d: int, copied: Fraction = HALF, prior: Fraction = HALF) -> Fraction:
    """The mover's probability of a win, where errors are inherited."""
    worlds, error = families(n, d, copied, prior)
    won, lost_ = ((1 - error) * worlds[t, True] + error * worlds[t, False] for t in (1, -1))
    return won / (won + lost_) if won + lost_ else HALF


def emm_true_types(n: Sketch, d: int) -> Opinion:
    """Algorithm 1 whose formula for the error comes from the true values of the children."""
    if n.utility is not None:
        return win_or_loss(n.mover * n.utility, 0.0)
    curVal, curErr = win_or_loss(n.mover * n.static, n.error)
    if d == 0 or not n.kids:
        return curVal, curErr
    below = [(kid, *emm_true_types(kid, d - 1)) for kid in n.kids]
    val = max(seen_from(n, kid, value) for kid, value, _ in below)
    aggErr = math.prod(e if n.mover * kid.truth > 0 else 1 - e for kid, _, e in below)
    if all(n.mover * kid.truth < 0 for kid in n.kids):
        aggErr = 1 - aggErr
    if aggErr > HALF:
        val, aggErr = -val, 1 - aggErr
    if curVal == val:
        return curVal, min(curErr, aggErr)
    return (val, aggErr) if curErr >= aggErr else (curVal, curErr)


def minimax(n: Sketch, d: int) -> float:
    """To Max."""
    if n.utility is not None:
        return n.utility
    if d == 0 or not n.kids:
        return n.static
    return (max if n.mover > 0 else min)(minimax(kid, d - 1) for kid in n.kids)


def all_evaluations(n: Sketch, d: int) -> list[float]:
    """To Max: of a node, and of all nodes below it that a search reaches."""
    if n.utility is not None:
        return [n.utility]
    below = [value for kid in n.kids for value in all_evaluations(kid, d - 1)] if d else []
    return [n.static, *below]


def mean(n: Sketch, d: int) -> float:
    values = all_evaluations(n, d)
    return sum(values) / len(values)


def cheapest(n: Sketch, d: int) -> float:
    """Minimin: the least cost of a move and what follows it."""
    if n.utility is not None:
        return n.utility
    if d == 0 or not n.kids:
        return n.static
    return min(kid.cost + cheapest(kid, d - 1) for kid in n.kids)


def richest(n: Sketch, d: int) -> float:
    """Maximax: the largest gain less the costs of the moves."""
    if n.utility is not None:
        return n.utility
    if d == 0 or not n.kids:
        return n.static
    return max(richest(kid, d - 1) - kid.cost for kid in n.kids)


def althofer_eq_2(x: Sketch, d: int) -> float:
    """W_x = max(-W_y) + f(x), to the player to move; a game over d plies early counts its value d + 1 times."""
    if x.utility is not None:
        return (d + 1) * (x.mover * x.utility)
    if d == 0 or not x.kids:
        return x.mover * x.static
    return max(seen_from(x, y, althofer_eq_2(y, d - 1)) for y in x.kids) + x.mover * x.static


def nodes_seen(n: Sketch, d: int) -> tuple[int, int, int]:
    """Internal, frontier and terminal nodes of a full-width search."""
    if n.utility is not None:
        return 0, 0, 1
    if d == 0 or not n.kids:
        return 0, 1, 0
    below = [nodes_seen(kid, d - 1) for kid in n.kids]
    internal, frontier, terminal = (sum(kinds) for kinds in zip(*below))
    return 1 + internal, frontier, terminal
