"""The settings of an examination, read and checked: knob, time, processes, rules, default depths and positions; and how
they are fitted to a budget.

With a budget, how long an evaluation takes decides how deep the searches go, how the positions are made and how much
the truth costs. Without one, nothing is timed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from overthink.core.checked import is_chance, mover_of, moves_of, parse_depths, play_of
from overthink.core.errors import OverthinkError, require, shown
from overthink.core.game import Evaluate
from overthink.doctor.record import EXPECTIMAX, MINIMAX, ONE_PLAYER, PLAYER, AnyGame, State, TruthSource, UserPlayer
from overthink.measure.judgement import DEPTH, Knob, Value
from overthink.rules import Rule, rule_named
from overthink.search.subjects.bind import has_chance

MOST_VALUES = 50  # of a knob; intervals for so many pairs see nothing
MOST_REPEATS = 1000  # times that a position is asked; it takes longer
BOTH = "Give depths or a knob, not both: depths are the values of the knob 'depth'."
WRITE = 'Write it like ("simulations", (10, 100, 1000)), or simulations=10,100,1000 in a command.'
SAMPLE, MAKE, EXAMINE, CONCLUDE = 0.1, 0.35, 0.6, 0.95  # of the budget: when each of these is over
DEEPEST = 6  # by default; it takes longer
LEAVES = 1_500  # of one search that is fast; it takes longer, as for the next five
POSITIONS, FEWEST_MADE = 1_000, 200  # by default; with half as many, 3 points are seen and 2 are not
JUDGED, FEWEST_JUDGED = 300, 60  # positions if another search judges each of them, which is slow
JUDGING = 100_000  # leaves of such a search
JUDGING_ALL = 20_000_000  # leaves of such searches of all positions
WORK = 200_000  # leaves of the deepest searches of all positions
PRUNED_PLIES = 0.75  # alpha-beta sees about b ** (0.75 * depth) leaves
BRANCHING_SAMPLE = 50  # positions whose moves are counted; slow games begin later
MOVERS_SAMPLE = 20  # positions in which the doctor looks who moves; slow games begin later
FEWEST_FIT = 16  # positions that should fit into the budget; doubled, depths are left out sooner
SEARCH_SHARE, TRUTH_SHARE, PLAY_SHARE = 0.3, 0.2, 0.1  # of the time; doubled, a budget is passed
TIMED_POSITIONS, TIMING_SHARE = 8, 0.03  # to time an evaluation, and of the time for it; less is left
CHEAPER_TIMES = 4.0  # as fast is a cheaper evaluator; doubled, too many depths are tried in a budget
PLAYED_PLIES = 60  # of sensible play to a position, roughly; doubled, play is random where there was time


def parse_knob(knob: Any) -> Knob:
    """A knob from a `Knob`, or from its name and values. The values are sorted, and each is kept once."""
    if isinstance(knob, Knob):
        knob = knob.name, knob.values
    fine = isinstance(knob, Sequence) and not isinstance(knob, str) and len(knob) == 2
    require(fine, f"A knob has a name and values, not {{}}. {WRITE}", knob)
    name, values = knob
    require(isinstance(name, str) and name.strip(), f"The name of a knob is a word, not {name!r}. {WRITE}")
    listed = isinstance(values, Iterable) and not isinstance(values, str)
    require(listed, f"The knob '{name}' needs a list of values, not {shown(values)}. {WRITE}")
    name = name.strip()
    if name == DEPTH:
        return Knob(DEPTH, tuple(parse_depths(values, 2)))
    some = list(islice(values, MOST_VALUES + 1))
    require(len(some) <= MOST_VALUES, f"The knob '{name}' has more than {MOST_VALUES} values. Give fewer.")
    wanted = sorted({_number(name, value) for value in some})
    require(len(wanted) > 1, f"Give at least two values of {name}, to compare them.")
    return Knob(name, tuple(wanted))


def parse_turned_knob(knob: Any, depths: Any, rules: Any, player: Any) -> Knob | None:
    """What the user turns: depth or another knob, which only a player has; None if the doctor chooses depths."""
    require(depths is None or knob is None, BOTH)
    if knob is None:
        return None if depths is None else Knob(DEPTH, tuple(parse_depths(depths, 2)))
    turned = parse_knob(knob)
    name, plies = turned.name, turned.plies
    needs = f"The knob '{name}' needs a player: a function of a position and a value of {name}."
    require(plies or player is not None, f"{needs} A plain search has only depths.")
    require(plies or rules is None, f"Rules are searched to a depth. With the knob '{name}', leave out the rules.")
    return turned


def check_repeats(repeats: Any, player: Any) -> None:
    """How often each position is asked."""
    whole = isinstance(repeats, int) and not isinstance(repeats, bool)
    fine = whole and 1 <= repeats <= MOST_REPEATS
    require(fine, f"Each position is asked 1 to {MOST_REPEATS:,} times; {repeats!r} was given.")
    once = repeats == 1 or player is not None
    require(once, "Only a player can answer differently each time: --repeats needs --player.")


def read_knob(text: str) -> Knob:
    """A knob as it stands in a command: simulations=10,100,1e3, or depth=1-4."""
    name, _, values = text.partition("=")
    both = name.strip() and values.strip()
    require(both, f"--knob takes NAME=VALUES, such as simulations=10,100,1e3, not '{text}'.")
    if name.strip() == DEPTH:
        return parse_knob((DEPTH, [depth for part in values.split(",") for depth in _span(part)]))
    return parse_knob((name, [part.strip() for part in values.split(",")]))


def _span(part: str) -> Iterable[int]:
    """Whole numbers from a part of a list: 3, or 1-4."""
    ends = part.split("-")
    fine = len(ends) < 3 and all(end.strip().isdecimal() for end in ends)
    require(fine, f"'{part}' is not a depth. Write depth=1-4 or depth=1,3,5.")
    return range(int(ends[0]), int(ends[-1]) + 1)


def _number(name: str, value: Any) -> Value:
    """A value of a knob. A whole number stays whole, also if it is written like 1e3."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    fine = math.isfinite(number) and number >= 0 and not isinstance(value, bool)
    require(fine, f"A value of {name} is a number, 0 or more, not {shown(value)}. {WRITE}")
    return int(number) if number.is_integer() else number


class Limits:
    """Deadlines on the clock `time.monotonic`, or None without a budget: a share of it for each part of the work."""

    def __init__(self, budget: Any):
        number = isinstance(budget, int | float) and not isinstance(budget, bool)
        fine = budget is None or (number and math.isfinite(budget) and budget > 0)
        require(fine, f"A budget is a number of seconds, more than 0; {budget!r} was given.")
        self.begun = begun = time.monotonic()
        self.sampled, self.made, self.examined, self.over = (
            begun + share * float(budget) if budget is not None else None for share in (SAMPLE, MAKE, EXAMINE, CONCLUDE)
        )

    @property
    def now(self) -> float:
        return time.monotonic()

    @property
    def early(self) -> bool:
        """Whether most of the time is left."""
        return self.over is None or self.left > 0.75 * (self.over - self.begun)

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return math.inf if self.over is None else self.over - time.monotonic()


def branching(game: AnyGame, states: Sequence[State]) -> float:
    """The mean number of positions one move later, over the first few states, with all outcomes of chance."""
    return float(np.mean([following(game, state) for state in states[:BRANCHING_SAMPLE]]))


def following(game: AnyGame, state: State) -> int:
    """The number of positions one move later, with all outcomes of chance."""
    children = [game.play(state, move) for move in moves_of(game, state)]
    return sum(len(moves_of(game, child)) if is_chance(game, child) else 1 for child in children)


def leaves(b: float, depth: int, pruned: bool) -> float:
    """Roughly the number of leaves of one search."""
    return max(1.0, b) ** (PRUNED_PLIES * depth if pruned else depth)


def usual_depths(b: float, pruned: bool, further: int = 0) -> range:
    """From 1 to the greatest depth that is still fast, and that another search, `further` plies deeper, can judge."""

    def fast(depth: int) -> bool:
        judged = not further or leaves(b, depth + further, pruned) <= JUDGING
        return judged and leaves(b, depth, pruned) <= LEAVES

    return range(1, max(filter(fast, range(2, DEEPEST + 1)), default=2) + 1)


def usual_positions(b: float, deepest: int, pruned: bool, work: float) -> int:
    """The default number of positions: fewer if a search is slow, or the truth, which sees `work` leaves in each."""
    number = min(POSITIONS, max(FEWEST_MADE, WORK / leaves(b, deepest, pruned)))
    return int(min(number, JUDGED, max(FEWEST_JUDGED, JUDGING_ALL / work)) if work else number)


class ExaminedRules(NamedTuple):
    """What is examined in a game."""

    names: list[str]  # of everything, the player first
    own: Mapping[str, Rule]  # the user's own rules
    goal: int  # the one player who makes all moves (+1 or -1), or 0 if there are two


def rules_of(
    game: AnyGame, given: Any, player: UserPlayer | None, evaluate: Evaluate | None, states: Sequence[State]
) -> ExaminedRules:
    """The rules that the user gave, or the usual one of the game, with the player if there is one."""
    kinds = ((player, "A player", "a position and a depth"), (evaluate, "An evaluator", "a position"))
    for thing, kind, given_to in kinds:
        name = getattr(thing, "__name__", "")
        lower = kind.split()[1]
        require(not isinstance(thing, type), f"Give the {lower} {name}(…), an object, not its class.")
        require(thing is None or callable(thing), f"{kind} is a function of {given_to}, not {{}}.", thing)
    chance = has_chance(game)
    goal = one_player(game, states)
    usual = EXPECTIMAX if chance else ONE_PLAYER.get(goal, MINIMAX)
    wanted = [usual] if given is None else _list_rules(given)
    own_rules = {rule.name: rule for rule in wanted if isinstance(rule, Rule)}
    names = [EXPECTIMAX if chance and rule == EXPECTIMAX else rule_named(rule).name for rule in wanted]
    fits = not chance or names == [EXPECTIMAX]
    require(fits, f"The rule '{names[0]}' cannot be used in a game with chance. Use '{EXPECTIMAX}'.")
    require(len(set(names)) == len(names), "A rule is given twice. Give each rule once.")
    for name in names if not chance else ():
        rule = rule_named(own_rules.get(name, name))
        rule.check_players({goal} if goal else {1, -1}, bool(goal) and hasattr(game, "cost"))
    if player is not None:
        names = [PLAYER, *(names if evaluate is not None else [])]
    return ExaminedRules(names, own_rules, goal)


def one_player(game: AnyGame, states: Sequence[State]) -> int:
    """The player who makes all moves, as far as can be seen from some positions and the moves in them; else 0."""
    if has_chance(game):
        return 0
    near = list(states[:MOVERS_SAMPLE])
    try:
        near += [play_of(game, state, move) for state in near for move in moves_of(game, state)]
        movers = {mover_of(game, state) for state in near if len(moves_of(game, state))}
    except OverthinkError:  # the game fails in some position: the examination will name it
        return 0
    return movers.pop() if len(movers) == 1 else 0


def _list_rules(given: Any) -> list[str | Rule]:
    rules = [given] if isinstance(given, str | Rule) else list(given) if isinstance(given, Iterable) else []
    require(rules, "Give at least one rule.")
    strange = [rule for rule in rules if not isinstance(rule, str | Rule)]
    require(not strange, "A rule is a name or an ot.Rule, not {}.", *strange[:1])
    return rules


@dataclass(frozen=True)
class Fit:
    """The time that is left on all processes, and what one evaluation takes; both infinite and zero without a
    budget."""

    left: float  # seconds, of all processes together
    evaluation: float  # seconds
    b: float
    pruned: bool

    @property
    def each(self) -> float:
        """Seconds for the searches of one position."""
        return SEARCH_SHARE * self.left / FEWEST_FIT

    def evaluator(self, evaluate: Evaluate | None, wanted: Knob) -> tuple[Evaluate | None, Fit]:
        """A cheaper evaluator, if it offers one and two depths would not fit otherwise; and what then fits."""
        costs = math.fsum(self.evaluation * leaves(self.b, int(depth), self.pruned) for depth in wanted.values[:2])
        cheaper = getattr(evaluate, "cheaper", None)
        other: Evaluate | None = cheaper() if cheaper and costs > self.each else None
        if other is None or not wanted.plies:
            return evaluate, self
        return other, replace(self, evaluation=self.evaluation / CHEAPER_TIMES)

    def affordable(self, game: AnyGame, evaluate: Evaluate, states: list[State], knob: Knob) -> list[State]:
        """The positions that are examined: all, if the first few would fit; otherwise those whose searches do, and a
        few at least, the cheapest."""
        if not knob.plies or not self.evaluation:
            return states
        costs = list[float]()
        until = time.perf_counter() + TIMING_SHARE * self.left
        for state in states:
            begun = time.perf_counter()
            with suppress(Exception):  # the examination names what fails
                evaluate(state)
            took = time.perf_counter() - begun
            b = following(game, state)
            costs.append(took * math.fsum(leaves(b, int(depth), self.pruned) for depth in knob.values))
            if time.perf_counter() > until:
                break
        if math.fsum(costs[:FEWEST_FIT]) <= self.each * min(FEWEST_FIT, len(costs)):
            return states
        order = sorted(range(len(costs)), key=costs.__getitem__)
        fits = [number for number, cost in enumerate(costs) if cost <= self.each]  # in the order of the positions
        return [states[number] for number in dict.fromkeys([*fits, *order[:FEWEST_FIT]])]

    def depths(self, wanted: Knob) -> Knob:
        """The depths that fit, at least two."""
        if not wanted.plies or not self.evaluation:
            return wanted
        each = self.each
        spent = 0.0
        kept = list[float]()
        for depth in wanted.values:
            spent += self.evaluation * leaves(self.b, int(depth), self.pruned)
            if spent > each and len(kept) >= 2:
                break
            kept.append(depth)
        return Knob(DEPTH, tuple(kept))

    @property
    def sensible(self) -> bool:
        """Whether there is time for a search of one ply at each move that leads to a position."""
        return FEWEST_FIT * PLAYED_PLIES * self.b * self.evaluation <= PLAY_SHARE * self.left

    def truth(self, source: TruthSource, state: State) -> TruthSource:
        """A truth that can be made cheaper takes no more than its share of the time."""
        cheaper = getattr(source, "within", None)
        return cheaper(TRUTH_SHARE * self.left / FEWEST_FIT, state) if cheaper and self.evaluation else source


def fit_to(
    limits: Limits, jobs: int | None, evaluate: Evaluate | None, states: Sequence[State], b: float, pruned: bool
) -> Fit:
    """Time a few evaluations, if there is a budget."""
    if limits.over is None or evaluate is None:
        return Fit(float("inf"), 0.0, b, pruned)
    begun = time.perf_counter()
    asked = 0
    for state in states[:TIMED_POSITIONS]:
        with suppress(Exception):  # the examination names what fails
            evaluate(state)
        asked += 1
        if time.perf_counter() - begun > TIMING_SHARE * limits.left:
            break
    return Fit(limits.left * (jobs or 1), (time.perf_counter() - begun) / asked, b, pruned)
