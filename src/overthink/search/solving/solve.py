"""The true value of positions: all that a small game can reach, or one, by search."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from overthink.core import checked
from overthink.core.errors import as_sentence, require
from overthink.core.game import Game
from overthink.core.grow import StateSpace
from overthink.core.kinds import Move, State
from overthink.rules.minimax import MINIMAX
from overthink.search.minimax import MOST_PLIES
from overthink.search.plain import PlainSearch
from overthink.search.solving.listing import Tell, TooLargeError, add_keys, reachable
from overthink.search.solving.proof import ANY_NUMBER, TOO_LONG, ProofSearch
from overthink.search.solving.retrograde import retrograde
from overthink.search.subjects.bind import has_chance, rule_for, subject_of
from overthink.search.sweep import costs_of
from overthink.search.table import MOST_ENTRIES

ENDLESS_PLAY = f"The game may last more than {MOST_PLIES} plies, too long to solve by a search."
NO_MOVE = "There is no move to decide on: the game is over in this position."


def state_space(
    game: Game[State],
    starts: Iterable[State] | None = None,
    *,
    most: int | None = None,
    seconds: float | None = None,
    tell: Tell | None = None,
) -> StateSpace:
    """Every position of a small game with its true value: `ot.survey` searches them all.

    The positions may repeat: a play that never ends is a draw, worth 0. If one player makes all moves and the game has
    `cost(state, move)`, the truth is the least cost to come (for Min) or the largest gain (for Max); positions from
    which no end can be reached are then one point worse than all others. Connect Four with 4 columns and 6 rows has 16
    million positions, which take 2 GB and about a minute and a half.

    Args:
        game: Of one or two players.
        starts: The positions to begin with, by default `initial()`; all that can be reached from them are listed.
        most: More positions are refused; by default 20 million where the game is compiled, and 500,000 elsewhere.
        seconds: A longer listing is refused; by default 600 where the game is compiled, and 60 elsewhere.
        tell: Hears how many positions there are so far.

    >>> space = ot.state_space(ot.Kalah(pits=2, seeds=1))
    >>> len(space.states), float(space.tree.truth[0])
    (9, 2.0)
    """
    space = add_keys(reachable(game, starts, most=most, seconds=seconds, tell=tell))
    goal = one_player(space)
    tree = space.tree
    truth = retrograde(tree, goal)
    if np.isinf(truth).any():
        finite = goal * truth[np.isfinite(truth)]
        truth = np.where(np.isinf(truth), goal * ((finite.min() if len(finite) else 0.0) - 1.0), truth)
    return replace(space, tree=replace(tree, truth=truth))


def one_player(space: StateSpace) -> int:
    """The player who makes all moves and pays for them: +1, -1, or 0 if there is no such player."""
    players = costs_of(space.tree)[1] if hasattr(space.game, "cost") else set()
    return players.pop() if len(players) == 1 else 0


def move_values(
    game: Game[State],
    state: State = None,
    *,
    low: float | None = None,
    high: float | None = None,
    nodes: int | None = None,
) -> dict[Move, float]:
    """What each move is worth to the player who makes it, if both sides play perfectly to the end of the game.

    A search asks of each move whether it is worth at least this much, until its value is known; the answers stay in a
    table. Connect Four takes about a tenth of a second after 14 random moves. If one player pays for moves, all
    positions are listed, which may repeat, and their costs count; a move after which no end can be reached is worth
    minus infinity.

    Args:
        game: Without chance.
        state: The position; the start if None.
        low, high: The range of all results to Max, which saves time; a game may know it as
            `results`.
        nodes: What needs more is refused.

    >>> ot.move_values(ot.Domineering(3, 3))  # only the middle column wins
    {'a1': -1.0, 'b1': 1.0, 'c1': -1.0, 'a2': -1.0, 'b2': 1.0, 'c2': -1.0}
    """
    return Solver(game, state, nodes, low, high).values(state)


class Solver:
    """Solves positions of one game, one after the other; `state` is like those to come."""

    def __init__(
        self, game: Game[State], state: State, nodes: int | None, low: float | None = None, high: float | None = None
    ):
        checked.check_kind(game)
        least, most = getattr(game, "results", (-math.inf, math.inf))
        self.low, self.high = least if low is None else low, most if high is None else high
        fits = self.low < self.high
        require(fits, f"The range of results must have low < high, not {self.low:g} and {self.high:g}.")
        require(nodes is None or nodes >= 1, f"A budget needs at least 1 node; {nodes} was given.")
        require(not has_chance(game), "`move_values` does not support games with chance. Use ot.expectimax.")
        self.game = game
        self.nodes = nodes
        self.search = None
        self.listed = bool(rule_for(game, state).goal)
        if not self.listed:
            self.position = subject_of(game, state, MINIMAX, MOST_PLIES, None, 0.0)
            if self.position.compiled:
                self.search = ProofSearch(self.position, nodes or MOST_ENTRIES)

    def values(self, state: State) -> dict[Move, float]:
        """The value of each move of a position, the start if None, to the player who makes it."""
        if self.listed:
            return self._look_up(state)
        if self.search is None:
            return self._search(state)
        state = checked.start_of(self.game) if state is None else state
        moves = checked.moves_of(self.game, state)
        require(len(moves), NO_MOVE)
        low, high = (self.low, self.high) if checked.mover_of(self.game, state) > 0 else (-self.high, -self.low)
        values, why = self.search.values(state, len(moves), low, high, self.nodes or ANY_NUMBER)
        if self.position.flaws[0]:
            replace(self.position, state=state).find_infinite()
        require(why != TOO_LONG, ENDLESS_PLAY)
        self._check_finished(not why)
        return _by_move(moves, values.tolist())

    def _look_up(self, state: State) -> dict[Move, float]:
        """One player, who pays for moves: all positions below are listed."""
        starts = None if state is None else [state]
        space = reachable(self.game, starts, most=self.nodes, seconds=math.inf)
        tree = space.tree
        goal = one_player(space)
        moves = slice(0, int(tree.first[1]))
        require(moves.stop, NO_MOVE)
        worths = goal * retrograde(tree, goal)[tree.child[moves]] - tree.edge[moves]
        return _by_move(checked.moves_of(self.game, space.states[0]), worths.tolist())

    def _search(self, state: State) -> dict[Move, float]:
        """A game that is not compiled."""
        position = subject_of(self.game, state, MINIMAX, MOST_PLIES, None, 0.0)
        me = int(position.ask("mover", position.state))
        low, high = (self.low, self.high) if me > 0 else (-self.high, -self.low)
        look = PlainSearch(position).look(math.inf, self.nodes or ANY_NUMBER, low, high)
        if position.flaws[0]:
            position.find_infinite()
        require(not look.too_long, ENDLESS_PLAY)
        self._check_finished(look.values is not None)
        return _by_move(position.moves, look.values or [])

    def _check_finished(self, finished: bool) -> None:
        if not finished:
            needs = f"The position needs more than {self.nodes or 0:,} nodes to solve. Give more, or play on."
            raise TooLargeError(needs)


def _by_move(moves: Sequence[Move], values: Sequence[float]) -> dict[Move, float]:
    with as_sentence("The moves cannot be looked up ({}). Use tuples or texts as moves.", TypeError):
        return {move: value + 0.0 for move, value in zip(moves, values)}
