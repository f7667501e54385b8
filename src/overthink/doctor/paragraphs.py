"""Text for a terminal: paragraphs, and numbers for people."""

from __future__ import annotations

import textwrap

from rich.markup import escape

WIDE = 100
TINY = 1e-12  # a smaller p-value is mostly rounding


def wrap(text: str, first: str, rest: str) -> list[str]:
    """Lines of a paragraph, with the indent of the first and of the others. Markup in the text is shown as it is."""
    lines = textwrap.wrap(text, WIDE, initial_indent=first, subsequent_indent=rest, break_long_words=False)
    return [escape(line) for line in lines]


def duration(seconds: float) -> str:
    """A time for people: 3.2 ms, 45 s."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.0f} µs" if seconds else "< 1 ms"  # engines count whole milliseconds


def chance(p_value: float) -> str:
    """A p-value for people: p = 0.03, p < 1e-12."""
    return f"p = {p_value:.2g}" if p_value >= TINY else f"p < {TINY:g}"


def first_upper(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]
