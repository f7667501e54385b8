"""The computations of best-first in the view Simulations: a tree that grows by influence, beside the tree that
alpha-beta sees with the same number of evaluations, one depth after the other."""

from typing import Any

import numpy as np

from overthink.core.plain import Fields
from overthink.core.tree import Tree
from overthink.lab.request import Given
from overthink.lab.workers.offers import Offer
from overthink.lab.workers.trace import LEAF, trace_rule
from overthink.presets.preset import read_seed
from overthink.search.best_first import best_first

MOST_EVALUATIONS = 200
OFFER = Offer(
    "board-splitting",
    {"height": {"default": 8, "low": 4, "high": 10}, "error": {"default": 0.1, "low": 0.01}},
    {"b": 2, "mixing": 1.0, "copied": 0.0},
)


def form() -> Fields:
    return OFFER.form() | {"evaluations": MOST_EVALUATIONS}


def show_growth(given: Given) -> Fields:
    """For both searches the positions in the order in which they are evaluated, and the moves that each would choose
    after 1, 2, … evaluations."""
    values, seed = OFFER.values(given), read_seed(given)
    assert OFFER.preset.draw
    tree = OFFER.preset.draw(values, 0, seed)(seed, seed + 1)
    truth = tree.truth[tree.children(0)]
    says = f"{OFFER.preset.describe(values, seed)}.".replace("every evaluation", "every guess")
    return {
        "says": says,
        "right": np.flatnonzero(truth == truth.max()).tolist(),
        "searches": [_best_first(tree), _alpha_beta(tree)],
    }


def _best_first(tree: Tree) -> Fields:
    found = best_first(tree, evaluations=1)
    places = {0: 0}  # nodes of the tree, by rows of the grown one
    order, chosen, before = [0], [list(map(int, found.moves))], {0}
    while not found.stopped and found.evaluations < MOST_EVALUATIONS:
        found = found.more(1)
        grown = found.tree
        for row in range(len(grown.first)):
            for i, kid in enumerate(grown.children(row)):
                places[kid] = int(tree.first[places[row]]) + 1 + i
        seen = set(np.flatnonzero(grown.visits).tolist())
        order += [places[row] for row in sorted(seen - before)]
        before = seen
        chosen.append(list(map(int, found.moves)))
    why = {"proven": "the value is proven", "decided": "no other move can become better"}.get(found.stopped, "")
    return {"name": "best-first", "order": order, "chosen": chosen, "stopped": why}


def _alpha_beta(tree: Tree) -> Fields:
    """Search one move ahead, then two, and so on; each position is evaluated once in a depth."""
    order, chosen = list[int](), list[list[int]]()
    moves: list[int] = []
    for depth in range(1, tree.height + 1):
        trace = trace_rule(tree, "minimax", "alpha-beta", depth)
        leaves: list[Any] = [
            event[1] for event in trace.events if event[0] == LEAF and np.isnan(tree.utility[event[1]])
        ]
        order += leaves
        chosen += [moves] * (len(leaves) - 1) + [list(trace.moves)] * bool(leaves)
        moves = list(trace.moves)
        if len(order) >= MOST_EVALUATIONS:
            break
    return {
        "name": "alpha-beta", "order": order[:MOST_EVALUATIONS], "chosen": chosen[:MOST_EVALUATIONS], "stopped": "",
    }  # fmt: skip
