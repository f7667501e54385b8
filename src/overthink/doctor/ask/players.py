"""The players that are examined: a rule in a plain search, Monte Carlo search, or the user's own search.

A plain search of the same depth with the same evaluator shows what the user's search should have chosen. A player gets
its random numbers, so that a run can be repeated, and any number of processes gives the same answers.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from overthink.core.arithmetic import draw, seed_key
from overthink.core.checked import moves_of, number_of, refuse_change
from overthink.core.errors import ask, error_of, require, shown
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate, text_of
from overthink.doctor.ask.settings import parse_knob
from overthink.doctor.record import (
    EXPECTIMAX,
    MINIMAX,
    PLAIN,
    PLAYER,
    AnyGame,
    Choice,
    Examination,
    Move,
    State,
    UserPlayer,
)
from overthink.measure.judgement import Knob, Value
from overthink.rules import Rule, rule_named
from overthink.rules.mean import MEAN
from overthink.search.best_first import BEST_FIRST, best_first
from overthink.search.best_first import RULE as BEST_FIRST_RULE
from overthink.search.bounds import expectimax
from overthink.search.decide import decide
from overthink.search.monte_carlo import UCT, MonteCarlo

PRUNED = {MINIMAX: "alpha-beta"}  # the same moves, faster
KEYWORDS = ("seed", "rng")
SIMULATIONS = "simulations"
USUAL: dict[str, tuple[Knob, str | Rule]] = {  # searches without depths: their knob, and their rule
    UCT: (Knob(SIMULATIONS, (16, 64, 256, 1024)), MEAN.name),
    BEST_FIRST: (Knob("evaluations", (30, 100, 300, 1000)), BEST_FIRST_RULE),
}


def search_choice(
    game: AnyGame, evaluate: Evaluate | None, error: float, state: State, rule: str | Rule, depth: int
) -> Choice:
    """The choice of a plain search with a rule."""
    if rule == EXPECTIMAX:
        bounds = expectimax(game, state, depth=depth, evaluate=evaluate)
        return Choice(bounds.moves, game.mover(state) * bounds.low, bounds.expanded + bounds.leaves)
    search = PRUNED.get(rule, "full-width") if isinstance(rule, str) else "full-width"
    decision = decide(game, state, rule=rule, search=search, depth=depth, evaluate=evaluate, error=error)
    return Choice(decision.moves, game.mover(state) * decision.value, decision.nodes.total)


def player_choice(player: UserPlayer, game: AnyGame, state: State, depth: Value, who: str = "The player") -> Choice:
    """The choice of the user's own player, checked. `who` it is begins a sentence."""
    moves = moves_of(game, state)
    before = text_of(game, state)
    answer = ask(who, player, state, depth)
    if text_of(game, state) != before:
        refuse_change(who)
    answer = answer.tolist() if isinstance(answer, np.ndarray) else answer
    if answer in moves:
        return Choice((answer,))
    if isinstance(answer, Mapping) and answer and all(move in moves for move in answer):
        values = {move: number_of(value, who, state) for move, value in answer.items()}
        best = max(values.values())
        return Choice(tuple(move for move in moves if values.get(move) == best), best)
    if isinstance(answer, Collection) and not isinstance(answer, str) and len(answer):
        illegal = next((move for move in answer if move not in moves), None)
        if illegal is None:
            return Choice(tuple(answer))
    some = ", ".join([*map(str, moves[:8]), *(["…"] if len(moves) > 8 else [])])
    said = f"{who} answered {shown(answer)}"
    raise error_of(
        f"{said} in the position {shown(state)}. The moves are {some}: return one, a list of those that tie, or a "
        "value for each.",
        said,
    )


def plain_rule(examination: Examination) -> str | None:
    """The rule that a player's choices are compared with."""
    return next((rule for rule in examination.rules[1:] if rule in PLAIN), None)


def agreement(examination: Examination, plain: str, depth: Value) -> Sample:
    """The share of the player's moves that the plain search would have chosen too, position by position."""
    return np.array([share_among(p.chosen[PLAYER, depth], p.chosen[plain, depth]) for p in examination.positions])


def share_among(chosen: Sequence[Move], among: Sequence[Move]) -> float:
    """The share of `chosen` that is in `among`."""
    return sum(move in among for move in chosen) / len(chosen)


@dataclass
class Searches:
    """The choice of each search by its name. Objects of this class can be sent to other processes if the game, the
    evaluator and the player can."""

    game: AnyGame
    evaluate: Evaluate | None
    error: float
    player: Seeded | None
    own: Mapping[str, Any] = field(default_factory=dict)  # rules that are not registered, by name

    def __call__(self, state: State, rule: str, value: Value, number: int | None = None) -> Choice:
        if rule == PLAYER and self.player is not None:
            player = self.player
            return player_choice(lambda position, at: player(position, at, number), self.game, state, value)
        return search_choice(self.game, self.evaluate, self.error, state, self.own.get(rule, rule), int(value))


class Seeded:
    """A player that gets its random numbers. If it takes a keyword `seed`, it gets a whole number; if it takes `rng`,
    a generator of NumPy. The generators of `random` and of `numpy.random` are seeded too."""

    def __init__(self, player: Callable[..., Any], seed: int):
        self.player, self.seed = player, seed
        self.takes = [name for name in KEYWORDS if name in _parameters(player)]

    def __call__(self, state: State, value: Value, number: int | None = None) -> Any:
        """Ask the player. The same number gives the same random numbers; None gives new ones."""
        if number is None:
            number = random.SystemRandom().getrandbits(31)
        seed = int(draw(seed_key("player", self.seed), number) >> np.uint64(32))
        random.seed(seed)
        np.random.seed(seed)
        keywords = {"seed": seed, "rng": np.random.default_rng(seed)} if self.takes else {}
        return self.player(state, value, **{name: keywords[name] for name in self.takes})


def _parameters(player: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(player).parameters)
    except (TypeError, ValueError):  # a built-in function
        return []


@contextmanager
def restore_random() -> Iterator[None]:
    """Leave the generators of `random` and of `numpy.random` as they were."""
    before = random.getstate()
    numpy_before = np.random.get_state()
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(numpy_before)


class SimulatingPlayer:
    """The best moves by this many simulations. Objects of this class can be sent to other processes if the game and the
    evaluator can."""

    def __init__(
        self, game: AnyGame, evaluate: Evaluate | None, rule: str | Rule, exploration: float = 1.0, error: float = 0.0
    ):
        MonteCarlo(1, exploration)  # refuses what is not a number from 0 on
        rule_named(rule)
        self.game, self.evaluate, self.rule = game, evaluate, rule
        self.exploration, self.error = exploration, error

    def __call__(self, state: State, simulations: int, seed: int = 0) -> list[Move]:
        decision = decide(
            self.game, state, rule=self.rule, search=UCT, evaluate=self.evaluate, error=self.error,
            simulations=simulations, exploration=self.exploration, seed=seed,
        )  # fmt: skip
        return list(decision.moves)

    def line(self, simulations: int) -> str:
        """What asks the same, with places for the user's names."""
        rule = self.rule if isinstance(self.rule, str) else self.rule.name
        opinion = ", evaluate={evaluate}" if self.evaluate else ""
        return (
            f'ot.decide({{game}}, {{state}}, search="{UCT}", rule="{rule}", {SIMULATIONS}={simulations}, '
            f"exploration={self.exploration:g}{opinion})"
        )


class GrowingPlayer:
    """The best moves by this many evaluations, best-first. As with simulations, its objects can be sent."""

    def __init__(self, game: AnyGame, evaluate: Evaluate | None, rule: str | Rule, error: float):
        self.game, self.evaluate, self.rule, self.error = game, evaluate, rule, error
        self(None, 1)  # refuses a game or an evaluator that it cannot use

    def __call__(self, state: State | None, evaluations: int) -> list[Move]:
        found = best_first(
            self.game, state, evaluations=evaluations, evaluate=self.evaluate, error=self.error, rule=self.rule
        )
        return list(found.moves)

    def line(self, evaluations: int) -> str:
        """What asks the same, with places for the user's names."""
        return f"ot.best_first({{game}}, {{state}}, evaluations={evaluations}, evaluate={{evaluate}})"


OwnPlayer = SimulatingPlayer | GrowingPlayer


def own_player(
    search: str,
    game: AnyGame,
    evaluate: Evaluate | None,
    rules: Any,
    knob: Any,
    exploration: float | None,
    error: float,
) -> tuple[OwnPlayer, Knob]:
    """The player of a search without depths, and the values of its knob: some usual ones if none are given."""
    names = " or ".join(f"'{name}'" for name in USUAL)
    other = f"The doctor cannot examine the search '{search}'. Use {names}, or leave it out for a plain search."
    require(search in USUAL, other)
    usual, usual_rule = USUAL[search]
    turned = usual if knob is None else parse_knob(knob)
    use = f"Use --knob {usual.name}=10,100."
    require(turned.name == usual.name, f"The search '{search}' has {usual.name}, not {turned.name}. {use}")
    whole = all(value == int(value) and value >= 1 for value in turned.values)
    require(whole, f"A number of {usual.name} is a whole number from 1 on.")
    wanted = [usual_rule] if rules is None else [rules] if isinstance(rules, str | Rule) else list(rules)
    require(len(wanted) == 1, f"The search '{search}' backs up by one rule; {len(wanted)} were given. Give one.")
    if search == UCT:
        return SimulatingPlayer(game, evaluate, wanted[0], 1.0 if exploration is None else exploration, error), turned
    check_exploration(exploration)
    return GrowingPlayer(game, evaluate, wanted[0], error), turned


def check_exploration(exploration: float | None) -> None:
    """Refuse it for every search but one by simulation."""
    require(exploration is None, f"exploration is for search='{UCT}'. Leave it out for another search.")
