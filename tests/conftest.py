"""One profile for every property test: the same examples on every run, and no deadline for the first compilation.
No test leaves a table in the user's own cache folder, or anything that another would find. What is slow to start is
shared: see `tests/lab_browser.py`."""

import gc
import json
import os
import random
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("OVERTHINK_LEVELS", "1")  # before anything is imported: what is compiled here hardly runs
os.environ.pop("COLUMNS", None)  # processes that share the tests have one, and what is piped is wrapped there

import pytest
from hypothesis import HealthCheck, settings

from tests.lab_browser import alone, browser, close_browser, frank, fresh, lab, page, results, running, shared

__all__ = ["alone", "browser", "frank", "fresh", "lab", "page", "results", "running", "shared"]

settings.register_profile(
    "stable",
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("stable")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    """The processes that run the tests share it: a table is worked out once."""
    base = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OVERTHINK_CACHE", str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tables"))
        yield


@pytest.fixture(scope="session", autouse=True)
def json_follows_its_schema():
    """Whatever a command prints under --json in any test is what docs/schema.json says."""
    import click
    from jsonschema import Draft202012Validator

    from overthink.cli import console

    schema = json.loads((Path(__file__).parent.parent / "docs" / "schema.json").read_text(encoding="utf-8"))
    to_json = console.to_json

    def validated(found):
        text = to_json(found)
        name = click.get_current_context().command.name
        kind = "error" if set(found) == {"error"} else name
        Draft202012Validator(schema | {"$ref": f"#/$defs/{kind}"}).validate(json.loads(text))
        return text

    with patch.object(console, "to_json", validated):
        yield


@pytest.fixture(autouse=True)
def nothing_stays(tmp_path_factory):
    """What a test registers or imports from a folder of its own is forgotten, so that no test depends on another."""
    from overthink import presets, rules, studies
    from overthink.doctor import checks
    from overthink.evaluate import catalogue, evaluator
    from overthink.lab import views
    from overthink.search import look, sweep

    known = (
        rules._RULES, presets.PRESETS, checks.CHECKS, studies.OWN, studies.HOMES, catalogue.EVALUATORS, views.VIEWS,
    )  # fmt: skip
    path = sys.path[:]
    before = set(sys.modules)
    folder = str(tmp_path_factory.getbasetemp())
    with ExitStack() as stack:
        for registry in known:
            stack.enter_context(patch.dict(registry))
        yield
    for counts in (look._INTERPRETED, sweep._VISITED, evaluator._CALLS):
        counts.clear()
    sys.path[:] = path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None)).startswith(folder):
            del sys.modules[name]


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """A folder of a user's, where commands run and find modules."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.fixture(scope="session", autouse=True)
def patience():
    """To compile a search takes as long as to interpret 100,000 nodes. What compares compiled code asks for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("overthink.search.look.MOST_INTERPRETED_NODES", 20_000)
        patch.setattr("overthink.search.sweep.MOST_INTERPRETED_NODES", 20_000)
        yield


@pytest.fixture(scope="session")
def eight():
    """The 8-puzzle, and all its positions."""
    from overthink.games.sliding_puzzle import SlidingPuzzle

    puzzle = SlidingPuzzle()
    return puzzle, puzzle.state_space()


@pytest.fixture
def compiled(monkeypatch):
    """Even the smallest search of a game made of kernels is compiled."""
    monkeypatch.setattr("overthink.search.look.MOST_INTERPRETED_NODES", 0)
    monkeypatch.setattr("overthink.search.sweep.MOST_INTERPRETED_NODES", 0)


@pytest.fixture
def compiled_sweeps(monkeypatch):
    """Even the smallest sweep is compiled."""
    monkeypatch.setattr("overthink.search.sweep.MOST_INTERPRETED_NODES", 0)


@pytest.fixture
def interpreted_sweeps(monkeypatch):
    """No sweep of ours is compiled: for tests of what a rule says, on trees of a few nodes."""
    monkeypatch.setattr("overthink.search.sweep.MOST_INTERPRETED_NODES", 10**9)


@pytest.fixture
def interpreted(monkeypatch):
    """Nothing is compiled in this process, whoever asks for it: for tests of what is said about a few nodes. That
    compiled code gives the same is tested by itself."""
    from overthink.core.bind import Kernel, as_compiled

    monkeypatch.setattr(Kernel, "compiled", property(lambda kernel: as_compiled(kernel.interpreted)))


@pytest.fixture
def no_gpu():
    """For tests of what is said where there is no GPU."""
    from overthink.gpu.device import cuda  # to import it takes as long as a fifth of all tests' modules

    if cuda.is_available():
        pytest.skip("there is a GPU here")


# What takes longest, and would keep one process busy at the end while the others have nothing left to do.
LONGEST = (
    "docs.py::test_commands",
    "test_wheel.py",
    "test_gpu.py",
    "workers_are_killed",
    "worker_is_replaced",
)
WITH_BROWSER, WITH_LAB = set(), set()  # modules


def place(item):
    if any(name in item.nodeid for name in LONGEST):
        return 0
    return 2 if item.module in WITH_BROWSER else 1 if item.module in WITH_LAB else 3


def pytest_addoption(parser):
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in a random order, from SEED")


def leave_out_parameters(items, *, whole):
    """`exhaustive(but=…)` and `exhaustive(only=…)` name parameters: the marker leaves those that are not exhaustive.
    Where every parameter is collected, each name must be one."""
    named, known = {}, {}
    for item in items:
        marker = item.get_closest_marker("exhaustive")
        if marker and marker.kwargs:
            [(kind, names)] = marker.kwargs.items()
            if (item.callspec.id in names) == {"but": True, "only": False}[kind]:
                item.own_markers.remove(marker)
            test = item.nodeid.removesuffix(f"[{item.callspec.id}]")
            named[test] = set(names)
            known.setdefault(test, set()).add(item.callspec.id)
    lost = [f"{test}[{name}]" for test, names in named.items() for name in names - known[test]]
    if lost and whole:
        raise pytest.UsageError(f"Not a test, though a marker 'exhaustive' names it: {', '.join(lost)}")


def pytest_collection():
    gc.disable()  # else it takes a fifth of the time, and finds nothing


def pytest_collection_modifyitems(config, items):
    """The longest tests come first. Modules that need a browser or the lab are neighbours: one of each serves them."""
    leave_out_parameters(items, whole=not any("::" in each for each in config.args))
    WITH_BROWSER.update(item.module for item in items if "browser" in item.fixturenames)
    WITH_LAB.update(item.module for item in items if "running" in item.fixturenames)
    if config.getoption("shuffle") is None:
        items.sort(key=place)
    else:
        random.Random(config.getoption("shuffle")).shuffle(items)


def pytest_collection_finish():
    gc.collect()
    gc.enable()
    gc.freeze()  # modules and tests stay: the collector, busy while kernels are compiled, need not look at them


def pytest_runtest_setup(item):
    if item.module not in WITH_BROWSER:
        close_browser()


def pytest_sessionfinish():
    close_browser()
