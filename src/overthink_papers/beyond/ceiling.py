"""How far is each rule from the best possible one, on games with the artificial evaluator?

`beyond/ceiling`: the best possible rule is exact inference, the rule `heir` with the true parameters. With its
parameters wrong, exact inference is a rule like any other. One line more reads the evaluation of the root itself, which
no rule does.

`beyond/ceiling-mixed`: `heir` where its model is wrong about the games: N-games and mixtures, in which neighbouring
squares are alike, though the rule takes them for independent. It knows the error of evaluations and how often it is
copied, and takes every node where the search stops as won with probability one half.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.evaluate.solved import artificial
from overthink.measure.accuracy import p_opt, right_moves
from overthink.measure.ceiling import Model, beliefs, level_ties, odds_of_moves, won
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.search.sweep import move_scores
from overthink.studies.checks import Above, AlwaysBetter, NeverFalls, at, curve
from overthink.studies.claim import own_claim
from overthink.studies.samples import Cell, Point, Row, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.accuracy import BATCH
from overthink_papers.experiments.scaffold import DEPTH_LABELS, ahead_at, own_all, own_computed, own_seed, plot

RULES = ("minimax", "product", "althofer", "emm", "vote", "bayes")
HEIGHT = {2: 11, 3: 7, 4: 5}
DEPTHS = {2: (1, 3, 5, 7, 9), 3: (1, 3, 5), 4: (1, 3)}
BALANCED = round(fixed_point(2), 6)
PANEL = "e = {e:g}, copied {copied:g}"
LABELS = {**DEPTH_LABELS, "althofer": "Althöfer"}


def where(settings: Sequence[Setting], **fixed: object) -> list[Setting]:
    """The settings that have these values."""
    return [setting for setting in settings if all(setting[name] == value for name, value in fixed.items())]


def leads(winner: str, losers: Sequence[str], settings: Sequence[Setting], depth: int, by: float = 0.0) -> AlwaysBetter:
    """The winner decides better than each loser by more than `by`, in every setting."""
    return ahead_at([{"depth": depth, **s} for s in settings], {"rule": winner}, *grid(rule=losers), by=by)


def _at_every_depth(settings: Sequence[Setting]) -> list[Point]:
    return [{"depth": depth, **setting} for setting in settings for depth in DEPTHS[setting["b"]]]


Infer = Callable[[Tree, int], Column]  # scores of the moves of all roots, at a depth
COPIED = (0.0, 0.5, 0.9)
CHANGED_VALUES: tuple[Setting, ...] = (*grid(e=(0.1, 0.2, 0.3, 0.4)), *grid(p=(0.3, BALANCED)), *grid(b=(3, 4)))
SETTINGS: tuple[Setting, ...] = tuple(
    {"e": 0.2, "copied": copied, "p": 0.5, "b": 2, **change} for change in CHANGED_VALUES for copied in COPIED
)


def measure(
    name: str, boards: BoardSplittingModel, e: float, copied: float, depths: Sequence[int],
    inferences: Mapping[str, Infer], start: int, stop: int, seed: int,
) -> Cell:  # fmt: skip
    """P_opt of every rule and inference at each depth: float[points, observations]. `name` is the study's."""
    own = own_seed(name, "games", seed)
    parts = []
    for begin in range(start, stop, BATCH):
        games = boards.draw(begin, min(begin + BATCH, stop), own)
        tree = artificial(e, copied)(games, own)
        right = right_moves(games)
        lines = []
        for rule in RULES:
            scores = move_scores(tree, rule, depths)
            lines += [p_opt(tree, scores[depth], right) for depth in depths]
        lines += [p_opt(tree, infer(tree, depth), right) for infer in inferences.values() for depth in depths]
        parts.append(np.stack(lines))
    points: list[Point] = [{"rule": rule, "depth": depth} for rule in (*RULES, *inferences) for depth in depths]
    return points, np.concatenate(parts, axis=1)


def infer_from_root(tree: Tree, b: int, depth: int, model: Model) -> Column:
    """The odds that a move wins, given the root's own evaluation too, which no rule reads: if the move wins, the root
    is won, and so it is known whether the root's evaluation was right."""
    moves = beliefs(tree, b, depth, model)
    roots = tree.roots
    wrong = np.repeat(tree.mover[roots.start : roots.stop] * tree.static[roots.start : roots.stop] < 0.0, b)
    chosen = moves[np.arange(len(moves)), wrong * 1]
    return level_ties(chosen[:, 1] / chosen[:, 0], b)


def inferences_of(setting: Setting) -> dict[str, Infer]:
    """Exact inference with the true parameters, and with wrong ones."""
    e, copied, p, b = (setting[name] for name in ("e", "copied", "p", "b"))

    def true(depth: int) -> Model:
        return Model(e, copied, won(p, b, HEIGHT[b] - depth))

    def infer(**wrong: float) -> Infer:
        return lambda tree, depth: odds_of_moves(tree, b, depth, true(depth)._replace(**wrong))

    return {
        "heir": infer(),
        "no prior": infer(prior=0.5),
        "half the error": infer(error=e / 2),
        "copied .5": infer(copied=0.5),
        "copied .9": infer(copied=0.9),
        "root too": lambda tree, depth: infer_from_root(tree, b, depth, true(depth)),
    }


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """P_opt of every rule, and of exact inference with true and wrong parameters."""
    b = setting["b"]
    boards = BoardSplittingModel(height=HEIGHT[b], branching=b, p=setting["p"])
    e, copied = setting["e"], setting["copied"]
    return measure("beyond/ceiling", boards, e, copied, DEPTHS[b], inferences_of(setting), start, stop, seed)


FAMILIES = where(SETTINGS, copied=0.9, p=0.5, b=2)
INDEPENDENT = where(SETTINGS, copied=0.0, p=0.5, b=2)


def _is_in_figure(row: Row) -> bool:
    fixed = (row["p"], row["b"]) == (0.5, 2)
    return fixed and row["e"] in (0.2, 0.4) and row["rule"] in (*RULES, "heir", "root too")


CEILING = one_figure(
    "beyond/ceiling",
    "the best that any rule could decide, artificial evaluator",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 100, "paper": 5000},
    plot("depth", "rule", PANEL, {**LABELS, "root too": "heir, root's evaluation too"}, keep=_is_in_figure),
    "P-games, b = 2, p = .5. With independent errors (left) bayes is the ceiling. When errors are copied from parent "
    "to child (right), every published rule is far below it: an evaluator with inherited errors contradicts itself.",
    (
        own_computed(
            ahead_at(_at_every_depth(SETTINGS), {"rule": "heir"}, *grid(rule=RULES), by=-0.01).judge,
            "no published rule decides better than heir: any setting, any depth",
            lambda point: 0.7,
            lambda point: 0.7 + 0.02 * (point["rule"] == "vote"),
        ),
        own_all(
            "heir decides no worse with depth, in any setting",
            *(NeverFalls(curve("depth", DEPTHS[s["b"]], rule="heir", **s), 0.01) for s in SETTINGS),
        ),
        own_claim(
            ahead_at(_at_every_depth(INDEPENDENT), {"rule": "bayes"}, {"rule": "heir"}, by=-0.01),
            "independent errors: bayes is within a hundredth of the ceiling",
        ),
        own_claim(
            leads("heir", RULES, FAMILIES, 5, 0.07),
            "9 in 10 errors copied, b = 2, any e: at depth 5 heir is 7 points above every published rule",
        ),
        own_all(
            "9 in 10 errors copied, depth 5: heir is right in over 98 of 100 games with e = .4; with any e it is still "
            "3 points above every published rule if they are taken for 5 in 10, and 5 points if the error is taken for "
            "half of it",
            leads("copied .5", RULES, FAMILIES, 5, 0.03),
            leads("half the error", RULES, FAMILIES, 5, 0.05),
            Above((at(rule="heir", depth=5, e=0.4, copied=0.9, p=0.5, b=2),), 0.98, share=True),
        ),
        own_claim(
            leads("bayes", ("copied .9",), [at for at in INDEPENDENT if at["e"] >= 0.2], 5, 0.05),
            "independent errors, taken for copied ones (9 in 10): bayes is 5 points above it at depth 5, any e from .2",
        ),
        own_claim(
            leads("root too", ("heir",), FAMILIES, 1, 0.1),
            "9 in 10 errors copied: at depth 1 the root's own evaluation is worth 10 points, any e",
        ),
    ),
)

MIXED_DEPTHS = (1, 3, 5, 7)
ERROR = 0.2
MIXED = grid(m=(0.0, 0.25, 0.5, 0.75, 1.0), copied=COPIED)


def _run_mixed(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    boards = BoardSplittingModel(height=9, mixing=setting["m"])
    model = Model(ERROR, setting["copied"], 0.5)
    heir: dict[str, Infer] = {"heir": lambda tree, depth: odds_of_moves(tree, 2, depth, model)}
    return measure("beyond/ceiling-mixed", boards, ERROR, setting["copied"], MIXED_DEPTHS, heir, start, stop, seed)


MIXED_LABELS = {**LABELS, "x": "mixing factor m: N-games to P-games", "y": "fraction of correct decisions at depth 5"}

CEILING_MIXED = one_figure(
    "beyond/ceiling-mixed",
    "heir in N-games and mixtures, where its model is wrong about the games",
    "Overthink",
    MIXED,
    _run_mixed,
    {"quick": 100, "paper": 5000},
    plot("m", "rule", "copied {copied:g}", MIXED_LABELS, keep=lambda row: row["depth"] == 5),
    "b = 2, height 9, e = .2. The rule heir knows how evaluations err, and treats squares as independent. They are "
    "only at m = 1.",
    (
        own_all(
            "depth 5, any m: with 9 in 10 errors copied heir is 10 points above every published rule, with half of "
            "them above, with none within a hundredth or above",
            *(
                leads("heir", RULES, where(MIXED, copied=copied), 5, by)
                for copied, by in ((0.0, -0.01), (0.5, 0.0), (0.9, 0.1))
            ),
        ),
        own_claim(
            Above(tuple(at(rule="heir", depth=5, **setting) for setting in where(MIXED, copied=0.9)), 0.97),
            "9 in 10 errors copied, any m: heir is right in over 97 of 100 games at depth 5",
        ),
    ),
)
