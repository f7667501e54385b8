"""Minimax decides worse the deeper it searches, and EMM does not: 1,000 random games, each evaluation wrong with
probability .2. Two seconds.

    python examples/fall_and_cure.py
"""

import overthink as ot

games = ot.BoardSplittingModel(height=9).draw(0, 1000)
evaluated = ot.artificial(0.2)(games)
for rule in ("minimax", "emm"):
    accuracy = ot.accuracy(evaluated, rule, depths=(1, 3, 5, 7))
    print(f"{rule:8}", "  ".join(f"depth {depth}: {share.mean:.3f}" for depth, share in accuracy.items()))
