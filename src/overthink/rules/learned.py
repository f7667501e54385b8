"""Learned odds: the product rule on graded evaluations; what it takes for granted is learned from labelled positions.

Three things are learned. How likely a win is at each evaluation: a logistic curve, the calibration. At each height, how
far to trust the odds of the search: a weight and a shift of their logarithm. And how much the node's own evaluation
adds to them there: its weight. `overthink.measure.learning` learns them; here is the rule, and the file that keeps it.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import counted, parse_file_name, read_file, require, write_file
from overthink.core.identity import identity
from overthink.core.notebook import table
from overthink.core.plain import Fields, Tabular
from overthink.core.vocabulary import settle as search_alone
from overthink.rules.product import (
    MESSAGE,
    STEPS,
    Opinion,
    add,
    aggregate,
    likelier,
    loss_probability,
    score,
    start,
    terminal,
    win_probability,
)
from overthink.rules.rule import Rule

FORMAT = 1
SHIFT = 0.0
SLOPE = 1.0
LOW = -math.inf
HIGH = math.inf
HEIGHTS = np.array([[0.0, 1.0, 0.0]])  # a shift, the weight of the search, that of the node's own evaluation


@kernel
def chance(log_odds: float) -> float:
    """The probability of what has these odds, without a number that is too large."""
    if log_odds >= 0.0:
        return 1.0 / (1.0 + math.exp(-log_odds))
    return math.exp(log_odds) / (1.0 + math.exp(log_odds))


@kernel
def calibrate(static: float) -> float:
    """The logarithm of the odds of a win at this evaluation. Beyond what was seen, that of the nearest one seen."""
    return SHIFT + SLOPE * min(max(static, LOW), HIGH)


@kernel
def frontier(static: float, static_error: float) -> Opinion:
    """The evaluation of a leaf as a value and its error, by the learned curve."""
    own = calibrate(static)
    return likelier(chance(own), chance(-own))


@kernel
def settle(message: Opinion, static: float, static_error: float, remaining: int) -> Opinion:
    """The learned mixture, for this height, of the odds of the search and of the node's own evaluation."""
    won = win_probability(message)
    lost = loss_probability(message)
    if won == 0.0 or lost == 0.0:  # the search sees the end
        return message
    row = min(remaining, len(HEIGHTS)) - 1
    odds = HEIGHTS[row, 0] + HEIGHTS[row, 1] * math.log(won / lost) + HEIGHTS[row, 2] * calibrate(static)
    return likelier(chance(odds), chance(-odds))


@dataclass(frozen=True)
class Height:
    """What was learned for nodes with this many plies searched below them."""

    shift: float
    search: float  # the weight of the search's odds
    own: float  # the weight of the node's own evaluation


@dataclass(frozen=True)
class Learning:
    """Everything that was learned, from what."""

    game: str  # the game that it was learned in, by a text that identifies it
    evaluator: str  # the evaluator that it was learned for, in the same way
    positions: int  # how many labelled positions there were
    needs: int  # positions, for a slope of the calibration that is known within a tenth
    shift: float  # of the calibration: the logarithm of the odds of a win at an evaluation of 0
    slope: float  # of the calibration: what a unit of evaluation adds to it
    error: float  # of the slope: its standard error
    low: float  # the least evaluation seen, to the player to move
    high: float  # the greatest evaluation seen
    heights: tuple[Height, ...]  # of nodes with 1, 2, … plies searched below them; none: the plain product rule


@dataclass(frozen=True, eq=False, repr=False)
class LearnedRule(Rule, Tabular):
    """A rule that `ot.learn` made. `print` says what it learned; `save` writes it to a file. `learning`: what was
    learned. The other fields are those of `ot.Rule`.

    >>> isinstance(ot.RULES["minimax"], ot.LearnedRule)
    False
    """

    learning: Learning | None = None

    def __str__(self) -> str:
        known = self.learned
        lines = [
            f"{self.name}: learned from {counted(known.positions, 'position')}; {self._enough()}",
            f"  game         {known.game}",
            f"  evaluator    {known.evaluator}",
            f"  calibration  odds of a win = exp({known.shift:.3g} + {known.slope:.3g} x), the slope ± "
            f"{1.96 * known.error:.2g}; evaluations x from {known.low:.3g} to {known.high:.3g} were seen",
        ]
        if not known.heights:
            return "\n".join([*lines, "  At every height it is the product rule."])
        lines.append("  height  weight of the search  of the own evaluation  shift")
        lines += [
            f"  {number:6}  {height.search:20.2f}  {height.own:21.2f}  {height.shift:5.2f}"
            for number, height in enumerate(known.heights, 1)
        ]
        return "\n".join([*lines, f"  Above height {len(known.heights)} it does as at that height, which is a guess."])

    @property
    def learned(self) -> Learning:
        """What was learned, and from what."""
        assert self.learning
        return self.learning

    def _enough(self) -> str:
        known = self.learned
        if known.needs <= known.positions:
            return f"enough: about {known.needs:,} are needed to know the slope of the calibration within a tenth"
        return f"about {known.needs:,} are needed to know the slope of the calibration within a tenth"

    def rows(self) -> list[Fields]:
        """What was learned at each height."""
        return [{"height": number, **asdict(height)} for number, height in enumerate(self.learned.heights, 1)]

    def _repr_html_(self) -> str:
        return table(self.rows(), str(self).splitlines()[0])

    def check_subject(self, game: object, evaluate: object) -> None:
        """Refuses another game or evaluator than those it was learned on."""
        for thing, kind in ((game, "game"), (evaluate, "evaluator")):
            known = getattr(self.learned, kind)
            learned = f"The rule '{self.name}' was learned for the {kind} {known}"
            same = _identify(thing) == known
            require(same, f"{learned}, and this is {_identify(thing)}. Learn it again for this {kind}.")

    def save(self, file: str | Path) -> None:
        """Writes the rule to a file, which `ot.load_rule`, `rule="FILE.json"` and `--rule FILE.json` read."""
        path = parse_file_name("A rule", file, ".json")
        kept = {"overthink rule": FORMAT, **asdict(self.learned)}
        write_file(path, json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


_KNOWN: dict[int, tuple[object, str]] = {}  # by id, with the object, so that no id is used twice


def _identify(thing: object) -> str:
    if thing is None:
        return "none"
    if id(thing) not in _KNOWN:
        _KNOWN[id(thing)] = thing, identity(thing)
    return _KNOWN[id(thing)][1]


def odds_rule(name: str, learning: Learning) -> LearnedRule:
    """The rule of what was learned."""
    words = {"SHIFT": learning.shift, "SLOPE": learning.slope, "LOW": learning.low, "HIGH": learning.high}
    own_say = search_alone
    added = ""
    if learning.heights:
        heights = np.array([[height.shift, height.search, height.own] for height in learning.heights])
        own_say = settle.bind(HEIGHTS=heights, **words)
        added = "log odds ← shift + weight × log odds + weight × log odds of the own evaluation"
    return LearnedRule(
        name,
        f"product rule on learned odds, from {counted(learning.positions, 'position')}",
        "Overthink",
        *(start, add, aggregate),
        settle=own_say,
        frontier=frontier.bind(**words),
        terminal=terminal,
        score=score,
        message=MESSAGE,
        label=Path(name).stem,
        fold=("won", "lost"),
        steps=STEPS._replace(settle=added),
        learning=learning,
    ).of_family("tempered" if all(height.search == 1.0 for height in learning.heights) else "")


def load_rule(file: str | Path) -> LearnedRule:
    """The rule in a file that `save` wrote. The file is its name. `file`: its path.

    >>> ot.load_rule("nowhere.json")
    Traceback (most recent call last):
    overthink.core.errors.OverthinkError: nowhere.json cannot be read (No such file or directory).
    """
    return _load(str(file), read_file(Path(file)))


@lru_cache
def _load(name: str, content: bytes) -> LearnedRule:
    """One object for a file, so that it is compiled once."""
    try:
        kept = json.loads(content)
        version = kept.pop("overthink rule")
        heights = tuple(Height(**height) for height in kept.pop("heights"))
        learning = Learning(heights=heights, **kept)
        numbers = [learning.shift, learning.slope, learning.low, learning.high]
        numbers += [number for height in heights for number in (height.shift, height.search, height.own)]
        whole = all(map(math.isfinite, numbers))
    except (ValueError, KeyError, TypeError, AttributeError):
        whole = False
        version = FORMAT
    require(whole, f"{name} is not a rule that Overthink saved.")
    require(version == FORMAT, f"{name} was written by another version of Overthink. Learn the rule again.")
    return odds_rule(name, learning)
