"""Players with nets at equal cost: rules, alpha-beta and UCT, which pay for net evaluations.

Every player looks one ply further until its evaluations are spent, and answers by the last ply that it finished. A
position is evaluated once in a search, whoever asks and however often, and counts once, also inside the tree. Rules are
pruned by odds; alpha-beta has a table and tries the best move of the last ply first, then moves that cut off often; UCT
keeps what is proven.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from overthink.core.arithmetic import mix
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, Key, State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.net import NetEvaluator
from overthink.games.planes import PlaneGame
from overthink.rules import RULES
from overthink.rules.mean import MEAN
from overthink.search import SEARCHES
from overthink.search.look import bound_look
from overthink.search.match import choose
from overthink.search.minimax import MOST_PLIES
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.subjects.kernels import of_kernels
from overthink.search.subjects.subject import Subject
from overthink.search.table import FIRST, TableSearch, position_key
from overthink_papers.beyond.solved_games import walk
from overthink_papers.beyond.strong.positions import SEEDS, game_of, net_of

PLACES = 1 << 17  # of the memory: a position that loses its place to another is evaluated again
SPENT, LIMIT = range(2)


@kernel
def opinion(context: Context, state: State) -> float:
    """A name that is bound to a net."""
    return 0.0


@kernel
def ask_once(context: Context, state: State) -> float:
    """The value of the net. Once more evaluations are wanted than allowed, 0: such a search is not used."""
    _, net, keys, values, counts = context
    key = position_key(state)
    place = np.int64(key & np.uint64(len(keys) - 1))
    if keys[place] == key:
        return float(values[place])
    counts[SPENT] += 1
    if counts[SPENT] > counts[LIMIT]:
        return 0.0
    keys[place] = key
    values[place] = opinion(net, state)
    return float(values[place])


@dataclass(frozen=True)
class Judge:
    """A net with a memory, and how many evaluations it gave since `begin`."""

    evaluator: KernelEvaluator
    keys: Column  # of the positions that are remembered
    counts: Column

    def begin(self, limit: int) -> None:
        """Forget everything, and allow this many evaluations. Which positions share a place in the memory, and so what
        a search spends, does not depend on earlier searches."""
        self.keys[:] = 0
        self.counts[:] = 0, limit

    @property
    def spent(self) -> int:
        """How many evaluations were asked for since `begin`, also beyond the limit."""
        return int(self.counts[SPENT])

    @property
    def open(self) -> bool:
        """Whether no evaluation beyond the limit was asked for."""
        return self.spent <= int(self.counts[LIMIT])


def _judge_of(net: NetEvaluator) -> Judge:
    game = net.game
    keys, counts = np.zeros(PLACES, np.uint64), np.zeros(2, np.int64)
    memory = (net.context, keys, np.zeros(PLACES), counts)
    word = ask_once.bind(opinion=net.static)
    return Judge(KernelEvaluator(game, word, None, memory, probable=True), keys, counts)


ALPHA_BETA, UCT_MEAN = "alpha-beta", "uct"
FURTHER = 8  # simulations for each evaluation, at most: where games end, UCT needs none
EXPLORATION = 0.5
STEP = 16  # simulations between two answers, at least
DEEP = 60  # plies, at most
Thought = tuple[int, int]  # evaluations spent when it was known, and the number of the move
Think = Callable[[State, int, Key], Iterator[Thought]]


def thinker(name: str, kind: str, seed: int, player: str) -> Think:
    """One answer after another in a state, with a limit of evaluations, and chance for ties."""
    bench = bench_of(name, kind, seed)
    judge = bench.judge
    if player == ALPHA_BETA:
        return lambda state, limit, chance: _by_table(judge, bench.at(state), limit, chance)
    if player == UCT_MEAN:
        return lambda state, limit, chance: _by_simulations(judge, bench.at(state), limit, chance)
    run = compile_choice(name, kind, seed, player)
    return lambda state, limit, chance: _by_rule(judge, bench.seat.context, run, state, limit, chance)


class Bench(NamedTuple):
    """A net that is asked once about a position, and the game as a search sees it with this net. Who thinks keeps both:
    a seat of another judge of the same net would not be paid for."""

    judge: Judge
    seat: Subject
    game: PlaneGame

    def at(self, state: State) -> Subject:
        """A state as a search sees it."""
        return replace(self.seat, state=state, moves=list(self.game.moves(state)))


@lru_cache(maxsize=50)
def bench_of(name: str, kind: str, seed: int) -> Bench:
    """The bench of a shipped net."""
    game = game_of(name)
    judge = _judge_of(net_of(name, kind, seed))
    return Bench(judge, of_kernels(game, game.initial(), judge.evaluator, 0.0, RULES["minimax"]), game)


@lru_cache(maxsize=100)
def compile_choice(name: str, kind: str, seed: int, player: str) -> Callable[..., int]:
    """`choose` for a rule that is pruned by odds."""
    rule = RULES[player]
    seat = bench_of(name, kind, seed).seat
    look = bound_look(seat, rule, SEARCHES["pruned-odds"])
    run: Callable[..., int] = choose.bind(**seat.names, **rule.vocabulary, look=look).compiled
    return run


def _by_rule(
    judge: Judge, context: Context, run: Callable[..., int], state: State, limit: int, chance: Key
) -> Iterator[Thought]:
    judge.begin(limit)
    before = -1
    for depth in range(1, DEEP):
        move = int(run((context, depth, depth), state, chance))
        if not judge.open or judge.spent == before:  # nothing new is seen where all games have ended
            return
        before = judge.spent
        yield before, move


def _by_table(judge: Judge, position: Subject, limit: int, chance: Key) -> Iterator[Thought]:
    judge.begin(limit)
    search = TableSearch(position, 4 * limit)
    before = -1
    for depth in range(1, MOST_PLIES):
        decision, _ = search.look(depth, FIRST)
        if not judge.open or judge.spent == before:
            return
        before = judge.spent
        yield before, position.moves.index(decision.moves[0])


def _by_simulations(judge: Judge, position: Subject, limit: int, chance: Key) -> Iterator[Thought]:
    judge.begin(limit)
    moves = len(position.moves)
    most = FURTHER * limit
    how = MonteCarlo(max(moves, most), EXPLORATION, solver=True, seed=int(chance >> np.uint64(16)))
    simulation = Simulation(position, MEAN, how)
    while simulation.done < most and judge.spent < limit:
        step = max(STEP, min(limit - judge.spent, simulation.done))
        simulation.advance(min(most, max(moves, simulation.done + step)))
        if judge.open:
            yield judge.spent, position.moves.index(simulation.decision().moves[0])


OPENING = 8  # random moves
BALANCED = 0.25  # by how much nets may prefer a side, on average


def opening_of(name: str, key: Key) -> State:
    """A position after random moves that the strong nets judge as balanced."""
    game = game_of(name)
    nets = [net_of(name, "strong", seed) for seed in SEEDS]
    attempt = 0
    while True:
        state = walk(game, OPENING, OPENING, np.uint64(mix(key, attempt)))
        if state is not None and abs(np.mean([net.many([state])[0, 0] for net in nets])) <= BALANCED:
            return state
        attempt += 1
