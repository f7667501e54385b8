"""The computations of the view Doctor: examine positions of Kalah, or a table of the user's own."""

import re
import tempfile
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from overthink.answers import columns as cells
from overthink.answers.files import LOGS, TABLES, runs_of
from overthink.answers.gather import VOTES, efforts
from overthink.core.errors import OverthinkError, require
from overthink.core.plain import Fields
from overthink.doctor.ask.examine import EXAMINING
from overthink.doctor.record import State
from overthink.doctor.show import Showable
from overthink.doctor.subjects.game import diagnose
from overthink.doctor.subjects.table import diagnose_table
from overthink.evaluate.kalah import store_difference
from overthink.games.kalah import Kalah
from overthink.lab import request as parameters
from overthink.lab.request import Given
from overthink.lab.worker import tell
from overthink.lab.workers.play import BOARDS

MOST_POSITIONS = 500
TOOK = " ".join(cells.NAMES[role] for role in cells.MEASURED).split()  # the effort, if nothing else may be it
MOST_CHARACTERS = 200  # characters of a line that an error message quotes
WRITE = "write the pits of Max, those of Min, both stores and who moves: 3 3 3 3 / 3 3 3 3 / 0 0 / Max"


def kalah(given: Given) -> Kalah:
    """Kalah by its real rules, with wins and losses, of a size that the lab can examine."""
    return Kalah.real(
        parameters.integer(given, "pits", 2, 6, 4), parameters.integer(given, "seeds", 1, 4, 3), outcome="win"
    )


def example(given: Given) -> dict[str, str]:
    """Random boards, in the format that `read_positions` reads."""
    game = kalah(given)
    count = parameters.integer(given, "positions", 2, MOST_POSITIONS, 60)
    seed = parameters.integer(given, "seed", 0, parameters.LARGEST_SEED, 0)
    return {"text": "\n".join(position_text(game, game.random_start(number, seed)) for number in range(count))}


def position_text(game: Kalah, state: State) -> str:
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
        parts = words[:MOST_CHARACTERS].split("/")
        try:
            ours, theirs, stores = ([int(word) for word in part.split()] for part in parts[:3])
            mover = {"max": 1, "min": -1}[parts[3].strip().lower()]
            states.append(game.position(ours, theirs, (stores[0], stores[1]), mover))
        except OverthinkError as exc:
            raise OverthinkError(f"Line {number}: {exc}") from None
        except (ValueError, IndexError, KeyError):
            raise OverthinkError(f"Line {number}: '{words[:MOST_CHARACTERS]}' is not a position: {WRITE}.") from None
    different = list(dict.fromkeys(states))
    if len(different) < 2:
        raise OverthinkError(f"Send two or more different positions, one per line: {WRITE}.")
    return different


def rules() -> Fields:
    return {"rules": BOARDS["kalah"].rules}


def examine(given: Given) -> Iterator[Fields]:
    """Examine positions, and tell how many are finished. Yields the verdict and the report."""
    game = kalah(given)
    states = read_positions(game, str(given.get("text", "")))
    deepest = parameters.integer(given, "depth", 2, 8, 5)
    known = BOARDS["kalah"].rules
    chosen = parameters.choices(given, "rules", known, "minimax")
    truth: str | int = "solve" if given.get("truth") == "solve" else parameters.integer(given, "truth", 3, 14, 9)

    def told(stage: str, done: int, total: int) -> None:
        if stage == EXAMINING:
            tell({"done": done, "total": total})

    diagnosis = diagnose(
        game, store_difference(game), depths=range(1, deepest + 1), rules=chosen, positions=states, truth=truth,
        error=parameters.number(given, "error", 0.01, 0.5, 0.2), tell=told,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        yield _shown(diagnosis, Path(folder), "The doctor on Kalah")


def _shown(diagnosis: Showable, folder: Path, title: str) -> Fields:
    page = diagnosis.report(folder / "doctor.html", title).read_text(encoding="utf-8")
    return {"verdict": diagnosis.verdict, "report": page, "title": title}


def table(given: Given) -> Iterator[Fields]:
    """Yield the names of what may be the effort in the files that were sent, the one that is, and the role of each
    other column; then, unless the user has to choose the effort, the verdict and the report."""
    files = given.get("files")
    chosen = {role: given.get(role) or "" for role in ("knob", cells.TASK, cells.SCORE)}
    sent = (
        isinstance(files, dict) and files and all(isinstance(each, str) for each in (*files.values(), *chosen.values()))
    )
    require(sent, "Send a table or logs: the name of each file, with its content in base64.")
    with tempfile.TemporaryDirectory() as folder:
        try:
            paths = [_write(Path(folder), name, content) for name, content in (files or {}).items()]
            subject = paths[0] if len(paths) == 1 else Path(folder)
            names, likely = efforts(runs_of(subject))
            likely = likely or [name for name, values in names.items() if values and name.lower() in TOOK]
            knob = chosen.pop("knob") or ("" if names and len(likely) != 1 else (*likely, VOTES[0])[0])
            yield {
                "columns": list(dict.fromkeys([*names, VOTES[0]])),
                "knob": knob,
                "roles": guessed_roles(names, knob, chosen),
            }
            if not knob:
                return
            diagnosis = diagnose_table(
                subject,
                knob,
                columns={role: name for role, name in chosen.items() if name},
                less_is_better=bool(given.get("less")),
            )
            title = f"The doctor on {paths[0].name}" + f" and {len(paths) - 1} more" * (len(paths) > 1)
            yield _shown(diagnosis, Path(folder), title)
        except OverthinkError as exc:
            said = re.sub(r"name them with --columns \w+=NAME", "choose them", str(exc).replace(f"{folder}/", ""))
            option = " What begins with -- is an option of the command: overthink doctor FILE --knob NAME."
            raise OverthinkError(said + option * (" --" in said)) from None


def guessed_roles(names: Iterable[str], knob: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """The column of each role, as the names tell; none where a column must be chosen first."""
    try:
        return cells.choose_columns(names, knob, {role: name for role, name in chosen.items() if name})[0]
    except OverthinkError:
        return {}


def _write(folder: Path, name: str, content: str) -> Path:
    path = folder / re.sub(r"[^\w.=+-]", "_", name, flags=re.ASCII)[-80:]
    kinds = (LOGS[0], *TABLES)
    require(path.suffix.lower() in kinds, f"{{}} is not a table or a log. Send one of: {', '.join(kinds)}.", name)
    try:
        path.write_bytes(b64decode(content, validate=True))
    except ValueError:
        raise OverthinkError(f"{path.name} is not in base64.") from None
    return path
