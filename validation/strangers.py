"""Players as strangers write them, in games and styles that no other set has: sound ones, and some with one bug. All
were written before any of them was checked.

    python -m validation.strangers FILE [POSITIONS [part of a name]]

writes a row for each player and game into FILE: what `ot.check_search` says to its claim. `strangers_first.jsonl` is
the first run, which nobody had looked at before.
"""

from __future__ import annotations

import math
import random
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

import overthink as ot
from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate
from overthink.doctor.ask.positions import make_positions
from overthink.doctor.words import Cause
from validation.rows import run
from validation.strange_games import GAMES

TURNS = ("konane", "sim", "tron", "breakthrough", "ypsilon", "hexapawn")  # the players move in turn
TWO = (*TURNS, "mancala")
SLOW = ("chess", "merge")  # many moves: two plies
DEPTHS, SIMULATIONS, POSITIONS = (1, 2, 3), (20, 80), 300
MOST_GAMES = 3  # of a player
OTHERS, AT_WORK, SEED = 60, 0.02, 77  # positions in which a bug must change that share of choices
INF = math.inf
Player = Callable[..., Any]
Make = Callable[[Any], Player]
Keep = Callable[[Make], Make]


@dataclass
class Stranger:
    """A player, its claim, and where it plays."""

    make: Make
    games: tuple[str, ...]
    claims: Any  # the name of a claim, or, of a game, the author's own search
    more: Callable[[Any], dict[str, Any]]
    bug: bool = False
    cause: frozenset[str] = frozenset()  # what may be named


STRANGERS: dict[str, Stranger] = {}


def nothing(game: Any) -> dict[str, Any]:
    return {}


def some_of(games: tuple[str, ...]) -> tuple[str, ...]:
    """Three of many games, in turn."""
    first = len(STRANGERS) % len(games)
    return games if len(games) <= MOST_GAMES else (*games, *games)[first : first + MOST_GAMES]


def sound(name: str, *games: str, claims: Any = "plain", more: Callable[[Any], dict[str, Any]] = nothing) -> Keep:
    def keep(make: Make) -> Make:
        STRANGERS[name] = Stranger(make, some_of(games), claims, more)
        return make

    return keep


def bug(name: str, *games: str, cause: Any = (), more: Callable[[Any], dict[str, Any]] = nothing) -> Keep:
    def keep(make: Make) -> Make:
        causes = frozenset(map(str, cause if isinstance(cause, tuple) else (cause,)))
        STRANGERS[name] = Stranger(make, some_of(games), "plain", more, True, causes)
        return make

    return keep


def over(game: Any, state: Any) -> bool:
    return not len(game.moves(state))


def leaf(game: Any, state: Any) -> float:
    return float(game.utility(state) if over(game, state) else game.judge(state))


def first_best(game: Any, value: Callable[[Any, int], float]) -> Player:
    """Of values to Max, the first best move for who moves."""

    def player(state: Any, depth: int) -> Any:
        side = game.mover(state)
        return max(game.moves(state), key=lambda move: side * value(game.play(state, move), depth - 1))

    return player


def shallow(game: Any, state: Any) -> list[Any]:
    """The moves, those that look best first."""
    side = game.mover(state)
    return sorted(game.moves(state), key=lambda move: -side * leaf(game, game.play(state, move)))


# Sound


@sound("minimax that folds", *TWO)
def folded(game: Any) -> Player:
    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        best = None
        for move in game.moves(state):
            below = value(game.play(state, move), depth - 1)
            best = below if best is None or (below - best) * game.mover(state) > 0 else best
        return float(best or 0.0)

    return first_best(game, value)


def alphabeta(game: Any, order: Callable[[Any], Any], cut: bool = True) -> Callable[[Any, int, float, float], float]:
    def value(state: Any, depth: int, alpha: float, beta: float) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        side = game.mover(state)
        best = -side * INF
        for move in order(state):
            below = value(game.play(state, move), depth - 1, alpha, beta)
            if side > 0:
                best = max(best, below)
                alpha = max(alpha, best)
            else:
                best = min(best, below)
                beta = min(beta, best)
            if cut and alpha >= beta:
                break
        return float(best)

    return value


@sound("alpha-beta, the best-looking first", "breakthrough", "mancala", "sim")
def best_looking(game: Any) -> Player:
    value = alphabeta(game, lambda state: shallow(game, state))
    return first_best(game, lambda state, depth: value(state, depth, -INF, INF))


@sound("alpha-beta with a window at the root", *TWO)
def root_window(game: Any) -> Player:
    value = alphabeta(game, game.moves)

    def player(state: Any, depth: int) -> Any:
        side, best, chosen = game.mover(state), -INF, None
        for move in shallow(game, state):
            window = (best, INF) if side > 0 else (-INF, -best)
            worth = side * value(game.play(state, move), depth - 1, *window)
            if worth > best:
                best, chosen = worth, move
        return chosen

    return player


class Nega:
    """Negamax with alpha-beta, killers and history; parts are replaced below."""

    def __init__(self, game: Any):
        self.game = game
        self.killers: dict[int, list[Any]] = {}
        self.history: dict[Any, int] = {}
        self.table: dict[Any, Any] = {}

    def __call__(self, state: Any, depth: int) -> Any:
        self.me = self.game.mover(state)
        return self.root(state, depth)

    def root(self, state: Any, depth: int) -> Any:
        best, chosen = -INF, None
        for move in self.ordered(state, depth, 0):
            worth = -self.search(self.game.play(state, move), depth - 1, -INF, -best, 1)
            if worth > best:
                best, chosen = worth, move
        return chosen

    def ordered(self, state: Any, depth: int, ply: int) -> list[Any]:
        killers = self.killers.get(ply, [])
        return sorted(self.game.moves(state), key=lambda move: (move not in killers, -self.history.get(move, 0)))

    def end(self, state: Any, ply: int) -> float:
        """The players take turns; some games do not say who would move in a finished one."""
        return float(self.me * (-1) ** ply * self.game.utility(state))

    def quiet(self, state: Any, low: float, high: float, ply: int) -> float:
        return float(self.game.mover(state) * self.game.judge(state))

    def search(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        if over(self.game, state):
            return self.end(state, ply)
        if depth <= 0:
            return self.quiet(state, low, high, ply)
        return self.inner(state, depth, low, high, ply)

    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        best = -INF
        for number, move in enumerate(self.ordered(state, depth, ply)):
            best = max(best, self.child(state, move, number, depth, max(low, best), high, ply))
            if best >= high:
                self.killers[ply] = [move, *self.killers.get(ply, [])][:2]
                self.history[move] = self.history.get(move, 0) + depth * depth
                break
        return best

    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        return -self.search(self.game.play(state, move), depth - 1, -high, -low, ply + 1)


sound("killers and history", *TURNS)(Nega)


@sound("negascout with a table of bounds", *TURNS)
class Scout(Nega):
    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        key = state, depth
        kind, known = self.table.get(key, ("none", 0.0))
        if kind == "exact" or (kind == "low" and known >= high) or (kind == "high" and known <= low):
            return float(known)
        value = super().inner(state, depth, low, high, ply)
        self.table[key] = ("low" if value >= high else "high" if value <= low else "exact"), value
        return value

    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        if number == 0:
            return super().child(state, move, number, depth, low, high, ply)
        value = super().child(state, move, number, depth, low, math.nextafter(low, INF), ply)
        return super().child(state, move, number, depth, value, high, ply) if low < value < high else value


@sound("MTD by halves", "konane", "sim", "hexapawn")
class Halves(Scout):
    """The value is enclosed by windows of no width, in the middle of what is known."""

    def root(self, state: Any, depth: int) -> Any:
        worth = {}
        for move in self.game.moves(state):
            after, low, high = self.game.play(state, move), -1.5, 1.5
            while low < high:
                middle = (low + high) / 2
                got = self.search(after, depth - 1, math.nextafter(middle, -INF), middle, 1)
                low, high = (low, got) if got < middle else (got, high)
                if high - low < 1e-12:
                    break
            worth[move] = round(-low, 11)
        return [move for move in worth if worth[move] == max(worth.values())]


@sound("SSS* with its list", "konane", "hexapawn", "sim")
def stockman(game: Any) -> Player:
    """Stockman's list of states: live or solved, the best merit first."""

    def value(root: Any, depth: int) -> float:
        if depth == 0 or over(game, root):
            return leaf(game, root)
        nodes: dict[tuple[int, ...], tuple[Any, list[Any]]] = {}

        def node(path: tuple[int, ...]) -> tuple[Any, list[Any]]:
            if path not in nodes:
                state = root if not path else game.play(node(path[:-1])[0], node(path[:-1])[1][path[-1]])
                nodes[path] = state, list(game.moves(state))
            return nodes[path]

        waiting: list[tuple[float, tuple[int, ...], bool]] = [(INF, (), False)]  # merit, node, solved
        while True:
            waiting.sort(key=lambda each: (-each[0], each[1]))
            merit, path, solved = waiting.pop(0)
            state, moves = node(path)
            if not solved:
                if len(path) == depth or not moves:
                    waiting.append((min(merit, leaf(game, state)), path, True))
                elif game.mover(state) > 0:
                    waiting += [(merit, (*path, k), False) for k in range(len(moves))]
                else:
                    waiting.append((merit, (*path, 0), False))
            elif not path:
                return merit
            else:
                above, siblings = node(path[:-1])
                if game.mover(above) > 0:
                    waiting = [each for each in waiting if each[1][: len(path) - 1] != path[:-1]]
                    waiting.append((merit, path[:-1], True))
                elif path[-1] + 1 < len(siblings):
                    waiting.append((merit, (*path[:-1], path[-1] + 1), False))
                else:
                    waiting.append((merit, path[:-1], True))

    return first_best(game, value)


@sound("deepening by the clock, the best line first", "breakthrough", "tron", "ypsilon")
class Clocked(Nega):
    """There is an hour: it always ends."""

    line: tuple[Any, ...] = ()

    def root(self, state: Any, depth: int) -> Any:
        end, chosen, self.line = time.monotonic() + 3600.0, None, ()
        for each in range(1, depth + 1):
            chosen = super().root(state, each)
            self.line = (chosen,)
            if time.monotonic() > end:
                break
        return chosen

    def ordered(self, state: Any, depth: int, ply: int) -> list[Any]:
        return sorted(super().ordered(state, depth, ply), key=lambda move: ply > 0 or move not in self.line)


@sound("a small table that forgets", *TURNS)
def forgetful(game: Any) -> Player:
    """64 places, the oldest goes; a place knows the position, the depth and the value."""
    table: OrderedDict[Any, float] = OrderedDict()

    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        if (state, depth) in table:
            table.move_to_end((state, depth))
            return table[state, depth]
        side = game.mover(state)
        best = side * max(side * value(game.play(state, move), depth - 1) for move in game.moves(state))
        table[state, depth] = best
        if len(table) > 64:
            table.popitem(last=False)
        return float(best)

    return first_best(game, value)


@sound("a table by Zobrist's numbers", "konane", "sim")
class Zobrist(Nega):
    def __init__(self, game: Any):
        super().__init__(game)
        dice = random.Random(5)
        self.numbers = {(k, v): dice.getrandbits(64) for k in range(16) for v in (-1, 0, 1)}

    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        key = depth
        for place in enumerate(state[0]):
            key ^= self.numbers[place]
        key ^= 0x9E3779B97F4A7C15 * (state[1] + 1)
        if (key, depth) not in self.table:
            self.table[key, depth] = super().inner(state, depth, -INF, INF, ply)
        return float(self.table[key, depth])


@sound("lru_cache", *TWO)
def cached(game: Any) -> Player:
    @lru_cache(maxsize=100_000)
    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        choose = max if game.mover(state) > 0 else min
        return float(choose(value(game.play(state, move), depth - 1) for move in game.moves(state)))

    return first_best(game, value)


@sound("all leaves at once", *TWO)
def batched(game: Any) -> Player:
    """Leaves are gathered, judged together as an array, and backed up level by level."""

    def player(state: Any, depth: int) -> Any:
        levels = [[state]]
        spans = []
        for _ in range(depth):
            after: list[Any] = []
            span = []
            for each in levels[-1]:
                below = [game.play(each, move) for move in game.moves(each)]
                span.append((len(after), len(after) + len(below)))
                after += below
            spans.append(span)
            levels.append(after)
        values = np.array([leaf(game, each) for each in levels[-1]])
        for level, span in zip(levels[-2:0:-1], spans[:0:-1]):
            backed = []
            for each, (a, b) in zip(level, span):
                best = np.max if game.mover(each) > 0 else np.min
                backed.append(leaf(game, each) if a == b else best(values[a:b]))
            values = np.array(backed)
        return list(game.moves(state))[int((game.mover(state) * values).argmax())]

    return player


@sound("probabilities instead of values", "konane", "sim", "tron", "hexapawn")
def probable(game: Any) -> Player:
    """The probability that who moves wins, turned into its complement at each ply."""

    def chance(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return (1.0 + float(game.mover(state)) * leaf(game, state)) / 2.0
        return max(1.0 - chance(game.play(state, move), depth - 1) for move in game.moves(state))

    return lambda state, depth: {move: 1.0 - chance(game.play(state, move), depth - 1) for move in game.moves(state)}


@sound("a thread for each move", "sim", "tron")
def threaded(game: Any) -> Player:
    value = alphabeta(game, game.moves)

    def player(state: Any, depth: int) -> Any:
        side, moves = game.mover(state), list(game.moves(state))
        with ThreadPoolExecutor(2) as pool:
            told = list(pool.map(lambda m: side * value(game.play(state, m), depth - 1, -INF, INF), moves))
        return moves[max(range(len(moves)), key=told.__getitem__)]

    return player


@sound("sooner mates, in thousandths", *TURNS)
class Mates(Nega):
    def end(self, state: Any, ply: int) -> float:
        return super().end(state, ply) * (1.0 - 0.002 * ply)


@sound("random among the best", *TWO)
def lottery(game: Any) -> Player:
    value = alphabeta(game, game.moves, cut=False)

    def player(state: Any, depth: int, rng: Any = None) -> Any:
        side = game.mover(state)
        worth = {move: side * value(game.play(state, move), depth - 1, -INF, INF) for move in game.moves(state)}
        best = [move for move in worth if worth[move] >= max(worth.values()) - 1e-12]
        return best[int(rng.integers(len(best)))]

    return player


@sound("is a move better than the best?", *TURNS)
class Asks(Nega):
    """Each move but the first is asked one question; the best move is all it knows, and that ends the search."""

    def root(self, state: Any, depth: int) -> Any:
        chosen, *rest = self.game.moves(state)
        best = -self.search(self.game.play(state, chosen), depth - 1, -INF, INF, 1)
        for move in rest:
            after = self.game.play(state, move)
            if -self.search(after, depth - 1, -math.nextafter(best, INF), -best, 1) > best:
                best, chosen = -self.search(after, depth - 1, -INF, -best, 1), move
        return chosen


@sound("one board, made and unmade", "konane", "sim")
def unmade(game: Any) -> Player:
    """The board is a stack that the player carries with itself."""
    stack: list[Any] = []

    def value(depth: int) -> float:
        state = stack[-1]
        if depth == 0 or over(game, state):
            return leaf(game, state)
        best = -INF
        for move in game.moves(state):
            stack.append(game.play(state, move))
            best = max(best, game.mover(state) * value(depth - 1))
            stack.pop()
        return best * float(game.mover(state))

    def player(state: Any, depth: int) -> Any:
        stack[:] = [state]
        worth = []
        for move in game.moves(state):
            stack.append(game.play(state, move))
            worth.append(game.mover(state) * value(depth - 1))
            stack.pop()
        return game.moves(state)[worth.index(max(worth))]

    return player


def to_mover(game: Any) -> dict[str, Any]:
    return {"side": "mover", "evaluate": lambda state: game.mover(state) * game.judge(state)}


sound("an evaluator for who moves", "breakthrough", "konane", more=to_mover)(Nega)


@sound("mirrored positions are one", "tron", "sim")
def canonical(game: Any) -> Player:
    """Of a position and its image only one is searched."""
    table: dict[Any, float] = {}

    def image(state: Any) -> Any:
        if len(state) == 4:  # trails: top and bottom, left and right, exchanged
            full = sum((state[0] >> k & 1) << (4 * (k // 4) + 3 - k % 4) for k in range(20))
            return full, *(4 * (k // 4) + 3 - k % 4 for k in state[1:3]), state[3]
        swap = (1, 0, 2, 3, 4)
        lines = [tuple(sorted((swap[a], swap[b]))) for a, b in game.lines]
        return tuple(state[0][game.lines.index(line)] for line in lines), state[1]

    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        key = min(state, image(state)), depth
        if key not in table:
            side = game.mover(state)
            table[key] = side * max(side * value(game.play(state, move), depth - 1) for move in game.moves(state))
        return table[key]

    return first_best(game, value)


def takes(game: Any) -> Callable[[Any, Any], bool]:
    if hasattr(game, "capture"):
        return game.capture  # type: ignore[no-any-return]
    return lambda state, move: "*" in move


class Capturing(Nega):
    """Beyond the horizon captures are followed, or one stands pat."""

    def quiet(self, state: Any, low: float, high: float, ply: int) -> float:
        best = super().quiet(state, low, high, ply)
        noisy = takes(self.game)
        for move in self.game.moves(state) if best < high else ():
            if noisy(state, move):
                after = self.game.play(state, move)
                low = max(low, best)
                below = self.end(after, ply + 1) if over(self.game, after) else self.quiet(after, -high, -low, ply + 1)
                best = max(best, -below)
                if best >= high:
                    break
        return best


def captures(game: Any) -> dict[str, Any]:
    return {"noisy": takes(game)}


sound("captures are followed, said so", "breakthrough", "chess", more=captures)(Capturing)
sound("captures are followed", "breakthrough", claims="deeper")(Capturing)


class Checks(Nega):
    """A move that gives check takes no ply."""

    def root(self, state: Any, depth: int) -> Any:
        moves = list(self.game.moves(state))
        return moves[int(np.argmax([self.child(state, move, 0, depth, -INF, INF, 0) for move in moves]))]

    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        after = self.game.play(state, move)
        return -self.search(after, depth - (not self.game.check(after)), -high, -low, ply + 1)


def checks(game: Any) -> dict[str, Any]:
    return {"extend": lambda state, move: game.check(game.play(state, move))}


sound("checks take no ply, said so", "chess", more=checks)(Checks)
sound("checks take no ply", "chess", claims="deeper")(Checks)


@sound("a table that is kept and believes deeper entries", "konane", "sim", "hexapawn", claims="deeper")
class Believes(Nega):
    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        known = self.table.get(state, (0, 0.0))
        if known[0] >= depth:
            return float(known[1])
        value = super().inner(state, depth, -INF, INF, ply)
        self.table[state] = depth, value
        return value


@sound("deepens until nothing moves", "konane", "tron", "sim", claims="deeper")
def until_stable(game: Any) -> Player:
    """Two plies more as long as the choice changes, at most six."""
    value = alphabeta(game, game.moves)
    search = first_best(game, lambda state, depth: value(state, depth, -INF, INF))

    def player(state: Any, depth: int) -> Any:
        chosen = search(state, depth)
        for more in (2, 4):
            again = search(state, depth + more)
            if again == chosen:
                break
            chosen = again
        return chosen

    return player


@sound("endings are solved beforehand", "konane", "tron", claims="deeper")
def endings(game: Any) -> Player:
    """A base of all positions with at most so many free moves ahead is built where it is met."""

    @cache
    def solved(state: Any) -> float:
        if over(game, state):
            return float(game.utility(state))
        choose = max if game.mover(state) > 0 else min
        return float(choose(solved(game.play(state, move)) for move in game.moves(state)))

    def few(state: Any) -> bool:
        left = sum(map(bool, state[0])) if isinstance(state[0], tuple) else 20 - state[0].bit_count()
        return left <= 9

    def value(state: Any, depth: int) -> float:
        if few(state):
            return solved(state)
        if depth == 0 or over(game, state):
            return leaf(game, state)
        choose = max if game.mover(state) > 0 else min
        return float(choose(value(game.play(state, move), depth - 1) for move in game.moves(state)))

    return first_best(game, value)


def odd_only(game: Any) -> Player:
    value = alphabeta(game, game.moves, cut=False)
    return lambda state, depth: {
        move: game.mover(state) * value(game.play(state, move), depth - depth % 2, -INF, INF)
        for move in game.moves(state)
    }


@sound("odd depths, as its author says", "sim", "breakthrough", claims=odd_only)
class Odd(Nega):
    def root(self, state: Any, depth: int) -> Any:
        return super().root(state, depth + 1 - depth % 2)


@sound("late moves less deep, other", "breakthrough", claims="other")
class Reduced(Nega):
    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        return super().child(state, move, number, depth - (number > 3), low, high, ply)


def die(game: Any, rolls: int = 0) -> Callable[[Any, int], float]:
    def value(state: Any, depth: int) -> float:
        if over(game, state):
            return float(game.utility(state))
        if game.mover(state) == 0 and (depth > 0 or not rolls):
            return math.fsum(p * value(game.play(state, move), depth - rolls) for move, p in game.outcomes(state))
        if depth <= 0:
            return float(game.judge(state))
        choose = max if game.mover(state) > 0 else min
        return float(choose(value(game.play(state, move), depth - 1) for move in game.moves(state)))

    return value


@sound("expectimax", "einstein", "pig", "merge")
def expects(game: Any) -> Player:
    return first_best(game, die(game))


@sound("expectimax, throws are plies", "einstein", "pig", "merge", more=lambda game: {"plies": "rolls"})
def throws(game: Any) -> Player:
    return first_best(game, die(game, 1))


@sound("expectimax by weights of 100", "einstein")
def hundredths(game: Any) -> Player:
    """Sums of whole weights, divided at the end: other roundings."""
    plain = die(game)

    def value(state: Any, depth: int) -> float:
        if not over(game, state) and game.mover(state) == 0:
            weights = [(round(100 * p), value(game.play(state, move), depth)) for move, p in game.outcomes(state)]
            return float(sum(w * v for w, v in weights) / sum(w for w, _ in weights))
        if depth <= 0 or over(game, state):
            return plain(state, 0)
        choose = max if game.mover(state) > 0 else min
        return float(choose(value(game.play(state, move), depth - 1) for move in game.moves(state)))

    return first_best(game, value)


@sound("Star2's probes", "einstein")
def star2(game: Any) -> Player:
    """Each outcome is first probed by one move, which bounds it; values lie between -1 and 1."""
    full = die(game)

    def chance(state: Any, depth: int, low: float) -> float:
        """To who has just moved, whose choice matters only above `low`."""
        side = state[1] * -1
        most = 0.0
        afters = [(p, game.play(state, move)) for move, p in game.outcomes(state)]
        for p, after in afters:
            if over(game, after):
                most += p * side * float(game.utility(after))
            elif depth <= 0:
                most += p * side * float(game.judge(after))
            else:
                reply = shallow_chance(game, after)
                most += p * side * full(game.play(after, reply), depth - 1)
        if most <= low - 1e-9:
            return most
        return math.fsum(p * side * full(after, depth) for p, after in afters)

    def player(state: Any, depth: int) -> Any:
        best, chosen = -INF, None
        for move in game.moves(state):
            after = game.play(state, move)
            side = game.mover(state)
            worth = side * float(game.utility(after)) if over(game, after) else chance(after, depth - 1, best)
            if worth > best + 1e-12:
                best, chosen = worth, move
        return chosen

    return player


def shallow_chance(game: Any, state: Any) -> Any:
    side = game.mover(state)
    return max(game.moves(state), key=lambda move: side * float(game.judge(game.play(state, move))))


@sound("one player by branch and bound", "pegs")
def bounded(game: Any) -> Player:
    """No line can give more than 1: a perfect one ends the search."""

    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        best = -INF
        for move in game.moves(state):
            best = max(best, value(game.play(state, move), depth - 1))
            if best >= 1.0:
                break
        return best

    return first_best(game, value)


@sound("a beam of four, other", "pegs", claims="other")
def four_wide(game: Any) -> Player:
    def player(state: Any, depth: int) -> Any:
        beam = [(leaf(game, game.play(state, move)), move, game.play(state, move)) for move in game.moves(state)]
        for _ in range(depth - 1):
            beam = sorted(
                [(leaf(game, game.play(s, m)), f, game.play(s, m)) for _, f, s in beam for m in game.moves(s)] or beam,
                key=lambda each: -each[0],
            )[:4]
        return max(beam, key=lambda each: each[0])[1]

    return player


class Trials:
    """UCT with random games by arrays of visits; others replace its parts."""

    def __init__(self, game: Any):
        self.game = game

    def __call__(self, state: Any, simulations: int, seed: int = 0) -> Any:
        self.dice = random.Random(int(seed))
        self.n: dict[Any, int] = {}
        self.w: dict[Any, float] = {}
        for _ in range(simulations):
            path = [state]
            while path[-1] in self.n and not over(self.game, path[-1]):
                path.append(self.down(path[-1]))
            value = self.trial(path[-1])
            for each in path:
                self.n[each] = self.n.get(each, 0) + 1
                self.w[each] = self.w.get(each, 0.0) + value
        return max(self.game.moves(state), key=lambda move: self.n.get(self.game.play(state, move), 0))

    def down(self, state: Any) -> Any:
        after = [self.game.play(state, move) for move in self.game.moves(state)]
        self.dice.shuffle(after)
        total, side = math.log(self.n[state] + 1), self.game.mover(state)

        def bound(each: Any) -> float:
            n = self.n.get(each, 0)
            return INF if not n else float(side * self.w[each] / n + math.sqrt(total / n))

        return max(after, key=bound)

    def trial(self, state: Any) -> float:
        while not over(self.game, state):
            state = self.game.play(state, self.dice.choice(list(self.game.moves(state))))
        return float(self.game.utility(state))


sound("UCT", "konane", "sim", "tron", claims="simulations")(Trials)


@sound("UCT with half a trial and half an opinion", "sim", "hexapawn", claims="simulations")
class Mixed(Trials):
    def trial(self, state: Any) -> float:
        return (super().trial(state) + leaf(self.game, state)) / 2.0


# With a bug


@bug("one ply is not turned", *TURNS, cause=(Cause.SIDES,))
class NotTurned(Nega):
    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        if ply == 1:
            return self.search(self.game.play(state, move), depth - 1, -INF, INF, 2)
        return super().child(state, move, number, depth, -INF, INF, ply)


@bug("stops at depth 1", *TURNS, cause=Cause.FEWER_PLIES)
class StopsEarly(Nega):
    def search(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        return super().search(state, depth - (ply > 1 and depth == 1), low, high, ply)


@bug("range(1, depth)", *TURNS, cause=Cause.FEWER_PLIES)
class ShortRange(Nega):
    def root(self, state: Any, depth: int) -> Any:
        chosen = self.game.moves(state)[0]
        for each in range(1, depth):
            chosen = super().root(state, each)
        return chosen


@bug("looks one ply more", *TURNS, cause=Cause.MORE_PLIES)
class OneMore(Nega):
    def root(self, state: Any, depth: int) -> Any:
        return super().root(state, depth + 1)


@bug("a table without depth", *TURNS)
class NoDepth(Nega):
    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        if state not in self.table:
            self.table[state] = super().inner(state, depth, -INF, INF, ply)
        return float(self.table[state])


@bug("bounds stored as exact", *TURNS)
class BoundExact(Nega):
    def root(self, state: Any, depth: int) -> Any:
        self.table = {}
        return super().root(state, depth)

    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        if (state, depth) not in self.table:
            self.table[state, depth] = super().inner(state, depth, low, high, ply)
        return float(self.table[state, depth])


@bug("a key without the side", "konane", "tron", "einstein")
def no_side(game: Any) -> Player:
    table: dict[Any, float] = {}

    def value(state: Any, depth: int) -> float:
        if over(game, state):
            return float(game.utility(state))
        if game.mover(state) == 0:
            return math.fsum(p * value(game.play(state, move), depth) for move, p in game.outcomes(state))
        if depth == 0:
            return float(game.judge(state))
        key = state[0], *(state[2:] if len(state) == 3 else state[1:3]), depth
        if key not in table:
            choose = max if game.mover(state) > 0 else min
            table[key] = choose(value(game.play(state, move), depth - 1) for move in game.moves(state))
        return table[key]

    return first_best(game, value)


@bug("negascout never searches again", *TURNS)
class Never(Nega):
    def ordered(self, state: Any, depth: int, ply: int) -> list[Any]:
        return list(self.game.moves(state))

    def root(self, state: Any, depth: int) -> Any:
        moves, best, chosen = self.ordered(state, depth, 0), -INF, None
        for number, move in enumerate(moves):
            worth = self.child(state, move, number, depth, best, INF, 0)
            best, chosen = (worth, move) if worth > best else (best, chosen)
        return chosen

    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        top = math.nextafter(low, INF) if number else high
        after = self.game.play(state, move)
        return min(top, max(low, -self.search(after, depth - 1, -top, -low, ply + 1)))


@bug("the window is not turned", *TURNS)
class Window(Nega):
    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        return -self.search(self.game.play(state, move), depth - 1, low, high, ply + 1)


@bug("two killers, one is lost", *TURNS, cause=Cause.SOME_MOVES)
class LostKiller(Nega):
    def ordered(self, state: Any, depth: int, ply: int) -> list[Any]:
        moves = list(self.game.moves(state))
        killers = [move for move in self.killers.get(ply, []) if move in moves]
        rest = [move for move in moves if move not in killers]
        return [*killers[:1], *rest] or moves


@bug("the best move of last time", *TURNS)
class Stale(Nega):
    chosen: Any = None
    best = -INF

    def root(self, state: Any, depth: int) -> Any:
        moves = list(self.game.moves(state))
        for move in moves:
            worth = -self.search(self.game.play(state, move), depth - 1, -INF, INF, 1)
            if worth > self.best:
                self.best, self.chosen = worth, move
        self.best -= 0.2
        return self.chosen if self.chosen in moves else moves[0]


@bug("must take, cannot stand pat", "breakthrough", more=captures)
class MustTake(Capturing):
    def quiet(self, state: Any, low: float, high: float, ply: int) -> float:
        noisy = [move for move in self.game.moves(state) if takes(self.game)(state, move)]
        if not noisy:
            return Nega.quiet(self, state, low, high, ply)
        best = -INF
        for move in noisy:
            after = self.game.play(state, move)
            below = self.end(after, ply + 1) if over(self.game, after) else self.quiet(after, -INF, INF, ply + 1)
            best = max(best, -below)
        return best


@bug("captures only for one side", "breakthrough", more=captures)
class OneSided(Capturing):
    def quiet(self, state: Any, low: float, high: float, ply: int) -> float:
        return super().quiet(state, low, high, ply) if ply % 2 else Nega.quiet(self, state, low, high, ply)


@bug("depth before the end of the game", *TURNS, cause=Cause.ENDS)
class DepthFirst(Nega):
    def search(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        return self.quiet(state, low, high, ply) if depth <= 0 else super().search(state, depth, low, high, ply)


@bug("a finished game is a win for Max's number", *TURNS, cause=(Cause.ENDS, Cause.SIDES))
class EndForMax(Nega):
    def end(self, state: Any, ply: int) -> float:
        return float(self.game.utility(state))


@bug("the evaluator is not turned", *TURNS, cause=(Cause.SIDES, Cause.LEAVES))
class LeafForMax(Nega):
    def quiet(self, state: Any, low: float, high: float, ply: int) -> float:
        return float(self.game.judge(state))


@bug("all throws alike", "einstein", "merge", cause=Cause.CHANCE)
def alike(game: Any) -> Player:
    other = _with_outcomes(game, lambda found: [(move, 1.0 / len(found)) for move, _ in found])
    return first_best(other, die(other))


@bug("the last throw is forgotten", "einstein", "pig")
def forgotten(game: Any) -> Player:
    other = _with_outcomes(game, lambda found: found[:-1] or found)
    return first_best(other, die(other))


@bug("the luckiest throw", "einstein", "pig", cause=Cause.CHANCE)
def lucky(game: Any) -> Player:
    def value(state: Any, depth: int, me: int) -> float:
        if over(game, state):
            return float(game.utility(state))
        if game.mover(state) == 0:
            return me * max(me * value(game.play(state, move), depth, me) for move, _ in game.outcomes(state))
        if depth <= 0:
            return float(game.judge(state))
        choose = max if game.mover(state) > 0 else min
        return float(choose(value(game.play(state, move), depth - 1, me) for move in game.moves(state)))

    return lambda state, depth: first_best(game, lambda s, d: value(s, d, game.mover(state)))(state, depth)


class _Other:
    """A game whose chance differs."""

    def __init__(self, game: Any, change: Callable[[Any], Any]):
        self.game, self.change = game, change

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def outcomes(self, state: Any) -> Any:
        return self.change(list(self.game.outcomes(state)))


def _with_outcomes(game: Any, change: Callable[[Any], Any]) -> Any:
    return _Other(game, change)


@bug("a throw takes a ply too", "einstein", "pig", "merge", cause=Cause.ROLLS)
def throws_taken(game: Any) -> Player:
    return throws(game)


@bug("three best-looking replies", "breakthrough", "sim", "ypsilon", cause=Cause.SOME_MOVES)
class ThreeReplies(Nega):
    def ordered(self, state: Any, depth: int, ply: int) -> list[Any]:
        return shallow(self.game, state)[: 3 if ply else None]


@bug("a null move where one must move", "konane", "sim", "tron")
class NullMove(Nega):
    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        if depth >= 2 or ply == 1:
            passed = (*state[:-1], -state[-1])
            if not over(self.game, passed):
                worth = -self.search(passed, depth - 2, -high, -low, ply + 1)
                if worth >= high:
                    return worth
        return super().inner(state, depth, low, high, ply)


@bug("late moves one ply less, never again", *TURNS)
class Late(Nega):
    def child(self, state: Any, move: Any, number: int, depth: int, low: float, high: float, ply: int) -> float:
        return super().child(state, move, number, depth - (number > 1), low, high, ply)


@bug("futile at the last ply", *TURNS)
class Futile(Nega):
    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        own = self.quiet(state, low, high, ply)
        return own if depth == 1 and own <= low else super().inner(state, depth, low, high, ply)


@bug("Min raises alpha", *TWO)
def raises_alpha(game: Any) -> Player:
    def value(state: Any, depth: int, alpha: float, beta: float) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        side = game.mover(state)
        best = -side * INF
        for move in game.moves(state):
            best = side * max(side * best, side * value(game.play(state, move), depth - 1, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
            beta = min(beta, best) if side < 0 else beta
        return float(best)

    return first_best(game, lambda state, depth: value(state, depth, -INF, INF))


@bug("ends early once a move is good", *TWO)
def content(game: Any) -> Player:
    value = alphabeta(game, game.moves)

    def player(state: Any, depth: int) -> Any:
        side, best, chosen = game.mover(state), -INF, None
        for move in game.moves(state):
            worth = side * value(game.play(state, move), depth - 1, -INF, INF)
            if worth > best:
                best, chosen = worth, move
            if best > 0.25:
                break
        return chosen

    return player


@bug("a narrow window that is believed", *TURNS)
class Narrow(Nega):
    def root(self, state: Any, depth: int) -> Any:
        guess = self.quiet(state, 0, 0, 0)
        low, high, chosen = guess - 0.15, guess + 0.15, self.game.moves(state)[0]
        for move in self.game.moves(state):
            worth = -self.search(self.game.play(state, move), depth - 1, -high, -low, 1)
            if worth > low:
                low, chosen = worth, move
            if low >= high:
                break
        return chosen


@bug("a table of 97 places, keys unseen", *TURNS)
class Collides(Nega):
    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        place = int(seed_key("place", repr(state))) % 97, depth
        if place not in self.table:
            self.table[place] = super().inner(state, depth, -INF, INF, ply)
        return float(self.table[place])


@bug("values by another order of moves", "konane", "sim", "mancala")
def other_order(game: Any) -> Player:
    value = alphabeta(game, game.moves)

    def player(state: Any, depth: int) -> Any:
        side, moves = game.mover(state), list(game.moves(state))
        worth = [side * value(game.play(state, m), depth - 1, -INF, INF) for m in sorted(moves, key=str)]
        return sorted(moves, key=lambda m: str(m)[::-1])[worth.index(max(worth))]

    return player


@bug("negamax where one moves again", "mancala", cause=Cause.SIDES)
class Again(Nega):
    """The sign is turned after every move."""


@bug("a move again takes two plies", "mancala")
def two_plies(game: Any) -> Player:
    def value(state: Any, depth: int, last: int) -> float:
        again = 1 if game.mover(state) == last else 0
        if depth - again <= 0 or over(game, state):
            return leaf(game, state)
        side = game.mover(state)
        return float(side * max(side * value(game.play(state, m), depth - again - 1, side) for m in game.moves(state)))

    def player(state: Any, depth: int) -> Any:
        side = game.mover(state)
        return max(game.moves(state), key=lambda m: side * value(game.play(state, m), depth - 1, side))

    return player


@bug("best begins at zero", *TURNS, cause=Cause.PLACE)
class Zero(Nega):
    def root(self, state: Any, depth: int) -> Any:
        best, chosen = 0.0, self.game.moves(state)[0]
        for move in self.game.moves(state):
            worth = -self.search(self.game.play(state, move), depth - 1, -INF, INF, 1)
            if worth > best:
                best, chosen = worth, move
        return chosen


@bug("out of nodes, the last move tried", "breakthrough", "sim", "ypsilon")
class OutOfNodes(Nega):
    def root(self, state: Any, depth: int) -> Any:
        self.left, chosen = 60, self.game.moves(state)[0]
        for each in range(1, depth + 1):
            try:
                best = -INF
                for move in self.game.moves(state):
                    worth = -self.search(self.game.play(state, move), each - 1, -INF, -best, 1)
                    if worth > best:
                        best, chosen = worth, move
            except TimeoutError:
                return chosen
        return chosen

    def search(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        self.left -= 1
        if self.left < 0:
            raise TimeoutError
        return super().search(state, depth, low, high, ply)


@bug("whole tenths", *TURNS, cause=Cause.LEAVES)
class Tenths(Nega):
    def quiet(self, state: Any, low: float, high: float, ply: int) -> float:
        return float(self.game.mover(state) * int(5 * self.game.judge(state)) / 5)


@bug("the evaluation before the move", *TURNS, cause=(Cause.LEAVES, Cause.FEWER_PLIES))
class OneOld(Nega):
    def inner(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        ended = [self.game.play(state, move) for move in self.game.moves(state)]
        if depth == 1 and not any(over(self.game, each) for each in ended):
            return self.quiet(state, low, high, ply)
        return super().inner(state, depth, low, high, ply)


@bug("a random move now and then", *TWO)
def curious(game: Any) -> Player:
    search = folded(game)

    def player(state: Any, depth: int, rng: Any = None) -> Any:
        moves = list(game.moves(state))
        return moves[int(rng.integers(len(moves)))] if rng.random() < 0.08 else search(state, depth)

    return player


@bug("a symmetry that is none", "konane", "sim")
def no_symmetry(game: Any) -> Player:
    table: dict[Any, float] = {}

    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        key = min(state[0], state[0][::-1][1:] + state[0][-1:]), state[1], depth
        if key not in table:
            side = game.mover(state)
            table[key] = side * max(side * value(game.play(state, move), depth - 1) for move in game.moves(state))
        return table[key]

    return first_best(game, value)


@bug("the mean of replies", *TURNS, cause=Cause.RULE)
def mean_reply(game: Any) -> Player:
    def value(state: Any, depth: int, me: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        below = [value(game.play(state, move), depth - 1, me) for move in game.moves(state)]
        return sum(below) / len(below) if game.mover(state) != me else me * max(me * each for each in below)

    return lambda state, depth: first_best(game, lambda s, d: value(s, d, game.mover(state)))(state, depth)


@bug("eight moves at most, then an index fails", "breakthrough", "sim")
def fails(game: Any) -> Player:
    search = folded(game)

    def player(state: Any, depth: int) -> Any:
        room = [0.0] * 8
        for number, _ in enumerate(game.moves(state)):
            room[number] += 1.0
        return search(state, depth)

    return player


@bug("the worst walk at even depths", "pegs", cause=(Cause.SIDES,))
def worst_walk(game: Any) -> Player:
    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        choose = max if depth % 2 else min
        return float(choose(value(game.play(state, move), depth - 1) for move in game.moves(state)))

    return first_best(game, value)


@bug("an opinion kept by what is left", "konane", "breakthrough", "chess")
class KeptOpinion(Nega):
    """Evaluations are remembered by how many of each there are."""

    def quiet(self, state: Any, low: float, high: float, ply: int) -> float:
        text = str(state).split(" 1")[0] if isinstance(state, str) else repr(state)
        key = "".join(sorted(text)), self.game.mover(state)
        if key not in self.table:
            self.table[key] = super().quiet(state, low, high, ply)
        return float(self.table[key])


@bug("the list of moves is not new", "sim", "hexapawn")
def old_list(game: Any, line: list[Any] = []) -> Player:  # noqa: B006
    value = alphabeta(game, game.moves)

    def player(state: Any, depth: int) -> Any:
        side = game.mover(state)
        line.extend(game.moves(state))
        line[:] = line[-3:]
        tried = {m: side * value(game.play(state, m), depth - 1, -INF, INF) for m in line if m in game.moves(state)}
        return max(tried, key=tried.__getitem__)

    return player


@bug("draws and ends are judged", *TURNS, cause=Cause.ENDS)
class Judged(Nega):
    def end(self, state: Any, ply: int) -> float:
        return float(self.me * (-1) ** ply * self.game.judge(state))


@bug("Min takes his first reply", *TWO, cause=Cause.SOME_MOVES)
def first_reply(game: Any) -> Player:
    def value(state: Any, depth: int) -> float:
        if depth == 0 or over(game, state):
            return leaf(game, state)
        if game.mover(state) < 0:
            return value(game.play(state, game.moves(state)[0]), depth - 1)
        return max(value(game.play(state, move), depth - 1) for move in game.moves(state))

    return first_best(game, value)


@bug("the last move is never tried", *TWO, cause=Cause.SOME_MOVES)
def not_the_last(game: Any) -> Player:
    def moves(state: Any) -> Any:
        found = list(game.moves(state))
        return found[:-1] or found

    value = alphabeta(game, moves)

    def player(state: Any, depth: int) -> Any:
        side = game.mover(state)
        return max(moves(state), key=lambda move: side * value(game.play(state, move), depth - 1, -INF, INF))

    return player


def honest(game: Any, more: dict[str, Any]) -> Callable[[Any, int], dict[Any, float]]:
    """The values of all moves by a search of everything, with what else is claimed."""
    rolls, noisy = more.get("plies") == "rolls", more.get("noisy")
    by_chance = die(game, int(rolls))

    def value(state: Any, depth: int) -> float:
        if over(game, state):
            return float(game.utility(state))
        if game.mover(state) == 0:
            return by_chance(state, depth)
        side = game.mover(state)
        own = [] if depth > 0 else [side * float(game.judge(state))]
        tried = [m for m in game.moves(state) if depth > 0 or (noisy and noisy(state, m))]
        if depth > 0 and hasattr(game, "outcomes"):
            return by_chance(state, depth)
        return float(side * max(own + [side * value(game.play(state, move), depth - 1) for move in tried]))

    return lambda state, depth: {
        move: game.mover(state) * value(game.play(state, move), depth - 1) for move in game.moves(state)
    }


def at_work(each: Stranger, where: str) -> float:
    """The share of answers, in positions that the check does not see, that a search of everything says is worse."""
    game = GAMES[where]()
    player, values = each.make(game), honest(game, each.more(game))
    wrong = calls = 0
    for number, state in enumerate(make_positions(game, OTHERS, SEED)):
        for depth in DEPTHS[: 2 if where in SLOW else 3]:
            try:
                said = _ask(player, state, depth, number)
            except Exception:
                wrong, calls = wrong + 1, calls + 1
                continue
            worth = values(state, depth)
            if isinstance(said, dict):
                said = [move for move in said if said[move] == max(said.values())]
            moves = said if isinstance(said, list) else [said]
            wrong += any(worth[move] < max(worth.values()) - 1e-9 for move in moves)
            calls += 1
    return wrong / calls


def _ask(player: Player, state: Any, depth: int, number: int) -> Any:
    try:
        return player(state, depth, rng=np.random.default_rng(number))
    except TypeError:
        return player(state, depth)


def examine(name: str, where: str, positions: int) -> dict[str, Any]:
    """What `ot.check_search` says of a player in a game."""
    each, game = STRANGERS[name], GAMES[where]()
    random.seed(1)
    claims = each.claims(game) if callable(each.claims) else each.claims
    depths = SIMULATIONS if claims == "simulations" else DEPTHS[: 2 if where in SLOW else 3]
    row: dict[str, Any] = {"name": name, "game": where, "claims": claims if isinstance(claims, str) else "a function"}
    row |= {"sound": not each.bug, **({"at work": round(at_work(each, where), 3)} if each.bug else {})}
    more = each.more(game)
    evaluate = more.pop("evaluate", game.judge)
    wanted = min(positions, 60) if where in SLOW or claims == "simulations" else positions
    begun = time.process_time()
    try:
        found = ot.check_search(game, each.make(game), evaluate, depths, claims, wanted, **more)
        told: dict[str, Any] = {"kept": True, "text": str(found)}
    except AssertionError as exc:
        said = exc.args[0]
        told = {"kept": False, "text": str(said)}
        if said.cause:
            right = any(said.cause.kind == cause for cause in each.cause) if each.cause else None
            told |= {"cause": said.cause.kind, "as if": said.cause.name, "right": right}
        told |= {"size": said.example.size, "depth": said.example.difference.answer.call.depth} if said.example else {}
    return {**row, **told, "seconds": round(time.process_time() - begun, 1)}


def summarise(rows: list[dict[str, Any]]) -> list[str]:
    """How many claims are broken, and how many of the causes that are named are right."""
    lines = []
    for claims in ("plain", "deeper", "a function", "simulations"):
        for is_sound in (True, False):
            chosen = [row for row in rows if (row["claims"], row["sound"]) == (claims, is_sound)]
            broken = [not row["kept"] for row in chosen if row.get("at work", 1.0) >= AT_WORK]
            kind = "sound" if is_sound else "with a bug at work"
            if broken:
                share = Estimate.share(np.array(broken))
                lines.append(f"{claims}, {kind}: broken {sum(broken)} of {len(broken)}: {share}")
    named = [row for row in rows if not row["sound"] and "cause" in row]
    right = [row["right"] for row in named if row["right"] is not None]
    lines.append(f"causes named: {len(named)}; of {len(right)} that have one of ours, {sum(right)} are right")
    return lines


if __name__ == "__main__":
    run(STRANGERS, examine, summarise, POSITIONS)
