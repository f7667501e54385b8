"""The computations of the view Doctor: read positions of Kalah, and examine them."""

from __future__ import annotations

import queue
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.plain import Fields
from overthink.doctor.ask.examine import EXAMINED
from overthink.doctor.game import diagnose
from overthink.doctor.record import State
from overthink.evaluate.kalah import store_difference
from overthink.games.kalah import Kalah
from overthink.lab import request as parameters
from overthink.lab.workers.play import BOARDS

MOST_POSITIONS = 500
LONGEST = 200  # characters of a line that an error message quotes
WRITE = "write the pits of Max, those of Min, both stores and who moves: 3 3 3 3 / 3 3 3 3 / 0 0 / Max"


class StoppedError(Exception):
    """The client no longer waits for the diagnosis."""


def kalah(given: Mapping[str, Any]) -> Kalah:
    """Kalah by its real rules, with wins and losses, of a size that the lab can examine."""
    return Kalah.real(
        parameters.integer(given, "pits", 2, 6, 4), parameters.integer(given, "seeds", 1, 4, 3), outcome="win"
    )


def example(given: Mapping[str, Any]) -> dict[str, str]:
    """Random boards, in the format that `read_positions` reads."""
    game, count = kalah(given), parameters.integer(given, "positions", 2, MOST_POSITIONS, 60)
    seed = parameters.integer(given, "seed", 0, parameters.SEED, 0)
    return {"text": "\n".join(position_text(game, game.random_start(number, seed)) for number in range(count))}


def position_text(game: Kalah, state: State) -> str:
    """A position as one line of text."""
    sides = [" ".join(map(str, row)) for row in game.rows(state)]
    return f"{sides[0]} / {sides[1]} / {state[2]} {state[3]} / {'Max' if state[4] > 0 else 'Min'}"


def read_positions(game: Kalah, text: str) -> list[State]:
    """Read positions, one per line. Empty lines and comments after # are skipped."""
    states: list[State] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        if len(states) == MOST_POSITIONS:
            raise OverthinkError(f"There are more than {MOST_POSITIONS} positions. Send fewer.")
        parts = words[:LONGEST].split("/")
        try:
            ours, theirs, stores = ([int(word) for word in part.split()] for part in parts[:3])
            mover = {"max": 1, "min": -1}[parts[3].strip().lower()]
            states.append(game.position(ours, theirs, (stores[0], stores[1]), mover))
        except OverthinkError as exc:
            raise OverthinkError(f"Line {number}: {exc}") from None
        except (ValueError, IndexError, KeyError):
            raise OverthinkError(f"Line {number}: '{words[:LONGEST]}' is not a position: {WRITE}.") from None
    different = list(dict.fromkeys(states))
    if len(different) < 2:
        raise OverthinkError(f"Send two or more different positions, one per line: {WRITE}.")
    return different


def rules() -> Fields:
    """The rules to choose from."""
    return {"rules": BOARDS["kalah"].rules}


def examine(given: Mapping[str, Any]) -> Iterator[Fields | None]:
    """Yield the number of finished positions; at the end the verdict, the diagnosis as text, and the report."""
    game = kalah(given)
    states = read_positions(game, str(given.get("text", "")))
    deepest = parameters.integer(given, "depth", 2, 8, 5)
    known = BOARDS["kalah"].rules
    chosen = parameters.choices(given, "rules", known, len(known), "minimax")
    truth: str | int = "solve" if given.get("truth") == "solve" else parameters.integer(given, "truth", 3, 14, 9)
    error = parameters.number(given, "error", 0.01, 0.5, 0.2)
    messages: queue.Queue[Fields | BaseException] = queue.Queue()
    wanted = threading.Event()
    wanted.set()

    def tell(stage: str, done: int, total: int) -> None:
        if not wanted.is_set():
            raise StoppedError
        if stage.startswith(EXAMINED):
            messages.put({"done": done, "total": total, "so_far": stage.removeprefix(EXAMINED)})

    def work() -> None:
        try:
            diagnosis = diagnose(
                game, store_difference(game), depths=range(1, deepest + 1), rules=chosen, positions=states, truth=truth,
                error=error, tell=tell,
            )  # fmt: skip
            with tempfile.TemporaryDirectory() as folder:
                page = diagnosis.report(Path(folder) / "doctor.html", "The doctor on Kalah").read_text(encoding="utf-8")
            messages.put({"verdict": diagnosis.verdict, "text": str(diagnosis), "report": page})
        except BaseException as exc:
            messages.put(exc)

    threading.Thread(target=work, daemon=True).start()
    try:
        while True:
            try:
                message = messages.get(timeout=0.2)
            except queue.Empty:
                yield None
                continue
            if isinstance(message, BaseException):
                raise message
            yield message
            if "verdict" in message:
                return
    finally:
        wanted.clear()
