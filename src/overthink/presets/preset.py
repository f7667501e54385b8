"""A preset: a game by its name, with its parameters and what commands, the doctor and the lab need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from typing import Any

from overthink.core.errors import Unchecked, as_sentence, check_known, parse_number, parse_whole, require
from overthink.core.grow import StateSpace
from overthink.core.kinds import Move, Progress, State
from overthink.core.plain import Fields
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import Evaluator, evaluate_space
from overthink.evaluate.solved import Artificial
from overthink.evaluate.spoil import granular, noisy, truth
from overthink.models.board_splitting import BoardSplittingModel

Values = Mapping[str, Any]  # the value of each parameter: a number or a word
Draw = Callable[[int, int], Tree]  # the trees number start … stop - 1
LARGEST_SEED = 2**31


@dataclass(frozen=True)
class Parameter:
    """A number or a word that a person may choose. It is a whole number if the default is one.

    Args:
        name: In commands.
        label: In forms.
        default: The value if none is chosen.
        low, high, step: The range of a number.

    >>> stones = ot.Parameter("stones", "Stones at the start", 21, low=1, high=99)
    >>> stones.name, stones.default
    ('stones', 21)
    """

    name: str
    label: str
    default: float | str
    low: float = 0.0
    high: float = 1.0
    step: float = 1.0
    choices: Mapping[str, str] = field(default_factory=dict)  #: each word, with its text in a form

    def read(self, given: object) -> float | str:
        """Check a value that a person typed."""
        if self.choices:
            check_known(self.name, given, self.choices)
            return str(given)
        whole = isinstance(self.default, int)
        with suppress(ValueError):
            given = float(given) if isinstance(given, str) else given
        given = int(given) if whole and isinstance(given, float) and given.is_integer() else given
        parse = parse_whole if whole else parse_number
        return parse(f"'{self.name}'", given, self.low, self.high)


@dataclass(frozen=True)
class Setup:
    """One game, ready to search.

    Args:
        game: Its rules.
        start: Where a search begins.
        evaluate: What its evaluator says of positions.
        low, high: Bound all values.
        move_text: A move for people.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> setup = ot.Setup(game, game.initial(), ot.store_difference(game), "Kalah on a small board")
    >>> ot.decide(setup.game, setup.start, depth=2, evaluate=setup.evaluate).moves
    (1,)
    """

    game: Unchecked
    start: State
    evaluate: Unchecked
    text: str  #: a description
    low: float = -1.0
    high: float = 1.0
    error: float = 0.2  #: how often the evaluator is wrong, for rules that use it
    right: Callable[[State], Sequence[Move]] | None = None  #: the truly best moves, if known
    truth: Callable[[State], float] | None = None  #: the true value of a position, if known
    move_text: Callable[[Move], str] = str
    board: str = ""  #: the start, drawn with letters
    timed: bool = False  #: a value may also be the number of moves played, beyond `high`


@dataclass(frozen=True)
class Whole:
    """Every position of a game.

    Args:
        space: All positions.
        unit, units: What the noise is given in, and what one of these is worth.
        text, heuristic_text: What the game and its evaluator are called.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> whole = ot.Whole(puzzle.state_space(), unit=1.0, units="moves", text="sliding puzzle of 2 by 3")
    >>> len(whole.space.states)
    360
    """

    space: StateSpace
    unit: float
    units: str
    text: str
    heuristic: Evaluator | None = None  #: the evaluator without noise
    heuristic_text: str = ""


@dataclass(frozen=True)
class Preset:
    """One entry of the registry.

    Args:
        name: In commands.
        label, summary, source: For readers.
        parameters: What a person may choose.
        setup: Of a game.
        draw: Of a distribution over trees.
        whole: Of a game small enough for a search of every position.
        players: 1 or 2.

    >>> def setup(values, seed):
    ...     game = ot.Kalah(pits=int(values["pits"]), seeds=2)
    ...     return ot.Setup(game, game.initial(), ot.store_difference(game), "Kalah on a small board")
    >>> pits = ot.Parameter("pits", "Pits of a side", 3, low=2, high=6)
    >>> preset = ot.Preset("tiny-kalah", "Tiny Kalah", "Kalah, 2 seeds a pit", "folklore", (pits,), setup)
    >>> preset.name, preset.players
    ('tiny-kalah', 2)
    """

    name: str
    label: str
    summary: str
    source: str
    parameters: tuple[Parameter, ...] = ()
    setup: Callable[[Values, int], Setup] | None = None  #: values and seed
    draw: Callable[[Values, int, int], Draw] | None = None  #: values, seed of the trees, seed of the evaluations
    whole: Callable[[Values, Progress], Whole] | None = None
    reader: Callable[[Values], Callable[[Tree], Tree]] | None = None  #: graded values as wins and losses
    known: Callable[[Values], tuple[BoardSplittingModel, Artificial]] | None = None  #: what the rule `heir` asks for
    describe: Callable[[Values, int], str] = lambda values, seed: ""  #: one drawn tree, in a sentence
    rules: tuple[str, str] = ("minimax", "emm")  #: the rule that fits best, and one to compare it with
    depth: int = 3  #: the default search depth, in moves
    deepest: int = 10  #: the greatest depth that a form offers
    units: str = ""  #: of the noise in `whole`
    extent: str = ""  #: the board of `whole`, if that is not the usual one
    players: int = 2

    def __post_init__(self) -> None:
        for name, kind in (("setup", Setup), ("draw", Callable), ("whole", Whole)):
            if function := getattr(self, name):
                object.__setattr__(self, name, partial(_answer, name, kind, function))

    def values(self, given: Values) -> Fields:
        """The value of each parameter: the given one, or the default."""
        return {p.name: p.read(given.get(p.name, p.default)) for p in self.parameters}


def _answer(name: str, kind: Any, function: Callable[..., Unchecked], *given: object) -> Unchecked:
    """What a function of a preset gives, if it can be called and gives the right thing."""
    with as_sentence(f"The function {name} of a preset cannot be called ({{}}).", TypeError):
        signature(function).bind(*given)
    answer = function(*given)
    wanted = "a function" if kind is Callable else f"an ot.{kind.__name__}"
    require(isinstance(answer, kind), f"The function {name} of a preset gave {{}}; it must give {wanted}.", answer)
    return answer


def read_seed(given: Values) -> int:
    """Read the number of the start or draw."""
    return int(Parameter("seed", "", 0, 0, LARGEST_SEED).read(given.get("seed", 0)))


NOISE = 2.0  # units


def evaluator_of(whole: Whole, noise: float | None) -> tuple[Evaluator, str]:
    """The evaluator and its description: the game's own heuristic if it has one and there is no noise."""
    if noise is None and whole.heuristic:
        return whole.heuristic, whole.heuristic_text
    sigma = NOISE if noise is None else noise
    return noisy(truth, sigma * whole.unit), f"the true value with noise, σ = {sigma:g} {whole.units}"


def grade(space: StateSpace, evaluate: Evaluator, levels: int | None, error: float) -> Evaluator:
    """An evaluator with `g` equal buckets over the range of its values, and one error for the rules that use it.
    [Nau2010] section 6"""

    def judge(tree: Tree, seed: int) -> Tree:
        opinion = evaluate_space(space, evaluate, seed)
        if levels:
            low, high = float(opinion.static.min()), float(opinion.static.max())
            opinion = granular(lambda tree, seed: tree, levels, low, high)(opinion, seed)
        return tree.opinion(opinion.static, error)

    return judge
