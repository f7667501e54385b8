"""Ask a player about positions, in this process and in one that is as it was before the first question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from types import TracebackType
from typing import NamedTuple, Self

from overthink.core.errors import ChangedError, OverthinkError
from overthink.core.processes import Tell, Worker, can_fork, within
from overthink.doctor.ask.players import Searches
from overthink.doctor.record import PLAYER, Move, State
from overthink.measure.judgement import Value

WAIT_SECONDS = 60.0  # for answers in a new process; a player whose threads are not there waits for ever


Said = tuple[tuple[Move, ...], str]  # the moves, and how the player failed
Ask = Callable[[Sequence["Call"]], list[Said]]


class Call(NamedTuple):
    """One question. Its number gives a random player its random numbers."""

    state: State
    depth: Value
    number: int


class Answer(NamedTuple):
    """What the player chose: the moves that tie for it; none if it failed."""

    call: Call
    moves: tuple[Move, ...]
    failure: str = ""  # the sentence that says how


def calls_about(states: Sequence[State], depths: Sequence[Value]) -> list[Call]:
    """Each position at rising depths, so that a table without depths shows."""
    return [Call(state, depth, number) for number, state in enumerate(states) for depth in depths]


def ask_calls(searches: Searches, calls: Sequence[Call]) -> Iterator[Answer]:
    """Ask one after the other. A player that fails now and then has a counterexample; one that has failed at all
    depths of the first position is not called in the right way, which is an error."""
    works = False
    for number, call in enumerate(calls):
        try:
            yield Answer(call, searches(call.state, PLAYER, call.depth, call.number).moves)
            works = True
        except ChangedError:
            raise
        except OverthinkError as exc:
            if not works and (number + 1 == len(calls) or calls[number + 1].state is not call.state):
                raise
            yield Answer(call, (), exc.kind or str(exc))


def ask_one(searches: Searches, call: Call) -> Answer:
    """Ask a player of which is known that it works."""
    return next(ask_calls(searches, [call, call]))


class Fresh:
    """A process that begins before the first question. It answers each list of calls in a fork of itself, where the
    player remembers nothing; None where that is not possible."""

    def __init__(self, searches: Searches):
        def ask(calls: Sequence[Call]) -> list[Said]:
            return [(answer.moves, answer.failure) for answer in (ask_one(searches, call) for call in calls)]

        self.worker = Worker(_serve, ask, fork=True, daemon=False).start() if can_fork() else None

    def __call__(self, calls: Sequence[Call]) -> list[Answer] | None:
        with suppress(Exception):  # a position or a move cannot be sent, or the process ended
            if self.worker:
                self.worker.pipe.send(list(calls))
                said = self.worker.pipe.recv() if self.worker.pipe.poll(2 * WAIT_SECONDS) else None
                return None if said is None else [Answer(call, *each) for call, each in zip(calls, said)]
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


def _ask(ask: Ask, calls: Sequence[Call], tell: Tell) -> list[Said]:
    return ask(calls)
