"""Why depth helps or hurts: the evaluator's opinions beside the truth, the factors of the papers, and a prediction.

An evaluator may use its own scale. So its values are first mapped to the scale of the truth by the straight line that
fits best. An error is what remains. The prediction is that of the synthetic model of [Nau2010] with these factors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.bind import is_interpreted
from overthink.core.checked import (
    evaluation_of,
    expected,
    is_chance,
    mover_of,
    moves_of,
    outcomes_of,
    play_of,
    utility_of,
)
from overthink.core.estimate import Estimate, Sample
from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.record import AnyGame, Examination, Record, State
from overthink.measure.judgement import Value
from overthink.measure.paired import ratio
from overthink.models.top_down import TopDown

BINS = 8  # of the calibration curve; its points have wider intervals
THIRDS = ("early", "middle", "late")
SIMILARITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
TREES = 400  # of a model; it takes longer
LEAVES = 40_000  # of a tree of a model; it takes longer
WIDEST, FINEST = 10, 300  # branching factor and granularity of a model; its trees are too large


@dataclass(frozen=True)
class HeardOpinion:
    """The opinion of one position, in values for its player to move. Moves that end the game are left out: there the
    evaluator is not used."""

    position: Record
    own: float  # the evaluation of the position itself
    static: Column  # float64[moves] the evaluation of the position after each move
    true: Column  # float64[moves] the true value of the move
    side: Column  # int8[moves] which player moves next: +1 Max, -1 Min, 0 nobody


def opinions_of(records: Sequence[Record], game: AnyGame, evaluate: Evaluate) -> tuple[HeardOpinion, ...]:
    """Collect the opinions about positions, except where a user's evaluator fails."""
    opinions = []
    worth = worth_of(game, evaluate)
    for position in records:
        try:
            opinions.append(_opinion(position, game, worth))
        except Exception:  # searches evaluate deeper positions, so this one may fail here for the first time
            continue
    return tuple(opinion for opinion in opinions if len(opinion.static))


def all_moves(opinions: Sequence[HeardOpinion]) -> tuple[Column, Column]:
    """The evaluations and the true values of all moves."""
    return np.concatenate([opinion.static for opinion in opinions]), np.concatenate([o.true for o in opinions])


def worth_of(game: AnyGame, evaluate: Evaluate) -> Callable[[State], float]:
    """Return a function from a position to its evaluation for Max. A chance position has the mean of its outcomes, and
    a finished game has its result."""

    def worth(state: State) -> float:
        if is_chance(game, state):
            moves, chances = zip(*outcomes_of(game, state))
            return expected(chances, (worth(play_of(game, state, move)) for move in moves))
        if not len(moves_of(game, state)):
            return utility_of(game, state)
        return evaluation_of(evaluate, 0.0, state)[0]

    return worth


def _opinion(position: Record, game: AnyGame, worth: Callable[[State], float]) -> HeardOpinion:
    me = mover_of(game, position.state)
    after = list[tuple[float, float, int]]()
    for move, value in position.values.items():
        state = play_of(game, position.state, move)
        if len(moves_of(game, state)):
            after.append((me * worth(state), value, _next_mover(game, state)))
    static, true, side = zip(*after) if after else ((), (), ())
    own = me * worth(position.state)
    return HeardOpinion(position, own, np.array(static, float), np.array(true, float), np.array(side, np.int8))


def _next_mover(game: AnyGame, state: State) -> int:
    """The player who moves next, after what chance does."""
    while is_chance(game, state):
        state = play_of(game, state, outcomes_of(game, state)[0][0])
    return mover_of(game, state) if len(moves_of(game, state)) else 0


@dataclass(frozen=True)
class Factors:
    """The measured factors. NaN where a factor could not be measured."""

    branching: float  # b: moves to choose from, on average
    granularity: int  # g: number of different evaluations
    clustering: float  # f: standard deviation among the values of one position's moves, over that of all
    spread: float  # standard deviation among the values of one position's moves
    noise: float  # standard deviation of the evaluator's errors on moves, on the scale of the truth
    gap: float  # between the best and the second-best value, on average

    def lines(self) -> list[str]:
        """Lines for people."""
        return [
            f"branching factor {self.branching:.1f}; {self.granularity:,} different evaluations; "
            f"best and second-best move differ by {self.gap:.3g}",
            f"values of sibling moves spread by {self.spread:.3g} (clustering factor {self.clustering:.2f}), "
            f"the evaluator's errors by {self.noise:.3g}",
        ]


def factors_of(examination: Examination, opinions: Sequence[HeardOpinion]) -> Factors:
    """Measure the factors from the positions and from the evaluator's opinions of their moves."""
    truths = [np.array(list(position.values.values()), float) for position in examination.positions]
    every = np.concatenate(truths)
    static, true = all_moves(opinions)
    spread = math.sqrt(float(np.mean([values.var() for values in truths])))
    gaps = [position.gap for position in examination.positions if len(position.values) > 1]
    return Factors(
        branching=float(np.mean([len(values) for values in truths])),
        granularity=len(np.unique(np.round(static, 12))),
        clustering=spread / float(every.std()) if np.ptp(every) else math.nan,
        spread=spread,
        noise=float((fit(static, true)(static) - true).std()),
        gap=float(np.mean(gaps)) if gaps else math.nan,
    )


@dataclass(frozen=True)
class EvaluatorErrors:
    """Mean size of errors, on the scale of the truth. Empty or NaN where nothing could be measured."""

    by_depth: dict[Value, Estimate]  # of the value that a search gives its choice
    by_phase: dict[str, Estimate]  # of the evaluations of moves, in early, middle and late positions
    calibration: dict[float, Estimate]  # by evaluation: the true value of moves with about that evaluation
    siblings: float  # correlation between the errors of the moves of one position
    parent: float  # correlation between the error of a position and the mean error of its moves

    def lines(self) -> list[str]:
        """One line per fact, for people."""
        lines = []
        if self.by_depth:
            sizes = ", ".join(f"{e.mean:.3g} at depth {d}" for d, e in self.by_depth.items())
            lines.append(f"the search misjudges its choice by {sizes}")
        if self.by_phase:
            sizes = ", ".join(f"{e.mean:.3g} [{e.low:.3g}, {e.high:.3g}] {phase}" for phase, e in self.by_phase.items())
            lines.append(f"the evaluator misjudges a move by {sizes} in the game")
        lines.append(
            f"errors correlate by {_amount(self.siblings)} between sibling moves, by {_amount(self.parent)} between a "
            "position and its moves"
        )
        return lines


def errors_of(examination: Examination, opinions: Sequence[HeardOpinion], left: Sample) -> EvaluatorErrors:
    """Measure the errors. `left` is the phase of each position."""
    static, true = all_moves(opinions)
    line = fit(static, true)
    residuals = [line(opinion.static) - opinion.true for opinion in opinions]
    parents = np.array([line(np.array([opinion.own]))[0] - opinion.position.best for opinion in opinions])
    below = np.array([float(residual.mean()) for residual in residuals])
    phase = {id(position): float(plies) for position, plies in zip(examination.positions, left)}
    return EvaluatorErrors(
        by_depth=_by_depth(examination),
        by_phase=_by_phase(residuals, np.array([phase[id(opinion.position)] for opinion in opinions])),
        calibration=calibration(static, true),
        siblings=within(residuals),
        parent=float(np.corrcoef(parents, below)[0, 1]) if np.ptp(parents) and np.ptp(below) else math.nan,
    )


def fit(static: Column, true: Column) -> np.poly1d:
    """Return the straight line from evaluations to the truth that fits best."""
    return np.poly1d(np.polyfit(static, true, 1) if np.ptp(static) else [0.0, float(true.mean())])


def within(groups: Sequence[Column]) -> float:
    """The correlation within groups: the share of the variance that lies between groups."""
    groups = [group for group in groups if len(group) > 1]
    every = np.concatenate(groups) if groups else np.zeros(1)
    if not np.ptp(every):
        return math.nan
    inside = float(np.mean([group.var(ddof=1) for group in groups]))
    return 1.0 - inside / float(every.var(ddof=1))


def calibration(static: Column, true: Column) -> dict[float, Estimate]:
    """Split the moves into equal shares by evaluation, and return the mean evaluation and the mean truth of each."""
    edges = np.unique(np.quantile(static, np.linspace(0.0, 1.0, BINS + 1)[1:-1]))
    bins = np.searchsorted(edges, static, side="left")
    groups = [bins == b for b in np.unique(bins)]
    return {float(static[at].mean()): Estimate.of_mean(true[at]) for at in groups if at.sum() > 1}


def _by_depth(examination: Examination) -> dict[Value, Estimate]:
    positions = examination.positions
    first = examination.depths[0]
    rule = next((rule for rule in examination.rules if any((rule, first) in p.estimates for p in positions)), None)
    sizes = {}
    for depth in examination.depths if rule else ():
        at = rule, depth
        pairs = [(p.estimates[at], p.best - p.regret(*at)) for p in positions if at in p.estimates]
        if len(pairs) > 1:
            estimate, true = np.array(pairs).T
            sizes[depth] = Estimate.of_mean(np.abs(fit(estimate, true)(estimate) - true))
    return sizes


def _by_phase(residuals: Sequence[Column], left: Sample) -> dict[str, Estimate]:
    """Average by position first, so that a position with many moves does not count more."""
    sizes = np.array([float(np.abs(residual).mean()) for residual in residuals])
    groups = dict(zip(THIRDS, np.array_split(sizes[np.argsort(-left, kind="stable")], len(THIRDS))))
    return {phase: Estimate.of_mean(group) for phase, group in groups.items() if len(group) > 1}


def _amount(number: float) -> str:
    return "an unknown amount" if math.isnan(number) else f"{number:.2f}"


@dataclass(frozen=True)
class Prediction:
    """Degrees of pathology: above 1, the deeper search decides worse. None if there is no value."""

    model: TopDown  # the synthetic model with the numbers of this game
    deep: int  # the deeper search
    shallow: int  # the shallower search
    predicted: Estimate | None  # the degree in the model
    measured: Estimate | None  # the degree in these positions

    def __str__(self) -> str:
        m = self.model
        pair = f"p({self.deep}, {self.shallow})"
        predicted, measured = (
            f"{ratio.mean:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]" if ratio else "no value"
            for ratio in (self.predicted, self.measured)
        )
        return (
            f"the synthetic model with these numbers (b = {m.b}, g = {m.g}, s = {m.s:g}, σ = {m.sigma:.2g}) predicts "
            f"{pair} = {predicted}; measured: {measured}"
        )


def predict(examination: Examination, rule: str, factors: Factors) -> Prediction | None:
    """Predict by the model that is nearest to the measured factors; None if they could not be measured, if the knob is
    not depth, or if nothing is compiled, where it would take minutes."""
    if is_interpreted():
        return None
    values = np.concatenate([np.array(list(position.values.values()), float) for position in examination.positions])
    value_range = float(np.ptp(values))
    if not value_range or math.isnan(factors.clustering) or not examination.knob.plies:
        return None
    depths = [int(depth) for depth in examination.depths]
    b = min(max(round(factors.branching), 2), WIDEST)
    shallow = depths[0]
    feasible = [depth for depth in depths if depth > shallow and b**depth <= LEAVES]
    if not feasible:
        return None
    deep = feasible[-1]
    g = min(max(factors.granularity, 2), FINEST)
    models = [TopDown(b=b, g=g, s=s, sigma=factors.noise / value_range, height=deep) for s in SIMILARITIES]
    model = min(models, key=lambda model: abs(model_clustering(model) - factors.clustering))
    errors = model.decision_errors(0, TREES, shallow=shallow)[:, 0]
    accuracy = examination.accuracy(rule)
    return Prediction(model, deep, shallow, _ratio(*errors), _ratio(1.0 - accuracy[deep], 1.0 - accuracy[shallow]))


def model_clustering(model: TopDown) -> float:
    """The clustering factor f of the values of the root's moves."""
    tree = model.draw(0, 100)
    moves = tree.truth[tree.levels[1] : tree.levels[2]].reshape(-1, model.b)
    return math.sqrt(float(moves.var(axis=1).mean())) / float(moves.std()) if np.ptp(moves) else math.nan


def _ratio(deep: Sample, shallow: Sample) -> Estimate | None:
    return ratio(deep, shallow) if shallow.any() else None
