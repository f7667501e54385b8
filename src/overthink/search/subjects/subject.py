"""A position to decide on, as searches bind to it: a context, a state, and the words of the vocabulary.

Every kind answers the same vocabulary (`overthink.core.vocabulary`) over a `context` and a `state`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from overthink.core import checked
from overthink.core.bind import AnyKernel, Kernel, types_of
from overthink.core.errors import require, shown
from overthink.core.kinds import Column, Context, Foreign, Move, Number, State
from overthink.core.plain import Fields
from overthink.core.vocabulary import GAME_WORDS
from overthink.rules.fold import Meanings, in_python
from overthink.rules.rule import Rule

NO_OPINION = "The search stops before the game is over and needs an opinion there. Give evaluate= (--evaluate)."
MOST_SEEN = 20_000  # positions in which a value is looked for that is not a finite number


@dataclass(frozen=True)
class Subject:
    """A position to decide on, in a form that searches bind to."""

    context: Context
    state: State
    moves: Sequence[Move]
    names: Fields = field(repr=False)
    compiled: bool = True
    ours: bool = False  # whether all its kernels are this package's own
    opinions: bool = True  # whether there is an evaluator to ask where the search stops
    # Not 0 once a kernel of somebody else gave a value that is not a finite number.
    flaws: Column = field(default_factory=lambda: np.zeros(1), repr=False)
    slow: bool = False  # whether its evaluator takes long as ordinary Python
    certain: bool = False  # whether the rule reads errors, and no evaluation states one

    def ask(self, word: str, state: State, *args: object) -> Any:
        """The answer to one word of the vocabulary."""
        function = self.answers(word)
        if not self.ours:
            return function(self.context, state, *args)
        with np.errstate(over="ignore"):  # hashes wrap
            return function(self.context, state, *args)

    def answers(self, word: str) -> Callable[..., Any]:
        """What answers one word of the vocabulary, given the context and a state. Hashes in it may wrap."""
        function = self.names.get(word, GAME_WORDS[word])
        if isinstance(function, Kernel) and (self.ours or not self.compiled):
            return function.interpreted  # sooner done than compiled
        answer: Callable[..., Any] = function.__call__
        return answer

    @cached_property
    def meanings(self) -> Meanings:
        """Its words, as a key: what is bound to them is the same for all positions of a game."""
        return frozenset(self.names.items())

    def python(self, template: AnyKernel, rule: Rule) -> Callable[..., Any]:
        """A kernel as ordinary Python, with this subject's and the rule's words. Hashes in it may wrap."""
        quick = self.ours or not self.compiled
        names = self.names if quick else {word: self.answers(word) for word in self.names}
        return in_python(template, names, rule)

    def find_infinite(self) -> None:
        """Refuses an evaluation or a utility below that is not a finite number. A tree was looked at before."""
        row = [] if "over" in self.names else [self.state]
        seen = 0
        while row and seen < MOST_SEEN:
            below = []
            for state in row[:MOST_SEEN]:
                moves = int(self.ask("count", state))
                below += [self.ask("child", state, i) for i in range(moves)]
                if moves == 0 or (self.opinions and seen):
                    value = self.ask("static" if moves else "utility", state)
                    checked.number_of(value, "The evaluator" if moves else "utility()", getattr(state, "state", state))
                seen += 1
            row = below
        require(
            not self.flaws[0],
            f"Below the position {self.shown()}, the evaluator or utility() gave what is not a finite number.",
        )

    def shown(self) -> str:
        """The position, for people."""
        return shown(getattr(self.state, "state", self.state))


def ready(template: AnyKernel, position: Subject, numbers: tuple[Number, ...], **words: object) -> Any:
    """A search for this subject with further words bound, compiled where the subject is; `numbers` are like those that
    it is given after game and state."""
    if not position.compiled:
        return bind_words(template, position.names, words).interpreted
    types = types_of(position.context, position.state, *numbers)
    return bind_words(template, position.names, words, types).compiled


def bind_words(template: AnyKernel, names: Fields, words: Fields, types: tuple[Foreign, ...] = ()) -> AnyKernel:
    """A search with the game's words and its own, which speak of the game's and of each other."""
    own = {name: word.bind(**names, **words) if isinstance(word, Kernel) else word for name, word in words.items()}
    return template.bind(types, **names, **own)
