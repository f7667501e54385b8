"""Searches of games in Python, as plain recursion. Templates would take longer than the user's game itself.

`PlainSearch` is alpha-beta with every position kept by its state: each function of the user is asked once for a
position, however often and however deep it is searched. The values are those of full width. Bounds are kept with the
plies that they were proven with, and the moves that did best are tried first the next time.

`written_out` is the template `full_width` with the words of a game and a rule written out: the same values and nodes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from overthink.core import checked
from overthink.core.bind import Kernel, arguments_of, kernel
from overthink.core.errors import FAILURES, Unchecked, on_the_stack, require
from overthink.core.kinds import Move, State
from overthink.core.vocabulary import Message
from overthink.rules.rule import Rule
from overthink.search.minimax import MOST_PLIES
from overthink.search.subjects.played import PlayedGame, PlayedPosition
from overthink.search.subjects.subject import NO_OPINION, Subject

MOST_KEPT_POSITIONS = 1_000_000  # memory grows with it; later positions are asked about each time


class Look(NamedTuple):
    """What one search found: the value of each move to the player who makes it, None if the nodes were not enough; the
    nodes it took; and how many of them rest on an opinion."""

    values: list[float] | None
    nodes: int
    opinions: int
    too_long: bool = False


def is_plain(game: PlayedGame) -> bool:
    """Whether it has neither chance nor costs, and its evaluator is asked about one position at a time."""
    return not (game.batch or game.price or hasattr(game.rules, "outcomes"))


class Node:
    """A position, and what is known of it."""

    __slots__ = ("below", "depth", "here", "high", "low", "mover", "moves", "opinion", "order", "worth")

    def __init__(self, here: State, mover: int, moves: Sequence[Move], worth: float):
        self.here, self.mover, self.moves = here, mover, moves
        self.worth = worth  # of a finished game, to Max
        self.below: list[Node | None] = [None] * len(moves)
        self.order = list(range(len(moves)))
        self.opinion: float | None = None
        self.depth = 0.0
        self.low = -math.inf
        self.high = math.inf


class StopError(Exception):
    """The nodes are spent, or the game is too long."""


class PlainSearch:
    """One position, searched to one depth after another."""

    def __init__(self, position: Subject):
        self.position = position
        self.context = position.context
        self.known: dict[State, Node] = {}
        game, here = position.context, position.state
        self.methods = isinstance(game, PlayedGame) and is_plain(game)
        if self.methods:
            here = here.state
        else:
            words = ("count", "child", "mover", "utility", "static")
            self.count, self.child, self.mover, self.utility, self.static = map(position.answers, words)
        self.root = self._node(here)
        self.left, self.asked = 0.0, 0

    def look(self, depth: float, nodes: float, low: float = -math.inf, high: float = math.inf) -> Look:
        """Search every move, `depth` plies from the root, or to the end of the game if it is infinite. All values, to
        the player to move, are from `low` to `high`."""
        root, self.left, self.asked = self.root, nodes, 0
        values = list[float]()
        too_long = False
        try:
            with on_the_stack(f"A search to depth {depth:g}"):
                for i in range(len(root.below)):
                    one = Node(root.here, root.mover, root.moves, math.nan)
                    one.below = root.below
                    one.order = [i]
                    values.append(self._search(one, depth, low, high, 1))
        except StopError as stop:
            too_long = bool(stop.args)
        finished = len(values) == len(root.below)
        return Look(values if finished else None, int(nodes - self.left), self.asked, too_long)

    def _search(self, node: Node, depth: float, low: float, high: float, ply: int) -> float:
        """A value to the player to move: exact between `low` and `high`, otherwise a bound."""
        L, U = -math.inf, math.inf
        if node.depth == depth:
            L, U = node.low, node.high
            if high <= L or L == U:
                return L
            if low >= U:
                return U
        me, below = node.mover, node.below
        best = -math.inf
        floor = low
        order = node.order
        values = list[float]()
        for i in order:
            after = below[i]
            if after is None:
                after = below[i] = self._after(node, i)
            if self.left <= 0:
                raise StopError
            if after.below and depth > 1:
                if ply > MOST_PLIES:
                    raise StopError("too long")
                self.left -= 1
                if after.mover == me:
                    value = self._search(after, depth - 1, floor, high, ply + 1)
                else:
                    value = -self._search(after, depth - 1, -high, -floor, ply + 1)
            else:
                self.left -= 1
                value = me * (self._judge(after) if after.below else after.worth)
            values.append(value)
            if value > best:
                best = value
                if best >= high:
                    break
                if best > floor:
                    floor = best
        if len(values) > 1:
            best_first = sorted(range(len(values)), key=values.__getitem__, reverse=True)
            node.order = [order[place] for place in best_first] + order[len(values) :]
        node.depth = depth
        node.low = best if best > low and best > L else L
        node.high = best if best < high and best < U else U
        return best

    def _judge(self, node: Node) -> float:
        """The evaluator's opinion, to Max."""
        if node.opinion is None:
            require(self.position.opinions, NO_OPINION)
            if self.methods:
                node.opinion = checked.evaluation_of(self.context.evaluate, 0.0, node.here)[0]
            else:
                node.opinion = float(self.static(self.context, node.here))
        self.asked += 1
        return node.opinion

    def _after(self, node: Node, i: int) -> Node:
        """The position after a move."""
        if not self.methods:
            return self._node(self.child(self.context, node.here, i))
        here, rules = node.here, self.context.rules
        try:
            after = rules.play(here, node.moves[i])
        except FAILURES:
            after = here
        if after is here:  # asked again by what says what is wrong
            after = checked.play_of(rules, here, node.moves[i])
        return self._node(after)

    def _node(self, here: State) -> Node:
        state = here if self.methods else getattr(here, "state", here)
        try:
            node = self.known.get(state)
        except TypeError:  # it has no hash, so it is never found again
            node = None
            state = object()
        if node is None:
            node = self._new(here)
            if len(self.known) < MOST_KEPT_POSITIONS:
                self.known[state] = node
        return node

    def _new(self, here: State) -> Node:
        """A position that was not met before."""
        if not self.methods:
            numbers = range(int(self.count(self.context, here)))
            side = int(self.mover(self.context, here))
            return Node(here, side, numbers, math.nan if numbers else float(self.utility(self.context, here)))
        rules = self.context.rules
        me: Unchecked = None
        try:
            moves = rules.moves(here)
            me = rules.mover(here)
        except FAILURES:
            moves = me
        # What is unusual is asked again by what says what is wrong.
        if moves.__class__ not in checked.LISTS or len(moves) > checked.MOST_MOVES:
            moves = checked.moves_of(rules, here)
        if me.__class__ is not int or me * me != 1:
            me = checked.mover_of(rules, here)
        return Node(here, me, moves, math.nan if len(moves) else checked.utility_of(rules, here))


Searched = tuple[Message, int, int, int]  # a message, and the internal, frontier and terminal nodes
SearchBelow = Callable[..., Searched]  # of game, position, depth, window and budget


def written_out(game: PlayedGame, rule: Rule, template: SearchBelow) -> SearchBelow:
    """Full width below the root. If a user's function fails, the template searches again and says which one did."""
    if not is_plain(game) or rule.goal or rule.reads_children:
        return template
    visit = _visit(game, rule)

    def search(context: PlayedGame, here: PlayedPosition, depth: int, low: float, high: float, budget: int) -> Searched:
        try:
            return visit(here.state, here.moves, checked.mover_of(game.rules, here.state), depth, budget)
        except FAILURES:
            return template(context, here, depth, low, high, budget)

    return search


def _visit(game: PlayedGame, rule: Rule) -> Callable[[State, Sequence[Move], int, int, int], Searched]:
    rules, usual_error, words = game.rules, game.error, rule.interpreted
    evaluate: Unchecked = game.evaluate  # if there is none, the call fails, and the template says so
    ask_moves, ask_mover, ask_play = rules.moves, rules.mover, rules.play
    start, aggregate, settle, frontier = words["start"], words["aggregate"], words["settle"], words["frontier"]
    terminal = words["terminal"]
    from_side = words["from_side"]
    reads_own = rule.settles or rule.reads_at_start
    own_add = (rule.add if isinstance(rule.add, Kernel) else kernel(rule.add)).interpreted
    rest = (0.0, math.nan)[: arguments_of(rule.add) - 2]  # no cost, and no truth

    lists, most_moves, is_finite = checked.LISTS, checked.MOST_MOVES, math.isfinite

    def visit(state: State, moves: Sequence[Move], me: int, depth: int, budget: int) -> Searched:
        internal, leaves, ends, own, own_error = 1, 0, 0, 0.0, 0.0
        if reads_own:
            own, own_error = checked.opinion_of(evaluate(state), usual_error, state)
            own *= me
        node = start(own, own_error)
        for move in moves:
            after = ask_play(state, move)
            if after is state:
                after = checked.play_of(rules, state, move)
            below = ask_moves(after)
            turn = ask_mover(after)
            if below.__class__ not in lists or len(below) > most_moves:
                below = checked.moves_of(rules, after)
            if turn.__class__ is not int or turn * turn != 1:
                turn = checked.mover_of(rules, after)
            if not len(below):
                ends += 1
                message = terminal(turn * checked.utility_of(rules, after), depth - 1)
            elif depth == 1:
                leaves += 1
                value = evaluate(after)
                wrong = usual_error
                if value.__class__ is not float or not is_finite(value):
                    value, wrong = checked.opinion_of(value, usual_error, after)
                message = frontier(turn * value, wrong)
            else:
                message, more_internal, more_leaves, more_ends = visit(
                    after, below, turn, depth - 1, budget - internal - leaves - ends
                )
                internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
                if internal + leaves + ends >= budget:
                    break
            if turn != me:
                message = from_side(message, False)
            node = own_add(node, message, *rest) if rest else own_add(node, message)
        return settle(aggregate(node), own, own_error, depth), internal, leaves, ends

    return visit
