"""The locked set: players with a bug that a public game program had, each with the address of a report, and sound
players. A player is made from a game, its evaluator and a seed, and may keep a memory between its searches.

Every bug is a small change to a sound search, its twin: the class that it is derived from.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from overthink.core.kinds import Move, State

HUB, WIKI = "https://github.com/", "https://www.chessprogramming.org/"
BIG = 1e6
# What a right cause says, as a pattern for the words of the doctor.
DEPTH, TABLE = r"pl(y|ies)|depth|shallow|deep", r"table|order of searches|remember|earlier|memory"
SIDE, ENDS = r"side|sign|Min|Max|opponent|helps", r"\bend|finish|\bwon|\bwin|result|draw"
LIMIT = r"limit|beam|leaves? out|fewer|left out|skip|prun|best-looking|first \w+ moves"
ROOT, UNSTEADY = r"first move|last move|place|index|zero|\b0\b", r"unstead|random|reproduc|twice|process"
LEAF, WINDOW = r"evaluat|round|clip|wrap|opinion", r"window|bound|cut"
TIES, RULES = r"ties?\b|equal", r"rules|another game|undo"


class Minimax:
    """A plain search: values to Max, the first of the best moves."""

    def __init__(self, game: Any, evaluate: Callable[[State], float], seed: int):
        self.game, self.evaluate, self.seed = game, evaluate, seed
        self.dice, self.play = random.Random(seed), game.play
        self.ready()

    def ready(self) -> None:
        """What the player keeps between its searches."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        return list(self.game.moves(state))

    def mover(self, state: State, ply: int) -> int:
        return int(self.game.mover(state))

    def leaf(self, state: State) -> float:
        return float(self.evaluate(state))

    def end(self, state: State, ply: int) -> float:
        return float(self.game.utility(state))

    def value(self, state: State, depth: int, ply: int) -> float:
        moves = self.moves(state, ply)
        if not moves:
            return self.end(state, ply)
        if depth <= 0:
            return self.leaf(state)
        best = max if self.mover(state, ply) > 0 else min
        return best(self.value(self.play(state, move), depth - 1, ply + 1) for move in moves)

    def values(self, state: State, depth: int) -> dict[Move, float]:
        """The value of each move, to the player who makes it."""
        me = self.mover(state, 0)
        return {move: me * self.value(self.play(state, move), depth - 1, 1) for move in self.moves(state, 0)}

    def pick(self, values: dict[Move, float], state: State) -> Any:
        return max(values, key=values.__getitem__)

    def choose(self, state: State, depth: int) -> Any:
        return self.pick(self.values(state, depth), state)


class AlphaBeta(Minimax):
    """Leaves out what cannot matter."""

    def value(self, state: State, depth: int, ply: int, low: float = -BIG, high: float = BIG) -> float:
        moves = self.moves(state, ply)
        if not moves:
            return self.end(state, ply)
        if depth <= 0:
            return self.leaf(state)
        me, best = self.mover(state, ply), -BIG * self.mover(state, ply)
        for number, move in enumerate(moves):
            value = self.child(state, move, number, depth, ply, low, high)
            best = max(best, value) if me > 0 else min(best, value)
            low, high = (max(low, best), high) if me > 0 else (low, min(high, best))
            if low >= high:
                break
        return best

    def child(self, state: State, move: Move, number: int, depth: int, ply: int, low: float, high: float) -> float:
        return self.value(self.play(state, move), depth - 1, ply + 1, low, high)

    def choose(self, state: State, depth: int) -> Any:
        me, best, chosen, low, high = self.mover(state, 0), -BIG, None, -BIG, BIG
        for number, move in enumerate(self.moves(state, 0)):
            value = me * self.child(state, move, number, depth, 0, low, high)
            if value > best:
                best, chosen = value, move
                low, high = (best, high) if me > 0 else (low, -best)
        return chosen


class Sorted(AlphaBeta):
    """Alpha-beta that tries the moves first that look best."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        me = self.game.mover(state)
        look = {move: me * self.look(self.play(state, move)) for move in self.game.moves(state)}
        return sorted(look, key=lambda move: -look[move])

    def look(self, state: State) -> float:
        return float(self.evaluate(state) if self.game.moves(state) else 2.0 * self.game.utility(state))


class Tabled(Minimax):
    """A plain search with a table, kept from one search to the next."""

    def ready(self) -> None:
        self.known: dict[Hashable, float] = {}

    def key(self, state: State, depth: int) -> Hashable:
        return state, depth

    def value(self, state: State, depth: int, ply: int) -> float:
        at = self.key(state, depth)
        if at not in self.known:
            self.known[at] = super().value(state, depth, ply)
        return self.known[at]


class Deepening(Sorted):
    """Iterative deepening: the best move of the depth before is tried first."""

    def ready(self) -> None:
        self.first: dict[State, Move] = {}

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        moves = list(super().moves(state, ply))
        if ply == 0 and self.first.get(state) in moves:
            moves.remove(self.first[state])
            moves.insert(0, self.first[state])
        return moves

    def choose(self, state: State, depth: int) -> Any:
        self.first.clear()
        for limit in range(1, depth + 1):
            self.first[state] = super().choose(state, limit)
        return self.first[state]


class Bug(NamedTuple):
    """A player with a bug: where it was reported, the words of a right cause, and the game to try it in."""

    player: type[Minimax]
    address: str
    cause: str
    game: str

    @property
    def twin(self) -> type[Minimax]:
        return self.player.__mro__[1]


BUGS: dict[str, Bug] = {}


def bug(name: str, address: str, cause: str, game: str, base: type[Minimax] = Minimax, **methods: Any) -> None:
    """A bug: a sound player with other methods. The address is a page, or the number of an issue or pull request."""
    site = address if address.startswith("http") else HUB + address.replace("#", "/issues/")
    BUGS[name] = Bug(type(name, (base,), methods) if methods else base, site, cause, game)


def depths(change: Callable[[Any, int], int]) -> Any:
    """A search to another depth, made of the position and the depth."""
    return lambda me, s, d: Minimax.choose(me, s, change(s, d))


def leaves(change: Callable[[float], float]) -> Any:
    """Other values of leaves."""
    return lambda me, s: change(Minimax.leaf(me, s))


def keys(key: Callable[[Any, int], Hashable]) -> Any:
    """Another key of a table, made of the position and the depth that remains."""
    return lambda me, s, d: key(s, d)


def plays(play: Callable[[Any, Any, Any], Any]) -> Any:
    """Another effect of moves, made of the game, the position and the move."""
    return lambda me: setattr(me, "play", lambda s, m: play(me.game, s, m))


def slot(state: Any, slots: int) -> int:
    return crc32(repr(state).encode()) % slots


bug("one ply, whatever the depth", "pychess/pychess#153", DEPTH, "othello", choose=depths(lambda s, d: 1))
bug("one ply too many", "GunshipPenguin/shallow-blue#16", DEPTH, "morris", choose=depths(lambda s, d: d + 1))
bug("one ply too few", "official-stockfish/Stockfish#409", DEPTH, "fall", choose=depths(lambda s, d: max(1, d - 1)))
bug("moves of both sides are one ply", f"{WIKI}Ply", DEPTH, "morris", choose=depths(lambda s, d: 2 * d))
bug(
    "never deeper than 2",
    "ArjunBasandrai/elixir-chess-engine#11",
    DEPTH,
    "boxes",
    choose=depths(lambda s, d: min(d, 2)),
)
late = depths(lambda s, d: max(1, d - 2) if sum(map(abs, s[0])) > 6 else d)
bug("less deep late in the game", "ptsouchlos/byte-knight#221", DEPTH, "fall", choose=late)
overflow = leaves(lambda v: ((int(v * 300) + 128) % 256 - 128) / 300)
bug("the evaluation overflows", "cosmobobak/viridithas#456", LEAF, "othello", leaf=overflow)
clipped = leaves(lambda v: max(-0.15, min(0.15, v)))
bug("the evaluation is clipped", "Adam-Kulju/Patricia#32", LEAF, "dominoes", leaf=clipped)
bug("the evaluation is a whole number", f"{WIKI}Centipawns", LEAF, "morris", leaf=leaves(lambda v: float(int(v * 3))))
noisy = leaves(lambda v: v + random.gauss(0.0, 0.15))
bug("noise in the evaluation", "herohde/morlock#2", UNSTEADY, "othello", leaf=noisy)
of_mover = lambda me, s: me.evaluate(s) * me.game.mover(s)  # noqa: E731
bug("the evaluation is for who moves", "google-deepmind/open_spiel#521", SIDE, "fall", leaf=of_mover)
bug("no player to move in the key", "nkarve/surge#15", TABLE, "morris", Tabled, key=keys(lambda s, d: (s[0], s[2], d)))
only_max = keys(lambda s, d: (tuple(max(0, k) for k in s[0]), s[1], d))
bug("no pieces of Min in the key", "pleco-rs/Pleco#161", TABLE, "fall", Tabled, key=only_max)
bug(
    "too few bits of the key",
    "pkrisz99/Renegade#190",
    TABLE,
    "othello",
    Tabled,
    key=keys(lambda s, d: slot((s, d), 512)),
)
bug("no captures in the key", "ddugovic/Stockfish#99", TABLE, "boxes", Tabled, key=keys(lambda s, d: (s[0], s[2], d)))
bug("no counter of moves in the key", "znxftw/rudim#88", TABLE, "morris", Tabled, key=keys(lambda s, d: (s[:2], d)))
bug("a key that adds", "domino14/macondo#208", TABLE, "nim", Tabled, key=keys(lambda s, d: (sum(s[:3]), s[3], d)))
bug("no depth in the key", "syuilo/ai#71", TABLE, "dominoes", Tabled, key=keys(lambda s, d: s))
one_move = plays(lambda game, s, m: (*game.play(s, m)[:2], -s[2]))
bug("no second move after a box", "Armando8766/Dots-and-Boxes#1", RULES, "boxes", ready=one_move)
no_turning = plays(lambda game, s, m: (tuple(s[1] if k == m else c for k, c in enumerate(s[0])), -s[1]))
bug("captured pieces stay on the board", "Checkora/Checkora#1566", RULES, "othello", ready=no_turning)


def turn_no_row(game: Any, state: Any, move: int) -> Any:
    after = game.play(state, move)[0]
    cells = [state[0][k] if move >= 0 and k // 5 == move // 5 and k != move else after[k] for k in range(20)]
    return tuple(cells), -state[1]


def search_again_deeper(me: Minimax, state: Any, depth: int) -> Any:
    values = me.values(state, depth)
    outside = abs(max(values.values()) - me.mover(state, 0) * me.leaf(state)) > 0.1
    return me.pick(me.values(state, depth + 1) if outside else values, state)


def late_less(me: Any, state: Any, move: Any, number: int, depth: int, *rest: Any) -> float:
    return AlphaBeta.child(me, state, move, number, depth - (2 if number > 1 and depth > 1 else 0), *rest)


bug("pieces in the row are not turned", "Zolomon/reversi-ai#5", RULES, "othello", ready=plays(turn_no_row))
bug(
    "outside the window one ply deeper",
    "maksimKorzh/bbc#5",
    rf"{DEPTH}|{WINDOW}",
    "dominoes",
    choose=search_again_deeper,
)
bug("late moves less deep, once", "ptsouchlos/byte-knight#94", rf"{DEPTH}|{LIMIT}", "othello", Sorted, child=late_less)


class OddDepths(Minimax):
    def choose(self, state: State, depth: int) -> Any:
        self.sign = -1.0 if depth % 2 else 1.0
        return super().choose(state, depth)

    def leaf(self, state: State) -> float:
        return self.sign * super().leaf(state)


class Counting(Deepening):
    """Iterative deepening that counts its nodes."""

    def value(self, state: State, depth: int, ply: int, low: float = -BIG, high: float = BIG) -> float:
        self.nodes += 1
        return super().value(state, depth, ply, low, high)

    def choose(self, state: State, depth: int) -> Any:
        self.nodes = 0
        return super().choose(state, depth)


class Alternating(Minimax):
    def choose(self, state: State, depth: int) -> Any:
        self.root = int(self.game.mover(state))
        return super().choose(state, depth)

    def mover(self, state: State, ply: int) -> int:
        return -self.root if ply % 2 else self.root


def unfinished(me: Any, state: Any, depth: int, ply: int, *window: float) -> float:
    return Counting.value(me, state, depth, ply, *window) if me.nodes < 150 else 0.0


def no_time(me: Any, state: Any, depth: int) -> Any:
    chosen = Counting.choose(me, state, depth)
    return chosen if me.nodes < 200 else me.game.moves(state)[0]


def exchanged(plies: range) -> Any:
    """Max and Min are exchanged at these plies."""
    return lambda me, s, ply: me.game.mover(s) * (-1 if ply in plies else 1)


def min_takes_the_first(me: Minimax, state: Any, ply: int) -> Any:
    return list(me.game.moves(state))[: 1 if ply and me.game.mover(state) < 0 else None]


def for_max(me: Minimax, values: dict[Move, float], state: Any) -> Any:
    return max(values, key=lambda move: me.game.mover(state) * values[move])


bug("leaves from the wrong side at odd depths", "theronic/chessmate#4", rf"{SIDE}|odd", "morris", OddDepths)
bug(
    "out of nodes: unfinished",
    "AndyGrant/Ethereal#11",
    rf"{DEPTH}|time|nodes|{LIMIT}",
    "boxes",
    Counting,
    value=unfinished,
)
bug("out of nodes: the first move", "mvanthoor/rustic#14", rf"{ROOT}|time|nodes", "othello", Counting, choose=no_time)
bug("below the root sides are exchanged", "marianogappa/cheesse#62", SIDE, "dominoes", mover=exchanged(range(1, 99)))
bug("the reply is chosen by who has moved", "aalekhpatel07/minimax#3", SIDE, "fall", mover=exchanged(range(1, 2)))
bug("players take turns, whoever moves", "Nyanyan/OthelloAI_Textbook#1", rf"{SIDE}|turn", "boxes", Alternating)
first = rf"{SIDE}|{ROOT}|{LIMIT}"
bug("where Min moves, the first move counts", "krajzeg/compact-conflict#2", first, "morris", moves=min_takes_the_first)
bug("it always chooses for Max", "pbsinclair42/MCTS#10", SIDE, "fall", pick=for_max)


def blind_to(lines: Sequence[tuple[int, int, int]]) -> Any:
    """Three in these lines are no win."""
    return lambda me, s, ply: (
        me.leaf(s) if any(s[0][a] == s[0][b] == s[0][c] == -s[1] for a, b, c in lines) else Minimax.end(me, s, ply)
    )


def evaluate_ends(me: Minimax, state: Any, depth: int, ply: int) -> float:
    return me.leaf(state) if depth <= 0 else Minimax.value(me, state, depth, ply)


def end_at_pass(me: Minimax, state: Any, depth: int, ply: int) -> float:
    return me.end(state, ply) if list(me.game.moves(state)) == [-1] else Minimax.value(me, state, depth, ply)


COLUMNS, FALLING = [(k, k + 1, k + 2) for k in range(16) if k % 4 < 2], [(k, k + 3, k + 6) for k in (2, 3, 6, 7)]
turned = lambda me, s, ply: -me.game.utility(s)  # noqa: E731
bug("ends have the wrong sign", "eigenfoo/otto-othello#8", rf"{ENDS}|{SIDE}", "othello", end=turned)
bug("a draw is lost", "calvinfeng/gonotebook#1", ENDS, "morris", end=lambda me, s, ply: me.game.utility(s) or -1.0)
bug("finished games count as even", "aimacode/aima-javascript#168", ENDS, "dominoes", end=lambda me, s, ply: 0.0)
bug("ends at the horizon are evaluated", "aimacode/aima-python#849", rf"{ENDS}|horizon", "fall", value=evaluate_ends)
bug("who cannot move ends the game", "litan/kojo#71", rf"{ENDS}|pass", "othello", value=end_at_pass)
bug("three in a column are no win", "IASIAI/gym-connect-four#11", ENDS, "fall", end=blind_to(COLUMNS))
bug("three in a diagonal are no win", "phenom4n4n/phen-cogs#96", ENDS, "fall", end=blind_to(FALLING))


class BoundsAsValues(AlphaBeta):
    def ready(self) -> None:
        self.known: dict[Hashable, float] = {}

    def value(self, state: State, depth: int, ply: int, low: float = -BIG, high: float = BIG) -> float:
        if (state, depth) not in self.known:
            self.known[state, depth] = super().value(state, depth, ply, low, high)
        return self.known[state, depth]


class OldMove(Minimax):
    def ready(self) -> None:
        self.kept: dict[Hashable, Move] = {}

    def choose(self, state: State, depth: int) -> Any:
        if state not in self.kept or slot(state, 3) == 0:
            self.kept[state] = super().choose(state, depth)
        return self.kept[state]


class OtherMove(Minimax):
    def ready(self) -> None:
        self.kept: dict[int, Move] = {}

    def choose(self, state: State, depth: int) -> Any:
        if self.kept.get(slot(state, 40)) not in self.game.moves(state):
            self.kept[slot(state, 40)] = super().choose(state, depth)
        return self.kept[slot(state, 40)]


class SeenIsDrawn(Minimax):
    def ready(self) -> None:
        self.seen: set[State] = set()

    def value(self, state: State, depth: int, ply: int) -> float:
        return 0.0 if state in self.seen else super().value(state, depth, ply)

    def choose(self, state: State, depth: int) -> Any:
        chosen = super().choose(state, depth)
        self.seen.update({state, self.play(state, chosen)})
        return chosen


class NeverReset(Minimax):
    searches = 0

    def choose(self, state: State, depth: int) -> Any:
        self.searches += 1
        return super().choose(state, max(1, depth - (self.searches > 120) - (self.searches > 200)))


class Killer(Minimax):
    last: Any = None

    def pick(self, values: dict[Move, float], state: State) -> Any:
        good = self.last in values and values[self.last] >= max(values.values()) - 0.3
        self.last = self.last if good else super().pick(values, state)
        return self.last


class CachedLeaves(Minimax):
    def ready(self) -> None:
        self.kept: dict[int, float] = {}

    def leaf(self, state: State) -> float:
        return self.kept.setdefault(slot(state, 300), super().leaf(state))


bounds = "ryanbhayward/games-puzzles-algorithms#100"
bug("bounds are kept as values", bounds, rf"{TABLE}|{WINDOW}", "morris", BoundsAsValues)
bug("the table has the move of another depth", "Zulko/easyAI#19", rf"{TABLE}|{DEPTH}", "dominoes", OldMove)
bug("the table has another position's move", "herohde/morlock#3", TABLE, "othello", OtherMove)
bug("positions of earlier searches are drawn", "thomasahle/sunfish#7", TABLE, "dominoes", SeenIsDrawn)
bug("a counter is never reset", "official-stockfish/Stockfish#3818", rf"{TABLE}|{DEPTH}", "fall", NeverReset)
bug("the move of the search before", "pychess/pychess#121", rf"{TABLE}|killer|before|last", "boxes", Killer)
bug("kept evaluations are mixed up", "pychess/pychess#122", rf"{TABLE}|{LEAF}", "othello", CachedLeaves)


def old_leaf(me: Minimax, state: Any, depth: int, ply: int) -> float:
    return me.leaf(state) if depth == 1 and ply and me.game.moves(state) else Minimax.value(me, state, depth, ply)


def aspire(me: AlphaBeta, state: Any, depth: int) -> Any:
    low, high = me.leaf(state) - 0.12, me.leaf(state) + 0.12
    values = {move: me.child(state, move, 0, depth, 0, low, high) for move in me.moves(state, 0)}
    return me.pick({move: me.mover(state, 0) * max(low, min(high, value)) for move, value in values.items()}, state)


def lose_high(me: Minimax, state: Any, depth: int) -> Any:
    values = me.values(state, depth)
    above = max(values.values()) > me.mover(state, 0) * me.leaf(state) + 0.12
    return me.pick(me.values(state, depth - 1) if above and depth > 1 else values, state)


def scout(me: AlphaBeta, state: Any, move: Any, number: int, depth: int, ply: int, low: float, high: float) -> float:
    if number and ply:
        low, high = (low, low + 0.01) if me.mover(state, ply) > 0 else (high - 0.01, high)
    return max(low, min(high, AlphaBeta.child(me, state, move, number, depth, ply, low, high)))


def cut(me: AlphaBeta, state: Any, move: Any, number: int, depth: int, ply: int, low: float, high: float) -> float:
    low, high = (low, min(high, low + 0.3)) if me.mover(state, ply) > 0 else (max(low, high - 0.3), high)
    return AlphaBeta.child(me, state, move, number, depth, ply, low, high)


def take_last_bound(me: AlphaBeta, state: Any, depth: int) -> Any:
    best, chosen, side = -BIG, None, me.mover(state, 0)
    for move in me.moves(state, 0):
        low, high = (best, BIG) if side > 0 else (-BIG, -best)
        value = max(best, side * me.child(state, move, 0, depth, 0, low, high))
        best, chosen = (value, move) if value >= best else (best, chosen)
    return chosen


def null_move(me: AlphaBeta, state: Any, depth: int, ply: int, low: float = -BIG, high: float = BIG) -> float:
    passed, side = (*state[:-1], -state[-1]), me.mover(state, ply)
    if depth > 0 and me.game.moves(state) and me.game.moves(passed):
        value = AlphaBeta.value(me, passed, depth - 2, ply + 1, low, high)
        if (side > 0 and value >= high) or (side < 0 and value <= low):
            return value
    return AlphaBeta.value(me, state, depth, ply, low, high)


def futile(me: AlphaBeta, state: Any, depth: int, ply: int, low: float = -BIG, high: float = BIG) -> float:
    here, side = me.leaf(state), me.mover(state, ply)
    bad = here + 0.1 <= low if side > 0 else here - 0.1 >= high
    return here if depth == 1 and bad and me.game.moves(state) else AlphaBeta.value(me, state, depth, ply, low, high)


def razor(me: Minimax, state: Any, depth: int, ply: int) -> float:
    bad = me.game.mover(state) * me.leaf(state) < -0.2
    return Minimax.value(me, state, depth - 2 if bad and depth > 1 else depth, ply)


def stand_pat(me: Minimax, state: Any) -> float:
    side, after = me.game.mover(state), [me.play(state, move) for move in me.game.moves(state)]
    ends = [side * me.end(s, 0) for s in after if not me.game.moves(s)]
    return float(side * max(ends) if ends else side * abs(me.evaluate(state)))


def undo_wrongly(me: Minimax, state: Any, depth: int, ply: int) -> float:
    if depth <= 0 or not me.game.moves(state):
        return Minimax.value(me, state, depth, ply)
    here, side, values = state, me.game.mover(state), []
    for move in me.game.moves(state):
        if move in me.game.moves(here):
            after = me.play(here, move)
            values.append(side * me.value(after, depth - 1, ply + 1))
            here = me.play(after, me.game.moves(after)[0]) if len(me.game.moves(after)) > 2 else state
    return float(side * max(values))


def wrong_place(me: Any, state: Any, depth: int) -> Any:
    chosen = AlphaBeta.choose(me, state, depth)
    return list(me.game.moves(state))[list(me.moves(state, 0)).index(chosen)] if depth > 1 else chosen


def near_best(me: Minimax, values: dict[Move, float], state: Any) -> Any:
    return me.dice.choice([move for move in values if values[move] >= max(values.values()) - 0.15])


def hash_ties(me: Minimax, values: dict[Move, float], state: Any) -> Any:
    ties = [move for move in values if values[move] == max(values.values())]
    return min(ties, key=lambda move: hash(f"{state} {move}"))


def above_zero(me: Minimax, values: dict[Move, float], state: Any) -> Any:
    best = max(values, key=values.__getitem__)
    return best if values[best] > 0 else list(values)[-1]


def three(inside: bool) -> Any:
    """Only three moves, below the root or at it."""
    return lambda me, s, ply: Sorted.moves(me, s, ply)[: 3 if (ply > 0) == inside else None]


stockfish = "official-stockfish/Stockfish"
bug("the evaluation is one move old", f"{WIKI}Incremental_Updates", rf"{LEAF}|{DEPTH}", "boxes", value=old_leaf)
bug("a narrow window once", f"{stockfish}#3845", WINDOW, "othello", AlphaBeta, choose=aspire)
bug("a move above the window is lost", "Alex2262/AltairChessEngine#83", rf"{WINDOW}|{DEPTH}", "fall", choose=lose_high)
bug("a window of no width once", f"{WIKI}Principal_Variation_Search", WINDOW, "fall", AlphaBeta, child=scout)
bug("a cut at the wrong bound", f"{WIKI}Alpha-Beta", WINDOW, "dominoes", AlphaBeta, child=cut)
last = rf"{WINDOW}|{TIES}|{ROOT}"
bug("the last of equal bounds", "aykamko/abTreePractice#13", last, "morris", AlphaBeta, choose=take_last_bound)
bug("a pass that counts as a bound", "TerjeKir/weiss#416", rf"pass|{WINDOW}", "dominoes", AlphaBeta, value=null_move)
bug("futile positions are not searched", f"{stockfish}#760", rf"{LIMIT}|{DEPTH}", "morris", AlphaBeta, value=futile)
bug("bad positions two plies less deep", f"{WIKI}Razoring", rf"{DEPTH}|{LIMIT}", "othello", value=razor)
bug("three moves below the root", "hansbinderup/meltdown-chess-engine#171", LIMIT, "othello", Sorted, moves=three(True))
bug("three moves at the root", "casanche/casanchess#27", LIMIT, "dominoes", Sorted, moves=three(False))
bug("quiescence for the wrong side", "FitzOReilly/fatalii#38", rf"{LEAF}|{SIDE}|quiet|{DEPTH}", "fall", leaf=stand_pat)
bug("a move undone on the wrong board", "Manwe56/competitive-programming#11", RULES, "nim", value=undo_wrongly)
bug("the best value begins at 0", "asweigart/PythonStdioGames#15", ROOT, "nim", pick=above_zero)
bug("the place in the sorted list", "alkom/droidzebra#10", ROOT, "othello", Sorted, choose=wrong_place)
bug("moves near the best", "cs-discord-at-ucf/lion#457", rf"{TIES}|near|{UNSTEADY}", "dominoes", pick=near_best)
bug("ties by a hash of the process", "ekmadsen/MadChess#8", UNSTEADY, "nim", pick=hash_ties)
