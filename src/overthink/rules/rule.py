"""A backup rule is a fold over children: start, add each child, aggregate; then settle with the node's own evaluation.

Every number a rule sees is from the view of the player to move at the node, with +1 a sure win and -1 a sure loss.
A search binds these names to a rule's functions; the defaults here are what most rules want.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from overthink.core.bind import Kernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.ties import slack_of

# Colours that a rule may name, as they are printed; the lab has a lighter one of each for a dark page. After Okabe and
# Ito (2008), and told apart by colour-blind readers.
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
}


@kernel
def start() -> Any:
    """What is known before the first child: a tuple of floats of the rule's own choosing."""
    return (0.0,)


@kernel
def add(node: Any, value: float, error: float, truth: float, edge: float) -> Any:
    """What is known after one more child with this value and error; `truth` is its true value where it is known
    (not a number elsewhere), and `edge` the cost of the move to it."""
    return node


@kernel
def aggregate(node: Any) -> tuple[float, float]:
    """What the search says of the node: value and error."""
    return node[0], 0.0


@kernel
def settle(value: float, error: float, static: float, static_error: float, remaining: int) -> tuple[float, float]:
    """The node's value and error, given what the search says and what the static evaluation says of the node itself."""
    return value, error


@kernel
def settles() -> bool:
    """Whether the node's own evaluation is asked for at all."""
    return True


@kernel
def settles_nothing() -> bool:
    return False


@kernel
def frontier(static: float, static_error: float) -> tuple[float, float]:
    """Value and error of a node where the search stops."""
    return static, static_error


@kernel
def terminal(utility: float, remaining: int) -> tuple[float, float]:
    """Value and error of a node where the game is over, `remaining` plies before the search's depth."""
    return utility, 0.0


@kernel
def score(value: float, error: float, edge: float) -> float:
    """What the root's player compares: the larger, the better."""
    return value


@kernel
def slack(value: float, error: float, edge: float) -> float:
    """How far rounding may have moved the score: moves whose scores differ by no more tie (`overthink.core.ties`)."""
    return slack_of(abs(score(value, error, edge)))


@kernel
def no_slack(value: float, error: float, edge: float) -> float:
    """For a rule that only picks numbers, and rounds none."""
    return 0.0


class Steps(NamedTuple):
    """A rule in a few lines for people: how a child is added, what the search says in the end, and what the node's own
    evaluation does to it."""

    add: str = "fold ← add(fold, child)"
    aggregate: str = "value ← aggregate(fold)"
    settle: str = ""


USUAL = Steps()


@dataclass(frozen=True)
class Rule:
    """The functions of one rule, and what a reader sees of it: the only place that knows either."""

    name: str
    summary: str
    source: str
    start: Callable[..., Any]
    add: Callable[..., Any]
    aggregate: Callable[..., tuple[float, float]]
    settle: Callable[..., tuple[float, float]] = settle
    frontier: Callable[..., tuple[float, float]] = frontier
    terminal: Callable[..., tuple[float, float]] = terminal
    score: Callable[..., float] = score
    slack: Callable[..., float] = slack
    reads_inside: bool = False  # reads the static evaluation of internal nodes too
    sums_depths: bool = False  # a move's score is the sum of its scores at depths 1 to d
    replaces: bool = False  # where the static evaluation is surer than the search, it takes the search's place
    needs_truth: bool = False  # an oracle: reads the true value of children
    goal: int = 0  # one player: +1 gains, -1 costs; 0 where the mover says who wants what
    binary: bool = False  # sees evaluations only as win or loss, with an error
    keeps_error: bool = True  # False where a value travels up alone, its error 0 everywhere
    sums: bool = False  # what it passes up beside a value is no error, but the sum of the magnitudes that were added
    label: str = ""  # in figures; its name where there is none
    colour: str = ""  # a name of PALETTE, or "#rrggbb"; one that is free where there is none
    fold: tuple[str, ...] = ()  # what the numbers of a node are called, so far as they are shown
    steps: Steps = USUAL

    def __post_init__(self) -> None:
        if self.colour and self.colour not in PALETTE and not re.fullmatch("#[0-9a-fA-F]{6}", self.colour):
            known = ", ".join(PALETTE)
            raise OverthinkError(f"A colour of '{self.colour}' is not known; give #rrggbb or one of {known}.")
        if self.settles and not self.steps.settle:
            own = self.steps._replace(settle="value ← settle(value, own evaluation)")
            object.__setattr__(self, "steps", own)
        if not self.label:
            object.__setattr__(self, "label", self.name)

    @property
    def settles(self) -> bool:
        """Whether a node's own evaluation has a say after the search."""
        return self.reads_inside and not self.sums_depths

    @cached_property
    def vocabulary(self) -> dict[str, Kernel[Any, Any]]:
        """The names that a search binds."""
        names = ("start", "add", "aggregate", "settle", "frontier", "terminal", "score", "slack")
        functions = {name: getattr(self, name) for name in names}
        words = {n: f if isinstance(f, Kernel) else kernel(f) for n, f in functions.items()}
        words["slack"] = words["slack"].bind(score=words["score"])
        return {**words, "settles": settles if self.settles else settles_nothing}

    @property
    def numbers(self) -> tuple[str, ...]:
        """What the numbers of a node are called."""
        length = len(self.vocabulary["start"].interpreted())
        return self.fold or tuple(f"number {i + 1}" for i in range(length))

    @property
    def rounds(self) -> bool:
        """Whether scores that are equal in exact arithmetic may differ."""
        return self.slack is not no_slack
