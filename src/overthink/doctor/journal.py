"""The journal: a file of JSON lines that stores each position when it is done, so that a killed examination resumes.

The first line says what is examined. Each other line is one position: {"position": …, "values": {move: number},
"chosen": {"rule depth": [moves]}, "said": {"rule depth": value}, "costs": {"rule depth": [seconds, nodes]},
"changes": {"rule depth": share}}; "chosen" is empty if all moves have the same value. The file can also serve as truth.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TypedDict

from overthink.core.errors import OverthinkError
from overthink.doctor.examine import At, Move, Record, State
from overthink.measure.cost import Cost


class Entry(TypedDict, total=False):
    """One line of the file."""

    position: str
    values: dict[str, float]
    chosen: dict[str, list[str]]
    said: dict[str, float]
    costs: dict[str, tuple[float, float]]
    changes: dict[str, float]


class Journal:
    """The positions that are done. `about` must be the same as when the file was created."""

    def __init__(
        self,
        path: str | Path,
        about: Mapping[str, object],
        text: Callable[[State], str],
        moves: Callable[[State], Sequence[Move]],
    ):
        self.path, self.text, self.moves, self.lock = Path(path), text, moves, Lock()
        self.known: dict[str, Entry] = {}
        first = json.dumps({"about": dict(about)}, sort_keys=True)
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
            if lines and lines[0] != first:
                raise OverthinkError(
                    f"{self.path} was created with other settings. Choose another file, or remove this one."
                )
            complete = [line for line in lines[1:] if self._read(line)]
            # A line that was cut off when the examination was killed is dropped; its position is examined again.
            self.path.write_text("".join(f"{line}\n" for line in [first, *complete]), encoding="utf-8")
        except OSError as exc:
            raise OverthinkError(f"{self.path} cannot be used ({exc.strerror}).") from None

    def _read(self, line: str) -> bool:
        try:
            entry: Entry = json.loads(line)
            self.known[entry["position"]] = entry
        except (ValueError, KeyError, TypeError):
            return False
        return True

    def keep(self, state: State, record: Record) -> None:
        """Write one line at once."""
        entry: Entry = {
            "position": self.text(state),
            "values": {str(move): value for move, value in record.values.items()},
            "chosen": {
                f"{rule} {depth}": [str(move) for move in moves] for (rule, depth), moves in record.chosen.items()
            },
            "said": {f"{rule} {depth}": value for (rule, depth), value in record.estimates.items()},
            "costs": {f"{rule} {depth}": (c.seconds, c.nodes) for (rule, depth), c in record.costs.items()},
            "changes": {f"{rule} {depth}": share for (rule, depth), share in record.changes.items()},
        }
        try:
            with self.lock, self.path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(entry)}\n")
        except OSError as exc:
            raise OverthinkError(f"{self.path} cannot be written ({exc.strerror}). Its contents are kept.") from None

    def recall(self, state: State) -> Record | None:
        """The stored record of a position, or None."""
        entry = self.known.get(self.text(state))
        if entry is None:
            return None
        by_name = {str(move): move for move in self.moves(state)}
        values = {by_name[name]: float(value) for name, value in entry["values"].items()}
        chosen = {_at(key): tuple(by_name[name] for name in names) for key, names in entry["chosen"].items()}
        estimates = {_at(key): float(value) for key, value in entry.get("said", {}).items()}
        costs = {_at(key): Cost(*map(float, cost)) for key, cost in entry.get("costs", {}).items()}
        changes = {_at(key): float(share) for key, share in entry.get("changes", {}).items()}
        return Record(values, chosen, estimates, costs, changes)


def _at(key: str) -> At:
    rule, depth = key.rsplit(" ", 1)
    return rule, float(depth) if "." in depth or "e" in depth else int(depth)
