"""A diagnosis of a table as text: coloured in a terminal, plain elsewhere."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from overthink.core.estimate import Estimate
from overthink.doctor.paragraphs import duration, first_upper, wrap
from overthink.doctor.table_diagnosis import NO_MECHANISM, TableDiagnosis
from overthink.doctor.words import KINDS, SHOWN, step
from overthink.measure.judgement import Kind, Pair


def plain(diagnosis: TableDiagnosis) -> str:
    """The text without colours."""
    return Text.from_markup(marked(diagnosis)).plain


def show(diagnosis: TableDiagnosis) -> None:
    """Print the text, coloured if standard output is a terminal."""
    Console(highlight=False, soft_wrap=True).print(Text.from_markup(marked(diagnosis)))


def marked(diagnosis: TableDiagnosis) -> str:
    """The text with rich markup."""
    parts = [_head(diagnosis), _scores(diagnosis), _pairs(diagnosis), _worst(diagnosis)]
    advice = "\n".join(["[bold]What to do[/]", *wrap(diagnosis.advice, "  ", "  ")])
    return "\n\n".join(part for part in [*parts, advice] if part)


def _head(diagnosis: TableDiagnosis) -> str:
    table = diagnosis.table
    again = f"; up to {table.most} scores for a task and a value, averaged" if table.most > 1 else ""
    lines = [f"[bold {KINDS[diagnosis.kind]}]{escape(diagnosis.verdict)}.[/]"]
    lines += wrap(f"{len(table.tasks):,} tasks, each at every value of {table.knob.name}{again}.", "", "")
    if diagnosis.best:
        lines += wrap(f"{first_upper(diagnosis.best.sentence(table.knob))}.", "", "  ")
    lines += [line for note in (*table.notes, NO_MECHANISM) for line in wrap(f"{first_upper(note)}.", "", "  ")]
    return "\n".join(lines)


def _scores(diagnosis: TableDiagnosis) -> str:
    table = diagnosis.table
    wide = max(len(table.knob.name), *(len(table.knob.text(value)) for value in table.knob.values))
    lines = [f"[bold]{escape(table.knob.name):>{wide}}[/]   score{'':12}   {'time' if table.costs else ''}".rstrip()]
    for value, scores in table.scores.items():
        mean = Estimate.of_mean(scores)
        score = f"{mean.mean:.4g} ±{0.5 * (mean.high - mean.low):.2g}"
        time = duration(table.costs[value].seconds) if value in table.costs else ""
        lines.append(f"{escape(table.knob.text(value)):>{wide}}   {score:<17}   {time}".rstrip())
    return "\n".join(lines)


def _pairs(diagnosis: TableDiagnosis) -> str:
    knob = diagnosis.table.knob
    title = f"[bold]{escape(first_upper(f'{knob.name} against {knob.name}'))}[/]"
    unit = f",{diagnosis.unit}" if diagnosis.unit else ""
    lines = [f"{title}{unit}, on the same tasks, with intervals widened for the number of pairs:"]
    wide = max(len(step(pair, knob)) for pair in diagnosis.judgement.pairs)
    lines += [f"  {_pair(diagnosis, pair, wide)}" for pair in diagnosis.judgement.pairs]
    return "\n".join(lines)


def _pair(diagnosis: TableDiagnosis, pair: Pair, wide: int) -> str:
    knob, gain = diagnosis.table.knob, pair.gain
    kind = Kind.BETTER if gain.low > 0 else Kind.WORSE if gain.high < 0 else None
    line = f"{step(pair, knob):<{wide}}  {diagnosis.gain_text(gain.mean):>7}  {diagnosis.interval(gain)}"
    return f"{escape(line)}  [{KINDS[kind]}]{kind}[/]" if kind else escape(line)


def _worst(diagnosis: TableDiagnosis) -> str:
    knob = diagnosis.table.knob
    if not diagnosis.worst:
        return ""
    lines = [f"[bold]Where it hurts[/]: {escape(diagnosis.changed)}. The worst:"]
    for task in diagnosis.worst[:SHOWN]:
        scores = f"{knob.at(task.value)}: {task.best:.4g}; {knob.at(knob.values[-1])}: {task.last:.4g}"
        lines += wrap(f"{task.task}  {scores}", "  ", "    ")
    return "\n".join(lines)
