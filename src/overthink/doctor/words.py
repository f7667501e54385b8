"""A diagnosis as text: coloured in a terminal, plain elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from overthink.core.estimate import Estimate
from overthink.doctor.check import Outcome
from overthink.doctor.examine import Move
from overthink.doctor.failures import grouped
from overthink.doctor.findings import Findings
from overthink.doctor.paragraphs import duration, first_upper
from overthink.doctor.paragraphs import wrap as _wrap
from overthink.measure.judgement import Kind, Pair
from overthink.measure.knob import Knob

SHOWN = 3  # worst positions to print
LISTED = 8  # moves to print
BAR = 20
TIME = 7  # characters of a time
EIGHTHS = " ▏▎▍▌▋▊▉█"
COLOURS = {Outcome.RULED_OUT: "green", Outcome.SUSPECTED: "red", Outcome.NOT_TESTED: "yellow"}
KINDS = {Kind.BETTER: "green", Kind.WORSE: "red", Kind.UNCLEAR: "yellow", Kind.SUSPECT: "magenta"}


def plain(findings: Findings) -> str:
    """The text without colours."""
    return Text.from_markup(marked(findings)).plain


def show(findings: Findings) -> None:
    """Print the text, coloured if standard output is a terminal."""
    Console(highlight=False, soft_wrap=True).print(Text.from_markup(marked(findings)))


def marked(findings: Findings) -> str:
    """The text with rich markup."""
    parts = [_head(findings), *(_curve(findings, rule) for rule in findings.examination.rules), _pairs(findings)]
    parts += [
        _beside(findings),
        _section("Why", findings.causes),
        _bugs(findings),
        _hurts(findings),
        _advice(findings),
        _failures(findings),
    ]
    return "\n\n".join(part for part in parts if part)


def _head(findings: Findings) -> str:
    examination = findings.examination
    lines = [f"[bold {KINDS[findings.kind]}]{escape(findings.verdict)}.[/]"]
    left = f"; {examination.decided:,} left out because all moves have the same value" if examination.decided else ""
    failed = f"; {len(examination.failures):,} could not be examined" if examination.failures else ""
    lines += _wrap(f"{len(examination.positions):,} positions, truth: {examination.truth}{left}{failed}.", "", "")
    lines += [line for doubt in findings.doubt.lines() for line in _wrap(f"{doubt}.", "", "  ")]
    if findings.best:
        lines += _wrap(f"{first_upper(findings.best.sentence(examination.knob))}.", "", "  ")
    lines += [line for note in examination.notes for line in _wrap(f"{first_upper(note)}.", "", "  ")]
    return "\n".join(lines)


def _curve(findings: Findings, rule: str) -> str:
    judgement, regrets = findings.judgements[rule], findings.regret(rule)
    knob, costs, changes = (
        findings.examination.knob,
        findings.examination.costs(rule),
        findings.examination.changes(rule),
    )
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
    if rule != findings.examination.rules[0]:
        lines.append(f"  {escape(judgement.sentence)}")
    return "\n".join(lines)


def bar(share: float) -> str:
    """A share between 0 and 1 as a bar of block characters."""
    eighths = round(8 * BAR * share)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (EIGHTHS[rest] if rest else "")).ljust(BAR)


def _half(estimate: Estimate) -> float:
    return 0.5 * (estimate.high - estimate.low)


def _pairs(findings: Findings) -> str:
    judgement = findings.judgement
    knob = findings.examination.knob
    title = first_upper(f"{knob.name} against {knob.name}")
    lines = [f"[bold]{escape(title)}[/], points of accuracy, with intervals widened for the number of pairs:"]
    others = judgement.all_pairs[len(judgement.pairs) :]
    wide = max(len(step(pair, knob)) for pair in judgement.all_pairs)
    lines += [f"  {_pair(pair, knob, wide)}" for pair in judgement.pairs]
    if others:
        lines += ["  neighbours, odd against even:", *(f"  {_pair(pair, knob, wide)}" for pair in others)]
    if judgement.needed and judgement.kind == Kind.UNCLEAR:
        lines.append(f"  {judgement.needed:,} more positions would settle a difference of two points.")
    return "\n".join(lines)


def step(pair: Pair, knob: Knob) -> str:
    """Two values of a knob, for people."""
    return f"{knob.text(pair.shallow)} → {knob.text(pair.deep)}"


def _pair(pair: Pair, knob: Knob, wide: int) -> str:
    gain = pair.gain
    kind = Kind.BETTER if gain.low > 0 else Kind.WORSE if gain.high < 0 else None
    line = f"{step(pair, knob):<{wide}}  {100 * gain.mean:+6.1f}  " + escape(
        f"[{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"
    )
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
    counts = f" ({findings.swaps.sentence})" if findings.swaps else ""
    lines = [f"[bold]Where it hurts[/]{escape(counts)}, the worst:"]
    for spoilt in findings.spoilt[:SHOWN]:
        lines += [f"  {escape(line)}" for line in spoilt.position.splitlines()]
        knob = findings.examination.knob
        kept = f"{knob.at(spoilt.shallow)}: {moves(spoilt.kept)}"
        chosen = f"{kept}; {knob.at(spoilt.deep)}: {moves(spoilt.chosen)}"
        lines += _wrap(f"{chosen}; right: {moves(spoilt.right)}", "    ", "      ")
    if findings.traits:
        lines.append("  What they share, compared with the rest:")
        lines += [line for trait in findings.traits for line in _wrap(str(trait), "    ", "      ")]
    return "\n".join(lines)


def _advice(findings: Findings) -> str:
    advice = findings.advice
    line = [f"  [cyan]{escape(advice.line)}[/]"] if advice.line else []
    return "\n".join(["[bold]What to do[/]", *_wrap(advice.sentence, "  ", "  "), *_tried(findings), *line])


def _tried(findings: Findings) -> list[str]:
    """The accuracy of rules that the doctor tried by itself."""
    rows = []
    for rule, shares in findings.advice.other_rules.items():
        cells = "  ".join(f"{findings.examination.knob.at(depth)}: {share.mean:.3f}" for depth, share in shares.items())
        rows += _wrap(f"{rule:<10} {cells}", "    ", "      ")
    return rows


def _beside(findings: Findings) -> str:
    """The player beside the plain search, and the positions that tell most."""
    comparison = findings.comparison
    if comparison is None:
        return ""
    lines = [f"[bold]Your search beside a plain one[/] ({escape(comparison.plain)}, the same evaluator and depth):"]
    lines += [line for row in comparison.lines() for line in _wrap(row, "  ", "    ")]
    for telling in comparison.telling:
        lines += [f"  {escape(line)}" for line in telling.position.splitlines()]
        chosen = f"depth {telling.depth}: the player {moves(telling.player)}; the plain search {moves(telling.plain)}"
        lines += _wrap(f"{chosen}; right: {moves(telling.right)}; {telling.values}", "    ", "      ")
    return "\n".join(lines)


def _failures(findings: Findings) -> str:
    failed = grouped(findings.examination.failures)
    more = [f"and {len(failed) - SHOWN:,} more"] if len(failed) > SHOWN else []
    return _section("Not examined", [*failed[:SHOWN], *more])


def _section(title: str, sentences: Sequence[str]) -> str:
    lines = [line for sentence in sentences for line in _wrap(sentence, "  ", "    ")]
    return "\n".join([f"[bold]{title}[/]", *lines]) if lines else ""


def moves(sequence: Sequence[Move]) -> str:
    """A list of moves, for people. A move that was chosen in a part of the answers has its share."""
    counts = Counter(sequence)
    alike = len(counts) == len(sequence) or len(counts) == 1
    texts = [str(move) if alike else f"{move} ({count / len(sequence):.0%})" for move, count in counts.most_common()]
    more = [f"and {len(texts) - LISTED:,} more"] if len(texts) > LISTED + 1 else []
    return ", ".join([*texts[:LISTED], *more] if more else texts) or "none"
