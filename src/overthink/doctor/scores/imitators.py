"""What else makes scores rise or fall with effort. Each is one check, and its finding says what was compared."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from overthink.answers.columns import CUT, FAILED, HINTS, PLAIN_ANSWER, SAME, SCORE, TASK, is_silent, read_end
from overthink.answers.gather import ENDINGS, Answers
from overthink.answers.join import Table, cell_means, cell_sums, usual_counts
from overthink.core.errors import shorten
from overthink.core.estimate import Estimate, Sample
from overthink.doctor.finding import (
    SURE,
    VISIBLE,
    Case,
    Check,
    Comparison,
    Finding,
    Outcome,
    compare_counts,
    compare_gains,
    count_none,
    examined,
    not_examined,
    not_seen,
    suspected,
)
from overthink.doctor.scores.refusals import MOST_NAMED, alias_words, differences
from overthink.doctor.words import Fact, fact
from overthink.doctor.words import SeenInTable as Seen
from overthink.measure.judgement import Value
from overthink.measure.ordered import LEVEL, Ordered, Scoring, Step, judge_order
from overthink.measure.paired import apart

FEWEST_CASES = 20  # answers, questions or pairs from which on something counts
ONE_SIDED = 1.645  # standard errors: 5% on one side; doubled, imitators are missed
BOTH_SIDES = 1.0 - 2.0 * LEVEL  # the level of a gain's interval
HEAP, TIMES = 0.02, 5  # of the answers at one number of tokens, and against the next number
ENOUGH, LITTLE = 0.5, 0.25  # of a reported change: who explains as much is suspected; who explains less, ruled out
FEWEST_MARKS = 5  # answers at a setting with one text that is never right, which may be a mark
RETRY_LEVELS = 4  # numbers of tries from which on answers are counted
CLEAR = 4.0  # standard errors between the shares of a text at two settings
NEARLY_ALL = 0.95  # of the answers at a setting have one text
SEPARATE = 0.05  # of a score, between questions that were kept and left out
CLOSE = 0.2  # of the usual distance between two settings


@dataclass(frozen=True)
class Scored:
    """The records of a table: the answers in columns, how a score is brought between 0 and 1, and a loss that does not
    matter."""

    table: Table
    scoring: Scoring
    margin: float
    least: float = 0.0  # the score that becomes 0

    @property
    def bounded(self) -> bool:
        """Whether no score can be below 0 or above 1."""
        return self.scoring.span is None

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
        by_value = dict(zip(table.knob.values, means[kept].T))
        return judge_order(by_value, self.margin, table.clusters_of(np.flatnonzero(kept)), self.bounded)


class TableCase(Case[Scored, Ordered]):
    """What the checks look at: a table, and the verdict on it."""

    @property
    def table(self) -> Table:
        return self.examination.table

    @property
    def answers(self) -> Answers:
        return self.examination.table.answers

    @cached_property
    def scores(self) -> Sample:
        """The score of each answer, between 0 and 1."""
        return self.examination.scale(self.answers.column(SCORE))

    @cached_property
    def here(self) -> Sample:
        """Whether each answer was given at a setting that is compared."""
        return np.isin(self.answers.column("value"), self.table.places)

    @property
    def reported(self) -> dict[str, Step]:
        """The rise and the fall that the verdict names."""
        steps = {"rise": self.judgement.rise, "fall": self.judgement.fall}
        return {word: step for word, step in steps.items() if step}


def _weigh(case: TableCase, other: Ordered, new: bool = True) -> tuple[float, Fact | None]:
    """How much of a reported change another answer takes away, as a share; and what is different, if that is enough for
    a suspicion. `new`: a change that appears counts too. Half the margin is never little."""
    text, signed = case.table.knob.text, case.examination.scoring.signed
    reported = case.reported
    largest, said = 0.0, None
    for word, before in reported.items():
        now = other.step(before.low, before.high)
        share = 1.0 - now.gain.mean / before.gain.mean
        if share > largest:
            largest, said = share, fact(
                Seen.SMALLER if now.found else Seen.GONE, word=word, low=text(before.low), high=text(before.high),
                now=signed(now.gain.mean), before=signed(before.gain.mean), gain=now.gain.mean,
            )  # fmt: skip
    for appeared in (other.rise, other.fall) if new else ():
        if appeared and not any(step.gain.mean * appeared.gain.mean > 0.0 for step in reported.values()):
            share = 1.0 - case.judgement.step(appeared.low, appeared.high).gain.mean / appeared.gain.mean
            if share > largest:
                largest, said = share, fact(Seen.OTHER, shape=other.shape)
    said = said if largest >= ENOUGH else None
    moved = max(abs(a.gain.mean - b.gain.mean) for a, b in zip(case.judgement.steps, other.steps))
    return max(largest, LITTLE * (moved >= 0.5 * case.examination.margin)), said


def _part(case: TableCase, size: float) -> float:
    """What a difference between settings can explain: its share of the least change that is reported. If none is, 1
    is twice the margin. Half the margin is never little."""
    least = min([abs(step.gain.mean) for step in case.reported.values()] or [2.0 * case.examination.margin])
    return max(size / least, LITTLE * (size >= 0.5 * case.examination.margin))


def _gains(case: TableCase, other: Ordered) -> list[Estimate]:
    """The gains of the reported pairs in another answer; of all pairs, if none is reported."""
    pairs = [other.step(step.low, step.high) for step in case.reported.values()] or other.steps
    return [step.gain for step in pairs]


def _by_setting(case: TableCase, rows: Sample, compared: Comparison) -> Comparison:
    """A comparison of counts, which sees what the setting with the fewest of these rows shows."""
    least = min(int((rows & there).sum()) for there in case.table.rows.values())
    return replace(compared, would_have_seen=compare_counts("", least).would_have_seen)


def _strange(case: TableCase, *roles: str) -> list[Fact]:
    """The words of these roles that are not understood, by setting."""
    table, facts = case.table, list[Fact]()
    for role in roles:
        if found := case.answers.strange.get(role):
            words = dict.fromkeys(word for _, word in found)
            counts = {word: {v: found[k, word] for v, k in zip(table.knob.values, table.places)} for word in words}
            facts.append(fact(Seen.STRANGE, what=case.answers.roles[role], words=_words(table, counts)))
    return facts


def _words(table: Table, counts: Mapping[str, Mapping[Value, int]]) -> str:
    """The most frequent words, each with its share of the answers at two settings."""
    sizes = {v: int(there.sum()) for v, there in table.rows.items()}
    often = sorted(counts, key=lambda word: -sum(counts[word].values()))
    texts = [
        f"'{shorten(word)}' ({_shares(table, {v: n / sizes[v] for v, n in counts[word].items()})})"
        for word in often[:MOST_NAMED]
    ]
    return ", ".join([*texts, *([f"{len(often) - MOST_NAMED:,} more"] if len(often) > MOST_NAMED else [])])


def _unnamed(case: TableCase, kind: str) -> tuple[list[Fact], list[str]]:
    """Columns without a role that may say this, by their name or their words; and how to name them."""
    told: dict[str, Callable[[str], object]] = {
        "cut": lambda word: read_end(word) == CUT, "failed": lambda word: read_end(word) == FAILED,
        "blank": lambda word: word and is_silent(word),
    }  # fmt: skip
    answers = case.answers
    names, role = list[str](), {"cut": "cut", "failed": "error", "blank": "answered"}.get(kind, kind)
    for name, other in answers.others.items():
        if other.varies and name not in SAME:
            words = {word for _, word in other.counts or ()} if kind in told else set[str]()
            by_words = any(map(told.get(kind, bool), words))
            if by_words or re.search(HINTS[kind], name, re.IGNORECASE):
                names.append(name)
                role = "status" if by_words and kind != "blank" and len(names) == 1 else role
    return [fact(Seen.UNNAMED, what=", ".join(names))] if names else [], [
        f"--columns {shlex.quote(f'{role}={names[0]}')}"] if names else []  # fmt: skip


def _shares(table: Table, shares: Mapping[Value, float]) -> str:
    """Shares at two settings that differ most: 0% at low, 18% at high."""
    ends = sorted((min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)))
    return ", ".join(f"{_percent(shares[v])} at {table.knob.text(v)}" for v in dict.fromkeys(ends))


def _percent(share: float) -> str:
    return f"{100 * share:.{0 if share > 0.1 or not share else 1}f}%"


def _flagged(
    case: TableCase, *, flags: Sample, kind: str, what: str, needs: str, roles: Sequence[str],
    strange: Sequence[Fact] = (),
) -> Finding:  # fmt: skip
    """Count the answers of this kind as right, and leave them out: does the verdict stay? `flags`: 1, 0, or NaN where
    that is not known. `roles`: whose words would say it."""
    scored, scores, here = case.examination, case.scores, case.here
    certain = 1.0 * (flags == 1.0)
    shares = {v: float(certain[there].mean()) for v, there in case.table.rows.items()}
    by_setting = fact(Seen.SHARES, shares=_shares(case.table, shares), by_value=shares)
    unclear = [*strange, *_strange(case, *roles)]
    if certain[here].any() and certain[here].all():
        return not_examined(fact(Seen.NOT_SAID, share="any answer", what=what), needs=[needs])
    gains, largest = list[Estimate](), 0.0
    failed = kind == "failed"
    for missing, counted in ((1.0, "right"), (0.0, "wrong")) if failed else ((1.0, "right"),):
        credited = np.where(np.isfinite(scores), scores, missing * certain)
        other = scored.judge(credited + missing * certain * (1.0 - credited)) if any(shares.values()) else None
        if other:
            part, change = _weigh(case, other)
            if change:
                return suspected(by_setting, fact(Seen.RIGHT, counted=counted, change=change), *unclear)
            gains, largest = gains + _gains(case, other), max(largest, part)
    if gains and not failed and (without := scored.judge(np.where(certain > 0.5, math.nan, scores))):
        part, change = _weigh(case, without, new=False)
        if change:
            return suspected(by_setting, fact(Seen.WITHOUT, change=change), *unclear)
        largest = max(largest, part)
    lacking = here & np.isnan(flags)
    unnamed, named = _unnamed(case, kind)
    if lacking.any() or unnamed:
        share = "any answer" if lacking[here].all() else f"{lacking.sum():,} answers"
        unsaid = [fact(Seen.NOT_SAID, share=share, what=what)] if lacking.any() and not unclear else []
        seen = [by_setting] if any(shares.values()) else []
        return not_examined(*unclear, *unsaid, *unnamed, *seen, needs=named or [needs])
    if not gains:
        return examined(_by_setting(case, here, count_none(f"are {what}", int(here.sum()), "answer")))
    stays = "the verdict stays with these counted as right" + ("," if failed else ", and without them,")
    compared = compare_gains(stays, gains, BOTH_SIDES, "question")
    return (examined if largest < LITTLE else not_seen)(compared, by_setting)


def _blank(case: TableCase) -> Finding:
    """An answer without a result has a word for it that is known, or a text that is never right."""
    answers, here = case.answers, case.here
    flags, strange = answers.column("blank").copy(), list[Fact]()
    if "answer" in answers.roles and "answered" not in answers.roles:
        texts = answers.column("answer")
        never = here & (flags == 0.0) & ~np.isin(texts, texts[case.scores >= 0.5])
        each, which = np.unique(texts[never], return_inverse=True)
        which = which.reshape(-1)
        words = [answers.texts.get(code, "") for code in each.tolist()]
        counts = np.array([np.bincount(which[there[never]], minlength=len(each)) for there in case.table.rows.values()])
        odd = np.array([not PLAIN_ANSWER.fullmatch(word) for word in words], bool)
        marks = odd | (counts.max(axis=0) >= FEWEST_MARKS)
        if marks.any():
            flags[np.flatnonzero(never)[marks[which]]] = math.nan
            named = {words[k]: dict(zip(case.table.rows, counts[:, k].tolist())) for k in np.flatnonzero(marks)}
            strange.append(fact(Seen.NEVER_RIGHT, what=answers.roles["answer"], words=_words(case.table, named)))
    return _flagged(
        case, flags=flags, kind="blank", what="missing or unreadable", roles=["answered"], strange=strange,
        needs="--columns answered=NAME" if "answer" in answers.roles else "--columns answer=NAME or answered=NAME",
    )  # fmt: skip


def _failed(case: TableCase) -> Finding:
    """Nothing but a column for them says which answers are refusals in words."""
    answers = case.answers
    needs = [f"--columns {each}=NAME" for each in ("error", "refused") if each not in answers.roles]
    return _flagged(
        case, flags=answers.column("failed"), kind="failed", what="an error, a refusal or a time-out",
        roles=[*ENDINGS, "refused"], needs=" and ".join(needs) or "known words",
    )  # fmt: skip


def _cut(case: TableCase) -> Finding:
    heaps = list[tuple[float, Fact]]()
    flags = case.answers.column("cut").copy()
    tokens = case.answers.column("tokens")
    for value, there in case.table.rows.items():
        here = there & np.isfinite(tokens)
        if here.sum() < FEWEST_CASES:
            continue
        lengths, counts = np.unique(tokens[here], return_counts=True)
        share = counts[-1] / here.sum()
        next_most = int(counts[:-1].max(initial=1))
        if share >= HEAP and counts[-1] >= TIMES * next_most and len(lengths) > 1:
            heap = here & (tokens == lengths[-1])
            heaped = fact(Seen.HEAP, share=_percent(share), at=case.table.knob.at(value), tokens=int(lengths[-1]))
            heaps += [(share, heaped)] * bool((flags[heap] != 1.0).mean() > 0.5)
            flags[heap] = 1.0
    other = _flagged(
        case, flags=flags, kind="cut", what="cut off at a token limit", needs="--columns stop=NAME or cut=NAME",
        roles=[*ENDINGS, "cut"],
    )  # fmt: skip
    if not heaps:
        return other
    share, heaped = max(heaps, key=lambda each: each[0])
    if other.outcome == Outcome.SUSPECTED or _part(case, share) >= ENOUGH:
        return suspected(heaped, *other.facts[1:])
    return not_examined(heaped, *other.facts, needs=other.needs)


def _retries(case: TableCase) -> Finding:
    table, here = case.table, case.here
    retries = table.answers.column("retries")
    unnamed, named = _unnamed(case, "retries")
    if unnamed or np.isnan(retries[here]).any():
        share = "the answers" if np.isnan(retries[here]).all() else f"{int(np.isnan(retries[here]).sum()):,} answers"
        unsaid = fact(Seen.NO_RETRIES, share=share)
        return not_examined(*(unnamed or [unsaid]), needs=named or ["--columns retries=NAME"])
    levels = np.unique(retries[here])
    if len(levels) == 1:
        return examined(_by_setting(case, here, count_none("were tried again", int(here.sum()), "answer")))
    shares = table.mean("retries")
    by_setting = fact(Seen.RETRIES, shares=", ".join(f"{shares[v]:.2g} at {table.knob.text(v)}" for v in shares))
    cuts = {*np.quantile(levels[:-1], np.linspace(0.0, 1.0, RETRY_LEVELS), method="nearest").tolist()}
    others = [other for cut in sorted(cuts) if (other := case.examination.judge(1.0 * (retries > cut)))]
    gains = [step.gain for other in others for step in other.steps]
    compared = compare_gains("the share of answers that were tried again", gains, BOTH_SIDES, "question")
    if not any(other.shape.claims for other in others):
        return examined(compared, by_setting)
    for step in case.reported.values():  # another try can only help
        more = [other.step(step.low, step.high).gain.mean / step.gain.mean for other in others if other.shape.claims]
        if max(more) >= ENOUGH:
            return suspected(by_setting)
    return not_seen(compared, by_setting)


def _changing(case: TableCase) -> Iterator[tuple[str, float, str, bool, bool]]:
    """Columns that vary within a question: the name, by how much the share of a text differs between two settings,
    which text, whether a setting has one text only, as a setting of a run has, and whether this is more than noise."""
    table = case.table
    for name, other in table.answers.others.items():
        if not other.varies or other.counts is None:
            continue
        words = sorted({word for _, word in other.counts})
        counts = np.array([[other.counts[place, word] for word in words] for place in table.places], float)
        total = counts.sum(axis=1, keepdims=True)
        shares, few = counts / np.maximum(total, 1.0), 1.0 / np.maximum(total, 1.0)
        gaps = np.abs(shares[:, None] - shares)
        pooled = (counts[:, None] + counts) * (1.0 / np.maximum(total[:, None] + total, 1.0))
        clear = gaps > CLEAR * np.sqrt(pooled * (1.0 - pooled) * (few[:, None] + few))
        some = clear.any()
        first, second, word = np.unravel_index(int((gaps * clear if some else gaps).argmax()), gaps.shape)
        ends = {table.knob.values[k]: float(shares[k, word]) for k in (first, second)}
        texts = f"'{shorten(words[word])}': {_shares(table, ends)}"
        yield name, float(gaps[first, second, word]), texts, bool(shares.max() >= NEARLY_ALL), bool(some)


def _runs(case: TableCase) -> Finding:
    table, answers = case.table, case.answers
    differ = differences(answers, answers.same, table.places)
    others = differences(answers, answers.settings, table.places)
    differ |= {setting: what for setting, what in others.items() if setting not in answers.same}
    facts = [fact(Seen.DIFFERS, what=what, texts=texts) for what, texts in differ.items()]
    every = list(_changing(case))
    changed, changing = list[Fact](), [each[:4] for each in every if each[4]]
    own = {*re.split(r"[\W_]+", table.knob.name.lower())}
    for name, size, texts, fixed in changing:
        alias = alias_words(name) or own & {*re.split(r"[\W_]+", name.lower())}
        if fixed and not alias and name not in differ and _part(case, size) >= ENOUGH:
            facts.append(fact(Seen.DIFFERS, what=name, texts=texts))
        elif name not in differ:
            changed.append(fact(Seen.GOES_ALONG, what=name) if alias else fact(Seen.CHANGES, what=name, texts=texts))
    if facts:
        return suspected(*facts, *changed)
    same = [what for what in SAME if what in answers.same]
    unknown = [what for what in SAME[:-1] if what not in same]
    vary = {name: other for name, other in answers.others.items() if other.varies and name not in same}
    if left := [name for name, other in vary.items() if other.counts is None]:
        changed.append(fact(Seen.NOT_COMPARED, what=shorten(", ".join(left))))
    no_column = [fact(Seen.NO_COLUMN, what=", ".join(unknown))] if unknown and not answers.logs else []
    known = [*same, *(name for name in answers.settings if name not in same)]
    known += [name for name in answers.others if name not in (*left, *known, *(each[0] for each in changing))]
    if not known:
        return not_examined(*no_column, *changed)
    compared = compare_counts(f"{shorten(', '.join(known))}, at every value", int(case.here.sum()), unit="answer")
    if any(other.counts is not None for other in vary.values()):  # the share of a text has its noise
        least = min(int(there.sum()) for there in table.rows.values())
        noise = CLEAR * math.sqrt(0.5 / max(1, least))
        compared = replace(compared, differ=None, would_have_seen=min(1.0, noise))
    else:
        compared = _by_setting(case, case.here, compared)
    wide = any(_part(case, size) >= LITTLE for _, size, *_ in every)
    return (not_seen if no_column or changed or wide else examined)(compared, *no_column, *changed)


def _judge(case: TableCase) -> Finding:
    answers, here = case.answers, case.here
    scores, texts = case.scores, answers.column("answer")
    known = np.flatnonzero(np.isfinite(scores) & (texts != 0) & here)
    if not len(known):
        return not_examined(Seen.NO_ANSWERS, needs=["--columns answer=NAME"])
    order = known[np.lexsort((scores[known], texts[known], answers.column(TASK)[known]))]
    task, text, score = answers.column(TASK)[order], texts[order], scores[order]
    starts = np.flatnonzero(np.r_[True, (task[1:] != task[:-1]) | (text[1:] != text[:-1])])
    size = np.diff(np.r_[starts, len(score)])
    middle = np.repeat(0.5 * (score[starts + (size - 1) // 2] + score[starts + size // 2]), size)
    odd, again = 2.0 * (score - middle), np.repeat(size > 1, size)
    varied = int((score[starts + size - 1] > score[starts]).sum())
    rows = np.zeros(len(scores), bool)
    rows[order[again]] = True
    groups = int((size > 1).sum())
    at = [again & there[order] for there in case.table.rows.values()]
    kind = [Estimate.of_mean(odd[some]) for some in at if some.sum() > 1]  # on which side, at each setting
    apart_by = max((a.low - b.high for a in kind for b in kind), default=0.0)
    size = float(np.abs(odd[again]).mean()) if again.any() else 0.0
    if varied and (size >= VISIBLE or (apart_by > 0.0 and _part(case, apart_by) >= ENOUGH)):
        return suspected(fact(Seen.VARIED, varied=varied, again=groups))
    part = _part(case, max((float(np.abs(odd[some]).mean()) for some in at if some.any()), default=0.0))
    compared = compare_counts(
        "answers that were given more than once, scored each time,", groups, varied, unit="answer"
    )
    compared = _by_setting(case, rows, compared)
    if groups < FEWEST_CASES:
        return not_examined(fact(Seen.SELDOM_AGAIN, again=groups), needs=["some answers, scored again"])
    return (examined if part < LITTLE else not_seen)(compared)


def _again(case: TableCase) -> Finding:
    """The same setting twice: how much would the mean differ?"""
    table = case.table
    within, asked = variance_within(table, case.scores)
    if within is None:
        return not_examined(Seen.ONE_ANSWER, needs=["two answers or more"])
    bound = ONE_SIDED * math.sqrt(2.0 * within / asked / len(table.tasks))
    steps = list(case.reported.values()) or list(case.judgement.steps)
    change = (min if case.reported else max)(abs(step.gain.mean) for step in steps)
    amount = case.examination.scoring.amount
    by_chance = fact(Seen.CHANCE, bound=amount(bound), change=amount(change))
    gain = Estimate(0.0, -bound, bound, len(table.tasks))
    compared = compare_gains("one setting asked twice", [gain], BOTH_SIDES, "question")
    if change > bound:
        return examined(compared, by_chance)
    return suspected(by_chance) if case.reported else not_seen(compared, by_chance)


def variance_within(table: Table, scores: Sample) -> tuple[float | None, float]:
    """The variance of answers to a question at a setting, if at each setting enough questions have several answers;
    and how many answers there are on average."""
    task, value = table.cells
    kept = (task >= 0) & (value >= 0) & np.isfinite(scores)
    cell, scores = task[kept] * len(table.places) + value[kept], scores[kept]
    count = np.bincount(cell, minlength=len(table.tasks) * len(table.places))
    several = count > 1
    asked = float(count[count > 0].mean())
    if several.reshape(-1, len(table.places)).sum(axis=0).min() < min(FEWEST_CASES, len(table.tasks)):
        return None, asked
    total, squares = (np.bincount(cell, each, len(count))[several] for each in (scores, scores**2))
    within = (squares - total**2 / count[several]) / (count[several] - 1)
    return max(0.0, float(within.mean())), asked


def _seen(case: TableCase) -> Finding:
    table = case.table
    least = case.table.knob.values[0]
    if strange := _strange(case, "seen"):
        return not_examined(*strange, needs=["yes or no in each row"])
    if not table.answers.known("seen"):
        right = float(case.examination.scale(table.scores[least]).mean())
        by_heart = fact(Seen.BY_HEART, at=table.knob.at(least), right=_percent(right))
        return not_examined(by_heart, needs=["--columns seen=NAME"])
    marked = np.nan_to_num(cell_means(table.answers, table.answers.column("seen"))).max(axis=1) >= 0.5
    other = case.examination.judge(case.scores, ~marked)
    n = int((~marked).sum())
    if other is None or not marked.any():
        return not_examined(fact(Seen.MARKED, n=n))
    part, change = _weigh(case, other)
    if change:
        return suspected(fact(Seen.UNSEEN, n=n, change=change))
    compared = compare_gains("the verdict on those that were not seen", _gains(case, other), BOTH_SIDES, "question")
    return (examined if part < LITTLE else not_seen)(compared)


def _left_out(case: TableCase) -> Finding:
    """Was a question asked at every value, or only where another value failed?"""
    table = case.table
    answers, scores = table.answers, case.scores
    means = cell_means(answers, scores)[:, list(table.places)]
    there = np.isfinite(means)
    whole = there.all(axis=1)
    counts = cell_sums(answers, np.isfinite(scores))[:, list(table.places)]
    usual = usual_counts(counts)
    lost = np.maximum(usual - counts, 0)  # answers that other questions have
    none = count_none("lack a score at some value", len(means), "question")
    if not lost.any():
        return examined(none)
    apart_by = list[Estimate]()
    for place, value in enumerate(table.knob.values):
        kept, left = means[whole, place], means[~whole & there[:, place], place]
        if len(left) < 2:
            continue
        gap = apart(kept, left, SURE)
        clear = gap.low > 0.0 or gap.high < 0.0 or (not kept.std() and not left.std())
        if clear and abs(gap.mean) > SEPARATE and _part(case, abs(gap.mean) * float((~whole).mean())) >= ENOUGH:
            return suspected(fact(
                Seen.ELSEWHERE, at=table.knob.at(value), n=len(kept), m=f"{len(left):,}",
                kept=_percent(float(kept.mean())), left=_percent(float(left.mean())),
            ))  # fmt: skip
        apart_by.append(gap)
    if not apart_by and not whole.all():
        return not_examined(fact(Seen.ONE_VALUE, n=int((~whole).sum())))
    what = "the scores of questions that were kept and left out,"
    compared = compare_gains(what, apart_by, unit="question") if apart_by else none
    clusters = table.clusters_of(np.arange(len(means)))
    for score, counted in ((0.0, "wrong"), (1.0, "right")):
        filled = dict(zip(table.knob.values, ((np.nan_to_num(means) * counts + score * lost) / (counts + lost)).T))
        part, change = _weigh(case, judge_order(filled, case.examination.margin, clusters, case.examination.bounded))
        if part >= LITTLE:
            lacking = dict(zip(table.knob.values, (lost.sum(axis=0) / (usual * len(means))).tolist()))
            moved = change or fact(Seen.OTHER_SIZE)
            told = fact(Seen.LACKING, shares=_shares(table, lacking), counted=counted, change=moved)
            return not_seen(compared, told, needs=["a score, or the reason why there is none"])
    return examined(compared)


def _observed(case: TableCase) -> Finding:
    table, answers = case.table, case.answers
    for name in () if answers.logs and not answers.in_rows else ("tokens", "seconds"):
        if bins := _bins(case, name):
            return suspected(bins)
    if not answers.in_rows:
        return examined(count_none("have an effort that their run did not set", len(answers.column(SCORE)), "answer"))
    if answers.was_set:
        return not_examined(fact(Seen.SAID_SET, knob=table.knob.name))
    return not_examined(fact(Seen.PERHAPS_SET, knob=table.knob.name), needs=["logs, or one file for each value"])


def _bins(case: TableCase, name: str) -> Fact | None:
    """Values that separate lengths without a gap are read off the answers."""
    table = case.table
    lengths = case.answers.column(name)
    task, value = table.cells
    known = (task >= 0) & (value >= 0) & np.isfinite(lengths)
    tops = np.full((len(table.tasks), len(table.places)), -math.inf)
    np.maximum.at(tops, (task[known], value[known]), np.log1p(lengths[known]))
    bottoms = np.full_like(tops, math.inf)
    np.minimum.at(bottoms, (task[known], value[known]), np.log1p(lengths[known]))
    steps = (bottoms[:, 1:] - tops[:, :-1])[np.isfinite(tops).all(axis=1)]  # between all answers, not between means
    if len(steps) < FEWEST_CASES:
        return None
    for low, high in zip(range(len(table.places)), range(1, len(table.places))):
        here = [lengths[table.rows[table.knob.values[end]] & np.isfinite(lengths)] for end in (low, high)]
        top, bottom = float(here[0].max()), float(here[1].min())
        gap = CLOSE * min(np.ptp(here[0]), np.ptp(here[1]))
        if gap and 0.0 <= bottom - top <= gap:  # lengths that are all the same are no bins
            text = table.knob.text
            ends = {"low": text(table.knob.values[low]), "high": text(table.knob.values[high])}
            return fact(Seen.BINS, what=name, top=int(top), bottom=int(bottom), **ends)
    if (steps >= 0.0).all() and np.quantile(steps, 0.05) < CLOSE * np.median(steps):
        return fact(Seen.SORTED, what=name)
    return None


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
