"""One source, two speeds: binding, fingerprints and the disk cache."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overthink.alone import alone
from overthink.core import bind
from overthink.core.bind import Kernel, inlined, kernel, recursive, types_of, watch_compiling
from overthink.core.errors import OverthinkError
from overthink.core.vocabulary import settle
from overthink.evaluate.solved import artificial
from overthink.games.board_splitting import BoardSplitting
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import rule_named
from overthink.rules.minimax import MINIMAX
from overthink.search import SEARCHES, Search
from overthink.search.look import bound_look
from overthink.search.minimax import alpha_beta, full_width, look
from overthink.search.subjects.kernels import of_kernels
from overthink.search.subjects.tree import of_tree

FACTOR = 3
TABLE = np.arange(5_000)


@kernel
def step(x: float) -> float:
    return x + 1.0


@kernel
def twice(x: float) -> float:
    return step(step(x)) * FACTOR


@kernel
def triple(x: float) -> float:
    return x * 3.0


@kernel
def climb(n: int, x: float) -> float:
    """Recursive: needs fixed types."""
    return x if n == 0 else climb(n - 1, step(x))


@recursive(3)
def ways(n: int, steps: int) -> int:
    """Two calls of itself, three levels of it one inside the other."""
    return 1 if n <= 0 else ways(n - 1, steps) + ways(n - 2, steps) + steps


@inlined
def added(x: float) -> float:
    return x + 0.5


@kernel
def calls_added(x: float) -> float:
    return added(added(x))


@kernel
def looked_up(i: int) -> Any:
    return TABLE[i]


@pytest.mark.parametrize("x", [0.0, -2.5, 1e300])
def test_interpreted_is_compiled(x: float) -> None:
    for bound in (twice, twice.bind(step=triple), twice.bind(FACTOR=7), twice.bind(step=triple, FACTOR=-1)):
        assert bound.interpreted(x) == bound.compiled(x) == bound(x)


def test_a_name_is_bound_in_the_kernel_and_in_all_that_it_calls() -> None:
    outer = kernel(calls_twice)
    assert outer(1.0) == 9.0
    assert outer.bind(step=triple)(1.0) == outer.bind(step=triple).interpreted(1.0) == 27.0
    assert outer.bind(FACTOR=1)(1.0) == 3.0
    assert outer(1.0) == 9.0, "binding leaves the kernel as it was"


def test_what_is_bound_is_a_word_with_its_arguments() -> None:
    with pytest.raises(OverthinkError, match="no word to bind 'stpe'; did you mean 'step'"):
        twice.bind(stpe=triple)
    with pytest.raises(OverthinkError, match="no word to bind 'settel'; did you mean 'settle'"):
        look.bind(settel=settle)
    with pytest.raises(OverthinkError, match=r"'score' takes the arguments \(message, edge\), .*'triple' .* takes 1"):
        look.bind(score=triple)


def test_a_binding_is_made_once() -> None:
    assert twice.bind(step=triple) is twice.bind(step=triple) is not twice.bind(step=step)
    assert twice.bind(FACTOR=0.0) is not twice.bind(FACTOR=-0.0)


def calls_twice(x: float) -> float:
    return twice(x)


def test_a_recursive_kernel_runs_both_ways() -> None:
    fixed = climb.bind(types_of(1, 1.0), step=triple)
    assert len(fixed.compiled.signatures) == 1, "compiled for the fixed types before the first call"
    assert fixed.compiled(5, 1.0) == fixed.interpreted(5, 1.0) == 3.0**5


def test_levels_inside_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bind, "MOST_LEVELS", 4)  # as for users; other tests compile one level
    compiled = ways.bind(types_of(1, 1)).compiled
    for n in range(12):
        assert compiled(n, 2) == ways.interpreted(n, 2)


@pytest.mark.exhaustive
@pytest.mark.parametrize("template", [full_width, alpha_beta])
def test_searches_with_all_their_levels(template: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bind, "MOST_LEVELS", 4)
    tree = artificial(0.2)(BoardSplittingModel(height=9).draw(0, 1))
    position = of_tree(tree, 0, MINIMAX, 9)
    given = position.context, 0, 1, -np.inf, np.inf, 1 << 60
    search = template.bind(types_of(*given), **position.names, **MINIMAX.vocabulary)
    for depth in range(1, 10):
        numbers = *given[:2], depth, *given[3:]
        assert search.compiled(*numbers) == search.interpreted(*numbers)


def test_an_inlined_kernel_runs_both_ways() -> None:
    assert calls_added(1.0) == calls_added.interpreted(1.0) == added(1.5) == 2.0


@pytest.mark.exhaustive(but=["False"])
@pytest.mark.parametrize("ours", [True, False])
def test_only_a_process_of_our_own_loads_numba_without_scipy(ours: bool) -> None:
    pytest.importorskip("scipy", reason="only where there is SciPy")
    lines = (
        f"import gc, sys; from overthink.stopping import COMMAND; COMMAND.owns_process = {ours}",
        "from overthink.core.bind import load_numba; load_numba()",
        f"assert ('scipy.linalg' in sys.modules) != {ours} and not gc.get_freeze_count()",
    )
    subprocess.run([sys.executable, "-c", "; ".join(lines)], check=True)


def test_compiling_is_told_once_for_all_that_a_kernel_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[bool] = []
    monkeypatch.setattr("overthink.core.bind._WATCHERS", [])
    watch_compiling(heard.append)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec("def lone(x): return x - 0.5\ndef outer(x): return lone(x) * lone(x)", names)  # no file, and so no cache
    outer = kernel(names["outer"]).bind(lone=kernel(names["lone"]))
    assert outer(1.0) == 0.25 and heard == [True, False]
    assert outer(2.0) == 2.25 and heard == [True, False]


def test_the_fingerprint_is_stable_and_sees_every_difference() -> None:
    outer = kernel(calls_twice)
    variants = [
        twice,
        step,
        triple,
        climb,
        outer,
        twice.bind(step=triple),
        twice.bind(FACTOR=7),
        twice.bind(FACTOR=7.0),
        twice.bind(FACTOR=True),
        outer.bind(step=triple),
        outer.bind(FACTOR=7),
        climb.bind(step=triple),
    ]
    assert len({variant.fingerprint for variant in variants}) == len(variants)
    assert twice.bind(step=step).fingerprint == twice.bind(FACTOR=3).fingerprint == twice.fingerprint
    assert kernel(twice.function).fingerprint == twice.fingerprint


def adds(amount: float) -> Kernel[[float], float]:
    @kernel
    def add(x: float) -> float:
        return x + amount

    return add


def with_default(amount: float) -> Callable[..., float]:
    def add(x: float, more: float = amount) -> float:
        return x + more

    return add


def test_the_fingerprint_sees_closures_and_defaults() -> None:
    """Else the code that was compiled around one of them would be taken from disk for the other."""
    assert adds(1.0).fingerprint != adds(2.0).fingerprint
    assert twice.bind(step=adds(1.0)).fingerprint != twice.bind(step=adds(2.0)).fingerprint
    assert twice.bind(step=adds(1.0)).fingerprint == twice.bind(step=adds(1.0)).fingerprint
    assert kernel(with_default(1.0)).fingerprint != kernel(with_default(2.0)).fingerprint
    assert [twice.bind(step=adds(amount))(1.0) for amount in (1.0, 2.0)] == [9.0, 15.0]


def test_the_fingerprint_sees_the_middle_of_a_long_table() -> None:
    other = TABLE.copy()
    other[2_500] = -1
    assert looked_up.bind(TABLE=other).fingerprint != looked_up.fingerprint
    assert looked_up.bind(TABLE=TABLE.copy()).fingerprint == looked_up.fingerprint
    assert looked_up.bind(TABLE=TABLE.astype(np.int32)).fingerprint != looked_up.fingerprint


SCRIPT = """
import numpy as np
from overthink.core.bind import kernel, types_of

@kernel
def step(x):
    return x + 1.0

@kernel
def summed(columns, at, left):
    if left == 0:
        return 0.0, 1
    total, calls = summed(columns, at + 1, left - 1)
    return step(total) + columns[0][at], calls + 1

@kernel
def outer(columns, n):
    total = 0.0
    for left in range(n):
        total += summed(columns, 0, left)[0]
    return total

columns = np.arange(5.0), 2.0
inner = summed.bind(types_of(columns, 0, 1))
print(outer.bind(types_of(columns, 1), summed=inner).compiled(columns, 5))
"""


@pytest.mark.exhaustive
def test_recursive_kernels_come_back_from_the_disk_cache_in_a_fresh_process(tmp_path: Path) -> None:
    """A recursive kernel called from another compiled one is what crashes when reloaded without a fixed signature."""
    script = tmp_path / "script.py"  # a file, which a cache needs
    script.write_text(SCRIPT)

    def run() -> tuple[str, dict[str, float]]:
        done = subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        files = {str(path): path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
        return done.stdout, files

    first, written = run()
    second, reread = run()
    assert first == second == "20.0\n"
    assert len(written) >= 6, "all three are kept, each with an index"
    assert reread == written, "the second process compiles nothing again"


BESIDE = """
import sys
from overthink.core.bind import kernel, watch_compiling

@kernel
def triple(x):
    return 3 * x

def tell(compiling):
    if compiling:
        print("begins", flush=True)
        if sys.argv[1] == "first":
            input()

watch_compiling(tell)
print(triple(14), sum(triple.compiled.stats.cache_hits.values()))
"""


@pytest.mark.exhaustive(but=["False"])
@pytest.mark.skipif(sys.platform == "win32", reason="locks of files are those of Unix")
@pytest.mark.parametrize("killed", [False, True])
def test_two_processes_compile_a_kernel_once(tmp_path: Path, killed: bool) -> None:
    """The second waits for the first, and compiles itself only if the first is killed."""
    script = tmp_path / "beside.py"
    script.write_text(BESIDE)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def begin(which: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(script), which]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, text=True, env=environment, stdin=pipe, stdout=pipe)
        assert process.stdout and process.stdout.readline() == "begins\n"
        return process

    with begin("first") as first, begin("second") as second:
        if killed:
            first.kill()
        else:
            assert first.communicate("\n", timeout=300)[0] == "42 0\n"
        answer = second.communicate(timeout=300)[0].splitlines()
    assert answer[-1] == ("42 0" if killed else "42 1")


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_searches_have_fixed_types(search: Search) -> None:
    """On trees and in games of kernels: both are kept on disk, and the one inside calls itself."""
    rule = rule_named(next(iter(search.rules), "minimax"))
    game = BoardSplitting([1, 0, 0, 1])
    tree = artificial(0.2)(BoardSplittingModel(height=11, nontrivial=False).draw(0, 1))
    for position in (of_tree(tree, 0, rule, 2), of_kernels(game, game.initial(), None, 0.0, rule)):
        outer = bound_look(position, rule, search)
        assert position.compiled and outer.types and outer.references["search"].types


def test_without_locks_of_the_system_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.setattr("overthink.alone.fcntl", None)
    with alone("a folder that is not there", "a kernel", nullcontext()):
        pass
