"""Pig: roll a die as often as you dare; one bad roll, and the turn's points are gone. Solved exactly.

A player rolls or holds. Holding adds the points of the turn to his score and passes the die; so does a bust, but the
points are lost. Who holds with `target` points or more has won. The worth of a position is the probability that Max,
who begins, wins. Rules and order of moves are those of OpenSpiel's `pig`; like there, a player may hold at once.

Value iteration gives every probability (Neller and Presser 2004, *Optimal play of the dice game Pig*): so it is known
what any search of the game has to find.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.bind import kernel
from overthink.core.errors import check_whole, require
from overthink.core.game import ChanceGame
from overthink.core.kinds import Column, Context, Move, Number

# context: (target, points of each side of the die int64[sides], probabilities of `solve`, or none yet)
# state: int64, chance moves << CHANCE | Min's turn << TURN | Min's score << 32 | Max's score << 16 | the turn's points
MINE, THEIRS, TURN, CHANCE = 16, 32, 48, 49
POINTS = (1 << MINE) - 1
MOST_POINTS = 1000
DIE, COIN = (0, 2, 3, 4, 5, 6), (0, 1)  # 0 is a bust
CONVERGED_CHANGE = 1e-15
ROLL, HOLD = "roll", "hold"


@kernel
def count(game: Context, state: int) -> Number:
    if (state >> CHANCE) & 1:
        return len(game[1])
    over = max((state >> MINE) & POINTS, (state >> THEIRS) & POINTS) >= game[0]
    return 0 if over else 2


@kernel
def child(game: Context, state: int, i: int) -> Number:
    """Move 0 rolls and 1 holds; an outcome of chance is a side of the die."""
    if (state >> CHANCE) & 1:
        state ^= 1 << CHANCE
        if game[1][i] > 0:
            return state + min(game[1][i], POINTS - (state & POINTS))
        return (state & ~POINTS) ^ (1 << TURN)
    if i == 0:
        return state | 1 << CHANCE
    score = THEIRS if (state >> TURN) & 1 else MINE
    return (state + ((state & POINTS) << score)) & ~POINTS ^ (1 << TURN)


@kernel
def mover(game: Context, state: int) -> Number:
    return 0 if (state >> CHANCE) & 1 else 1 - 2 * ((state >> TURN) & 1)


@kernel
def utility(game: Context, state: int) -> Number:
    return 1.0 if (state >> MINE) & POINTS >= game[0] else 0.0


@kernel
def edge(game: Context, state: int, i: int) -> Number:
    return 1.0 / len(game[1]) if (state >> CHANCE) & 1 else 0.0


@kernel
def improve(win: Column, target: int, die: Column, mine: int, theirs: int) -> float:
    """One step of value iteration for all turns of a player with this score; and the largest change."""
    change = 0.0
    for points in range(target - mine - 1, -1, -1):
        held = 1.0 - win[theirs, mine + points, 0]
        rolled = 0.0
        for gain in die:
            if gain == 0:
                rolled += 1.0 - win[theirs, mine, 0]
            else:
                rolled += 1.0 if mine + points + gain >= target else win[mine, theirs, points + gain]
        value = max(held, rolled / len(die))
        change = max(change, abs(value - win[mine, theirs, points]))
        win[mine, theirs, points] = value
    return change


@kernel
def iterate(win: Column, target: int, die: Column) -> None:
    """Pairs of scores by falling sum: what a pair leads to, itself and its mirror image aside, is known by then."""
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), total // 2 + 1):
            change = 1.0
            while change > CONVERGED_CHANGE:
                change = improve(win, target, die, mine, total - mine)
                change = max(change, improve(win, target, die, total - mine, mine))


class Pig(ChanceGame):
    """The dice game Pig: the first to reach a number of points wins.

    `target`: the points to reach. `die` has the points of its sides, all as likely, and at least one bust, which is 0.

    >>> pig = ot.Pig(target=20)
    >>> pig.moves(pig.initial())
    ('roll', 'hold')
    """

    @check_arguments
    def __init__(self, target: int = 100, die: Sequence[int] = DIE):
        check_whole("target", target, 1, MOST_POINTS)
        fits = 0 in die and 0 == min(die) < max(die)
        require(fits, "A die needs a bust (0) and a side with points, none below 0, unlike {}.", tuple(die))
        self.target = target
        self.die = tuple(int(points) for points in die)
        self.context = (target, np.array(self.die, np.int64), np.empty((0, 0, 0)))
        self.kernels = {"count": count, "child": child, "mover": mover, "utility": utility, "edge": edge}

    @classmethod
    def piglet(cls, target: int = 10) -> Pig:
        """The small version: a coin; heads is one point, tails is a bust."""
        return cls(target, COIN)

    def solve(self) -> Column:
        """The probability that the player to move wins, by his score, the other's and the points of the turn:
        float64[target, target, target]; nothing where those points are enough to win. It is kept in the context."""
        target, die, win = self.context
        if not len(win):
            win = np.zeros((target, target, target))
            iterate(win, target, die)
            self.context = (target, die, win)
        probabilities: Column = win
        return probabilities

    def initial(self) -> int:
        return 0

    @check_arguments
    def position(self, mine: int, theirs: int, points: int = 0, mover: int = 1) -> int:
        """Max's score, Min's score and the points of this turn so far."""
        for score in (mine, theirs, points):
            check_whole("A score", score, 0, self.target)
        return (mover < 0) << TURN | theirs << THEIRS | mine << MINE | points

    def moves(self, state: int) -> Sequence[Move]:
        number = int(self._call("count", state))
        return range(number) if state >> CHANCE & 1 else (ROLL, HOLD)[:number]

    def text(self, state: int) -> str:
        """The scores, the points of this turn, and who moves."""
        who = "chance" if state >> CHANCE & 1 else "Min" if state >> TURN & 1 else "Max"
        scores = f"Max {state >> MINE & POINTS}, Min {state >> THEIRS & POINTS} of {self.target}"
        return f"{scores}; {state & POINTS} in this turn; {who} to move"
