"""The vocabulary that searches are written in: every name that a game or a rule gives a meaning, with its signature.

A search calls these kernels as if they were its own. `bind` puts a game's or a rule's functions in their place, and
refuses a name that is neither here nor where the kernel is written, and a function that takes other arguments. What
they do here is what most games and rules want. A name of one search alone, such as its window, stands beside it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from overthink.core.arithmetic import slack_of
from overthink.core.bind import SIGNATURES, AnyKernel, kernel
from overthink.core.kinds import Column, Context, Integer, State

Message = tuple[float, ...]  # what a node passes up to its parent; the rule gives its numbers names
Node = Any  # what is known of a node on the way: a tuple of floats of the rule's own choosing
VALUE = 0  # which number of a message is its value
WIDTH = np.uint64(1)  # how many numbers it has
READS_AT_START = True  # whether a rule reads the node's own evaluation in `start`,
SETTLES = True  # or in `settle`
READS_CHILDREN = True  # whether it reads that of each child in `add`
READS_MOVES = True  # whether it reads the cost of a move or the true value of a child there

# --- a game ----------------------------------------------------------------------------------------------------------


@kernel
def count(game: Context, state: State) -> int:
    """How many moves there are; 0 where the game is over."""
    return 0


@kernel
def over(game: Context, state: State) -> bool:
    """Whether the game is over. A stored tree may stop before that."""
    return count(game, state) == 0


@kernel
def child(game: Context, state: State, i: int) -> State:
    """The state after move number i."""
    return state


@kernel
def move(game: Context, state: State, i: int) -> int:
    """What move number i is: the same number in every position in which the move is possible. It orders moves."""
    return i


@kernel
def mover(game: Context, state: State) -> int:
    """+1 or -1: the player to move."""
    return 1


@kernel
def utility(game: Context, state: State) -> float:
    """The worth of a finished game to Max."""
    return 0.0


@kernel
def outlook(game: Context, state: State) -> tuple[float, float, float]:
    """What is known of a state without a search, to the player to move: two bounds on its true value, and how hopeful
    it looks. The more moves one has, the better, as far as all games go."""
    moves = count(game, state)
    if moves == 0:
        worth = mover(game, state) * utility(game, state)
        return worth, worth, 0.0
    return -math.inf, math.inf, float(moves)


@kernel
def edge(game: Context, state: State, i: int) -> float:
    """The cost of move number i; where chance moves, the probability of outcome number i."""
    return 0.0


@kernel
def truth(game: Context, state: State) -> float:
    """The true value of a state to Max, where it is known."""
    return math.nan


@kernel
def static(game: Context, state: State) -> float:
    """The static evaluation of a state, to Max."""
    return 0.0


@kernel
def static_error(game: Context, state: State) -> float:
    """The probability that the static evaluation is wrong."""
    return 0.0


@kernel
def doubt(game: Context, state: State, static: float) -> float:
    """The same, given that evaluation: a probability says itself how likely it is wrong."""
    return static_error(game, state)


@kernel
def mirror(game: Context, state: State) -> State:
    """The mirror image of a state: the same game, so the same value. Itself, where a game knows none."""
    return state


@kernel
def marks(game: Context, state: State, i: int) -> int:
    """Word number i of what a net sees of a state, as bits; the player to move comes first."""
    return 0


@kernel
def loss_range(game: Context, remaining: int) -> tuple[float, float]:
    """The least and the greatest probability of a loss of EMM with `remaining` plies to look ahead."""
    return 0.0, 1.0


# --- who watches a search ---------------------------------------------------------------------------------------------


@kernel
def so_far(game: Context, state: State, value: float, least: float, most: float, alpha: float, beta: float) -> None:
    """What a search that proves bounds knows of a node after one more child, to Max; not a number where it has no such
    thing. Nobody listens, and compiled it is nothing; a trace binds it."""


# --- a rule ----------------------------------------------------------------------------------------------------------


@kernel
def start(static: float, static_error: float) -> Node:
    """What is known before the first child, given the node's own evaluation. A rule that does not read it leaves both
    arguments out."""
    return (0.0,)


@kernel
def add(node: Node, message: Message, edge: float, truth: float, static: float, static_error: float) -> Node:
    """What is known after one more child with this message; `edge` is the cost of the move to it, `truth` its true
    value where that is known (not a number elsewhere), `static` and `static_error` its own evaluation. A rule leaves
    out the last arguments that it does not read."""
    return node


@kernel
def aggregate(node: Node) -> Message:
    """What the search says of the node."""
    return (node[0],)


@kernel
def settle(message: Message, static: float, static_error: float, remaining: int) -> Message:
    """What the node passes up, given what the search says and what the static evaluation says of the node itself."""
    return message


@kernel
def frontier(static: float, static_error: float) -> Message:
    """The message of a node where the search stops."""
    return (static,)


@kernel
def terminal(utility: float, remaining: int) -> Message:
    """The message of a node where the game is over, `remaining` plies before the search's depth."""
    return (utility,)


@kernel
def visited(message: Message, visits: float) -> Message:
    """The message of a leaf that Monte Carlo search came to this many times."""
    return message


@kernel
def turned(message: Message) -> Message:
    """A message as the other player sees it: its first number changes its sign."""
    return (-message[0], *message[1:])


@kernel
def value(message: Message) -> float:
    """What a message says the node is worth."""
    return message[VALUE]


@kernel
def score(message: Message, edge: float) -> float:
    """What the root's player compares: the larger, the better."""
    return value(message)


@kernel
def slack(message: Message, edge: float) -> float:
    """How far rounding may have moved the score: moves whose scores differ by no more tie."""
    return slack_of(abs(score(message, edge)))


# --- a message in a column: node n's numbers stand side by side, from n · WIDTH on -----------------------------------


@kernel
def load(messages: Column, n: Integer) -> Message:
    """The message of node n, a number without a sign."""
    return (float(messages[n * WIDTH]),)


@kernel
def store(messages: Column, n: Integer, message: Message) -> None:
    """Enters the message of node n."""
    messages[n * WIDTH] = message[0]


@kernel
def from_side(message: Message, same: bool) -> Message:
    """A message as the player sees it to whom it belongs, or as the other does."""
    return (message[0] if same else -message[0],)


def by_name(*words: AnyKernel) -> dict[str, AnyKernel]:
    """The kernels in a dictionary, by their names."""
    return {word.__name__: word for word in words}


GAME_WORDS = by_name(
    count, over, child, move, mover, utility, outlook, edge, truth, static, static_error, doubt, mirror,
    marks, loss_range
)  # fmt: skip
RULE_WORDS = by_name(start, add, aggregate, settle, frontier, terminal, score, slack, turned, value, visited)
SIGNATURES.update(GAME_WORDS | RULE_WORDS | by_name(load, store, from_side, so_far))
