"""Our compiled UCT with random games on Connect Four, against a C program and against OpenSpiel's MCTS from Python.

`uct.c` is built with -O3 and grows the same tree from the same hashes: the visits of each first move and the number of
nodes must agree. OpenSpiel's bot for Python users is `open_spiel.python.algorithms.mcts`; it has random numbers of its
own, so only the number of simulations is the same. Both sides run in turn, and the fastest time of each counts.
"""

from __future__ import annotations

import numpy as np

from overthink.bench.c import build, run_program
from overthink.bench.row import Row, in_turn, seconds
from overthink.core.errors import OverthinkError
from overthink.core.randomness import seed_key
from overthink.games.connect_four import ConnectFour
from overthink.rules.mean import MEAN
from overthink.search.decide import subject_of
from overthink.search.monte_carlo import MonteCarlo, Simulation

EXPLORATION = 1.4


def grow(simulations: int) -> Simulation:
    """So many simulations from the start of Connect Four."""
    position = subject_of(ConnectFour(), None, MEAN, 0, None, 0.0)
    simulation = Simulation(position, MEAN, MonteCarlo(simulations, EXPLORATION))
    simulation.advance(simulations)
    return simulation


def rows(quick: bool) -> list[Row]:
    """Against C, and against OpenSpiel where it is installed."""
    against_c = _c(20_000 if quick else 300_000, 3 if quick else 8)
    try:
        return [against_c, _openspiel(300 if quick else 3_000, 2 if quick else 5)]
    except ImportError:
        return [against_c]


def _c(simulations: int, rounds: int) -> Row:
    program, key, tree = build("uct", "-ffp-contract=off"), int(seed_key("uct", 0)), grow(simulations)
    visits = [option.visits for option in tree.decision().options]

    def theirs() -> float:
        *numbers, took = run_program(program, simulations, key, EXPLORATION)
        if [int(number) for number in numbers] != [*visits, tree.used]:
            raise OverthinkError(f"The C program's visits and nodes are {numbers}, and ours {visits}, {tree.used}.")
        return float(took)

    times = in_turn({"ours": lambda: seconds(lambda: grow(simulations)), "theirs": theirs}, rounds)
    how = f"all visits and {tree.used:,} nodes agree; fastest of {rounds} in turn"
    task = f"UCT with random games, Connect Four, {simulations:,} simulations"
    return Row(task, "C -O3", times["ours"], times["theirs"], how, simulations / 1e3, "thousand simulations")


def _openspiel(simulations: int, rounds: int) -> Row:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game, random = pyspiel.load_game("connect_four"), np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, EXPLORATION, simulations, evaluator, solve=False, random_state=random)
    start = game.new_initial_state()
    many = max(1, 20_000 // simulations)  # ours are too short to time one

    def ours() -> float:
        return seconds(lambda: [grow(simulations) for _ in range(many)]) / many

    times = in_turn({"ours": ours, "theirs": lambda: seconds(lambda: bot.mcts_search(start))}, rounds)
    how = f"one random game a simulation on both sides; fastest of {rounds} in turn"
    task = f"UCT with random games, Connect Four, {simulations:,} simulations"
    return Row(
        task, "OpenSpiel from Python", times["ours"], times["theirs"], how, simulations / 1e3, "thousand simulations"
    )
