"""The players that are examined: a rule in a plain search, Monte Carlo search, or the user's own search.

A plain search of the same depth with the same evaluator shows what the user's search should have chosen. A player gets
its random numbers, so that a run can be repeated, and any number of processes gives the same answers.

It is also asked in another process, in which texts have other hashes. What iterates over a set, or breaks ties by
hash(), answers otherwise there: its answers cannot be reproduced.
"""

from __future__ import annotations

import copy
import inspect
import math
import multiprocessing
import os
import pickle
import random
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.connection import Connection
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

from overthink.core.arithmetic import draw, seed_key
from overthink.core.checked import evaluation_of, moves_of, number_of, refuse_change
from overthink.core.errors import OverthinkError, ask, require, shown
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate, text_of
from overthink.core.processes import Worker
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
from overthink.doctor.truths import spread
from overthink.doctor.words import Fact, Seen, fact
from overthink.measure.judgement import Knob, Value
from overthink.rules import Rule, rule_named
from overthink.rules.mean import MEAN
from overthink.search.bounds import expectimax
from overthink.search.decide import decide
from overthink.search.monte_carlo import UCT, MonteCarlo

PRUNED = {MINIMAX: "alpha-beta"}  # the same moves, faster
KEYWORDS = ("seed", "rng")
SIMULATIONS = "simulations"
USUAL = Knob(SIMULATIONS, (16, 64, 256, 1024))
SOME, WAIT_SECONDS = 20, 600.0  # positions; seconds to wait for their answers, at most
Answer = tuple[tuple[Move, ...], float, dict[Value, tuple[Move, ...]]]


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
    raise OverthinkError(
        f"{who} answered {shown(answer)} in the position {shown(state)}. The moves are {some}: return "
        "one, a list of those that tie, or a value for each."
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


def copies_of(player: UserPlayer, *shared: object) -> Callable[[], UserPlayer] | None:
    """A function that gives the player as it is now, whatever it remembers later; None if it cannot be copied. What is
    `shared`, such as the game, is not copied."""
    try:
        now = _copy(player, shared)
        _copy(now, shared)
    except Exception:  # its class cannot be made again
        return None
    return lambda: _copy(now, shared)


def _copy(player: Any, shared: Sequence[object]) -> Any:
    """A copy with its own memory: of an object what it holds, of a function its defaults, the variables around it and
    those of its module, with the functions and classes there."""
    memo: dict[int, Any] = {id(each): each for each in shared}
    inside = player.func if isinstance(player, partial) else player
    module = getattr(inside, "__module__", None) or type(inside).__module__

    def copied(value: Any) -> Any:
        if id(value) in memo:
            return memo[id(value)]
        if isinstance(value, FunctionType):
            return copied_function(value)
        if isinstance(value, type):
            return copied_class(value) if value.__module__ == module else value
        if isinstance(value, partial):
            return partial(copied(value.func), *copied(value.args), **copied(value.keywords))
        if isinstance(value, MethodType):
            return MethodType(copied(value.__func__), copied(value.__self__))
        if type(value).__module__ == module and hasattr(value, "__dict__"):
            new = memo[id(value)] = copy.copy(value)
            new.__class__ = copied(type(value))
            new.__dict__.update({name: copied(held) for name, held in vars(value).items()})
            return new
        try:
            return copy.deepcopy(value, memo)
        except Exception:  # a file, a lock, a process or compiled code: it is shared
            return value

    def copied_function(old: FunctionType) -> FunctionType:
        names = old.__globals__
        here = memo.setdefault(id(names), dict(names))
        cells = [CellType() for _ in old.__closure__ or ()]
        new = memo[id(old)] = FunctionType(old.__code__, here, old.__name__, None, tuple(cells))
        for name in _names(old.__code__):
            value = names.get(name)
            own_function = isinstance(value, FunctionType) and value.__globals__ is names
            if own_function or isinstance(value, dict | list | set | type):
                here[name] = copied(value)
        new.__defaults__, new.__kwdefaults__ = copied(old.__defaults__), copied(old.__kwdefaults__)
        new.__dict__.update(copied(old.__dict__))
        for cell, before in zip(cells, old.__closure__ or ()):
            cell.cell_contents = copied(before.cell_contents)
        return new

    def copied_class(old: type) -> type:
        bases = tuple(map(copied, old.__bases__))
        if id(old) in memo:  # by way of a base
            return memo[id(old)]  # type: ignore[no-any-return]
        new = memo[id(old)] = type(old)(old.__name__, bases, {"__module__": old.__module__})
        for name, value in vars(old).items():
            if name not in vars(new):
                setattr(new, name, copied(value))
        return new

    return copied(player)


def _names(code: CodeType) -> set[str]:
    """What a function calls by name, with the functions inside it."""
    inside = (_names(each) for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*inside)


def _parameters(player: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(player).parameters)
    except (TypeError, ValueError):  # a built-in function
        return []


def takes_table(player: Callable[..., Any]) -> bool:
    """Whether a player can be asked with its table off: it takes a keyword `table`."""
    return "table" in _parameters(player)


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


def simulating_player(
    search: str,
    game: AnyGame,
    evaluate: Evaluate | None,
    rules: Any,
    knob: Any,
    exploration: float | None,
    error: float,
) -> tuple[SimulatingPlayer, Knob]:
    """The player of a search by simulation, and the numbers of simulations: some usual ones if none are given."""
    other = f"The doctor cannot examine the search '{search}'. Use '{UCT}', or leave it out for a plain search."
    require(search == UCT, other)
    turned = USUAL if knob is None else parse_knob(knob)
    use = f"Use --knob {SIMULATIONS}=10,100."
    require(turned.name == SIMULATIONS, f"The search '{UCT}' has {SIMULATIONS}, not {turned.name}. {use}")
    whole = all(value == int(value) and value >= 1 for value in turned.values)
    require(whole, "A number of simulations is a whole number from 1 on.")
    wanted = [MEAN.name] if rules is None else [rules] if isinstance(rules, str | Rule) else list(rules)
    require(len(wanted) == 1, f"The search '{UCT}' backs up by one rule; {len(wanted)} were given. Give one.")
    return SimulatingPlayer(game, evaluate, wanted[0], 1.0 if exploration is None else exploration, error), turned


@dataclass(frozen=True)
class OtherProcess:
    """A process that answers about some positions."""

    worker: Worker
    states: list[State]

    def answers(self, seconds: float) -> list[Answer]:
        """What it has answered after at most n seconds. Then it is ended."""
        until = time.monotonic() + seconds
        found = list[Answer]()
        with suppress(Exception):  # what it sends may not exist here
            while len(found) < len(self.states) and self.worker.pipe.poll(max(0.0, until - time.monotonic())):
                found.append(self.worker.receive())
        self.end()
        return [answer for answer in found if answer]

    def end(self) -> None:
        """End it, from the process that started it."""
        with suppress(Exception):
            self.worker.end()

    __del__ = end


def ask_elsewhere(searches: Searches, states: Sequence[State], values: Sequence[Value]) -> OtherProcess | None:
    """Start a process that answers about some positions; None if it cannot import what it is asked about."""
    some = spread(states, SOME)
    try:
        data = pickle.dumps((replace(searches, own={}), some, values))
        if b"__main__" in data or multiprocessing.current_process().daemon:  # a script would be run again
            return None
        return OtherProcess(Worker(answer_all, data, strange=True).start(), some)
    except Exception:  # an object of the user's own cannot be sent, or no process can be started
        return None


def answer_all(pipe: Connection, data: bytes) -> None:
    """Answer in the other process, where nobody reads what the user's code prints."""
    with open(os.devnull, "w") as nobody:
        os.dup2(nobody.fileno(), 1)
        os.dup2(nobody.fileno(), 2)
    searches, states, values = pickle.loads(data)
    player = searches.player and copies_of(searches.player.player, searches.game, searches.evaluate)
    for answer in answers(searches, player, states, values):
        pipe.send(answer)


def answers(
    searches: Searches, copies: Callable[[], UserPlayer] | None, states: Sequence[State], values: Sequence[Value]
) -> Iterator[Answer]:
    """For each position, its moves in the order of the game, its evaluation, and by depth the choices of a player that
    remembers nothing."""
    for number, state in enumerate(states):
        moves = tuple(moves_of(searches.game, state))
        worth = math.nan
        chosen = dict[Value, tuple[Move, ...]]()
        if searches.evaluate:
            with suppress(Exception):  # it fails here, which the examination names
                worth = evaluation_of(searches.evaluate, 0.0, state)[0]
        if copies and searches.player:
            for value in values:
                fresh = replace(searches, player=Seeded(copies(), searches.player.seed))
                chosen[value] = fresh(state, PLAYER, value, number).moves
        yield moves, worth, chosen


@dataclass(frozen=True)
class Elsewhere:
    """How many answers are other ones in another process."""

    asked: int  # of the player
    chosen: int  # otherwise, by the player
    tied: bool  # only among moves that tie in a plain search
    judged: int  # by the evaluator
    valued: int  # otherwise, by the evaluator
    listed: bool  # whether the game lists its moves in the same order

    @property
    def fact(self) -> Fact:
        """What is seen of a player that answers otherwise there."""
        order = "" if self.listed else ", where the game lists its moves in another order"
        return fact(Seen.OTHER_PROCESS, order=order, differ=self.chosen, asked=self.asked)


def compare_answers(
    other: OtherProcess, searches: Searches, copies: Callable[[], UserPlayer] | None, values: Sequence[Value],
    plain: str | None, seconds: float,
) -> Elsewhere | None:  # fmt: skip
    """Ask the same here; None if nothing can be compared."""
    asked = chosen = judged = valued = 0
    tied = plain is not None
    listed = True
    try:
        there = zip(
            other.answers(min(WAIT_SECONDS, seconds)), answers(searches, copies, other.states, values), other.states
        )
        for (moves, worth, choices), (own_moves, own_worth, own), state in there:
            if any(move not in own_moves for move in moves):  # moves that are equal to nothing else
                return None
            listed, judged = listed and moves == own_moves, judged + 1
            valued += not (math.isclose(worth, own_worth) or math.isnan(own_worth))
            for value, best in own.items():
                asked += 1
                if set(best) != set(choices[value]):
                    chosen += 1
                    ties = searches(state, plain, value).moves if plain else ()
                    tied = tied and all(move in ties for move in (*best, *choices[value]))
    except Exception:  # what fails here was examined, and named
        return None
    return Elsewhere(asked, chosen, tied, judged, valued, listed) if judged else None
