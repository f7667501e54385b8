"""Rules and strong nets at equal cost: in net evaluations, against alpha-beta and against UCT with the same net.

Every player looks one ply further until its evaluations are spent, and answers by the last ply that it finished. A
position is evaluated once in a search, whoever asks and however often, and counts once, also inside the tree. Rules are
pruned by odds; alpha-beta has a table and tries the best move of the last ply first, then moves that cut off often; UCT
keeps what is proven.

`beyond/strong-cost`: decisions in solved positions. `beyond/strong-play`: whole games against alpha-beta from openings
that the nets judge as balanced; a pair of games, with sides swapped, is one observation. Three nets of each game take
turns, so that intervals hold for positions and these nets together.

The claims were written on 18 November 2026, before the large run. Small runs that shaped them, of positions and games
that the large run does not use: 150 positions of games between nets in Connect Four and 60 in Othello (alpha-beta .947
and .967 with 3,000 evaluations, tempered .927 and .933, UCT .960 and .967; with 30 UCT .840 and .867, alpha-beta .907
and .867); 30 pairs of games in Connect Four (tempered .47, UCT .55) and 20 in Othello (tempered .33). Nothing was seen
of Breakthrough, Kalah and Domineering.

python -m overthink_papers.beyond.strong.cost GAME      seconds of each player on this machine
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, Key, State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.net import NetEvaluator
from overthink.report.charts import dots
from overthink.rules import RULES
from overthink.rules.mean import MEAN
from overthink.search import SEARCHES
from overthink.search.look import bound_look
from overthink.search.match import choose
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.subject import Subject, of_kernels
from overthink.search.table import DEEPEST, FIRST, TableSearch, number_key, tuple_key
from overthink.studies.checks import Above, AllOf, Quantity, for_each
from overthink.studies.checks import at as spot
from overthink.studies.claim import own_claim
from overthink.studies.samples import Point, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.beyond.solved_games import walk
from overthink_papers.beyond.strong.positions import ARENAS, RANDOM, SEEDS, game_of, net_of, solved_position
from overthink_papers.experiments.scaffold import one_by_one, plot

# --- a net that is asked once about a position ------------------------------------------------------------------------

PLACES = 1 << 17  # of the memory: a position that loses its place to another is evaluated again
SPENT, LIMIT, SEARCH = range(3)


@kernel
def opinion(context: Context, state: State) -> float:
    return 0.0


@kernel
def position_key(state: State) -> Key:
    return np.uint64(0)


@kernel
def asked_once(context: Context, state: State) -> float:
    """The value of the net. Once more evaluations are wanted than allowed, 0: such a search is not used."""
    _, net, keys, values, counts = context
    key = mix(position_key(state), counts[SEARCH])
    place = np.int64(key & np.uint64(len(keys) - 1))
    if keys[place] == key:
        return float(values[place])
    counts[SPENT] += 1
    if counts[SPENT] > counts[LIMIT]:
        return 0.0
    keys[place], values[place] = key, opinion(net, state)
    return float(values[place])


@dataclass(frozen=True)
class Judge:
    """A net with a memory, and how many evaluations it gave since `begin`."""

    evaluator: KernelEvaluator
    counts: Column

    def begin(self, limit: int) -> None:
        """Forget everything."""
        self.counts[SPENT], self.counts[LIMIT] = 0, limit
        self.counts[SEARCH] += 1

    @property
    def spent(self) -> int:
        return int(self.counts[SPENT])

    @property
    def open(self) -> bool:
        return self.spent <= int(self.counts[LIMIT])


def judge_of(net: NetEvaluator) -> Judge:
    game, counts = net.game, np.zeros(3, np.int64)
    key = tuple_key if isinstance(game.initial(), tuple) else number_key
    memory = (net.context, np.zeros(PLACES, np.uint64), np.zeros(PLACES), counts)
    word = asked_once.bind(opinion=net.static, position_key=key)
    return Judge(KernelEvaluator(game, word, None, memory, probable=True), counts)


# --- players ----------------------------------------------------------------------------------------------------------

ALPHA_BETA, UCT_MEAN = "alpha-beta", "uct"
PRUNED: dict[str, str] = {
    "emm": "pruned-emm",
    "product": "pruned-odds",
    "tempered": "pruned-odds",
    "bayes": "pruned-odds",
}
PLAYERS = (ALPHA_BETA, UCT_MEAN, *PRUNED)
FURTHER = 8  # simulations for each evaluation, at most: where games end, UCT needs none
EXPLORATION = 0.5
STEP = 16  # simulations between two answers, at least
DEEP = 60  # plies, at most
Thought = tuple[int, int]  # evaluations spent when it was known, and the number of the move
Think = Callable[[State, int, Key], Iterator[Thought]]


def thinker(name: str, kind: str, seed: int, player: str) -> Think:
    """One answer after another in a state, with a limit of evaluations, and chance for ties."""
    judge, seat = judged(name, kind, seed), seat_of(name, kind, seed)
    if player == ALPHA_BETA:
        return lambda state, limit, chance: by_table(judge, at(seat, name, state), limit, chance)
    if player == UCT_MEAN:
        return lambda state, limit, chance: by_simulations(judge, at(seat, name, state), limit, chance)
    run = compiled(name, kind, seed, player)
    return lambda state, limit, chance: by_rule(judge, seat.context, run, state, limit, chance)


@lru_cache(maxsize=50)
def judged(name: str, kind: str, seed: int) -> Judge:
    return judge_of(net_of(name, kind, seed))


@lru_cache(maxsize=50)
def seat_of(name: str, kind: str, seed: int) -> Subject:
    game, judge = game_of(name), judged(name, kind, seed)
    return of_kernels(game, game.initial(), judge.evaluator, 0.0, RULES["minimax"])


def at(seat: Subject, name: str, state: State) -> Subject:
    return replace(seat, state=state, moves=list(game_of(name).moves(state)))


@lru_cache(maxsize=100)
def compiled(name: str, kind: str, seed: int, player: str) -> Callable[..., int]:
    """`choose` for a rule that is pruned."""
    rule, seat = RULES[player], seat_of(name, kind, seed)
    look = bound_look(seat, rule, SEARCHES[PRUNED[player]])
    run: Callable[..., int] = choose.bind(**seat.names, **rule.vocabulary, look=look).compiled
    return run


def by_rule(
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


def by_table(judge: Judge, position: Subject, limit: int, chance: Key) -> Iterator[Thought]:
    judge.begin(limit)
    search, before = TableSearch(position, None, 4 * limit), -1
    for depth in range(1, DEEPEST):
        decision, _ = search.look(depth, FIRST)
        if not judge.open or judge.spent == before:
            return
        before = judge.spent
        yield before, position.moves.index(decision.moves[0])


def by_simulations(judge: Judge, position: Subject, limit: int, chance: Key) -> Iterator[Thought]:
    judge.begin(limit)
    moves, most = len(position.moves), FURTHER * limit
    how = MonteCarlo(max(moves, most), EXPLORATION, solver=True, seed=int(chance >> np.uint64(16)))
    simulation = Simulation(position, MEAN, how)
    while simulation.done < most and judge.spent < limit:
        step = max(STEP, min(limit - judge.spent, simulation.done))
        simulation.advance(min(most, max(moves, simulation.done + step)))
        if judge.open:
            yield judge.spent, position.moves.index(simulation.decision().moves[0])


# --- decisions --------------------------------------------------------------------------------------------------------

NAME = "beyond/strong-cost"
LIMITS = (30, 100, 300, 1000, 3000)
NETS = ("strong",)
GROUP = 20  # positions of an observation
C4, OTHELLO, LEFT_OUT = "connect-four", "othello", ("kalah", "domineering")
SETTINGS = grid(game=tuple(ARENAS))
POINTS: list[Point] = [
    {"net": kind, "rule": player, "limit": limit} for kind in NETS for player in PLAYERS for limit in LIMITS
]


def answers(thoughts: list[Thought]) -> list[int]:
    """The last answer within each limit; the first of all where none is."""
    return [next((move for spent, move in reversed(thoughts) if spent <= limit), thoughts[0][1]) for limit in LIMITS]


@one_by_one(POINTS)
def run(setting: Setting, number: int, seed: int) -> Column:
    """The share of right decisions in a group of positions, as in POINTS. Nets take turns."""
    name, net_seed, rows = setting["game"], SEEDS[number % len(SEEDS)], []
    for place in range(GROUP):
        key = seed_key(NAME, name, seed, number, place)
        position = solved_position(name, RANDOM, key)
        best, row = max(position.values), list[float]()
        for kind in NETS:
            for player in PLAYERS:
                thoughts = list(thinker(name, kind, net_seed, player)(position.state, LIMITS[-1], key))
                row += [position.values[move] == best for move in answers(thoughts)]
        rows.append(row)
    shares: Column = np.mean(rows, axis=0)
    return shares


def place(game: str, player: str, limit: int) -> Quantity:
    return spot(game=game, net="strong", rule=player, limit=limit)


def not_behind(games: Sequence[str], players: Sequence[str], limit: int, by: float) -> AllOf:
    """These players are behind alpha-beta by less than so much."""
    return for_each(
        games,
        lambda game: Above(tuple(place(game, each, limit) - place(game, ALPHA_BETA, limit) for each in players), -by),
    )


def behind(games: Sequence[str], players: Sequence[str], limit: int) -> AllOf:
    return for_each(
        games,
        lambda game: Above(tuple(place(game, ALPHA_BETA, limit) - place(game, each, limit) for each in players), 0.0),
    )


COST = one_figure(
    NAME,
    "strong nets at equal cost: rules, alpha-beta and UCT with as many net evaluations",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 1, "paper": 60},
    plot("limit", "rule", "game", {"x": "net evaluations", "y": "share of right decisions"}, log_x=True),
    "The share of right decisions in solved positions of random play, over the evaluations of a strong net that a "
    "decision may cost. All deepen ply by ply and never pay twice for a position; rules are pruned by odds.",
    (
        own_claim(
            behind((C4, OTHELLO), ("tempered",), 3000),
            "Connect Four and Othello, 3,000 evaluations: alpha-beta decides better than tempered",
        ),
        own_claim(
            not_behind((C4,), ("tempered",), 300, 0.01),
            "Connect Four, 300 evaluations: tempered is less than a point behind alpha-beta",
        ),
        own_claim(
            not_behind((C4, OTHELLO), (UCT_MEAN,), 3000, 0.01),
            "Connect Four and Othello, 3,000 evaluations: UCT is less than a point behind alpha-beta",
        ),
        own_claim(behind((C4,), (UCT_MEAN,), 30), "Connect Four, 30 evaluations: alpha-beta decides better than UCT"),
        own_claim(
            behind(LEFT_OUT, ("tempered",), 3000),
            "Kalah and Domineering, 3,000 evaluations: alpha-beta decides better than tempered",
        ),
    ),
    means,
    block=2,
)


# --- whole games ------------------------------------------------------------------------------------------------------

PLAY_NAME = "beyond/strong-play"
A_MOVE = 300  # evaluations of a move
OPENING, BALANCED = 8, 0.25  # random moves, and by how much nets may prefer a side, on average
PLAYED = ("tempered", "product", UCT_MEAN)
PLAY_SETTINGS = (*grid(game=(C4, OTHELLO), rule=PLAYED), *grid(game=LEFT_OUT, rule=PLAYED[:1]))
OPPONENT: list[Point] = [{"opponent": ALPHA_BETA}]


def opening_of(name: str, key: Key) -> State:
    """A position after random moves that the strong nets judge as balanced."""
    game, nets, attempt = game_of(name), [net_of(name, "strong", seed) for seed in SEEDS], 0
    while True:
        state = walk(game, OPENING, OPENING, np.uint64(mix(key, attempt)))
        if state is not None and abs(np.mean([net.many([state])[0, 0] for net in nets])) <= BALANCED:
            return state
        attempt += 1


@one_by_one(OPPONENT)
def run_play(setting: Setting, number: int, seed: int) -> list[float]:
    """The points of a rule in two games, from 0 to 1, with sides swapped."""
    name, kind, net_seed = setting["game"], "strong", SEEDS[number % len(SEEDS)]
    game, key = game_of(name), seed_key(PLAY_NAME, "fresh", name, seed, number)
    mine, theirs = (thinker(name, kind, net_seed, player) for player in (setting["rule"], ALPHA_BETA))
    start, points = opening_of(name, key), []
    for side in (1, -1):
        state, ply = start, 0
        while moves := list(game.moves(state)):
            think = mine if game.mover(state) == side else theirs
            move = 0
            if len(moves) > 1:
                *_, (_, move) = think(state, A_MOVE, np.uint64(mix(key, ply)))
            state, ply = game.play(state, moves[move]), ply + 1
        points.append(0.5 + 0.5 * side * float(np.sign(game.utility(state))))
    return [sum(points) / 2]


def scores(game: str, rule: str, sign: float, limit: float) -> Above:
    return Above((sign * spot(game=game, rule=rule, opponent=ALPHA_BETA),), limit)


PLAY = one_figure(
    PLAY_NAME,
    "whole games with strong nets: rules and UCT against alpha-beta with as many net evaluations",
    "Overthink",
    PLAY_SETTINGS,
    run_play,
    {"quick": 2, "paper": 1200},
    lambda samples, rows: dots(rows, "game", "rule", {"x": "points against alpha-beta"}, "opponent", level=0.5),
    f"Points against alpha-beta with a table, {A_MOVE} evaluations of the same strong net for each move of both sides, "
    "from balanced openings with both colours; a draw is half a point.",
    (
        own_claim(scores(OTHELLO, "tempered", -1.0, -0.5), "Othello: alpha-beta scores more than tempered"),
        own_claim(scores(C4, "tempered", 1.0, 0.45), "Connect Four: tempered scores more than .45 against alpha-beta"),
        own_claim(scores(C4, UCT_MEAN, 1.0, 0.5), "Connect Four: UCT scores more than alpha-beta"),
        own_claim(
            for_each(LEFT_OUT, lambda game: scores(game, "tempered", -1.0, -0.5)),
            "Kalah and Domineering: alpha-beta scores more than tempered",
        ),
    ),
    means,
    across="rule",
    block=20,
)  # fmt: skip


def main(name: str) -> None:
    """Print what the evaluations of each player take: the only numbers here that depend on the machine."""
    states = [opening_of(name, seed_key("seconds", name, number)) for number in range(40)]
    for player in PLAYERS:
        think, spent = thinker(name, "strong", 1, player), 0
        list(think(states[0], LIMITS[-1], np.uint64(0)))  # compiles
        begun = time.perf_counter()
        for number, state in enumerate(states):
            spent += list(think(state, LIMITS[-1], np.uint64(number)))[-1][0]
        print(f"{name} {player:10} {1e6 * (time.perf_counter() - begun) / spent:.2f} s for a million evaluations")


if __name__ == "__main__":
    main(sys.argv[1])
