"""`ot.decide`: asks a rule and a search for a decision, on a tree or in a game. It says if it will take long."""

from __future__ import annotations

import math
import random
import time
import warnings
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np

from overthink.core.checked import parse_depth
from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError, require
from overthink.core.game import Evaluate
from overthink.core.kinds import State
from overthink.core.tree import Tree, TreeOrGame
from overthink.rules import rule_named
from overthink.rules.mean import MEAN
from overthink.rules.rule import Rule
from overthink.search import Search
from overthink.search.best_first import BEST_FIRST, best_first, check_effort
from overthink.search.look import (
    ENDLESS_NODES,
    add_scores,
    check_decision,
    check_opinions,
    look_at,
    search_named,
    search_to,
)
from overthink.search.monte_carlo import UCT, MonteCarlo, Simulation, Simulations
from overthink.search.subject import has_chance, rule_for, subject_of
from overthink.search.subjects.subject import Subject

ESTIMATED_LEAVES = 10**11  # from which on the time of a compiled search is estimated
ESTIMATED_PYTHON_LEAVES = 10**6  # from which on that of a search in Python is
QUICK_SECONDS = 20.0  # searches that take longer are announced,
MOMENT_SECONDS = 1.2  # after they were tried for a moment
MOST_SECONDS = 3_600.0  # seconds that a command would wait
TRIAL_SECONDS = 0.3  # seconds that the last of the shallower searches may take
NODES_A_SECOND = 2e7  # nodes a second of compiled searches, roughly
FORECASTS: set[tuple[type, str, str, int]] = set()  # games, rules, searches and depths whose time was told
SAMPLE_GAMES = 20  # random games that show how long a game lasts
DAYS_A_YEAR, LOG_SECONDS_A_YEAR = 365.25, 7.5  # days, and the logarithm of seconds


class TooLongError(OverthinkError, UserWarning):
    """A warning that a search will hardly end. A command refuses it."""


def decide(
    subject: TreeOrGame,
    state: State = None,
    *,
    rule: str | Rule | None = None,
    search: str = "full-width",
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    ties: bool = True,
    evaluations: int | None = None,
    **monte_carlo: Unpack[Simulations],
) -> Decision:
    """The best moves at the root of a tree, or in a state of a game, looking `depth` plies ahead.

    Args:
        subject: The tree or the game.
        state: The position, the start if None; on a tree of many roots, the root's number.
        rule: Its name or an `ot.Rule`; by default minimax, or minimin or maximax if one player pays for moves.
        search: A name of `ot.SEARCHES`, "uct" or "best-first". With "uct", a tree grows by simulations in place of a
            depth, and the rule is the mean if none is given.
        depth: Plies to look ahead.
        evaluate: `evaluate(state)` gives a value to Max, or a value and the probability that it is wrong. Without
            it, a new position of "uct" is worth the result of a random game.
        error: That probability, for an evaluator that gives none.
        ties: With `ties=False` a search that prunes gives one best move, not all that tie with it: in five board games
            it then visits 6 to 32% fewer nodes, and an eighth of them in Dots and Boxes, where most moves tie.
        evaluations: With `search="best-first"`, how many `ot.best_first` may make.
        simulations: How many, with `search="uct"`, as are the next five.
        exploration: Weighs what was rarely tried; 1 by default.
        final: The move is chosen by "value", the default, or by "visits".
        solver: True keeps what is proven won or lost.
        win: The utility of a won game, for the solver; 1 by default.
        seed: The same one gives the same tree.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> print(ot.decide(tree, rule="emm", depth=2))
    best move 0   value 1   error 0.091   depth 2   7 nodes (3 internal, 4 frontier, 0 terminal)
     *        0   value 1   error 0.1
              1   value -1   error 0.09
    """
    check_effort(search, evaluations, depth)
    if search == UCT:
        require(depth is None, "The search 'uct' has no depth. Give simulations= instead.")
        return by_simulation(subject, state, rule_named(rule or MEAN), evaluate, error, **monte_carlo)
    if evaluations is not None:
        return best_first(subject, state, evaluations=evaluations, evaluate=evaluate, error=error, rule=rule)
    require(not monte_carlo, f"{', '.join(monte_carlo)} is for search='uct', not for '{search}'.")
    require(depth is not None, f"The search '{search}' needs a depth: how many plies to look ahead.")
    rule = rule_named(rule or rule_for(subject, state))
    found = search_named(search, rule, UCT, BEST_FIRST)
    depth = parse_depth(depth)
    position = subject_of(subject, state, rule, depth, evaluate, error)
    check_opinions(subject, position, depth)
    many = max(2, len(position.moves)) ** depth > (ESTIMATED_LEAVES if position.compiled else ESTIMATED_PYTHON_LEAVES)
    if many and not isinstance(subject, Tree) and (quick := try_first(subject, position, rule, found, depth, ties)):
        return quick
    if not rule.sums_depths:
        return search_to(position, rule, found, depth, ties)
    votes = add_scores([search_to(position, rule, found, ply, ties) for ply in range(1, depth + 1)])
    check_decision(votes, position, rule)
    return votes


def by_simulation(
    subject: TreeOrGame,
    state: State,
    rule: Rule,
    evaluate: Evaluate | None,
    error: float,
    **monte_carlo: Unpack[Simulations],
) -> Decision:
    """The best moves by Monte Carlo search."""
    if "simulations" not in monte_carlo:
        raise OverthinkError("The search 'uct' needs a number of simulations: simulations=1000, for example.")
    if has_chance(subject) and rule is not MEAN:
        raise OverthinkError(f"The rule '{rule.name}' does not say what chance makes of its outcomes. Use 'mean'.")
    settings = MonteCarlo(**monte_carlo)
    pays = settings.solver and rule_for(subject, state).goal
    require(not pays, "solver=True keeps who wins, and here one player pays for moves. Leave it out.")
    simulation = Simulation(subject_of(subject, state, rule, 0, evaluate, error), rule, settings)
    simulation.advance(settings.simulations)
    return simulation.decision()


@dataclass(frozen=True)
class Forecast:
    """A search to `reached` takes `base` seconds, and each further ply `growth` times as long as the one before."""

    depth: int  # that is wanted, or after which games are over
    reached: int
    base: float
    growth: float
    speed: float = NODES_A_SECOND  # nodes a second

    @property
    def seconds(self) -> float:
        """The time that the search will take."""
        return math.pow(10.0, min(self._logarithm, 300.0))

    @property
    def _logarithm(self) -> float:
        return math.log10(self.base) + (self.depth - self.reached) * math.log10(self.growth)

    def deepest(self, seconds: float) -> int:
        """The greatest depth that takes at most this many seconds."""
        if self.growth <= 1.0:
            return self.depth
        return max(1, self.reached + math.floor(math.log(seconds / self.base) / math.log(self.growth)))

    @property
    def time(self) -> str:
        """The time, for people."""
        minutes, days = self.seconds / 60.0, self.seconds / 86_400.0
        if minutes < 2.0:
            return f"{self.seconds:.0f} seconds"
        if minutes < 120.0:
            return f"{minutes:.0f} minutes"
        if days < 700.0:
            return f"{24.0 * days:.0f} hours" if days < 2.0 else f"{days:.0f} days"
        return (
            f"{days / DAYS_A_YEAR:,.0f} years"
            if days < 1e8
            else f"10^{math.floor(self._logarithm - LOG_SECONDS_A_YEAR)} years"
        )


def forecast_at(position: Subject, rule: Rule, search: Search, depth: int) -> Forecast:
    """Forecast a search of a position that is bound already."""
    plain = replace(position, compiled=False)  # compiling would take longer than all of this
    if not position.opinions:  # the search that is wanted may see every game to its end, the trials do not
        even = {word: lambda *_: 0.0 for word in ("static", "static_error", "doubt")}
        plain = replace(plain, names={**plain.names, **even}, opinions=True)
    counts = [1.0]
    seconds = 0.0
    growth = 1.0
    first = time.perf_counter()
    for trial in range(1, depth + 1):
        begun = time.perf_counter()
        with np.errstate(over="ignore"):  # hashes wrap
            decision, _ = look_at(plain, rule, search, trial, True, ENDLESS_NODES)
        seconds = time.perf_counter() - begun
        counts.append(float(decision.nodes.total))
        if decision.nodes.frontier == 0:  # the game is seen to its end
            growth = 1.0
            break
        growth = math.sqrt(counts[-1] / counts[-3]) if trial > 1 else counts[-1]
        if seconds * growth > TRIAL_SECONDS or begun - first > MOMENT_SECONDS:
            break
    ends = len(counts) - 1 if growth == 1.0 else max(len(counts) - 1, _longest(plain, depth))
    speed = NODES_A_SECOND if position.compiled else counts[-1] / max(seconds, 1e-9)
    return Forecast(min(depth, ends), len(counts) - 1, max(counts[-1] / speed, 1e-9), max(growth, 1.0), speed)


def _longest(position: Subject, most: int) -> int:
    """The plies of the longest of a few random games, at most this many: a search does not look beyond their end."""
    draw = random.Random(0)
    longest = 0
    for _ in range(SAMPLE_GAMES):
        state = position.state
        plies = 0
        with np.errstate(over="ignore"):
            while plies < most and (moves := int(position.ask("count", state))):
                state, plies = position.ask("child", state, draw.randrange(moves)), plies + 1
        longest = max(longest, plies)
    return longest


def try_first(game: object, position: Subject, rule: Rule, search: Search, depth: int, ties: bool) -> Decision | None:
    """The decision, if a moment is enough. Otherwise None, with a warning if the search may take long: once of each
    kind. A forecast may be far too long where games end early."""
    kind = type(game), rule.name, search.name, depth
    if kind in FORECASTS:
        return None
    ahead = forecast_at(position, rule, search, depth)
    if ahead.seconds > QUICK_SECONDS:
        if not position.compiled and not rule.sums_depths:
            decision, finished = look_at(position, rule, search, depth, ties, int(MOMENT_SECONDS * ahead.speed))
            if finished:
                return decision
        faster = ', or use search="alpha-beta"' if (rule.name, search.name) == ("minimax", "full-width") else ""
        warnings.warn(
            f"A search to depth {depth} may take about {ahead.time} here. Give a smaller depth, such as "
            f"{ahead.deepest(QUICK_SECONDS)}{faster}.",
            TooLongError if ahead.seconds > MOST_SECONDS else UserWarning,
            stacklevel=3,
        )
    FORECASTS.add(kind)
    return None
