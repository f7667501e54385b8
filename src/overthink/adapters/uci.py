"""Chess engines that speak UCI, as players and as references. An engine that dies, hangs or answers illegally is
started again and asked once more; if that does not help, the position is given up, and nothing else is lost."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from overthink.core.errors import OverthinkError

MATE = 100.0  # pawns; a mate is worth a little less for every move that it takes
PATIENCE = 120.0  # seconds for one search
GRACE = 10.0  # seconds more before an engine counts as hanging
BEGIN = 30.0  # seconds to start in


@dataclass(frozen=True)
class Answer:
    """The move of an engine, and the nodes it says it saw (0 if it does not say)."""

    move: str
    nodes: int


class Engine:
    """`Engine("stockfish")`: any UCI engine by its command. Every search starts from empty tables, so that what is
    measured is the depth and not what was searched before."""

    def __init__(self, command: str, hash_mb: int = 16, patience: float = PATIENCE):
        self.command, self.hash_mb, self.patience = command, hash_mb, patience
        self.engine: Any = None
        self.restarts = 0
        self._start()

    @property
    def name(self) -> str:
        return str(self.engine.id.get("name", self.command))

    def best(self, fen: str, depth: int) -> Answer:
        """What the engine plays after a search to this nominal depth."""
        import chess.engine

        def ask(board: Any, limit: Any) -> Answer:
            found = self.engine.play(board, limit, game=object(), info=chess.engine.INFO_BASIC)
            if found.move is None:
                raise chess.engine.EngineError("no move")
            return Answer(found.move.uci(), int(found.info.get("nodes", 0)))

        answer: Answer = self._patiently(fen, depth, ask)
        return answer

    def values(self, fen: str, depth: int, lines: int, moves: Iterable[str] = ()) -> dict[str, float]:
        """What moves are worth to the player who makes them, in pawns: the best few, or those that are named."""
        import chess

        named = list(moves)

        def ask(board: Any, limit: Any) -> dict[str, float]:
            legal = [chess.Move.from_uci(move) for move in named] or list(board.legal_moves)
            wanted, groups = min(lines, len(legal)), [legal]
            if "MultiPV" not in self.engine.options or named:
                groups, wanted = [[move] for move in legal], 1
            found: dict[str, float] = {}
            for group in groups:
                for info in self.engine.analyse(board, limit, multipv=wanted, root_moves=group, game=object()):
                    found[info["pv"][0].uci()] = info["score"].pov(board.turn).score(mate_score=int(100 * MATE)) / 100.0
            return found

        values: dict[str, float] = self._patiently(fen, depth, ask)
        return values

    def close(self) -> None:
        """Ends the process, however it fares."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None

    def _start(self) -> None:
        import chess.engine

        try:
            self.engine = chess.engine.SimpleEngine.popen_uci(shlex.split(self.command), timeout=BEGIN)
        except FileNotFoundError:
            raise OverthinkError(f"There is no engine '{self.command}' here; install it, or give its path.") from None
        except (TimeoutError, chess.engine.EngineError, OSError) as error:
            raise OverthinkError(f"'{self.command}' does not speak UCI ({error or 'no answer'}).") from None
        self.engine.timeout = GRACE
        self._set("Threads", 1)
        self._set("Hash", self.hash_mb)

    def _set(self, name: str, value: int) -> None:
        """An option, if the engine has it, brought into the range that it declares."""
        option = self.engine.options.get(name)
        if option is not None:
            low, high = option.min, option.max
            value = max(value, low if low is not None else value)
            self.engine.configure({name: min(value, high if high is not None else value)})

    def _patiently(self, fen: str, depth: int, ask: Any) -> Any:
        import chess
        import chess.engine

        limit = chess.engine.Limit(depth=depth, time=self.patience)
        for _ in range(2):
            try:
                return ask(chess.Board(fen), limit)
            except (TimeoutError, chess.engine.EngineError, asyncio.InvalidStateError):
                self.restarts += 1
                self.close()
                self._start()
        raise OverthinkError(f"{self.command} gave no answer for {fen}, even when started again.")
