"""Every sentence of the doctor is rendered here, from fields.

A fact is a template and the values of its places. Nothing reads a rendered sentence: code asks for the fact's `kind`,
which is a member of an enumeration of templates (or a text of a user's own check).

A place may have one of these formats besides Python's own: `points` (0.053 is 5.3), `gain` (with its sign), `percent`,
`count` (1,000), `at` (depth 3; depths 1, 3), and the name of a thing to count: `{n:position}` is "1 position" or
"2 positions". A place may hold another fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from overthink.core.errors import counted

THINGS = ("position", "case", "answer", "question", "search", "move", "evaluation")


@dataclass(frozen=True)
class Fact:
    """One thing that was seen: which (a template), and its numbers."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return _PLACES.format(self.kind, **self.values) if self.values else self.kind


def fact(kind: str, /, **values: Any) -> Fact:
    """A fact of this kind, with the values of its places."""
    return Fact(kind, values)


class _Places(Formatter):
    def format_field(self, value: Any, form: str) -> str:
        if form in THINGS:
            return counted(int(value), form)
        if form == "at":
            many = value if isinstance(value, list | tuple) else (value,)
            return f"depth{'s' if len(many) > 1 else ''} {', '.join(f'{each:g}' for each in many)}"
        if form in _FORMS:
            return _FORMS[form].format(value if form == "count" else 100.0 * value)
        return str(super().format_field(value, form))


_FORMS = {"points": "{:.1f}", "gain": "{:+.1f}", "percent": "{:.0f}%", "percents": "{:.1f}%", "count": "{:,}"}
_PLACES = _Places()


def first_upper(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]
