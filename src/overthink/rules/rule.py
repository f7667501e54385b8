"""A backup rule is a fold over children: start, add each child, aggregate; then settle with the node's own evaluation.

What travels from a node to its parent is a message: a short tuple of floats, which the rule gives names. Every number a
rule sees is from the view of the player to move at the node, with +1 a sure win and -1 a sure loss; `turned` says how a
message looks from the other side. A search binds these names (`overthink.core.vocabulary`) to a rule's functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, NamedTuple, Self
from weakref import WeakSet

import numpy as np

from overthink.core.bind import AnyKernel, Kernel, arguments_of, kernel
from overthink.core.errors import FAILURES, OverthinkError, Unchecked, require, shown
from overthink.core.kinds import Column, Integer
from overthink.core.plain import Fields
from overthink.core.vocabulary import (
    RULE_WORDS,
    WIDTH,
    Message,
    Node,
    from_side,
    frontier,
    load,
    score,
    settle,
    slack,
    store,
    terminal,
    turned,
    value,
    visited,
)

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
    "cyan": "#0097A7",
    "magenta": "#BB00DD",
    "forest": "#006400",
    "khaki": "#6D6D00",
}
SPARE_COLOURS = ("magenta", "forest", "khaki")
ONE_PLAYER = {1: "maximax", -1: "minimin"}  # the rule for the one player who makes all moves


MOST_NUMBERS = 8  # numbers of a message
MOVES_COST = "Moves of this game cost something"
TWO = np.uint64(2)
LAST = np.uint64(1)
PLACE = 0


@kernel
def no_slack(message: Message, edge: float) -> float:
    """For a rule that only picks numbers, and rounds none."""
    return 0.0


# --- what a rule leaves out ------------------------------------------------------------------------------------------


@kernel
def surely_frontier(static: float, static_error: float) -> Message:
    """The evaluation and its error, for a rule that passes up both."""
    return static, static_error


@kernel
def surely_terminal(utility: float, remaining: int) -> Message:
    """The utility, without error."""
    return utility, 0.0


# --- messages of several numbers -------------------------------------------------------------------------------------
# A kernel's tuple has a length that is known when it is compiled. So reading and writing one of K numbers is that of
# one of K - 1, and one number more. The usual two have kernels of their own: a sweep is 1.2 times as fast.


@kernel
def load_two(messages: Column, n: Integer) -> Message:
    """`load` of two numbers."""
    return float(messages[n * TWO]), float(messages[n * TWO + LAST])


@kernel
def fewer(messages: Column, n: Integer) -> Message:
    """`load` of one number less."""
    raise NotImplementedError


@kernel
def load_more(messages: Column, n: Integer) -> Message:
    """`load` of one number more than `fewer` loads."""
    return (*fewer(messages, n), messages[n * WIDTH + LAST])


@kernel
def store_two(messages: Column, n: Integer, message: Message) -> None:
    """`store` of two numbers."""
    messages[n * TWO], messages[n * TWO + LAST] = message


@kernel
def store_fewer(messages: Column, n: Integer, message: Message) -> None:
    """`store` of one number less."""


@kernel
def store_more(messages: Column, n: Integer, message: Message) -> None:
    """`store` of one number more than `store_fewer` stores."""
    store_fewer(messages, n, message)
    messages[n * WIDTH + LAST] = message[PLACE]


@kernel
def two_from_side(message: Message, same: bool) -> Message:
    """`from_side` of two numbers, of which the first changes its sign."""
    return message[0] if same else -message[0], message[1]


@kernel
def first_from_side(message: Message, same: bool) -> Message:
    """`from_side` of any number of numbers, of which the first changes its sign."""
    return (message[0] if same else -message[0], *message[1:])


@kernel
def whole_from_side(message: Message, same: bool) -> Message:
    """`from_side` of a rule with its own `turned`."""
    return message if same else turned(message)


@cache
def loader(width: int) -> AnyKernel:
    """`load` of a message of this many numbers."""
    if width == 2:
        return load_two
    word = load.bind(WIDTH=np.uint64(width))
    for place in range(1, width):
        word = load_more.bind(fewer=word, WIDTH=np.uint64(width), LAST=np.uint64(place))
    return word


@cache
def storer(width: int) -> AnyKernel:
    """`store` of a message of this many numbers."""
    if width == 2:
        return store_two
    word = store.bind(WIDTH=np.uint64(width))
    for place in range(1, width):
        word = store_more.bind(store_fewer=word, WIDTH=np.uint64(width), LAST=np.uint64(place), PLACE=place)
    return word


def turner(width: int, own: AnyKernel | None) -> AnyKernel:
    """`from_side` of a rule: by its own word for it, or the first number changes its sign."""
    if own is not None:
        return whole_from_side.bind(turned=own)
    return {1: from_side, 2: two_from_side}.get(width, first_from_side)


# --- functions that take fewer arguments -----------------------------------------------------------------------------
# A rule's function may leave out the last arguments that it does not read: a kernel between it and the search drops
# them.


@kernel
def given(*args: Any) -> Any:
    """The function of a rule that takes fewer arguments."""


@kernel
def fewer_to_start(static: float, static_error: float) -> Node:
    """`start` of a rule that does not read the node's own evaluation there."""
    return given()


ARGUMENTS = 4  # that a rule's `add` takes


@kernel
def fewer_to_add(node: Node, message: Message, edge: float, truth: float, static: float, static_error: float) -> Node:
    """`add` of a rule that leaves out the last arguments."""
    if ARGUMENTS == 2:
        return given(node, message)
    if ARGUMENTS == 3:
        return given(node, message, edge)
    return given(node, message, edge, truth)


FEWER: dict[str, dict[int, AnyKernel | None]] = {
    "start": {0: fewer_to_start, 2: None},
    "add": {**{number: fewer_to_add.bind(ARGUMENTS=number) for number in (2, 3, 4)}, 6: None},
}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number) and value == value


class Steps(NamedTuple):
    """A rule in a few lines for people: how a child is added, what the search says in the end, and what the node's own
    evaluation does to it."""

    add: str = "fold ← add(fold, child)"  # how a child is added
    aggregate: str = "value ← aggregate(fold)"  # what the search says in the end
    settle: str = ""  # what the node's own evaluation does to it


USUAL = Steps()


@dataclass(frozen=True, eq=False, repr=False)
class Rule:
    """The functions of one rule, and what a reader sees of it: the only place that knows either.

    Args:
        name, summary, source: What it is called, does and comes from.
        start, add, aggregate: Fold the children of a node.
        settle: Asks its own evaluation.
        frontier, terminal: Give the message of a leaf.
        score: What the root compares.
        slack: By how much rounding may change the score.
        turned: The message to the other player.
        value: The value in a message.
        visited: Tells it how often Monte Carlo search has been there.
        steps: The same as pseudo-code.

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
    message: tuple[str, ...] = ("value",)  #: what its numbers are called
    reads_inside: bool = False  #: reads the static evaluation of internal nodes too
    sums_depths: bool = False  #: a move's score is the sum of its scores at depths 1 to d
    replaces: bool = False  #: where the static evaluation is surer than the search, it takes the search's place
    needs_truth: bool = False  #: an oracle: reads the true value of children
    goal: int = 0  #: one player: +1 gains, -1 costs; 0 where the mover says who wants what
    binary: bool = False  #: sees evaluations only as win or loss, with an error
    label: str = ""  #: in figures; its name where there is none
    colour: str = ""  #: a name of PALETTE, or "#rrggbb"; one that is free where there is none
    fold: tuple[str, ...] = ()  #: what the numbers of a node are called, so far as they are shown
    steps: Steps = USUAL
    family: str = field(default="", init=False)  #: whose pruning is sound for it; a copy has none

    def __post_init__(self) -> None:
        known = not self.colour or self.colour in PALETTE or re.fullmatch("#[0-9a-fA-F]{6}", self.colour)
        require(known, f"A colour of {{}} is not known; give #rrggbb or one of {', '.join(PALETTE)}.", self.colour)
        fits = 1 <= len(set(self.message)) == len(self.message) <= MOST_NUMBERS
        require(fits, f"A message has 1 to {MOST_NUMBERS} numbers, each with a name of its own.")
        if self.message == ("value", "error"):
            self._default("frontier", frontier, surely_frontier)
            self._default("terminal", terminal, surely_terminal)
        own = self.frontier is not frontier and self.terminal is not terminal
        given = own or self.message == ("value",)
        who = f"the rule '{self.name}'"
        require(given, f"{who.capitalize()} passes up {len(self.message)} numbers; give frontier= and terminal=.")
        for word, fewer in FEWER.items():
            fits = arguments_of(getattr(self, word)) in fewer
            require(fits, f"The function '{word}' of {who} takes one of {', '.join(map(str, fewer))} arguments.")
        if self.settles or self.reads_at_start or self.reads_children:
            object.__setattr__(self, "reads_inside", True)
        if self.settles and not self.steps.settle:
            steps = self.steps._replace(settle="value ← settle(value, own evaluation)")
            object.__setattr__(self, "steps", steps)
        if not self.label:
            object.__setattr__(self, "label", self.name)

    def __repr__(self) -> str:
        return f"<Rule {self.name}: {self.summary}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its name if it is the library's, and is that very rule again; else by its fields."""
        if BUILT_IN.get(self.name) is self:
            return built_in, (self.name,)
        return object.__new__, (type(self),), {each.name: getattr(self, each.name) for each in fields(self)}

    def of_family(self, family: str) -> Self:
        """The rule, declared to be one for which pruning that is sound for this family is sound."""
        object.__setattr__(self, "family", family)
        return self

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
        return arguments_of(self.start) > 0

    @property
    def reads_children(self) -> bool:
        """Whether each child's own evaluation is read beside its message."""
        return arguments_of(self.add) > 4

    @cached_property
    def vocabulary(self) -> Fields:
        """The names that a search binds."""
        functions = {name: getattr(self, name) for name in RULE_WORDS}
        words: Fields = {n: f if isinstance(f, Kernel) else kernel(f) for n, f in functions.items()}
        for word, fewer in FEWER.items():
            short = fewer[arguments_of(words[word])]
            words[word] = short.bind(given=words[word]) if short else words[word]
        if not self.settles:
            words["settle"] = settle
        if self.value is value:
            words["value"] = value.bind(VALUE=self.message.index("value") if "value" in self.message else 0)
        words["score"] = words["score"].bind(value=words["value"])
        words["slack"] = words["slack"].bind(score=words["score"], value=words["value"])
        width = len(self.message)
        side = turner(width, None if self.turned is turned else words["turned"])
        return {
            **words,
            "READS_AT_START": self.reads_at_start,
            "READS_CHILDREN": self.reads_children,
            "READS_MOVES": arguments_of(self.add) > 2,
            "SETTLES": self.settles,
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

    @cached_property
    def reads_results(self) -> bool:
        """Whether it takes an evaluation for a win or a loss that is wrong with the probability stated."""
        frontier = self.interpreted["frontier"]
        return bool(frontier(0.5, 0.1) == frontier(0.7, 0.1) != frontier(0.5, 0.2))

    def check_errors(self, stated: bool) -> None:
        """Refuses evaluations that do not state how likely they are wrong, if the rule reads that."""
        require(
            stated or not self.reads_results,
            f"The rule '{self.name}' needs to know how likely an evaluation is wrong, and these do not say. "
            "Learn its probabilities with ot.calibrate, or give error= (--error).",
        )

    @cached_property
    def counts_costs(self) -> bool:
        """Whether the cost of a move changes its score, or its share in the value of a node."""
        words = self.interpreted
        node = words["start"](0.5, 0.1)
        message = words["frontier"](0.5, 0.1)
        free, dear = ((words["score"](message, c), words["add"](node, message, c, 1.0, 0.5, 0.1)) for c in (0.0, 1.0))
        return bool(self.goal) or free != dear

    def check_players(self, movers: Collection[int], pays: bool = False) -> None:
        """Refuses a rule that is not for those who make the moves (+1, -1), or does not count what moves cost."""
        if len(movers) > 1:
            require(not self.goal, f"The rule '{self.name}' is for one player, and this game has two. Use 'minimax'.")
            check_payers(movers if pays and not self.counts_costs else ())
        for mover in movers if len(movers) == 1 else ():
            aim = "the largest gain" if mover > 0 else "the least cost"
            usual = ONE_PLAYER[mover]
            fits = self.goal in (0, mover)
            require(fits, f"The rule '{self.name}' does not suit one player who wants {aim}. Use '{usual}'.")
            counted = not pays or self.counts_costs
            require(counted, f"{MOVES_COST}, and the rule '{self.name}' does not count costs. Use '{usual}'.")

    @property
    def rounds(self) -> bool:
        """Whether scores that are equal in exact arithmetic may differ."""
        return self.slack is not no_slack


def check_payers(movers: Collection[int]) -> None:
    """Refuses costs of moves where two players make them."""
    advice = "Costs are counted for one player only. Put them into utility(), or leave out cost()."
    require(len(movers) < 2, f"{MOVES_COST}, and two players make them. {advice}")


BUILT_IN: dict[str, Rule] = {}  # the rules of the library, by name (`overthink.rules`)


def built_in(name: str) -> Rule:
    """The rule of the library with this name."""
    return BUILT_IN[name]


def check_functions(rule: Rule) -> None:
    """Refuses a rule whose functions do not answer with their numbers: each is tried once, interpreted, on a node with
    two children, before a search or the compiler stumbles over it."""
    if rule in _TRIED:
        return
    width = len(rule.message)
    node = (0.0,)

    def answer(word: str, size: int | None, *given: object) -> Unchecked:
        try:
            found: Unchecked = rule.interpreted[word](*given)
        except FAILURES as exc:
            found = exc
        numbers = (found,) if size == 0 else found
        if isinstance(numbers, tuple) and len(numbers) == (size or len(numbers)) and all(map(_is_number, numbers)):
            return found
        wanted = "a number" if size == 0 else f"a tuple of {size or 'one or more'} number{'s' * (size != 1)}"
        verb = "raised" if isinstance(found, BaseException) else "gave"
        who = f"The function '{word}' of the rule '{rule.name}'"
        example = ", ".join(map(shown, given))
        raise OverthinkError(f"{who} {verb} {shown(found)} for ({example}); it must give {wanted}.")

    with np.errstate(all="ignore"):
        for last in (1.0, -1.0):
            node = answer("start", None, 1.0, 0.1)
            for static in (1.0, last):
                child = answer("turned", width, answer("frontier", width, static, 0.1))
                node = answer("add", len(node), node, child, 1.0, -static, -static, 0.1)
            message = answer("settle", width, answer("aggregate", width, node), 1.0, 0.1, 1)
            answer("terminal", width, last, 1)
            for word in ("score", "slack"):
                answer(word, 0, message, 1.0)
    _TRIED.add(rule)


_TRIED = WeakSet[Rule]()
