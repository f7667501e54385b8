"""Time and memory as trees, depth and workers grow, and what a million trees cost in core-hours. One JSON object.

Each point is a process of its own: seconds are those of the work alone, after a small one that loads its kernels; the
memory is the process's highest, Python and compiler included. For workers, seconds are those of the whole command from
an empty store, and the memory is the highest sum over its processes, looked up every 20 ms (what they share is counted
once for each). Linux only. Usage: python -m benchmarks.growth > growth.json
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.timing import OVERTHINK

POINTS = {
    "trees kept": ("trees", [125, 250, 500, 1000, 2000, 4000]),
    "trees in a study": ("trees", [125, 250, 500, 1000, 2000, 4000]),
    "full width": ("depth", [3, 4, 5, 6, 7, 8]),
    "alpha-beta": ("depth", [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    "processes": ("workers", [1, 2, 3, 4]),
    "Dask workers": ("workers", [1, 2, 4, 8]),
}
STUDY = ("reproduce", "emm/fig6", "--scale", "5000")
MODELS = [(model, b) for model in ("TopDown", "BottomUp", "OnePlayer") for b in (2, 5, 10)]


def kept(trees: int) -> None:
    """Trees of the top-down model in memory, b = 4, height 5, searched to depths 5 and 1."""
    import overthink as ot

    ot.pathology(ot.TopDown(b=4, g=6, s=0.2).draw(0, trees), "minimax", deep=5, shallow=1)


def passing(trees: int) -> None:
    """The same, drawn and searched one after the other, as studies do."""
    import overthink as ot

    ot.TopDown(b=4, g=6, s=0.2).decision_errors(0, trees)


def four(search: str) -> Callable[[int], None]:
    """The first move of Connect Four."""

    def work(depth: int) -> None:
        from benchmarks.peers import nothing
        from overthink.evaluate.evaluator import KernelEvaluator
        from overthink.games.connect_four import ConnectFour
        from overthink.search.decide import decide

        game = ConnectFour()
        decide(game, search=search, depth=depth, evaluate=KernelEvaluator(game, nothing))

    return work


WORK = {
    "trees kept": kept,
    "trees in a study": passing,
    "full width": four("full-width"),
    "alpha-beta": four("alpha-beta"),
}


def point(kind: str, size: int) -> tuple[float, float]:
    """Seconds and megabytes, in this process."""
    WORK[kind](100 if "trees" in kind else 2)
    began = time.perf_counter()
    WORK[kind](size)
    return time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def command(kind: str, workers: int) -> tuple[float, float]:
    """Seconds and megabytes of a command and all its processes."""
    how = ("--cluster", f"local:{workers}") if kind == "Dask workers" else ("--jobs", str(workers))
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        process = subprocess.Popen(
            [*OVERTHINK, *STUDY, *how, "--out", folder, "--json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        most = 0.0
        while process.poll() is None:
            most = max(most, resident(process.pid))
            time.sleep(0.02)
        assert process.returncode == 0, f"{how} ended with {process.returncode}"
        return time.perf_counter() - began, most


def resident(pid: int) -> float:
    """Megabytes of a process and of its children."""
    try:
        threads = Path(f"/proc/{pid}/task").iterdir()  # each of them may have started processes
        children = [child for thread in threads for child in (thread / "children").read_text().split()]
        own = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) / 1024 for line in own) + sum(resident(int(child)) for child in children)


def core_seconds(name: str, b: int) -> float:
    """Seconds of one core for a tree of height 5, searched to depths 5 and 1 at 59 granularities."""
    import overthink as ot
    from overthink.models.granular import GRAINS

    model = getattr(ot, name)(b=b, s=0.5)
    model.decision_errors(0, 1, 0, 1, GRAINS)
    trees = max(10, 2_000_000 // b**5)
    began = time.process_time()
    model.decision_errors(0, trees, 0, 1, GRAINS)
    return (time.process_time() - began) / trees


def measured(kind: str, size: int) -> tuple[float, float]:
    if kind not in WORK:
        return command(kind, size)
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.growth", kind, str(size)], check=True, capture_output=True, text=True
    )
    seconds, megabytes = map(float, answer.stdout.split())
    return seconds, megabytes


def main() -> None:
    found: dict[str, Any] = {"growth": {}, "cost": []}
    for kind, (what, sizes) in POINTS.items():
        print(f"{kind}: {sizes}", file=sys.stderr, flush=True)
        found["growth"][kind] = {"what": what, "sizes": sizes, "measured": [measured(kind, size) for size in sizes]}
    for name, b in MODELS:
        print(f"{name}, b = {b}", file=sys.stderr, flush=True)
        found["cost"].append({"model": name, "b": b, "core seconds": core_seconds(name, b)})
    print(json.dumps(found))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(*point(sys.argv[1], int(sys.argv[2])))
    else:
        main()
