"""The fold of a rule over the children of a node, in the words of a game. All searches take its steps from here.

    node = begin(…) → add_child(node, …) for each child → finish(node, …), the node's message

`me`, +1 or -1, is the player to move at the node, and all numbers and messages are to that player.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from overthink.core.bind import AnyKernel, kernel
from overthink.core.kinds import Context, Foreign, State
from overthink.core.plain import Fields
from overthink.core.vocabulary import (
    READS_AT_START,
    READS_CHILDREN,
    READS_MOVES,
    SETTLES,
    Message,
    Node,
    add,
    aggregate,
    child,
    doubt,
    edge,
    frontier,
    over,
    settle,
    start,
    static,
    terminal,
    truth,
    utility,
)
from overthink.rules.rule import Rule

Meanings = frozenset[tuple[str, Foreign]]  # words and what they mean


def in_python(step: AnyKernel, names: Fields, rule: Rule) -> Callable[..., Any]:
    """A kernel of a search as ordinary Python, with the words of a game or a tree (`names`) and of a rule."""
    return bind_rule(step, rule, frozenset(names.items())).interpreted


@lru_cache(maxsize=1024)
def bind_rule(template: AnyKernel, rule: Rule, meanings: Meanings = frozenset()) -> AnyKernel:
    """A kernel with the words of a rule, and of a game or a tree if they are given: what each call of a user binds."""
    return template.bind(**dict(meanings), **rule.vocabulary)


@kernel
def own_evaluation(game: Context, state: State, me: int) -> tuple[float, float]:
    """The static evaluation of a state to a player, and the probability that it is wrong."""
    own = static(game, state)
    return me * own, doubt(game, state, own)


@kernel
def opinion(game: Context, state: State, me: int) -> tuple[float, float]:
    """The same; where the game is over, its utility to the player, and 0."""
    if over(game, state):
        return me * utility(game, state), 0.0
    return own_evaluation(game, state, me)


@kernel
def leaf_message(game: Context, state: State, me: int, remaining: int) -> Message:
    """The message of a state that is not searched, `remaining` plies before the depth of the search."""
    if over(game, state):
        return terminal(me * utility(game, state), remaining)
    own, own_error = own_evaluation(game, state, me)
    return frontier(own, own_error)


@kernel
def begin(game: Context, state: State, me: int) -> Node:
    """What is known of a state before its first child."""
    own, own_error = 0.0, 0.0
    if READS_AT_START:
        own, own_error = own_evaluation(game, state, me)
    return start(own, own_error)


@kernel
def add_child(node: Node, message: Message, game: Context, state: State, i: int, position: State, me: int) -> Node:
    """What is known of a state after one more child: `position`, after move number i, with its message."""
    near, near_error = 0.0, 0.0
    if READS_CHILDREN:
        near, near_error = opinion(game, position, me)
    cost, true = 0.0, 0.0
    if READS_MOVES:
        cost = edge(game, state, i)
        true = me * truth(game, position)
    return add(node, message, cost, true, near, near_error)


@kernel
def finish(node: Node, game: Context, state: State, me: int, remaining: int) -> Message:
    """The message of a state all of whose children are added, searched `remaining` plies deep."""
    # A search must read `game` after its loop. Else Numba counts references to its arrays at every node, and a search
    # of a tree takes 3 to 6 times as long. So the own evaluation is asked for here, and not kept from `begin` on.
    own, own_error = 0.0, 0.0
    if SETTLES:
        own, own_error = own_evaluation(game, state, me)
    return settle(aggregate(node), own, own_error, remaining)


@kernel
def root_message(game: Context, state: State, me: int, depth: int, messages: Sequence[Message], looks: bool) -> Message:
    """The message of the root of a search to a depth, from those of all its moves. A root may have no evaluation (not a
    number), which counts as 0. `looks`: whether the rule reads more of a child than its message; if not, the child is
    not made, which may take long in a game in Python."""
    own, own_error = 0.0, 0.0
    if READS_AT_START or SETTLES:
        own, own_error = own_evaluation(game, state, me)
    if math.isnan(own):
        own = 0.0
    node = start(own, own_error)
    for i in range(len(messages)):
        node = add_child(node, messages[i], game, state, i, child(game, state, i) if looks else state, me)
    return settle(aggregate(node), own, own_error, depth)
