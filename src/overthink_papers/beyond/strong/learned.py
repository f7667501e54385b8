"""What is learned for each net from solved positions that no study judges: one weight of a node's own evaluation
("learned weight", the rule `ot.learn("tempered")` makes), or a shift and two weights at each height ("learned"). Both
read the log-odds of the net's evaluations, and learn their calibration as well.

`training/learn_rules.py` learns all again.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.measure.learning import OddsColumns
from overthink.rules.learned import Height, Learning

FILE = Path(__file__).with_name("learned.json")
SURE = 12.0  # log-odds that are not exceeded
LEARNED = ("learned weight", "learned")


def with_odds(tree: Tree) -> Tree:
    """The tree with the log-odds of each evaluation in its place."""
    with np.errstate(divide="ignore"):
        odds = np.log1p(tree.static) - np.log1p(-tree.static)
    return replace(tree, static=np.clip(odds, -SURE, SURE))


@cache
def learnings() -> dict[tuple[str, str, int], dict[str, Learning]]:
    """All that was learned, by net."""
    known = {}
    for key, rows in json.loads(FILE.read_text(encoding="utf-8")).items():
        name, kind, seed = key.rsplit("-", 2)
        made = [Learning(**row | {"heights": tuple(Height(**part) for part in row["heights"])}) for row in rows]
        known[name, kind, int(seed)] = dict(zip(LEARNED, made))
    return known


def learned_scores(tree: Tree, learning: Learning, deepest: int) -> dict[int, Column]:
    """The scores of the root's moves at each depth."""
    by_depth = OddsColumns(tree, learning).scores(deepest)
    return {depth: scores[: tree.first[1]] for depth, scores in by_depth.items()}
