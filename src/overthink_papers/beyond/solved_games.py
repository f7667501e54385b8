"""Positions of real games by random play, with the true value of every move.

A position is taken if some of its moves are right and some wrong, and if it can be solved soon: so it is from the
middle game on. Evaluators are the usual ones. For rules that read wins and losses, the player to move wins with
probability 1 / (1 + exp(-kx - c)) where the evaluation is x to him; k and c were fitted to the moves of 100 other
positions of each game (seed 1601). Learned odds are what `ot.learn` makes of the same positions.

A rule reads all positions this many plies ahead. Alpha-beta, with a table and ordered moves, may ask its evaluator as
often, or as often as it can in the same time, and so looks further ahead; it answers by the deepest search that it
finished. Rules that also read evaluations inside the tree are not charged for them.
`training/learn_rules.py` learns the odds again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from overthink.core.arithmetic import mix
from overthink.core.bind import kernel
from overthink.core.decision import Decision, Limit, Nodes
from overthink.core.errors import Unchecked
from overthink.core.game import KernelGame
from overthink.core.identity import identity
from overthink.core.kinds import Column, Context, Move, Number, State
from overthink.core.tree import Tree
from overthink.core.vocabulary import child, count, mover, static, utility
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.games import line_difference, mobility_difference, pawn_difference, place_difference
from overthink.evaluate.kalah import store_difference
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import ConnectFour
from overthink.games.domineering import Domineering
from overthink.games.kalah import Kalah
from overthink.games.othello import Othello
from overthink.measure.accuracy import p_opt, right_moves
from overthink.rules.learned import Height, LearnedRule, Learning, odds_rule
from overthink.rules.minimax import MINIMAX
from overthink.rules.rule import Rule
from overthink.search.deepening import deepen
from overthink.search.minimax import MOST_PLIES
from overthink.search.solving.solve import state_space
from overthink.search.subjects.bind import subject_of
from overthink.search.sweep import move_scores
from overthink.search.table import EVERY, TableSearch

NODES = 1_000_000  # most nodes to solve one position
TRIES = 1_000


class Kind(NamedTuple):
    """A game, its evaluator, the fewest and most random moves before a position, and the odds of its evaluator.

    `rate`: nodes of alpha-beta in the time of one at full width with learned odds, the slowest rule. `sooner`: how many
    times as soon learned odds end on two cores; alpha-beta has one thread. Both were measured once, on an aarch64
    Neoverse N1 (`validation/rates.py`), so that the same seed gives the same choices on every machine."""

    make: Callable[[], KernelGame]
    judge: Callable[[Unchecked], KernelEvaluator]
    least: int
    most: int
    k: float
    c: float
    rate: float
    sooner: float


KINDS: dict[str, Kind] = {
    "connect-four": Kind(lambda: ConnectFour(5, 5), line_difference, 4, 14, 8.21, 1.5, 0.5, 1.87),
    "kalah": Kind(lambda: Kalah.real(5, 3, "win"), store_difference, 10, 24, 2.53, 0.6, 0.53, 1.79),
    "othello": Kind(lambda: Othello(6, 6), mobility_difference, 18, 26, 12.76, 0.5, 0.58, 2.0),
    "breakthrough": Kind(lambda: Breakthrough(5, 5), pawn_difference, 8, 24, 7.63, 1.95, 0.24, 1.93),
    "domineering": Kind(lambda: Domineering(6, 6), place_difference, 4, 10, 24.73, 0.75, 0.37, 1.87),
    "connect-four 7 × 6": Kind(ConnectFour, line_difference, 14, 24, 2.80, 1.61, 0.45, 1.97),
    "othello 8 × 6": Kind(lambda: Othello(8, 6), mobility_difference, 28, 34, 16.04, 0.33, 0.56, 1.91),
}
SMALL = tuple(KINDS)[:5]


@lru_cache(maxsize=16)
def game_named(name: str) -> tuple[KernelGame, KernelEvaluator]:
    """A game, and its evaluator."""
    game = KINDS[name].make()
    return game, KINDS[name].judge(game)


K, C = 1.0, 0.0


@kernel
def opinion(game: Context, state: State) -> float:
    """A name that is bound to an evaluator."""
    return 0.0


@kernel
def win_lead(game: Context, state: State) -> Number:
    """The probability that Max wins less that he loses, by the odds that were fitted."""
    me = mover(game, state)
    return me * (2.0 / (1.0 + np.exp(-K * me * opinion(game, state) - C)) - 1.0)


@lru_cache(maxsize=16)
def by_odds(name: str) -> KernelEvaluator:
    """The evaluator that knows what its numbers, and being on move, are worth."""
    game, judge = game_named(name)
    kind = KINDS[name]
    words = {"mover": game.kernels["mover"], "opinion": judge.static}
    return KernelEvaluator(game, win_lead.bind(**words, K=kind.k, C=kind.c))


def solved_position(name: str, key: np.uint64) -> tuple[State, dict[Move, float]]:
    """The first position of random games in which a choice matters, and what each move is worth."""
    game, _ = game_named(name)
    for attempt in range(TRIES):
        state = random_position(name, np.uint64(mix(key, attempt)))
        values = {} if state is None else alpha_beta_values(game, state)
        if len(set(values.values())) > 1:
            return state, values
    raise AssertionError(f"no position of {name} in {TRIES} games")


def alpha_beta_values(game: KernelGame, state: State) -> dict[Move, float]:
    """What each move is worth; nothing if alpha-beta with a table needs more than NODES. `ot.move_values` would solve
    more positions, and the sample would be another one."""
    position = subject_of(game, state, MINIMAX, MOST_PLIES, None, 0.0)
    decision, _ = TableSearch(position, NODES).look(MOST_PLIES, EVERY, NODES, low=-1.0, high=1.0)
    return {option.move: option.value for option in decision.options}


def random_position(name: str, key: np.uint64) -> State:
    """The position after this many random moves, or None if the game was over by then."""
    game, _ = game_named(name)
    kind = KINDS[name]
    return walk(game, kind.least, kind.most, key)


def walk(game: KernelGame, least: int, most: int, key: np.uint64) -> State:
    """A position with a choice after least to most random moves; None if the game was over by then."""
    state = game.initial()
    for ply in range(least + int(key % np.uint64(most - least + 1))):
        moves = list(game.moves(state))
        if not moves:
            return None
        state = game.play(state, moves[int(mix(key, ply) % np.uint64(len(moves)))])
    return state if len(game.moves(state)) > 1 else None


Choose = Callable[[State, int], Move]  # in a state, after this many plies


def score_of(game: KernelGame, start: State, mine: Choose, theirs: Choose) -> float:
    """The points of the first player in two games from this start, with sides swapped: 1 to 0."""
    points = []
    for side in (1, -1):
        state = start
        ply = 0
        while list(game.moves(state)):
            state, ply = game.play(state, (mine if game.mover(state) == side else theirs)(state, ply)), ply + 1
        points.append(0.5 + 0.5 * side * float(np.sign(game.utility(state))))
    return sum(points) / 2


def with_odds(tree: Tree, name: str) -> Tree:
    """The tree with the probability that Max wins less that he loses as each evaluation."""
    kind = KINDS[name]
    odds = kind.k * tree.mover * tree.static + kind.c
    return replace(tree, static=tree.mover * (2.0 / (1.0 + np.exp(-odds)) - 1.0))


def wins_and_losses(tree: Tree, name: str) -> Tree:
    """The tree with each evaluation as a win or a loss and the probability that this is wrong."""
    kind = KINDS[name]
    odds = kind.k * tree.mover * tree.static + kind.c
    return replace(tree, static=tree.mover * np.where(odds >= 0.0, 1.0, -1.0), error=1.0 / (1.0 + np.exp(np.abs(odds))))


@kernel
def columns_of(
    game: Context, opinions: Context, state: State, depth: int
) -> tuple[Column, Column, Column, Column, Column]:
    """Where the children of each node begin, movers, utilities, evaluations, and where each ply begins."""
    row = [state]
    first, levels, movers, utilities, statics = [0], [0, 1], [0], [0.0], [0.0]  # the last three have one item too many
    for ply in range(depth + 1):
        below = row[:0]
        for here in row:
            moves = count(game, here)
            movers.append(mover(game, here))
            utilities.append(np.nan if moves else float(utility(game, here)))
            statics.append(float(static(opinions, here)))
            if ply < depth:
                for i in range(moves):
                    below.append(child(game, here, i))
            first.append(levels[-1] - 1 + len(below))
        if not len(below):
            break
        row = below
        levels.append(levels[-1] + len(row))
    return np.array(first), np.array(movers[1:]), np.array(utilities[1:]), np.array(statics[1:]), np.array(levels)


def kernel_tree(game: KernelGame, state: State, depth: int, evaluate: KernelEvaluator) -> Tree:
    """Every position to a depth, and what the evaluator thinks of each: `grow` by compiled code, without keys."""
    words = {word: game.kernels[word] for word in ("child", "count", "mover", "utility")}
    columns = columns_of.bind(**words, static=evaluate.static)
    first, movers, utilities, statics, levels = columns(game.context, evaluate.context, state, depth)
    children = np.arange(1, len(statics))
    error = 0.5 * (1.0 - np.abs(statics)) if evaluate.probable else 0.0
    tree = Tree(first, children, movers.astype(np.int8), utility=utilities, levels=levels)
    return tree.opinion(statics, error)


class Weights(NamedTuple):
    """What was learned in a game: of the calibration, and at each height a shift and the weights of the search and of
    the own evaluation."""

    labelled: int
    shift: float
    slope: float
    low: float
    high: float
    heights: tuple[tuple[float, float, float], ...]


WEIGHTS: dict[str, Weights] = {
    "connect-four": Weights(
        468, 1.0714, 8.0586, -0.3571, 0.1786,
        ((-0.616, 0.2173, 0.8402), (-0.6832, 0.3275, 0.6213), (-0.6816, 0.3827, 0.493)),
    ),
    "kalah": Weights(
        344, 0.2904, 3.0126, -0.4, 0.3333,
        ((-0.9604, 0.7264, 0.2471), (-0.7633, 0.6861, 0.2416), (-0.5516, 0.682, 0.2993)),
    ),
    "othello": Weights(
        617, 0.7175, 12.9768, -0.3846, 0.25,
        ((-0.8727, 0.9459, -0.593), (-0.5535, 0.6316, -0.2941), (-0.343, 0.8594, -0.3623)),
    ),
    "breakthrough": Weights(
        962, 1.9004, 7.8286, -0.28, 0.25,
        ((-1.1868, 0.8559, -0.0944), (-1.5181, 0.4291, 0.2369), (-1.7827, 0.3662, 0.6067)),
    ),
    "domineering": Weights(
        1277, 0.8374, 24.6926, -0.1944, 0.1667,
        ((-0.4935, 0.1591, 0.6151), (-0.9314, 0.2871, 0.2658), (-1.5177, 0.4751, -0.2018)),
    ),
    "connect-four 7 × 6": Weights(
        568, 1.613, 2.7983, -0.2464, 0.2464,
        ((-1.7179, -0.0052, 1.1107), (-1.678, 0.1663, 1.181), (-1.5606, 0.3624, 0.9725)),
    ),
    "othello 8 × 6": Weights(
        702, 0.3347, 16.0403, -0.2969, 0.1875,
        ((-1.0863, 0.4432, 0.0869), (-1.3469, 0.6502, -0.6113), (-0.6298, 0.4705, 0.0299)),
    ),
}  # fmt: skip


@lru_cache(maxsize=16)
def rule_of(name: str, heights: bool = True) -> LearnedRule:
    """What was learned in a game; without heights, its calibration alone."""
    game, judge = game_named(name)
    known = WEIGHTS[name]
    rows = tuple(Height(*row) for row in known.heights) if heights else ()
    learning = Learning(
        identity(game), identity(judge), known.labelled, known.labelled, known.shift, known.slope, 0.0,
        known.low, known.high, rows,
    )  # fmt: skip
    return odds_rule("learned" if heights else "calibrated", learning)


GRADED = ("minimax", "vote")
BINARY = ("product", "bayes")
LEARNED = "learned"
RULES = (*GRADED, *BINARY, LEARNED)
ODDS = "minimax on odds"
Moves = tuple[Move, ...]


def choices(name: str, state: State, depths: Sequence[int]) -> tuple[dict[str, list[Moves]], list[Nodes]]:
    """The moves that tie for the best by every rule at every depth, and the nodes that full width sees. On odds,
    minimax reads what the evaluation and being on move are worth, as product and bayes do."""
    game, judge = game_named(name)
    moves = list(game.moves(state))
    graded = kernel_tree(game, state, depths[-1], judge)
    binary = wins_and_losses(graded, name)
    odds = with_odds(graded, name)

    def by_rule(tree: Tree, rule: str | Rule) -> list[Moves]:
        scores = move_scores(tree, rule, depths)
        return [_best(moves, scores[depth]) for depth in depths]

    chosen = {rule: by_rule(graded, rule) for rule in GRADED}
    chosen |= {rule: by_rule(binary, rule) for rule in BINARY}
    chosen[LEARNED] = by_rule(graded, rule_of(name))
    chosen[ODDS] = by_rule(odds, "minimax")
    return chosen, [_nodes_of(graded, depth) for depth in depths]


def _nodes_of(tree: Tree, depth: int) -> Nodes:
    ply = min(depth, tree.height)
    last, all_nodes = int(tree.levels[ply]), int(tree.levels[ply + 1])
    ends = int(np.isfinite(tree.utility[:all_nodes]).sum())
    frontier = int(np.isnan(tree.utility[last:all_nodes]).sum()) if ply == depth else 0
    return Nodes(all_nodes - frontier - ends, frontier, ends)


def _best(moves: Sequence[Move], scores: Column) -> Moves:
    return tuple(moves[i] for i in np.flatnonzero(scores == scores.max()).tolist())


def as_often(costs: Sequence[Nodes]) -> list[Limit]:
    """As many evaluations as full width needed at each depth, or at a smaller one where it needed more: where it sees
    the end of the game, it asks the evaluator seldom."""
    return [
        Limit(evaluations=max(1, *(cost.frontier for cost in costs[:number]))) for number in range(1, len(costs) + 1)
    ]


def as_long(name: str, cost: Nodes, cores: int = 1) -> Limit:
    """As much time, in nodes, where full width has one core or two."""
    return Limit(nodes=max(1, round(KINDS[name].rate * cost.total / (KINDS[name].sooner if cores == 2 else 1))))


def engine(
    name: str, state: State, limit: Limit, evaluate: KernelEvaluator | None = None, ties: bool = True
) -> Decision:
    """What alpha-beta with a table decides within this limit."""
    game, judge = game_named(name)
    return deepen(game, state, limit=limit, search="alpha-beta", table=True, evaluate=evaluate or judge, ties=ties)


def share_right(moves: Moves, values: dict[Move, float]) -> float:
    """The share of these moves that have the highest value."""
    most = max(values.values())
    return sum(values[move] == most for move in moves) / len(moves)


def regret(moves: Moves, values: dict[Move, float]) -> float:
    """How much less these moves are worth than the best one, on average."""
    return max(values.values()) - sum(values[move] for move in moves) / len(moves)


# Small games with every position solved, for studies of evaluators

PLIES = 12  # of kalah, with moves that sow again counted
BOARDS = ("kalah", "domineering", "othello", "connect-four", "breakthrough")


def play_on(first: Column, child: Column, nodes: Column, random: np.random.Generator) -> Iterator[Column]:
    """Where some games stand that go on by random moves from these nodes: at first, and after every ply."""
    while True:
        yield nodes
        moves = first[nodes + 1] - first[nodes]
        if not moves.any():
            return
        step = first[nodes] + (random.random(len(nodes)) * moves).astype(np.int64)
        nodes = np.where(moves > 0, child[np.minimum(step, len(child) - 1)], nodes)


@dataclass(frozen=True, eq=False)
class Board:
    """Every position of a game with its truth and the opinion of the game's own evaluator."""

    tree: Tree
    right: Column  # for every move, whether it is right
    choice: Column  # for every position, whether it has a right and a wrong move

    def play(self, random: np.random.Generator, plays: int, wanted: Column) -> Column:
        """One position of each of some random games, among those that are wanted; each position once."""
        met = np.stack([*play_on(self.tree.first, self.tree.child, np.zeros(plays, np.int64), random)])
        fits = wanted[met]
        order = np.where(fits, random.random(met.shape), -1.0)
        picked = met[order.argmax(axis=0), np.arange(plays)][fits.any(axis=0)]
        return np.unique(picked)

    def sample(self, random: np.random.Generator, count: int, wanted: Column) -> Column:
        """This many different positions met in random play, among those that are wanted, in random order; fewer if
        there are fewer."""
        known = np.zeros(0, np.int64)
        for _ in range(30):
            known = np.union1d(known, self.play(random, 2 * count, wanted))
            if len(known) >= count:
                break
        return random.permutation(known)[:count]

    def decided(self, scores: Column, positions: Column) -> Column:
        """P_opt of these positions, given a score for every move."""
        shares: Column = p_opt(self.tree, scores, self.right)[positions]
        return shares


SMALL_BOARDS: dict[str, Callable[[], KernelEvaluator]] = {
    "domineering": lambda: place_difference(Domineering(4, 5)),
    "othello": lambda: mobility_difference(Othello(4, 4)),
    "connect-four": lambda: line_difference(ConnectFour(4, 4)),
    "breakthrough": lambda: pawn_difference(Breakthrough(4, 3)),
}


@lru_cache(maxsize=2)
def board_of(name: str) -> Board:
    """A solved game, evaluated. It takes some seconds."""
    if name == "kalah":
        kalah = Kalah.regularised(pits=3, seeds=3, plies=PLIES, outcome="win")
        tree = kalah.state_space().seen_by(store_difference(kalah))
    else:
        evaluate = SMALL_BOARDS[name]()
        tree = state_space(evaluate.game).seen_by(evaluate)
    right = right_moves(tree)
    moves = np.diff(tree.first)
    inner = np.flatnonzero(moves)
    rights = np.zeros(len(tree), np.int64)
    rights[inner] = np.add.reduceat(right.astype(np.int64), tree.first[inner])
    return Board(tree, right, (rights > 0) & (rights < moves))
