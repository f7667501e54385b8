"""Work in parts: the same for any number of threads, never more threads than allowed, and never threads in threads."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import overthink as ot
from overthink.core.bind import kernel
from overthink.core.machine import add_at, equal, larger, plus, prefetch, put_row, row_at, smaller, swap_at, where
from overthink.core.threads import at_most, cores, cuts, in_parts, threads
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_retrograde import distances

CREWS = (2, 3, 7)


def silent(stage, share):
    """Tells nobody."""


def test_a_bound_holds_inside_and_ends():
    assert threads() == cores()
    with at_most(3):
        assert threads() == 3
        with at_most(2):
            assert threads() == 2
        with at_most(None):
            assert threads() == 3
    assert threads() == cores()
    with pytest.raises(ot.OverthinkError, match="one thread at least; 0 were given"), at_most(0):
        pass


@pytest.mark.parametrize("crew", [1, *CREWS])
def test_parts_cover_the_range_in_order(crew):
    with at_most(crew):
        found = in_parts(100_000, lambda low, high: (low, high, threads(), threading.get_ident()))
    assert [low for low, *_ in found] == [0, *(high for _, high, *_ in found[:-1])] and found[-1][1] == 100_000
    assert {inner for _, _, inner, _ in found} == {1}, "a part is not cut again"
    assert len({who for *_, who in found}) <= crew


def test_small_work_is_not_cut_and_sums_are_cut_alike():
    with at_most(7):
        assert cuts(100) == [0, 100] and len(cuts(1 << 20)) > 7
        fixed = cuts(100, 5)
    with at_most(2):
        assert cuts(100, 5) == fixed == [0, 20, 40, 60, 80, 100]


def test_what_goes_wrong_in_a_part_is_raised():
    with at_most(3), pytest.raises(ZeroDivisionError):
        in_parts(100_000, lambda low, high: 1 // low)


@pytest.mark.parametrize("name", ["KRK", "KPK"])
def test_tables_and_lists_of_moves(name):
    def found(crew):
        with at_most(crew):
            table = ot.endgame(name)
            tree = table.state_space().tree
            return distances(ChessEndgame(name), silent), tree.first, tree.child, tree.utility, tree.truth, tree.key

    alone = found(1)
    for crew in CREWS:
        for mine, theirs in zip(found(crew), alone):
            np.testing.assert_array_equal(mine, theirs)


@kernel
def count_all(into, low, high):
    for i in range(low, high):
        add_at(into, i % 3, 1)


def test_no_count_is_lost():
    into = np.zeros(3, np.int64)
    with at_most(7):
        in_parts(3_000_000, count_all, into)
    assert into.tolist() == [1_000_000] * 3


@kernel
def say_all(numbers, rows, new):
    """Every word of the machine once."""
    before = add_at(numbers, 1, -5), swap_at(numbers, np.uint64(2), 7)
    prefetch(numbers, 1_000_000)
    one, other = row_at(rows, 0), row_at(rows, np.uint64(1))
    put_row(new, 0, larger(one, other))
    put_row(new, 1, smaller(one, other))
    put_row(new, 2, equal(one, other))
    put_row(new, 3, plus(one, other))
    put_row(new, 4, where(one, numbers[0] > 0))
    put_row(new, 5, where(one, numbers[0] <= 0))
    return before


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64])
def test_words_of_the_machine_mean_what_their_python_says(kind):
    rows = np.random.default_rng(1).integers(0, 256, (2, 32)).astype(np.uint8)
    rows[1, :9] = rows[0, :9]
    found = []
    for run in (say_all, say_all.interpreted):
        numbers, new = np.arange(1, 5, dtype=kind), np.zeros((6, 32), np.uint8)
        found.append((tuple(map(int, run(numbers, rows, new))), numbers.tolist(), new.tolist()))
    assert found[0] == found[1] and found[0][:2] == ((2, 3), [1, -3, 7, 4])
    assert found[0][2][2] == [1] * 9 + (rows[0, 9:] == rows[1, 9:]).astype(int).tolist()
