"""Many positions with the true value of each move, on all cores; what is done is kept in a file.

Games of kernels are solved by threads, others by processes. Each position is solved as if it were the only one, so
values and the positions that are too hard are the same for any number of workers. The file has one line a position, in
the order in which they were given: the labels that the doctor reads.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from overthink.core.arithmetic import mix, start_key
from overthink.core.bind import kernel
from overthink.core.checked import moves_of
from overthink.core.errors import OverthinkError, check_whole, open_alone, parse_whole, require
from overthink.core.game import Game, key_of
from overthink.core.kinds import Context, Key, Move, Seed, State
from overthink.core.plain import Fields
from overthink.core.processes import CannotSendError, can_fork, share_out
from overthink.core.threads import run_parts, threads
from overthink.core.vocabulary import child, count
from overthink.rules.minimax import MINIMAX
from overthink.search.solving.listing import TooLargeError
from overthink.search.solving.solve import Solver
from overthink.search.subjects.bind import subject_of
from overthink.search.subjects.subject import ready

EVEN = np.uint64(0)
MOST_GAMES = 1_000  # for one position
BLOCK_POSITIONS = 16  # positions that a worker takes at once
MOST_NODES = 10_000_000  # of a position; with more, fewer are too hard
Values = dict[Move, float] | None  # None: too hard


@dataclass(frozen=True)
class Labels:
    """Positions, and what each move is worth to the player who makes it.

    `states`: the positions. `values`: of each position, by move; None where it was too hard. `nodes`: what a position
    could take.

    >>> game = ot.ConnectFour(4, 4)
    >>> print(ot.label(game, [game.initial()]))
    1 position solved, 0 too hard (more than 10,000,000 nodes)
    """

    states: tuple[State, ...]
    values: tuple[Values, ...]
    nodes: int

    @property
    def too_hard(self) -> tuple[State, ...]:
        """The positions without values. A sample without them is easier."""
        return tuple(state for state, values in zip(self.states, self.values) if values is None)

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[tuple[State, Values]]:
        return zip(self.states, self.values)

    def __str__(self) -> str:
        hard = len(self.too_hard)
        solved = len(self) - hard
        return f"{solved:,} position{'s' * (solved != 1)} solved, {hard:,} too hard (more than {self.nodes:,} nodes)"


def label(
    game: Game[State],
    positions: Iterable[State],
    *,
    nodes: int = MOST_NODES,
    keep: str | Path | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Labels:
    """What each move of each position is worth to the player who makes it, by a search to the end of the game.

    All cores work, at most `ot.jobs`, and the result is the same for any number.

    Args:
        game: Without chance.
        positions: Not over.
        nodes: A position that takes more counts as too hard: it stays in the result, with None for its
            values.
        keep: Each position is written to this file when it is done. If you stop it, the same call resumes,
            and the doctor reads the file as `truth=`.
        tell: Hears how many positions are done, and of how many.

    >>> game = ot.ConnectFour(4, 4)
    >>> labels = ot.label(game, [game.random_start(number, plies=8) for number in range(5)])
    >>> len(labels), len(labels.too_hard)
    (5, 0)
    """
    check_whole("nodes", nodes, 1)
    states = tuple(positions)
    require(states, "Give at least one position to label.")
    texts = [key_of(game, state) for state in states]
    file = LabelStore(Path(keep), game, nodes) if keep is not None else None
    with closing(file) if file else nullcontext():
        return _label_all(game, states, texts, nodes, file, tell)


def _label_all(
    game: Game[State], states: tuple[State, ...], texts: list[str], nodes: int, file: LabelStore | None,
    tell: Callable[[int, int], None] | None,
) -> Labels:  # fmt: skip
    """The labels, of which a file may know some."""
    known: dict[str, Values] = {}
    for text, state in zip(texts, states):
        if file and text in file.lines:
            known[text] = _read(moves_of(game, state), file.lines[text], text)
    todo = {text: state for text, state in zip(texts, states) if text not in known}
    if tell:
        tell(len(known), len(known) + len(todo))
    names, left = list(todo), list(todo.values())
    blocks = _solve_all(game, left, nodes) if left else iter(())
    for start, block in zip(range(0, len(left), BLOCK_POSITIONS), blocks):
        done = dict(zip(names[start : start + BLOCK_POSITIONS], block))
        known |= done
        if file:
            file.append(done)
        if tell:
            tell(len(known), len(known) + len(left) - start - len(block))
    return Labels(states, tuple(known[text] for text in texts), nodes)


def _solve_all(game: Game[State], states: Sequence[State], nodes: int) -> Iterator[list[Values]]:
    """The values of the moves of all positions, in blocks, in order."""
    mine = threading.local()

    def solve(start: int, stop: int) -> list[Values]:
        if not hasattr(mine, "solver"):
            mine.solver = Solver(game, states[0], nodes)
        found: list[Values] = []
        for state in states[start:stop]:
            try:
                found.append(mine.solver.values(state))
            except TooLargeError:
                found.append(None)
        return found

    ends = [*range(0, len(states), BLOCK_POSITIONS), len(states)]
    if Solver(game, states[0], nodes).search is not None:
        yield from run_parts(ends, solve)
    elif threads() == 1 or not can_fork():
        yield from (solve(*part) for part in pairwise(ends))
    else:
        tasks = deque(deque([part]) for part in pairwise(ends))
        waiting: dict[int, list[Values]] = {}
        due = 0
        try:
            for result in share_out(tasks, lambda part: solve(*part), threads(), fork=True):
                task, found = result or ((0, 0), None)
                if found is None:  # the process was ended from outside
                    tasks.append(deque([task]))
                    continue
                waiting[task[0]] = found
                while due in waiting:
                    yield waiting.pop(due)
                    due += BLOCK_POSITIONS
        except CannotSendError:  # the game asks another process
            yield from (solve(*part) for part in pairwise(ends) if part[0] >= due)


class LabelStore:
    """A file of labels that grows. A line that was cut off is dropped; its position is solved again."""

    def __init__(self, path: Path, game: Game[State], nodes: int):
        self.path = path
        self.lines = dict[str, Fields]()
        about = json.dumps({"about": {"game": repr(game), "nodes": nodes}})
        try:
            self.file = open_alone(path)
            whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
            if whole:
                require(
                    whole[0].rstrip("\n") == about,
                    f"{path} was not made by this game with {nodes:,} nodes. Choose another file, or remove this one.",
                )
            complete = [line for line in whole[1:] if self._read(line)]
            if not whole or len(complete) + 1 != len(whole):
                draft = path.with_name(f".{path.name}")
                draft.write_text("".join([f"{about}\n", *complete]), encoding="utf-8")
                draft.replace(path)
                self.file = open_alone(path)
        except (OSError, UnicodeDecodeError) as exc:
            raise OverthinkError(f"{path} cannot be used ({getattr(exc, 'strerror', None) or exc}).") from None

    def _read(self, line: str) -> bool:
        try:
            entry = json.loads(line)
            self.lines[entry["position"]] = entry
        except (ValueError, KeyError, TypeError):
            return False
        return line.endswith("\n") and ("values" in entry or "too hard" in entry)

    def close(self) -> None:
        """Let another run write."""
        with suppress(OSError):  # what could not be written
            self.file.close()

    def append(self, done: dict[str, Values]) -> None:
        """Write these positions at once."""
        lines = []
        for text, values in done.items():
            known = {"too hard": True} if values is None else {"values": {str(m): v for m, v in values.items()}}
            lines.append(json.dumps({"position": text, **known}))
        try:
            self.file.write("".join(f"{line}\n" for line in lines))
            self.file.flush()
        except OSError as exc:
            raise OverthinkError(f"{self.path} cannot be written ({exc.strerror}). What it contains is kept.") from None


def _read(moves: Sequence[Move], entry: Fields, text: str) -> Values:
    """The values of a line, by the game's own moves."""
    if "values" not in entry:
        return None
    values = entry["values"]
    fits = len(values) == len(moves) and all(str(move) in values for move in moves)
    require(fits, "The labels of the position {} have other moves than the game. Remove the file.", text)
    return {move: float(values[str(move)]) for move in moves}


@kernel
def random_walk(game: Context, state: State, plies: int, key: Key) -> tuple[bool, State]:
    """The position after this many random moves, and whether it has a choice of moves."""
    for ply in range(plies):
        moves = count(game, state)
        if moves == 0:
            return False, state
        state = child(game, state, int(mix(key, ply) % np.uint64(moves)))
    return count(game, state) > 1, state


def random_positions(game: Game[State], number: int, plies: Sequence[int], seed: Seed = 0) -> list[State]:
    """Positions after random moves, with at least two moves to choose from. They depend on the seed alone, and the
    first ones stay the same if more are asked for.

    Args:
        game: Without chance.
        number: Of positions.
        plies: The numbers of moves, one of which is drawn for each position; where the game is over sooner, it is drawn
            again.
        seed: Of the random moves.

    >>> ot.random_positions(ot.Domineering(4, 4), 2, range(3, 5))
    [(68640, 195, 1), (4488, 3072, -1)]
    """
    check_whole("The number of positions", number, 1)
    least = parse_whole("plies", min(plies, default=0), 0)
    require(len(plies), "Give at least one number of plies.")
    subject = subject_of(game, None, MINIMAX, 1, None, 0.0)
    walk = ready(random_walk, subject, (1, EVEN))
    key = start_key(type(game).__name__, seed=seed, number=0)
    found = list[State]()
    with np.errstate(over="ignore"):
        for place in range(number):
            for attempt in range(MOST_GAMES):
                draw = np.uint64(mix(np.uint64(mix(key, place)), attempt))
                fits, state = walk(subject.context, subject.state, int(plies[int(draw % np.uint64(len(plies)))]), draw)
                if fits:
                    found.append(getattr(state, "state", state))
                    break
            else:
                raise OverthinkError(f"No random game had a choice of moves after {least} plies. Give smaller plies.")
    return found
