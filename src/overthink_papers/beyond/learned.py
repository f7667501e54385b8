"""What does a rule gain that learns its evaluator's errors, and from how many labelled positions?

An observation is one draw of n labelled positions, and of some others on which rules decide; all are met in random
play. "calibrated" learns only how likely a win is at each evaluation, and is the product rule on that; "learned"
learns the weights of the search and of a node's own evaluation at each height, too. With "labels by search", who wins
is not known but taken from a search of 6 plies; with "labels by good play", from one game that both sides play on from
there with searches of 2 plies; with "labels by random play", from one game of random moves. Everything is at equal
depth.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.kinds import Column
from overthink.measure.learning import OddsColumns, fit_rule
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import AlwaysBetter
from overthink.studies.claim import own_claim
from overthink.studies.samples import Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.beyond.solved_games import BOARDS, board_of, play_on
from overthink_papers.experiments.scaffold import ahead_at, one_by_one, own_all, plot

NAME = "beyond/learned"
COUNTS = (30, 100, 300, 1000, 3000, 10_000)
TESTED = 300  # positions of an observation, at most
DEPTHS = (1, 2, 3, 4)
DRAWN = 3  # the depth of the picture; the tables have all of them
LABELS = {"x": "labelled positions", "y": f"fraction of correct decisions at depth {DRAWN}"}
HEIGHTS = 3
LABELLING = 6  # plies of the search that labels
GOOD = 2  # plies of the searches that choose the moves of good play
GAMES = tuple(game for game in BOARDS if game != "breakthrough")  # small, it is decided rightly at depth 1
SETTINGS = grid(game=GAMES, labelled=COUNTS)
FIXED = ("minimax", "vote")
CALIBRATED = grid(rule=("calibrated",), game=GAMES, depth=(2, 3, 4))
SEARCH, GOOD_PLAY, RANDOM_PLAY = "labels by search", "labels by good play", "labels by random play"
LINES = (*FIXED, "calibrated", "learned", SEARCH, GOOD_PLAY, RANDOM_PLAY)


@lru_cache(maxsize=2)
def fixed_scores(game: str) -> dict[tuple[str, int], Column]:
    """The scores of every move by the rules that learn nothing."""
    tree = board_of(game).tree
    return {(rule, depth): scores for rule in FIXED for depth, scores in move_scores(tree, rule, DEPTHS).items()}


@lru_cache(maxsize=2)
def labels(game: str) -> tuple[Column, Column]:
    """Who wins each position, for the player to move, truly and by a search: 1, ½ or 0."""
    tree = board_of(game).tree
    searched = back_up(tree, "minimax", LABELLING)[0]
    return 0.5 + 0.5 * np.sign(tree.mover * tree.truth), 0.5 + 0.5 * np.sign(tree.mover * searched)


@lru_cache(maxsize=2)
def good_moves(game: str) -> tuple[Column, Column]:
    """Of every position the best moves by a short search: where they begin in a list of children, and that list."""
    tree = board_of(game).tree
    scores = fixed_scores(game)["minimax", GOOD]
    parent = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    most = np.full(len(tree), -np.inf)
    np.maximum.at(most, parent, scores)
    good = scores == most[parent]
    return np.concatenate([[0], np.cumsum(np.bincount(parent[good], minlength=len(tree)))]), tree.child[good]


def results(game: str, positions: Column, good: bool, random: np.random.Generator) -> Column:
    """Who wins one game played on from each position, for the player to move there: 1, ½ or 0."""
    tree = board_of(game).tree
    first, child = good_moves(game) if good else (tree.first, tree.child)
    *_, ends = play_on(first, child, positions, random)
    return np.asarray(0.5 + 0.5 * np.sign(tree.mover[positions] * tree.utility[ends]))


@one_by_one(grid(rule=LINES, depth=DEPTHS))
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """P_opt of every line at every depth, on positions that nothing was learned from."""
    game, n = setting["game"], setting["labelled"]
    board = board_of(game)
    tested = board.sample(np.random.default_rng(int(seed_key(NAME, game, seed, number))), TESTED, board.choice)
    others = np.diff(board.tree.first) > 0
    others[tested] = False
    seen = board.sample(np.random.default_rng(int(seed_key(NAME, game, n, seed, number))), n, others)
    true, guessed = labels(game)
    known = fit_rule(board.tree, seen, true[seen], HEIGHTS, game, game)
    plain = replace(known, heights=())
    random = np.random.default_rng(int(seed_key(NAME, "play", game, n, seed, number)))
    answers = [guessed[seen], *(results(game, seen, good, random) for good in (True, False))]
    learnings = [plain, known, *(fit_rule(board.tree, seen, won, HEIGHTS, game, game) for won in answers)]
    lines = [board.decided(fixed_scores(game)[rule, depth], tested) for rule in FIXED for depth in DEPTHS]
    for learning in learnings:
        by_depth = OddsColumns(board.tree, learning).scores(DEPTHS[-1])
        lines += [board.decided(by_depth[depth], tested) for depth in DEPTHS]
    return [float(line.mean()) for line in lines]


def _leads(
    winner: str,
    loser: str,
    depths: Sequence[int],
    games: Sequence[str],
    least: int,
    by: float = 0.0,
    most: int = 10_000,
) -> AlwaysBetter:
    counts = [n for n in COUNTS if least <= n <= most]
    return ahead_at(grid(depth=depths, game=games, labelled=counts), {"rule": winner}, {"rule": loser}, by=by)


def _at_1000(winner: str, loser: str, games: Sequence[str], by: float) -> AlwaysBetter:
    return _leads(winner, loser, (3,), games, 1000, by, 1000)


draw = plot(
    "labelled", "rule", "game", LABELS, keep=lambda row: row["depth"] == DRAWN and row["rule"] != "vote", log_x=True
)


STUDY = one_figure(
    NAME,
    "rules that learn their evaluator's errors, by the number of labelled positions",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 4, "paper": 30},
    draw,
    "Equal depth, 3 plies. Calibration alone helps in most cells. Learned weights help in Kalah and Connect Four, and "
    "harm in Domineering.",
    (
        own_all(
            "the calibrated product rule beats minimax: depth 2, any game, from 100 positions on; depth 4, Othello and "
            "Connect Four, by a point, from 30 on",
            _leads("calibrated", "minimax", (2,), GAMES, 100),
            _leads("calibrated", "minimax", (4,), ("othello", "connect-four"), 30, 0.01),
        ),
        own_claim(
            ahead_at(CALIBRATED, {"labelled": 100}, {"labelled": 10_000}, by=-0.015),
            "100 positions are enough to calibrate: 10,000 gain less than 1.5 points, any game, depth 2 to 4",
        ),
        own_all(
            "learned odds are above minimax: by 1.5 points in Kalah, depths 2 and 3, from 300 positions on; by 2 in "
            "Connect Four, depth 3, from 100 on",
            _leads("learned", "minimax", (2, 3), ("kalah",), 300, 0.015),
            _leads("learned", "minimax", (3,), ("connect-four",), 100, 0.02),
        ),
        own_claim(
            _leads("minimax", "learned", (3,), ("domineering",), 100),
            "Domineering, depth 3: learned weights harm; minimax beats them, from 100 positions on",
        ),
        own_claim(
            _at_1000(SEARCH, "learned", ("kalah", "othello"), -0.01),
            "Kalah and Othello: labels by a search do as well, within a point",
        ),
        own_claim(
            _at_1000(SEARCH, "learned", ("connect-four",), -0.01),
            "Connect Four: labels by a search do as well, within a point",
        ),
        own_claim(
            _at_1000(GOOD_PLAY, "learned", ("kalah", "othello", "connect-four"), -0.01),
            "Kalah, Othello and Connect Four: labels by one game of good play do as well, within a point",
        ),
        own_claim(
            _at_1000("learned", RANDOM_PLAY, ("kalah", "othello"), 0.01),
            "Kalah and Othello: labels by one game of random moves cost over a point",
        ),
    ),
    means,
    edition=2,
)
