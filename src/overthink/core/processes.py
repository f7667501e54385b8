"""The one pool of processes. The doctor, the lab and studies start their workers here.

A worker has a pipe of its own, so that losing one leaves the others whole: its pipe ends, and another worker takes the
work. Workers do not hear Ctrl-C, and they end when the command ends. They are forked from a server that has no threads
and has loaded what they need; spawned where there is no fork.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import socket
import stat
import sys
import threading
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from overthink.core.errors import OverthinkError
from overthink.core.threads import jobs as threads_at_most
from overthink.core.user_code import users_place
from overthink.stopping import COMMAND

T = TypeVar("T")
Tell = Callable[..., None]
RESULT, TOLD, WARNING = range(3)  # what a process sends that tells how far it is
SAFE = "PYTHONSAFEPATH"  # while the server starts, a json.py in the user's folder is not Python's own json
SERVER = "forkserver" in multiprocessing.get_all_start_methods()
PROCESSES: Any = multiprocessing.get_context("forkserver" if SERVER else "spawn")
LONGEST_WAIT_SECONDS = 1e6  # seconds; the system counts milliseconds in 32 bits
WORKER_FILES = 12  # that the start of a worker may open here
OPEN_FILES = Path("/proc/self/fd")  # of Linux
SHARED = "an open pipe or socket, through which it asks"
UNGUARDED_CODE = 113  # the exit code of a worker whose script starts workers in turn; os._exit(3) is a user's own


class CannotSendError(Exception):
    """An object cannot be sent to another process."""


class Worker:
    """A process that runs work(pipe, *args), where `pipe` is the other end of this worker's pipe.

    What is sent before the process has started waits in the pipe. A forked worker has copies of all objects here, so
    nothing must be sent to it.
    """

    def __init__(self, work: Callable[..., None], *args: object, fork: bool = False, daemon: bool = True) -> None:
        context: Any = multiprocessing.get_context("fork") if fork else PROCESSES
        self.pipe, self._other_end = context.Pipe()
        self.process = context.Process(target=_begin, args=(work, self._other_end, *args), daemon=daemon)
        self.fork = fork

    def start(self) -> Worker:
        """Start the process. The first one waits a second until the server of processes is there."""
        try:
            _check_files_left()
            # Python warns of forking beside threads: those of NumPy and of the progress bar.
            quiet = warnings.catch_warnings(action="ignore", category=DeprecationWarning)
            with deaf_to_ctrl_c(), quiet if self.fork else nullcontext():
                self.process.start()
        except (pickle.PicklingError, AttributeError, TypeError, ValueError) as exc:
            raise CannotSendError(str(exc)) from None
        finally:
            self._other_end.close()
        return self

    def send(self, message: object) -> None:
        """Hand a message to the worker. Raises `CannotSendError` if it cannot be pickled."""
        try:
            self.pipe.send(message)
        except OSError:
            pass  # a worker that is gone is noticed when its answer is read
        except Exception as exc:
            raise CannotSendError(str(exc)) from None

    def receive(self) -> Any:
        """The next message; None if the process was ended from outside."""
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(10)
            if self.process.exitcode == UNGUARDED_CODE:
                raise OverthinkError(
                    "Worker processes import your script, and it starts workers again. Put the code that it runs "
                    'under `if __name__ == "__main__":`, or use jobs=1.'
                ) from None
            return None
        except Exception as exc:  # a user's own object may refuse to be put together again
            raise CannotSendError(str(exc)) from None
        if isinstance(message, Exception):
            raise message
        return message

    def ending(self) -> str:
        """How the process ended, and what to look at."""
        code = self.process.exitcode or 0
        if code >= 0:
            return f"ended with exit code {code}: does one of them call os._exit?"
        if code == -signal.SIGKILL:
            return "was killed from outside: is memory short?"
        return f"was ended by {signal.strsignal(-code)} (signal {-code}): one of them has a bug in compiled code."

    def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        if self.process.pid:
            self.process.kill()
            self.process.join()
        self.pipe.close()


def _check_files_left() -> None:
    """Fail here if too few files can be opened. The server of processes would fail later, with a traceback."""
    files = list[int]()
    try:
        for _ in range(WORKER_FILES):
            files.append(os.open(os.devnull, os.O_RDONLY))
    finally:
        for file in files:
            os.close(file)


def share_out(
    parts: deque[deque[T]],
    compute: Callable[[T], Any],
    most: int,
    *,
    threads: int = 1,
    fork: bool = False,
    anew: bool = False,
    tick: float | None = None,
    prepare: Callable[[T], object] = lambda task: task,
) -> Generator[tuple[T, Any] | None]:
    """Compute tasks in `most` workers, and yield each with its result as it comes.

    The tasks of a part are computed in order by one worker; if `anew`, by one that has computed nothing before. The
    result is None if the process was ended from outside: another worker takes the rest of the part, and who called may
    append the task to the parts again. With a `tick`, None is yielded when results came or this many seconds passed.
    `prepare` makes of a task what is sent, when it is sent.
    """
    if not fork:
        leave_if_read_again()
        load_for_all("numba")
    idle = list[Worker]()
    running = list[tuple[Worker, deque[T]]]()
    try:
        while parts or running:
            while parts and len(running) < most:
                worker = idle.pop() if idle else Worker(_compute_all, compute, threads, fork, fork=fork).start()
                running.append((worker, parts.popleft()))
                worker.send(prepare(running[-1][1][0]))
            ready = wait([worker.pipe for worker, _ in running], tick)
            for worker, part in [each for each in running if each[0].pipe in ready]:
                result = worker.receive()
                task = part.popleft()
                if part and result is not None:
                    worker.send(prepare(part[0]))
                else:
                    running.remove((worker, part))
                    if result is None or anew:
                        worker.end()
                    else:
                        idle.append(worker)
                    if part:
                        parts.appendleft(part)
                yield task, result
            if tick is not None:
                yield None
    finally:
        for worker in [*idle, *(worker for worker, _ in running)]:
            worker.end()


def within(seconds: float, compute: Callable[[Tell], T], tell: Tell = lambda *_: None) -> T | None:
    """What is computed, by a forked process that may fork others; None if it takes more than this many seconds. What
    it tells is told here, and so are its warnings. If the process ends, that is said in a sentence."""
    late = time.monotonic() + seconds
    sys.stdout.flush()
    worker = Worker(_compute_and_tell, compute, fork=True, daemon=False).start()
    try:
        while wait([worker.pipe], min(max(0.0, late - time.monotonic()), LONGEST_WAIT_SECONDS)):
            message = worker.receive()
            if message is None:
                raise OverthinkError(f"The process that ran the game, the evaluator and the player {worker.ending()}")
            kind, content = message
            if kind == RESULT:
                return content  # type: ignore[no-any-return]
            if kind == WARNING:
                warnings.warn(content, stacklevel=2)
            else:
                tell(*content)
        return None
    finally:
        worker.end()


def _compute_and_tell(pipe: Connection, compute: Callable[[Tell], Any]) -> None:
    def warn(message: Warning | str, *_: object, **__: object) -> None:
        pipe.send((WARNING, str(message)))

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = warn
        answer = _answer(lambda _: (RESULT, compute(lambda *told: pipe.send((TOLD, told)))), None)
    sys.stdout.flush()
    _send(pipe, answer)


def can_fork() -> bool:
    """Whether this process may fork others, which then have its objects."""
    return sys.platform.startswith("linux") and not multiprocessing.current_process().daemon


def _compute_all(pipe: Connection, compute: Callable[[Any], Any], threads: int, fork: bool) -> None:
    """Answer until nothing more comes through the pipe, or goes. A forked process whose code asks another process,
    through a pipe that all share, would read answers to others: it says so, and ends."""
    shared = [_part_from_others(pipe)] if fork and OPEN_FILES.is_dir() else []
    sending = threading.Lock()

    def watch() -> None:
        wait(shared)
        with sending:
            pipe.send(CannotSendError(SHARED))
            os._exit(0)

    if shared:
        threading.Thread(target=watch, daemon=True).start()
    with threads_at_most(threads):
        while True:
            answer = _answer(compute, pipe.recv())
            with sending:
                _send(pipe, CannotSendError(SHARED) if shared and wait(shared, 0) else answer)


def _answer(compute: Callable[[Any], Any], task: object) -> Any:
    """What is computed, or the exception."""
    try:
        return compute(task)
    except Exception as exc:
        exc.add_note(traceback.format_exc())
        exc.place = users_place(exc)  # type: ignore[attr-defined]
        return exc


def _send(pipe: Connection, answer: object) -> None:
    try:
        pipe.send(answer)
    except OSError:
        raise
    except Exception as exc:
        pipe.send(CannotSendError(str(exc)))


def _begin(work: Callable[..., None], pipe: Connection, *args: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    COMMAND.owns_process = True
    _look_here_again()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        work(pipe, *args)


def _part_from_others(pipe: Connection) -> socket.socket:
    """Share no place in a file and no connection with who forked this process. Files that are read are opened again;
    pipes and sockets lead to the socket that is given back, which can be read if somebody writes to one."""
    import fcntl  # not on Windows

    away, seen = socket.socketpair()
    seen.shutdown(socket.SHUT_WR)  # who waits for an answer does not wait for ever
    parent = multiprocessing.parent_process()
    own = {0, 1, 2, pipe.fileno(), seen.fileno(), resource_tracker.getfd(), parent.sentinel if parent else 0}
    for place in list(OPEN_FILES.iterdir()):
        file = int(place.name)
        with suppress(OSError):  # such as the folder that was listed
            kind = os.fstat(file).st_mode
            if stat.S_ISREG(kind) and fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
                again = os.open(place, os.O_RDONLY)
                os.lseek(again, os.lseek(file, 0, os.SEEK_CUR), os.SEEK_SET)
                os.dup2(again, file, inheritable=os.get_inheritable(file))
                os.close(again)
            elif (stat.S_ISSOCK(kind) or stat.S_ISFIFO(kind)) and file not in own:
                os.dup2(away.fileno(), file, inheritable=False)
    return seen


def _end_with_parent() -> None:
    """Wait for the parent, in a thread: a parent that is killed takes its workers along, in the middle of work too."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def leave_if_read_again() -> None:
    """A worker reads the script that started it. A script that then starts workers itself would never come to an end:
    the worker leaves, and who started it says why."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(UNGUARDED_CODE)


def load_for_all(module: str) -> None:
    """What the server loads when it starts: this module, and what this process has of the package by now."""
    if SERVER:
        known = tuple(sys.modules)  # a thread may be importing
        loaded = (name for name in known if name.startswith("overthink"))
        PROCESSES.set_forkserver_preload([module, *loaded])


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes and threads that are started here never hear Ctrl-C; this process does when all are started."""
    if os.name != "posix":
        yield
        return
    resource_tracker.ensure_running()  # or it would be started below, and listen to Ctrl-C again on the way
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited
    os.environ.setdefault(SAFE, "overthink")
    try:
        yield
    finally:
        _look_here_again()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _look_here_again() -> None:
    if os.environ.get(SAFE) == "overthink":
        del os.environ[SAFE]


@contextmanager
def ctrl_c_waits() -> Iterator[Callable[[], None]]:
    """Ctrl-C stops the work where the function is called that this gives. Anywhere else in another's library it could
    be lost: Python drops what is raised while an object is deleted. A second Ctrl-C stops at once."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: None
        return
    heard = list[int]()

    def hear(number: int, frame: FrameType | None) -> None:
        if heard:
            before(number, frame)
        heard.append(number)

    def stop_if_asked() -> None:
        if heard:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, hear)
    try:
        yield stop_if_asked
    finally:
        signal.signal(signal.SIGINT, before)
