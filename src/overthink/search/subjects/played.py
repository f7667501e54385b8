"""A position of any Python game as a subject. Its words are kernels that are never compiled, the same for all games: a
search is bound to them once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from overthink.core import checked
from overthink.core.bind import kernel
from overthink.core.checked import cost_of, mover_of, moves_of, play_of, utility_of
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate, Game
from overthink.core.kinds import Move, State
from overthink.core.plain import Fields
from overthink.rules.rule import Rule, check_payers
from overthink.search.subjects.subject import NO_OPINION, Subject

# Positions that an evaluator is asked about at once by a search that may prune. Siblings alone need four times as many
# calls of alpha-beta in Connect Four; 256 save a quarter more, and ask about a third more positions.
FEW_POSITIONS = 64


@dataclass(frozen=True)
class PlayedGame:
    """A game and what is asked of it: the context of its words."""

    rules: Game[State]
    evaluate: Evaluate | None
    error: float
    rule: Rule
    price: Callable[..., float] | None  # of a move
    along: bool  # whether positions have in their values what was paid on the way there, or the rule counts it
    movers: set[int]  # who made a move
    numbers: dict[Move, int] = field(default_factory=dict)
    asked: set[bool] = field(default_factory=set)  # holds True once the evaluator was asked
    paying: set[bool] = field(default_factory=set)  # holds True once a move cost something
    batch: int = 0  # positions that the evaluator may be asked about at once; 0: it does not offer that
    keeps: bool = False  # whether all positions are kept that were made

    def after(self, here: PlayedPosition, i: int) -> PlayedPosition:
        """The position after a move. What was kept below the move before is no longer needed, unless the search comes
        back."""
        if not (self.batch or self.keeps):
            return self.make(here, i)
        if not self.keeps and here.below and here.last not in (-1, i):
            here.below[here.last].below = []
        here.last = i
        return self.all_after(here)[i]

    def all_after(self, here: PlayedPosition) -> list[PlayedPosition]:
        """The positions after all moves, kept until the search has left them."""
        if not here.below:
            here.below = [self.make(here, i) for i in range(len(here.moves))]
            for position in here.below:
                position.parent = here
        return here.below

    def judge_near(self, here: PlayedPosition) -> None:
        """Ask the evaluator about a position and its neighbours on the same ply: its siblings, and as many cousins as
        may be asked about at once."""
        top = here
        plies = 0
        size = 1
        while top.parent and (plies == 0 or size * len(top.parent.moves) <= self.batch):
            size *= len(top.parent.moves)
            top, plies = top.parent, plies + 1
        row = [top]
        for _ in range(plies):
            row = [after for position in row for after in self.all_after(position)]
        most = max(self.batch, len(here.parent.moves) if here.parent else 1)
        others = [near for near in row if near is not here and near.judged is None and len(near.moves)]
        wanted = [here, *others[: most - 1]]
        values, errors = checked.evaluations_of(self.evaluate, self.error, [near.state for near in wanted])
        for near, value, error in zip(wanted, values.tolist(), errors.tolist()):
            near.judged = value + near.paid, error

    def make(self, here: PlayedPosition, i: int) -> PlayedPosition:
        """The position after a move. Refuses a player or a cost that the rule does not count with."""
        position = PlayedPosition(self.rules, play_of(self.rules, here.state, here.moves[i]))
        position.paid = here.paid
        if (self.price or self.rule.goal) and here.chances is None:
            mover = mover_of(self.rules, here.state)
            cost = cost_of(self.price, here.state, here.moves[i])
            self.movers.add(mover)
            self.paying.update([True] if cost else [])
            if not self.along:
                self.rule.check_players(self.movers, bool(self.paying))
            elif self.paying:
                check_payers(self.movers)
                position.paid -= mover * cost
        return position


class PlayedPosition:
    """A state with its moves, which are asked for here, and the evaluator's opinion, once it is needed."""

    __slots__ = ("below", "chances", "judged", "last", "moves", "paid", "parent", "state")

    def __init__(self, rules: Game[State], state: State):
        self.state = state
        self.moves: Sequence[Move]
        self.chances: list[float] | None = None  # where chance moves, the probability of each outcome
        if hasattr(rules, "outcomes") and checked.is_chance(rules, state):
            outcomes = checked.outcomes_of(rules, state)
            self.moves, self.chances = [move for move, _ in outcomes], [chance for _, chance in outcomes]
        else:
            self.moves = moves_of(rules, state)
        self.judged: tuple[float, float] | None = None
        self.paid = 0.0  # on the way here, as it changes the value to Max
        self.parent: PlayedPosition | None = None  # known where an evaluator is asked about many positions at once
        self.below: list[PlayedPosition] = []
        self.last = -1  # the move that was looked at last

    @property
    def place(self) -> tuple[State, float]:
        """What a table knows it by."""
        return self.state, self.paid

    def judge(self, game: PlayedGame) -> tuple[float, float]:
        """The evaluator's value and its error."""
        if game.evaluate is None:
            raise OverthinkError(NO_OPINION)
        if self.judged is None:
            game.asked.add(True)
            if game.batch:
                game.judge_near(self)
            else:
                value, error = checked.evaluation_of(game.evaluate, game.error, self.state)
                self.judged = value + self.paid, error
        assert self.judged
        return self.judged


def number_of_move(game: PlayedGame, here: PlayedPosition, i: int) -> int:
    """`move`: a number for each move, the same wherever it is possible; without a hash, its place."""
    try:
        return game.numbers.setdefault(here.moves[i], len(game.numbers))
    except TypeError:  # a move without a hash
        return i


PLAYED_WORDS: Fields = {
    "count": lambda game, here: len(here.moves),
    "child": lambda game, here, i: game.after(here, i),
    "mover": lambda game, here: game.rule.goal or mover_of(game.rules, here.state),
    "utility": lambda game, here: utility_of(game.rules, here.state) + here.paid,
    "static": lambda game, here: here.judge(game)[0],
    "static_error": lambda game, here: here.judge(game)[1],
    "truth": lambda game, here: math.nan,
    "edge": lambda game, here, i: here.chances[i] if here.chances else cost_of(game.price, here.state, here.moves[i]),
    "move": number_of_move,
}
WORDS: Fields = {name: kernel(word) for name, word in PLAYED_WORDS.items()}


def of_python(
    game: Game[State], state: State, evaluate: Evaluate | None, error: float, rule: Rule, along: bool = False
) -> Subject:
    """A position of any Python game as a subject. `along`: whether costs so far count in values."""
    checked.check_game(game, state, evaluate)
    price = getattr(game, "cost", None)
    payers = movers_near(game, state) if price else set()
    batch = int(callable(getattr(evaluate, "many", None)))
    context = PlayedGame(game, evaluate, error, rule, price, along, payers, batch=batch)
    here = PlayedPosition(game, state)
    return Subject(context, here, here.moves, WORDS, compiled=False, opinions=evaluate is not None)


def in_batches(position: Subject, most: int) -> Subject:
    """The subject; if its evaluator offers it, it is asked about so many positions at once."""
    game = position.context
    many = isinstance(game, PlayedGame) and game.batch
    return replace(position, context=replace(game, batch=most)) if many else position


def movers_near(game: Game[State], state: State) -> set[int]:
    """Who moves in a position and after its moves."""
    states = [state, *(play_of(game, state, move) for move in moves_of(game, state))]
    return {mover_of(game, near) for near in states if len(moves_of(game, near))} - {0}
