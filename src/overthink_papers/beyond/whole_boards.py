"""Small real games with every position solved, for studies of evaluators: positions met in random play, and who decides
right there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from overthink.core.grow import StateSpace
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.games import line_difference, mobility_difference, pawn_difference, place_difference
from overthink.evaluate.kalah import store_difference
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import ConnectFour
from overthink.games.domineering import Domineering
from overthink.games.kalah import Kalah
from overthink.games.othello import Othello
from overthink.measure.accuracy import p_opt, right_moves
from overthink.search.solve import state_space

PLIES = 12  # of kalah, with moves that sow again counted
BOARDS = {
    "kalah": f"3 pits of 3 seeds, {PLIES} plies",
    "domineering": "4 × 5",
    "othello": "4 × 4",
    "connect-four": "4 × 4",
    "breakthrough": "4 × 3",
}


@dataclass(frozen=True, eq=False)
class Board:
    """Every position of a game with its truth and the opinion of the game's own evaluator."""

    tree: Tree
    right: Column  # for every move, whether it is right
    choice: Column  # for every position, whether it has a right and a wrong move

    def play(self, random: np.random.Generator, plays: int, wanted: Column) -> Column:
        """One position of each of some random games, among those that are wanted; each position once."""
        first, child = self.tree.first, self.tree.child
        nodes, rows = np.zeros(plays, np.int64), []
        while True:
            rows.append(nodes)
            moves = first[nodes + 1] - first[nodes]
            if not moves.any():
                break
            step = first[nodes] + (random.random(plays) * moves).astype(np.int64)
            nodes = np.where(moves > 0, child[np.minimum(step, len(child) - 1)], nodes)
        met = np.stack(rows)
        fits = wanted[met]
        order = np.where(fits, random.random(met.shape), -1.0)
        picked = met[order.argmax(axis=0), np.arange(plays)][fits.any(axis=0)]
        return np.unique(picked)

    def sample(self, random: np.random.Generator, count: int, wanted: Column) -> Column:
        """So many different positions met in random play, among those that are wanted, in random order; fewer if there
        are not so many."""
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


def _made(name: str) -> tuple[KernelEvaluator, StateSpace]:
    if name == "kalah":
        kalah = Kalah.regularised(pits=3, seeds=3, plies=PLIES, outcome="win")
        return store_difference(kalah), kalah.state_space()
    evaluate = {
        "domineering": lambda: place_difference(Domineering(4, 5)),
        "othello": lambda: mobility_difference(Othello(4, 4)),
        "connect-four": lambda: line_difference(ConnectFour(4, 4)),
        "breakthrough": lambda: pawn_difference(Breakthrough(4, 3)),
    }[name]()
    return evaluate, state_space(evaluate.game)


@lru_cache(maxsize=2)
def board_of(name: str) -> Board:
    """A solved game, evaluated. It takes some seconds."""
    evaluate, space = _made(name)
    tree = space.seen_by(evaluate)
    right, moves = right_moves(tree), np.diff(tree.first)
    inner = np.flatnonzero(moves)
    rights = np.zeros(len(tree), np.int64)
    rights[inner] = np.add.reduceat(right.astype(np.int64), tree.first[inner])
    return Board(tree, right, (rights > 0) & (rights < moves))
