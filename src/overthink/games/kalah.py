"""Kalah, the African game of pits and seeds, by its real rules or by the papers' regularised ones.

A player scoops up all the seeds of a pit and drops them one by one into the pits that follow, into his own kalah (his
store) and on round the opponent's pits, but not into the opponent's kalah. Every other rule is an option:

- `move_again`: a last seed that falls into the player's own kalah gives him another move.
- `capture`: a last seed that falls into an empty pit of the player's own, with seeds in the opponent's pit opposite,
  brings both pits into his kalah.
- `sweep`: when a side has run out of seeds, those left on the other side count for their owner.
- `empty_moves`: a move from an empty pit is legal and has no effect. Without it the game is over as soon as either side
  has run out of seeds.
- `plies`: the game is over after this many moves.
- `outcome`: the finished game is worth the difference in seeds won, or only a win (+1), draw (0) or loss (-1).

`Kalah.real()` has the rules, the order of moves and, with `outcome="win"`, the returns of OpenSpiel's `mancala`; only
OpenSpiel's limit of 1000 moves, which no game reaches, is left out. `Kalah.regularised()` is the game of [Nau2010]
section 6.2 and [Zuckerman2018] section 5.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, start_key
from overthink.core.bind import AnyKernel, kernel
from overthink.core.checked import check_form
from overthink.core.errors import check_known, check_whole, parse_whole, require
from overthink.core.game import MAX, MIN
from overthink.core.grow import Rows, StateSpace
from overthink.core.kinds import Column, Context, Key, Number, Seed, State
from overthink.core.tree import Tree
from overthink.games.planes import PlaneGame, bound, six

MOST_POSITIONS = 2_000_000  # positions that may be listed
WORDS = 6  # integers of a position
START = np.uint64(0)

# A position: the pits of Max and of Min, each side packed into one integer with pit 0, the farthest from its kalah,
# lowest; the stores of Max and of Min; the player to move; and the plies left to play, below 0 without end.
Board = tuple[int, int, int, int, int, int]


@kernel
def key_of(state: State) -> Key:
    """A hash of a position, the same in every process."""
    key: Key = START
    for word in state:
        key = mix(key, word)
    return key


@kernel
def next_ply(
    game: Context, ply: Column, below: Column, keys: Column, first: Column, edges: Column, table: Column
) -> int:
    """Write each position one move later into `below`, its hash into `keys`, and the position that each move leads to.
    `table` is empty (-1), its size a power of two, and more than twice the number of moves. Return the number of
    positions."""
    size = 0
    edge = 0
    mask = np.uint64(len(table) - 1)
    for n in range(len(ply)):
        here = six(ply[n])
        for i in range(count(game, here)):
            after = child(game, here, i)
            key = key_of(after)
            slot = key & mask
            while table[slot] >= 0 and six(below[table[slot]]) != after:
                slot = (slot + np.uint64(1)) & mask
            if table[slot] < 0:
                table[slot] = size
                keys[size] = key
                for word in range(len(after)):
                    below[size, word] = after[word]
                size += 1
            edges[edge] = table[slot]
            edge += 1
        first[n + 1] = first[n] + count(game, here)
    return size


@kernel
def solve(
    game: Context, rows: Column, first: Column, children: Column, turn: Column, worth: Column, truth: Column
) -> None:
    """Fill in the mover, the result of finished games and the value of each position, from the last ply to the first:
    moves lead to later positions."""
    for n in range(len(rows) - 1, -1, -1):
        here = six(rows[n])
        me = mover(game, here)
        turn[n] = me
        worth[n] = np.nan
        if first[n] == first[n + 1]:
            worth[n] = utility(game, here)
            truth[n] = worth[n]
        else:
            best = -np.inf
            for e in range(first[n], first[n + 1]):
                best = max(best, me * truth[children[e]])
            truth[n] = me * best


def grown(game: Kalah, start: Board, most: int = MOST_POSITIONS) -> StateSpace:
    """Every position that can be reached from a start, ply by ply, each with its true value. The tree knows its
    plies (`levels`): it has one root, and a search of it needs one sweep of each ply."""
    require(game.compiled, "This board is too large to list its positions. Use fewer pits or seeds.")
    require(start[5] >= 0, "A game without a limit of plies has too many positions to list. Give plies=.")
    expand = next_ply.bind(**game.kernels)
    plies, keys = [np.array([start], np.int64)], [np.array([key_of(start)], np.uint64)]
    firsts, edges, levels = [np.zeros(1, np.int64)], [], [0, 1]
    while len(plies[-1]):
        most_moves = len(plies[-1]) * game.pits
        below, hashes = np.empty((most_moves, WORDS), np.int64), np.empty(most_moves, np.uint64)
        first = np.zeros(len(plies[-1]) + 1, np.int64)
        leads = np.empty(most_moves, np.int64)
        table = np.full(1 << (2 * most_moves).bit_length(), -1, np.int32)
        size = expand(game.context, plies[-1], below, hashes, first, leads, table)
        firsts.append(first[1:] + firsts[-1][-1])
        edges.append(leads[: first[-1]] + levels[-1])
        plies.append(below[:size].copy())
        keys.append(hashes[:size].copy())
        levels.append(levels[-1] + size)
        require(levels[-1] <= most, f"More than {most:,} positions can be reached. Use fewer plies, pits or seeds.")
    rows, first, children = np.concatenate(plies), np.concatenate(firsts), np.concatenate(edges)
    nodes = len(rows)
    turn, worth, truth = np.empty(nodes, np.int8), np.empty(nodes), np.empty(nodes)
    solve.bind(**game.kernels)(game.context, rows, first, children, turn, worth, truth)
    tree = Tree(
        first=first,
        child=children,
        mover=turn,
        utility=worth,
        truth=truth,
        key=np.concatenate(keys),
        levels=np.array(levels[:-1], np.int64),
    )
    return StateSpace(tree, Rows(rows), game=game)


Outcome = Literal["difference", "win"]
WORD_BITS = 62  # bits of an int64 that a side's pits may fill, so that a 1 just above them is no sign


class Rules(NamedTuple):
    """The constants of one game's kernels. A kernel names them in capitals."""

    pits: int
    width: int  # bits of a pit
    ones: int  # a seed in every pit of a side
    seeds: int  # all of them
    move_again: bool
    capture: bool
    sweep: bool
    empty_moves: bool
    win: bool


PITS, WIDTH, ONES, SEEDS, MOVE_AGAIN, CAPTURE, SWEEP, EMPTY_MOVES, WIN = Rules(1, 2, 1, 2, *[False] * 5)


@kernel
def seeds_in(side: int, pit: int) -> int:
    """The seeds of one pit of a side."""
    return (side >> (pit * WIDTH)) & ((1 << WIDTH) - 1)


@kernel
def span(first: int, after: int) -> Number:
    """One seed in each pit from the first up to, and without, `after`."""
    return ((1 << (after * WIDTH)) - (1 << (first * WIDTH))) & ONES


@kernel
def side_sum(side: int) -> int:
    """All the seeds on a side: times ONES, each pit holds the sum of those up to it, and the last one that of all."""
    return ((side * ONES) >> (WIDTH * (PITS - 1))) & ((1 << WIDTH) - 1)


@kernel
def at_least(side: int, seeds: int) -> Number:
    """One seed in each pit that has so many or more, up to half of a pit's bits: they carry into its highest bit."""
    half = 1 << (WIDTH - 1)
    return ((((side & (ONES * (half - 1))) + ONES * (half - seeds)) | side) >> (WIDTH - 1)) & ONES


@kernel
def one_in_each(side: int) -> Number:
    """One seed in each pit that is not empty."""
    return at_least(side, 1)


@kernel
def pit_of(side: int, i: int) -> int:
    """The pit of move number i: as many pits as have no more than i filled ones up to them lie before it."""
    if EMPTY_MOVES:
        return i
    up_to = one_in_each(side) * ONES
    return PITS - side_sum(((up_to + ONES * ((1 << (WIDTH - 1)) - 1 - i)) >> (WIDTH - 1)) & ONES)


@kernel
def count(game: Context, state: Board) -> int:
    max_pits, min_pits, _, _, turn, left = state
    if EMPTY_MOVES:
        return PITS if left != 0 else 0
    moves = side_sum(one_in_each(max_pits if turn > 0 else min_pits))
    # No branch: a search asks more than once, and what is the same again is then found once.
    return moves if (left != 0) & (max_pits != 0) & (min_pits != 0) else 0


@kernel
def sow(mine: int, theirs: int, pit: int) -> tuple[int, int, int, int]:
    """Both sides after a move, the seeds won, and where the last seed fell: a pit of mine, or `pits` for my kalah."""
    seeds = seeds_in(mine, pit)
    won = 0
    mine -= seeds << (pit * WIDTH)
    ring = 2 * PITS + 1
    if seeds >= ring:  # once round and more
        laps = seeds // ring
        mine = mine + laps * ONES
        theirs = theirs + laps * ONES
        won = laps
        seeds -= laps * ring
    last = pit + seeds
    mine += span(pit + 1, min(last + 1, PITS))
    won += last >= PITS
    theirs += span(0, min(max(last - PITS, 0), PITS))
    if last >= ring:
        last -= ring
        mine += span(0, last + 1)
    if CAPTURE and last < PITS and seeds_in(mine, last) == 1:
        opposite = PITS - 1 - last
        taken = seeds_in(theirs, opposite)
        if taken > 0:
            mine -= 1 << (last * WIDTH)
            theirs -= taken << (opposite * WIDTH)
            won += 1 + taken
    return mine, theirs, won, last


@kernel
def child(game: Context, state: Board, i: int) -> Board:
    max_pits, min_pits, max_store, min_store, turn, left = state
    if left > 0:
        left -= 1
    mine, theirs = (max_pits, min_pits) if turn > 0 else (min_pits, max_pits)
    mine, theirs, won, last = sow(mine, theirs, pit_of(mine, i))
    after = turn if MOVE_AGAIN and last == PITS else -turn
    if turn > 0:
        return mine, theirs, max_store + won, min_store, after, left
    return theirs, mine, max_store, min_store + won, after, left


@kernel
def mover(game: Context, state: Board) -> int:
    return state[4]


@kernel
def utility(game: Context, state: Board) -> float:
    max_pits, min_pits, max_store, min_store, _, _ = state
    ahead = max_store - min_store
    if SWEEP and (max_pits == 0 or min_pits == 0):
        ahead += side_sum(max_pits) - side_sum(min_pits)
    if WIN:
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0
    return float(ahead)


@kernel
def outlook(game: Context, state: Board) -> tuple[float, float, float]:
    """The seeds in play may all go to one player or to the other. The more a player has won, the
    better, and to be on move is worth half a seed."""
    max_pits, min_pits, max_store, min_store, turn, _ = state
    if count(game, state) == 0:
        worth = turn * utility(game, state)
        return worth, worth, 0.0
    lead = float(turn * (max_store - min_store))
    rest = side_sum(max_pits) + side_sum(min_pits)
    least, most = lead - rest, lead + rest
    if WIN:
        least, most = max(-1.0, min(1.0, least)), max(-1.0, min(1.0, most))
    return least, most, lead + 0.5


@kernel
def marks(game: Context, state: Board, i: int) -> Number:
    """The pits, and the store beyond them, that have at least i // 2 + 1 seeds: those of the player to move, or of the
    other if i is odd. The last word has a bit for each ply that is left."""
    max_pits, min_pits, max_store, min_store, turn, left = state
    seeds = i // 2 + 1
    if seeds > SEEDS // 2 + 1:
        return (1 << min(left, WORD_BITS)) - 1
    pits, store = (max_pits, max_store) if (turn > 0) == (i % 2 == 0) else (min_pits, min_store)
    return at_least(pits, seeds) | (int(store >= seeds) << (PITS * WIDTH))


@kernel
def scatter(key: Key, seeds: int, pits: Column) -> None:
    """Drop each seed into a random pit."""
    for seed in range(seeds):
        pits[mix(key, seed) % np.uint64(len(pits))] += 1


MOST_PITS_OR_SEEDS = 1_000


class Kalah(PlaneGame):
    """Kalah. Moves are the mover's pits, 0 the farthest from his kalah. Where the seeds of a side fit into an int64 its
    searches run compiled, and elsewhere as ordinary Python.

    Args:
        pits: Of a side.
        seeds: In each pit at the start.
        move_again: A last seed in the own kalah gives another move.
        capture: A last seed in an empty pit of one's own takes the seeds opposite.
        sweep: What is left at the end goes to its owner.
        empty_moves: Empty pits may be chosen.
        plies: The game is over after this many moves.
        outcome: A finished game is worth the "difference" of the seeds, or a "win": +1, 0 or -1.

    >>> ot.Kalah(pits=3, seeds=2).moves(ot.Kalah(pits=3, seeds=2).initial())
    [0, 1, 2]
    """

    context = 0  # the rules are constants of the kernels
    quick = True

    @check_arguments
    def __init__(
        self,
        pits: int = 6,
        seeds: int = 4,
        *,
        move_again: bool = True,
        capture: bool = True,
        sweep: bool = True,
        empty_moves: bool = False,
        plies: int | None = None,
        outcome: Outcome = "difference",
    ):
        check_whole("pits", pits, 1, MOST_PITS_OR_SEEDS)
        check_whole("seeds", seeds, 1, MOST_PITS_OR_SEEDS)
        total = 2 * pits * seeds
        check_whole("plies", 1 if plies is None else plies, 1)
        ends = not empty_moves or (plies is not None and not sweep)
        require(ends, "With moves from empty pits the game goes on without end. Give plies= and sweep=False.")
        check_known("outcome", outcome, ("difference", "win"))
        self.compiled = total < 1 << WORD_BITS // pits
        width = WORD_BITS // pits if self.compiled else total.bit_length()
        ones = sum(1 << pit * width for pit in range(pits))
        self.rules = Rules(pits, width, ones, total, move_again, capture, sweep, empty_moves, outcome == "win")
        self.pits = pits
        self.seeds = seeds
        self.left = -1 if plies is None else plies
        words: tuple[AnyKernel, ...] = (count, child, mover, utility, outlook, marks)
        self.kernels = {word.__name__: bound(word, self.rules) for word in words}

    @classmethod
    def real(cls, pits: int = 6, seeds: int = 4, outcome: Outcome = "difference") -> Kalah:
        """Kalah by its real rules, to the end."""
        return cls(pits, seeds, outcome=outcome)

    @classmethod
    def regularised(
        cls, pits: int = 6, seeds: int = 4, plies: int = 8, capture: bool = True, outcome: Outcome = "difference"
    ) -> Kalah:
        """A fixed number of moves, as many to choose from at every one, and no second move. [Nau2010] section 6.2,
        which plays 8; [Zuckerman2018] section 5.3 gives no number."""
        fixed = {"move_again": False, "sweep": False, "empty_moves": True}
        return cls(pits, seeds, capture=capture, plies=plies, outcome=outcome, **fixed)

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """Plane k: which pits and stores, of the player to move in the first row, have k + 1 seeds or more; more than
        half of all seeds are not told apart. Behind them, a 1 for each ply that is left, where plies are limited."""
        cells = 2 * (self.pits + 1)
        return self.rules.seeds // 2 + 1 + -(-min(max(self.left, 0), WORD_BITS) // cells), 2, self.pits + 1

    @cached_property
    def places(self) -> Column:
        """Where each word of `marks` stands in the planes: the stones of each pit, the stores, and the moves that
        are left."""
        counts = self.rules.seeds // 2 + 1
        cells = self.pits + 1
        plies = min(max(self.left, 0), WORD_BITS)
        places = np.full((2, 2 * counts + (plies > 0), max(WORD_BITS, self.pits * self.rules.width) + 1), -1)
        for word, cell in np.ndindex(2 * counts, cells):
            places[:, word, cell * self.rules.width] = word * cells + cell
        if plies:
            places[:, -1, :plies] = 2 * counts * cells + np.arange(plies)
        return places

    def initial(self) -> Board:
        return self.position([self.seeds] * self.pits, [self.seeds] * self.pits)

    @check_arguments
    def position(
        self,
        max_pits: Sequence[int],
        min_pits: Sequence[int],
        stores: tuple[int, int] = (0, 0),
        mover: int = MAX,
        left: int | None = None,
    ) -> Board:
        """Any board: each side's pits from its own pit 0, the stores of Max and Min, and the remaining plies."""
        seeds = [parse_whole("The number of seeds", each) for each in (*max_pits, *min_pits, *stores)]
        fits = len(max_pits) == len(min_pits) == self.pits and len(stores) == 2
        require(fits, f"A board of this game must have {self.pits} pits per side and 2 stores.")
        fits = min(seeds) >= 0 and sum(seeds) <= self.rules.seeds
        require(fits, f"The seeds must be 0 or more in each pit and {self.rules.seeds} in all, not {seeds}.")
        require(mover in (MAX, MIN), "The mover must be +1 (Max) or -1 (Min), not {}.", mover)
        plies = self.left if left is None else left
        limit = f"{self.left} plies" if self.left > 0 else "no limit of plies"
        require(plies == self.left or 0 <= plies <= self.left, f"This game has {limit}; {{}} cannot be left.", plies)
        return self._packed(max_pits), self._packed(min_pits), int(stores[0]), int(stores[1]), int(mover), plies

    def random_start(self, number: int, seed: Seed = 0) -> Board:
        """Random board `number`: each seed in any of the pits of either side, Max to move. [Nau2010]
        section 6.2"""
        pits = np.zeros(2 * self.pits, np.int64)
        scatter(start_key("kalah", seed=seed, number=number), self.rules.seeds, pits)
        return self.position(pits[: self.pits].tolist(), pits[self.pits :].tolist())

    def state_space(self, start: Board | None = None) -> StateSpace:
        """All positions that a game of limited length can reach from a start, with their true values."""
        check_form(self, start := self.initial() if start is None else start)
        graph = grown(self, start)
        return replace(graph, tree=replace(graph.tree, levels=np.array([], np.int64)))  # every position is a root

    def moves(self, state: Board) -> Sequence[int]:
        count = self._call("count", state)
        pit = bound(pit_of, self.rules).interpreted
        return [pit(state[0] if state[4] > 0 else state[1], i) for i in range(count)]

    def fits(self, state: Board) -> bool:
        return isinstance(state, tuple) and len(state) == WORDS

    def rows(self, state: Board) -> tuple[list[int], list[int]]:
        """The seeds in the pits of Max and of Min, each from its own pit 0 on."""
        seeds = bound(seeds_in, self.rules).interpreted
        max_pits, min_pits = ([seeds(side, pit) for pit in range(self.pits)] for side in state[:2])
        return max_pits, min_pits

    def text(self, state: Board) -> str:
        """The board as it lies between the players: Max below, sowing to the right, Min above."""
        max_pits, min_pits = self.rows(state)
        size = len(str(self.rules.seeds))
        above, below = (" ".join(f"{n:{size}}" for n in row) for row in (min_pits[::-1], max_pits))
        middle = f"{state[3]:{size}} {' ' * len(below)} {state[2]:{size}}"
        edge = " " * size
        return f"{edge} {above}   Min\n{middle}\n{edge} {below}   Max\n{'Max' if state[4] > 0 else 'Min'} to move"

    def _packed(self, side: Sequence[int]) -> int:
        return sum(int(seeds) << pit * self.rules.width for pit, seeds in enumerate(side))
