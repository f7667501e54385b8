"""The doctor on a chess engine: does a deeper search of this engine choose better moves, as judged by a reference?

The nominal depth of an engine is not the depth of a plain search: quiescence and extensions search deeper, and pruning
skips moves. So the doctor also counts the nodes that the engine reports. Moves whose values differ by less than a
margin count as equal, because a reference is not more exact. Positions with one side far ahead are left out: there any
sensible move wins, and values differ by pawns.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from threading import Lock

from overthink.adapters.uci import LIMITS, Engine, EngineAnswer, EngineThreads
from overthink.core.checked import checked_depth
from overthink.core.errors import OverthinkError, check_known, counted, require
from overthink.doctor.ask.chess import ChessFile, make_chess_position
from overthink.doctor.ask.examine import EXAMINED, OVER, Inquiry, SoFar, assemble, keep_record, recall_record
from overthink.doctor.ask.journal import Journal, program
from overthink.doctor.ask.settings import BOTH, Limits, checked_jobs, checked_knob
from overthink.doctor.checks.case import EngineRun
from overthink.doctor.diagnosis import Diagnosis, conclude
from overthink.doctor.record import ENGINE, Choice, Record, StageProgress
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
    checked_jobs(jobs)
    require(positions, "There are no positions to examine.")
    about: dict[str, object] = {"engine": program(command), "options": dict(options or {})}
    about |= (
        {"truth": f"{truth} {truth.digest}"}
        if truth
        else {"reference": reference and program(reference), "reference depth": reference_depth}
    )
    about["depths" if wanted.plies else wanted.name] = wanted.values
    journal = Journal(keep, about, str, _legal) if keep else None
    threads, lock, verdict = EngineThreads(), Lock(), SoFar(ENGINE, wanted)
    fens, results, notes, inquiries = dict[int, str](), dict[int, Record | str](), list[str](), list[Inquiry]()
    total = positions if isinstance(positions, int) else len(positions)

    def examine_part(first: int) -> None:
        """Examine every n-th position, and make it if it is not given."""
        nonlocal journal
        player = threads.start(command, options)
        judge = player if truth else threads.start(reference or command)
        source = truth or Reference(judge, reference_depth)
        inquiry = Inquiry(source, EngineMoves(player, wanted), (ENGINE,), wanted, ALL)
        inquiries.append(inquiry)
        try:
            for number in range(first, total, jobs):
                fen = make_chess_position(judge, number, seed) if isinstance(positions, int) else positions[number]
                result = recall_record(journal, fen) or inquiry.result(fen, number)
                with lock:
                    if threads.stopped:
                        return
                    fens[number], results[number] = fen, result
                    journal = keep_record(journal, fen, result, notes)
                    if tell:
                        tell(EXAMINED + verdict(_open(results.values(), margin)), len(results), total)
        except OverthinkError:
            if not threads.stopped:
                raise
        finally:
            player.close()
            judge.close()

    threads.run(examine_part, range(min(jobs, total)), limits.examined and limits.examined - time.monotonic())
    require(inquiries, "The time was over before the engine was ready. Give more budget=.")
    if late := total - len(results):
        notes.append(OVER.format(late, counted(total, "position")))
    if isinstance(positions, int):  # each once: the first of several
        first = {fen.rsplit(" ", 2)[0]: number for number, fen in sorted(fens.items(), reverse=True)}
        results = {number: results[number] for number in first.values()}
    examination = assemble(inquiries[0], fens, results, notes)
    every = len(examination.positions)
    open_ = tuple(_open(examination.positions, margin))
    ahead = f"one side is at least {AHEAD:g} pawns ahead"
    require(open_, f"In all {every:,} positions {ahead}. Use more balanced positions.")
    left = every - len(open_)
    out = f" ({counted(left, 'position')} left out: by it, {ahead})"
    truth_text, failures = examination.truth + (out if left else ""), (*unread, *examination.failures)
    examination = replace(examination, positions=open_, truth=truth_text, failures=failures)
    run = EngineRun(
        margin,
        judges_itself=truth is None and (reference is None or reference == command),
        restarts=sum(engine.restarts for engine in threads.engines),
        lost=len(examination.failures) - len(unread),
        nodes={int(value): cost.nodes for value, cost in examination.costs(ENGINE).items() if cost.nodes},
        by_file=truth is not None,
    )
    return conclude(examination, None, engine=run)


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
