"""What could not be examined, for people: lines and positions with the same reason together, with their number."""

from __future__ import annotations

import re
from collections.abc import Sequence

LINE = re.compile(r"(?P<where>.*), (?P<kind>line|game) (?P<number>\d+)(?: \(line \d+\))?: (?P<reason>.*)", re.DOTALL)
PLACE = re.compile(r" (?:in|for) the position (?P<number>.*?)(?P<rest>\.|; .*)?$", re.DOTALL)
NAMED = 5  # lines or positions that are named


def grouped(failures: Sequence[str]) -> list[str]:
    """One sentence for each reason, the most frequent first. A reason that occurs once keeps its sentence."""
    groups: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for failure in failures:
        where, kind, number, reason = _parts(failure)
        groups.setdefault((where, kind, reason), []).append((number, failure))
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    return [_sentence(*key, members) for key, members in ordered]


def _parts(failure: str) -> tuple[str, str, str, str]:
    """The file, what is counted, its number or text, and the reason without them."""
    line, place = LINE.fullmatch(failure), PLACE.search(failure)
    if line:
        return line["where"], line["kind"], line["number"], line["reason"].rstrip(".")
    if place:
        return "", "position", place["number"], failure[: place.start()] + (place["rest"] or "").rstrip(".")
    return "", "", "", failure


def _sentence(where: str, kind: str, reason: str, members: list[tuple[str, str]]) -> str:
    if len(members) == 1:
        return members[0][1]
    if not kind:
        return f"{len(members):,} times: {reason}"
    names = ", ".join(number for number, _ in members[:NAMED])
    more = ", …" if len(members) > NAMED else ""
    return f"{f'{where}, ' if where else ''}{len(members):,} {kind}s ({names}{more}): {reason}."
