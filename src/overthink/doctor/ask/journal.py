"""The journal: a file of JSON lines that stores each position when it is done, so that a killed examination resumes.

The first line says what is examined. Each other line is one position: {"position": …, "values": {move: number},
"chosen": {"rule depth": [moves]}, "said": {"rule depth": value}, "costs": {"rule depth": [seconds, nodes]},
"changes": {"rule depth": share}, "how": text, "check": number}; "chosen" is empty if all moves have the same value,
"how" says where the truth comes from if positions differ, and "check" is a check sum. The file can also serve as truth.
"""

from __future__ import annotations

import hashlib
import json
import warnings
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TypedDict

from overthink.adapters.uci import engine_path
from overthink.core.errors import OverthinkError, require, shorten
from overthink.core.game import Evaluate
from overthink.core.identity import identity
from overthink.core.plain import Fields
from overthink.doctor.record import AnyGame, At, Move, Record, State, TruthSource, UserPlayer
from overthink.doctor.truths import Cheapest, Deeper, Labelled, Solved
from overthink.measure.judgement import Cost, Knob
from overthink.rules import Rule


class JournalEntry(TypedDict, total=False):
    """One line of the file."""

    position: str
    values: dict[str, float]
    chosen: dict[str, list[str]]
    said: dict[str, float]
    costs: dict[str, tuple[float, float]]
    changes: dict[str, float]
    how: str


class Journal:
    """The positions that are done. `about` must be the same as when the file was created."""

    def __init__(
        self,
        path: str | Path,
        about: Mapping[str, object],
        text: Callable[[State], str],
        moves: Callable[[State], Sequence[Move]],
    ):
        require(isinstance(path, str | Path) and str(path), "keep= is the name of a file, not {}.", path)
        self.path = Path(path)
        self.text = text
        self.moves = moves
        self.lock = Lock()
        self.known: dict[str, JournalEntry] = {}
        first = json.dumps({"about": dict(about)}, sort_keys=True)
        try:
            fine = not self.path.exists() or self.path.is_file()
            require(fine, f"{self.path} cannot be used: it is not a file.")
            content = self.path.read_bytes() if self.path.exists() else b""
            lines = content.decode("utf-8", "replace").splitlines()
            if lines:
                self._check(lines[0], json.loads(first)["about"])
            complete = [line for number, line in enumerate(lines[1:], 2) if self._read(line, number)]
            if lines != [first, *complete] or not content.endswith(b"\n"):
                draft = self.path.with_name(f".{self.path.name}")
                draft.write_text("".join(f"{line}\n" for line in [first, *complete]), encoding="utf-8")
                draft.replace(self.path)
        except OverthinkError:
            raise
        except (OSError, ValueError) as exc:
            raise OverthinkError(f"{self.path} cannot be used ({getattr(exc, 'strerror', exc)}).") from None

    def _check(self, line: str, about: Mapping[str, object]) -> None:
        """Refuse a file about something else, and name both."""
        try:
            before = dict(json.loads(line)["about"])
        except (ValueError, KeyError, TypeError):
            raise OverthinkError(
                f"{self.path} does not say what it is about: its first line is damaged, or it is not a file of the "
                "doctor. Choose another file."
            ) from None
        for name in [*about, *before]:
            old, new = before.get(name), about.get(name)
            created = f"{self.path} was created with the {name} {_text(old)}, and now it is {_text(new)}."
            require(old == new, f"{created} Choose another file, or remove this one.")

    def _read(self, line: str, number: int) -> bool:
        """Take over one line. A damaged one is named and dropped; its position is examined again."""
        try:
            entry: JournalEntry = unseal(line)
            self.known[entry["position"]] = entry
        except (ValueError, KeyError, TypeError):
            warnings.warn(
                f"{self.path}, line {number} is damaged: it was dropped, and its position is examined again.",
                stacklevel=2,
            )
            return False
        return True

    def keep(self, state: State, record: Record) -> None:
        """Write one line at once."""
        entry: JournalEntry = {
            "position": self.text(state),
            "values": {str(move): value for move, value in record.values.items()},
            "chosen": {_key(at): [str(move) for move in moves] for at, moves in record.chosen.items()},
            "said": {_key(at): value for at, value in record.estimates.items()},
            "costs": {_key(at): (cost.seconds, cost.nodes) for at, cost in record.costs.items()},
            "changes": {_key(at): share for at, share in record.changes.items()},
            "how": record.how,
        }
        try:
            with self.lock, self.path.open("a", encoding="utf-8") as file:
                file.write(f"{seal(entry)}\n")
        except OSError as exc:
            raise OverthinkError(f"{self.path} cannot be written ({exc.strerror}). What it contains is kept.") from None

    def recall(self, state: State) -> Record | None:
        """The stored record of a position, or None."""
        entry = self.known.get(self.text(state))
        if entry is None:
            return None
        by_name = {str(move): move for move in self.moves(state)}
        if not set(entry["values"]).union(*entry["chosen"].values()) <= by_name.keys():
            return None  # another position with the same text
        values = {by_name[name]: float(value) for name, value in entry["values"].items()}
        chosen = {_at(key): tuple(by_name[name] for name in names) for key, names in entry["chosen"].items()}
        estimates = {_at(key): float(value) for key, value in entry.get("said", {}).items()}
        costs = {_at(key): Cost(*map(float, cost)) for key, cost in entry.get("costs", {}).items()}
        changes = {_at(key): float(share) for key, share in entry.get("changes", {}).items()}
        how = entry.get("how", "")
        return Record(state, values, chosen, estimates=estimates, costs=costs, changes=changes, how=how)


def seal(entry: JournalEntry) -> str:
    """One line, with a check sum at its end."""
    text = json.dumps(entry)
    return f'{text[:-1]}, "check": {zlib.crc32(text.encode())}}}'


def unseal(line: str) -> JournalEntry:
    """The entry of a line; a ValueError if a character of it was changed or lost."""
    text, _, check = line.rpartition(', "check": ')
    if not check.endswith("}") or zlib.crc32(f"{text}}}".encode()) != int(check[:-1]):
        raise ValueError("damaged")
    entry: JournalEntry = json.loads(f"{text}}}")
    return entry


def _text(value: object) -> str:
    return "none" if value is None else shorten(value if isinstance(value, str) else json.dumps(value))


def _key(at: At) -> str:
    return f"{at[0]} {at[1]}"


def _at(key: str) -> At:
    rule, depth = key.rsplit(" ", 1)
    return rule, float(depth) if "." in depth or "e" in depth else int(depth)


def about_game(
    game: AnyGame, evaluate: Evaluate | None, player: UserPlayer | None, truth: TruthSource, rules: Sequence[str],
    own: Mapping[str, Rule], knob: Knob, **options: object,
) -> Fields:  # fmt: skip
    """The game, the evaluator, the player and the truth by their source, and the options."""
    return {
        "game": identity(game),
        "evaluator": None if evaluate is None else identity(evaluate),
        "player": None if player is None else identity(player),
        "truth": truth_text(truth, game, evaluate),
        "rules": [identity(own[rule]) if rule in own else rule for rule in rules],
        f"values of {knob.name}": list(knob.values),
        **{name: value for name, value in options.items() if value is not None},
    }


def truth_text(truth: TruthSource, game: AnyGame, evaluate: Evaluate | None) -> str:
    """The truth in words, with a hash of what the words leave out."""
    if isinstance(truth, Labelled):
        return f"{truth} {truth.file.digest[:8]}"
    if isinstance(truth, Solved):
        return str(truth) if truth.game is game else f"{truth}, {identity(truth.game)}"
    if isinstance(truth, Deeper | Cheapest) and truth.game is game and truth.evaluate is evaluate:
        return str(truth)
    return f"{truth}, {identity(truth)}"


def program(command: str) -> str:
    """The command of an engine with a hash of its program, which changes if the program does."""
    path = engine_path(command)
    try:
        return f"{command} {hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]}" if path else command
    except OSError:  # it may be run and not read
        return command
