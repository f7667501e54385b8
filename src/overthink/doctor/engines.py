"""The doctor on chess engines: does a deeper search of this engine choose better, in the eyes of a reference?

The nominal depth of an engine is not the depth of a plain search: quiescence and extensions look further, and pruning
leaves much out. So the nodes that the engine reports are measured too. Moves whose values differ by less than a margin
are as good as each other: a reference is not surer than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from threading import Lock

import numpy as np

from overthink.adapters.uci import Engine
from overthink.core.checked import checked_depth
from overthink.core.errors import OverthinkError
from overthink.doctor.diagnosis import ENGINE, Diagnosis, advise, local_pathology
from overthink.doctor.examine import Examination, Tell, examine
from overthink.doctor.imitators import Imitator, equal_wins, few_positions, odd_and_even
from overthink.doctor.journal import Journal
from overthink.measure.judgement import judge

MARGIN = 0.25  # pawns
LINES = 4  # moves that the reference is asked for at once


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
        found = self.engine.values(state, self.depth, 1, missing) if missing else {}
        least = min(values.values())
        return {move: min(value, least) for move, value in found.items()}  # no better than the best few


def diagnose_engine(
    command: str,
    positions: Sequence[str],
    *,
    depths: Iterable[int],
    reference: str | None = None,
    reference_depth: int = 14,
    margin: float = MARGIN,
    jobs: int = 2,
    unread: Sequence[str] = (),
    keep: str | Path | None = None,
    tell: Tell | None = None,
) -> Diagnosis:
    """Does looking further ahead help this engine? `positions` are FEN; the truth is what `reference` (the same engine
    if none is given) says at `reference_depth`. `keep` names a file to which every position is written when it is
    done: a second run goes on from there."""
    wanted = sorted({checked_depth(depth) for depth in depths})
    if len(wanted) < 2:
        raise OverthinkError("Give two depths at least.")
    if checked_depth(reference_depth) <= wanted[-1]:
        raise OverthinkError(f"The reference must look further than depth {wanted[-1]}; it looks {reference_depth}.")
    parts = [list(positions[k::jobs]) for k in range(min(jobs, len(positions)))]
    count = _Counter(len(positions), tell)
    about = {"engine": command, "reference": reference, "depths": wanted, "reference_depth": reference_depth}
    journal = Journal(keep, about, str, _legal) if keep is not None else None
    with ThreadPoolExecutor(len(parts) or 1) as pool:
        asked = command, reference or command, wanted, reference_depth, margin, count, journal
        runs = [pool.submit(_examined, part, *asked) for part in parts]
        done = [run.result() for run in runs]
    if not done:
        raise OverthinkError("There are no positions to examine.")
    seen, nodes, restarts = (
        _joined([part for part, _, _ in done]),
        _sum(n for _, n, _ in done),
        sum(r for *_, r in done),
    )
    seen = replace(seen, failures=(*unread, *seen.failures))
    judgement = judge(seen.accuracy(ENGINE))
    suspects = (
        odd_and_even(seen, ENGINE, judgement),
        equal_wins(seen, ENGINE),
        Imitator("transposition table", "ruled out", "emptied before every search"),
        Imitator("beam or move limit", "not testable", "engines prune by themselves, and do not say what"),
        _reference(seen, command, reference),
        few_positions(seen, judgement),
        Imitator("engine trouble", "suspected" if restarts else "ruled out", f"started again {restarts} times"),
        Imitator("nominal depth", "not testable", f"nodes a position: {_told(nodes, len(seen.positions))}"),
    )
    found = local_pathology(seen, ENGINE, str)
    return Diagnosis(seen, {ENGINE: judgement}, suspects, None, None, found, advise(seen))


class _Counter:
    """How many positions are done, over all threads."""

    def __init__(self, total: int, tell: Tell | None):
        self.done, self.total, self.tell, self.lock = 0, total, tell, Lock()

    def one_more(self, *_: int) -> None:
        with self.lock:
            self.done += 1
            if self.tell is not None:
                self.tell(self.done, self.total)


def _examined(
    states: Sequence[str],
    command: str,
    reference: str,
    depths: Sequence[int],
    deep: int,
    margin: float,
    count: _Counter,
    journal: Journal | None,
) -> tuple[Examination | str, dict[int, int], int]:
    player, judge_ = Engine(command), Engine(reference)
    nodes = dict.fromkeys(depths, 0)

    def chosen(state: str, rule: str, depth: int) -> tuple[str]:
        answer = player.best(state, depth)
        nodes[depth] += answer.nodes
        return (answer.move,)

    try:
        found: Examination | str = examine(
            states, Reference(judge_, deep), chosen, (ENGINE,), depths, count.one_more, margin, journal
        )
    except OverthinkError as error:
        found = str(error)
    finally:
        player.close()
        judge_.close()
    return found, nodes, player.restarts + judge_.restarts


def _legal(fen: str) -> list[str]:
    import chess

    return [move.uci() for move in chess.Board(fen).legal_moves]


def _joined(parts: Sequence[Examination | str]) -> Examination:
    """What all threads saw; a thread that saw nothing says why."""
    whole = [part for part in parts if isinstance(part, Examination)]
    said = [part for part in parts if isinstance(part, str)]
    if not whole:
        raise OverthinkError(said[0])
    return replace(
        whole[0],
        positions=tuple(chain(*(part.positions for part in whole))),
        failures=(*chain(*(part.failures for part in whole)), *said),
        decided=sum(part.decided for part in whole),
    )


def _sum(parts: Iterable[dict[int, int]]) -> dict[int, int]:
    total: dict[int, int] = {}
    for part in parts:
        for depth, nodes in part.items():
            total[depth] = total.get(depth, 0) + nodes
    return total


def _told(nodes: dict[int, int], positions: int) -> str:
    return ", ".join(f"{depth}: {int(np.round(total / max(1, positions))):,}" for depth, total in nodes.items())


def _reference(seen: Examination, command: str, reference: str | None) -> Imitator:
    name = "a reference no better than the player"
    if reference is None or reference == command:
        return Imitator(name, "suspected", f"{seen.truth} is the engine itself: it may share its errors; give another")
    return Imitator(name, "not testable", f"{seen.truth}, whose own errors are not known")
