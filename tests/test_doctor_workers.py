"""Positions side by side: the same results in one process and in several, also if a process is lost."""

import itertools
import os
import random
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import overthink as ot
from overthink.doctor.ask.examine import examine
from overthink.doctor.ask.players import Searches
from overthink.doctor.ask.settings import usual_positions
from overthink.doctor.record import Asking, Inquiry
from overthink.doctor.truths import Deeper, Solved
from overthink.measure.judgement import Knob
from tests.test_doctor import Nim, right

STATES = [(left, 1) for left in range(5, 45)]


def inquiry(truth: Any, evaluate: Any = right, rules: tuple[str, ...] = ("minimax",)) -> Inquiry:
    return Inquiry(truth, Searches(Nim(60), evaluate, 0.0, None), rules, Knob("depth", (1, 2, 3)))


@pytest.mark.parametrize("truth", [Solved(Nim(60)), Deeper(Nim(60), right, 4)])
def test_any_number_of_processes_gives_the_same_examination(truth: Any) -> None:
    alone = examine(Asking(inquiry(truth), STATES))
    for jobs in (1, 3):
        stages = list[Any]()
        shared = examine(Asking(inquiry(truth), STATES, lambda *stage, told=stages: told.append(stage), jobs=jobs))
        assert shared == alone and not shared.notes and stages[-1][1:] == (len(STATES), len(STATES))


class Walk:
    """A player with a generator of its own, which remembers how often it was used."""

    def __init__(self) -> None:
        self.random = random.Random(3)

    def __call__(self, state: Any, simulations: int) -> int:
        return self.random.randint(1, min(3, state[0]))


def test_a_player_with_a_memory_answers_alike_for_any_number_of_processes() -> None:
    def run(jobs: int) -> Any:
        asked = {"knob": ("simulations", (1, 2)), "positions": STATES, "repeats": 2, "jobs": jobs}
        return ot.diagnose(Nim(60), player=Walk(), **asked).examination

    assert run(1) == run(2) == run(3)


def test_a_lost_process_costs_one_position() -> None:
    main = os.getpid()

    def deadly(state: Any) -> float:
        if state[0] == 20 and os.getpid() != main:
            os._exit(9)
        return right(state)

    found = examine(Asking(inquiry(Solved(Nim(60)), deadly), STATES, jobs=2))
    lost = [failure for failure in found.failures if "ended: a crash, a call of os._exit" in str(failure)]
    assert lost and len(lost) == len(found.failures) < 10
    assert len(found.positions) + found.decided + len(lost) == len(STATES)


def test_what_fails_in_a_process_is_named() -> None:
    def broken(state: Any) -> float:
        if state[0] == 20:
            raise ZeroDivisionError("twenty")
        return right(state)

    alone, shared = (examine(Asking(inquiry(Solved(Nim(60)), broken), STATES, jobs=jobs)) for jobs in (None, 2))
    assert shared.failures == alone.failures and any("twenty" in str(failure) for failure in alone.failures)


def test_what_fails_in_processes_alone_is_asked_again_in_one() -> None:
    """Such as an open file that forked processes share: each moves the place where the others read."""
    main = os.getpid()

    def shared(state: Any) -> float:
        if state[0] % 5 == 0 and os.getpid() != main:
            raise OSError("read by another process")
        return right(state)

    found = examine(Asking(inquiry(Solved(Nim(60)), shared), STATES, jobs=2))
    assert found == examine(Asking(inquiry(Solved(Nim(60)), shared), STATES)) and not found.failures


ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


@pytest.mark.parametrize("shared", ["a file", "a pipe", "a pipe that is read until an answer comes", "a socket"])
def test_what_forked_processes_share_changes_no_number(shared: str, tmp_path: Path) -> None:
    """An evaluator looks its values up in an open file, or asks a server. Each process would take what is meant for
    another, without any failure."""
    (tmp_path / "values").write_text("".join(f"{sticks % 3 - 1:3d}" for sticks in range(100)))
    here, there = socket.socketpair()
    threading.Thread(target=lambda: [there.sendall(asked) for asked in iter(lambda: there.recv(3), b"")]).start()
    server = subprocess.Popen([sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdin and server.stdout

    def judge(state: Any) -> float:
        answer = ""
        if shared == "a file":
            file.seek(3 * state[0])
            time.sleep(0.001)
            return float(file.read(3))
        if shared == "a socket":
            here.sendall(f"{state[0] % 3 - 1:3d}".encode())
            return float(here.recv(3))
        server.stdin.write(f"{state[0] % 3 - 1}\n")
        server.stdin.flush()
        while not answer:
            answer = server.stdout.readline()
            if "until" not in shared:
                break
        return float(answer)

    with (tmp_path / "values").open("rb", buffering=0) as file, server, here, there:
        alone, *found = (examine(Asking(inquiry(Solved(Nim(60)), judge), STATES, jobs=jobs)) for jobs in (None, 2, 8))
        for one in found:
            assert replace(one, notes=()) == alone and not one.failures
            assert (shared != "a file") == any("an open pipe or socket" in note for note in one.notes)
        here.shutdown(socket.SHUT_RDWR)
        server.stdin.close()


class Locked:
    """A move that cannot be sent to another process."""

    def __init__(self, take: int):
        self.take = take
        self.lock = threading.Lock()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Locked) and other.take == self.take

    def __hash__(self) -> int:
        return self.take


class LockedNim(Nim):
    def moves(self, state: Any) -> list[Any]:
        return [Locked(take) for take in super().moves(state)]

    def play(self, state: Any, move: Any) -> Any:
        return super().play(state, move.take)


def test_what_cannot_be_sent_is_examined_in_one_process_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ot.diagnose(LockedNim(60), right, depths=(1, 2), positions=STATES, jobs=2)
    assert len(found.examination.positions) + found.examination.decided == len(STATES)
    assert any("one process was used" in note for note in found.examination.notes) and "One process" in str(found)
    monkeypatch.setattr("overthink.doctor.ask.examine.FORK", False)  # as on other systems: a lambda cannot be sent
    other = ot.diagnose(Nim(60), lambda s: right(s), depths=(1, 2), positions=STATES, jobs=2)
    assert any("one process was used" in note for note in other.examination.notes)


@pytest.mark.exhaustive
def test_processes_that_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where processes cannot be copied, the game and the evaluator are sent."""
    monkeypatch.setattr("overthink.doctor.ask.examine.FORK", False)

    found = examine(Asking(inquiry(Solved(Nim(60))), STATES[:10], jobs=2))
    assert found == examine(Asking(inquiry(Solved(Nim(60))), STATES[:10])) and not found.notes


class Tall(Nim):
    """Too large to solve at once: each way is a position of its own. Small near its end."""

    def __init__(self) -> None:
        super().__init__(40)

    def play(self, state: Any, move: int) -> Any:
        return state[0] - move, -state[1], *state[2:], move


def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth takes a twentieth of its usual nodes."""
    monkeypatch.setattr("overthink.doctor.truths.TRIED", 2_000)
    monkeypatch.setattr("overthink.doctor.truths.NEEDED", 25_000)
    monkeypatch.setattr("overthink.doctor.truths.MORE", 2_500)


def test_a_game_that_is_small_in_some_positions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    few_nodes(monkeypatch)
    states = [(left, 1) for left in (6, 7, 9, 10, 11, 13, 35, 37, 38, 39)]
    asked: Any = {"depths": (1, 2), "positions": states}
    found = [ot.diagnose(Tall(), right, jobs=jobs, **asked).examination for jobs in (None, 2)]
    assert found[0] == found[1] and not found[0].failures
    assert "because the whole game was not solved" in found[0].truth and "to the end of the game" in found[0].truth


@pytest.mark.parametrize("player", [None, lambda state, depth: state[0] % 3 + 1])
def test_without_a_budget_the_clock_changes_nothing(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute passes from one look at the clock to the next."""
    few_nodes(monkeypatch)
    asked: Any = {"depths": (1, 2), "positions": 12, "player": player}
    usual = ot.diagnose(Tall(), right, **asked)
    clock = itertools.count()
    for name in ("monotonic", "perf_counter", "process_time"):
        monkeypatch.setattr(time, name, lambda: 60.0 * next(clock))
    slow = ot.diagnose(Tall(), right, **asked)
    assert next(clock) > 100 and slow.examination == usual.examination
    assert slow.judgements == usual.judgements  # the verdict also says how long a player took
    assert (slow.kind, slow.imitators, slow.doubt) == (usual.kind, usual.imitators, usual.doubt)


def test_fewer_positions_are_judged_if_that_takes_many_leaves() -> None:
    assert usual_positions(3.0, 4, True, 0.0) == 1000 and usual_positions(3.0, 4, True, 100.0) == 300
    assert usual_positions(3.0, 4, True, 2e5) == 100 and usual_positions(3.0, 4, True, 1e9) == 60


class Slow(Tall):
    """To list moves takes a millisecond, and nothing else takes time."""

    seconds = 0.0

    def moves(self, state: Any) -> list[int]:
        Slow.seconds += 0.001
        return super().moves(state)


def test_a_slow_game_keeps_the_budget_and_says_what_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Slow, "seconds", 0.0)
    for name in ("monotonic", "perf_counter"):
        monkeypatch.setattr(time, name, lambda: Slow.seconds)
    found = ot.diagnose(Slow(), right, depths=(1, 2), budget=4.0)
    assert found.examination.positions and 2.0 < Slow.seconds < 8.0
    assert any("the time was over" in note for note in found.examination.notes)


def test_time_that_is_over_ends_the_processes() -> None:
    found = examine(Asking(inquiry(Solved(Nim(60))), STATES, jobs=2, deadline=1e-9))
    assert 1 <= len(found.positions) + found.decided < len(STATES)
    assert "left out: the time was over" in found.notes[-1]


def test_a_player_that_does_not_return_is_left_when_the_time_is_over() -> None:
    def stuck(state: int, depth: int) -> object:
        while depth >= 2:
            pass
        return Nim(20).moves(state)[0]

    begun = time.monotonic()
    with pytest.raises(ot.OverthinkError, match=r"The player did not answer in the position .* at depth 2: the time"):
        ot.diagnose(Nim(20), right, player=stuck, depths=(1, 2), budget=3.0, jobs=2)
    assert time.monotonic() - begun < 60.0  # on a busy machine
