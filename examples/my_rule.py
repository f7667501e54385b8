"""A rule of your own: a node is worth half its best child and half the average of all. Is it better than minimax?
Five seconds.

    python examples/my_rule.py
"""

import math

import overthink as ot


@ot.kernel
def start():
    return -math.inf, 0.0, 0.0  # best, sum and number of the children so far


@ot.kernel
def add(node, message):
    best, total, count = node
    (value,) = message
    return max(best, value), total + value, count + 1.0


@ot.kernel
def aggregate(node):
    best, total, count = node
    return (0.5 * best + 0.5 * total / count,)


RULE = ot.Rule("mine/half", "half the best child, half the average", "my own idea", start, add, aggregate)

if __name__ == "__main__":
    games = ot.artificial(0.2)(ot.BoardSplittingModel(height=9).draw(0, 1000))
    right = ot.right_moves(games)
    for depth in (3, 5, 7):
        own, minimax = (
            ot.p_opt(games, ot.move_scores(games, rule, depths=(depth,))[depth], right) for rule in (RULE, "minimax")
        )
        print(f"depth {depth}: my rule decides right in {own.mean():.3f}; less minimax: {ot.difference(own, minimax)}")
