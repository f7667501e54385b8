"""Ask a player about positions, in this process and in one that is as it was before the first question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from types import TracebackType
from typing import NamedTuple, Self

from overthink.core.processes import Tell, Worker, can_fork, within
from overthink.doctor.ask.players import Searches
from overthink.doctor.record import PLAYER, Move, State
from overthink.measure.judgement import Value

WAIT_SECONDS = 60.0  # for answers in a new process; a player whose threads are not there waits for ever


Ask = Callable[[Sequence["Call"]], list[tuple[Move, ...]]]


class Call(NamedTuple):
    """One question. Its number gives a random player its random numbers."""

    state: State
    depth: Value
    number: int


class Answer(NamedTuple):
    """What the player chose: the moves that tie for it."""

    call: Call
    moves: tuple[Move, ...]


def calls_about(states: Sequence[State], depths: Sequence[Value]) -> list[Call]:
    """Each position at rising depths, so that a table without depths shows."""
    return [Call(state, depth, number) for number, state in enumerate(states) for depth in depths]


def ask_calls(searches: Searches, calls: Sequence[Call]) -> Iterator[Answer]:
    """Ask one after the other."""
    for call in calls:
        yield Answer(call, searches(call.state, PLAYER, call.depth, call.number).moves)


class Fresh:
    """A process that begins before the first question. It answers each list of calls in a fork of itself, where the
    player remembers nothing; None where that is not possible."""

    def __init__(self, searches: Searches):
        def ask(calls: Sequence[Call]) -> list[tuple[Move, ...]]:
            return [answer.moves for answer in ask_calls(searches, calls)]

        self.worker = Worker(_serve, ask, fork=True, daemon=False).start() if can_fork() else None

    def __call__(self, calls: Sequence[Call]) -> list[Answer] | None:
        with suppress(Exception):  # a position or a move cannot be sent, or the process ended
            if self.worker:
                self.worker.pipe.send(list(calls))
                moves = self.worker.pipe.recv() if self.worker.pipe.poll(2 * WAIT_SECONDS) else None
                return None if moves is None else [Answer(call, each) for call, each in zip(calls, moves)]
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        if self.worker:
            self.worker.end()


def _serve(pipe: Connection, ask: Ask) -> None:
    while True:
        calls: Sequence[Call] = pipe.recv()
        answers = None
        with suppress(Exception):  # the player failed
            answers = within(WAIT_SECONDS, partial(_ask, ask, calls))
        pipe.send(answers)


def _ask(ask: Ask, calls: Sequence[Call], tell: Tell) -> list[tuple[Move, ...]]:
    return ask(calls)
