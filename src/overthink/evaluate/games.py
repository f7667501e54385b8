"""Evaluators of single games, as kernels where searches should run compiled. Values are to Max."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overthink.core.arithmetic import mix
from overthink.core.bind import kernel
from overthink.core.errors import parse_number, require
from overthink.core.kinds import Context, Integer, Number
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games import breakthrough, domineering, othello
from overthink.games.board import size
from overthink.games.breakthrough import Breakthrough
from overthink.games.connect_four import (
    BOARD,
    FALLING,
    FLAT,
    RISING,
    UPRIGHT,
    ConnectFour,
    Position,
)
from overthink.games.cops_and_robbers import CELL, FAR, MAN, CopsAndRobbers
from overthink.games.critical_win_loss import MOST_MOVES, PATH, CriticalWinLoss, truth
from overthink.games.domineering import Domineering, places
from overthink.games.othello import Othello, placements
from overthink.games.pig import MINE, POINTS, THEIRS, TURN, Pig
from overthink.games.planes import bound
from overthink.games.sliding_puzzle import SlidingPuzzle, Tiles
from overthink.models.noise import bounded_gauss

CORNER_MOVES = 4  # a corner is worth this many moves


@kernel
def place_lead(game: Context, state: domineering.Position) -> Number:
    """Dominoes that Max could put down less those that Min could, over the squares."""
    free = game[3] & ~(state[0] | state[1])
    return (size(places(game, free, 1)) - size(places(game, free, -1))) / (1.0 * game[0] * game[1])


@kernel
def pawn_lead(game: Context, state: breakthrough.Position) -> Number:
    """Each pawn counts as many as the board has rows, and one more for each row that it has come forward."""
    ours, theirs, _ = state
    rows, columns, step = game[0], game[1], game[2]
    row_squares = (1 << columns) - 1
    lead = 0
    for row in range(rows):
        lead += (rows + row) * size(ours & row_squares) - (2 * rows - 1 - row) * size(theirs & row_squares)
        row_squares <<= step
    return lead / (4.0 * rows * columns)


@kernel
def mobility_and_corners(game: Context, state: othello.Position) -> Number:
    """Moves of Max less those of Min, and corners."""
    ours, theirs, _ = state
    rows, columns, step = game[0], game[1], game[2]
    edge = 1 | 1 << (columns - 1)
    corners = edge | edge << (step * (rows - 1))
    moves = size(placements(game, ours, theirs)) - size(placements(game, theirs, ours))
    more_corners = size(ours & corners) - size(theirs & corners)
    return (moves + CORNER_MOVES * more_corners) / (rows * columns + 4.0 * CORNER_MOVES)


def place_difference(game: Domineering) -> KernelEvaluator:
    """Domineering: the places for Max's dominoes less those for Min's, over the squares of the board. `game`: the game
    whose positions are evaluated.

    >>> game = ot.Domineering(2, 3)
    >>> ot.place_difference(game)(game.initial())  # 3 places against 4
    -0.16666666666666666
    """
    return KernelEvaluator(game, place_lead)


def pawn_difference(game: Breakthrough) -> KernelEvaluator:
    """Breakthrough: pawns, and how far they have come. Each counts as many points as the board has rows, and one more
    for each row it has come forward; the difference is taken over the most that a side could have. `game`: the game
    whose positions are evaluated.

    >>> game = ot.Breakthrough(5, 3)
    >>> ot.pawn_difference(game)(game.play(game.initial(), "a2a3"))
    0.016666666666666666
    """
    return KernelEvaluator(game, pawn_lead)


def mobility_difference(game: Othello) -> KernelEvaluator:
    """Othello: the moves of Max less those of Min, and 4 for each corner, over the squares and 4 corners. `game`: the
    game whose positions are evaluated.

    >>> game = ot.Othello(4, 4)
    >>> ot.mobility_difference(game)(game.initial())
    0.0
    """
    return KernelEvaluator(game, mobility_and_corners)


ROWS_OF_FOUR = 69  # rows of four on the board


@kernel
def lines(squares: int) -> int:
    """How many rows of four lie on these squares."""
    total = 0
    for direction in (FLAT, RISING, FALLING, UPRIGHT):
        pairs = squares & (squares >> direction)
        fours = pairs & (pairs >> (2 * direction))
        while fours:
            fours &= fours - 1
            total += 1
    return total


@kernel
def open_lines(game: Context, state: Position) -> float:
    """Lines of four that are still open to Max, less those to Min, as a share of all lines."""
    mine, theirs, turn, _ = state
    empty = BOARD & ~(mine | theirs)
    return turn * (lines(mine | empty) - lines(theirs | empty)) / ROWS_OF_FOUR


def line_difference(game: ConnectFour) -> KernelEvaluator:
    """Rows of four that Max can still fill, less those that Min can, as a share of all: 69 on 7 × 6 squares. `game`:
    the game whose positions are evaluated.

    >>> game = ot.ConnectFour()
    >>> ot.line_difference(game)(game.initial())
    0.0
    """
    rules = game.rules
    total = bound(lines, rules).interpreted(rules.board)
    return KernelEvaluator(game, bound(open_lines, rules).bind(ROWS_OF_FOUR=max(1, total)))


@kernel
def mean_distance(game: Context, state: int) -> Number:
    """The average number of steps from the cops to the robber, without obstacles."""
    table, cops = game[0], game[1]
    total = 0
    for cop in range(1, cops + 1):
        total += table[state & CELL, FAR + ((state >> MAN * cop) & CELL)]
    return total / cops


def cop_distance(game: CopsAndRobbers) -> KernelEvaluator:
    """The average Manhattan distance between the cops and the robber. [Atzmon2018] Domains

    `game`: the game whose positions are evaluated.

    >>> game = ot.CopsAndRobbers(rows=3, columns=3, cops=1)
    >>> ot.cop_distance(game)(game.initial())
    3.0
    """
    return KernelEvaluator(game, mean_distance)


# Mean and standard deviation of evaluations of lost and of won positions, scaled to [0, 1] together. [Nguyen2024]
LAWS: dict[str, tuple[float, float, float, float]] = {
    "gaussian": (0.0, 0.25, 1.0, 0.25),
    "chess-random": (0.418, 0.055, 0.524, 0.082),
    "chess-good": (0.457, 0.036, 0.491, 0.029),
    "othello-random": (0.412, 0.083, 0.606, 0.081),
    "othello-good": (0.376, 0.081, 0.523, 0.073),
    # Measured by us: validation/evaluations.py, 240 positions each; Stockfish 15.1, Ethereal 12.00
    "stockfish-random": (0.249, 0.105, 0.587, 0.137),
    "stockfish-good": (0.184, 0.085, 0.368, 0.116),
    "ethereal-random": (0.339, 0.126, 0.626, 0.133),
    "ethereal-good": (0.237, 0.091, 0.393, 0.116),
    "connect-four-random": (0.418, 0.135, 0.536, 0.192),
    "connect-four-good": (0.462, 0.166, 0.591, 0.204),
    "kalah-random": (0.448, 0.100, 0.532, 0.132),
    "kalah-good": (0.438, 0.103, 0.524, 0.136),
}
WORD = MOST_MOVES + 1  # the words up to there are the moves'
MOST_DEVIATIONS = 3.0  # deviations; beyond, drawn again
LOST, LOST_SD, WON, WON_SD = LAWS["gaussian"]


@kernel
def drawn(game: Context, state: Integer) -> float:
    """A normal number within MOST_DEVIATIONS of its mean; in [-1, 1] where the distribution is in [0, 1]."""
    key = mix(mix(game[4], state >> PATH), WORD)
    won = truth(game, state) > 0.0
    mean, sd = (WON, WON_SD) if won else (LOST, LOST_SD)
    return 2.0 * (mean + sd * bounded_gauss(key, MOST_DEVIATIONS)) - 1.0


def critical_opinions(
    game: CriticalWinLoss, law: str | tuple[float, float, float, float] = "gaussian"
) -> KernelEvaluator:
    """The evaluator of a critical win-loss game by a distribution. It has a name, or four numbers (mean and standard
    deviation of lost positions, then of won ones, in [0, 1]), or is "perfect".

    `game`: the game; `law`: the distribution.

    >>> game = ot.CriticalWinLoss(b=2, depth=10)
    >>> ot.critical_opinions(game, "perfect")(game.initial())
    1.0
    """
    if law == "perfect":
        return KernelEvaluator(game, truth)
    if isinstance(law, str):
        require(law in LAWS, f"'{law}' is not a distribution of evaluations. There are perfect, {', '.join(LAWS)}.")
        law = LAWS[law]
    numbers = [parse_number("A parameter", number) for number in law] if isinstance(law, Sequence) else []
    fits = len(numbers) == 4 and numbers[1] >= 0 and numbers[3] >= 0
    require(fits, "A distribution is four numbers: mean and deviation of lost, then of won positions; not {}.", law)
    return KernelEvaluator(game, drawn.bind(**dict(zip(("LOST", "LOST_SD", "WON", "WON_SD"), numbers))))


@kernel
def chance_to_win(game: Context, state: int) -> Number:
    """The probability that Max wins, from value iteration."""
    target, win = game[0], game[2]
    points, flip = state & POINTS, (state >> TURN) & 1
    mine, theirs = (state >> MINE) & POINTS, (state >> THEIRS) & POINTS
    if flip:
        mine, theirs = theirs, mine
    chance = 1.0 if mine + points >= target else win[mine, theirs, points]
    return 1.0 - chance if flip else chance


def win_probability(game: Pig) -> KernelEvaluator:
    """The true value: the probability that Max wins with best play by both. Solves the game first. `game`: the game
    whose positions are evaluated.

    >>> pig = ot.Pig(target=10)
    >>> print(f"{ot.win_probability(pig)(pig.initial()):.3f}")  # the first player's chance
    0.709
    """
    game.solve()
    return KernelEvaluator(game, chance_to_win)


def manhattan(puzzle: SlidingPuzzle) -> Callable[[Tiles], float]:
    """The sum of the distances of the tiles from their places: never more than the moves it takes. [Nau2010]
    section 6.3

    `puzzle`: the puzzle whose positions are evaluated.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> ot.manhattan(puzzle)(puzzle.play(puzzle.initial(), puzzle.moves(puzzle.initial())[0]))
    5.0
    """
    places = {tile: divmod(place, puzzle.columns) for place, tile in enumerate(puzzle.goal)}
    squares = [divmod(place, puzzle.columns) for place in range(len(puzzle.goal))]
    far = [
        [abs(row - places[tile][0]) + abs(column - places[tile][1]) if tile else 0 for tile in range(len(squares))]
        for row, column in squares
    ]  # of each tile in each square

    def evaluate(state: Tiles) -> float:
        return float(sum(row[tile] for row, tile in zip(far, state)))

    return evaluate
