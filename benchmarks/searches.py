"""Our compiled searches against C programs that do the same, and UCT also against OpenSpiel's from Python.

The C programs beside this file are built with -O3. Values, nodes and visits must agree. Full width and bounded
alpha-beta are also built for a fixed branching factor, which the compiler unrolls; ours are for any. Both sides run in
turn, and the fastest time of each counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.grids import hashes
from benchmarks.timing import Row, build, in_turn, processor_seconds, run_program, variants
from overthink.core.arithmetic import mix, seed_key, uniform
from overthink.core.bind import kernel
from overthink.core.decision import Decision, Limit
from overthink.core.errors import require
from overthink.core.kinds import Context, State
from overthink.core.threads import jobs
from overthink.core.tree import Column
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.games import line_difference
from overthink.games.board_splitting import BoardSplitting
from overthink.games.connect_four import ConnectFour
from overthink.games.random_tree import HIGH, RandomTree
from overthink.measure.labels import random_positions
from overthink.rules.mean import MEAN
from overthink.rules.tempered import steps_of
from overthink.search.best_first import RULE as BEST_FIRST_RULE
from overthink.search.best_first import BestFirst, Growth
from overthink.search.bounds import NUMBERS
from overthink.search.chance import bounded as algorithm
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.search.look import ENDLESS_NODES
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.solving.solve import Solver
from overthink.search.subjects.bind import chance_subject, subject_of
from overthink.search.subjects.subject import ready
from overthink.search.table import MOST_ENTRIES

EXPLORATION = 1.4


def against_c(
    task: str,
    ours: Callable[[], object],
    programs: Mapping[str, Path],
    arguments: tuple[object, ...],
    found: tuple[float, ...],
    rounds: int,
    agree: str,
    work: tuple[float, str],
) -> list[Row]:
    """A row for each program. It prints the numbers that we found, and then its seconds."""

    def theirs(program: Path) -> float:
        *numbers, took = map(float, run_program(program, *arguments))
        require(tuple(numbers) == found, f"{task}: the C program found {numbers}, and ours {found}.")
        return took

    sides = {name: lambda program=program: theirs(program) for name, program in programs.items()}
    times = in_turn({"ours": lambda: processor_seconds(ours), **sides}, rounds)
    how = f"{agree} agree; fastest of {rounds} in turn"
    return [Row(task, name, times["ours"], times[name], how, *work) for name in programs]


def squares(count: int, seed: int) -> Column:
    """The board of `full_width.c`: the lowest bits of SplitMix64."""
    board: Column = (hashes(np.uint64(seed), np.arange(count)) & np.uint64(1)).astype(np.int64)
    return board


def full_width(quick: bool) -> list[Row]:
    """Minimax over a whole board-splitting tree."""
    height, rounds, b, seed = (14, 3, 2, 1) if quick else (20, 8, 2, 1)
    game = BoardSplitting(squares(b**height, seed), b)

    def ours() -> Decision:
        return decide(game, depth=height)

    decision = ours()  # compiles
    nodes = decision.nodes.total
    with jobs(1):  # as the C programs
        return against_c(
            f"full-width minimax, board splitting, height {height}", ours, variants("full_width", b),
            (b, height, seed, 1), (decision.value, nodes), rounds, f"value and {nodes:,} nodes",
            (nodes / 1e6, "Mnodes"),
        )  # fmt: skip


def bounded(quick: bool) -> list[Row]:
    """Algorithm 1 of [Atzmon2018] on random trees."""
    depth, trees, rounds = (7, 20, 3) if quick else (9, 50, 8)
    b, epsilon = 4, 0.0
    positions = [chance_subject(RandomTree(b, depth, number=i), None, None) for i in range(trees)]
    keys = [int(position.context[0][2]) for position in positions]
    search = ready(algorithm, positions[0], NUMBERS)

    def ours() -> list[Any]:
        return [search(p.context, p.state, depth, epsilon, 0.0, HIGH, 0.0, HIGH, ENDLESS_NODES) for p in positions]

    # Add in order, as C does: the built-in sum corrects rounding since Python 3.12.
    low, high, internal, leaves = (reduce(add, column) for column in list(zip(*ours()))[:4])
    nodes = internal + leaves
    return against_c(
        f"bounded alpha-beta, {trees} random trees b = {b}, depth {depth}, ε = {epsilon:g}", ours,
        variants("bounded", b), (b, depth, epsilon, 1, *keys), (low, high, nodes), rounds,
        f"bounds and {nodes:,} nodes", (nodes / 1e6, "Mnodes"),
    )  # fmt: skip


def table(quick: bool) -> list[Row]:
    """Alpha-beta with a table, from the start of Connect Four: the same hashes, table, history and evaluator."""
    depth, rounds = (8, 3) if quick else (13, 8)
    game = ConnectFour()
    evaluate = line_difference(game)

    def ours() -> Decision:
        return deepen(game, limit=Limit(depth=depth), search="alpha-beta", table=True, evaluate=evaluate)

    decision = ours()  # compiles
    nodes = decision.nodes
    return against_c(
        f"alpha-beta with a table, Connect Four, depth {depth}", ours, {"C -O3": build("table", "-ffp-contract=off")},
        (depth, MOST_ENTRIES), (decision.value, nodes.internal, nodes.frontier, nodes.terminal), rounds,
        f"value and {nodes.total:,} nodes of each kind", (nodes.total / 1e6, "Mnodes"),
    )  # fmt: skip


def solving(quick: bool) -> list[Row]:
    """What every move is worth to the end of Connect Four, after random moves, where nobody can win at once."""
    game = ConnectFour()
    number = 10 if quick else 50
    plies = range(18, 20) if quick else range(12, 17)
    rounds = 3
    states = [each for each in random_positions(game, 4 * number, plies) if not _wins_at_once(game, each)][:number]
    solver = Solver(game, states[0], None)

    def ours() -> list[float]:
        return [value for state in states for value in solver.values(state).values()]

    stones = (squares for state in states for squares in state[:2])
    with jobs(1):
        return against_c(
            f"solving {number} positions of Connect Four, plies {plies[0]} to {plies[-1]}", ours,
            {"C -O3, for this game": build("solve")}, (1 << 22, *stones), tuple(ours()), rounds,
            "the values of all moves", (number, "positions"),
        )  # fmt: skip


def _wins_at_once(game: ConnectFour, state: State) -> bool:
    after = (game.play(state, move) for move in game.moves(state))
    return any(game.utility(each) for each in after if not game.moves(each))


def grow(simulations: int) -> Simulation:
    """This many simulations from the start of Connect Four, with random games."""
    position = subject_of(ConnectFour(), None, MEAN, 0, None, 0.0)
    simulation = Simulation(position, MEAN, MonteCarlo(simulations, EXPLORATION))
    simulation.advance(simulations)
    return simulation


@kernel
def hashed_opinion(game: Context, state: State) -> float:
    """A probability that costs next to nothing: the time is that of the search."""
    key = mix(mix(np.uint64(0), np.uint64(state[0])), np.uint64(state[1]))
    return float(state[2] * (2.0 * uniform(key) - 1.0))


def best_first(quick: bool) -> list[Row]:
    """The C program has the same arithmetic and grows the same tree. The evaluator is a hash on both sides."""
    evaluations, rounds = (5_000, 3) if quick else (100_000, 8)
    game = ConnectFour()
    evaluate = KernelEvaluator(game, hashed_opinion, probable=True)
    position = subject_of(game, None, BEST_FIRST_RULE, 0, evaluate, 0.0)

    def ours() -> BestFirst:
        return Growth(position, game.moves, BEST_FIRST_RULE, 1).advance(evaluations)

    found = ours()  # compiles
    visits = [option.visits for option in found.options]
    return against_c(
        f"best-first, Connect Four, {evaluations:,} evaluations by a hash", ours,
        {"C -O3": build("best_first", "-ffp-contract=off")}, (evaluations, steps_of(BEST_FIRST_RULE)),
        (*visits, len(found.tree.first)), rounds, f"all visits and {len(found.tree.first):,} nodes",
        (evaluations / 1e3, "thousand evaluations"),
    )  # fmt: skip


def uct(quick: bool) -> list[Row]:
    """The C program grows the same tree from the same hashes. OpenSpiel's bot has random numbers of its own, so that
    only the number of simulations is the same."""
    simulations, rounds = (20_000, 3) if quick else (300_000, 8)
    tree = grow(simulations)
    visits = [option.visits or 0 for option in tree.decision().options]
    rows = against_c(
        f"UCT with random games, Connect Four, {simulations:,} simulations", lambda: grow(simulations),
        {"C -O3": build("uct", "-ffp-contract=off")}, (simulations, int(seed_key("uct", 0)), EXPLORATION),
        (*visits, tree.used), rounds, f"all visits and {tree.used:,} nodes",
        (simulations / 1e3, "thousand simulations"),
    )  # fmt: skip
    try:
        return [*rows, _openspiel(300 if quick else 3_000, 2 if quick else 5)]
    except ImportError:
        return rows


def _openspiel(simulations: int, rounds: int) -> Row:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("connect_four")
    random = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, EXPLORATION, simulations, evaluator, solve=False, random_state=random)
    start = game.new_initial_state()
    many = max(1, 20_000 // simulations)  # ours are too short to time one

    def ours() -> float:
        return processor_seconds(lambda: [grow(simulations) for _ in range(many)]) / many

    times = in_turn({"ours": ours, "theirs": lambda: processor_seconds(lambda: bot.mcts_search(start))}, rounds)
    how = f"one random game a simulation on both sides; fastest of {rounds} in turn"
    task = f"UCT with random games, Connect Four, {simulations:,} simulations"
    work = simulations / 1e3
    return Row(task, "OpenSpiel from Python", times["ours"], times["theirs"], how, work, "thousand simulations")
