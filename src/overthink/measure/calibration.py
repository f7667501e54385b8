"""From what an evaluator gives to probabilities, learned on labelled positions, and how well that works on others.

Three maps are tried: a *temperature* (the log-odds times one number), a *logistic* curve (and a shift), and an
*isotonic* one (any that rises). Each is learned on one half of the positions and tried on the other, both ways; the
simplest that is not clearly worse than the best is taken. The expected calibration error is the mean distance, over ten
bins of equal size, between the probability that was said and the share of wins that was seen. A draw is half a win.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.checked import check_game, check_kind, evaluations_of, mover_of, moves_of
from overthink.core.errors import Unchecked, counted, require
from overthink.core.estimate import Estimate
from overthink.core.game import Evaluate, Game
from overthink.core.grow import state_key
from overthink.core.kinds import Column, Context, State
from overthink.core.plain import Result, Row
from overthink.core.vocabulary import mover
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.measure.learning import Truth, labels_of, logistic, spread_of
from overthink.search.solving.listing import parse_states

FEWEST_CALIBRATED = 100  # positions: ten for each bin
BINS = 10
DRAWS = 400  # of a bootstrap: twice as many take twice as long
TABLE_CELLS = 1024  # of the table that a calibrated evaluator reads, and as many where its values lie
SHARES = np.linspace(0.0, 1.0, TABLE_CELLS + 1)
WORST_ERROR = 0.1  # an error of the probabilities beyond which they are not called so
LEAST_DIFFERENCE = 0.02  # the least difference between its probabilities
BY_CHANCE = 2.0  # standard errors of what evaluations add to who is to move, on held-out positions
CERTAIN_MARGIN = 1e-6  # how near to 0 or 1 a probability comes
Map = Callable[[Column], Column]


@kernel
def opinion(context: Context, state: State) -> float:
    """The evaluator's number; a calibrated evaluator binds its own."""
    return 0.0


@kernel
def calibrated_static(context: Context, state: State) -> float:
    """The probability of a win less that of a loss, to Max, between the two nearest entries of the table."""
    given, expected, centre = context[2], context[3], context[4][0]
    me = mover(context[0], state)
    value = me * (opinion(context[1], state) - centre)
    low = 0
    high = len(given) - 1
    while high - low > 1:
        middle = (low + high) >> 1
        if given[middle] <= value:
            low = middle
        else:
            high = middle
    part = min(max((value - given[low]) / (given[high] - given[low]), 0.0), 1.0)
    return float(me * (expected[low] + (expected[high] - expected[low]) * part))


@kernel
def calibrated_error(context: Context, state: State) -> float:
    """The probability that the sign of the calibrated value is wrong."""
    return 0.5 * (1.0 - abs(calibrated_static(context, state)))


@dataclass(frozen=True, eq=False)
class CalibratedEvaluator:
    """An evaluator whose values are probabilities of a win less those of a loss, by a table."""

    game: Game[State]
    inner: Evaluate
    given: Column  # what the evaluator gives, less its centre, to the player to move, in rising order
    expected: Column  # what that is worth
    centre: float  # what it gives where nobody is ahead

    def __call__(self, state: State) -> tuple[float, float]:
        value, error = self.many([state])[0].tolist()
        return value, error

    def many(self, states: Sequence[State]) -> Column:
        """float64[states, 2]: the value to Max, and the probability that it is wrong."""
        side = np.array([mover_of(self.game, state) for state in states])
        value = raw_values(self.inner, states, side)[0] - side * self.centre
        low = np.clip(np.searchsorted(self.given, value, side="right") - 1, 0, len(self.given) - 2)
        part = np.clip((value - self.given[low]) / (self.given[low + 1] - self.given[low]), 0.0, 1.0)
        values = side * (self.expected[low] + (self.expected[low + 1] - self.expected[low]) * part)
        return np.stack([values, 0.5 * (1.0 - np.abs(values))], axis=1)


@dataclass(frozen=True, eq=False)
class CalibratedKernel(KernelEvaluator):
    """The same for a game of kernels: searches run compiled."""

    plain: CalibratedEvaluator = field(kw_only=True)

    @property
    def context(self) -> Context:
        inner: Any = self.plain.inner
        return self.game.context, inner.context, *self.tables

    def __call__(self, state: State) -> tuple[float, float]:
        self.game.check(state)
        return self.plain(state)

    def many(self, states: Sequence[State]) -> Column:
        return self.plain.many(states)


@dataclass(frozen=True, eq=False, repr=False)
class Calibration(Result):
    """What `ot.calibrate` found. `print` says how well the evaluator is calibrated; `evaluator` is the evaluator with
    probabilities, unless they are not known well enough to be called so; `rows` has the reliability diagram.

    Attributes:
        method: "temperature", "logistic" or "isotonic".
        positions: Labelled ones.
        error: The expected calibration error on positions that were not learned from.
        by_chance: What a perfect evaluator would show with as many.
        before: The error of the probabilities that the evaluator states itself, if it does.
        losses: Of each method, on the same positions.
        doubt: Why the numbers are not called probabilities; empty if they are.

    >>> game = ot.ConnectFour(4, 4)
    >>> states = [game.random_start(number, 4 + number % 6) for number in range(200)]
    >>> found = ot.calibrate(game, ot.line_difference(game), states, lambda state: state[0] % 3 - 1)
    >>> isinstance(found, ot.Calibration), found.doubt  # truths that have nothing to do with the game
    (True, 'the evaluator does not tell won positions from lost ones.')
    """

    method: str
    positions: int
    error: Estimate
    by_chance: float
    before: Estimate | None
    losses: dict[str, float]
    bins: tuple[Row, ...]  #: of the reliability diagram
    doubt: str
    made: Any = field(repr=False)  #: the evaluator with probabilities

    @property
    def evaluator(self) -> Any:
        """The calibrated evaluator: a value to Max in [-1, 1], and the probability that it is wrong."""
        require(not self.doubt, f"These numbers are not called probabilities: {self.doubt}")
        return self.made

    def rows(self) -> list[Row]:
        """The reliability diagram: what was said, and how often it was won, in ten bins of equal size."""
        return list(self.bins)

    def as_dict(self) -> Row:
        """What was found, as plain numbers."""
        known = {name: getattr(self, name) for name in ("method", "positions", "by_chance", "losses", "doubt")}
        errors = {"error": self.error.as_dict(), "before": self.before.as_dict() if self.before else None}
        return {**known, **errors, "bins": self.rows()}

    def __str__(self) -> str:
        lines = [
            f"{self.method}, learned from {counted(self.positions, 'position')}: expected calibration error "
            f"{self.error.mean:.3f} [{self.error.low:.3f}, {self.error.high:.3f}] on positions that were held out; "
            f"chance alone shows {self.by_chance:.3f}."
        ]
        if self.before:
            own = self.before
            lines.append(f"Its own probabilities: {own.mean:.3f} [{own.low:.3f}, {own.high:.3f}].")
        lines.append(f"Not called probabilities: {self.doubt}" if self.doubt else "Its numbers are now probabilities.")
        lines.append("  said    won   95% interval      n")
        for row in self.bins:
            between = f"[{row['low']:.3f}, {row['high']:.3f}]"
            lines.append(f"  {row['said']:.3f}  {row['won']:.3f}  {between}  {row['n']:5,}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Calibration: {self.method}, error {self.error}>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import chart, table

        seen = [(round(row["said"], 2), row["won"], row["low"], row["high"]) for row in self.bins]
        perfect = [(said, said, said, said) for said, *_ in seen]  # without a name
        title = str(self).partition("\n")[0]
        return table(self.rows(), title) + chart({"won": seen, "": perfect}, "said", "won")


def calibrate(game: Game[State], evaluate: Evaluate, positions: Iterable[State], truth: Truth) -> Calibration:
    """Learn what an evaluator's numbers are worth as probabilities of a win.

    Args:
        game, evaluate: Whose numbers are read.
        positions: States, at least 100 different ones with a move.
        truth: The true value of a position to Max: a function, a dictionary, or one for each; above 0 is a win for Max,
            0 a draw.

    >>> game = ot.ConnectFour(4, 4)
    >>> states = [game.random_start(number, 3 + number % 8) for number in range(1000)]
    >>> truth = [ot.decide(game, state, depth=16, search="alpha-beta").value for state in states]
    >>> found = ot.calibrate(game, ot.line_difference(game), states, truth)
    >>> found.error.high < 0.1, ot.decide(game, depth=2, rule="emm", evaluate=found.evaluator).moves
    (True, (0, 3))
    """
    check_kind(game)
    states = parse_states(positions)
    labels = dict(zip(states, labels_of(states, truth).tolist()))
    known = sorted((state for state in labels if len(moves_of(game, state))), key=state_key)
    were_given = f"{counted(len(known), 'different position')} with a move were given"
    require(len(known) >= FEWEST_CALIBRATED, f"{were_given}; calibration needs {FEWEST_CALIBRATED}.")
    check_game(game, known[0], evaluate)
    side = np.array([mover_of(game, state) for state in known])
    won = 0.5 + 0.5 * np.sign(side * np.array([labels[state] for state in known]))
    raw, stated = raw_values(evaluate, known, side)
    varied = len(np.unique(won)) > 1 and np.ptp(raw) > 0.0
    require(varied, "All positions have the same result or the same evaluation, which teaches nothing. Give others.")
    said: dict[tuple[float, str], Column] = {}
    seen: dict[float, tuple[Column, float]] = {}  # by the centre: odds, and the scale of the values
    to_max = side * raw
    own = (0.0,) if to_max.min() <= 0.0 <= to_max.max() else ()  # else 0 is not where nobody is ahead
    for centre in (0.0,) if stated else (*own, float(np.median(to_max))):
        values = raw - side * centre
        scale = spread_of(values)
        seen[centre] = (_log_odds(raw) if stated else values / scale, scale)
        said |= {(centre, name): _held_out(fit, seen[centre][0], won) for name, fit in METHODS.items()}
    each = {way: _loss(p, won) for way, p in said.items()}
    losses = {way: float(np.mean(loss)) for way, loss in each.items()}
    centre, _ = best = min(losses, key=losses.__getitem__)
    near = (
        name
        for name in METHODS
        if losses[centre, name] - losses[best] <= _standard_error(each[centre, name] - each[best])
    )
    way = centre, (method := next(near))
    odds, scale = seen[centre]
    whole = METHODS[method](odds, won)
    spread = np.union1d(np.linspace(odds.min(), odds.max(), TABLE_CELLS + 1), np.quantile(odds, SHARES))
    given = np.tanh(0.5 * spread) if stated else spread * scale
    keep = np.append(True, np.diff(given) > 0.0)
    made = _evaluator(game, evaluate, given[keep], 2.0 * whole(spread)[keep] - 1.0, centre, stated)
    error = calibration_error(said[way], won)
    ranks = np.argsort(np.argsort(odds)) / len(odds)
    alone, both = ([np.ones(len(odds)), side], [np.ones(len(odds)), side, ranks])
    gain = np.subtract(*(_loss(_held_out(_regression, np.stack(columns, 1), won), won) for columns in (alone, both)))
    doubt = ""
    if error.high > WORST_ERROR:
        doubt = f"they may be off by {error.high:.2f} on average (95%). Label more positions like those to come."
    if np.ptp(whole(odds)) < LEAST_DIFFERENCE or np.mean(gain) <= BY_CHANCE * _standard_error(gain):
        doubt = "the evaluator does not tell won positions from lost ones."
    before = calibration_error(np.clip(0.5 + 0.5 * raw, CERTAIN_MARGIN, 1.0 - CERTAIN_MARGIN), won) if stated else None
    bins = tuple(_bins(said[way], won))
    by_method = {name: loss for (middle, name), loss in losses.items() if middle == centre}
    return Calibration(method, len(known), error, _by_chance(said[way]), before, by_method, bins, doubt, made)


def _held_out(fit: Callable[[Column, Column], Map], odds: Column, won: Column) -> Column:
    """What is said about each half of the positions by what the other half teaches."""
    half = np.arange(len(odds)) % 2 == 0  # in the order of a hash
    said = np.empty(len(odds))
    for part in (half, ~half):
        said[~part] = fit(odds[part], won[part])(odds[~part])
    return said


def _loss(said: Column, won: Column) -> Column:
    loss: Column = -(won * np.log(said) + (1.0 - won) * np.log1p(-said))
    return loss


def _regression(columns: Column, won: Column) -> Map:
    weights, _ = logistic(columns, won, np.zeros(columns.shape[1]))
    return lambda seen: _chances(seen @ weights)


def raw_values(evaluate: Evaluate, states: Sequence[State], side: Column) -> tuple[Column, bool]:
    """What an evaluator gives to the player to move; whether it states probabilities, which then are read as that of a
    win less that of a loss."""
    values, errors = evaluations_of(evaluate, 0.0, states)
    probable = getattr(evaluate, "probable", False)
    if probable or not errors.any():
        return side * values, probable
    return side * np.sign(values) * (1.0 - 2.0 * errors), True


def _log_odds(expected: Column) -> Column:
    limit = 1.0 - 2.0 * CERTAIN_MARGIN
    odds: Column = 2.0 * np.arctanh(np.clip(expected, -limit, limit))
    return odds


def _chances(odds: Column) -> Column:
    chances: Column = np.clip(1.0 / (1.0 + np.exp(-np.clip(odds, -500.0, 500.0))), CERTAIN_MARGIN, 1.0 - CERTAIN_MARGIN)
    return chances


def _temperature(odds: Column, won: Column) -> Map:
    weights, _ = logistic(odds[:, None], won, np.ones(1))
    return lambda seen: _chances(seen * max(0.0, float(weights[0])))


def _logistic(odds: Column, won: Column) -> Map:
    weights, _ = logistic(np.stack([np.ones(len(odds)), odds], 1), won, np.array([0.0, 1.0]))
    return lambda seen: _chances(weights[0] + max(0.0, float(weights[1])) * seen)


def _isotonic(odds: Column, won: Column) -> Map:
    """Neighbours that fall are averaged until none does; a block counts half a win and half a loss more than it has."""
    blocks: list[list[float]] = []  # the middle, wins and number of each
    for place, result in sorted(zip(odds.tolist(), won.tolist())):
        blocks.append([place, result, 1.0])
        while len(blocks) > 1 and blocks[-2][1] * blocks[-1][2] >= blocks[-1][1] * blocks[-2][2]:
            middle, wins, number = blocks.pop()
            last = blocks[-1]
            last[0] = (last[0] * last[2] + middle * number) / (last[2] + number)
            last[1], last[2] = last[1] + wins, last[2] + number
    places, wins, numbers = np.array(blocks).T
    heights = np.maximum.accumulate((wins + 0.5) / (numbers + 1.0))
    return lambda seen: np.clip(np.interp(seen, places, heights), CERTAIN_MARGIN, 1.0 - CERTAIN_MARGIN)


METHODS: dict[str, Callable[[Column, Column], Map]] = {
    "temperature": _temperature, "logistic": _logistic, "isotonic": _isotonic,
}  # fmt: skip


def calibration_error(said: Column, won: Column) -> Estimate:
    """The expected calibration error, with a 95% interval from a bootstrap over positions."""
    random = np.random.default_rng(0)
    n = len(said)
    draws = (random.integers(n, size=n) for _ in range(DRAWS))
    errors = [_error(said[drawn], won[drawn]) for drawn in draws]
    low, high = np.quantile(errors, (0.025, 0.975))
    mean = _error(said, won)
    return Estimate(mean, min(mean, float(low)), max(mean, float(high)), n)


def _by_chance(said: Column) -> float:
    """The mean error that results drawn with exactly these probabilities show."""
    random = np.random.default_rng(0)
    return float(np.mean([_error(said, random.random(len(said)) < said) for _ in range(DRAWS)]))


def _error(said: Column, won: Column) -> float:
    order = np.argsort(said, kind="stable")
    off = np.add.reduceat((said - won)[order], len(said) * np.arange(BINS) // BINS)
    return float(np.abs(off).sum()) / len(said)


def _bins(said: Column, won: Column) -> Iterable[Row]:
    for part in np.array_split(np.argsort(said, kind="stable"), BINS):
        share = Estimate.share(won[part])
        yield {"said": float(said[part].mean()), "won": share.mean, "low": share.low, "high": share.high, "n": share.n}


def _standard_error(differences: Column) -> float:
    return float(np.std(differences)) / math.sqrt(len(differences))


def _evaluator(
    game: Game[State], evaluate: Unchecked, given: Column, expected: Column, centre: float, stated: bool
) -> Any:
    plain = CalibratedEvaluator(game, evaluate, given, expected, centre)
    if not isinstance(evaluate, KernelEvaluator) or (stated and not evaluate.probable):
        return plain
    words = {"mover": evaluate.game.kernels["mover"], "opinion": evaluate.static}
    value, error = calibrated_static.bind(**words), calibrated_error.bind(**words)
    return CalibratedKernel(evaluate.game, value, error, (given, expected, np.array([centre])), True, plain=plain)
