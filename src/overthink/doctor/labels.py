"""Labels: positions with the value of every move, from a file of JSON lines.

Each line is {"position": text, "values": {move: value to the player who moves}}. A line without values, or a bare text,
is a position alone. The file of an earlier examination (`keep=`) is a file of labels too.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from overthink.core.checked import moves_of
from overthink.core.errors import OverthinkError, shortened, shown
from overthink.core.files import read_file
from overthink.core.position_text import key_of, state_of, text_of
from overthink.doctor.examine import AnyGame, Move, State, Values

FORM = 'write {"position": "…", "values": {"move": number, …}}'
Line = tuple[int, Any, Mapping[str, float]]  # its number, the position as written, the values if there are any


@dataclass(frozen=True)
class LabelFile:
    """The lines of a file that can be read, and one sentence for each that cannot."""

    path: Path
    lines: tuple[Line, ...]
    unread: tuple[str, ...]
    digest: str  # of the whole file

    @property
    def labelled(self) -> bool:
        """Whether every position has values."""
        return all(values for _, _, values in self.lines)

    def spread(self, most: int) -> LabelFile:
        """At most so many lines, spread over the file."""
        count = min(most, len(self.lines))
        return replace(self, lines=tuple(self.lines[k * len(self.lines) // count] for k in range(count)))

    def states(self, game: AnyGame, most: int | None = None) -> tuple[list[State], tuple[str, ...]]:
        """The different positions of the file, spread over it if there are more than `most`; and one sentence for each
        line that is not a position of the game."""
        states, failures = dict[str, State](), list[str]()
        for number, text, _ in self.lines:
            try:
                state = state_of(game, text)
                moves_of(game, state)
                states.setdefault(key_of(game, state), state)
            except OverthinkError as exc:
                failures.append(f"{self.path}, line {number}: {str(exc).rstrip('.')}.")
        if not states:
            raise OverthinkError(failures[0] if failures else f"{self.path} does not contain a position.")
        every = list(states.values())
        count = len(every) if most is None else min(most, len(every))
        return [every[k * len(every) // count] for k in range(count)], tuple(failures)


def read_labels(path: str | Path) -> LabelFile:
    """Read a file of positions, with or without values."""
    path = Path(path)
    content = read_file(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OverthinkError(f"{path} cannot be read (it is not a text file).") from None
    lines, unread = list[Line](), list[str]()
    for number, line in _lines(text):
        try:
            entry = _entry(line)
            if entry is not None:
                lines.append((number, *entry))
        except OverthinkError as exc:
            unread.append(f"{path}, line {number}: {exc}.")
    if not lines:
        raise OverthinkError(unread[0] if unread else f"{path} does not contain a position.")
    return LabelFile(path, tuple(lines), tuple(unread), hashlib.sha256(content).hexdigest()[:16])


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _entry(line: str) -> tuple[Any, Mapping[str, float]] | None:
    """The position and the values of a line; None for the first line of a kept file."""
    if not line.startswith("{"):
        return line, {}
    try:
        entry = json.loads(line)
        if "about" in entry and "position" not in entry:
            return None
        position, given = entry["position"], entry.get("values", {})
        values = {str(move): float(value) for move, value in given.items()}
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise OverthinkError(FORM) from None
    if any(not math.isfinite(value) for value in values.values()):
        raise OverthinkError("a value is not a finite number")
    return position, values


class Labelled:
    """The truth by a file of labels."""

    exact = False

    def __init__(self, labels: LabelFile, game: AnyGame):
        self.file, self.game = labels, game
        self.unread = labels.unread

    def __str__(self) -> str:
        return f"{self.file.path.name}, {len(self.file.lines):,} positions"

    @cached_property
    def known(self) -> dict[str, Line]:
        """The lines by the text of their position; if a position occurs twice, the first."""
        known = dict[str, Line]()
        for line in self.file.lines:
            for text in self._texts(line[1]):
                known.setdefault(text, line)
        return known

    def values(self, state: State) -> Values:
        """The value of each move to the player who makes it."""
        text = next((text for text in self._names(state) if text in self.known), None)
        if text is None:
            raise OverthinkError(f"{self.file.path} does not contain the position {shown(key_of(self.game, state))}.")
        number, _, values = self.known[text]
        names = {move: self._value(values, move) for move in moves_of(self.game, state)}
        missing = [move for move, value in names.items() if value is None]
        if missing:
            raise OverthinkError(
                f"{self.file.path}, line {number}: the move {shortened(str(missing[0]))} has no value."
            )
        return {move: value for move, value in names.items() if value is not None}

    def more(self, state: State, chosen: object, values: Values) -> Values:
        """Nothing is missing: a line has the values of all moves."""
        return {}

    def _texts(self, position: Any) -> list[str]:
        """The texts under which a position of the file may be looked for."""
        try:
            return [str(position), key_of(self.game, state_of(self.game, position))]
        except Exception:  # it can still be found by the text as it is written
            return [str(position)]

    def _names(self, state: State) -> list[str]:
        return [key_of(self.game, state), text_of(self.game, state), str(state)]

    @staticmethod
    def _value(values: Mapping[str, float], move: Move) -> float | None:
        return next((values[name] for name in (str(move), repr(move)) if name in values), None)
