"""Any OpenSpiel game with perfect information, one player or two, with chance or without, as a game.

A position is an OpenSpiel state that never changes: moves are played on copies. Two positions are equal if OpenSpiel
prints them alike and the same player moves. (Lanctot et al. 2019, *OpenSpiel: a framework for reinforcement learning in
games*.)
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.checked import expected
from overthink.core.errors import OverthinkError, check_known, check_whole, counted, need, require
from overthink.core.game import MAX, MIN, number_of_move
from overthink.core.kinds import State

SIMULATIONS, FEWEST_SIMULATIONS = 5_000, 500
REFERENCE_PLIES = 250_000  # of all random games of a reference in one position
LEAST_SIMULATIONS = 40  # if there is little time
TIMED_SIMULATIONS = 20  # simulations that are timed
SAMPLE_GAMES = 5  # random games that tell how long a game is
MOST_PLIES = 2_000  # of one of them
CLOSE_SHARE = 0.05  # of the range of values
MOST_OUTCOMES = 36  # of one chance node, whose random games are played
UCT_CONSTANT = 2.0  # the constant of UCT
MEMORY_MEGABYTES = 100  # megabytes


class SpielState:
    """A state, and the key that identifies it."""

    __slots__ = ("_key", "moves", "state")

    def __init__(self, state: State):
        self.state = state
        self._key = ""
        self.moves: list[str] | None = None  # computed once

    @property
    def key(self) -> str:
        """The text that identifies the state, computed once and only if it is needed: a random game needs none."""
        self._key = self._key or f"{self.state.current_player()} {self.state}"
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielState) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return self.key


class OpenSpiel:
    """`OpenSpiel("connect_four")`, or with parameters: `OpenSpiel("breakthrough(rows=6,columns=6)")`. Player 0 is
    Max."""

    def __init__(self, name: str):
        need("A game of OpenSpiel needs", "pyspiel")
        import pyspiel

        known = pyspiel.registered_names()
        check_known("game of OpenSpiel", name.split("(")[0], known)
        try:
            with _quiet():
                self.game = pyspiel.load_game(name)
        except pyspiel.SpielError as exc:
            raise OverthinkError(f"OpenSpiel cannot load '{name}': {str(exc).splitlines()[0]}") from None
        kind = self.game.get_type()
        obstacles = {
            "its players move at the same time": kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL,
            "it hides information from its players": kind.information
            != pyspiel.GameType.Information.PERFECT_INFORMATION,
            "it does not give the probabilities of chance": kind.chance_mode
            == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            f"it has {self.game.num_players()} players": self.game.num_players() > 2,
            "its players do not play against each other": self.game.num_players() == 2
            and kind.utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM),
        }
        for reason, applies in obstacles.items():
            require(not applies, f"The game '{name}' cannot be searched: {reason}.")
        self.name = name
        if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
            self.outcomes = self._outcomes  # only games with chance have outcomes

    @property
    def range(self) -> tuple[float, float]:
        """The range of utilities to Max."""
        return float(self.game.min_utility()), float(self.game.max_utility())

    def reference(self) -> MonteCarloBot:
        """The reference for a game that cannot be solved."""
        return MonteCarloBot(self)

    def length(self) -> float:
        """The mean length of a few random games, which are always the same."""
        start = self.initial()
        return sum(self.wander(start, MOST_PLIES, seed)[0] for seed in range(SAMPLE_GAMES)) / SAMPLE_GAMES

    def wander(self, position: SpielState, plies: int, seed: int) -> tuple[int, SpielState]:
        """Play random moves, at most so many: how many were played, and the position. No move is named, which takes
        most of the time of a random game."""
        draw = random.Random(seed)
        state = position.state.clone()
        for ply in range(plies):
            if state.is_terminal():
                return ply, SpielState(state)
            state.apply_action(draw.choice(state.legal_actions()))
        return plies, SpielState(state)

    def initial(self) -> SpielState:
        return SpielState(self.game.new_initial_state())

    def mover(self, position: SpielState) -> int:
        if position.state.is_terminal():
            return MAX
        return 0 if position.state.is_chance_node() else MAX if position.state.current_player() == 0 else MIN

    def moves(self, position: SpielState) -> list[str]:
        if position.moves is None:
            state = position.state
            player = state.current_player()
            position.moves = [state.action_to_string(player, action) for action in state.legal_actions()]
        return position.moves

    def play(self, position: SpielState, move: str) -> SpielState:
        actions = position.state.legal_actions()
        return SpielState(position.state.child(actions[number_of_move(self.moves(position), move)]))

    def utility(self, position: SpielState) -> float:
        return float(position.state.returns()[0])

    def line(self, position: SpielState) -> list[str]:
        """The moves from the start to this position, as a player can repeat them."""
        state, moves = self.game.new_initial_state(), []
        for action in position.state.history():
            moves.append(state.action_to_string(state.current_player(), action))
            state.apply_action(action)
        return moves

    def text(self, position: SpielState) -> str:
        return str(position.state)

    def _outcomes(self, position: SpielState) -> list[tuple[str, float]]:
        chances = dict(position.state.chance_outcomes())
        actions = position.state.legal_actions()
        return [(move, float(chances.get(action, 0.0))) for move, action in zip(self.moves(position), actions)]


class Playouts:
    """An evaluator for a game without one: the mean result of `games` random games and of one that ends in the middle,
    so that no opinion is as sure as a result; always the same for a position; where chance moves, the mean of its
    outcomes. OpenSpiel's own tree search plays them, stopped at its root."""

    def __init__(self, game: OpenSpiel, games: int = 4, seed: int = 0):
        check_whole("The number of random games", games, 1)
        self.game, self.games, self.seed = game, games, seed

    def __str__(self) -> str:
        return f"{counted(self.games, 'random game')} each"

    def __call__(self, position: SpielState) -> float:
        game = self.game
        if position.state.is_terminal():
            return game.utility(position)
        if position.state.is_chance_node():  # OpenSpiel's search crashes there
            outcomes = game.outcomes(position)
            if len(outcomes) > MOST_OUTCOMES:  # such as five dice at once: some of them, drawn
                draw = np.random.default_rng(int(seed_key("chance", self.seed, position.key)))
                some = draw.choice(len(outcomes), MOST_OUTCOMES, p=[chance for _, chance in outcomes])
                outcomes = [(outcomes[number][0], 1.0 / MOST_OUTCOMES) for number in some]
            values = (self(game.play(position, move)) for move, _ in outcomes)
            return expected((chance for _, chance in outcomes), values)
        root = _search(game, position, self.games, 1, self.seed)
        mean, middle = game.mover(position) * float(root.total_reward), 0.5 * sum(game.range)
        return (self.games * mean + middle) / (self.games + 1)

    def cheaper(self) -> Playouts | None:
        """The same with one random game; None if that is all."""
        return Playouts(self.game, 1, self.seed) if self.games > 1 else None


class MonteCarloBot:
    """A truth for games too large to solve: OpenSpiel's own Monte Carlo tree search, without evaluators or depths, with
    the simulations divided among the moves. Values that differ by less than a margin count as equal."""

    exact = False
    apart = True  # each position is searched by itself, so processes can share them

    def __init__(self, game: OpenSpiel, simulations: int | None = None):
        length = game.length()
        self.game = game
        self.simulations = simulations or int(min(SIMULATIONS, max(FEWEST_SIMULATIONS, REFERENCE_PLIES / length)))
        self.work = self.simulations * length  # in one position
        low, high = game.range
        self.close = CLOSE_SHARE * (high - low)

    def __str__(self) -> str:
        return f"OpenSpiel's Monte Carlo tree search, {self.simulations:,} simulations"

    def values(self, position: SpielState) -> dict[str, float]:
        """The value of each move to the player to move, by random games."""
        me = self.game.mover(position)
        moves = self.game.moves(position)
        share = max(2, self.simulations // len(moves))
        return {move: me * self.worth(self.game.play(position, move), share) for move in moves}

    def worth(self, position: SpielState, simulations: int) -> float:
        """The value to Max: proven, or that of the move with the most visits."""
        state = position.state
        if state.is_terminal():
            return self.game.utility(position)
        if state.is_chance_node():
            outcomes = self.game.outcomes(position)
            share = max(2, simulations // len(outcomes))
            values = (self.worth(self.game.play(position, move), share) for move, _ in outcomes)
            return expected((chance for _, chance in outcomes), values)
        root = _search(self.game, position, 1, simulations, 0)
        if root.outcome:
            return float(root.outcome[0])
        best = max(root.children, key=lambda child: child.explore_count)
        return self.game.mover(position) * float(best.total_reward / best.explore_count)

    def within(self, seconds: float, position: SpielState) -> MonteCarloBot:
        """The same search with fewer simulations, if one of this position would take longer than this."""
        begun = time.perf_counter()
        _search(self.game, position, 1, TIMED_SIMULATIONS, 0)
        each = (time.perf_counter() - begun) / TIMED_SIMULATIONS
        return MonteCarloBot(self.game, min(self.simulations, max(LEAST_SIMULATIONS, int(seconds / each))))

    def weaker(self) -> MonteCarloBot:
        """The same search with a quarter of the simulations."""
        return MonteCarloBot(self.game, self.simulations // 4)


def _search(game: OpenSpiel, position: SpielState, games: int, simulations: int, seed: int) -> Any:
    """Run a Monte Carlo tree search and return its root. The value of a new leaf is the mean of `games` random
    games."""
    import pyspiel

    key = int(seed_key("playout", seed, position.key)) & 0x7FFFFFFF
    rollouts = pyspiel.RandomRolloutEvaluator(games, key)
    bot = pyspiel.MCTSBot(game.game, rollouts, UCT_CONSTANT, simulations, MEMORY_MEGABYTES, simulations > 1, key, False)
    return bot.mcts_search(position.state)


@contextmanager
def _quiet() -> Iterator[None]:
    """OpenSpiel prints its errors, which are raised as well."""
    sys.stderr.flush()
    before = os.dup(2)
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nothing)
