"""Sound players of many styles, and some with a bug, each with what it claims to be. Most of them are written as a
textbook has it, and all without a look at the code that checks claims.

    python -m validation.styles FILE [POSITIONS [part of a name]]

writes a row for each player and game into FILE: the answer of `ot.check_search` to the claim. `styles_first.jsonl` is
the first run, which nobody had looked at before.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import overthink as ot
from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate
from overthink.doctor.ask.positions import make_positions
from validation.evaluators import GAMES as OLD_GAMES
from validation.rows import run
from validation.style_games import GAMES as NEW_GAMES

GAMES = {**{name: OLD_GAMES[name] for name in ("drop", "pawns", "boxes", "morris")}, **NEW_GAMES}
TWO = ("drop", "pawns", "boxes", "morris", "clobber", "isolation")
STEPS = ("drop", "pawns", "morris", "clobber", "isolation")  # players take turns: a value may be turned at each ply
DEPTHS, SIMULATIONS, POSITIONS, AT_WORK, FAR = (1, 2, 3), (20, 80), 100, 0.03, 1e6
Player = Callable[..., Any]


@dataclass
class Style:
    """A player, what it claims, and where it plays."""

    make: Callable[[Any], Player]  # of a game
    claims: str = "plain"
    games: tuple[str, ...] = STEPS
    twin: Callable[[Any], Player] | None = None  # the same player without its bug
    more: Callable[[Any], dict[str, Any]] = field(default=lambda game: {})  # what else it says of itself


STYLES: dict[str, Style] = {}


def style(name: str, **more: Any) -> Callable[[Callable[[Any], Player]], Callable[[Any], Player]]:
    def keep(make: Callable[[Any], Player]) -> Callable[[Any], Player]:
        STYLES[name] = Style(make, **more)
        return make

    return keep


class Negamax:
    """Values are to who moves. Other styles replace its parts."""

    def __init__(self, game: Any):
        self.game = game
        self.seen: dict[Hashable, Any] = {}
        self.counts: dict[Any, int] = {}

    def __call__(self, state: Any, depth: int) -> Any:
        return self.pick(self.values(state, depth), state)

    def values(self, state: Any, depth: int) -> dict[Any, float]:
        return {m: -self.search(self.game.play(state, m), depth - 1, -FAR, FAR, 1) for m in self.order(state, 0)}

    def pick(self, values: dict[Any, float], state: Any) -> Any:
        return max(values, key=values.__getitem__)

    def order(self, state: Any, ply: int) -> list[Any]:
        return list(self.game.moves(state))

    def over(self, state: Any, ply: int) -> float:
        return float(self.game.mover(state) * self.game.utility(state))

    def leaf(self, state: Any, low: float, high: float, ply: int) -> float:
        return float(self.game.mover(state) * self.game.judge(state))

    def search(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        if not self.game.moves(state):
            return self.over(state, ply)
        if depth <= 0:
            return self.leaf(state, low, high, ply)
        return self.inside(state, depth, low, high, ply)

    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        return max(
            -self.search(self.game.play(state, m), depth - 1, -high, -low, ply + 1) for m in self.order(state, ply)
        )


style("plain negamax")(Negamax)


@style("the last of equal moves")
class LastTie(Negamax):
    def pick(self, values: dict[Any, float], state: Any) -> Any:
        return max(reversed(values), key=values.__getitem__)


@style("ties at random")
class RandomTies(Negamax):
    def pick(self, values: dict[Any, float], state: Any) -> Any:
        return random.choice([move for move, value in values.items() if value == max(values.values())])


@style("ties by a generator that is given")
def given_dice(game: Any) -> Player:
    search = Negamax(game)

    def player(state: Any, depth: int, rng: Any = None) -> Any:
        values = search.values(state, depth)
        ties = [move for move, value in values.items() if value == max(values.values())]
        return ties[int(rng.integers(len(ties)))] if rng is not None else ties[0]

    return player


@style("all moves that tie")
class AllTies(Negamax):
    def pick(self, values: dict[Any, float], state: Any) -> Any:
        return [move for move, value in values.items() if value == max(values.values())]


@style("a value for each move")
class Values(Negamax):
    def pick(self, values: dict[Any, float], state: Any) -> Any:
        return values


@style("sooner wins, later losses")
class Sooner(Negamax):
    def over(self, state: Any, ply: int) -> float:
        return super().over(state, ply) * (1.0 - 0.0001 * ply)


@style("alpha-beta, fail-soft")
class AlphaBeta(Negamax):
    def __call__(self, state: Any, depth: int) -> Any:
        best, chosen = -FAR, None
        for move in self.order(state, 0):
            value = -self.search(self.game.play(state, move), depth - 1, -FAR, -best, 1)
            if value > best:
                best, chosen = value, move
        return chosen

    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        best = -FAR
        for move in self.order(state, ply):
            best = max(best, -self.search(self.game.play(state, move), depth - 1, -high, -max(low, best), ply + 1))
            if best >= high:
                self.counts[move] = self.counts.get(move, 0) + depth
                break
        return best


@style("alpha-beta, fail-hard")
class FailHard(AlphaBeta):
    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        for move in self.order(state, ply):
            value = -self.search(self.game.play(state, move), depth - 1, -high, -low, ply + 1)
            if value >= high:
                return high
            low = max(low, value)
        return low


@style("alpha-beta, moves by history")
class History(AlphaBeta):
    def order(self, state: Any, ply: int) -> list[Any]:
        return sorted(self.game.moves(state), key=lambda move: -self.counts.get(move, 0))


@style("principal variation search")
class PVS(AlphaBeta):
    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        best = -FAR
        for number, move in enumerate(self.order(state, ply)):
            after, floor = self.game.play(state, move), max(low, best)
            if number == 0:
                best = -self.search(after, depth - 1, -high, -floor, ply + 1)
            else:
                value = -self.search(after, depth - 1, -math.nextafter(floor, FAR), -floor, ply + 1)
                if floor < value < high:
                    value = -self.search(after, depth - 1, -high, -value, ply + 1)
                best = max(best, value)
            if best >= high:
                break
        return best


def bounded_table(base: type[AlphaBeta]) -> type[AlphaBeta]:
    """With a table of bounds, for the same depth alone."""

    class Tabled(base):  # type: ignore[misc, valid-type]
        def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
            least, most = self.seen.get((state, depth), (-FAR, FAR))
            if least >= high or least == most:
                return float(least)
            if most <= low:
                return float(most)
            low_now, high_now = max(low, least), min(high, most)
            value = super().inside(state, depth, low_now, high_now, ply)
            if value <= low_now:
                most = min(most, value)
            elif value >= high_now:
                least = max(least, value)
            else:
                least = most = value
            self.seen[state, depth] = least, most
            return float(value)

    return Tabled


style("alpha-beta, a kept table of bounds")(bounded_table(AlphaBeta))
style("principal variation search, a kept table")(bounded_table(PVS))


@style("MTD(f)")
class MTD(bounded_table(AlphaBeta)):  # type: ignore[misc]
    def __call__(self, state: Any, depth: int) -> Any:
        values = {}
        for move in self.order(state, 0):
            after, least, most = self.game.play(state, move), -FAR, FAR
            guess = float(self.game.mover(after) * self.game.judge(after)) if self.game.moves(after) else 0.0
            while least < most:
                bound = math.nextafter(guess, FAR) if guess == least else guess
                guess = self.search(after, depth - 1, math.nextafter(bound, -FAR), bound, 1)
                least, most = (least, guess) if guess < bound else (guess, most)
            values[move] = -guess
        return self.pick(values, state)


@style("SSS*, as MTD from above")
class SSS(bounded_table(AlphaBeta)):  # type: ignore[misc]
    def __call__(self, state: Any, depth: int) -> Any:
        values = {}
        for move in self.order(state, 0):
            bound, guess = FAR, FAR
            while True:
                guess = self.search(self.game.play(state, move), depth - 1, math.nextafter(bound, -FAR), bound, 1)
                if guess == bound:
                    break
                bound = guess
            values[move] = -guess
        return self.pick(values, state)


@style("iterative deepening, the best move first")
class Deepening(AlphaBeta):
    first: Any = None

    def __call__(self, state: Any, depth: int) -> Any:
        self.first = None
        for each in range(1, depth + 1):
            self.first = super().__call__(state, each)
        return self.first

    def order(self, state: Any, ply: int) -> list[Any]:
        return (
            sorted(self.game.moves(state), key=lambda move: move != self.first)
            if not ply
            else super().order(state, ply)
        )


@style("aspiration windows that open")
class Aspiration(AlphaBeta):
    def __call__(self, state: Any, depth: int) -> Any:
        values, guess = {}, self.game.mover(state) * self.game.judge(state)
        for move in self.order(state, 0):
            low, high = guess - 0.1, guess + 0.1
            while True:
                value = -self.search(self.game.play(state, move), depth - 1, -high, -low, 1)
                if low < value < high:
                    break
                low, high = (low - 4 * (high - low), high) if value <= low else (low, high + 4 * (high - low))
            values[move] = value
        return self.pick(values, state)


@style("a stack instead of recursion", games=TWO)
def by_stack(game: Any) -> Player:
    """Maximin over a list of positions, the deepest first. Values are to Max."""

    def player(state: Any, depth: int) -> Any:
        nodes: list[tuple[Any, int, int, Any]] = [(state, depth, -1, None)]
        for number, (here, left, _, _) in enumerate(nodes):
            if left and game.moves(here):
                nodes += [(game.play(here, move), left - 1, number, move) for move in game.moves(here)]
            if len(nodes) > 200_000:
                raise MemoryError
        values: list[float | None] = [None] * len(nodes)
        for number in range(len(nodes) - 1, 0, -1):
            here, _, parent, _ = nodes[number]
            value = values[number]
            if value is None:
                value = values[number] = float(game.judge(here) if game.moves(here) else game.utility(here))
            best, side = values[parent], game.mover(nodes[parent][0])
            values[parent] = value if best is None or side * value > side * best else best
        children = [(number, move) for number, (_, _, parent, move) in enumerate(nodes) if parent == 0]
        return max(children, key=lambda child: game.mover(state) * (values[child[0]] or 0.0))[1]

    return player


@style("minimax by two functions", games=TWO)
def two_functions(game: Any) -> Player:
    def worth(state: Any, depth: int) -> float:
        if not game.moves(state):
            return float(game.utility(state))
        if depth == 0:
            return float(game.judge(state))
        return (highest if game.mover(state) == 1 else lowest)(state, depth)

    def highest(state: Any, depth: int) -> float:
        return max(worth(game.play(state, move), depth - 1) for move in game.moves(state))

    def lowest(state: Any, depth: int) -> float:
        return min(worth(game.play(state, move), depth - 1) for move in game.moves(state))

    def player(state: Any, depth: int) -> Any:
        choose = max if game.mover(state) == 1 else min
        return choose(game.moves(state), key=lambda move: worth(game.play(state, move), depth - 1))

    return player


@style("a table of mirrored positions", games=("drop",))
class Mirrored(Negamax):
    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        cells = state[0]
        key = min(cells, cells[12:] + cells[8:12] + cells[4:8] + cells[:4]), state[1], depth
        if key not in self.seen:
            self.seen[key] = super().inside(state, depth, low, high, ply)
        return float(self.seen[key])


@style("a kept table that believes deeper searches", claims="deeper")
class Believing(Negamax):
    def search(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        known = self.seen.get(state)
        if known is None or known[0] < depth:
            known = self.seen[state] = depth, super().search(state, depth, low, high, ply)
        return float(known[1])


def ends(game: Any, state: Any, move: Any) -> bool:
    return not game.moves(game.play(state, move))


def noisy_ends(game: Any) -> dict[str, Any]:
    return {"noisy": lambda state, move: ends(game, state, move)}


class Quiet(AlphaBeta):
    """At the horizon one may stand pat, or make a move that ends the game."""

    def leaf(self, state: Any, low: float, high: float, ply: int) -> float:
        noisy = [self.game.play(state, move) for move in self.game.moves(state) if ends(self.game, state, move)]
        return max([super().leaf(state, low, high, ply), *(-self.over(after, ply + 1) for after in noisy)])


style("quiescence, said so", more=noisy_ends)(Quiet)
style("quiescence", claims="deeper")(Quiet)


class Captures(AlphaBeta):
    """Beyond the horizon captures are searched, as in chess."""

    def leaf(self, state: Any, low: float, high: float, ply: int) -> float:
        best = super().leaf(state, low, high, ply)
        for move in self.game.moves(state):
            if best >= high:
                break
            if state[0][move[1]]:
                after = self.game.play(state, move)
                value = (
                    self.leaf(after, -high, -max(best, low), ply + 1)
                    if self.game.moves(after)
                    else self.over(after, ply + 1)
                )
                best = max(best, -value)
        return best


def noisy_captures(game: Any) -> dict[str, Any]:
    return {"noisy": lambda state, move: bool(state[0][move[1]])}


style("captures, said so", games=("pawns",), more=noisy_captures)(Captures)
style("captures", games=("pawns",), claims="deeper")(Captures)


class OneReply(Negamax):
    """A move that is the only one takes no ply."""

    def values(self, state: Any, depth: int) -> dict[Any, float]:
        left = depth - (len(self.game.moves(state)) > 1)
        return {m: -self.search(self.game.play(state, m), left, -FAR, FAR, 1) for m in self.game.moves(state)}

    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        return max(self.values(state, depth).values())


style("extensions, said so", more=lambda game: {"extend": lambda state, move: len(game.moves(state)) == 1})(OneReply)
style("extensions", claims="deeper")(OneReply)


@style("one ply more than asked", claims="deeper")
def one_more(game: Any) -> Player:
    search = AlphaBeta(game)
    return lambda state, depth: search(state, depth + 1)


class Solver(AlphaBeta):
    """Where few positions are left, the game is solved; otherwise alpha-beta."""

    most = 3_000

    def __call__(self, state: Any, depth: int) -> Any:
        self.left = self.most
        try:
            values = {move: -self.solve(self.game.play(state, move)) for move in self.game.moves(state)}
        except TimeoutError:
            return super().__call__(state, depth)
        return self.pick(values, state)

    def solve(self, state: Any) -> float:
        if state not in self.seen:
            self.left -= 1
            if self.left < 0:
                raise TimeoutError
            moves = self.game.moves(state)
            self.seen[state] = max((-self.solve(self.game.play(state, m)) for m in moves), default=None)
            if self.seen[state] is None:
                self.seen[state] = self.over(state, 0)
        return float(self.seen[state])


style("a solver where few positions are left", claims="deeper", games=("drop", "pawns", "clobber", "isolation"))(Solver)


@style("proof numbers, then alpha-beta", claims="deeper", games=("pawns", "clobber", "isolation"))
class ProofNumbers(AlphaBeta):
    """Depth-first proof numbers by a threshold of nodes: a move that is proven to win is played, and one that is proven
    to lose is left out."""

    def __call__(self, state: Any, depth: int) -> Any:
        proven = {move: self.proof(self.game.play(state, move), 400) for move in self.game.moves(state)}
        won = [move for move, value in proven.items() if value == -1]
        if won:
            return won[0]
        values = self.values(state, depth)
        left = {move: value for move, value in values.items() if proven[move] != 1}
        return self.pick(left or values, state)

    def proof(self, state: Any, most: int) -> int:
        """1 if who moves wins, -1 if not, 0 if it is not known after so many nodes."""
        if not self.game.moves(state):
            return int(self.over(state, 0))
        tree: list[list[Any]] = [[state, None, []]]  # the position, its value, the numbers of its children
        numbers: dict[int, tuple[float, float]] = {0: (1.0, 1.0)}  # to prove a win of who moves, and to disprove it

        def open_node(at: int) -> None:
            here = tree[at][0]
            for move in self.game.moves(here):
                after = self.game.play(here, move)
                value = int(self.over(after, 0)) if not self.game.moves(after) else None
                numbers[len(tree)] = (1.0, 1.0) if value is None else (0.0, math.inf) if value > 0 else (math.inf, 0.0)
                tree[at][2].append(len(tree))
                tree.append([after, value, []])

        while len(tree) < most and all(numbers[0]):
            path = [0]
            while tree[path[-1]][2]:
                path.append(min(tree[path[-1]][2], key=lambda child: numbers[child][1]))
            open_node(path[-1])
            for at in reversed(path):
                below = [numbers[child] for child in tree[at][2]]
                numbers[at] = min(each[1] for each in below), sum(each[0] for each in below)
        return 0 if all(numbers[0]) else 1 if numbers[0][0] == 0 else -1


@style("a win at once is played")
class AtOnce(AlphaBeta):
    def __call__(self, state: Any, depth: int) -> Any:
        for move in self.game.moves(state):
            after = self.game.play(state, move)
            if not self.game.moves(after) and self.over(after, 0) < 0:
                return move
        return super().__call__(state, depth)


# With a die


class Expecti:
    """Values to Max; depth counts moves."""

    rolls = 0

    def __init__(self, game: Any):
        self.game = game

    def __call__(self, state: Any, depth: int) -> Any:
        side = self.game.mover(state)
        return max(self.game.moves(state), key=lambda m: side * self.value(self.game.play(state, m), depth - 1))

    def value(self, state: Any, depth: int) -> float:
        game = self.game
        if not game.moves(state):
            return float(game.utility(state))
        if game.mover(state) == 0 and (depth > 0 or not self.rolls):
            return float(
                sum(p * self.value(game.play(state, move), depth - self.rolls) for move, p in game.outcomes(state))
            )
        if depth <= 0:
            return float(game.judge(state))
        values = [self.value(game.play(state, move), depth - 1) for move in game.moves(state)]
        return max(values) if game.mover(state) > 0 else min(values)


style("expectimax", games=("race",))(Expecti)


@style("expectimax, rolls are plies", games=("race",), more=lambda game: {"plies": "rolls"})
class Rolls(Expecti):
    rolls = 1


@style("Star1", games=("race",))
class Star1(Expecti):
    """What chance may still bring cuts it off. Values lie between -1 and 1."""

    def __call__(self, state: Any, depth: int) -> Any:
        side, best, chosen = self.game.mover(state), -2.0, None
        for move in self.game.moves(state):
            low, high = (best, 2.0) if side > 0 else (-2.0, -best)
            value = side * self.bounded(self.game.play(state, move), depth - 1, low, high)
            if value > best + 1e-12:
                best, chosen = value, move
        return chosen

    def bounded(self, state: Any, depth: int, low: float, high: float) -> float:
        game = self.game
        if not game.moves(state):
            return float(game.utility(state))
        if game.mover(state) == 0:
            return self.chance(state, depth, low, high)
        if depth <= 0:
            return float(game.judge(state))
        side, best = game.mover(state), -2.0 * game.mover(state)
        for move in game.moves(state):
            value = self.bounded(game.play(state, move), depth - 1, low, high)
            if side > 0:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return float(best)

    def chance(self, state: Any, depth: int, low: float, high: float) -> float:
        told, left = 0.0, 1.0
        for move, p in self.game.outcomes(state):
            left -= p
            need = (low - told - left) / p, (high - told + left) / p
            value = self.bounded(self.game.play(state, move), depth, max(-2.0, need[0]), min(2.0, need[1]))
            told += p * value
            if value <= need[0]:
                return float(told + left)
            if value >= need[1]:
                return float(told - left)
        return told


# One player


@style("one player, depth first", games=("coins",))
def walker(game: Any) -> Player:
    def worth(state: Any, depth: int) -> float:
        if not game.moves(state):
            return float(game.utility(state))
        if not depth:
            return float(game.judge(state))
        return float(max(worth(game.play(state, move), depth - 1) for move in game.moves(state)))

    return lambda state, depth: max(game.moves(state), key=lambda move: worth(game.play(state, move), depth - 1))


@style("one player, breadth first", games=("coins",))
def by_breadth(game: Any) -> Player:
    """All walks of this length, each with its first step; the best end decides."""

    def player(state: Any, depth: int) -> Any:
        walks = [(game.play(state, move), move) for move in game.moves(state)]
        for _ in range(depth - 1):
            walks = [
                (after, first)
                for here, first in walks
                for after in ([game.play(here, move) for move in game.moves(here)] or [here])
            ]
        return max(walks, key=lambda walk: game.judge(walk[0]) if game.moves(walk[0]) else game.utility(walk[0]))[1]

    return player


# Simulations


class Tree:
    """UCT with random games; evaluation at leaves instead, or the prior of an evaluation, in others."""

    explore = 1.0

    def __init__(self, game: Any):
        self.game = game

    def __call__(self, state: Any, simulations: int, rng: Any = None) -> Any:
        self.dice = random.Random(
            int(rng.integers(1 << 30)) if rng is not None else int(seed_key("tree", str(state))) % 1000
        )
        self.visits: dict[Any, float] = {state: 0.0}
        self.total: dict[Any, float] = {state: 0.0}
        for _ in range(simulations):
            self.simulate(state)
        return max(self.game.moves(state), key=lambda m: self.visits.get(self.game.play(state, m), 0.0))

    def simulate(self, state: Any) -> None:
        path = [state]
        while self.visits.get(path[-1]) and self.game.moves(path[-1]):
            path.append(self.choose(path[-1]))
        value = self.rollout(path[-1])
        for each in path:
            self.visits[each] = self.visits.get(each, 0.0) + 1.0
            self.total[each] = self.total.get(each, 0.0) + value

    def choose(self, state: Any) -> Any:
        side, after = self.game.mover(state), [self.game.play(state, move) for move in self.game.moves(state)]
        new = [each for each in after if not self.visits.get(each)]
        if new:
            return self.dice.choice(new)
        log = math.log(sum(self.visits[each] for each in after))
        return max(
            after, key=lambda s: side * self.total[s] / self.visits[s] + self.explore * math.sqrt(log / self.visits[s])
        )

    def rollout(self, state: Any) -> float:
        while self.game.moves(state):
            state = self.game.play(state, self.dice.choice(self.game.moves(state)))
        return float(self.game.utility(state))


@style("UCT", claims="simulations", games=("drop", "pawns", "clobber", "isolation"))
class UCT(Tree):
    pass


@style("UCT with the evaluator at leaves", claims="simulations", games=("drop", "pawns", "clobber"))
class Judged(Tree):
    def rollout(self, state: Any) -> float:
        return float(self.game.judge(state) if self.game.moves(state) else self.game.utility(state))


@style("a walk through a beam, other", claims="other")
class Beam(Negamax):
    def order(self, state: Any, ply: int) -> list[Any]:
        worth = lambda move: -self.game.mover(state) * self.game.judge(self.game.play(state, move))  # noqa: E731
        return sorted(self.game.moves(state), key=worth)[: 2 if ply else None]


# With a bug


def bug(name: str, twin: Any = Negamax, **more: Any) -> Callable[[Callable[[Any], Player]], Callable[[Any], Player]]:
    return style(name, twin=twin, **more)


@bug("bounds kept as values", AlphaBeta)
class BoundsAsValues(AlphaBeta):
    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        if (state, depth) not in self.seen:
            self.seen[state, depth] = super().inside(state, depth, low, high, ply)
        return float(self.seen[state, depth])


@bug("PVS without the second search", PVS)
class NoSecondSearch(AlphaBeta):
    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        best = -FAR
        for number, move in enumerate(self.order(state, ply)):
            floor = max(low, best)
            top = high if not number else math.nextafter(floor, FAR)
            best = max(best, -self.search(self.game.play(state, move), depth - 1, -top, -floor, ply + 1))
            if best >= high:
                break
        return best


@bug("a win is not turned at odd plies")
class NotTurned(Negamax):
    def over(self, state: Any, ply: int) -> float:
        return super().over(state, ply) * (-1 if ply % 2 else 1)


@bug("the evaluation for Max, whoever moves")
class ForMax(Negamax):
    def leaf(self, state: Any, low: float, high: float, ply: int) -> float:
        return float(self.game.judge(state))


@bug("finished games are evaluated")
class Evaluated(Negamax):
    def over(self, state: Any, ply: int) -> float:
        return float(self.game.mover(state) * self.game.judge(state))


@bug("beam of two below the root")
class HiddenBeam(Beam):
    pass


@bug("a table without the depth")
class NoDepth(Negamax):
    def inside(self, state: Any, depth: int, low: float, high: float, ply: int) -> float:
        if state not in self.seen:
            self.seen[state] = super().inside(state, depth, low, high, ply)
        return float(self.seen[state])


@bug("quiescence that may not stand pat", Quiet, more=noisy_ends)
class NoPat(Quiet):
    def leaf(self, state: Any, low: float, high: float, ply: int) -> float:
        noisy = [self.game.play(state, move) for move in self.game.moves(state) if ends(self.game, state, move)]
        return max((-self.over(after, ply + 1) for after in noisy), default=Negamax.leaf(self, state, low, high, ply))


@bug("one ply less in late positions", AlphaBeta, claims="deeper")
def less_late(game: Any) -> Player:
    search = AlphaBeta(game)
    return lambda state, depth: search(state, depth if len(game.moves(state)) > 2 else max(1, depth - 1))


@bug("the die shows its likeliest side", Expecti, games=("race",))
class Likeliest(Expecti):
    def value(self, state: Any, depth: int) -> float:
        if self.game.moves(state) and self.game.mover(state) == 0:
            return self.value(self.game.play(state, self.game.outcomes(state)[0][0]), depth)
        return super().value(state, depth)


@bug("the walk forgets its last step", walker, games=("coins",))
def forgets(game: Any) -> Player:
    return lambda state, depth: walker(game)(state, max(1, depth - 1))


@bug("UCT for a friend", Tree, claims="simulations", games=("drop", "pawns", "clobber", "isolation"))
class Friend(Tree):
    def choose(self, state: Any) -> Any:
        turned = self.root * self.game.mover(state)
        self.total = {each: turned * value for each, value in self.total.items()}
        chosen = super().choose(state)
        self.total = {each: turned * value for each, value in self.total.items()}
        return chosen

    def __call__(self, state: Any, simulations: int, rng: Any = None) -> Any:
        self.root = self.game.mover(state)
        return super().__call__(state, simulations, rng)


def at_work(each: Style, where: str, depths: tuple[int, ...], positions: int) -> float:
    """The share of answers that differ from those without the bug, ties included."""
    assert each.twin
    game = GAMES[where]()
    calls = [(state, depth) for state in make_positions(game, positions) for depth in depths]
    player, twin = each.make(game), each.twin(game)
    return float(sum(player(*call) != twin(*call) for call in calls) / len(calls))


def examine(name: str, where: str, positions: int) -> dict[str, Any]:
    """What `ot.check_search` says of a player in a game."""
    each, game = STYLES[name], GAMES[where]()
    random.seed(1)
    depths = SIMULATIONS if each.claims == "simulations" else DEPTHS
    row = {"name": name, "game": where, "claims": each.claims, "sound": each.twin is None}
    if each.twin:
        row["at work"] = round(at_work(each, where, depths, positions), 3)
    begun = time.process_time()
    try:
        found = ot.check_search(game, each.make(game), game.judge, depths, each.claims, positions, **each.more(game))
        told = {"kept": True, "text": str(found)}
    except AssertionError as exc:
        told = {"kept": False, "text": str(exc)}
    return {**row, **told, "seconds": round(time.process_time() - begun, 1)}


def summarise(rows: list[dict[str, Any]]) -> list[str]:
    """A bug counts where it is at work: it changes 3 answers of 100."""
    lines = []
    for claims in ("plain", "deeper", "simulations"):
        for sound in (True, False):
            chosen = [row for row in rows if (row["claims"], row["sound"]) == (claims, sound)]
            broken = [not row["kept"] for row in chosen if row.get("at work", 1.0) >= AT_WORK]
            kind = "sound" if sound else "with a bug at work"
            if broken:  # some names alone may have none of this kind
                share = Estimate.share(np.array(broken))
                lines.append(f"{claims}, {kind}: broken {sum(broken)} of {len(broken)}: {share}")
    return lines


if __name__ == "__main__":
    run(STYLES, examine, summarise, POSITIONS)
