"""Does depth help a strong evaluator, and can a rule other than minimax earn more?

Nets of four strengths, trained on solved positions, and one kind trained on results of play, three seeds each, judge
positions of five games at the size people play. An observation is a group of positions in which some moves are right
and some wrong; all nets, rules and depths decide in the same positions. A number is the mean P_opt of a group: the
share of right moves among those that tie for the best.

"tempered 0.25" is the rule between product (weight 0) and bayes (1). "learned" weighs the search and a node's own
evaluation as was learned for each net from other positions. "sharp" are the same rules on the net's log-odds times
two: a net that is too sure of itself.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.rules.rule import Rule
from overthink.rules.tempered import tempered
from overthink.search.sweep import move_scores
from overthink.studies.samples import Point, Setting
from overthink_papers.beyond.solved_games import kernel_tree
from overthink_papers.beyond.strong.learned import LEARNED, SURE, learned_scores, learnings, with_odds
from overthink_papers.beyond.strong.positions import ARENAS, KINDS, SEEDS, Solved, game_of, net_of, solved_position
from overthink_papers.experiments.scaffold import one_by_one

NAME = "beyond/strong"
MINIMAX = "minimax"
GROUP = 20  # positions of an observation
WEIGHTS = (0.125, 0.25, 0.5)
FAMILY: dict[str, str | Rule] = {
    "product": "product",
    **{f"tempered {w:g}": tempered(w) for w in WEIGHTS},
    "bayes": "bayes",
}
RULES: dict[str, str | Rule] = {MINIMAX: MINIMAX, "emm": "emm", **FAMILY, "althofer": "althofer", "vote": "vote"}
SHARP: dict[str, str | Rule] = {f"sharp {rule}": RULES[rule] for rule in ("emm", "product", "tempered 0.25", "bayes")}
SHARPENED = ("weak", "strong")
LOOKED = 3  # the depth at which what the search says of a move is compared with its own evaluation
PAIRS = ("parent", "parent²", "child", "child²", "parent × child", "child × sibling", "positions")
MOMENTS = ("1", "t", "own", "search", "t own", "t search", "own²", "search²", "own search")
COUNTS = ("too hard", "no wrong move")


def _depths_of(setting: Setting) -> range:
    return range(1, ARENAS[setting["game"]].depth + 1)


def points_of(setting: Setting) -> list[Point]:
    """What is measured of a group: counts, then of each net every rule at every depth, and its errors."""
    points: list[Point] = [{"measure": measure} for measure in COUNTS]
    for kind in KINDS:
        for seed in SEEDS:
            who = {"net": kind, "seed": seed}
            rules = [*RULES, *LEARNED, *(SHARP if kind in SHARPENED else ())]
            points += [{**who, "rule": rule, "depth": depth} for rule in rules for depth in _depths_of(setting)]
            points += [{**who, "measure": measure} for measure in (*PAIRS, *MOMENTS)]
    return points


def sharpen(tree: Tree) -> Tree:
    """The tree with every evaluation's log-odds times two."""
    won, lost = (0.5 + 0.5 * side * tree.static for side in (1.0, -1.0))
    values = (won**2 - lost**2) / (won**2 + lost**2)
    return tree.opinion(values, 0.5 * (1.0 - np.abs(values)))


def shares_right(scores: dict[int, Column], values: Column) -> list[float]:
    """P_opt at each depth."""
    return [float((values == values.max())[by_depth == by_depth.max()].mean()) for by_depth in scores.values()]


def tree_of(name: str, position: Solved, depth: int, kind: str, seed: int) -> Tree:
    """The tree below a solved position, as a net sees it."""
    return kernel_tree(game_of(name), position.state, depth, net_of(name, kind, seed))


def judge(setting: Setting, position: Solved, kind: str, seed: int) -> Iterator[float]:
    """Every number of one position and one net."""
    name = setting["game"]
    depths = _depths_of(setting)
    values = np.array(position.values)
    tree = tree_of(name, position, depths[-1], kind, seed)
    scores = {rule: move_scores(tree, used, depths) for rule, used in RULES.items()}
    odds = with_odds(tree)
    scores |= {rule: learned_scores(odds, learnings()[name, kind, seed][rule], depths[-1]) for rule in LEARNED}
    if kind in SHARPENED:
        sharp = sharpen(tree)
        scores |= {rule: move_scores(sharp, used, depths) for rule, used in SHARP.items()}
    for by_depth in scores.values():
        yield from shares_right(by_depth, values)
    moves = len(values)
    own = tree.mover[0] * tree.static[: 1 + moves]
    going = np.isnan(tree.utility[1 : 1 + moves])
    yield from errors(own[0] - values.max(), (own[1:] - values)[going])
    with np.errstate(divide="ignore"):
        search = np.log(scores["product"][LOOKED])
        itself = np.log1p(own[1:]) - np.log1p(-own[1:])
    told = going & (np.abs(search) < SURE) & (np.abs(itself) < SURE) & (values != 0.0)
    yield from moments(values[told], itself[told], search[told])


def errors(parent: float, children: Column) -> list[float]:
    """Products of errors, in the order of PAIRS, each averaged over a position's moves."""
    n = len(children)
    if n < 2:
        return [0.0] * len(PAIRS)
    total, squares = float(children.sum()), float((children**2).sum())
    siblings = (total**2 - squares) / (n * (n - 1))
    return [parent, parent**2, total / n, squares / n, parent * total / n, siblings, 1.0]


def moments(truth: Column, own: Column, search: Column) -> list[float]:
    """Sums over the moves, in the order of MOMENTS."""
    terms: Sequence[Column] = (np.ones(len(truth)), truth, own, search, truth * own, truth * search, own**2, search**2)
    return [float(term.sum()) for term in (*terms, own * search)]


@one_by_one(points_of)
def run(setting: Setting, number: int, seed: int) -> Column:
    """The means of a group of positions."""
    rows = []
    for place in range(GROUP):
        key = seed_key(NAME, setting["game"], setting["source"], seed, number, place)
        position = solved_position(setting["game"], setting["source"], key)
        row = [float(position.too_hard), float(position.no_choice)]
        for kind, net_seed in product(KINDS, SEEDS):
            row += judge(setting, position, kind, net_seed)
        rows.append(row)
    return np.asarray(np.mean(rows, axis=0))
