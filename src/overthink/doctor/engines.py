"""The doctor on chess engines: does a deeper search of this engine choose better, in the eyes of a reference?

The nominal depth of an engine is not the depth of a plain search: quiescence and extensions look further, and pruning
leaves much out. So the nodes that the engine reports are measured too. Moves whose values differ by less than a margin
are as good as each other: a reference is not surer than that. Positions in which one side is far ahead are left out:
there any sensible move will do, and values differ by pawns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any

from overthink.adapters.uci import Engine
from overthink.core.checked import checked_depth
from overthink.core.errors import OverthinkError
from overthink.doctor.chess_traits import chess_traits
from overthink.doctor.diagnosis import ENGINE, Diagnosis, advise, local_pathology
from overthink.doctor.examine import Examination, Tell, examine
from overthink.doctor.imitators import Imitator, equal_wins, few_positions, odd_and_even
from overthink.doctor.journal import Journal
from overthink.doctor.reference import doubt
from overthink.measure.judgement import Judgement, judge

MARGIN = 0.25  # pawns
OTHER_MARGINS = (0.0, 0.1, 0.5)
AHEAD = 3.0  # pawns; with more the game is decided
WORST = 10.0  # pawns; nothing is worse than that, not even a mate, or a few blunders would drown all else in the mean
LINES = 2  # best moves that the reference is asked for at once; of the others, only those that were chosen
ALL = -1.0  # a spread of values that none has: no position is left out because its few known moves are close


@dataclass
class Reference:
    """A stronger search, of another engine if one is given. Only its best moves are asked for, and then those that
    were chosen."""

    engine: Engine
    depth: int
    exact = False

    def __str__(self) -> str:
        return f"{self.engine.name} at depth {self.depth}"

    def values(self, state: str) -> dict[str, float]:
        return self.engine.values(state, self.depth, LINES)

    def more(self, state: str, chosen: Iterable[Iterable[str]], values: dict[str, float]) -> dict[str, float]:
        missing = dict.fromkeys(move for move in chain(*chosen) if move not in values)
        found, least = self.engine.after(state, missing, self.depth), min(values.values())
        return {move: min(value, least) for move, value in found.items()}  # no better than the best few


@dataclass
class Moves:
    """What an engine plays in a position, by depth: one search tells all depths."""

    engine: Engine
    depths: Sequence[int]
    nodes: dict[int, int] = field(default_factory=dict)  # by depth, over all positions asked about
    positions: int = 0
    known: tuple[str, dict[int, str]] = "", {}

    def __call__(self, state: str, rule: str, depth: int) -> tuple[str]:
        if self.known[0] != state:
            answers = self.engine.through(state, self.depths)
            self.known = state, {at: answer.move for at, answer in answers.items()}
            self.positions += 1
            for at, answer in answers.items():
                self.nodes[at] = self.nodes.get(at, 0) + answer.nodes
        return (self.known[1][depth],)


def diagnose_engine(
    command: str,
    positions: Sequence[str],
    *,
    depths: Iterable[int],
    reference: str | None = None,
    reference_depth: int = 14,
    margin: float = MARGIN,
    options: Mapping[str, object] | None = None,
    jobs: int = 2,
    unread: Sequence[str] = (),
    keep: str | Path | None = None,
    tell: Tell | None = None,
) -> Diagnosis:
    """Does looking further ahead help this engine? `positions` are FEN; the truth is what `reference` (the same engine
    if none is given) says at `reference_depth`. `options` are set in the engine that is examined. `keep` names a file
    to which every position is written when it is done: a second run goes on from there. Any number of `jobs`, engines
    side by side, finds the same."""
    wanted = sorted({checked_depth(depth) for depth in depths})
    if len(wanted) < 2:
        raise OverthinkError("Give two depths at least.")
    if checked_depth(reference_depth) <= wanted[-1]:
        raise OverthinkError(f"The reference must look further than depth {wanted[-1]}; it looks {reference_depth}.")
    if not positions:
        raise OverthinkError("There are no positions to examine.")
    about: dict[str, Any] = {"engine": command, "reference": reference, "depths": wanted}
    about |= {"reference_depth": reference_depth} | ({"options": dict(options)} if options else {})
    journal = Journal(keep, about, str, _legal) if keep is not None else None
    asked = _Asked(command, reference or command, wanted, reference_depth, options, journal, len(positions), tell)
    parts = [list(positions[k::jobs]) for k in range(min(jobs, len(positions)))]
    with ThreadPoolExecutor(len(parts)) as pool:
        runs = [pool.submit(asked.examined, part) for part in parts]
        try:
            found = [run.result() for run in runs]
        except BaseException:  # Ctrl-C, or an engine that cannot be started: the others need not go on
            asked.stop()
            raise
    seen = _joined(found, positions, margin, unread)
    judgement = judge(seen.accuracy(ENGINE))
    suspects = (
        odd_and_even(seen, ENGINE, judgement),
        equal_wins(seen, ENGINE),
        _near_ties(seen, judgement, margin),
        Imitator("transposition table", "ruled out", "emptied before every search"),
        Imitator("beam or move limit", "not testable", "engines prune by themselves, and do not say what"),
        _reference(seen, command, reference),
        few_positions(seen, judgement),
        _trouble(sum(engine.restarts for engine in asked.engines), len(seen.failures) - len(unread)),
        _nominal(asked.players),
    )
    hurt, unsure = local_pathology(seen, ENGINE, str), doubt(seen, ENGINE, judgement, None)
    shared = chess_traits(seen, hurt)
    return Diagnosis(seen, {ENGINE: judgement}, suspects, None, None, hurt, advise(seen), shared, doubt=unsure)


class _Asked:
    """What all threads share: what to ask, how many positions are done, and which engines run."""

    def __init__(
        self,
        command: str,
        reference: str,
        depths: Sequence[int],
        deep: int,
        options: Mapping[str, object] | None,
        journal: Journal | None,
        total: int,
        tell: Tell | None,
    ):
        self.command, self.reference, self.depths, self.deep = command, reference, depths, deep
        self.options, self.journal, self.total, self.tell = options, journal, total, tell
        self.done, self.stopped, self.lock = 0, False, Lock()
        self.engines, self.players = list[Engine](), list[Moves]()

    def examined(self, states: Sequence[str]) -> Examination | str:
        """What these positions show, or why they show nothing."""
        player = self._begun(self.command, self.options)
        judge_ = self._begun(self.reference, None)
        self.players.append(moves := Moves(player, self.depths))
        try:
            return examine(
                states, Reference(judge_, self.deep), moves, (ENGINE,), self.depths, self._one_more, ALL, self.journal
            )
        except OverthinkError as error:
            return str(error)
        finally:
            player.close()
            judge_.close()

    def stop(self) -> None:
        self.stopped = True
        for engine in self.engines:
            engine.give_up()

    def _begun(self, command: str, options: Mapping[str, object] | None) -> Engine:
        engine = Engine(command, options)
        self.engines.append(engine)
        return engine

    def _one_more(self, *_: int) -> None:
        if self.stopped:
            raise OverthinkError("stopped")
        with self.lock:
            self.done += 1
            if self.tell is not None:
                self.tell(self.done, self.total)


def _legal(fen: str) -> list[str]:
    import chess

    return [move.uci() for move in chess.Board(fen).legal_moves]


def _joined(
    parts: Sequence[Examination | str], positions: Sequence[str], margin: float, unread: Sequence[str]
) -> Examination:
    """What all threads saw, in the order of the positions; a thread that saw nothing says why."""
    whole = [part for part in parts if isinstance(part, Examination)]
    said = [part for part in parts if isinstance(part, str)]
    if not whole:
        raise OverthinkError(said[0])
    place = {fen: number for number, fen in enumerate(positions)}
    every = sorted(chain(*(part.positions for part in whole)), key=lambda each: place[each.state])
    close = [
        replace(each, values=_bounded(each.values), close=margin, deepest_first=False)  # one search tells all depths
        for each in every
        if abs(each.best) <= AHEAD
    ]
    if not close:
        raise OverthinkError(f"In all {len(every):,} positions one side is {AHEAD:g} pawns ahead or more.")
    left = len(every) - len(close)
    ahead = f" ({left:,} positions were left out in which it sees one side {AHEAD:g} pawns ahead or more)"
    return replace(
        whole[0],
        positions=tuple(close),
        truth=whole[0].truth + (ahead if left else ""),
        failures=(*unread, *chain(*(part.failures for part in whole)), *said),
    )


def _bounded(values: Mapping[str, float]) -> dict[str, float]:
    return {move: max(-WORST, min(WORST, value)) for move, value in values.items()}


def _near_ties(seen: Examination, judgement: Judgement, margin: float) -> Imitator:
    """Whether the verdict hangs on what counts as being as good as the best."""
    name = "near-ties"
    kinds = {
        other: judge(replace(seen, positions=tuple(replace(e, close=other) for e in seen.positions)).accuracy(ENGINE))
        for other in OTHER_MARGINS
    }
    others = [f"{other:g} pawns: {found.sentence}" for other, found in kinds.items() if found.kind != judgement.kind]
    if others:
        found = "suspected" if judgement.kind == "worse" else "not testable"
        return Imitator(name, found, f"the margin of {margin:g} pawns matters; with {'; with '.join(others)}")
    told = ", ".join(f"{other:g}" for other in OTHER_MARGINS)
    return Imitator(name, "ruled out", f"the verdict is of the same kind with a margin of {told} pawns")


def _reference(seen: Examination, command: str, reference: str | None) -> Imitator:
    name = "a reference no better than the player"
    if reference is None or reference == command:
        return Imitator(name, "not testable", "the engine judges itself, and may share its errors: give --reference")
    return Imitator(name, "not testable", "the reference is another engine, whose own errors are not known")


def _trouble(restarts: int, lost: int) -> Imitator:
    """An engine that was killed and answers when it is asked again does no harm; one that fails on positions may."""
    name = "engine trouble"
    if not restarts:
        return Imitator(name, "ruled out", "every search was answered at once")
    times = "once" if restarts == 1 else f"{restarts} times"
    again = f"an engine died, hung or answered illegally, and was started again {times}"
    if lost:
        return Imitator(name, "suspected", f"{again}; {lost} positions could not be examined")
    return Imitator(name, "ruled out", f"{again}; then every search was answered")


def _nominal(players: Sequence[Moves]) -> Imitator:
    """How much work a nominal depth is."""
    asked, name = sum(player.positions for player in players), "nominal depth"
    if not asked:
        return Imitator(name, "not testable", "all positions were known; no nodes were counted")
    depths = players[0].depths
    nodes = {depth: sum(player.nodes.get(depth, 0) for player in players) / asked for depth in depths}
    told = ", ".join(f"{depth}: {mean:,.0f}" for depth, mean in nodes.items())
    return Imitator(name, "not testable", f"it includes quiescence and extensions; nodes a position: {told}")
