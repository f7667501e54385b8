"""A game, as the rest of Overthink sees it.

`Game` is what a user writes: a small class over states of any kind. `KernelGame` is the same for a game whose states
are numbers and whose rules are kernels: its searches run compiled. `overthink.search.subjects` gives the vocabulary
that searches are written in (`overthink.core.vocabulary`) a meaning for either kind.

A position has one text everywhere: in labels, in kept files, on the page and at the prompt. A game may have a pair of
methods: `text(state)` gives a text that no other position has, and `parse(text)` gives the position back. Without the
pair, a position that is a text is its own text, and any other has its `repr`; numbers, texts and tuples of them can
then be read back. `text` without `parse` is a picture for people: two positions may look alike.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import numpy as np

from overthink.core.bind import AnyKernel
from overthink.core.errors import OverthinkError, ask, require, shorten, shown
from overthink.core.kinds import Context, Move, State

Position = TypeVar("Position")
MAX, MIN = 1, -1
MADE_WITH = "_made_with"
NO_START = "The game has no initial() position; give the state to begin with."


@runtime_checkable
class Game(Protocol[Position]):
    """Perfect information, one or two players, and chance. All values are from the view of Max, the player +1.

    Optional: `initial()` a state to begin with; `cost(state, move)` what one player pays for a move; `text(state)`
    for people. Where chance moves, `mover` is 0 and `outcomes(state)` gives pairs of a move and its probability, in
    place of `moves`. Movers above 1 are reserved for further players.

    >>> class Countdown:
    ...     def initial(self):
    ...         return 3, 1
    ...     def mover(self, state):
    ...         return state[1]
    ...     def moves(self, state):
    ...         return [take for take in (1, 2) if take <= state[0]]
    ...     def play(self, state, move):
    ...         return state[0] - move, -state[1]
    ...     def utility(self, state):
    ...         return -state[1]  # no stone is left: the player to move has lost
    >>> ot.decide(Countdown(), (5, 1), depth=5).moves
    (2,)
    """

    def mover(self, state: Position) -> int:
        """+1 if Max is to move, -1 if Min is."""

    def moves(self, state: Position) -> Sequence[Move]:
        """The legal moves; none where the game is over."""

    def play(self, state: Position, move: Move) -> Position:
        """The state after a move. The given state stays as it was."""

    def utility(self, state: Position) -> float:
        """What the finished game is worth to Max; asked only where there is no move."""


class Made:
    """Something that shows what it was made with: the arguments that are not the usual ones."""

    def __new__(cls, *args: Any, **named: Any) -> Self:
        if (args or named) and cls.__init__ is object.__init__:
            raise TypeError(f"{cls.__name__}() takes no arguments")
        made = super().__new__(cls)
        vars(made)[MADE_WITH] = args, named
        return made

    def __repr__(self) -> str:
        args, named = vars(self)[MADE_WITH]
        bound = signature(type(self)).bind_partial(*args, **named)
        given = {name: shown(value) for name, value in bound.arguments.items()}
        unusual = (name for name in given if given[name] != shown(bound.signature.parameters[name].default))
        return f"{type(self).__name__}({', '.join(f'{name}={given[name]}' for name in unusual)})"


class KernelGame(Made):
    """A game made of kernels over one `context` (its constants and tables) and numeric states.

    >>> game = ot.Kalah()  # its rules are kernels, so a search of it runs compiled
    >>> isinstance(game, ot.KernelGame)
    True
    """

    context: Context
    kernels: dict[str, AnyKernel]
    compiled: bool = True  #: False where states outgrow an int64: the kernels then run as ordinary Python
    quick: bool = False  #: whether its methods are sooner done than compiled

    def initial(self) -> State:
        """The first position."""
        raise OverthinkError(NO_START)

    def mover(self, state: State) -> int:
        """Who moves in a position: 1 Max, -1 Min, 0 chance."""
        return int(self._call("mover", state))

    def moves(self, state: State) -> Sequence[Move]:
        """The legal moves of a position, none where the game is over."""
        count = int(self._call("count", state))
        require(count >= 0, "count() gave {} for the position {}; it is 0 where the game is over.", count, state)
        return range(count)

    def play(self, state: State, move: Move) -> State:
        """The position after a move, one of `moves`."""
        after = self._call("child", state, number_of_move(self.moves(state), move))
        return after.item() if isinstance(after, np.generic) else after

    def utility(self, state: State) -> float:
        """What a finished game is worth to Max."""
        return float(self._call("utility", state))

    def fits(self, state: State) -> bool:
        """Whether this can be a state of the game: no kernel reads beyond its tables, or without end."""
        return True

    def check(self, state: State) -> None:
        """Refuses what is not a state of the game."""
        try:
            fits = self.fits(state)
        except Exception:  # another kind of thing
            fits = False
        require(fits, "{} is not a position of this game.", state)

    def _call(self, name: str, state: State, *args: Any) -> Any:
        self.check(state)
        word = self.kernels[name]
        return (word if self.compiled and not self.quick else word.interpreted)(self.context, state, *args)


def number_of_move(moves: Sequence[Move], move: Move) -> int:
    """Which of the moves of a position this is."""
    try:
        return moves.index(move)
    except ValueError:
        legal = shorten(", ".join(map(str, moves))) or "none: the game is over"
        raise OverthinkError(f"{shown(move)} is not a legal move. The moves are {legal}.") from None


class ChanceGame(KernelGame):
    """A game of kernels with chance in it: the kernel `edge` gives the probability of each outcome where the mover is
    0. Without that kernel, no chance.

    >>> pig = ot.Pig(target=20)  # its die is chance
    >>> isinstance(pig, ot.ChanceGame)
    True
    """

    def outcomes(self, state: State) -> list[tuple[Move, float]]:
        """Each move of chance in a position, with its probability."""
        return [(move, float(self._call("edge", state, i))) for i, move in enumerate(self.moves(state))]


def check_happens(p: float | None) -> None:
    """Refuses what is not the probability that a chosen move happens; None is a game without chance."""
    fits = p is None or 0.0 < p <= 1.0
    require(fits, "The probability that a move happens must be above 0 and at most 1, not {}.", p)


Evaluate = Callable[[State], float | tuple[float, float]]


class ByMany:
    """An evaluator from an object that has only `many(states)`, such as a net behind an encoder."""

    def __init__(self, inner: Any):
        self.inner = inner

    def __call__(self, state: State) -> float | tuple[float, float]:
        answer = np.asarray(self.inner.many([state]), float).reshape(1, -1)[0].tolist()
        return (answer[0], answer[1]) if len(answer) == 2 else answer[0]

    def many(self, states: Sequence[State]) -> Any:
        """The evaluations of several states, as the evaluator gives them."""
        return self.inner.many(states)


def callable_evaluator(evaluate: object) -> Any:
    """The evaluator; one that has only `many` can then be called with one state too."""
    return ByMany(evaluate) if not callable(evaluate) and callable(getattr(evaluate, "many", None)) else evaluate


ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{4,}>")  # in the text of an object that has no __repr__


def text_of(game: Game[State], state: State) -> str:
    """A position for people: FEN if the game has it, else its `text`, else the text that stands for it."""
    return _text(game, state, ("fen", "text"))


def board_of(game: Game[State], state: State) -> str:
    """A position drawn with letters: the game's `text`, or nothing if it has none."""
    return _text(game, state, ("text",)) if _method(game, "text") else ""


def key_of(game: Game[State], state: State) -> str:
    """The text that stands for a position: no other has it, and it is the same in every process."""
    text = _text(game, state, ("fen", "text") if _method(game, "parse") else ("fen",))
    check_text(text)
    return text


def _text(game: Game[State], state: State, methods: tuple[str, ...]) -> str:
    """By the first of these methods that the game has."""
    for name in methods:
        if method := _method(game, name):
            return str(ask(f"{name}()", method, state))
    return state if isinstance(state, str) else repr(state)


def check_text(text: str) -> None:
    """Refuses a text that holds an address in memory, which is another one in every process."""
    same = not ADDRESS.search(text)
    require(same, "The text of a position, {}, holds an address in memory. Define __repr__ in its class.", text)


def state_of(game: Game[State], text: object) -> State:
    """The position that a text stands for; or a list of numbers and texts, from JSON, which knows no tuples."""
    if not isinstance(text, str):
        return _frozen(text)
    parse = _method(game, "parse")
    if parse is not None:
        try:
            return parse(text)
        except Exception as exc:
            raise OverthinkError(f"parse() does not read it ({shorten(str(exc))})") from None
    if hasattr(game, "initial") and isinstance(game.initial(), str):
        return text
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise OverthinkError(f"{shown(text)} is not a position; if it should be, give the game parse(text)") from None


def _method(game: Game[State], name: str) -> Callable[[State], State] | None:
    method = getattr(game, name, None)
    return method if callable(method) else None


def _frozen(value: object) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
