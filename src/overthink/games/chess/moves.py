"""The moves of chess with few pieces, as kernels over positions that are one integer each, and the views of a position.

A position holds the squares of all pieces, 6 bits each (a1 is 0, b1 is 1, h8 is 63), in the order of the endgame's
name; above them one bit for the side to move, 1 for Black; above that 3 bits that say what the pawn, if there is one,
has been promoted to: 0 while it is a pawn. **A captured man stands on the square of his own king**, and moves with him.
So all the smaller endgames that captures lead to are positions of the same kind, and need no table of their own.

The rules are those of chess. Castling is not possible, and with at most one pawn there is no en passant. The game is
drawn when only the kings, or the kings and one bishop or knight, are left.

Positions that look the same when the board is turned or mirrored are worth the same. Without a pawn the board has eight
such views, with one only two, left and right exchanged. The view with White's king on the first square of the board,
and of those the smallest integer, stands for all; so tables and state spaces need an eighth of the nodes.
[Nau2010] section 6.1
"""

from __future__ import annotations

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, Number, State

KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, BLACK_PAWN = range(7)  # of White's pawn and of Black's
# context: int64 [pieces, the pawn's number or -1, the number of the first of two like pieces or -1, that of the first
# of two bishops of one side or -1, and from KINDS, SIDES and KINGS on the kind, side and own king's number of each man]
MEN, THE_PAWN, TWIN, PAIR, KINDS, SIDES, KINGS = 0, 1, 2, 3, 4, 8, 12
MOST_MOVES = 80  # more moves than any side with three pieces has


def _tables() -> tuple[Column, ...]:
    straight, diagonal = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    jumps = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]
    steps = {
        KING: (straight + diagonal, 1),
        QUEEN: (straight + diagonal, 7),
        ROOK: (straight, 7),
        BISHOP: (diagonal, 7),
        KNIGHT: (jumps, 1),
        PAWN: ([(1, 1), (-1, 1)], 1),
        BLACK_PAWN: ([(1, -1), (-1, -1)], 1),
    }
    bit = np.uint64(1) << np.arange(64, dtype=np.uint64)
    reach = np.zeros((7, 64), np.uint64)
    between = np.zeros((64, 64), np.uint64)
    targets = np.full((7, 64, 28), -1, np.int64)
    for kind, (directions, far) in steps.items():
        for here in range(64):
            squares = []
            for dx, dy in directions:
                passed = np.uint64(0)
                for step in range(1, far + 1):
                    x, y = here % 8 + step * dx, here // 8 + step * dy
                    if not (0 <= x < 8 and 0 <= y < 8):
                        break
                    there = x + 8 * y
                    squares.append(there)
                    reach[kind, here] |= bit[there]
                    between[here, there] = passed
                    passed |= bit[there]
            if kind >= PAWN:  # moves forward without attacking
                forward, home = (8, 1) if kind == PAWN else (-8, 6)
                squares += [
                    here + forward * n for n in ((1, 2) if here // 8 == home else (1,)) if 0 <= here + forward < 64
                ]
            targets[kind, here, : len(squares)] = squares
    return bit.view(np.int64), reach.view(np.int64), between.view(np.int64), targets


BIT, REACH, BETWEEN, TARGETS = _tables()  # sets of squares are int64, the sign bit standing for h8


@kernel
def square(position: State, man: int) -> Number:
    """The square, 0 to 63, of a piece."""
    return (position >> (6 * man)) & 63


@kernel
def swap_men(position: State, man: int) -> State:
    """The position with a piece and the next man exchanged."""
    step = square(position, man + 1) - square(position, man)
    return position + (step << (6 * man)) - (step << (6 * man + 6))


@kernel
def black_to_move(game: Context, position: State) -> Number:
    """1 if Black moves, else 0."""
    return (position >> (6 * game[MEN])) & 1


@kernel
def kind(game: Context, position: State, man: int) -> Number:
    """The kind of a piece; of a promoted pawn, its new kind."""
    if man == game[THE_PAWN]:
        promoted = position >> (6 * game[MEN] + 1)
        if promoted > 0:
            return promoted
    return game[KINDS + man]


@kernel
def is_captured(game: Context, position: State, man: int) -> Number:
    """Whether a piece is off the board: it stands where the king of its side does."""
    king = game[KINGS + man]
    return man != king and square(position, man) == square(position, king)


@kernel
def occupied_squares(game: Context, position: State) -> Number:
    """The occupied squares."""
    squares = BIT[square(position, 0)]
    for man in range(1, game[MEN]):
        squares |= BIT[square(position, man)]
    return squares


@kernel
def is_in_check(game: Context, position: State, side: int) -> bool:
    """Whether the king of a side (+1 White, -1 Black) is attacked."""
    king = square(position, game[KINGS]) if side > 0 else square(position, game[KINGS + game[MEN] - 1])
    squares = occupied_squares(game, position)
    for man in range(game[MEN]):
        here = square(position, man)
        attacks = game[SIDES + man] != side and REACH[kind(game, position, man), here] & BIT[king] != 0
        if attacks and BETWEEN[here, king] & squares == 0 and not is_captured(game, position, man):
            return True
    return False


@kernel
def dead(game: Context, position: State) -> bool:
    """Whether mate is impossible: only kings, or one bishop or knight."""
    minors = 0
    for man in range(game[MEN]):
        if man != game[KINGS + man] and not is_captured(game, position, man):
            piece = kind(game, position, man)
            minors += 1 if piece in (BISHOP, KNIGHT) else 2
    return minors < 2


@kernel
def legal(game: Context, position: State) -> bool:
    """Whether an integer is a position of the endgame: each man on a square it can stand on, like pieces in the order
    of their squares, a pair of bishops on a light and a dark square, and the player to move cannot take the king."""
    men, pawn, twin, pair = game[MEN], game[THE_PAWN], game[TWIN], game[PAIR]
    for man in range(men):
        gone = is_captured(game, position, man)
        for other in range(man):
            if square(position, man) == square(position, other) and not gone and not is_captured(game, position, other):
                return False
        if man == pawn:
            promoted, rank = position >> (6 * men + 1), square(position, man) >> 3
            if promoted > KNIGHT or (gone and promoted > 0):
                return False
            if promoted == 0 and not gone and (rank == 0 or rank == 7):
                return False
        if pair >= 0 and (man == pair or man == pair + 1) and not gone:
            here = square(position, man)
            if ((here >> 3) + here + (man - pair)) & 1 == 0:  # a1 is dark
                return False
    if twin >= 0 and square(position, twin) > square(position, twin + 1):
        return False
    return not is_in_check(game, position, -1 if black_to_move(game, position) == 0 else 1)


@kernel
def after_move(game: Context, position: State, man: int, there: int, other: int, promoted: int) -> State:
    """The position after a piece moves to a square and captures the other man there, if any (-1)."""
    men = game[MEN]
    step = there - square(position, man)
    after = position ^ (1 << (6 * men))
    after += step << (6 * man)
    if man == game[KINGS + man]:  # his captured pieces go with him
        for follower in range(men):
            if game[KINGS + follower] == man and is_captured(game, position, follower):
                after += step << (6 * follower)
    if other >= 0:
        after += (square(position, game[KINGS + other]) - there) << (6 * other)
        if other == game[THE_PAWN]:
            after &= (1 << (6 * men + 1)) - 1
    after |= promoted << (6 * men + 1)
    twin = game[TWIN]
    if twin >= 0 and square(after, twin) > square(after, twin + 1):
        after = swap_men(after, twin)
    return after


@kernel
def fill(game: Context, position: State, after: Column) -> int:
    """Write the positions after every legal move into `after`, and return their number."""
    n = 0
    if dead(game, position):
        return n
    men = game[MEN]
    side = 1 - 2 * black_to_move(game, position)
    squares = occupied_squares(game, position)
    for man in range(men):
        if game[SIDES + man] != side or is_captured(game, position, man):
            continue
        here = square(position, man)
        piece = kind(game, position, man)
        for there in TARGETS[piece, here]:
            if there < 0:
                break
            if BETWEEN[here, there] & squares != 0:
                continue
            other = -1
            blocked = False
            if squares & BIT[there] != 0:
                for stands in range(men):
                    if square(position, stands) == there and not is_captured(game, position, stands):
                        other = stands
                blocked = game[SIDES + other] == side
            if piece >= PAWN:  # forward to free squares, diagonally to capture
                blocked = blocked or (((there - here) & 7 == 0) == (other >= 0))
            if blocked:
                continue
            last_rank = piece >= PAWN and (there < 8 or there >= 56)
            next_position = after_move(game, position, man, there, other, QUEEN if last_rank else 0)
            if is_in_check(game, next_position, side):
                continue
            for promoted in range(QUEEN, KNIGHT + 1 if last_rank else QUEEN + 1):
                after[n] = (
                    next_position if promoted == QUEEN else after_move(game, position, man, there, other, promoted)
                )
                n += 1
    return n


@kernel
def count(game: Context, state: State) -> int:
    return fill(game, state, np.empty(MOST_MOVES, np.int64))


@kernel
def child(game: Context, state: State, i: int) -> State:
    after = np.empty(MOST_MOVES, np.int64)
    fill(game, state, after)
    return after[i]


@kernel
def mover(game: Context, state: State) -> Number:
    return 1 - 2 * black_to_move(game, state)


@kernel
def utility(game: Context, state: State) -> float:
    """Mate is worth 1 to the side that gives it; stalemate and too few pieces are worth 0."""
    side = mover(game, state)
    return -float(side) if is_in_check(game, state, side) and not dead(game, state) else 0.0


def _views() -> Column:
    """Where each square goes, int64[8, 64]."""
    file, rank = np.arange(64) % 8, np.arange(64) // 8
    views = [(x, y) for y in (rank, 7 - rank) for x in (file, 7 - file)]
    views += [(y, x) for x, y in views]
    return np.array([x + 8 * y for x, y in views])


def _nearest(views: int) -> list[list[int]]:
    """The views that take each square to the first it can reach: two on a diagonal, else one, named twice."""
    ways = [np.flatnonzero(there == there.min()).tolist() for there in VIEWS[:views].T]
    return [(way * 2)[:2] for way in ways]


VIEWS = _views()
NEAREST = np.array([_nearest(2), _nearest(8)])  # with a pawn and without, int64[2, 64, 2]


@kernel
def canonical(game: Context, position: State) -> State:
    """The view that stands for all views of a position."""
    men, twin, pair = game[MEN], game[TWIN], game[PAIR]
    squares = 1 << (6 * men)
    least = squares
    for view in NEAREST[1 if game[THE_PAWN] < 0 else 0, square(position, 0)]:
        view_of = 0
        for man in range(men):
            view_of |= VIEWS[view, square(position, man)] << (6 * man)
        if twin >= 0 and square(view_of, twin) > square(view_of, twin + 1):
            view_of = swap_men(view_of, twin)
        if pair >= 0 and (VIEWS[view, 0] ^ VIEWS[view, 0] >> 3) & 1:  # a1 goes to a light square
            view_of = swap_men(view_of, pair)
        least = min(least, view_of)
    return (position & -squares) + least
