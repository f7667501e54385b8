"""Ask in another process, in which texts have other hashes. What iterates over a set, or breaks ties by hash(), answers
otherwise there: its answers cannot be reproduced."""

from __future__ import annotations

import faulthandler
import io
import math
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from overthink.core.checked import evaluation_of, moves_of
from overthink.doctor.ask.players import Searches, Seeded, copies_of
from overthink.doctor.record import PLAYER, Move, State, UserPlayer
from overthink.doctor.truths import spread
from overthink.doctor.words import Fact, Seen, fact
from overthink.measure.judgement import Value

SEED, INSIDE = "PYTHONHASHSEED", "OVERTHINK_ASKED_ELSEWHERE"
START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from overthink.doctor.ask.elsewhere import answer_all; answer_all()"
)
SOME, WAIT_SECONDS = 20, 600.0  # positions; seconds after which the process ends itself
Answer = tuple[tuple[Move, ...], float, dict[Value, tuple[Move, ...]]]


@dataclass(frozen=True)
class OtherProcess:
    """A process that answers about some positions."""

    process: subprocess.Popen[bytes]
    states: list[State]

    def answers(self, seconds: float) -> Iterator[Answer]:
        """What it has answered after at most n seconds. Then it is ended."""
        with suppress(subprocess.TimeoutExpired):
            self.process.communicate(timeout=max(0.0, seconds))
        self.process.kill()
        written = io.BytesIO(self.process.communicate()[0])
        with suppress(Exception):  # the end of what it wrote, in the middle of an answer or behind one
            while True:
                yield pickle.load(written)

    def __del__(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


def ask_elsewhere(searches: Searches, states: Sequence[State], values: Sequence[Value]) -> OtherProcess | None:
    """Start a process that answers about some positions; None if it cannot import what it is asked about."""
    some = spread(states, SOME)
    hashes = "2" if os.environ.get(SEED) == "1" else "1"
    try:
        data = pickle.dumps((replace(searches, own={}), some, values))
        if b"__main__" in data or INSIDE in os.environ:  # a script would be run again
            return None
        with tempfile.TemporaryFile() as questions:
            questions.write(pickle.dumps(sys.path) + data)
            questions.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-c", START], stdin=questions, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={**os.environ, SEED: hashes, INSIDE: "1"},
            )  # fmt: skip
        return OtherProcess(process, some)
    except Exception:  # an object of the user's own cannot be sent, or no process can be started
        return None


def answer_all() -> None:
    """Answer in the other process. What the user's code prints is not an answer."""
    faulthandler.dump_traceback_later(WAIT_SECONDS, exit=True)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    searches, states, values = pickle.load(sys.stdin.buffer)
    player = searches.player and copies_of(searches.player.player, searches.game, searches.evaluate)
    for answer in answers(searches, player, states, values):
        pickle.dump(answer, out)
        out.flush()


def answers(
    searches: Searches, copies: Callable[[], UserPlayer] | None, states: Sequence[State], values: Sequence[Value]
) -> Iterator[Answer]:
    """For each position, its moves in the order of the game, its evaluation, and by depth the choices of a player that
    remembers nothing."""
    for number, state in enumerate(states):
        moves, worth, chosen = tuple(moves_of(searches.game, state)), math.nan, dict[Value, tuple[Move, ...]]()
        if searches.evaluate:
            with suppress(Exception):  # it fails here, which the examination names
                worth = evaluation_of(searches.evaluate, 0.0, state)[0]
        if copies and searches.player:
            for value in values:
                fresh = replace(searches, player=Seeded(copies(), searches.player.seed))
                chosen[value] = fresh(state, PLAYER, value, number).moves
        yield moves, worth, chosen


@dataclass(frozen=True)
class Elsewhere:
    """How many answers are other ones in another process."""

    asked: int  # of the player
    chosen: int  # otherwise, by the player
    tied: bool  # only among moves that tie in a plain search
    judged: int  # by the evaluator
    valued: int  # otherwise, by the evaluator
    listed: bool  # whether the game lists its moves in the same order

    @property
    def fact(self) -> Fact:
        """What is seen of a player that answers otherwise there."""
        order = "" if self.listed else ", where the game lists its moves in another order"
        return fact(Seen.OTHER_PROCESS, order=order, differ=self.chosen, asked=self.asked)


def compare_answers(
    other: OtherProcess, searches: Searches, copies: Callable[[], UserPlayer] | None, values: Sequence[Value],
    plain: str | None, seconds: float,
) -> Elsewhere | None:  # fmt: skip
    """Ask the same here; None if nothing can be compared."""
    asked = chosen = judged = valued = 0
    tied, listed = plain is not None, True
    try:
        there = zip(
            other.answers(min(WAIT_SECONDS, seconds)), answers(searches, copies, other.states, values), other.states
        )
        for (moves, worth, choices), (own_moves, own_worth, own), state in there:
            if any(move not in own_moves for move in moves):  # moves that are equal to nothing else
                return None
            listed, judged = listed and moves == own_moves, judged + 1
            valued += not (math.isclose(worth, own_worth) or math.isnan(own_worth))
            for value, best in own.items():
                asked += 1
                if set(best) != set(choices[value]):
                    chosen += 1
                    ties = searches(state, plain, value).moves if plain else ()
                    tied = tied and all(move in ties for move in (*best, *choices[value]))
    except Exception:  # what fails here was examined, and named
        return None
    return Elsewhere(asked, chosen, tied, judged, valued, listed) if judged else None
