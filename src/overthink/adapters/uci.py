"""UCI chess engines as players and references, by the package chess. An engine that crashes, hangs or gives an illegal
move is restarted, and the search is repeated once. If that fails too, only this position is lost.

Engines support different parts of the protocol: Ethereal, Toga and GNU Chess ignore `searchmoves`, and GNU Chess has no
MultiPV. So a move is valued by a search of the position after it, one ply less deep, which every engine can do.
"""

from __future__ import annotations

import atexit
import logging
import math
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread, Timer
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from overthink.core.errors import OverthinkError, check_known, need, require

if TYPE_CHECKING:
    from asyncio import SubprocessTransport

    from chess.engine import InfoDict, Option, SimpleEngine

Part = TypeVar("Part")
Answer = TypeVar("Answer")
SEARCH_SECONDS = 120.0  # for one search
PREPARE_SECONDS = 30.0  # to prepare a search, such as to read a network
HELLO_SECONDS = 10.0  # to answer at all
NOTICE_SECONDS = 2.0  # of silence at the start, after which a user is told
SEARCH_NOTICE_SECONDS = 5.0  # of silence in a search
MOST_FAILURES = 5  # an engine is given up after this many failed positions in a row
MOST_TIMEOUTS = 2  # or after this many searches in a row that took too long
GAMES = "/usr/games"  # Debian's folder of engines, which is often not on the path
MOVETIME = "movetime"  # milliseconds, as in UCI
LIMITS = ("depth", "nodes", MOVETIME)
MATE_PAWNS = 100.0  # pawns; a slower mate is worth slightly less


class TroubleError(Exception):
    """The engine crashed, hangs, or broke the protocol."""


@contextmanager
def notice(seconds: float, sentence: str) -> Iterator[None]:
    """Say what is awaited if it takes more than this many seconds."""
    timer = Timer(seconds, warnings.warn, (sentence,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@dataclass(frozen=True)
class EngineAnswer:
    """The move of an engine, the nodes that it reports (0 if it reports none), and the seconds (NaN if not known)."""

    move: str
    nodes: int
    seconds: float = field(default=math.nan, compare=False)


def engine_path(command: str) -> str | None:
    """The path of a command's program, if it is installed."""
    program = words[0] if (words := _words(command)) else ""
    return shutil.which(program) or shutil.which(program, path=GAMES)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as exc:
        raise OverthinkError(f"The command of the engine, {command}, cannot be read ({exc}).") from None


class Engine:
    """`Engine("stockfish")`: any UCI engine by its command. Every search starts from empty tables and runs to a depth,
    not for a time, so that results can be repeated. The defaults are one thread, a small table and no book; `options`
    override them. Numbers are clipped to the range that the engine declares.
    """

    def __init__(self, command: str, options: Mapping[str, object] | None = None, known: list[Engine] | None = None):
        """`known` gets the engine before it is started."""
        need("A chess engine needs", "chess")
        self.command = command
        self.name = command
        self.wanted = dict(options or {})
        self.engine: SimpleEngine | None = None
        self.game: object = None
        self.trouble = ""
        self.restarts = self.lost = self.hung = 0
        if known is not None:
            known.append(self)
        self.given_up = self.late = False  # late: it was ended because it did not answer a search
        self._start()

    def best(self, fen: str, depth: int, fresh: bool = True) -> EngineAnswer:
        """The engine's move after a search to this nominal depth, from empty tables if `fresh`."""
        lines, move = self._search(fen, {"depth": depth}, fresh=fresh, moves=False)
        return EngineAnswer(move, _nodes(lines), _seconds(lines))

    def within(self, fen: str, limit: str, value: float) -> EngineAnswer:
        """The engine's move after a search of this many nodes, or of this many milliseconds (movetime)."""
        begun = time.perf_counter()
        lines, move = self._search(fen, {"time": value / 1000.0} if limit == MOVETIME else {limit: value}, moves=False)
        return EngineAnswer(move, _nodes(lines), time.perf_counter() - begun)

    def through(self, fen: str, depths: Iterable[int]) -> dict[int, EngineAnswer]:
        """The engine's move at each of these depths. An engine deepens ply by ply and reports its move at each depth,
        so one search gives all. If it does not report them, or reports nodes only at the end, each depth is a
        search."""
        *wanted, deepest = sorted(depths)
        lines, move = self._search(fen, {"depth": deepest})
        at = {depth: [line for line in lines if line.get("depth") == depth] for depth in (*wanted, deepest)}
        answers = {deepest: EngineAnswer(move, _nodes(lines), _seconds(lines))}
        counted = answers[deepest].nodes == _nodes(at[deepest])
        for depth in wanted:
            best = [line for line in at[depth] if line.get("pv") and line.get("multipv", 1) == 1]
            if counted and best and not (best[-1].get("lowerbound") or best[-1].get("upperbound")):
                answers[depth] = EngineAnswer(best[-1]["pv"][0].uci(), _nodes(at[depth]), _seconds(at[depth]))
            else:
                answers[depth] = self.best(fen, depth)
        return dict(sorted(answers.items()))

    def values(self, fen: str, depth: int, lines: int) -> dict[str, float]:
        """The values of the best few moves to the player who makes them, in pawns; only the best, if the engine has no
        MultiPV."""
        infos, move = self._search(fen, {"depth": depth}, lines)
        ranked = {info.get("multipv", 1): info for info in infos if info.get("pv") and "score" in info}
        require(ranked, f"{self.name} did not give a value for {fen}.")
        values = {info["pv"][0].uci(): _pawns(info) for _, info in sorted(ranked.items(), reverse=True)}
        return values if move in values else {**values, move: max(values.values())}

    def after(self, fen: str, moves: Iterable[str], depth: int) -> dict[str, float]:
        """The values of these moves to the player who makes them, by searches one ply less deep after each move."""
        import chess

        values: dict[str, float] = {}
        for move in moves:
            board = chess.Board(fen)
            board.push_uci(move)
            if board.is_checkmate():
                values[move] = MATE_PAWNS
            elif not any(board.legal_moves) or board.is_insufficient_material():
                values[move] = 0.0
            else:
                values[move] = -max(self.values(board.fen(), max(1, depth - 1), 1).values())
        return values

    def close(self) -> None:
        """End the process in any state."""
        engine, self.engine = self.engine, None
        if engine is not None:
            self._end(engine, "it was closed")
            with suppress(TimeoutError, CancelledError):
                engine.returncode.result(PREPARE_SECONDS)
            engine.close()

    def give_up(self) -> None:
        """End the process from another thread. The engine gets no more searches."""
        self.given_up = True
        if (engine := self.engine) is not None:
            self._end(engine, "it was given up")

    def _end(self, engine: SimpleEngine, why: str, late: bool = False) -> None:
        """Kill a process, from any thread. `why` goes to the thread that waits for it."""
        if engine is self.engine:
            self.trouble, self.late = self.trouble or why, self.late or late
        with suppress(RuntimeError):  # its loop has ended
            engine.protocol.loop.call_soon_threadsafe(kill, engine)

    def _search(
        self, fen: str, limit: Mapping[str, Any], lines: int = 1, fresh: bool = True, moves: bool = True
    ) -> tuple[list[InfoDict], str]:
        """The engine's info lines in one search, and its move. If the first try fails, restart the engine and try
        again."""
        why: Exception = TroubleError()
        for _ in range(2):
            require(
                self.lost < MOST_FAILURES,
                f"{self.command} failed {MOST_FAILURES} times in a row, so {fen} was not searched.",
            )
            hung = f"{self.command} did not answer {MOST_TIMEOUTS} searches in a row within {SEARCH_SECONDS:g} s"
            require(self.hung < MOST_TIMEOUTS, f"{hung}, so it was given up. Give fewer depths=, or another engine.")
            try:
                if self.engine is None and not self.given_up:
                    self._start()
                require(not self.given_up, f"{self.command} was given up, so {fen} was not searched.")
                answer = self._analyse(fen, limit, lines, fresh, moves)
                self.lost = self.hung = 0
                return answer
            except TroubleError as exc:
                why = exc
                self.hung = self.hung + 1 if self.late else 0
                self.restarts += not self.given_up
                self.close()
        self.lost += 1
        raise OverthinkError(f"{self.command} did not answer for {fen}, even after a restart ({why}).")

    def _analyse(
        self, fen: str, limit: Mapping[str, Any], lines: int, fresh: bool, moves: bool
    ) -> tuple[list[InfoDict], str]:
        from chess import Board
        from chess.engine import INFO_BASIC, INFO_PV, INFO_SCORE, EngineError, Limit

        assert self.engine is not None
        board = Board(fen)
        require(any(board.legal_moves), f"The position {fen} has no legal move.")
        info = INFO_BASIC | INFO_SCORE | INFO_PV if moves else INFO_BASIC
        many = min(lines, board.legal_moves.count()) if "MultiPV" in self.engine.protocol.options else None
        self.game = object() if fresh or self.game is None else self.game  # a new game empties the tables
        watchdog = Timer(SEARCH_SECONDS, self._end, (self.engine, f"no bestmove in {SEARCH_SECONDS:g} s", True))
        watchdog.daemon = True
        watchdog.start()
        words = " ".join(f"{name} {value:g}" for name, value in limit.items())
        silence = f"'{self.command}' has not answered to go {words} so far; waiting for up to {SEARCH_SECONDS:g} s."
        try:
            with notice(SEARCH_NOTICE_SECONDS, silence):
                analysis = self.engine.analysis(board, Limit(**limit), multipv=many, game=self.game, info=info)
                infos = list(analysis)
                best = analysis.wait()
        except (EngineError, CancelledError, TimeoutError):
            raise TroubleError(self.trouble or "it has ended") from None
        finally:
            watchdog.cancel()
        if best.move is None:
            raise TroubleError("it gave no move")
        return infos, best.move.uci()

    def _start(self) -> None:
        from chess.engine import EngineError

        for logger in ("chess.engine", "asyncio"):
            logging.getLogger(logger).addHandler(logging.NullHandler())  # its problems are reported here
        path = engine_path(self.command)
        advice = "(on Debian, the package of that name), or give its path"
        if path is None:
            file = "".join(_words(self.command)[:1])
            require(not os.path.isdir(file), f"'{file}' is a folder. Give the program of the engine in it.")
            require(not os.path.exists(file), f"'{file}' may not be executed. If it is an engine: chmod +x {file}.")
            raise OverthinkError(f"The engine '{self.command}' was not found. Install it {advice}.")
        try:
            engine = self.engine = self._open(path)
            require(not self.given_up, f"{self.command} was given up while it was started.")
            self.trouble = ""
            self.late = False
            self.game = None
            engine.timeout = PREPARE_SECONDS
            engine.protocol.loop.call_soon_threadsafe(
                engine.protocol.loop.set_exception_handler,
                lambda _, context: self._end(engine, str(context.get("exception", context["message"]))),
            )
            self.name = engine.id.get("name", self.command)
            silence = f"'{self.command}' is not ready so far; waiting for up to {PREPARE_SECONDS:g} s."
            with notice(SEARCH_NOTICE_SECONDS, silence):
                self._configure(engine)
        except OSError as exc:
            if not isinstance(exc, TimeoutError):
                raise OverthinkError(f"'{self.command}' cannot be started ({exc.strerror}).") from None
            if self.engine is not None:  # it speaks UCI
                self.close()
                raise OverthinkError(
                    f"'{self.command}' is not ready to search (no readyok in {PREPARE_SECONDS:g} s)."
                ) from None
            why = f"no uciok in {HELLO_SECONDS:g} s"
        except OtherLanguageError as exc:
            why = f"it answers '{exc}' to uci"
        except EngineError:
            why = "it has ended"
        except OverthinkError:
            self.close()
            raise
        else:
            return
        self.close()
        raise OverthinkError(
            f"'{self.command}' does not speak UCI ({why}). Some engines need an option, such as 'gnuchess --uci'."
        )

    def _open(self, path: str) -> SimpleEngine:
        """Start the program. It should answer to `uci` at once; if it does not, the user is told before it is given
        up."""
        silence = f"'{self.command}' has not answered to uci so far; waiting for up to {HELLO_SECONDS:g} s."
        with notice(NOTICE_SECONDS, silence):
            return start([path, *_words(self.command)[1:]], HELLO_SECONDS)

    def _configure(self, engine: SimpleEngine) -> None:
        """Set the default options that the engine has, and the user's options."""
        options = {name.lower(): option for name, option in engine.options.items()}
        usual = {name: value for name, value in USUAL.items() if name.lower() in options}
        if "uci_analysemode" in options:
            usual["UCI_AnalyseMode"] = False  # play as in a game
        settings = {}
        for name, value in {**usual, **self.wanted}.items():
            check_known(f"option of {self.name}", name.lower(), options)
            option = options[name.lower()]
            settings[option.name] = fit(option, value)
        engine.configure(settings)
        engine.ping()


class EngineThreads:
    """Threads side by side that have their own engines. `known` gets each engine."""

    def __init__(self, known: list[Engine]) -> None:
        self.engines = known
        self.stopped = False

    def start(self, command: str, options: Mapping[str, object] | None = None) -> Engine:
        """Start an engine for the thread that calls this."""
        engine = Engine(command, options, self.engines)
        if self.stopped:  # while it was started
            engine.give_up()
        return engine

    def run(
        self, work: Callable[[Part], Generator[Answer]], parts: Sequence[Part], deadline: float | None = None
    ) -> Generator[Answer]:
        """What the work on all parts gives, as it comes, with a thread for each part. All engines are given up when the
        clock passes the deadline, if a thread fails, or if nobody wants more."""
        answers = SimpleQueue[Answer | Future[None]]()
        running = len(parts)

        def follow(part: Part) -> None:
            with closing(work(part)) as results:
                for result in results:
                    if self.stopped:
                        return
                    answers.put(result)

        with ThreadPoolExecutor(len(parts)) as pool:
            for part in parts:
                pool.submit(follow, part).add_done_callback(answers.put)
            try:
                while running:
                    answer = answers.get(timeout=deadline and max(0.0, deadline - time.monotonic()))
                    if isinstance(answer, Future):
                        answer.result()
                        running -= 1
                    else:
                        yield answer
            except Empty:  # the time is over
                pass
            finally:  # also after Ctrl-C, or if an engine cannot be started or does not answer
                self.stopped = True
                for engine in self.engines:
                    engine.give_up()


def _nodes(lines: Iterable[InfoDict]) -> int:
    return max((line.get("nodes", 0) for line in lines), default=0)


def _seconds(lines: Iterable[InfoDict]) -> float:
    return max((line["time"] for line in lines if "time" in line), default=math.nan)


def _pawns(info: InfoDict) -> float:
    """The value to the player to move, in pawns."""
    return info["score"].relative.score(mate_score=round(100 * MATE_PAWNS)) / 100.0


USUAL: dict[str, object] = {"Threads": 1, "Number of Threads": 1, "Hash": 16, "OwnBook": False}


def fit(option: Option, value: object) -> str | int | bool:
    """Convert a value to the type of an option: clip a number to the declared range, or find a word in the list."""
    text = str(value).strip()
    if option.type == "spin":
        try:
            number = int(text)
        except ValueError:
            raise OverthinkError(f"The option {option.name} must be a whole number, not '{text}'.") from None
        number = max(number, option.min) if option.min is not None else number
        return min(number, option.max) if option.max is not None else number
    if option.type == "check":
        require(text.lower() in ("true", "false"), f"The option {option.name} must be true or false, not '{text}'.")
        return text.lower() == "true"
    if option.type == "combo":
        choices = {choice.lower(): choice for choice in option.var or ()}
        known = ", ".join(choices.values())
        require(text.lower() in choices, f"The option {option.name} must be one of {known}, not '{text}'.")
        return choices[text.lower()]
    return text


COMPLAINTS = ("unknown", "unrecognized", "unrecognised", "illegal", "invalid", "error", "not found", "bad command")
ENGINES: WeakSet[SimpleEngine] = WeakSet()  # those that may still run


class OtherLanguageError(Exception):
    """The program answers to `uci`, but not as an engine does."""


def is_refusal(line: str) -> bool:
    """Whether only a program that does not speak UCI writes this after `uci`: it repeats the word or complains about
    it. Engines may print anything else before they answer."""
    words = [word.strip("'\"`:;,.()<>") for word in line.split()]
    if "uci" not in words or words[0] in ("id", "info", "option"):
        return False
    return len(words) == 1 or any(complaint in line.lower() for complaint in COMPLAINTS)


def start(command: list[str], timeout: float) -> SimpleEngine:
    """Start a UCI engine. `timeout` is in seconds, for each step of its protocol.

    A thread takes the kind of the thread that starts it. So a daemon thread starts the engine, and the thread of its
    event loop is a daemon too. Otherwise a program that an error ends before it closes its engines would never end.
    """
    from chess.engine import EngineTerminatedError, SimpleEngine, UciProtocol

    result: Future[SimpleEngine] = Future()
    refusals: list[str] = []

    class Greeting(UciProtocol):
        """UCI. A program that clearly does not speak it is ended at once."""

        def line_received(self, line: str) -> None:
            super().line_received(line)
            if not self.initialized and is_refusal(line) and self.transport is not None:
                refusals.append(line.strip())
                _kill_group(self.transport)

    def popen() -> None:
        try:
            # The session is its own: Ctrl-C is for Overthink, not for the engine.
            engine = SimpleEngine.popen(
                Greeting, command, timeout=timeout, stderr=subprocess.DEVNULL, start_new_session=True
            )
        except EngineTerminatedError as exc:
            result.set_exception(OtherLanguageError(refusals[0]) if refusals else exc)
        except BaseException as exc:
            result.set_exception(exc)
        else:
            ENGINES.add(engine)
            result.set_result(engine)

    Thread(target=popen, daemon=True).start()
    return result.result()


def kill(engine: SimpleEngine) -> None:
    """Kill an engine and what it started: an engine that a script starts would outlive the script, with its pipes."""
    if engine.protocol.returncode.done():
        return  # its number may belong to another process by now
    _kill_group(engine.transport)


def _kill_group(transport: SubprocessTransport) -> None:
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            transport.kill()
        else:
            os.killpg(transport.get_pid(), signal.SIGKILL)


@atexit.register
def kill_all() -> None:
    """Kill the engines that were not closed."""
    for engine in list(ENGINES):
        kill(engine)
