"""The true value of positions: all that a small game can reach, from the ends of the game backwards; or one, by search.

The number of positions and the time are bounded, so that a game without an end is refused and not searched for ever.
Where positions can repeat by chance, two bounds on every value are swept until they meet: one begins with the worst end
of the game for Max, the other with the best. If both meet, there is only one solution, and how much a play without an
end is worth does not matter. If they do not, the players can go round in circles without chance, and the game is not
solved.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from overthink.core import checked
from overthink.core.errors import OverthinkError, as_sentence, require, shown
from overthink.core.game import Game
from overthink.core.grow import StateSpace, state_key
from overthink.core.kinds import Move, State
from overthink.core.tree import Column, Tree
from overthink.rules.minimax import MINIMAX
from overthink.rules.rule import check_payers
from overthink.search.plain import PlainSearch
from overthink.search.proof import ANY_NUMBER, TOO_LONG, ProofSearch
from overthink.search.subject import NO_OPINION, has_chance, rule_for, subject_of
from overthink.search.sweep import costs_of
from overthink.search.table import DEEPEST, EVERY, LARGEST, TableSearch

MOST_POSITIONS = 500_000  # positions
SECONDS = 60.0
TELL = 1_000  # positions from one report to the next
PATIENCE = 0.5  # seconds of processor time, whatever else runs, for one play through the game
ENDLESS = 10_000  # moves after which such a play should have ended
ENDLESS_PLAY = f"The game may last more than {DEEPEST} plies, too long to solve by a search."
NO_MOVE = "There is no move to decide on: the game is over in this position."
STRIDE = 7919  # a prime: the play picks moves all over the list
Tell = Callable[[int], None]  # positions so far


class UnsolvableError(OverthinkError):
    """The game cannot be solved to its end."""


class TooLargeError(UnsolvableError):
    """It would take too many positions, or too long."""


def reachable(
    game: Game[State],
    starts: Iterable[State] | None = None,
    *,
    most: int = MOST_POSITIONS,
    seconds: float = SECONDS,
    known: Mapping[State, float] | None = None,
    tell: Tell | None = None,
) -> StateSpace:
    """The positions that can be reached from the starts (by default from `initial()`), breadth first, without true
    values. Positions in `known` are not looked into: they count as finished games of that value. Refused if there are
    more than `most` positions, or if listing them takes longer than `seconds`."""
    known = known or {}
    states = list(dict.fromkeys(map(checked_state, [checked.start_of(game)] if starts is None else starts)))
    require(states, "Give at least one position to begin with.")
    checked.checked_game(game, states[0])
    _walk(game, states[0])
    begun = time.monotonic()
    number = {state: n for n, state in enumerate(states)}
    first, child, edges, movers, utilities = [0], list[int](), list[float](), list[int](), list[float]()
    cost = getattr(game, "cost", None)
    for n, state in enumerate(states):  # grows during the loop
        if state in known:
            movers.append(1)
            utilities.append(known[state])
            first.append(len(child))
            continue
        moves = checked.moves_of(game, state)
        movers.append(checked.mover_of(game, state))
        utilities.append(math.nan if len(moves) else checked.utility_of(game, state, "There is no move, and utility()"))
        for move in moves:
            after = checked_state(checked.play_of(game, state, move))
            if after not in number:
                number[after] = len(states)
                states.append(after)
            child.append(number[after])
        if movers[-1] == 0 and checked.is_chance(game, state):
            edges += [chance for _, chance in checked.outcomes_of(game, state)]
        else:
            edges += [checked.cost_of(cost, state, move) for move in moves]
        first.append(len(child))
        if len(states) > most:
            raise TooLargeError(f"The game has more than {most:,} positions, too many to solve.")
        if time.monotonic() - begun > seconds:
            raise TooLargeError(
                f"The game is too large to solve: {len(states):,} positions were listed in {seconds:g} s, and there "
                "are more."
            )
        if tell and n % TELL == 0:
            tell(len(states))
    tree = Tree(
        first=np.array(first, np.int64),
        child=np.array(child, np.int64),
        mover=np.array(movers, np.int8),
        utility=np.array(utilities),
        edge=np.array(edges, float),
    )
    costs, players = costs_of(tree)
    check_payers(players if costs.any() else ())
    return StateSpace(tree, states, game=game)


def _walk(game: Game[State], state: State) -> None:
    """Refuses a game that goes on and on: one play through it ends, repeats a position, or is short."""
    passed, begun, late = {state}, time.process_time(), time.monotonic() + 4.0 * PATIENCE
    while time.process_time() - begun < PATIENCE and time.monotonic() < late:  # a game may wait for something
        moves = checked.moves_of(game, state)
        if not len(moves):
            return
        state = checked_state(checked.play_of(game, state, moves[len(passed) * STRIDE % len(moves)]))
        if state in passed:
            return
        passed.add(state)
    if len(passed) > ENDLESS:
        raise UnsolvableError(
            f"The game does not seem to end: one play of {len(passed):,} moves reached no end and no position twice."
        )


def checked_state(state: State) -> State:
    """A position that can be looked up."""
    try:
        hash(state)
    except Exception:  # it has no hash, or its own fails
        kind = "tuple" if isinstance(state, list) else "tuple of its items"
        holds = "holds something" if isinstance(state, tuple) else f"is a {type(state).__name__},"
        advice = "tuples inside it" if isinstance(state, tuple) else f"a {kind} or another type that can be hashed"
        raise OverthinkError(f"The position {shown(state)} {holds} which cannot be looked up. Use {advice}.") from None
    return state


def add_keys(space: StateSpace) -> StateSpace:
    """The state space with a key for each position, from which noise is made."""
    keys = np.array([state_key(state) for state in space.states], np.uint64)
    return replace(space, tree=replace(space.tree, key=keys))


SWEEPS = 10_000
CLOSE = 1e-12  # of the span of the values: bounds so close have met

Sweep = Callable[[Column], None]


def repeated_values(tree: Tree, known: Column) -> Column | None:
    """The value to Max of every position. `known` has the values that need no sweep, and NaN for the others; None if
    the bounds do not meet."""
    waiting = np.isnan(known)
    low, high = min(0.0, float(np.nanmin(known))), max(0.0, float(np.nanmax(known)))
    bounds = [np.where(waiting, end, known) for end in (low, high)]
    sweeps = [_sweep(tree, np.flatnonzero(waiting & (tree.mover == mover)), mover) for mover in (1, -1, 0)]
    for _ in range(SWEEPS):
        for bound in bounds:
            for sweep in sweeps:
                sweep(bound)
        if np.max(bounds[1] - bounds[0]) <= CLOSE * (high - low):
            return 0.5 * (bounds[0] + bounds[1])
    return None


def _sweep(tree: Tree, nodes: npt.NDArray[np.intp], mover: int) -> Sweep:
    """A function that folds these positions, all of one mover, from the values of their moves."""
    widths = tree.first[nodes + 1] - tree.first[nodes]
    starts = np.cumsum(widths) - widths
    edges = np.repeat(tree.first[nodes] - starts, widths) + np.arange(int(widths.sum()))
    child, chance = tree.child[edges], tree.edge[edges]

    def sweep(value: Column) -> None:
        if mover == 0:
            value[nodes] = np.add.reduceat(chance * value[child], starts)
        else:
            value[nodes] = (np.maximum if mover > 0 else np.minimum).reduceat(value[child], starts)

    return sweep if len(nodes) else lambda value: None


LOST = math.inf  # the loss of one player from whose position no end can be reached


def state_space(
    game: Game[State],
    starts: Iterable[State] | None = None,
    *,
    most: int = MOST_POSITIONS,
    seconds: float = SECONDS,
    tell: Tell | None = None,
) -> StateSpace:
    """Every position of a small game with its true value: `ot.survey` searches them all.

    The positions are those that can be reached from `starts`, by default from `initial()`. They may repeat: a play that
    never ends is a draw, worth 0. If one player makes all moves and the game has `cost(state, move)`, the truth is the
    least cost to come (for Min) or the largest gain (for Max); positions from which no end can be reached are then one
    point worse than all others. Refused if there are more than `most` positions or if it takes longer than `seconds`.

    `game`: of one or two players. `tell` hears how many positions there are so far.

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
    players = costs_of(space.tree)[1]
    return players.pop() if len(players) == 1 and hasattr(space.game, "cost") else 0


def retrograde(tree: Tree, goal: int = 0) -> Column:
    """The true value to Max of every position. With a `goal` (+1 or -1), one player pays the edges; his value is
    infinite where no end can be reached."""
    graph = _Graph(tree, goal)
    graph.follow_ends()
    if graph.open.any():
        if (graph.open & (tree.mover == 0)).any():
            values = None if goal else repeated_values(tree, graph.value)
            if values is None:
                raise UnsolvableError(
                    "Positions of this game can repeat, by chance and by moves, so that it cannot be solved to its "
                    "end. Use a deeper search as the truth."
                )
            return values
        graph.pay_least() if goal else graph.force()
    return graph.value


class _Graph:
    """The positions with their predecessors, and the values that are known so far."""

    def __init__(self, tree: Tree, goal: int):
        self.goal, self.mover = goal, tree.mover.tolist()
        self.first, self.child, self.edge = tree.first.tolist(), tree.child.tolist(), tree.edge.tolist()
        widths = np.diff(tree.first)
        order = np.argsort(tree.child, kind="stable")
        self.parent = np.repeat(np.arange(len(tree)), widths)[order].tolist()
        self.price = tree.edge[order].tolist()
        self.above = np.concatenate([[0], np.cumsum(np.bincount(tree.child, minlength=len(tree)))]).tolist()
        self.waiting = widths.tolist()  # moves whose value is not known yet
        self.value = np.where(widths == 0, tree.utility, np.nan)
        self.open = widths > 0
        if np.isnan(self.value[~self.open]).any():
            raise OverthinkError("The state space stops before the game is over, so its true values are not known.")

    def follow_ends(self) -> None:
        """Value every position all of whose moves have a value: all, if no position can repeat."""
        ready = np.flatnonzero(~self.open).tolist()
        while ready:
            node = ready.pop()
            for k in range(self.above[node], self.above[node + 1]):
                parent = self.parent[k]
                self.waiting[parent] -= 1
                if self.waiting[parent] == 0:
                    self.value[parent], self.open[parent] = self._folded(parent), False
                    ready.append(parent)

    def _folded(self, node: int) -> float:
        moves = range(self.first[node], self.first[node + 1])
        values, me = [float(self.value[self.child[e]]) for e in moves], self.mover[node]
        if me == 0:
            return checked.expected((self.edge[e] for e in moves), values)
        if self.goal:
            return self.goal * max(self.goal * value - float(self.edge[e]) for e, value in zip(moves, values))
        return max(values) if me > 0 else min(values)

    def force(self) -> None:
        """Two players: what the one, then the other can force, the best first. Nothing can be forced in the rest."""
        for side in (1, -1):
            waiting = [stop - start for start, stop in pairwise(self.first)]
            queue = [(-side * float(v), n) for n, v in enumerate(self.value) if not self.open[n] and side * v > 0.0]
            heapq.heapify(queue)
            while queue:
                loss, node = heapq.heappop(queue)
                for k in range(self.above[node], self.above[node + 1]):
                    parent = self.parent[k]
                    if not self.open[parent]:
                        continue
                    waiting[parent] -= 1
                    if self.mover[parent] == side or waiting[parent] == 0:
                        self.value[parent], self.open[parent] = -side * loss, False
                        heapq.heappush(queue, (loss, parent))
        self.value[self.open] = 0.0
        self.open[:] = False

    def pay_least(self) -> None:
        """One player: the least that he loses on the way to an end (Dijkstra 1959)."""
        if min((self.edge[e] for n in np.flatnonzero(self.open) for e in self._moves(int(n))), default=0.0) < 0.0:
            raise UnsolvableError(
                "Positions of this game can repeat, and some moves cost less than 0, so that going round in circles "
                "would gain for ever. Give costs of 0 or more."
            )
        queue = [(-self.goal * float(v), n) for n, v in enumerate(self.value) if not self.open[n]]
        heapq.heapify(queue)
        passed = np.zeros(len(self.open), bool)
        while queue:
            loss, node = heapq.heappop(queue)
            if passed[node]:
                continue  # another way to the same position, not a shorter one
            passed[node] = True
            if self.open[node]:
                self.value[node], self.open[node] = -self.goal * loss, False
            for k in range(self.above[node], self.above[node + 1]):
                if self.open[self.parent[k]]:
                    heapq.heappush(queue, (loss + self.price[k], self.parent[k]))
        self.value[self.open] = -self.goal * LOST
        self.open[:] = False

    def _moves(self, node: int) -> range:
        return range(self.first[node], self.first[node + 1])


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
    table. Connect Four takes about a tenth of a second after 14 random moves. `low` and `high` are the range of all
    results to Max, which saves time; a game may know it as `results`. Refused if it needs more than `nodes`. If one
    player pays for moves, all positions are listed, which may repeat, and their costs count; a move after which no end
    can be reached is worth minus infinity.

    `game`: without chance. `state`: the position; the start if None.

    >>> ot.move_values(ot.Domineering(3, 3))  # only the middle column wins
    {'a1': -1.0, 'b1': 1.0, 'c1': -1.0, 'a2': -1.0, 'b2': 1.0, 'c2': -1.0}
    """
    return Solver(game, state, nodes, low, high).values(state)


class Solver:
    """Solves positions of one game, one after the other; `state` is like those to come."""

    def __init__(
        self, game: Game[State], state: State, nodes: int | None, low: float | None = None, high: float | None = None
    ):
        least, most = getattr(game, "results", (-math.inf, math.inf))
        self.low, self.high = least if low is None else low, most if high is None else high
        fits = self.low < self.high
        require(fits, f"The range of results must have low < high, not {self.low:g} and {self.high:g}.")
        require(nodes is None or nodes >= 1, f"A budget needs at least 1 node; {nodes} was given.")
        require(not has_chance(game), "`move_values` does not support games with chance. Use ot.expectimax.")
        self.game, self.nodes, self.search = game, nodes, None
        self.listed = bool(rule_for(game, state).goal)
        if not self.listed:
            self.position = subject_of(game, state, MINIMAX, DEEPEST, None, 0.0)
            if self.position.compiled and "over" not in self.position.names:
                self.search = ProofSearch(self.position, nodes or LARGEST)

    def values(self, state: State) -> dict[Move, float]:
        """The value of each move of a position, the start if None, to the player who makes it."""
        if self.listed:
            return self._listed(state)
        if self.search is None:
            return self._searched(state)
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

    def _listed(self, state: State) -> dict[Move, float]:
        """One player, who pays for moves: all positions below are listed."""
        starts = None if state is None else [state]
        space = reachable(self.game, starts, most=self.nodes or MOST_POSITIONS, seconds=math.inf)
        tree, goal = space.tree, one_player(space)
        moves = slice(0, int(tree.first[1]))
        require(moves.stop, NO_MOVE)
        worths = goal * retrograde(tree, goal)[tree.child[moves]] - tree.edge[moves]
        return _by_move(checked.moves_of(self.game, space.states[0]), worths.tolist())

    def _searched(self, state: State) -> dict[Move, float]:
        """A game that is not compiled, or a stored tree."""
        if "over" not in self.position.names:
            position = subject_of(self.game, state, MINIMAX, DEEPEST, None, 0.0)
            me = int(position.ask("mover", position.state))
            low, high = (self.low, self.high) if me > 0 else (-self.high, -self.low)
            look = PlainSearch(position).look(math.inf, self.nodes or ANY_NUMBER, low, high)
            if position.flaws[0]:
                position.find_infinite()
            require(not look.too_long, ENDLESS_PLAY)
            self._check_finished(look.values is not None)
            return _by_move(position.moves, look.values or [])
        search = TableSearch(subject_of(self.game, state, MINIMAX, DEEPEST, None, 0.0), None, self.nodes or LARGEST)
        low, high = (self.low, self.high) if search.me > 0 else (-self.high, -self.low)
        try:
            decision, finished = search.look(DEEPEST, EVERY, self.nodes or math.inf, low=low, high=high)
        except OverthinkError as exc:
            if str(exc) != NO_OPINION:
                raise
            raise OverthinkError(ENDLESS_PLAY) from None
        self._check_finished(finished)
        return _by_move(search.position.moves, [option.value for option in decision.options])

    def _check_finished(self, finished: bool) -> None:
        if not finished:
            needs = f"The position needs more than {self.nodes or 0:,} nodes to solve. Give more, or play on."
            raise TooLargeError(needs)


def _by_move(moves: Sequence[Move], values: Sequence[float]) -> dict[Move, float]:
    with as_sentence("The moves cannot be looked up ({}). Use tuples or texts as moves.", TypeError):
        return {move: value + 0.0 for move, value in zip(moves, values)}
