"""Alpha-beta with a table, bound to a subject: the memory of one decision, and a look at each depth."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel, Kernel, kernel, types_of
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.errors import OverthinkError
from overthink.core.json_text import Fields
from overthink.core.kinds import Context, Foreign, Number, State
from overthink.rules.minimax import MINIMAX
from overthink.search.bound_table import number_key, tuple_key
from overthink.search.root import best_of
from overthink.search.subject import NO_OPINION, Subject, inside, inside_move, wrapped
from overthink.search.table_alpha_beta import (
    ENTRY,
    EVALUATIONS_LEFT,
    INTERNAL,
    NODES_LEFT,
    SEARCH,
    STOPPED,
    TABLE,
    hashed,
    numbered,
    table_alpha_beta,
    table_look,
)

Order = Callable[..., float] | AnyKernel
LARGEST, SMALLEST = 1 << 21, 1 << 10  # positions that the table holds
DEEPEST = 255
HASHED_TUPLE, HASHED_NUMBER = hashed.bind(position_key=tuple_key), hashed.bind(position_key=number_key)


@kernel
def given_rating(game: Context, state: State, i: int, me: int) -> Number:
    """The order that the user gave."""
    return wrapped(game[0][0], state, i)


class TableSearch:
    """One decision by alpha-beta with a table. The memory is kept from depth to depth."""

    def __init__(self, position: Subject, order: Order | None, nodes: int):
        size = min(LARGEST, max(SMALLEST, 1 << (2 * nodes).bit_length()))
        self.position, self.memory = position, np.zeros(TABLE + ENTRY * size)
        self.context, self.me = (position.context, self.memory), int(position.ask("mover", position.state))
        self.looks = 0
        self.moves = np.arange(len(position.moves))  # the best of the last depth first
        words = {name: _within(name, word) for name, word in position.names.items()}
        self.run = self._bound({**words, **self._spot(), **self._rating(order)})

    def look(
        self,
        depth: int,
        exactly: int,
        nodes: float = math.inf,
        evaluations: float = math.inf,
        low: float = -math.inf,
        high: float = math.inf,
    ) -> tuple[Decision, bool]:
        """One search to one depth; and whether it was finished within the budgets. All values, to the player to move,
        are from `low` to `high`."""
        memory, moves = self.memory, len(self.moves)
        self.looks += 1
        memory[: SEARCH + 1] = 0.0
        memory[NODES_LEFT], memory[EVALUATIONS_LEFT], memory[SEARCH] = nodes, evaluations, self.looks
        values, exact = np.full(moves, -math.inf), np.zeros(moves, np.bool_)
        try:
            self.run(self.context, self.position.state, depth, exactly, low, high, self.moves, values, exact)
        except RecursionError:
            raise OverthinkError(f"A search to depth {depth} is too deep for Python. Use a smaller depth.") from None
        seen = Nodes(*map(int, memory[INTERNAL : INTERNAL + 3]))
        if seen.frontier and not self.position.opinions:
            raise OverthinkError(NO_OPINION)
        if memory[STOPPED]:
            return Decision((), math.nan, 0.0, seen, depth, ()), False
        options = tuple(
            Option(move, value, 0.0, value, bool(sure))
            for move, value, sure in zip(self.position.moves, values.tolist(), exact)
        )
        self.moves = np.argsort(-np.where(exact, values, -math.inf), kind="stable")
        return Decision(best_of(options), self.me * float(values.max()), 0.0, seen, depth, options), True

    def _spot(self) -> Fields:
        """Where a position is in the table: by its number, its hash or, in a Python game, itself."""
        position = self.position
        if isinstance(position.state, int | np.integer) and "over" in position.names:
            return {"spot": numbered}
        if position.compiled:
            return {"spot": HASHED_TUPLE if isinstance(position.state, tuple) else HASHED_NUMBER}
        known: dict[Any, int] = {}
        places = (len(self.memory) - TABLE) // ENTRY

        def spot(game: Context, here: State) -> tuple[int, float]:
            state = getattr(here, "state", here)
            try:
                number = known.setdefault(state, len(known))
            except TypeError:  # it has no hash, so it is never found again
                number = known.setdefault(object(), len(known))
            return TABLE + ENTRY * (number % places), number + 1.0

        return {"spot": spot}

    def _rating(self, order: Order | None) -> Fields:
        position = self.position
        if order is None:
            return {}
        if isinstance(order, Kernel):
            if "over" in position.names or not isinstance(position.names["count"], Kernel):
                raise OverthinkError("An order of kernels is for a game of kernels. Give a function of state and move.")
            return {"rating": _given(order)}
        if position.compiled or not hasattr(position.state, "moves"):
            raise OverthinkError(
                "This search is compiled, so its order is a kernel of context, state and number of a move: @ot.kernel."
            )
        return {"rating": lambda game, here, i, me: float(order(here.state, here.moves[i]))}

    def _bound(self, words: Fields) -> Callable[..., Any]:
        words = {**words, **MINIMAX.vocabulary}
        if not self.position.compiled:
            inner = table_alpha_beta.bind(**words)
            return table_look.bind(table_alpha_beta=inner, **words).interpreted
        types = types_of(
            self.context, self.position.state, 1, 1, 0.0, 0.0, self.moves, np.zeros(1), np.zeros(1, np.bool_)
        )
        run: Callable[..., Any] = _typed(tuple(sorted(words.items())), types).compiled
        return run


@lru_cache(maxsize=256)
def _typed(names: tuple[tuple[str, Any], ...], types: tuple[Foreign, ...]) -> AnyKernel:
    words = dict(names)
    context, state, *_ = types
    inner = table_alpha_beta.bind((context, state, *types_of(1, 0.0, 0.0)), **words)
    return table_look.bind(types, table_alpha_beta=inner, **words)


def _within(name: str, word: Callable[..., Any]) -> Callable[..., Any]:
    """A word of the game in a search that has a memory beside the game's context."""
    return _kernel_within(name, word) if isinstance(word, Kernel) else lambda game, *args: word(game[0], *args)


@lru_cache(maxsize=1024)
def _kernel_within(name: str, word: AnyKernel) -> AnyKernel:
    """Cached, so that it is compiled once."""
    return (inside_move if name in ("child", "edge", "move") else inside).bind(wrapped=word)


@lru_cache(maxsize=64)
def _given(order: AnyKernel) -> AnyKernel:
    return given_rating.bind(wrapped=order)
