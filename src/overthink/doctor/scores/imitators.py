"""What else makes scores rise or fall with effort. Each is one check, and its finding says what was compared."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np

from overthink.answers.columns import SAME, SCORE, TASK
from overthink.answers.gather import Answers, Found
from overthink.answers.join import Table, cell_means
from overthink.core.errors import OverthinkError, shorten
from overthink.core.estimate import Estimate, Sample
from overthink.doctor.finding import (
    SURE,
    Case,
    Check,
    Finding,
    compare_counts,
    compare_gains,
    count_none,
    examined,
    not_examined,
    not_seen,
    suspected,
)
from overthink.doctor.words import Fact, fact
from overthink.doctor.words import SeenInTable as Seen
from overthink.measure.judgement import Value
from overthink.measure.ordered import LEVEL, Ordered, Scoring, Step, judge_order
from overthink.measure.paired import apart

FEWEST_CASES = 20  # answers, questions or pairs from which on something counts
ONE_SIDED = 1.645
BOTH_SIDES = 1.0 - 2.0 * LEVEL  # the level of a gain's interval
HEAP, LARGE_HEAP, TIMES = 0.02, 0.05, 5  # of the answers at one number of tokens, and against the next number
OFTEN = 0.5  # of the answers at a setting that have another text in a column
MOST_NAMED = 5
SEPARATE = 0.05  # of a score, between questions that were kept and left out
CLOSE = 0.2  # of the usual distance between two settings
ALIAS = {"budget", "effort", "token", "tokens", "thinking", "reasoning", "length", "level", "max", "run", "id", "file"}


@dataclass(frozen=True)
class Scored:
    """The records of a table: the answers in columns, how a score is brought between 0 and 1, and a loss that does not
    matter."""

    table: Table
    scoring: Scoring
    margin: float
    least: float = 0.0  # the score that becomes 0

    def scale(self, scores: Sample) -> Sample:
        """Scores between 0 and 1, where more is better."""
        between = np.clip((scores - self.least) / (self.scoring.span or 1.0), 0.0, 1.0)
        return 1.0 - between if self.scoring.less else between

    @cached_property
    def scores(self) -> dict[Value, Sample]:
        """The score of each question, by value, between 0 and 1."""
        return {value: self.scale(scores) for value, scores in self.table.scores.items()}

    def judge(self, column: Sample, rows: Sample | None = None) -> Ordered | None:
        """The answer for other scores of the same answers; None if too few questions have them."""
        table = self.table
        means = cell_means(table.answers, column)[:, list(table.places)]
        kept = np.isfinite(means).all(axis=1) & (True if rows is None else rows)
        if kept.sum() < 2:
            return None
        names = np.array(list(table.answers.tasks), object)[kept]
        return judge_order(dict(zip(table.knob.values, means[kept].T)), self.margin, table.clusters_of(names.tolist()))


TableCase: TypeAlias = Case[Scored, Ordered]


def _reported(case: TableCase) -> dict[str, Step]:
    """The rise and the fall that the verdict names."""
    steps = {"rise": case.judgement.rise, "fall": case.judgement.fall}
    return {word: step for word, step in steps.items() if step}


def _change(case: TableCase, other: Ordered, only_size: bool = False) -> Fact | None:
    """What is different in another answer; None if the reported pairs survive and no other verdict appears."""
    text, signed = case.examination.table.knob.text, case.examination.scoring.signed
    for word, before in _reported(case).items():
        now = other.step(before.low, before.high)
        lost = not now.found or now.gain.mean * before.gain.mean <= 0.0
        smaller = now.gain.mean * math.copysign(1.0, before.gain.mean) < 0.5 * abs(before.gain.mean)
        if smaller or (lost and not only_size):
            return fact(
                Seen.GONE if lost and not only_size else Seen.SMALLER, word=word, low=text(before.low),
                high=text(before.high), now=signed(now.gain.mean), before=signed(before.gain.mean), gain=now.gain.mean,
            )  # fmt: skip
    differs = other.shape != case.judgement.shape and (other.shape.claims or case.judgement.shape.claims)
    return fact(Seen.OTHER, shape=other.shape) if differs and not only_size else None


def _gains(case: TableCase, other: Ordered) -> list[Estimate]:
    """The gains of the reported pairs in another answer; of all pairs, if none is reported."""
    pairs = [other.step(step.low, step.high) for step in _reported(case).values()] or other.steps
    return [step.gain for step in pairs]


def _shares(table: Table, shares: Mapping[Value, float]) -> str:
    """Shares at two settings that differ most: 0% at low, 18% at high."""
    ends = sorted((min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)))
    return ", ".join(f"{_percent(shares[v])} at {table.knob.text(v)}" for v in dict.fromkeys(ends))


def _percent(share: float) -> str:
    return f"{100 * share:.{0 if share > 0.1 or not share else 1}f}%"


def _flagged(case: TableCase, *, flags: str | Sample, what: str, needs: str, failed: bool = False) -> Finding:
    """Count the answers of this kind as right, and leave them out: does the verdict stay? `flags` is a column, or its
    name."""
    answers = case.examination.table.answers
    flags = answers.column(flags) if isinstance(flags, str) else flags
    places = dict(zip(case.examination.table.knob.values, case.examination.table.places))
    known = {v: flags[(answers.column("value") == place) & np.isfinite(flags)] for v, place in places.items()}
    if not all(map(len, known.values())) or all((some == 1.0).all() for some in known.values()):
        return not_examined(fact(Seen.NOT_SAID, what=what), needs=[needs])
    shares = {v: float(some.mean()) for v, some in known.items()}
    if not any(shares.values()):
        return examined(count_none(f"are {what}", sum(map(len, known.values())), "answer"))
    by_setting = fact(Seen.SHARES, shares=_shares(case.examination.table, shares), by_value=shares)
    flags, scores = np.where(np.isfinite(flags), flags, 0.0), case.examination.scale(answers.column(SCORE))
    gains = list[Estimate]()
    for missing, counted in ((1.0, "right"), (0.0, "wrong")) if failed else ((1.0, "right"),):
        credited = np.where(np.isfinite(scores), scores, missing * flags)
        if other := case.examination.judge(credited + missing * flags * (1.0 - credited)):
            if change := _change(case, other):
                return suspected(by_setting, fact(Seen.RIGHT, counted=counted, change=change))
            gains += _gains(case, other)
    without = None if failed else case.examination.judge(np.where(flags > 0.5, math.nan, scores))
    if without and (change := _change(case, without, only_size=True)):
        return suspected(by_setting, fact(Seen.WITHOUT, change=change))
    stays = "the verdict stays with these counted as right" + ("," if failed else ", and without them,")
    return examined(compare_gains(stays, gains, BOTH_SIDES, "question"), by_setting)


def _cut(case: TableCase) -> Finding:
    table = case.examination.table
    heaps = list[tuple[float, Fact]]()
    answers = table.answers
    flags = answers.column("cut").copy()
    tokens = answers.column("tokens")
    for value, place in zip(table.knob.values, table.places):
        here = (answers.column("value") == place) & np.isfinite(tokens)
        if here.sum() < FEWEST_CASES:
            continue
        lengths, counts = np.unique(tokens[here], return_counts=True)
        share = counts[-1] / here.sum()
        next_most = int(counts[:-1].max(initial=1))
        if share >= HEAP and counts[-1] >= TIMES * next_most and len(lengths) > 1:
            heap = here & (tokens == lengths[-1])
            heaped = fact(Seen.HEAP, share=_percent(share), at=table.knob.at(value), tokens=int(lengths[-1]))
            heaps += [(share, heaped)] * bool((flags[heap] != 1.0).mean() > 0.5)
            flags[heap] = 1.0
    if heaps:
        flags = np.where(np.isfinite(flags), flags, 0.0)
    other = _flagged(case, flags=flags, what="cut off at a token limit", needs="--columns stop=NAME or cut=NAME")
    if not heaps:
        return other
    share, heaped = max(heaps, key=lambda each: each[0])
    if share >= LARGE_HEAP or other.facts[1:]:
        return suspected(heaped, *other.facts[1:])
    return other


def _retries(case: TableCase) -> Finding:
    table = case.examination.table
    retries = table.answers.column("retries")
    if not table.answers.known("retries"):
        return not_examined(Seen.NO_RETRIES, needs=["--columns retries=NAME"])
    shares = table.mean("retries")
    if not any(shares.values()):
        known = int(np.isfinite(retries).sum())
        return examined(count_none("were tried again", known, "answer"))
    by_setting = fact(Seen.RETRIES, shares=", ".join(f"{shares[v]:.2g} at {table.knob.text(v)}" for v in shares))
    other = case.examination.judge(np.where(np.isfinite(retries), 1.0 * (retries > 0), np.nan))
    if other is None or other.shape.claims:
        return suspected(by_setting)
    gains = [step.gain for step in other.steps]
    compared = compare_gains("the share of answers that were tried again", gains, BOTH_SIDES, "question")
    return examined(compared, by_setting)


def differences(answers: Answers, named: Found, places: Sequence[int]) -> dict[str, str]:
    """What differs between settings, or within one: by name, with what was found. Several data sets may stand at every
    setting, each with its own prompt and scorer; what makes a cell may differ between cells."""
    pooled = len(set().union(*answers.same.get("dataset", {}).values())) > 1
    differing = dict[str, str]()
    for name, by_value in named.items():
        every = [by_value.get(place, set()) for place in places]
        several = sorted(set().union(*every))
        alike = all(some == every[0] for some in every)
        fine = (pooled and name not in ("model", "filter") and alike) or name in answers.by
        if len(several) > 1 and not (fine or (answers.by and alike and name not in SAME)):
            texts = [shorten(text) or "none" for text in several]
            more = [f"{len(texts) - MOST_NAMED:,} more"] if len(texts) > MOST_NAMED else []
            *most, last = [*texts[:MOST_NAMED], *more]
            differing[name] = f"{', '.join(most)} and {last}"
    return differing


def refuse_differences(answers: Answers, places: Sequence[int], allowed: Sequence[str]) -> None:
    """Refuse runs of other models, prompts, data sets or scorers, and other questions under the same name."""
    for name, what in differences(answers, answers.same, places).items():
        if name not in allowed:
            raise OverthinkError(
                f"The runs differ in {name}: {what}. Choose one with --only {name}=NAME, judge each with --by {name}, "
                f"or compare them nevertheless with --allow {name}."
            )
    texts, tasks = answers.column("input"), answers.column(TASK)
    known = (texts != 0) & np.isin(answers.column("value"), list(places))
    task, text = tasks[known], texts[known]
    first = np.zeros(len(answers.tasks), np.int64)
    first[task] = text
    if (other := np.unique(task[first[task] != text])).size and "question" not in allowed:
        name = list(answers.tasks)[int(other[0])]
        raise OverthinkError(
            f"{other.size:,} of {len(answers.tasks):,} questions differ between runs, such as {shorten(name)}. "
            "Compare runs of one data set and prompt, or compare them nevertheless with --allow question."
        )


def _changing(case: TableCase) -> Iterator[tuple[str, str, bool]]:
    """Columns of a table that change with the knob: the name, the texts at two settings, and whether it may be the knob
    under another name."""
    table = case.examination.table
    for name, counts in table.answers.others.items():
        by_value = [
            Counter({t: n for (code, t), n in (counts or {}).items() if code == place}) for place in table.places
        ]
        shares = [{t: n / some.total() for t, n in some.items()} for some in by_value if some]
        if len(shares) < len(by_value) or min(some.total() for some in by_value) < 2:
            continue
        for place in range(1, len(shares)):
            texts = shares[0].keys() | shares[place].keys()
            if 0.5 * sum(abs(shares[0].get(t, 0.0) - shares[place].get(t, 0.0)) for t in texts) >= OFTEN:
                tops = [shorten(max(some, key=some.__getitem__)) or "none" for some in (shares[0], shares[place])]
                ends = (table.knob.text(table.knob.values[end]) for end in (0, place))
                words = {*re.split(r"[\W_]+", name.lower())}
                alias = bool(words & (ALIAS | {*re.split(r"[\W_]+", table.knob.name.lower())}))
                yield name, ", ".join(f"{top} at {end}" for top, end in zip(tops, ends)), alias
                break


def _runs(case: TableCase) -> Finding:
    table, answers = case.examination.table, case.examination.table.answers
    differ = differences(answers, answers.same, table.places)
    others = differences(answers, answers.settings, table.places)
    differ |= {setting: what for setting, what in others.items() if setting not in answers.same}
    columns = list(_changing(case))
    facts = [fact(Seen.DIFFERS, what=what, texts=texts) for what, texts in differ.items()]
    facts += [fact(Seen.DIFFERS, what=name, texts=texts) for name, texts, alias in columns if not alias]
    along = [fact(Seen.GOES_ALONG, what=name) for name, _, alias in columns if alias]
    if facts:
        return suspected(*facts, *along)
    same = [what for what in SAME if what in answers.same]
    unknown = [what for what in SAME[:-1] if what not in same]
    no_column = fact(Seen.NO_COLUMN, what=", ".join(unknown))
    known = [*same, *(name for name in answers.others if name not in {name for name, _, _ in columns})]
    if not known:
        return not_examined(no_column, *along)
    told = f"{shorten(', '.join(known))}{' and all other settings' if answers.logs else ''}, at every value"
    compared = compare_counts(told, len(answers.column(SCORE)), unit="answer")
    if unknown and not answers.logs:
        return not_seen(compared, no_column, *along)
    return examined(compared, *along)


def _judge(case: TableCase) -> Finding:
    answers = case.examination.table.answers
    scores, texts = answers.column(SCORE), answers.column("answer")
    known = np.isfinite(scores) & (texts != 0)
    if not known.any():
        return not_examined(Seen.NO_ANSWERS, needs=["--columns answer=NAME"])
    order = np.lexsort((texts[known], answers.column(TASK)[known]))
    task, text, score = answers.column(TASK)[known][order], texts[known][order], scores[known][order]
    starts = np.flatnonzero(np.r_[True, (task[1:] != task[:-1]) | (text[1:] != text[:-1])])
    low, high = np.minimum.reduceat(score, starts), np.maximum.reduceat(score, starts)
    again = int((np.diff(np.r_[starts, len(score)]) > 1).sum())
    if varied := int((high > low).sum()):
        return suspected(fact(Seen.VARIED, varied=varied, again=again))
    compared = compare_counts("answers that were given more than once, scored each time,", again, unit="answer")
    return examined(compared) if again >= FEWEST_CASES else not_examined(
        fact(Seen.SELDOM_AGAIN, again=again), needs=["some answers, scored again"])  # fmt: skip


def _again(case: TableCase) -> Finding:
    """The same setting twice: how much would the mean differ?"""
    table = case.examination.table
    task, value = table.cells
    scores = case.examination.scale(table.answers.column(SCORE))
    kept = (task >= 0) & (value >= 0) & np.isfinite(scores)
    within, asked = variance_within(task[kept] * len(table.places) + value[kept], scores[kept])
    if within is None:
        return not_examined(Seen.ONE_ANSWER, needs=["two answers or more"])
    bound = ONE_SIDED * math.sqrt(2.0 * within / asked / len(table.tasks))
    steps = list(_reported(case).values()) or list(case.judgement.steps)
    change = (min if _reported(case) else max)(abs(step.gain.mean) for step in steps)
    amount = case.examination.scoring.amount
    by_chance = fact(Seen.CHANCE, bound=amount(bound), change=amount(change))
    gain = Estimate(0.0, -bound, bound, len(table.tasks))
    compared = compare_gains("one setting asked twice", [gain], BOTH_SIDES, "question")
    if change > bound:
        return examined(compared, by_chance)
    return suspected(by_chance) if _reported(case) else not_seen(compared, by_chance)


def variance_within(cell: Sample, scores: Sample) -> tuple[float | None, float]:
    """The variance of answers in one cell, over the cells that have several; and how many answers a cell has."""
    count = np.bincount(cell)
    several = count > 1
    asked = float(count[count > 0].mean())
    if not several.any():
        return None, asked
    total, squares = np.bincount(cell, scores)[several], np.bincount(cell, scores**2)[several]
    within = (squares - total**2 / count[several]) / (count[several] - 1)
    return max(0.0, float(within.mean())), asked


def _seen(case: TableCase) -> Finding:
    table = case.examination.table
    least = case.examination.table.knob.values[0]
    if not table.answers.known("seen"):
        right = float(case.examination.scale(table.scores[least]).mean())
        by_heart = fact(Seen.BY_HEART, at=table.knob.at(least), right=_percent(right))
        return not_examined(by_heart, needs=["--columns seen=NAME"])
    marked = np.nan_to_num(cell_means(table.answers, table.answers.column("seen"))).max(axis=1) >= 0.5
    other = case.examination.judge(case.examination.scale(table.answers.column(SCORE)), ~marked)
    n = int((~marked).sum())
    if other is None or not marked.any():
        return not_examined(fact(Seen.MARKED, n=n))
    if change := _change(case, other):
        return suspected(fact(Seen.UNSEEN, n=n, change=change))
    return examined(
        compare_gains("the verdict on those that were not seen", _gains(case, other), BOTH_SIDES, "question")
    )


def _left_out(case: TableCase) -> Finding:
    """Was a question asked at every value, or only where another value failed?"""
    table = case.examination.table
    means = cell_means(table.answers, case.examination.scale(table.answers.column(SCORE)))[:, list(table.places)]
    there = np.isfinite(means)
    whole = there.all(axis=1)
    apart_by = list[Estimate]()
    for place, value in enumerate(table.knob.values):
        kept, left = means[whole, place], means[~whole & there[:, place], place]
        if len(left) < 2:
            continue
        gap = apart(kept, left, SURE)
        if abs(gap.mean) > SEPARATE and (gap.low > 0.0 or gap.high < 0.0 or (not kept.std() and not left.std())):
            return suspected(fact(
                Seen.ELSEWHERE, at=table.knob.at(value), n=len(kept), m=f"{len(left):,}",
                kept=_percent(float(kept.mean())), left=_percent(float(left.mean())),
            ))  # fmt: skip
        apart_by.append(gap)
    if apart_by:
        return examined(
            compare_gains("the scores of questions that were kept and left out,", apart_by, unit="question")
        )
    if not whole.all():
        return not_examined(fact(Seen.ONE_VALUE, n=int((~whole).sum())))
    return examined(count_none("lack a score at some value", len(means), "question"))


def _observed(case: TableCase) -> Finding:
    table, answers = case.examination.table, case.examination.table.answers
    for name in () if answers.logs and not answers.in_rows else ("tokens", "seconds"):
        if bins := _bins(case, name):
            return suspected(bins)
    if not answers.in_rows:
        return examined(count_none("have an effort that their run did not set", len(answers.column(SCORE)), "answer"))
    return not_examined(fact(Seen.PERHAPS_SET, knob=table.knob.name), needs=["logs, or one file for each value"])


def _bins(case: TableCase, name: str) -> Fact | None:
    """Values that separate lengths without a gap are read off the answers."""
    table = case.examination.table
    lengths = case.examination.table.answers.column(name)
    means = cell_means(table.answers, lengths)[:, list(table.places)]
    ranges = np.log1p(means[np.isfinite(means).all(axis=1)])
    if len(ranges) < FEWEST_CASES:
        return None
    for low, high in zip(range(len(table.places)), range(1, len(table.places))):
        here = [
            lengths[(table.answers.column("value") == table.places[end]) & np.isfinite(lengths)] for end in (low, high)
        ]
        top, bottom = float(here[0].max()), float(here[1].min())
        if bottom >= top and bottom - top <= CLOSE * min(np.ptp(here[0]), np.ptp(here[1])):
            text = table.knob.text
            ends = {"low": text(table.knob.values[low]), "high": text(table.knob.values[high])}
            return fact(Seen.BINS, what=name, top=int(top), bottom=int(bottom), **ends)
    steps = np.diff(ranges, axis=1)
    if (steps > 0.0).all() and np.quantile(steps, 0.05) < CLOSE * np.median(steps):
        return fact(Seen.SORTED, what=name)
    return None


_blank = partial(_flagged, flags="blank", what="missing or unreadable", needs="--columns answer=NAME or answered=NAME")
_failed = partial(_flagged, flags="failed", what="an error, a refusal or a time-out", failed=True,
                  needs="--columns error=NAME or refused=NAME")  # fmt: skip
CHECKS = (
    Check("cut-off answers", "answers that ended at a token limit", _cut),
    Check("missing or unreadable answers", "answers without a result in the form that was asked for", _blank),
    Check("failed answers", "errors, refusals and time-outs", _failed),
    Check("retries", "answers that were tried again more often at a setting", _retries),
    Check("runs that differ", "another model, prompt, data set, scorer or setting", _runs),
    Check("questions that were left out", "questions that were asked only where another setting failed", _left_out),
    Check("an unsteady judge", "one answer to one question that got two scores", _judge),
    Check("contamination", "questions that were in the training data", _seen),
    Check("an observed effort", "an effort that was read off the answers, not set", _observed),
    Check("chance between answers", "a change that one setting asked twice would show too", _again, doubts=False),
)
