"""Work in parts: the same for any number of threads, never more threads than allowed, and never threads in threads."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import overthink as ot
from overthink import stopping
from overthink.core.bind import kernel
from overthink.core.machine import add_at, equal, larger, plus, prefetch, put_row, row_at, smaller, swap_at, where
from overthink.core.threads import cores, cuts, in_parts, jobs, threads
from overthink.games.chess.endgame import ChessEndgame
from overthink.games.chess.table import distances
from overthink.rules import RULES
from overthink.search import look

pytestmark = pytest.mark.usefixtures("compiled_sweeps")

CREWS = (2, 3, 7)


def silent(stage, share):
    """Tells nobody."""


def test_a_bound_holds_inside_and_ends():
    assert threads() == cores()
    with jobs(3):
        assert threads() == 3
        with jobs(2):
            assert threads() == 2
        with jobs(None):
            assert threads() == 3
    assert threads() == cores()
    with pytest.raises(ot.OverthinkError, match="threads must be a whole number, 1 or more, not 0"), jobs(0):
        pass


@pytest.mark.parametrize("crew", [1, *CREWS])
def test_parts_cover_the_range_in_order(crew):
    with jobs(crew):
        found = in_parts(100_000, lambda low, high: (low, high, threads(), threading.get_ident()))
    assert [low for low, *_ in found] == [0, *(high for _, high, *_ in found[:-1])] and found[-1][1] == 100_000
    assert {inner for _, _, inner, _ in found} == {1}, "a part is not cut again"
    assert len({who for *_, who in found}) <= crew


def test_small_work_is_not_cut_and_sums_are_cut_alike():
    with jobs(7):
        assert cuts(100) == [0, 100] and len(cuts(1 << 20)) > 7
        fixed = cuts(100, 5)
    with jobs(2):
        assert cuts(100, 5) == fixed == [0, 20, 40, 60, 80, 100]


def test_what_goes_wrong_in_a_part_is_raised():
    with jobs(3), pytest.raises(ZeroDivisionError):
        in_parts(100_000, lambda low, high: 1 // low)


@pytest.mark.exhaustive(but=["KRK-crews0"])
@pytest.mark.parametrize(("name", "crews"), [("KRK", CREWS), ("KPK", (7,))])
def test_tables_and_lists_of_moves(name, crews, monkeypatch):
    monkeypatch.setattr("overthink.core.threads.LEAST_PART", 50)  # so that every ply is cut

    def numbers():
        tree = ot.endgame(name).state_space().tree
        return distances(ChessEndgame(name), silent), tree.first, tree.child, tree.utility, tree.truth, tree.key

    check_crews(numbers, crews)


@kernel
def count_all(into, low, high):
    for i in range(low, high):
        add_at(into, i % 3, 1)


def test_no_count_is_lost():
    into = np.zeros(3, np.int64)
    with jobs(7):
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
        numbers = np.arange(1, 5, dtype=kind)
        new = np.zeros((6, 32), np.uint8)
        found.append((tuple(map(int, run(numbers, rows, new))), numbers.tolist(), new.tolist()))
    assert found[0] == found[1] and found[0][:2] == ((2, 3), [1, -3, 7, 4])
    assert found[0][2][2] == [1] * 9 + (rows[0, 9:] == rows[1, 9:]).astype(int).tolist()


def check_crews(numbers, crews=CREWS):
    """The same arrays, whatever the number of threads."""

    def found(crew):
        with jobs(crew):
            return numbers()

    alone = found(1)
    for crew in crews:
        for mine, theirs in zip(found(crew), alone, strict=True):
            np.testing.assert_array_equal(mine, theirs)


def decisions(*asked, **how):
    """What each number of threads decides; none is left behind."""
    stopping.watch()  # a thread of the whole process, which the first kernel starts
    found = []
    before = threading.active_count()
    for crew in (1, *CREWS):
        with jobs(crew):
            found.append(ot.decide(*asked, **how))
        assert threading.active_count() == before
    return found


@pytest.fixture
def all_cut(monkeypatch, compiled):
    """Every search counts as big, and how often one was cut."""
    times = []
    monkeypatch.setattr(look, "CUT_NODES", 10)
    cut = look.cut
    monkeypatch.setattr(look, "cut", lambda *given: times.append(cut(*given)) or times[-1])
    return times


@pytest.mark.exhaustive(but=["emm"])
@pytest.mark.parametrize("rule", ["minimax", "emm", "vote"])
def test_a_decision_on_a_tree(all_cut, rule):
    tree = ot.artificial(0.2)(ot.BoardSplittingModel(height=10).draw(3, 4), 1)
    alone, *others = decisions(tree, rule=rule, depth=9)
    assert all(other == alone for other in others) and any(len(tasks) > 7 for tasks, _ in all_cut)


@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_a_decision_in_a_game(all_cut, depth):
    game = ot.Kalah.real()
    alone, *others = decisions(game, depth=depth, evaluate=ot.store_difference(game))
    assert all(other == alone for other in others) and alone.nodes.total > depth


@pytest.mark.exhaustive
def test_searches_that_prune_are_not_cut(all_cut):
    game = ot.Kalah.real()
    alone, *others = decisions(game, depth=5, search="alpha-beta", evaluate=ot.store_difference(game))
    assert all(other == alone for other in others) and not all_cut


@pytest.mark.exhaustive(but=["emm"])
@pytest.mark.parametrize("rule", ["minimax", "emm", "vote"])
def test_a_survey(rule):
    space = ot.endgame("KRK").state_space()
    flawed = ot.flipped(ot.noisy(ot.truth, 0.1), 0.2)
    check_crews(lambda: ot.survey(space, flawed, (1, 2, 3), rule, seed=4).errors.values())


@pytest.mark.parametrize("rule", ["minimax", "emm"])
def test_many_trees(rule, monkeypatch):
    monkeypatch.setattr("overthink.core.threads.LEAST_PART", 10)
    tree = ot.artificial(0.2)(ot.BoardSplittingModel(height=8).draw(0, 20), 1)
    check_crews(lambda: (*ot.back_up(tree, rule, 5), ot.move_scores(tree, rule, [4])[4]))


@pytest.mark.exhaustive(but=["minimax", "implicit-minimax"])
@pytest.mark.parametrize(
    "rule", [rule for rule in RULES.values() if "error" not in rule.message], ids=lambda rule: rule.name
)
def test_a_rule_that_passes_no_error_up_has_none(rule):
    tree = ot.artificial(0.2)(ot.BoardSplittingModel(height=6).draw(0, 5), 1)
    values, errors = ot.back_up(tree, rule, 4)
    assert len(values) == len(errors) == tree.levels[5] and not errors.any()


@pytest.mark.exhaustive
def test_threads_that_begin_together_load_numba_once() -> None:
    """In a new process, where nothing is loaded yet."""
    code = (
        "import numpy as np\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from overthink.core.arithmetic import level\n"
        "def work(i):\n"
        "    scores = np.array([1.0, 2.0, 2.0 + 1e-15])\n"
        "    level(np.array([0, 3]), 0, 1, scores, np.full(3, 1e-12))\n"
        "    return scores.tolist()\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    print(len({tuple(found) for found in pool.map(work, range(8))}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("1\n", "")
