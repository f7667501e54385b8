"""Answers to the same questions at several settings: does more effort score better, worse, or better and then worse?

No game, so no mechanism is tested. What else may explain a change is checked, as far as a table can tell.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.answers.columns import SCORE, same_text
from overthink.answers.files import lengthen, runs_of
from overthink.answers.gather import Answers, gather
from overthink.answers.join import Table, cell_means, refuse_unread, table_of, votes_of
from overthink.answers.logs import Run
from overthink.answers.stream import Tell
from overthink.core.errors import check_known, parse_number, require, shorten
from overthink.core.estimate import Estimate, Sample
from overthink.doctor.finding import run_checks
from overthink.doctor.record import Plan
from overthink.doctor.scores.imitators import BOTH_SIDES, CHECKS, Scored, TableCase
from overthink.doctor.scores.observed import ObservedDiagnosis, is_observed, observe
from overthink.doctor.scores.refusals import refuse_differences, refuse_pooled
from overthink.doctor.scores.table_result import MEASURES, Cell, Flips, Oracle, TableDiagnosis, WorstTask
from overthink.measure.judgement import Value
from overthink.measure.ordered import Ordered, Scoring, judge_cells, judge_order
from overthink.measure.paired import mcnemar

POINTS = 0.02  # the margin, if none is given
ONE_SCORE = 0.99  # of all scores: if as many are one value, the scorer is in doubt
WORST = 10  # questions that are listed
FEWEST_IN_CATEGORY = 20  # questions
LESS = "a smaller score is better, as you said"
RELEASE, RELEASES = "release", ("baseline", "candidate")  # the knob where two files are compared
RELEASED = ("model", "prompt", "version")  # what a release may change


def diagnose_table(
    rows: Any,
    knob: str = "",
    values: Iterable[Any] | None = None,
    *,
    less_is_better: bool = False,
    columns: Mapping[str, str] | None = None,
    only: Mapping[str, str] | None = None,
    by: Iterable[str] = (),
    allow: Iterable[str] = (),
    margin: float | None = None,
    baseline: Any = None,
    observed: bool | None = None,
    tell: Tell | None = None,
) -> TableDiagnosis | ObservedDiagnosis:
    """Whether answers score better with more effort, from logs and tables.

    Args:
        rows: A log of Inspect or lm-evaluation-harness, a table (CSV, JSON, JSON lines, Parquet), a folder of them, a
            data frame or dictionaries. A table has the columns `task`, the knob and `score`.
        knob: The name of the effort: a column, a setting of the runs, or `votes`.
        values: Some values of it, and their order.
        less_is_better: A smaller score is better.
        columns: Says which column is which: `{"task": "question_id"}`.
        only: Keeps some rows.
        by: Names columns, such as `category`, of which each combination gets a verdict of its own; all are tested
            together.
        allow: Compares runs that differ, such as in `model`.
        margin: A loss that does not matter, in points of a hundred, or in units of the score.
        baseline: Is any other value worse than this value of the knob by more than the margin? Without a knob, a
            table or a log of its own, with which `rows` are compared.
        observed: Says whether the knob was read off the answers, not set; without it, a table that leaves
            this open is refused.
        tell: `tell(stage, done, total)` hears of progress.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(30) for beam in (1, 2, 4)]
    >>> ot.diagnose_table(rows, knob="beam").verdict
    'the score falls with beam: -3 [-3.3, -2.7] from 1 to 4'
    """
    runs = runs_of(rows)
    if baseline is not None and not knob:
        knob, values = RELEASE, RELEASES
        runs = [_marked(run, name) for name, some in zip(RELEASES, (runs_of(baseline), runs)) for run in some]
    fine = isinstance(knob, str) and knob.strip() not in ("", "task", "score", "seed")
    require(fine, "{} is not a knob. Give the column or the setting that says how much effort was made.", knob)
    allowed = tuple(allow)
    kept = {name: str(value) for name, value in (only or {}).items()}
    wide = [str(value) for value in values] if values is not None else None
    runs = [lengthen(run, knob.strip(), wide) for run in runs]
    answers = gather(runs, knob.strip(), columns or {}, kept, tell, tuple(by))
    if values is RELEASES:
        baseline = RELEASES[0]
        for name in RELEASED:
            answers.same.pop(name, None)
            answers.others.pop(name, None)
            answers.others.pop(answers.roles.get(name, name), None)
    if "unread" not in allowed:
        refuse_unread(answers)
    answers.was_set = observed is False
    if values is not RELEASES and (is_observed(answers) if observed is None else observed):
        return observe(answers)
    fine = margin is None or parse_number("The margin", margin) > 0.0
    require(fine, "The margin is a loss that does not matter, such as 2 points; it cannot be {}.", margin)
    wanted = [str(value) for value in values] if values is not None else None
    against = None if baseline is None else same_text(str(baseline))
    return TablePlan(answers, wanted, allowed, margin, less_is_better, against).diagnose()


def _marked(run: Run, name: str) -> Run:
    """A run with its release as a setting."""
    run.settings = {**run.settings, RELEASE: name}
    return run


@dataclass(frozen=True)
class TablePlan(Plan[Scored, TableDiagnosis]):
    """The plan for a table: which answers are joined, and how they are scored."""

    answers: Answers
    wanted: Sequence[str] | None
    allowed: Sequence[str]
    margin: float | None
    less_is_better: bool
    baseline: str | None = None

    def examine(self) -> Scored:
        refuse_pooled(self.answers, self.allowed)
        answers = votes_of(self.answers, self.wanted)
        table = table_of(answers, self.wanted)
        refuse_differences(answers, table.places, self.allowed)
        _check_scorer(table, self.allowed)
        every = np.concatenate(list(table.scores.values()))
        low, high = float(every.min()), float(every.max())
        shares = low >= 0.0 and high <= 1.0
        span = None if shares else (high - low) or 1.0
        margin = POINTS if self.margin is None else self.margin / (span or 100.0)
        return Scored(table, Scoring(span, self.less_is_better), margin, 0.0 if shares else low)

    def conclude(self, scored: Scored) -> TableDiagnosis:
        table, margin = scored.table, scored.margin
        ordered = judge_order(scored.scores, margin, table.clusters, scored.bounded)
        findings = run_checks(TableCase(scored, ordered), CHECKS).findings
        order = _by_cost(table)
        means = {v: float(scores.mean()) for v, scores in scored.scores.items()}
        frontier = tuple(v for place, v in enumerate(order) if all(means[v] > means[other] for other in order[:place]))
        return TableDiagnosis(
            table, scored.scoring, ordered, margin, tuple(findings.values()), _flips(scored, ordered),
            _worst_tasks(scored), _oracle(scored, ordered.best), frontier, _enough(order, ordered, margin),
            (*table.notes, *([LESS] if self.less_is_better else []), *_hint(scored, ordered)), _cells(scored),
            self._baseline(table),
        )  # fmt: skip

    def _baseline(self, table: Table) -> Value | None:
        """The value of the knob that the others are compared with."""
        names = [same_text(table.knob.plain(value)) for value in table.knob.values]
        if self.baseline is not None:
            check_known("baseline", self.baseline, names)
        return None if self.baseline is None else table.knob.values[names.index(self.baseline)]


def _check_scorer(table: Table, allowed: Sequence[str]) -> None:
    """Refuse scores that are nearly all the same: they say more about the scorer than about the answers."""
    scores, counts = np.unique(table.answers.column(SCORE)[table.cells[1] >= 0], return_counts=True)
    share = counts.max() / counts.sum()
    common = scores[counts.argmax()]
    many = "All" if share == 1.0 else f"{share:.1%} of"
    require(
        share < ONE_SCORE or "scorer" in allowed,
        f"{many} {counts.sum():,} scores are {common:g}, so there is no verdict: check the scorer. If it is right, "
        "compare them nevertheless with --allow scorer.",
    )


def _cells(scored: Scored) -> tuple[Cell, ...]:
    """A verdict for each cell, with 5% false alarms in each direction over all of them."""
    table, scores = scored.table, scored.scores
    members, clusters = table.members, table.clusters
    judged = [some for some in members.values() if len(some) > 1]
    inner = [None if clusters is None or len({*clusters[some]}) == len(some) else clusters[some] for some in judged]
    every = [{v: sample[some] for v, sample in scores.items()} for some in judged]
    verdicts = iter(judge_cells(every, scored.margin, inner, scored.bounded) if every else [])
    return tuple(
        Cell(name, len(some), {v: float(table.scores[v][some].mean()) if len(some) else math.nan for v in scores},
             next(verdicts) if len(some) > 1 else None)
        for name, some in members.items()
    )  # fmt: skip


def _hint(scored: Scored, ordered: Ordered) -> list[str]:
    """The category that falls most, of a column that --by could name, if the whole does not fall."""
    table = scored.table
    if table.members or ordered.fall:
        return []
    cells = list[tuple[str, str, Sample]]()
    for name, other in table.answers.others.items():
        if other.counts and not other.varies and "," not in name:
            kinds = other.first[table.questions]
            parts = [np.flatnonzero(kinds == kind) for kind in np.unique(kinds)]
            words = {hash(word): word for _, word in other.counts}
            some = [part for part in parts if len(parts) > 1 and len(part) >= FEWEST_IN_CATEGORY]
            cells += [(name, words.get(int(kinds[part[0]]), ""), part) for part in some]
    every = [{value: scores[part] for value, scores in scored.scores.items()} for *_, part in cells]
    judged = judge_cells(every, scored.margin, bounded=scored.bounded) if every else []
    falls = [(found.fall, *cell) for cell, found in zip(cells, judged) if found.fall]
    if not falls:
        return []
    fall, name, word, part = min(falls, key=lambda each: each[0].gain.mean)
    change, text = scored.scoring.signed(fall.gain.mean), table.knob.text
    return [f"with {name} {shorten(word)} ({len(part):,} questions), the score changes by {change} from "
            f"{text(fall.low)} to {text(fall.high)}: --by {shlex.quote(name)} judges each {name}"]  # fmt: skip


def _flips(scored: Scored, ordered: Ordered) -> tuple[Flips, ...]:
    """Between the ends, and on both sides of the best value."""
    scores, (first, *_, last) = scored.scores, scored.table.knob.values
    right = all(bool(np.isin(sample, (0.0, 1.0)).all()) for sample in scores.values())
    stops = [first, ordered.best, last] if ordered.best not in (first, last) else [first, last]
    return tuple(
        Flips(a, b, mcnemar(1.0 * (scores[a] > scores[b]), 1.0 * (scores[b] > scores[a])), right)
        for a, b in pairwise(stops)
    )


def _worst_tasks(scored: Scored) -> tuple[WorstTask, ...]:
    table, scores = scored.table, scored.scores
    *less, most = table.knob.values
    before = np.array([scores[value] for value in less])
    losses = before.max(axis=0) - scores[most]
    worst = list[WorstTask]()
    for number in np.argsort(-losses, kind="stable")[:WORST].tolist():
        best = less[int(before[:, number].argmax())]
        if losses[number] > 0.0:
            worst.append(
                WorstTask(
                    table.tasks[number], best, float(table.scores[best][number]), float(table.scores[most][number])
                )
            )
    return tuple(worst)


def _oracle(scored: Scored, best: Value) -> Oracle:
    """Halves are every second answer of a question at a setting."""
    table = scored.table
    means = np.column_stack(list(scored.scores.values()))
    place = table.knob.values.index(best)
    gain = float((means.max(axis=1) - means[:, place]).mean())
    scores = scored.scale(table.answers.column(SCORE))
    task, value = table.cells
    cell = np.where((task >= 0) & (value >= 0) & np.isfinite(scores), task * len(table.places) + value, -1)
    order = np.argsort(cell, kind="stable")
    starts = np.searchsorted(cell[order], cell[order])
    half = np.empty(len(cell), bool)
    half[order] = (np.arange(len(cell)) - starts) % 2 == 0
    chosen = [
        cell_means(table.answers, np.where(some, scores, np.nan))[:, list(table.places)] for some in (half, ~half)
    ]
    kept = [means[table.questions] for means in chosen]
    both = np.isfinite(kept[0]).all(axis=1) & np.isfinite(kept[1]).all(axis=1)
    if both.sum() < 2:
        return Oracle(gain, None)
    gains = [
        np.take_along_axis(b[both], a[both].argmax(axis=1)[:, None], 1)[:, 0] - b[both, place]
        for a, b in (kept, kept[::-1])
    ]
    each: Sample = np.mean(gains, axis=0)
    if table.clusters is not None:  # a cluster is one observation
        number = np.unique(table.clusters[both], return_inverse=True)[1].reshape(-1)
        each = np.bincount(number, each) * (number.max() + 1) / len(each)
    real = Estimate.of_mean(each, BOTH_SIDES).low if len(each) > 1 else 0.0
    return Oracle(gain, min(gain, max(0.0, real)))


def _by_cost(table: Table) -> list[Value]:
    """The settings, the cheapest first. Without a cost, a greater value costs more."""
    every = (table.mean(name) for name in MEASURES)
    cost = next((means for means in every if len(means) == len(table.knob.values)), None)
    return sorted(table.knob.values, key=cost.__getitem__) if cost else list(table.knob.values)


def _enough(order: list[Value], ordered: Ordered, margin: float) -> Value:
    """The cheapest setting that is not worse than the best by more than the margin."""
    best = ordered.best
    for value in order[: order.index(best)]:
        gain = ordered.step(value, best).gain
        if (gain.high if value < best else -gain.low) <= margin:
            return value
    return best
