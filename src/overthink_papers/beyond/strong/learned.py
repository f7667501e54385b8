"""What is learned for each net from solved positions that no study judges: one weight of a node's own evaluation
("learned weight", the rule `ot.learn("tempered")` makes), or a shift and two weights at each height ("learned"). Both
read the log-odds of the net's evaluations, and learn their calibration as well.

python -m overthink_papers.beyond.strong.learned      learns all again, on all cores
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import cache
from itertools import product
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.measure.learning import OddsColumns, fit_rule, fit_weight
from overthink.rules.learned import Height, Learning
from overthink.search.solving.listing import TooLargeError
from overthink_papers.beyond.solved_games import kernel_tree
from overthink_papers.beyond.strong.positions import ARENAS, KINDS, SEEDS, game_of, net_of, random_position, solver_of

FILE = Path(__file__).with_name("learned.json")
POSITIONS = 300
HEIGHTS = 3
SURE = 12.0  # log-odds that are not exceeded
LEARNED = ("learned weight", "learned")


def with_odds(tree: Tree) -> Tree:
    """The tree with the log-odds of each evaluation in its place."""
    with np.errstate(divide="ignore"):
        odds = np.log1p(tree.static) - np.log1p(-tree.static)
    return replace(tree, static=np.clip(odds, -SURE, SURE))


def join_trees(trees: Iterable[Tree]) -> tuple[Tree, Column]:
    """Trees side by side, and where each begins."""
    parts = list(trees)
    nodes = np.cumsum([0, *(len(tree) for tree in parts)])
    edges = np.cumsum([0, *(len(tree.child) for tree in parts)])
    first = [tree.first[:-1] + begin for tree, begin in zip(parts, edges)]
    child = [tree.child + begin for tree, begin in zip(parts, nodes)]
    columns = {name: np.concatenate([getattr(tree, name) for tree in parts]) for name in ("mover", "utility", "static")}
    return Tree(np.concatenate([*first, edges[-1:]]), np.concatenate(child), **columns), nodes[:-1]


@cache
def solved_positions(name: str) -> tuple[list[tuple[int, ...]], Column]:
    """Positions of random play that are solved, and what they are worth to the player to move: 1, ½ or 0."""
    states = list[tuple[int, ...]]()
    worth = list[float]()
    number = 0
    while len(states) < POSITIONS:
        state = random_position(name, seed_key("learned", name, number))
        number += 1
        try:
            values = solver_of(name).values(state) if state else {}
        except TooLargeError:
            continue
        if values:
            states.append(state)
            worth.append(0.5 + 0.5 * max(values.values()))
    return states, np.array(worth)


def learn_both(net: tuple[str, str, int]) -> list[Learning]:
    """In the order of LEARNED."""
    states, won = solved_positions(net[0])
    game = game_of(net[0])
    judge = net_of(*net)
    tree, roots = join_trees(with_odds(kernel_tree(game, state, HEIGHTS, judge)) for state in states)
    plain, full = (fit_rule(tree, roots, won, depth, net[0], net[1]) for depth in (0, HEIGHTS))
    return [fit_weight(tree, roots, won, HEIGHTS, plain), full]


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


def learn_kind(which: tuple[str, str]) -> dict[str, list[object]]:
    """What is learned for the nets of one kind, by name."""
    nets = [(*which, seed) for seed in SEEDS]
    return {"-".join(map(str, net)): [asdict(learning) for learning in learn_both(net)] for net in nets}


if __name__ == "__main__":
    with Pool() as pool:
        found = dict[str, list[object]]()
        for rows in pool.imap(learn_kind, product(ARENAS, KINDS), chunksize=1):
            found |= rows
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
