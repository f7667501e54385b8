"""The doctor on a chess engine: does a deeper search of this engine choose better moves, as judged by a reference?

The nominal depth of an engine is not the depth of a plain search: quiescence and extensions search deeper, and pruning
skips moves. So the doctor also counts the nodes that the engine reports. Moves whose values differ by less than a
margin count as equal, because a reference is not more exact. Positions with one side far ahead are left out: there any
sensible move wins, and values differ by pawns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from threading import Lock

from overthink.adapters.uci import LIMITS, Engine, EngineAnswer, EngineThreads
from overthink.core.checked import checked_depth
from overthink.core.errors import OverthinkError, check_known, counted, require
from overthink.core.threads import check_jobs
from overthink.doctor.ask.chess import ChessFile, make_chess_position
from overthink.doctor.ask.examine import EXAMINED, OVER, SoFar, assemble, keep_record, recall_record
from overthink.doctor.ask.journal import Journal, program
from overthink.doctor.ask.settings import BOTH, Limits, checked_knob
from overthink.doctor.checks.case import EngineRun
from overthink.doctor.plan import Inquiry
from overthink.doctor.record import ENGINE, Choice, Examination, Record, StageProgress
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.doctor.subjects.conclude import Known, conclude
from overthink.measure.judgement import DEPTH, Knob, Value

MARGIN = 0.25  # pawns
AHEAD = 3.0  # pawns; beyond this the game is decided
WORST = 10.0  # pawns; values are cut off here, or a few blunders would dominate the mean
LINES = 2  # best moves that the reference reports at once; of the others it values only those that were chosen
ALL = -1.0  # below any spread of values: keep positions whose few known moves are close


@dataclass
class Reference:
    """A stronger search, by another engine if one is given. It values only its best moves and the chosen moves."""

    engine: Engine
    depth: int
    exact = False

    def __str__(self) -> str:
        return f"{self.engine.name} at depth {self.depth}"

    def values(self, state: str) -> dict[str, float]:
        return self.engine.values(state, self.depth, LINES)

    def more(self, state: str, chosen: Iterable[Iterable[str]], values: dict[str, float]) -> dict[str, float]:
        missing = dict.fromkeys(move for move in chain(*chosen) if move not in values)
        after, least = self.engine.after(state, missing, self.depth), min(values.values())
        return {move: min(value, least) for move, value in after.items()}  # not better than its best few moves


@dataclass
class EngineMoves:
    """The moves of an engine in a position, by depth or by another limit. One search gives the moves of all depths."""

    engine: Engine
    knob: Knob
    known: tuple[str, dict[int, EngineAnswer]] = "", {}

    def __call__(self, state: str, rule: str, depth: Value, number: int | None = None) -> Choice:
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
    unread: Sequence[str] = (),
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
    wanted, limits = engine_knob(depths, knob, None if truth else reference_depth), Limits(budget)
    check_jobs(jobs)
    require(positions, "There are no positions to examine.")
    about: dict[str, object] = {"engine": program(command), "options": dict(options or {})}
    judges: dict[str, object] = {"reference": reference and program(reference), "reference depth": reference_depth}
    about |= {"truth": f"{truth} {truth.digest}"} if truth else judges
    about["depths" if wanted.plies else wanted.name] = wanted.values
    run = EngineExamination(
        command, positions, wanted, reference, reference_depth, truth, margin, options, jobs, seed, tell,
        Journal(keep, about, str, _legal) if keep else None,
    )  # fmt: skip
    run.threads.run(run.examine_part, range(min(jobs, run.total)), limits.examined and limits.examined - limits.now)
    examination = run.examination(unread)
    engine = EngineRun(
        margin,
        judges_itself=truth is None and (reference is None or reference == command),
        restarts=sum(engine.restarts for engine in run.threads.engines),
        lost=len(examination.failures) - len(unread),
        nodes={int(value): cost.nodes for value, cost in examination.costs(ENGINE).items() if cost.nodes},
        by_file=truth is not None,
    )
    return conclude(examination, Known(engine=engine))


@dataclass
class EngineExamination:
    """The records of an engine: made by several engines side by side, each with its own reference."""

    command: str
    positions: Sequence[str] | int
    knob: Knob
    reference: str | None
    reference_depth: int
    truth: ChessFile | None
    margin: float
    options: Mapping[str, object] | None
    jobs: int
    seed: int
    tell: StageProgress | None
    journal: Journal | None

    def __post_init__(self) -> None:
        self.threads, self.lock, self.verdict = EngineThreads(), Lock(), SoFar(ENGINE, self.knob)
        self.fens, self.results = dict[int, str](), dict[int, Record | str]()
        self.notes, self.inquiries = list[str](), list[Inquiry]()
        self.total = self.positions if isinstance(self.positions, int) else len(self.positions)

    def examine_part(self, first: int) -> None:
        """Examine every n-th position, and make it if it is not given."""
        player = self.threads.start(self.command, self.options)
        judge = player if self.truth else self.threads.start(self.reference or self.command)
        source = self.truth or Reference(judge, self.reference_depth)
        inquiry = Inquiry(source, EngineMoves(player, self.knob), (ENGINE,), self.knob, ALL)
        self.inquiries.append(inquiry)
        try:
            for number in range(first, self.total, self.jobs):
                made = isinstance(self.positions, int)
                fen = make_chess_position(judge, number, self.seed) if made else self.positions[number]  # type: ignore[index]
                result = recall_record(self.journal, fen) or inquiry.result(fen, number)
                with self.lock:
                    if self.threads.stopped:
                        return
                    self.keep(number, fen, result)
        except OverthinkError:
            if not self.threads.stopped:
                raise
        finally:
            player.close()
            judge.close()

    def keep(self, number: int, fen: str, result: Record | str) -> None:
        """Keep a result, and tell of it."""
        self.fens[number], self.results[number] = fen, result
        self.journal = keep_record(self.journal, fen, result, self.notes)
        if self.tell:
            so_far = self.verdict(_open(self.results.values(), self.margin))
            self.tell(EXAMINED + so_far, len(self.results), self.total)

    def examination(self, unread: Sequence[str]) -> Examination:
        """All records of open positions."""
        require(self.inquiries, "The time was over before the engine was ready. Give more budget=.")
        results, notes = self.results, list(self.notes)
        if late := self.total - len(results):
            notes.append(OVER.format(late, counted(self.total, "position")))
        if isinstance(self.positions, int):  # each once: the first of several
            first = {fen.rsplit(" ", 2)[0]: number for number, fen in sorted(self.fens.items(), reverse=True)}
            results = {number: results[number] for number in first.values()}
        examination = assemble(self.inquiries[0], self.fens, results, notes)
        every = len(examination.positions)
        open_ = tuple(_open(examination.positions, self.margin))
        ahead = f"one side is at least {AHEAD:g} pawns ahead"
        require(open_, f"In all {every:,} positions {ahead}. Use more balanced positions.")
        left = every - len(open_)
        out = f" ({counted(left, 'position')} left out: by it, {ahead})"
        truth, failures = examination.truth + (out if left else ""), (*unread, *examination.failures)
        return replace(examination, positions=open_, truth=truth, failures=failures)


def engine_knob(
    depths: Iterable[int] | None, knob: Knob | tuple[str, Iterable[float]] | None, reference_depth: int | None
) -> Knob:
    """What is turned: the depth, or another limit that every engine has. The reference must search deeper."""
    require(depths is None or knob is None, BOTH)
    require(depths is not None or knob is not None, "Give depths or a knob, such as ('nodes', (1_000, 10_000)).")
    wanted = checked_knob((DEPTH, depths) if knob is None else knob)
    check_known("knob of an engine", wanted.name, LIMITS)
    require(wanted.values[0] >= 1, f"An engine needs {wanted.name} of 1 or more, not {wanted.values[0]:g}.")
    short = reference_depth is not None and checked_depth(reference_depth) <= wanted.values[-1] and wanted.plies
    deeper = f"deeper than depth {wanted.values[-1]}, but its depth is {reference_depth}. Use a deeper reference."
    require(not short, f"The reference must search {deeper}")
    return wanted


def _legal(fen: str) -> list[str]:
    import chess

    return [move.uci() for move in chess.Board(fen).legal_moves]


def _open(results: Iterable[Record | str], margin: float) -> Iterator[Record]:
    """The positions in which no side is far ahead, as they are judged."""
    for record in results:
        if isinstance(record, Record) and abs(record.best) <= AHEAD:
            yield replace(record, values=_cut_off(record.values), close=margin)


def _cut_off(values: Mapping[str, float]) -> dict[str, float]:
    return {move: max(-WORST, min(WORST, value)) for move, value in values.items()}
