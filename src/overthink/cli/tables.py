"""Tables and verdicts on standard output."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO, cast

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from overthink.core.errors import counted
from overthink.studies.claim import Verdict
from overthink.studies.verdicts import Held, JudgedClaim, Statement, statements

if TYPE_CHECKING:
    from overthink.report.charts import Row
    from overthink.search.explain import ExplainedNode
    from overthink.studies.coverage import Sentence
    from overthink.studies.study import Figure

MOST_COLUMNS = 10_000  # columns without a terminal
PLURALS: dict[str, str] = {Verdict.HOLDS: "hold", Verdict.FAILS: "fail"}
COLOURS = {"holds": "green", "fails": "red", "inconclusive": "yellow"}


class Unpadded:
    """A stream whose lines do not end with blanks."""

    def __init__(self, stream: TextIO):
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        return self.stream.write(re.sub(r" +$", "", text, flags=re.MULTILINE))


def open_console() -> Console:
    """Standard output. A terminal has a width; elsewhere lines are not padded, and wrapped only if COLUMNS is set."""
    console = Console(highlight=False)
    width = (console.width if console.is_terminal or "COLUMNS" in os.environ else 0) or MOST_COLUMNS  # COLUMNS may be 0
    file = None if console.is_terminal else cast("TextIO", Unpadded(sys.stdout))
    return Console(highlight=False, width=width, file=file)


def print_rows(study: Figure, rows: Sequence[Row]) -> None:
    """Print a study's rows as a table, with the study's `across` column (such as depth) across it."""
    console = open_console()
    keys = [key for key in rows[0] if key not in ("mean", "low", "high", "n")]
    across = study.across if study.across in keys and len({row[study.across] for row in rows}) > 1 else None
    down = [key for key in keys if key != across]
    lines: dict[tuple[object, ...], dict[object, str]] = {}
    for row in rows:
        place = lines.setdefault(tuple(row[key] for key in down), {})
        if across:
            place[row[across]] = _short(row["mean"])
        else:
            place.update({head: _short(row[head]) for head in ("mean", "low", "high")})
    heads = sorted({row[across] for row in rows}) if across else ["mean", "low", "high"]
    console.print(f"[bold]{study.name}[/]: {escape(study.title)}")
    alike = [i for i, key in enumerate(down) if len({values[i] for values in lines}) == 1 and len(lines) > 1]
    varied = [i for i in range(len(down)) if i not in alike]
    names = {values: [_cell(values[i]) for i in varied] for values in lines}
    left = sum(2 + max(len(down[i]), *(len(cells[k]) for cells in names.values())) for k, i in enumerate(varied))
    widths = [2 + max(len(str(head)), *(len(line.get(head, "")) for line in lines.values())) for head in heads]
    for part in _parts(heads, widths, console.width - left):
        table = Table(box=None, padding=(0, 1))
        for i in varied:
            table.add_column(down[i], no_wrap=True)
        for head in part:
            table.add_column(str(head), justify="right", no_wrap=True)
        for values, line in lines.items():
            table.add_row(*names[values], *(line.get(head, "") for head in part))
        console.print(table)
    widest = max(0.5 * (row["high"] - row["low"]) for row in rows)
    counts = sorted({row["n"] for row in rows})
    note = f"a column for each {across}; " if across else ""
    note += "".join(f"{down[i]} = {escape(_cell(next(iter(lines))[i]))}; " for i in alike)
    sizes = ", ".join(f"{n:,}" for n in counts)
    console.print(f"  {note}95% intervals within ± {widest:.2g}; n = {sizes}; {escape(study.source)}", style="dim")


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _parts(heads: Sequence[object], widths: Sequence[int], room: int) -> list[list[object]]:
    """Split the columns into as many tables as they need, so that every number fits."""
    parts: list[list[object]] = [[]]
    used = 0
    for head, width in zip(heads, widths):
        if parts[-1] and used + width > room:
            parts.append([])
            used = 0
        parts[-1].append(head)
        used += width
    return parts


def print_statements(claims: Sequence[JudgedClaim]) -> None:
    """Print one line for each printed statement and each question of our own, and how many hold. On a terminal a line
    ends where the window does."""
    console = open_console()
    own = [Statement(claim.says, (claim,)) for claim in claims if claim.own]
    found = [*statements(claims), *own]
    names = [each.studies[0] + (f" +{len(each.studies) - 1}" if len(each.studies) > 1 else "") for each in found]
    kinds = ["our question" if each in own else each.shown for each in found]
    for each, kind, name in zip(found, kinds, names):
        words = each.printed if each in own else f"“{each.printed}”"
        mark = each.verdict.mark + ("°" if each.shipped else " ")
        columns = f"{mark} {kind:{max(map(len, kinds))}}  {name:{max(map(len, names))}}  {words}"
        line = Text(columns, no_wrap=True, overflow="ellipsis")
        line.stylize(COLOURS[each.verdict], 0, 1)
        console.print(line)
    console.print()
    held, verdicts = Counter(each.held for each in statements(claims)), Counter(each.verdict for each in own)
    for thing, whose, counts in (("published statement", "", held), ("question", " of our own", verdicts)):
        if counts:
            numbers = [(counts[word], str(word)) for word in (*Held, *Verdict) if counts[word]]
            parts = ", ".join(f"{n} {word if n == 1 else PLURALS.get(word, word)}" for n, word in numbers)
            console.print(f"{counted(counts.total(), thing)}{whose}: {parts}.", soft_wrap=True)
    if any(each.shipped for each in found):
        console.print("° too few observations here: as in the run at the paper's scale that comes with Overthink")
    console.print("-v shows every claim: its reading, what was measured, the interval.", style="dim")


def print_claims(verdicts: Sequence[JudgedClaim]) -> None:
    """Print each claim with its printed text, the measurement and the verdict."""
    console = open_console()
    study = ""
    for verdict in verdicts:
        if verdict.study != study:
            study = verdict.study
            console.print(f"\n[bold]{study}[/]")
        colour = COLOURS[verdict.verdict]
        estimate = verdict.estimate
        interval = f"95% interval {estimate.low:.4g} to {estimate.high:.4g}, n = {estimate.n:,}"
        console.print(Padding(f"[{colour}]{verdict.verdict.mark} {verdict.verdict}[/]: {escape(verdict.says)}", (0, 2)))
        console.print(Padding(f"printed: {escape(verdict.printed)}  {escape(verdict.source)}", (0, 6), style="dim"))
        if not verdict.own:
            judged = f"; {verdict.rule}" if verdict.rule else ""
            console.print(Padding(escape(f"read {verdict.reading}{judged}"), (0, 6), style="dim"))
        console.print(Padding(f"here: {escape(verdict.words)}  ({interval})", (0, 6)))
    console.print()


def print_coverage(sentences: Sequence[Sentence]) -> None:
    """Print each sentence of the papers with what judges it, or why nothing does."""
    console = open_console()
    source = ""
    for sentence in sentences:
        if sentence.source != source:
            source = sentence.source
            console.print(f"\n[bold]{escape(source)}[/]")
        console.print(Padding(f"“{escape(sentence.words)}”", (0, 2)))
        colour = "green" if sentence.judged else "yellow"
        console.print(Padding(f"[{colour}]{escape(sentence.outcome)}[/]", (0, 6)))
    judged = sum(sentence.judged for sentence in sentences)
    console.print(f"\n{judged} of {len(sentences)} sentences are judged; for each of the others it says why not.")


def print_seen(nodes: Sequence[ExplainedNode]) -> None:
    """Print the values of a rule at each node, and mark local pathology."""
    table = Table(box=None, padding=(0, 1))
    for name in ("node", "type", "value", "error", "search", ""):
        table.add_column(name, justify="left" if name in ("node", "type", "") else "right", no_wrap=True)
    for node in nodes:
        searched = f"{node.searched_value:g} ({node.searched_error:.4g})"
        mark = "← static value kept" if node.replaced else ""
        name = "  " * node.ply + str(node.node)
        table.add_row(name, node.kind, f"{node.value:g}", f"{node.error:.4g}", searched, mark)
    open_console().print(table)


def _short(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:,.0f}"
