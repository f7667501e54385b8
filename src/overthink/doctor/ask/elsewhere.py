"""Ask in another process, in which texts have other hashes. What iterates over a set, or breaks ties by hash(), answers
otherwise there: its answers cannot be reproduced."""

from __future__ import annotations

import math
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO

from overthink.core.checked import evaluation_of, moves_of
from overthink.doctor.ask.players import Searches, Seeded, copies_of
from overthink.doctor.record import PLAYER, Move, State, UserPlayer
from overthink.doctor.truths import spread
from overthink.measure.judgement import Value

SEED, INSIDE = "PYTHONHASHSEED", "OVERTHINK_ASKED_ELSEWHERE"
START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from overthink.doctor.ask.elsewhere import answer_all; answer_all()"
)
SOME, PATIENCE, WAIT = 20, 30.0, 10.0  # positions; seconds after which the process ends itself; seconds to wait for it


@dataclass(frozen=True)
class Answer:
    """To one position: its moves in the order of the game, its evaluation, and the player's choices by depth."""

    moves: tuple[Move, ...]
    worth: float
    chosen: dict[Value, tuple[Move, ...]]


@dataclass(frozen=True)
class OtherProcess:
    """A process that answers, and the file to which it writes."""

    process: subprocess.Popen[bytes]
    file: IO[bytes]
    states: list[State]

    def answers(self, seconds: float) -> list[Answer]:
        """What it has answered so far, after at most n seconds. Then it is ended."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, seconds))
        found = list[Answer]()
        with suppress(Exception):  # the end of the file, in the middle of an answer or behind one
            self.file.seek(0)
            while True:
                found.append(pickle.load(self.file))
        _end(self.process, self.file)
        return found


def _end(process: subprocess.Popen[bytes], file: IO[bytes]) -> None:
    process.kill()
    process.wait()
    file.close()


def ask_elsewhere(searches: Searches, states: Sequence[State], values: Sequence[Value]) -> OtherProcess | None:
    """Start a process that answers about some positions; None if it cannot import what it is asked about."""
    some = spread(states, SOME)
    try:
        data = pickle.dumps((replace(searches, own={}), some, values))
        if b"__main__" in data or INSIDE in os.environ:  # a script would be run again
            return None
        hashes = "2" if os.environ.get(SEED) == "1" else "1"
        file = tempfile.TemporaryFile()  # noqa: SIM115
        with tempfile.TemporaryFile() as questions:
            questions.write(pickle.dumps(sys.path) + data)
            questions.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-c", START], stdin=questions, stdout=file, stderr=subprocess.DEVNULL,
                env={**os.environ, SEED: hashes, INSIDE: "1"},
            )  # fmt: skip
    except Exception:  # an object of the user's own cannot be sent, or no process can be started
        return None
    other = OtherProcess(process, file, some)
    weakref.finalize(other, _end, process, file)
    return other


def answer_all() -> None:
    """Answer in the other process. What the user's code prints is not an answer."""
    limit = threading.Timer(PATIENCE, os._exit, [1])
    limit.daemon = True
    limit.start()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    searches, states, values = pickle.load(sys.stdin.buffer)
    player = searches.player and copies_of(searches.player.player, searches.game, searches.evaluate)
    for number, state in enumerate(states):
        pickle.dump(answer(searches, player, state, values, number), out)
        out.flush()


def answer(
    searches: Searches, copies: Callable[[], UserPlayer] | None, state: State, values: Sequence[Value], number: int
) -> Answer:
    """The answer of a player that remembers nothing."""
    moves, worth, chosen = tuple(moves_of(searches.game, state)), math.nan, dict[Value, tuple[Move, ...]]()
    if searches.evaluate:
        with suppress(Exception):  # it fails here, which the examination names
            worth = evaluation_of(searches.evaluate, 0.0, state)[0]
    if copies and searches.player:
        for value in values:
            fresh = replace(searches, player=Seeded(copies(), searches.player.seed))
            chosen[value] = fresh(state, PLAYER, value, number).moves
    return Answer(moves, worth, chosen)


@dataclass(frozen=True)
class Elsewhere:
    """How many answers are other ones in another process."""

    asked: int  # of the player
    chosen: int  # otherwise, by the player
    tied: bool  # only among moves that tie in a plain search
    judged: int  # by the evaluator
    valued: int  # otherwise, by the evaluator
    listed: bool  # whether the game lists its moves in the same order

    def __str__(self) -> str:
        order = "" if self.listed else ", where the game lists its moves in another order"
        cases = f"{self.chosen} of {self.asked} cases"
        return f"it cannot be reproduced: in a process with other hashes{order}, it chooses otherwise in {cases}"


def compare_answers(
    other: OtherProcess, searches: Searches, copies: Callable[[], UserPlayer] | None, values: Sequence[Value],
    plain: str | None, seconds: float,
) -> Elsewhere | None:  # fmt: skip
    """Ask the same here; None if nothing can be compared."""
    asked = chosen = judged = valued = 0
    tied, listed = plain is not None, True
    try:
        for number, (state, there) in enumerate(zip(other.states, other.answers(min(WAIT, seconds)))):
            here = answer(searches, copies, state, values, number)
            if any(move not in here.moves for move in there.moves):  # moves that are equal to nothing else
                return None
            listed = listed and here.moves == there.moves
            same = math.isclose(here.worth, there.worth) or math.isnan(here.worth)
            judged, valued = judged + 1, valued + (not same)
            for value, moves in here.chosen.items():
                asked += 1
                if set(moves) != set(there.chosen[value]):
                    chosen += 1
                    ties = searches(state, plain, value).moves if plain else ()
                    tied = tied and all(move in ties for move in (*moves, *there.chosen[value]))
    except Exception:  # what fails here was examined, and named
        return None
    return Elsewhere(asked, chosen, tied, judged, valued, listed) if judged else None
