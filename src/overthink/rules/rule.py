"""A backup rule is a fold over children: start, add each child, aggregate; then settle with the node's own evaluation.

What travels from a node to its parent is a message: a short tuple of floats, which the rule gives names. Every number a
rule sees is from the view of the player to move at the node, with +1 a sure win and -1 a sure loss; `turned` says how a
message looks from the other side. A search binds these names to a rule's functions; the defaults here are what most
rules want.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from overthink.core.arithmetic import slack_of
from overthink.core.bind import Kernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.plain import Fields
from overthink.rules.message import FEWER, arguments, loader, storer, turner
from overthink.rules.message import Message as Message
from overthink.rules.message import Node as Node

# Colours that a rule may name, as they are printed; the lab has a lighter one of each for a dark page. The first eight
# are those of Okabe and Ito (2008), which colour-blind readers tell apart. The last three are for rules of your own.
PALETTE = {
    "ink": "#000000",
    "blue": "#0072B2",
    "vermilion": "#D55E00",
    "green": "#009E73",
    "pink": "#CC79A7",
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "grey": "#999999",
    "purple": "#7F3C8D",
    "brown": "#A0522D",
    "olive": "#6B8E23",
    "teal": "#005F5F",
    "crimson": "#D6006C",
    "indigo": "#332288",
    "maroon": "#8B0000",
    "magenta": "#BB00DD",
    "forest": "#006400",
    "khaki": "#6D6D00",
}
SPARE = ("magenta", "forest", "khaki")


VALUE = 0  # which number of a message is its value
LONGEST = 8  # numbers of a message


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
    """The message of a leaf that Monte Carlo search came to so many times."""
    return message


@kernel
def turned(message: Message) -> Message:
    """A message as the other player sees it: its first number turns its sign."""
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


@kernel
def no_slack(message: Message, edge: float) -> float:
    """For a rule that only picks numbers, and rounds none."""
    return 0.0


# --- what a rule leaves out ------------------------------------------------------------------------------------------


@kernel
def surely_frontier(static: float, static_error: float) -> Message:
    return static, static_error


@kernel
def surely_terminal(utility: float, remaining: int) -> Message:
    return utility, 0.0


@kernel
def yes() -> bool:
    return True


@kernel
def no() -> bool:
    return False


# Whether the node's own evaluation is asked for before its children are, that of each child, and the node's at last.
reads_at_start = reads_children = settles = yes


class Steps(NamedTuple):
    """A rule in a few lines for people: how a child is added, what the search says in the end, and what the node's own
    evaluation does to it."""

    add: str = "fold ← add(fold, child)"
    aggregate: str = "value ← aggregate(fold)"
    settle: str = ""


USUAL = Steps()


@dataclass(frozen=True, eq=False, repr=False)
class Rule:
    """The functions of one rule, and what a reader sees of it: the only place that knows either.

    >>> ot.RULES["minimax"].summary
    'a node is worth its best child'
    """

    name: str
    summary: str
    source: str
    start: Callable[..., Node]
    add: Callable[..., Node]
    aggregate: Callable[..., Message]
    settle: Callable[..., Message] = settle
    frontier: Callable[..., Message] = frontier
    terminal: Callable[..., Message] = terminal
    score: Callable[..., float] = score
    slack: Callable[..., float] = slack
    turned: Callable[..., Message] = turned
    value: Callable[..., float] = value
    visited: Callable[..., Message] = visited
    message: tuple[str, ...] = ("value",)  # what its numbers are called
    reads_inside: bool = False  # reads the static evaluation of internal nodes too
    sums_depths: bool = False  # a move's score is the sum of its scores at depths 1 to d
    replaces: bool = False  # where the static evaluation is surer than the search, it takes the search's place
    needs_truth: bool = False  # an oracle: reads the true value of children
    goal: int = 0  # one player: +1 gains, -1 costs; 0 where the mover says who wants what
    binary: bool = False  # sees evaluations only as win or loss, with an error
    label: str = ""  # in figures; its name where there is none
    colour: str = ""  # a name of PALETTE, or "#rrggbb"; one that is free where there is none
    fold: tuple[str, ...] = ()  # what the numbers of a node are called, so far as they are shown
    steps: Steps = USUAL

    def __post_init__(self) -> None:
        if self.colour and self.colour not in PALETTE and not re.fullmatch("#[0-9a-fA-F]{6}", self.colour):
            known = ", ".join(PALETTE)
            raise OverthinkError(f"A colour of '{self.colour}' is not known; give #rrggbb or one of {known}.")
        if not 1 <= len(self.message) <= LONGEST or len(set(self.message)) < len(self.message):
            raise OverthinkError(f"A message has 1 to {LONGEST} numbers, each with a name of its own.")
        if self.message == ("value", "error"):
            self._default("frontier", frontier, surely_frontier)
            self._default("terminal", terminal, surely_terminal)
        elif self.message != ("value",) and (self.frontier is frontier or self.terminal is terminal):
            raise OverthinkError(
                f"The rule '{self.name}' passes up {len(self.message)} numbers; give frontier= and terminal=."
            )
        for word, known_counts in FEWER.items():
            if arguments(getattr(self, word)) not in known_counts:
                counts = ", ".join(map(str, known_counts))
                raise OverthinkError(
                    f"The function '{word}' of the rule '{self.name}' takes one of {counts} arguments."
                )
        if self.settles or self.reads_at_start or self.reads_children:
            object.__setattr__(self, "reads_inside", True)
        if self.settles and not self.steps.settle:
            own = self.steps._replace(settle="value ← settle(value, own evaluation)")
            object.__setattr__(self, "steps", own)
        if not self.label:
            object.__setattr__(self, "label", self.name)

    def __repr__(self) -> str:
        return f"<Rule {self.name}: {self.summary}>"

    def _default(self, word: str, usual: object, fitting: object) -> None:
        if getattr(self, word) is usual:
            object.__setattr__(self, word, fitting)

    @property
    def settles(self) -> bool:
        """Whether a node's own evaluation has a say after the search."""
        return self.settle is not settle and not self.sums_depths

    @property
    def reads_at_start(self) -> bool:
        """Whether a node's own evaluation has a say before its children have."""
        return arguments(self.start) > 0

    @property
    def reads_children(self) -> bool:
        """Whether each child's own evaluation is read beside its message."""
        return arguments(self.add) > 4

    @cached_property
    def vocabulary(self) -> Fields:
        """The names that a search binds."""
        names = (
            *("start", "add", "aggregate", "settle", "frontier", "terminal"),
            *("score", "slack", "turned", "value", "visited"),
        )
        functions = {name: getattr(self, name) for name in names}
        words: Fields = {n: f if isinstance(f, Kernel) else kernel(f) for n, f in functions.items()}
        for word, fewer in FEWER.items():
            short = fewer[arguments(words[word])]
            words[word] = short.bind(given=words[word]) if short else words[word]
        if self.value is value:
            words["value"] = value.bind(VALUE=self.message.index("value") if "value" in self.message else 0)
        words["score"] = words["score"].bind(value=words["value"])
        words["slack"] = words["slack"].bind(score=words["score"], value=words["value"])
        width = len(self.message)
        flags = {name: yes if getattr(self, name) else no for name in ("reads_at_start", "reads_children", "settles")}
        side = turner(width, None if self.turned is turned else words["turned"])
        return {
            **words,
            **flags,
            "load": loader(width),
            "store": storer(width),
            "from_side": side,
            "WIDTH": np.uint64(width),
        }

    @cached_property
    def interpreted(self) -> dict[str, Callable[..., Any]]:
        """The same as ordinary Python functions."""
        return {name: word.interpreted for name, word in self.vocabulary.items() if isinstance(word, Kernel)}

    @property
    def numbers(self) -> tuple[str, ...]:
        """What the numbers of a node are called."""
        length = len(self.interpreted["start"](0.0, 0.0))
        return self.fold or tuple(f"number {i + 1}" for i in range(length))

    def error(self, message: Message) -> float:
        """The probability that the value is wrong, which a message may have; 0 elsewhere."""
        return float(message[self.message.index("error")]) if "error" in self.message else 0.0

    def check_subject(self, game: object, evaluate: object) -> None:
        """Refuses a game or an evaluator that the rule is not for. Most rules are for all."""

    @property
    def rounds(self) -> bool:
        """Whether scores that are equal in exact arithmetic may differ."""
        return self.slack is not no_slack
