"""Chess engines that speak UCI, as players and as references. An engine that dies, hangs or answers illegally is
started again and asked once more; if that does not help, the position is given up, and nothing else is lost.

Engines differ in what they leave out of the protocol: Ethereal, Toga and GNU Chess do not hear `searchmoves`, GNU Chess
has no MultiPV. So a move is valued by a search of the position after it, one ply less deep, which all of them can do.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

from overthink.adapters.uci_lines import MATE, Line, Option, line_of, option_of
from overthink.core.errors import OverthinkError, unknown

PATIENCE = 120.0  # seconds for one search
BEGIN = 30.0  # seconds to start in, and to get ready for a search
LOST = 5  # positions without an answer, one after another, after which an engine is asked no more
USUAL: dict[str, object] = {"Threads": 1, "Number of Threads": 1, "Hash": 16, "OwnBook": False}
GAMES = "/usr/games"  # where Debian keeps engines, which is not on everybody's path


class TroubleError(Exception):
    """The engine died, hangs, or says what no engine may say."""


@dataclass(frozen=True)
class Answer:
    """The move of an engine, and the nodes it says it saw (0 if it does not say)."""

    move: str
    nodes: int


def engine_path(command: str) -> str | None:
    """Where the program of a command is, if it is installed."""
    program = shlex.split(command)[0] if command.strip() else ""
    return shutil.which(program) or shutil.which(program, path=GAMES)


class Engine:
    """`Engine("stockfish")`: any UCI engine by its command. Every search starts from empty tables and runs to a depth,
    not for a time, so that what is measured is the depth, and the same again in another run. One thread and a small
    table are set, and no book; `options` are set on top, and numbers brought into the range that the engine declares.
    """

    def __init__(self, command: str, options: Mapping[str, object] | None = None):
        self.command, self.wanted = command, dict(options or {})
        self.process: subprocess.Popen[str] | None = None
        self.name, self.options = command, dict[str, Option]()
        self.restarts = self.lost = 0
        self._start()

    def best(self, fen: str, depth: int, fresh: bool = True) -> Answer:
        """What the engine plays after a search to this nominal depth; `fresh` from empty tables."""
        lines, move = self._search(fen, depth, fresh=fresh)
        return Answer(move, max((line.nodes for line in lines), default=0))

    def through(self, fen: str, depths: Iterable[int]) -> dict[int, Answer]:
        """What the engine plays at each of these depths. An engine looks one ply deeper at a time, and says at each
        what it would play: one search tells all. Where it does not say, or says its nodes only at the end, it is asked
        for each depth."""
        *wanted, deepest = sorted(depths)
        lines, move = self._search(fen, deepest)
        total = max((line.nodes for line in lines), default=0)
        counted = total == max((line.nodes for line in lines if line.depth == deepest), default=0)
        found = {deepest: Answer(move, total)}
        for depth in wanted:
            said = [line for line in lines if line.depth == depth and line.moves and line.rank == 1]
            if counted and said and said[-1].exact:
                nodes = max(line.nodes for line in lines if line.depth == depth)
                found[depth] = Answer(said[-1].moves[0], nodes)
            else:
                found[depth] = self.best(fen, depth)
        return dict(sorted(found.items()))

    def values(self, fen: str, depth: int, lines: int) -> dict[str, float]:
        """What the best few moves are worth to the player who makes them, in pawns; the best alone, if the engine has
        no MultiPV."""
        told, move = self._search(fen, depth, lines if "multipv" in self.options else 1)
        ranked = {line.rank: line for line in told if line.moves and line.value is not None}
        if not ranked:
            raise OverthinkError(f"{self.name} gave no value for {fen}.")
        found = {line.moves[0]: float(line.value or 0.0) for _, line in sorted(ranked.items(), reverse=True)}
        return found if move in found else {**found, move: max(found.values())}

    def after(self, fen: str, moves: Iterable[str], depth: int) -> dict[str, float]:
        """What these moves are worth to the player who makes them: the positions after them, searched one ply less."""
        import chess

        found: dict[str, float] = {}
        for move in moves:
            board = chess.Board(fen)
            board.push_uci(move)
            if board.is_checkmate():
                found[move] = MATE
            elif not any(board.legal_moves) or board.is_insufficient_material():
                found[move] = 0.0
            else:
                found[move] = -max(self.values(board.fen(), max(1, depth - 1), 1).values())
        return found

    def close(self) -> None:
        """Ends the process, however it fares."""
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.kill()
            self.process.wait()
            with suppress(OSError):  # what it did not read any more
                self.process.stdin.close()
            self.process = None

    def give_up(self) -> None:
        """Ends the process, from another thread; the engine is asked no more."""
        self.lost = LOST
        if (process := self.process) is not None:
            process.kill()

    def _search(self, fen: str, depth: int, lines: int = 1, fresh: bool = True) -> tuple[list[Line], str]:
        """All that the engine says in one search, and its move, which is legal. A second try, with the engine started
        again, where the first brings nothing."""
        why: Exception = TroubleError()
        for _ in range(2):
            if self.lost >= LOST:
                raise OverthinkError(f"{self.command} failed {LOST} times in a row and was not asked for {fen}.")
            try:
                if self.process is None:
                    self._start()
                found = self._asked(fen, depth, lines, fresh)
                self.lost = 0
                return found
            except TroubleError as error:
                why = error
                self.restarts += 1
                self.close()
        self.lost += 1
        raise OverthinkError(f"{self.command} gave no answer for {fen}, even when started again ({why}).")

    def _asked(self, fen: str, depth: int, lines: int, fresh: bool) -> tuple[list[Line], str]:
        import chess

        board = chess.Board(fen)
        legal = {move.uci() for move in board.legal_moves}
        if not legal:
            raise OverthinkError(f"There is no move in {fen}.")
        if "multipv" in self.options:
            self._set("MultiPV", min(lines, len(legal)))
        if fresh:
            self._send("ucinewgame")
        self._send("isready")
        self._until("readyok", BEGIN)
        self._send(f"position fen {fen}")
        self._send(f"go depth {depth}")
        *said, last = self._until("bestmove", PATIENCE)
        move = last.removeprefix("bestmove").strip().partition(" ")[0].lower()
        if move not in legal:
            raise TroubleError(f"its move {move!r} is not legal")
        told = [line for text in said if (line := line_of(text)) is not None]
        return [line for line in told if not line.moves or line.moves[0] in legal], move

    def _start(self) -> None:
        path = engine_path(self.command)
        if path is None:
            raise OverthinkError(
                f"There is no engine '{self.command}' here; install it (on Debian, the package of that name), "
                "or give its path."
            )
        try:
            self.process = subprocess.Popen(
                [path, *shlex.split(self.command)[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is our business
            )
        except OSError as error:
            raise OverthinkError(f"'{self.command}' cannot be started ({error.strerror}).") from None
        self.heard: SimpleQueue[str | None] = SimpleQueue()
        Thread(target=_listen, args=(self.process.stdout, self.heard), daemon=True).start()
        try:
            self._send("uci")
            said = self._until("uciok", BEGIN)
            self.options = {option.name.lower(): option for text in said if (option := option_of(text)) is not None}
            self.name = next((text[8:].strip() for text in said if text.startswith("id name ")), self.command)
            for name, value in USUAL.items():
                if name.lower() in self.options:
                    self._set(name, value)
            for name, value in self.wanted.items():
                self._set(name, value)
            self._send("isready")
            self._until("readyok", BEGIN)
        except TroubleError as error:
            self.close()
            raise OverthinkError(
                f"'{self.command}' does not speak UCI ({error}); some engines do when asked, such as 'gnuchess --uci'."
            ) from None
        except OverthinkError:
            self.close()
            raise

    def _set(self, name: str, value: object) -> None:
        """An option, brought into the range that the engine declares."""
        if name.lower() not in self.options:
            raise unknown(f"option of {self.name}", name, [option.name for option in self.options.values()])
        option = self.options[name.lower()]
        self._send(f"setoption name {option.name} value {option.fit(value)}")

    def _send(self, line: str) -> None:
        assert self.process is not None and self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n")
        except OSError:
            raise TroubleError("it has ended") from None

    def _until(self, word: str, seconds: float) -> list[str]:
        """What the engine says, up to the line that begins with this word."""
        end, said = monotonic() + seconds, list[str]()
        while True:
            try:
                line = self.heard.get(timeout=max(0.0, end - monotonic()))
            except Empty:
                raise TroubleError(f"no {word} in {seconds:g} s") from None
            if line is None:
                raise TroubleError("it has ended")
            said.append(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return said


def _listen(stream: Any, heard: SimpleQueue[str | None]) -> None:
    """Hands on every line; None at the end."""
    with stream:
        for line in stream:
            heard.put(line.rstrip("\r\n"))
    heard.put(None)
