"""A kept file knows what it is about by its source; a damaged line costs that line alone."""

import copy
import importlib
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import overthink as ot
from overthink.core.errors import OverthinkError
from overthink.core.identity import identity
from tests.test_cli import overthink
from tests.test_doctor import Nim, right

MODULE = """
import math
import helper
WEIGHTS = {{"stones": {weight}}}
TABLE = {{}}

def judge(state):
    {comment}
    TABLE[state] = 1
    return part(state) * WEIGHTS["stones"] * helper.sign(state)

def part(state):
    return math.sin(state[0]) {more}

class Game:
    size = 9
    def __init__(self, left=9):
        self.left = left
    def start(self):
        return self.left {more}
    @property
    def twice(self):
        return 2 * self.left
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModuleType]:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def loaded(weight: float = 0.5, comment: str = "# a", more: str = "", helper: str = "return 1") -> ModuleType:
        (tmp_path / "mine.py").write_text(MODULE.format(weight=weight, comment=comment, more=more))
        (tmp_path / "helper.py").write_text(f"def sign(state):\n    {helper}\n")
        import linecache

        linecache.checkcache()
        for name in ("mine", "helper"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        return importlib.import_module("mine")

    return loaded


def test_an_edit_anywhere_is_noticed_and_a_comment_is_not(load: Callable[..., ModuleType]) -> None:
    first = load()
    before = identity(first.judge), identity(first.Game()), identity(first.Game)
    assert before[0].startswith("mine.judge ")
    same = load(comment="# another comment")
    assert (identity(same.judge), identity(same.Game()), identity(same.Game)) == before
    first = load()
    first.judge((3, 1))  # its cache grows
    assert identity(load().judge) == before[0]
    for change in ({"weight": 0.6}, {"more": "+ 1"}, {"helper": "return -1"}):
        assert identity(load(**change).judge) != before[0], change
    assert identity(load().Game(10)) != before[1] and identity(load(more="+ 1").Game()) != before[1]


def test_values_that_are_closed_over_count_and_caches_do_not() -> None:
    def scaled(by: Any) -> Callable[[Any], float]:
        cache: dict[Any, float] = {}

        def judge(state: Any) -> float:
            cache[state] = by if isinstance(by, float) else by[0]
            return cache[state]

        return judge

    one = scaled(1.0)
    before = identity(one)
    assert before == identity(scaled(1.0)) != identity(scaled(2.0))
    one((1, 2))
    assert identity(one) == before
    weights = [1.0, 2.0]
    listed = scaled(weights)
    before = identity(listed)
    weights[1] = 3.0
    assert identity(listed) != before
    assert identity(partial(right, 1)) != identity(partial(right, 2))
    assert identity(scaled(np.arange(3))) != identity(scaled(np.arange(1, 4)))
    assert identity(ot.noisy(right, 0.1)) != identity(ot.noisy(right, 0.2))
    assert identity(lru_cache(right)) == identity(lru_cache(right)) != identity(right)
    drawn = scaled(random.Random())
    assert identity(drawn) == identity(drawn)
    assert identity(ot.Kalah()) != identity(ot.Kalah(4, 3))
    assert identity(lambda s: 1.0) != identity(lambda s: 2.0)


def test_an_object_that_was_copied_is_still_the_same() -> None:
    class Once:
        size = 3

    before = identity(Once())
    copy.copy(Once())
    assert "__slotnames__" in vars(Once) and identity(Once()) == before


STATES = [(left, 1) for left in range(2, 9)]


def other(state: tuple[int, int]) -> float:
    return -right(state)


class Other(Nim):
    """The same rules under another name."""


def test_what_does_not_fit_is_refused_with_both_named(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    settings: dict[str, Any] = {"depths": (1, 2), "positions": STATES, "keep": keep}
    first = ot.diagnose(Nim(9), right, **settings)
    again = ot.diagnose(Nim(9), right, **settings)
    assert again.examination.positions == first.examination.positions
    content = keep.read_text()
    for game, evaluate, more, says in (
        (Nim(9), other, {}, r"created with the evaluator tests.test_doctor.right \w+, and now it is .*other \w+\."),
        (Other(9), right, {}, r"created with the game tests.test_doctor.Nim \w+, and now it is .*Other \w+\."),
        (Nim(10), right, {}, r"the game tests.test_doctor.Nim (\w+), and now it is tests.test_doctor.Nim (?!\1)\w+\."),
        (Nim(9), right, {"truth": 9}, "created with the truth solved .*, and now it is a search to depth 9"),
        (Nim(9), right, {"error": 0.1}, r"created with the error 0.0, and now it is 0.1"),
        (Nim(9), right, {"player": lambda s, d: 1}, "created with the player none, and now it is"),
        (Nim(9), right, {"depths": (1, 3)}, r"values of depth \[1, 2\], and now it is \[1, 3\]"),
    ):
        with pytest.raises(OverthinkError, match=says):
            ot.diagnose(game, evaluate, **(settings | more))
    assert keep.read_text() == content


def test_a_damaged_line_costs_that_line_alone(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    calls = list[Any]()

    def player(state: tuple[int, int], depth: int) -> int:
        calls.append(state)
        return 1

    settings: dict[str, Any] = {"depths": (1, 2), "positions": STATES, "keep": keep, "player": player}
    first = ot.diagnose(Nim(9), right, **settings)
    lines = keep.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if '"chosen": {"player' in line)
    lost = json.loads(lines[number])["position"]
    positions = sorted(json.loads(x)["position"] for x in lines[1:])
    for damage in (lines[number][:40], lines[number].replace("1", "7", 1), "\x00" * 50):
        keep.write_text("\n".join([*lines[:number], damage, *lines[number + 1 :]]) + "\n")
        calls.clear()
        with pytest.warns(UserWarning, match=rf"kept.jsonl, line {number + 1} is damaged: it was dropped"):
            repaired = ot.diagnose(Nim(9), right, **settings)
        assert {str(state) for state in calls} >= {lost}
        assert len(repaired.examination.positions) == len(first.examination.positions)
        kept = keep.read_text().splitlines()
        assert sorted(json.loads(line)["position"] for line in kept[1:]) == positions
    keep.write_text("\n".join(["damaged", *lines[1:]]))
    with pytest.raises(OverthinkError, match="its first line is damaged"):
        ot.diagnose(Nim(9), right, **settings)


@dataclass(frozen=True, repr=False)
class Unnamed:
    """A state whose text holds its address."""

    left: int
    side: int

    def __getitem__(self, index: int) -> int:
        return (self.left, self.side)[index]


class Boxed(Nim):
    """Nim with such states."""

    def initial(self) -> Any:
        return Unnamed(9, 1)

    def play(self, state: Any, move: int) -> Any:
        return Unnamed(state.left - move, -state.side)


def test_a_full_disk_is_an_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OverthinkError("kept.jsonl cannot be written (No space left on device).")

    monkeypatch.setattr("overthink.doctor.ask.journal.Journal.keep", full)
    options = ("--depths", "1-2", "--positions", "20", "--jobs", "1", "--truth", "3", "--keep", str(tmp_path / "kept"))
    done = overthink("doctor", "kalah-4x3", *options)
    assert done.exit_code == 2 and "(No space left on device)." in done.stdout
    assert done.stderr.endswith("is the disk full? Give another --keep FILE.\n") and ".." not in done.stdout


def test_a_text_with_an_address_is_refused(tmp_path: Path) -> None:
    for call in (
        lambda: ot.decide(Boxed(), depth=1, evaluate=ot.noisy(lambda state: 0.0, 0.1)),
        lambda: ot.state_space(Boxed()),
        lambda: ot.diagnose(Boxed(), lambda state: 0.0, depths=(1, 2), keep=tmp_path / "kept.jsonl"),
    ):
        with pytest.raises(OverthinkError, match="holds an address in memory"):
            call()
    assert ot.diagnose(Boxed(), lambda state: 0.1 * state.left, depths=(1, 2)).examination.positions


def test_sets_have_one_text_in_any_order() -> None:
    from overthink.core.grow import state_key

    one, two = frozenset({"b", "a", "c"}), frozenset({"c", "b", "a"})
    assert state_key((one, 1)) == state_key((two, 1)) != state_key((one, 2))
    assert state_key(frozenset({8, 0, 16})) == state_key(frozenset({16, 8, 0}))
