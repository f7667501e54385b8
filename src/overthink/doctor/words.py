"""A diagnosis in words: in colour for a terminal, plain elsewhere. One text serves both."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from overthink.core.estimate import Estimate
from overthink.measure.judgement import Judgement, Pair

FIRST = "look into what is suspected first; as things stand,"
SHOWN = 3  # worst positions that are printed
WIDE = 100
BAR = 20
EIGHTHS = " ▏▎▍▌▋▊▉█"
COLOURS = {"ruled out": "green", "suspected": "red", "not testable": "yellow"}
KINDS = {"better": "green", "worse": "red", "unclear": "yellow", "suspect": "magenta"}


def plain(found: Any) -> str:
    """Without colours."""
    return Text.from_markup(marked(found)).plain


def show(found: Any) -> None:
    """On standard output, in colour where that is a terminal."""
    Console(highlight=False, soft_wrap=True).print(Text.from_markup(marked(found)))


def marked(found: Any) -> str:
    """All of it, with marks for colours."""
    parts = [_head(found), *(_curve(found, rule) for rule in found.seen.rules), _pairs(found)]
    parts += [_why(found), _bugs(found), _hurts(found), _advice(found), _failures(found)]
    return "\n\n".join(part for part in parts if part)


def _head(found: Any) -> str:
    seen = found.seen
    lines = [f"[bold {KINDS[found.kind]}]{escape(found.verdict)}.[/]"]
    left = f"; {seen.decided:,} left out, all moves being worth the same" if seen.decided else ""
    failed = f"; {len(seen.failures):,} could not be examined" if seen.failures else ""
    lines += _wrapped(f"{len(seen.positions):,} positions, truth: {seen.truth}{left}{failed}.", "", "")
    if found.doubt:
        lines += [line for said in found.doubt.lines() for line in _wrapped(f"{said}.", "", "  ")]
    return "\n".join(lines)


def _curve(found: Any, rule: str) -> str:
    judgement: Judgement = found.judgements[rule]
    lost = found.seen.regret(rule)
    lines = [f"[bold]{escape(rule):<10}[/] depth   accuracy       {'':{BAR}}   regret"]
    for depth, share in judgement.accuracy.items():
        regret = Estimate.of_mean(lost[depth])
        cells = f"{share.mean:.3f} ±{_half(share):.3f}   {bar(share.mean)}   {regret.mean:.3g} ±{_half(regret):.2g}"
        lines.append(f"{depth:>16}   {cells}")
    if rule != found.seen.rules[0]:
        lines.append(f"  {escape(judgement.sentence)}")
    return "\n".join(lines)


def bar(share: float) -> str:
    """A share of 1 as block characters."""
    eighths = round(8 * BAR * share)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (EIGHTHS[rest] if rest else "")).ljust(BAR)


def _half(estimate: Estimate) -> float:
    return 0.5 * (estimate.high - estimate.low)


def _pairs(found: Any) -> str:
    judgement: Judgement = found.judgements[found.seen.rules[0]]
    lines = ["[bold]Depth against depth[/], points of accuracy, intervals widened for the number of pairs:"]
    lines += [f"  {_pair(pair)}" for pair in judgement.pairs]
    others = [pair for pair in judgement.neighbours if pair not in judgement.pairs]
    if others:
        lines += ["  neighbours, odd against even:", *(f"  {_pair(pair)}" for pair in others)]
    if judgement.needed and judgement.kind == "unclear":
        lines.append(f"  {judgement.needed:,} more positions would settle a difference of two points.")
    return "\n".join(lines)


def _pair(pair: Pair) -> str:
    gain = pair.gain
    word, colour = ("better", "green") if gain.low > 0 else ("worse", "red") if gain.high < 0 else ("", "")
    told = f"{pair.shallow} → {pair.deep}  {100 * gain.mean:+6.1f}  " + escape(
        f"[{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"
    )
    return f"{told}  [{colour}]{word}[/]" if word else told


def _why(found: Any) -> str:
    said = found.factors.lines() if found.factors else []
    said += found.errors.lines() if found.errors else []
    said += [str(found.prediction)] if found.prediction else []
    return _section("Why", said)


def _bugs(found: Any) -> str:
    lines = []
    for each in found.imitators:
        first, *rest = _wrapped(f"{each.name}: {each.why}", " " * 15, " " * 15)
        lines += [f"  [{COLOURS[each.found]}]{each.found:<12}[/] {first.strip()}", *rest]
    return "\n".join(["[bold]Or is it a bug?[/]", *lines]) if lines else ""


def _hurts(found: Any) -> str:
    if not found.spoilt:
        return ""
    lines = [f"[bold]Where it hurts[/] ({len(found.spoilt):,} positions), the worst:"]
    for each in found.spoilt[:SHOWN]:
        lines += [f"  {escape(line)}" for line in each.position.splitlines()]
        told = f"depth {each.shallow}: {moves(each.kept)}; depth {each.deep}: {moves(each.chosen)}"
        lines += _wrapped(f"{told}; right: {moves(each.right)}", "    ", "      ")
    if found.traits:
        lines.append("  What they share, against the rest:")
        lines += [line for trait in found.traits for line in _wrapped(str(trait), "    ", "      ")]
    return "\n".join(lines)


def _advice(found: Any) -> str:
    sentence = f"{FIRST} {found.advice.sentence}" if found.suspected else found.advice.sentence
    line = f"  [cyan]{escape(found.advice.line)}[/]"
    return "\n".join(["[bold]What to do[/]", *_wrapped(sentence, "  ", "  "), line])


def _failures(found: Any) -> str:
    failed = found.seen.failures
    more = [f"and {len(failed) - SHOWN:,} more"] if len(failed) > SHOWN else []
    return _section("Not examined", [*failed[:SHOWN], *more])


def _section(title: str, said: Sequence[str]) -> str:
    lines = [line for one in said for line in _wrapped(one, "  ", "    ")]
    return "\n".join([f"[bold]{title}[/]", *lines]) if lines else ""


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    found = textwrap.wrap(text, WIDE, initial_indent=first, subsequent_indent=rest, break_long_words=False)
    return [escape(line) for line in found]


def moves(those: Sequence[Any]) -> str:
    """A list of moves, for people."""
    return ", ".join(map(str, those)) or "none"
