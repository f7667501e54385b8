"""What a search hands back: the moves it would make, what it saw of each, and what that cost."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import draw, seed_key
from overthink.core.errors import check_whole, parse_number, parse_seed, require
from overthink.core.kinds import Move, Seed
from overthink.core.plain import Result, Row, plain, word

BLUR = 1e-3  # more than that rounding takes from values of any usual size; with more, large values would tie in silence


@dataclass(frozen=True)
class Nodes(Result):
    """Nodes seen, by kind.

    >>> ot.decide(ot.Tree.literal([[1, -1], [1, 1]]), depth=2).nodes
    Nodes(internal=3, frontier=4, terminal=0)
    """

    internal: int = 0  #: whose moves were tried
    frontier: int = 0  #: where the search stopped and the evaluator was asked
    terminal: int = 0  #: where the game was over

    @property
    def total(self) -> int:
        """All nodes that were visited."""
        return self.internal + self.frontier + self.terminal

    def __add__(self, other: Nodes) -> Nodes:
        return Nodes(self.internal + other.internal, self.frontier + other.frontier, self.terminal + other.terminal)


@dataclass(frozen=True)
class Option(Result):
    """One move at the root. Values are to the player to move; a pruned move's are only bounds, and `exact` is False.

    >>> decision = ot.decide(ot.nested(ot.Max(5, 3)), depth=1)
    >>> [option.value for option in decision.options]
    [5.0, 3.0]
    """

    move: Move  #: as the game writes it
    value: float  #: to the player to move
    error: float  #: the rule's estimate that the value is wrong
    score: float  #: what the rule compares
    exact: bool = True
    visits: int = 0  #: by Monte Carlo search


@dataclass(frozen=True, repr=False)
class Decision(Result):
    """The best moves (more than one where they tie), and why.

    >>> decision = ot.decide(ot.nested(ot.Max(5, 3, 5)), depth=1)
    >>> decision.moves, decision.value
    ((0, 2), 5.0)
    >>> print(decision)
    best moves 0, 2   value 5   error 0   depth 1   4 nodes (1 internal, 0 frontier, 3 terminal)
     *        0   value 5   error 0
              1   value 3   error 0
     *        2   value 5   error 0
    """

    moves: tuple[Move, ...]  #: those that tie for the best
    value: float  #: of the root, to Max
    error: float  #: the rule's estimate that the value is wrong; 0 where the rule keeps none
    nodes: Nodes  #: seen by the search
    depth: int  #: 0 for Monte Carlo search, which has no one depth
    options: tuple[Option, ...]  #: every move at the root, with its value
    certain: bool = False  #: the rule reads errors, and took evaluations for certain, since none states one
    blurred: float = 0.0  #: how far apart the scores of moves are that rounding cannot tell apart, so that they tie

    def pick(self, seed: Seed = 0) -> Move:
        """One of the tied moves, the same one for the same seed."""
        return self.moves[int(draw(seed_key("pick", parse_seed(seed)), 0) % np.uint64(len(self.moves)))]

    def rows(self) -> list[Row]:
        """A row for each move at the root; `chosen` are those that tie for the best."""
        return [
            {**plain(option), "move": word(option.move), "chosen": option.move in self.moves} for option in self.options
        ]

    def __repr__(self) -> str:
        moves = ", ".join(map(str, self.moves))
        return f"<Decision: {moves}, value {self.value + 0.0:g}, depth {self.depth}, {self.nodes.total:,} nodes>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import table

        return table(self.rows(), str(self).splitlines()[0], bold=lambda row: bool(row["chosen"]))

    def __str__(self) -> str:
        kinds = self.nodes
        tie = "moves" if len(self.moves) > 1 else "move"
        depth = f"depth {self.depth}   " if self.depth else ""
        lines = [
            f"best {tie} {', '.join(map(str, self.moves))}   value {self.value + 0.0:g}   error {self.error:.4g}   "
            f"{depth}{kinds.total:,} nodes "
            f"({kinds.internal:,} internal, {kinds.frontier:,} frontier, {kinds.terminal:,} terminal)"
        ]
        for option in self.options:
            mark = "*" if option.move in self.moves else " "
            bound = "" if option.exact else "   (pruned: no better than this)"
            bound += f"   visits {option.visits:,}" if option.visits else ""
            lines.append(f" {mark} {option.move!s:>8}   value {option.value + 0.0:g}   error {option.error:.4g}{bound}")
        if self.blurred > BLUR:
            lines.append(f"Moves up to {self.blurred:.2g} apart tie: of numbers of this size rounding takes as much.")
        if self.certain:
            lines.append("No evaluation states how likely it is wrong, so that each counts as certain.")
        return "\n".join(lines)


@check_arguments
@dataclass(frozen=True)
class Limit:
    """How far a search may go: whichever comes first. `depth`: plies. `nodes`: nodes seen. `seconds`: time. None is no
    limit.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> ot.deepen(game, game.initial(), limit=ot.Limit(nodes=500), evaluate=ot.store_difference(game)).depth
    5
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    evaluations: int | None = None  #: positions that the evaluator is asked about

    def __post_init__(self) -> None:
        given = {name: number for name, number in vars(self).items() if number is not None}
        require(given, "A limit needs a depth, a number of nodes or evaluations, or a number of seconds.")
        for name, number in given.items():
            if name == "seconds":
                require(
                    number == math.inf or parse_number(name, number) > 0,
                    "A limit needs a time above 0 seconds, not {}.",
                    number,
                )
            else:
                check_whole(f"The {name} of a limit", number, 1)
