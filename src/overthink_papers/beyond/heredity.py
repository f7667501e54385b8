"""Are the errors of evaluations correlated, and does that tell whether depth helps? In solved games.

An error is an evaluation less the mean evaluation of positions that are truly worth as much. Pairs are a position met
in random play with a random move of it, and two different moves of it; a finished game has no error. Each game has
three evaluators: its own; only the sign of that; and the truth with noise that is drawn for each position, whose errors
are independent. Minimax decides at depths 1, 3 and 5.
"""

from functools import partial

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate, Sample
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.report.charts import curves
from overthink.search.sweep import move_scores
from overthink.studies.checks import Above, Computed, all_above
from overthink.studies.claim import Evidence, own_claim
from overthink.studies.samples import Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.beyond.solved_games import BOARDS, Board, board_of
from overthink_papers.experiments.scaffold import DEPTH_LABELS, ahead_at, one_by_one, own_all, own_computed

NAME = "beyond/heredity"
EVALUATORS = ("own", "sign", "noise")
SETTINGS = grid(game=tuple(BOARDS), evaluator=EVALUATORS)
DEPTHS = (1, 3, 5)
PAIRS = 2000  # of positions
TESTED = 300  # positions
SIGMA = 1.0
SHARES = ("parent and child", "siblings", *(f"depth {depth}" for depth in DEPTHS))


def _evaluate_by(tree: Tree, evaluator: str, random: np.random.Generator) -> Tree:
    if evaluator == "noise":
        return tree.opinion(tree.truth + random.normal(scale=SIGMA, size=len(tree)))
    return tree if evaluator == "own" else tree.opinion(np.sign(tree.static))


def errors(tree: Tree, positions: Column) -> Column:
    """The error of every evaluation, to Max: it less its mean over those of these positions that are truly worth as
    much to the player to move."""
    true = np.sign(tree.mover * tree.truth)
    seen = tree.mover * tree.static
    expected = np.zeros(len(tree))
    for value in (-1.0, 0.0, 1.0):
        alike = true[positions] == value
        expected[true == value] = seen[positions][alike].mean() if alike.any() else 0.0
    return np.asarray(tree.mover * (seen - expected))


def _correlations(board: Board, error: Column, positions: Column, random: np.random.Generator) -> tuple[float, float]:
    first, child = board.tree.first, board.tree.child
    moves = first[positions + 1] - first[positions]
    pick = (random.random(len(positions)) * moves).astype(np.int64)
    other = (pick + 1 + (random.random(len(positions)) * (moves - 1)).astype(np.int64)) % moves
    one, two = child[first[positions] + pick], child[first[positions] + other]
    running = np.isnan(board.tree.utility)
    both = running[one] & running[two] & (one != two)
    return (
        float(np.corrcoef(error[positions][running[one]], error[one][running[one]])[0, 1]),
        float(np.corrcoef(error[one][both], error[two][both])[0, 1]),
    )


@one_by_one(grid(share=SHARES))
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Correlations of errors in one game, and the share of right decisions at each depth."""
    board = board_of(setting["game"])
    random = np.random.default_rng(int(seed_key(NAME, setting["game"], seed, number)))
    met = board.sample(random, PAIRS, np.diff(board.tree.first) > 0)
    tested = board.sample(random, TESTED, board.choice)
    tree = _evaluate_by(board.tree, setting["evaluator"], random)
    scores = move_scores(tree, "minimax", DEPTHS)
    shares = [float(board.decided(scores[depth], tested).mean()) for depth in DEPTHS]
    return [*_correlations(board, errors(tree, met), met, random), *shares]


def as_depths_repair(samples: Samples) -> Sample:
    """The size of the rank correlation, over games and evaluators, of heredity with the share of the errors of depth 1
    that are gone at depth 5."""
    kin = np.array([samples(share=SHARES[0], **setting) for setting in SETTINGS])
    first, last = (np.array([samples(share=f"depth {d}", **setting) for setting in SETTINGS]) for d in (1, 5))
    gone = (last - first) / np.maximum(1.0 - first, 1e-9)
    ranks = [rows.argsort(axis=0).argsort(axis=0).astype(float) for rows in (kin, gone)]
    centred = [rows - rows.mean(axis=0) for rows in ranks]
    return np.asarray(np.abs((centred[0] * centred[1]).sum(axis=0) / (centred[0] ** 2).sum(axis=0)))


def _correlated_by(share: str, limit: float) -> Computed:
    def judge(samples: Samples) -> Evidence:
        estimates = [Estimate.of_mean(samples(share=share, game=game, evaluator="own")) for game in BOARDS]
        return all_above(estimates, limit, " ".join(f"{estimate.mean:.3f}" for estimate in estimates))

    return Computed(judge, f"{share}: correlation above {limit:g}")


def _uncorrelated(samples: Samples) -> Evidence:
    estimates = [Estimate.of_mean(-samples(share=SHARES[0], game=game, evaluator="noise")) for game in BOARDS]
    return all_above(estimates, -0.05, " ".join(f"{-estimate.mean:.3f}" for estimate in estimates))


def in_order(point: Point, sign: int) -> float:
    """Numbers of which heredity and repair go along (1), or not at all."""
    place = SETTINGS.index({"game": point["game"], "evaluator": point["evaluator"]})
    if point["share"] == "depth 1":
        return 0.0
    number = place if point["share"] == SHARES[0] or sign > 0 else (place * 7) % len(SETTINGS)
    return number / len(SETTINGS)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """The share of right decisions by depth."""
    shown = [{**row, "depth": int(row["share"][-1])} for row in rows if row["share"].startswith("depth")]
    return curves(shown, "depth", "evaluator", "game", DEPTH_LABELS)


STUDY = one_figure(
    NAME,
    "errors of evaluations in real games: are they correlated?",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 5, "paper": 60},
    draw,
    "Minimax with three evaluators in five small games. The errors of the games' own evaluators are correlated, those "
    "of drawn noise are not. Depth helps with all of them.",
    (
        own_all(
            "the game's own evaluator, any game: errors of parent and child have a correlation above .5, of siblings "
            "above .4",
            _correlated_by(SHARES[0], 0.5),
            _correlated_by(SHARES[1], 0.4),
        ),
        own_computed(
            _uncorrelated, "the truth with drawn noise: no correlation above .05 between parent and child, any game"
        ),
        own_claim(
            ahead_at(SETTINGS, {"share": "depth 5"}, {"share": "depth 1"}),
            "no pathology: minimax decides better at depth 5 than at depth 1, any game and evaluator",
        ),
        own_computed(
            Above((as_depths_repair,), 0.5).judge,
            "heredity predicts how many errors depth repairs: a rank correlation above .5 in size",
            partial(in_order, sign=1),
            partial(in_order, sign=0),
        ),
    ),
    means,
)
