"""Positions sent to the doctor, and what he says: what workers do for the view Doctor."""

from __future__ import annotations

import queue
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.doctor.subjects.game import diagnose
from overthink.evaluate import store_difference
from overthink.games import Kalah
from overthink.lab import request as asked
from overthink.rules import RULES

MOST = 500  # positions
LONGEST = 200  # characters of a line that an error repeats
WRITE = "write the pits of Max, those of Min, both stores and who moves: 3 3 3 3 / 3 3 3 3 / 0 0 / Max"


class StoppedError(Exception):
    """Nobody waits for the diagnosis any more."""


def kalah(given: Mapping[str, Any]) -> Kalah:
    """The game by its real rules, won or lost, of a size that can be examined here."""
    return Kalah.real(asked.integer(given, "pits", 2, 6, 4), asked.integer(given, "seeds", 1, 4, 3), outcome="win")


def example(given: Mapping[str, Any]) -> dict[str, str]:
    """Random boards, as they are to be written."""
    game, wanted = kalah(given), asked.integer(given, "positions", 2, MOST, 60)
    seed = asked.integer(given, "seed", 0, asked.SEED, 0)
    return {"text": "\n".join(written(game, game.random_start(number, seed)) for number in range(wanted))}


def written(game: Kalah, state: Any) -> str:
    """A position on one line."""
    sides = [" ".join(map(str, row)) for row in game.rows(state)]
    return f"{sides[0]} / {sides[1]} / {state[2]} {state[3]} / {'Max' if state[4] > 0 else 'Min'}"


def positions(game: Kalah, text: str) -> list[Any]:
    """The positions in a text, one a line; empty lines and what follows a # are left out."""
    found: list[Any] = []
    for number, line in enumerate(text.splitlines(), 1):
        said = line.split("#")[0].strip()
        if not said:
            continue
        if len(found) == MOST:
            raise OverthinkError(f"There are more than {MOST} positions; send fewer.")
        parts = said[:LONGEST].split("/")
        try:
            ours, theirs, stores = ([int(word) for word in part.split()] for part in parts[:3])
            mover = {"max": 1, "min": -1}[parts[3].strip().lower()]
            found.append(game.position(ours, theirs, (stores[0], stores[1]), mover))
        except OverthinkError as error:
            raise OverthinkError(f"Line {number}: {error}") from None
        except (ValueError, IndexError, KeyError):
            raise OverthinkError(f"Line {number}, '{said[:LONGEST]}', is no position; {WRITE}.") from None
    if len(found) < 2:
        raise OverthinkError(f"Send two positions or more, one a line; {WRITE}.")
    return found


def examined(given: Mapping[str, Any]) -> Iterator[dict[str, Any] | None]:
    """How many positions are done, as they are; at the end the verdict, all that was found, and the report."""
    game = kalah(given)
    states = positions(game, str(given.get("text", "")))
    deepest = asked.integer(given, "depth", 2, 8, 5)
    rules = asked.choices(given, "rules", [name for name, rule in RULES.items() if not rule.goal], 4, "minimax")
    truth: Any = "solve" if given.get("truth") == "solve" else asked.integer(given, "truth", 3, 14, 9)
    error = asked.number(given, "error", 0.01, 0.5, 0.2)
    told: queue.Queue[dict[str, Any] | BaseException] = queue.Queue()
    wanted = threading.Event()
    wanted.set()

    def tell(done: int, total: int) -> None:
        if not wanted.is_set():
            raise StoppedError
        told.put({"done": done, "total": total})

    def work() -> None:
        try:
            found = diagnose(
                game, store_difference(game), depths=range(1, deepest + 1), rules=rules, positions=states, truth=truth,
                error=error, tell=tell,
            )  # fmt: skip
            with tempfile.TemporaryDirectory() as folder:
                page = found.report(Path(folder) / "doctor.html", "The doctor on Kalah").read_text(encoding="utf-8")
            told.put({"verdict": found.verdict, "text": str(found), "report": page})
        except BaseException as wrong:
            told.put(wrong)

    threading.Thread(target=work, daemon=True).start()
    try:
        while True:
            try:
                each = told.get(timeout=0.2)
            except queue.Empty:
                yield None
                continue
            if isinstance(each, BaseException):
                raise each
            yield each
            if "verdict" in each:
                return
    finally:
        wanted.clear()
