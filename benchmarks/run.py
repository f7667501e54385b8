"""All benchmarks, each a ratio in one run or a time against its limit. Usage: make bench"""

from __future__ import annotations

import platform
import subprocess
import sys
import tempfile
import time

import bounded
import full_width
import openspiel

OVERTHINK = [sys.executable, "-m", "overthink"]
KERNEL = "import numpy as np; from overthink.core.randomness import mix; mix(np.uint64(1), np.uint64(2))"


def fastest(command: list[str], rounds: int = 5) -> float:
    """The shortest time of a few, warm: one run before is not counted."""
    times = []
    for _ in range(rounds + 1):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return min(times[1:])


def paper_scale() -> float:
    """Figure 6 at the paper's scale from an empty store, two workers, kernels compiled before."""
    times = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            command = [
                *OVERTHINK,
                "reproduce",
                "emm/fig6",
                "--scale",
                "paper",
                "--jobs",
                "2",
                "--out",
                folder,
                "--json",
            ]
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}\n")
    print("| what | ratio | ours | peer |\n| --- | --- | --- | --- |")
    for row in [*full_width.rows(), *bounded.rows(), *openspiel.rows()]:
        speeds = (row.nodes / seconds / 1e6 for seconds in (row.ours, row.theirs))
        ours, theirs = (f"{speed:.3g} Mnodes/s" for speed in speeds)
        print(f"| {row.name} against {row.peer} | {row.ratio:.2f} | {ours} | {theirs} |", flush=True)
    print("\n| what | seconds | limit |\n| --- | --- | --- |")
    print(f"| emm/fig6 at paper scale, 2 workers | {paper_scale():.1f} | 10 |", flush=True)
    print(f"| overthink --help, warm | {fastest([*OVERTHINK, '--help']):.2f} | 0.5 |")
    print(f"| a kernel in a new process, from the cache | {fastest([sys.executable, '-c', KERNEL]):.2f} | 1 |")


if __name__ == "__main__":
    main()
