"""The doctor on a chess engine: does a deeper search of this engine choose better moves, as judged by a reference?

The nominal depth of an engine is not the depth of a plain search: quiescence and extensions search deeper, and pruning
skips moves. So the doctor also counts the nodes that the engine reports. Moves whose values differ by less than a
margin count as equal, because a reference is not more exact. Positions with one side far ahead are left out: there any
sensible move wins, and values differ by pawns.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from overthink.adapters.uci import LIMITS, Engine, EngineAnswer, EngineThreads
from overthink.core.checked import parse_depth
from overthink.core.errors import check_known, counted, require
from overthink.core.threads import check_jobs
from overthink.doctor.ask.chess import ChessFile, make_chess_position
from overthink.doctor.ask.examine import examine, recall_record
from overthink.doctor.ask.journal import Journal, program
from overthink.doctor.ask.settings import BOTH, Limits, parse_knob
from overthink.doctor.checks.case import EngineRun, Known
from overthink.doctor.record import (
    ENGINE,
    Asking,
    Choice,
    Examination,
    Failure,
    Inquiry,
    Plan,
    PositionResult,
    Record,
    StageProgress,
)
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.doctor.subjects.conclude import conclude
from overthink.measure.judgement import DEPTH, Knob, Value

MARGIN = 0.25  # pawns; doubled, moves that lose half a pawn are right
AHEAD = 3.0  # pawns: beyond, the game is decided; doubled, any sensible move wins in many positions
WORST = 10.0  # pawns, where values are cut off; doubled, a few blunders make the mean regret
NOT_MADE = ""  # in the place of a position
LINES = 2  # best moves that the reference reports at once; twice as many take longer


@dataclass
class Reference:
    """A stronger search, by another engine if one is given. It values only its best moves and the chosen moves. Values
    are cut off, or a few blunders would dominate the mean."""

    depth: int
    engine: Engine | None = None  # that of its thread, once it is started
    exact = False

    def __str__(self) -> str:
        return f"{self.engine.name if self.engine else 'the reference'} at depth {self.depth}"

    def values(self, state: str) -> dict[str, float]:
        assert self.engine
        return _cut_off(self.engine.values(state, self.depth, LINES))

    def more(self, state: str, chosen: Iterable[Iterable[str]], values: dict[str, float]) -> dict[str, float]:
        assert self.engine
        missing = dict.fromkeys(move for move in chain(*chosen) if move not in values)
        after = self.engine.after(state, missing, self.depth)
        least = min(values.values())
        return _cut_off({move: min(value, least) for move, value in after.items()})  # not better than its best moves


def _cut_off(values: Mapping[str, float]) -> dict[str, float]:
    return {move: max(-WORST, min(WORST, value)) for move, value in values.items()}


@dataclass
class EngineMoves:
    """The moves of an engine in a position, by depth or by another limit. One search gives the moves of all depths."""

    knob: Knob
    engine: Engine | None = None
    known: tuple[str, dict[int, EngineAnswer]] = "", {}

    def __call__(self, state: str, rule: str, depth: Value, number: int | None = None) -> Choice:
        assert self.engine
        if not self.knob.plies:
            answer = self.engine.within(state, self.knob.name, depth)
        else:
            if self.known[0] != state:
                self.known = state, self.engine.through(state, map(int, self.knob.values))
            answer = self.known[1][int(depth)]
        return Choice((answer.move,), nodes=answer.nodes, seconds=answer.seconds)


def diagnose_engine(
    command: str,
    positions: Sequence[str] | int,
    *,
    depths: Iterable[int] | None = None,
    knob: Knob | tuple[str, Iterable[float]] | None = None,
    reference: str | None = None,
    reference_depth: int = 12,
    truth: ChessFile | None = None,
    margin: float = MARGIN,
    options: Mapping[str, object] | None = None,
    jobs: int = 2,
    unread: Sequence[Failure] = (),
    keep: str | Path | None = None,
    tell: StageProgress | None = None,
    budget: float | None = None,
    seed: int = 0,
) -> Diagnosis:
    """Does looking further ahead help this engine? `positions` are FEN, or how many to make from games that the
    reference plays, by `seed`. `knob` is an effort other than depth: ("nodes", …) or ("movetime", …), in milliseconds.
    The truth is the search of `reference` (by default the same engine) at `reference_depth`, or `truth`: the best moves
    of an EPD file. `options` are set in the examined engine. `keep` names a file that stores each finished position: a
    second run resumes from it. `jobs` engines run side by side; any number gives the same results. `budget` is in
    seconds: what does not fit is left out."""
    wanted = engine_knob(depths, knob, None if truth else reference_depth)
    limits = Limits(budget)
    check_jobs(jobs)
    require(positions, "There are no positions to examine.")
    about: dict[str, object] = {"engine": program(command), "options": dict(options or {})}
    judges: dict[str, object] = {"reference": reference and program(reference), "reference depth": reference_depth}
    about |= {"truth": f"{truth} {truth.digest}"} if truth else judges
    about["depths" if wanted.plies else wanted.name] = wanted.values
    journal = Journal(keep, about, str, _legal) if keep else None
    inquiry = Inquiry(truth or Reference(reference_depth), EngineMoves(wanted), (ENGINE,), wanted, margin, every=True)
    fens = [NOT_MADE] * positions if isinstance(positions, int) else list(positions)
    asking = Asking(inquiry, fens, tell, journal, None, limits.examined, (), tuple(unread))
    return EnginePlan(asking, command, options, reference or command, jobs, seed, isinstance(positions, int)).diagnose()


@dataclass
class EnginePlan(Plan[Examination, Diagnosis]):
    """The plan for an engine: several run side by side, each with its own reference."""

    asking: Asking
    command: str
    options: Mapping[str, object] | None
    reference: str
    jobs: int
    seed: int
    made: bool  # the positions come from games that the reference plays
    started: list[Engine] = field(default_factory=list)

    def examine(self) -> Examination:
        return _open(examine(replace(self.asking, share=self.share)), self.made)

    def conclude(self, examination: Examination) -> Diagnosis:
        inquiry = self.asking.inquiry
        judged = isinstance(inquiry.truth, Reference)
        engine = EngineRun(
            inquiry.close,
            judges_itself=judged and self.reference == self.command,
            restarts=sum(engine.restarts for engine in self.started),
            lost=len(examination.failures) - len(self.asking.unread),
            nodes={int(value): cost.nodes for value, cost in examination.costs(ENGINE).items() if cost.nodes},
            by_file=not judged,
        )
        return conclude(examination, Known(engine=engine))

    def share(self, left: Mapping[int, str], deadline: float | None) -> Generator[PositionResult]:
        """The records of the positions that are left, as they come. A position that is not made yet comes from a game
        that the reference plays, and is written down."""
        inquiry, fens = self.asking.inquiry, self.asking.states
        threads = EngineThreads(self.started)
        numbers = list(left)
        truth = inquiry.truth

        def examine_some(first: int) -> Generator[PositionResult]:
            with ExitStack() as running:
                player = judge = running.enter_context(closing(threads.start(self.command, self.options)))
                asked = replace(inquiry, choose=EngineMoves(inquiry.knob, player))
                if isinstance(truth, Reference):
                    judge = running.enter_context(closing(threads.start(self.reference)))
                    truth.engine = judge  # gives it its name
                    asked = replace(asked, truth=Reference(truth.depth, judge))
                for number in numbers[first :: self.jobs]:
                    known = None
                    if fens[number] is NOT_MADE:
                        fens[number] = make_chess_position(judge, number, self.seed)
                        known = recall_record(self.asking.journal, fens[number], inquiry.close)
                    yield number, known or asked.result(fens[number], number)

        yield from threads.run(examine_some, range(min(self.jobs, len(numbers))), deadline)


def engine_knob(
    depths: Iterable[int] | None, knob: Knob | tuple[str, Iterable[float]] | None, reference_depth: int | None
) -> Knob:
    """What is turned: the depth, or another limit that every engine has. The reference must search deeper."""
    require(depths is None or knob is None, BOTH)
    require(depths is not None or knob is not None, "Give depths or a knob, such as ('nodes', (1_000, 10_000)).")
    wanted = parse_knob((DEPTH, depths) if knob is None else knob)
    check_known("knob of an engine", wanted.name, LIMITS)
    require(wanted.values[0] >= 1, f"An engine needs {wanted.name} of 1 or more, not {wanted.values[0]:g}.")
    short = reference_depth is not None and parse_depth(reference_depth) <= wanted.values[-1] and wanted.plies
    deeper = f"deeper than depth {wanted.values[-1]}, but its depth is {reference_depth}. Use a deeper reference."
    require(not short, f"The reference must search {deeper}")
    return wanted


def _legal(fen: str) -> list[str]:
    import chess

    return [move.uci() for move in chess.Board(fen).legal_moves]


def _open(examination: Examination, made: bool) -> Examination:
    """Without the positions in which one side is far ahead, and without those that were made before."""
    every = dict[str, Record]()
    for number, position in enumerate(examination.positions):
        without_clocks = position.state.rsplit(" ", 2)[0]
        every.setdefault(without_clocks if made else str(number), position)
    open_ = tuple(position for position in every.values() if abs(position.best) <= AHEAD)
    ahead = f"one side is at least {AHEAD:g} pawns ahead"
    require(open_, f"In all {len(every):,} positions {ahead}. Use more balanced positions.")
    left = counted(len(every) - len(open_), "position")
    out = f" ({left} left out: by it, {ahead})" if len(open_) < len(every) else ""
    return replace(examination, positions=open_, truth=examination.truth + out)
