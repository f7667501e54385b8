"""What was measured, kept as it is measured: a file of JSON lines, so that a killed examination goes on where it was.

The first line says what is examined. Each further line is one position: {"position": …, "values": {move: number},
"chosen": {"rule depth": [moves]}, "said": {"rule depth": value}}; nothing is chosen where all moves are worth the same.
The file can serve as truth.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from overthink.core.errors import OverthinkError


class Journal:
    """Positions that are done. `about` must be the same as when the file was begun."""

    def __init__(
        self,
        path: str | Path,
        about: Mapping[str, Any],
        text: Callable[[Any], str],
        moves: Callable[[Any], Sequence[Any]],
    ):
        self.path, self.text, self.moves, self.lock = Path(path), text, moves, Lock()
        self.known: dict[str, dict[str, Any]] = {}
        first = json.dumps({"about": dict(about)}, sort_keys=True)
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
            if lines and lines[0] != first:
                raise OverthinkError(f"{self.path} was begun with other settings; name another file or remove it.")
            whole = [line for line in lines[1:] if self._read(line)]
            # A line that was cut off when the examination was killed is dropped, and its position done again.
            self.path.write_text("".join(f"{line}\n" for line in [first, *whole]), encoding="utf-8")
        except OSError as error:
            raise OverthinkError(f"{self.path} cannot be used ({error.strerror}).") from None

    def _read(self, line: str) -> bool:
        try:
            entry = json.loads(line)
            self.known[entry["position"]] = entry
        except (ValueError, KeyError, TypeError):
            return False
        return True

    def keep(
        self,
        state: Any,
        values: Mapping[Any, float],
        chosen: Mapping[tuple[str, int], Sequence[Any]],
        said: Mapping[tuple[str, int], float],
    ) -> None:
        """One line, at once."""
        named = {f"{rule} {depth}": [str(move) for move in moves] for (rule, depth), moves in chosen.items()}
        worth = {str(move): value for move, value in values.items()}
        told = {f"{rule} {depth}": value for (rule, depth), value in said.items()}
        entry = {"position": self.text(state), "values": worth, "chosen": named, "said": told}
        try:
            with self.lock, self.path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(entry)}\n")
        except OSError as error:
            raise OverthinkError(f"{self.path} cannot be written ({error.strerror}); what is in it is kept.") from None

    def found(
        self, state: Any
    ) -> tuple[dict[Any, float], dict[tuple[str, int], tuple[Any, ...]], dict[tuple[str, int], float]] | None:
        """Values, choices and what was said of a position that is done; nothing where it has to be examined."""
        entry = self.known.get(self.text(state))
        if entry is None:
            return None
        by_name = {str(move): move for move in self.moves(state)}
        values = {by_name[name]: float(value) for name, value in entry["values"].items()}
        chosen = {_asked(key): tuple(by_name[name] for name in names) for key, names in entry["chosen"].items()}
        said = {_asked(key): float(value) for key, value in entry.get("said", {}).items()}
        return values, chosen, said


def _asked(key: str) -> tuple[str, int]:
    rule, depth = key.rsplit(" ", 1)
    return rule, int(depth)
