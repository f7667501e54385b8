"""How the same work by us and by a peer is timed, in turn; C programs; and the command as a user runs it.

What one core does is measured in processor time, by us and by the C programs, and the rest by the clock.

Waiting times of a user are compared with their limits, and two workers with one: commands in a new process, after one
run to warm up. Studies start from an empty store, with kernels compiled before. Two workers should need at most .6 of
the time of one, a ratio of 1.67. A machine with less than two free cores cannot show it.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from overthink.core.errors import as_sentence


@dataclass(frozen=True)
class Row:
    """A task, a peer, and the seconds of both in each round."""

    what: str
    peer: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    how: str
    work: float = 0.0  # the amount of work in `unit`; 0 if only the time counts
    unit: str = ""

    @property
    def ratio(self) -> float:
        """Our speed over the peer's, both at their fastest."""
        return min(self.theirs) / min(self.ours)

    @property
    def spread(self) -> tuple[float, float]:
        """The smallest and the largest ratio of a round."""
        ratios = [theirs / ours for ours, theirs in zip(self.ours, self.theirs)]
        return min(ratios), max(ratios)

    @property
    def ratios(self) -> tuple[str, str]:
        """The ratio and the spread as text."""
        ratio, low, high = (f"{x:,.0f}" if x >= 100 else f"{x:.3g}" for x in (self.ratio, *self.spread))
        return ratio, f"{low} to {high}"

    @property
    def speeds(self) -> str:
        """The fastest speeds of both, as text."""
        ours, theirs = (self.work / min(times) if self.work else min(times) for times in (self.ours, self.theirs))
        return f"{ours:.3g} : {theirs:.3g} {f'{self.unit}/s' if self.work else 's'}"


def seconds(run: Callable[[], object]) -> float:
    """The seconds that a function takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def processor_seconds(run: Callable[[], object]) -> float:
    """The seconds of a processor that a function takes, which other work on the machine hardly changes."""
    start = time.process_time()
    run()
    return time.process_time() - start


def in_turn(sides: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, tuple[float, ...]]:
    """The seconds of each side in each round. Every round times all sides, so that a busy machine slows all."""
    times = [{name: side() for name, side in sides.items()} for _ in range(rounds)]
    return {name: tuple(round_[name] for round_ in times) for name in sides}


_FOLDER = tempfile.TemporaryDirectory(prefix="overthink-bench-")


@cache
def build(name: str, *flags: str) -> Path:
    """Compile the C program of this name."""
    program = Path(_FOLDER.name) / "-".join([name, *flags]).replace("=", "-")
    source = Path(__file__).with_name(f"{name}.c")
    missing = as_sentence("The comparison with C needs a C compiler. Install one that runs as cc.", FileNotFoundError)
    with missing, as_sentence(f"The C compiler could not compile {name}.c.", subprocess.CalledProcessError):
        subprocess.run(["cc", "-O3", "-o", program, *flags, source, "-lm"], check=True)
    return program


@cache
def library(name: str) -> ctypes.CDLL:
    """The C functions of this name, built for this processor. They run without Python's lock."""
    return ctypes.CDLL(str(build(name, "-shared", "-fPIC", "-march=native")))


def run_program(program: Path, *arguments: object) -> list[str]:
    """Run a program and return the words that it prints."""
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def variants(name: str, branching: int) -> dict[str, Path]:
    """Build for any branching factor, as our searches are, and for a fixed one, which the compiler unrolls."""
    return {"C -O3, any b": build(name), f"C -O3, b = {branching} fixed": build(name, f"-DBRANCHING={branching}")}


OVERTHINK = (sys.executable, "-m", "overthink")


def time_command(*command: str) -> float:
    """Seconds of one command in a new process."""
    return seconds(lambda: subprocess.run(command, check=True, capture_output=True))


def time_study(study: str, scale: str, jobs: int) -> float:
    """Seconds of one study, from an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        out = ("--jobs", str(jobs), "--out", folder, "--json")
        return time_command(*OVERTHINK, "reproduce", study, "--scale", scale, *out)


KERNEL = "import numpy as np; from overthink.core.arithmetic import mix; mix(np.uint64(1), np.uint64(2))"


def limits(quick: bool) -> list[Row]:
    """Two or three rows. The ratio is the limit over the time."""
    results = [
        _row("overthink --help", 0.5, 2 if quick else 5, lambda: time_command(*OVERTHINK, "--help")),
        _row("a kernel from the cache", 1.0, 2 if quick else 5, lambda: time_command(sys.executable, "-c", KERNEL)),
    ]
    if not quick:
        results.append(_row("emm/fig6 --scale 5000, two workers", 10.0, 2, lambda: time_study("emm/fig6", "5000", 2)))
    return results


def _row(task: str, limit: float, rounds: int, work: Callable[[], float]) -> Row:
    work()
    times = in_turn({"ours": work, "theirs": lambda: limit}, rounds)
    return Row(task, "its limit", times["ours"], times["theirs"], f"a new process; fastest of {rounds}")


def workers(quick: bool) -> list[Row]:
    """One row: the speed with two workers over the speed with one."""
    study, scale, rounds = ("emm/fig2", "100000", 1) if quick else ("emm/fig6", "20000", 2)
    time_study(study, "20", 1)
    times = in_turn(
        {"ours": lambda: time_study(study, scale, 2), "theirs": lambda: time_study(study, scale, 1)}, rounds
    )
    how = f"start-up included; fastest of {rounds} in turn"
    return [Row(f"{study} --scale {scale}, two workers", "one worker", times["ours"], times["theirs"], how)]
