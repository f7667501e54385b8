"""A diagnosis as text: coloured in a terminal, plain elsewhere. Functions return text with rich's markup."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from overthink.core.estimate import Estimate
from overthink.doctor.check import Outcome
from overthink.doctor.find.findings import Findings
from overthink.doctor.record import Move
from overthink.doctor.table import NO_MECHANISM, TableFindings
from overthink.measure.judgement import Kind, Knob, Pair

SHOWN = 3  # worst positions to print
LISTED = 8  # moves to print
NAMED = 5  # lines or positions that could not be examined, by name
WIDE = 100
BAR = 20
TIME = 7  # characters of a time
EIGHTHS = " ▏▎▍▌▋▊▉█"
COLOURS = {Outcome.RULED_OUT: "green", Outcome.SUSPECTED: "red", Outcome.NOT_TESTED: "yellow"}
KINDS = {Kind.BETTER: "green", Kind.WORSE: "red", Kind.UNCLEAR: "yellow", Kind.SUSPECT: "magenta"}
LINE = re.compile(r"(?P<where>.*), (?P<kind>line|game) (?P<number>\d+)(?: \(line \d+\))?: (?P<reason>.*)", re.DOTALL)
PLACE = re.compile(r" (?:in|for) the position (?P<number>.*?)(?P<rest>\.|; .*)?$", re.DOTALL)


def plain(markup: str) -> str:
    """The text without colours."""
    return Text.from_markup(markup).plain


def show(markup: str) -> None:
    """Print the text, coloured if standard output is a terminal."""
    Console(highlight=False, soft_wrap=True).print(Text.from_markup(markup))


def describe(findings: Findings) -> str:
    """The diagnosis of a game or an engine."""
    parts = [_head(findings), *(_curve(findings, rule) for rule in findings.examination.rules), _pairs(findings)]
    parts += [_beside(findings), _section("Why", findings.causes), _bugs(findings), _hurts(findings)]
    failed = group_failures(findings.examination.failures)
    more = [f"and {len(failed) - SHOWN:,} more"] if len(failed) > SHOWN else []
    parts += [_advice(findings), _section("Not examined", [*failed[:SHOWN], *more])]
    return "\n\n".join(part for part in parts if part)


def describe_table(findings: TableFindings) -> str:
    """The diagnosis of a table of scores."""
    table, knob = findings.table, findings.table.knob
    again = f"; up to {table.most} scores for a task and a value, averaged" if table.most > 1 else ""
    lines = [f"[bold {KINDS[findings.kind]}]{escape(findings.verdict)}.[/]"]
    lines += _wrap(f"{len(table.tasks):,} tasks, each at every value of {knob.name}{again}.")
    best = [findings.best.sentence(knob)] if findings.best else []
    lines += _sentences([*best, *table.notes, NO_MECHANISM])
    wide = max(len(knob.name), *(len(knob.text(value)) for value in knob.values))
    rows = [f"[bold]{escape(knob.name):>{wide}}[/]   score{'':12}   {'time' if table.costs else ''}".rstrip()]
    for value, scores in table.scores.items():
        mean = Estimate.of_mean(scores)
        score = f"{mean.mean:.4g} ±{_half(mean):.2g}"
        time = duration(table.costs[value].seconds) if value in table.costs else ""
        rows.append(f"{escape(knob.text(value)):>{wide}}   {score:<17}   {time}".rstrip())
    unit = f",{findings.unit}" if findings.unit else ""
    pairs = [f"{_against(knob)}{unit}, on the same tasks, with intervals widened for the number of pairs:"]
    wide = max(len(step(pair, knob)) for pair in findings.judgement.pairs)
    for pair in findings.judgement.pairs:
        gain = f"{findings.gain_text(pair.gain.mean):>7}  {findings.interval(pair.gain)}"
        pairs.append(_pair(pair, knob, wide, gain))
    worst = [f"[bold]Where it hurts[/]: {escape(findings.changed)}. The worst:"] if findings.worst else []
    for task in findings.worst[:SHOWN]:
        scores_of_task = f"{knob.at(task.value)}: {task.best:.4g}; {knob.at(knob.values[-1])}: {task.last:.4g}"
        worst += _wrap(f"{task.task}  {scores_of_task}", "  ", "    ")
    advice = ["[bold]What to do[/]", *_wrap(findings.advice, "  ", "  ")]
    return "\n\n".join("\n".join(part) for part in (lines, rows, pairs, worst, advice) if part)


def _head(findings: Findings) -> str:
    examination = findings.examination
    lines = [f"[bold {KINDS[findings.kind]}]{escape(findings.verdict)}.[/]"]
    left = f"; {examination.decided:,} left out because all moves have the same value" if examination.decided else ""
    failed = f"; {len(examination.failures):,} could not be examined" if examination.failures else ""
    lines += _wrap(f"{len(examination.positions):,} positions, truth: {examination.truth}{left}{failed}.")
    lines += [line for doubt in findings.doubt.lines() for line in _wrap(f"{doubt}.", "", "  ")]
    best = [findings.best.sentence(examination.knob)] if findings.best else []
    return "\n".join([*lines, *_sentences([*best, *examination.notes])])


def _curve(findings: Findings, rule: str) -> str:
    judgement, regrets, examination = findings.judgements[rule], findings.regret(rule), findings.examination
    knob, costs, changes = examination.knob, examination.costs(rule), examination.changes(rule)
    wide = max(16, 11 + len(knob.name))
    asked = f"{'':{TIME - 1}}answers that change" if changes else ""
    name = f"[bold]{escape(rule):<10}[/] {escape(knob.name):>{wide - 11}}"
    lines = [f"{name}   accuracy       {'':{BAR}}   {'regret':<13}   time{asked}"]
    for depth, share in judgement.accuracy.items():
        regret = regrets[depth]
        loss = f"{regret.mean:.3g} ±{_half(regret):.2g}"
        cells = f"{share.mean:.3f} ±{_half(share):.3f}   {bar(share.mean)}   {loss:<13}"
        cost = duration(costs[depth].seconds) if depth in costs else ""
        changed = f"{100 * changes[depth].mean():.0f}%" if depth in changes else ""
        lines.append(f"{knob.text(depth):>{wide}}   {cells}   {cost:<{TIME}}   {changed}".rstrip())
    if rule != examination.rules[0]:
        lines.append(f"  {escape(judgement.sentence)}")
    return "\n".join(lines)


def bar(share: float) -> str:
    """A share between 0 and 1 as a bar of block characters."""
    full, rest = divmod(round(8 * BAR * share), 8)
    return ("█" * full + (EIGHTHS[rest] if rest else "")).ljust(BAR)


def _half(estimate: Estimate) -> float:
    return 0.5 * (estimate.high - estimate.low)


def _against(knob: Knob) -> str:
    return f"[bold]{escape(first_upper(f'{knob.name} against {knob.name}'))}[/]"


def _pairs(findings: Findings) -> str:
    judgement, knob = findings.judgement, findings.examination.knob
    lines = [f"{_against(knob)}, points of accuracy, with intervals widened for the number of pairs:"]
    wide = max(len(step(pair, knob)) for pair in judgement.all_pairs)
    for number, pair in enumerate(judgement.all_pairs):
        if number == len(judgement.pairs):
            lines.append("  neighbours, odd against even:")
        mean, low, high = (100 * points for points in (pair.gain.mean, pair.gain.low, pair.gain.high))
        lines.append(_pair(pair, knob, wide, f"{mean:+6.1f}  [{low:+.1f}, {high:+.1f}]"))
    if judgement.needed and judgement.kind == Kind.UNCLEAR:
        lines.append(f"  {judgement.needed:,} more positions would settle a difference of two points.")
    return "\n".join(lines)


def step(pair: Pair, knob: Knob) -> str:
    """Two values of a knob, for people."""
    return f"{knob.text(pair.shallow)} → {knob.text(pair.deep)}"


def _pair(pair: Pair, knob: Knob, wide: int, gain: str) -> str:
    kind = Kind.BETTER if pair.gain.low > 0 else Kind.WORSE if pair.gain.high < 0 else None
    line = escape(f"  {step(pair, knob):<{wide}}  {gain}")
    return f"{line}  [{KINDS[kind]}]{kind}[/]" if kind else line


def _bugs(findings: Findings) -> str:
    lines = []
    for imitator in findings.imitators:
        first, *rest = _wrap(f"{imitator.name}: {imitator.why}", " " * 15, " " * 15)
        lines += [f"  [{COLOURS[imitator.outcome]}]{imitator.outcome:<12}[/] {first.strip()}", *rest]
    return "\n".join(["[bold]Or is it a bug?[/]", *lines]) if lines else ""


def _hurts(findings: Findings) -> str:
    if not findings.spoilt:
        return ""
    counts, knob = f" ({findings.swaps.sentence})" if findings.swaps else "", findings.examination.knob
    lines = [f"[bold]Where it hurts[/]{escape(counts)}, the worst:"]
    for spoilt in findings.spoilt[:SHOWN]:
        lines += [f"  {escape(line)}" for line in spoilt.position.splitlines()]
        kept = f"{knob.at(spoilt.shallow)}: {describe_moves(spoilt.kept)}"
        chosen = f"{kept}; {knob.at(spoilt.deep)}: {describe_moves(spoilt.chosen)}"
        lines += _wrap(f"{chosen}; right: {describe_moves(spoilt.right)}", "    ", "      ")
    if findings.traits:
        lines.append("  What they share, compared with the rest:")
        lines += [line for trait in findings.traits for line in _wrap(str(trait), "    ", "      ")]
    return "\n".join(lines)


def _advice(findings: Findings) -> str:
    """What to do, and the accuracy of rules that the doctor tried by itself."""
    advice, knob, rows = findings.advice, findings.examination.knob, list[str]()
    for rule, shares in advice.other_rules.items():
        cells = "  ".join(f"{knob.at(depth)}: {share.mean:.3f}" for depth, share in shares.items())
        rows += _wrap(f"{rule:<10} {cells}", "    ", "      ")
    line = [f"  [cyan]{escape(advice.line)}[/]"] if advice.line else []
    return "\n".join(["[bold]What to do[/]", *_wrap(advice.sentence, "  ", "  "), *rows, *line])


def _beside(findings: Findings) -> str:
    """The player beside the plain search, and the positions that tell most."""
    comparison = findings.comparison
    if comparison is None:
        return ""
    lines = [f"[bold]Your search beside a plain one[/] ({escape(comparison.plain)}, the same evaluator and depth):"]
    lines += [line for row in comparison.lines() for line in _wrap(row, "  ", "    ")]
    for telling in comparison.telling:
        lines += [f"  {escape(line)}" for line in telling.position.splitlines()]
        player, usual, right = map(describe_moves, (telling.player, telling.plain, telling.right))
        chosen = f"depth {telling.depth}: the player {player}; the plain search {usual}"
        lines += _wrap(f"{chosen}; right: {right}; {telling.values}", "    ", "      ")
    return "\n".join(lines)


def _section(title: str, sentences: Sequence[str]) -> str:
    lines = [line for sentence in sentences for line in _wrap(sentence, "  ", "    ")]
    return "\n".join([f"[bold]{title}[/]", *lines]) if lines else ""


def _sentences(sentences: Iterable[str]) -> list[str]:
    return [line for sentence in sentences for line in _wrap(f"{first_upper(sentence)}.", "", "  ")]


def _wrap(text: str, first: str = "", rest: str = "") -> list[str]:
    """Lines of a paragraph, with the indent of the first and of the others. Markup in the text is shown as it is."""
    lines = textwrap.wrap(text, WIDE, initial_indent=first, subsequent_indent=rest, break_long_words=False)
    return [escape(line) for line in lines]


def describe_moves(sequence: Sequence[Move]) -> str:
    """A list of moves, for people. A move that was chosen in a part of the answers has its share."""
    counts = Counter(sequence)
    alike = len(counts) == len(sequence) or len(counts) == 1
    texts = [str(move) if alike else f"{move} ({count / len(sequence):.0%})" for move, count in counts.most_common()]
    more = [f"and {len(texts) - LISTED:,} more"] if len(texts) > LISTED + 1 else []
    return ", ".join([*texts[:LISTED], *more] if more else texts) or "none"


def duration(seconds: float) -> str:
    """A time for people: 3.2 ms, 45 s."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.0f} µs" if seconds else "< 1 ms"  # engines count whole milliseconds


def first_upper(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]


def group_failures(failures: Sequence[str]) -> list[str]:
    """What could not be examined, one sentence for each reason, the most frequent first. A reason that occurs once
    keeps its sentence."""
    groups: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for failure in failures:
        if line := LINE.fullmatch(failure):
            key, name = (line["where"], line["kind"], line["reason"].rstrip(".")), line["number"]
        elif place := PLACE.search(failure):
            reason = failure[: place.start()] + (place["rest"] or "").rstrip(".")
            key, name = ("", "position", reason), place["number"]
        else:
            key, name = ("", "", failure), ""
        groups.setdefault(key, []).append((name, failure))
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    return [_failure(*key, members) for key, members in ordered]


def _failure(where: str, kind: str, reason: str, members: list[tuple[str, str]]) -> str:
    if len(members) == 1:
        return members[0][1]
    if not kind:
        return f"{len(members):,} times: {reason}"
    names = ", ".join(number for number, _ in members[:NAMED])
    more = ", …" if len(members) > NAMED else ""
    return f"{f'{where}, ' if where else ''}{len(members):,} {kind}s ({names}{more}): {reason}."
