"""A survey of a whole game against one search of every position."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overthink as ot
from overthink.core.tree import OF_NODES
from overthink.evaluate.evaluator import evaluate_space
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.paired import compare
from overthink.whole_games import survey as block_by_block


@pytest.fixture(scope="module")
def six():
    puzzle = ot.SlidingPuzzle(2, 3)
    return puzzle, puzzle.state_space()


@pytest.fixture(scope="module")
def krk():
    return ot.endgame("KRK").state_space()


def slow_errors(puzzle, space, evaluate, depth, rule="minimin"):
    """P_err of every position by searches of their own, and the truth from the definition."""
    found = []
    for node, state in enumerate(space.states):
        moves = puzzle.moves(state)
        if not moves:
            found.append(math.nan)
            continue
        nearest = min(space.tree.truth[space.node(puzzle.play(state, move))] for move in moves)
        right = [m for m in moves if space.tree.truth[space.node(puzzle.play(state, m))] == nearest]
        chosen = ot.decide(puzzle, state, rule=rule, depth=depth, evaluate=evaluate).moves
        assert nearest == space.tree.truth[node] - 1
        found.append(1 - len(set(chosen) & set(right)) / len(chosen))
    return found


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_survey_is_a_search_of_every_position(six, depth):
    puzzle, space = six
    found = ot.survey(space, ot.manhattan(puzzle), (1, depth), "minimin")
    np.testing.assert_allclose(found.errors[depth], slow_errors(puzzle, space, ot.manhattan(puzzle), depth), atol=1e-7)
    assert found.positions == 359 and found.depths == tuple(sorted({1, depth}))
    assert found.mean_errors[depth] == pytest.approx(np.nanmean(found.errors[depth]), abs=1e-7)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", ["minimax", "vote", "althofer", "emm"])
def test_blocks_are_as_good_as_the_whole(krk, rule, monkeypatch):
    """A block of positions at a time, of odd size, gives what all moves at once give."""
    monkeypatch.setattr(block_by_block, "BLOCK_POSITIONS", 1021)
    evaluate = ot.flipped(ot.noisy(ot.truth, 0.1), 0.2)
    found = ot.survey(krk, evaluate, (1, 3), rule, seed=5)
    whole = p_opt_by_depth(evaluate(krk.tree, 5), rule, (1, 3))
    for depth in (1, 3):
        np.testing.assert_allclose(found.errors[depth], 1 - whole[depth][: krk.whole], atol=1e-7)
    other = ot.survey(krk, evaluate, (1, 3), rule, seed=6)
    assert other.mean_errors != found.mean_errors


EIGHTHS = st.sampled_from([0.0, 0.25, 0.5, 1.0, math.nan])


@given(st.lists(st.tuples(EIGHTHS, EIGHTHS), min_size=1, max_size=30))
def test_comparisons_by_hand(pairs):
    pairs = [(deep, shallow) for deep, shallow in pairs if math.isnan(deep) == math.isnan(shallow)]
    deep, shallow = (np.array([pair[i] for pair in pairs], np.float32) for i in (0, 1))
    found = compare(deep, shallow)
    told = [pair for pair in pairs if not math.isnan(pair[0])]
    assert found.positions == len(told)
    assert found.both_right == sum(d == s == 0 for d, s in told)
    assert found.only_deep_errs == sum(d > 0 == s for d, s in told)
    if told:
        shares = (found.better, found.worse, found.equal)
        assert shares == pytest.approx([np.mean([(d < s, d > s, d == s)[i] for d, s in told]) for i in range(3)])
        assert sum(shares) == pytest.approx(1)
    ratios = [d / s for d, s in told if s]
    assert len(ratios) + found.both_right + found.only_deep_errs == found.positions
    if ratios:
        assert found.mean_of_ratios == pytest.approx(np.mean(ratios))
        assert found.ratio_of_means == pytest.approx(sum(d for d, _ in told) / sum(s for _, s in told))
    else:
        assert math.isnan(found.mean_of_ratios) and math.isnan(found.ratio_of_means)


def test_the_worst_positions(six):
    puzzle, space = six
    found = ot.survey(space, ot.manhattan(puzzle), (1, 2, 5), "minimin")
    worst = found.worst(5, 1, 40)
    loss = np.array(slow_errors(puzzle, space, ot.manhattan(puzzle), 5)) - found.errors[1]
    order = sorted((n for n in range(1, 360) if loss[n] > 1e-6), key=lambda n: (-round(loss[n], 5), n))
    assert [one.node for one in worst] == order[:40] and len(found.worst(n=400)) == len(order)
    for one in worst:
        state = space.states[one.node]
        assert one.position == puzzle.text(state) and one.loss == pytest.approx(loss[one.node], abs=1e-6)
        for depth, moves in one.chosen.items():
            alone = ot.decide(puzzle, state, rule="minimin", depth=depth, evaluate=ot.manhattan(puzzle))
            assert moves == alone.moves
        assert all(space.tree.truth[space.node(puzzle.play(state, move))] < loss_of(space, state) for move in one.right)
    assert "right: " in str(worst[0]) and "depth 5: " in str(worst[0])


def loss_of(space, state):
    return space.tree.truth[space.node(state)]


@settings(max_examples=10)
@given(st.integers(0, 1000))
def test_flaws_round_an_opinion_on_states(six, seed):
    """Noise on Manhattan distance is the same by states and by columns, in every layer of its own."""
    puzzle, space = six
    flawed = ot.granular(ot.noisy(ot.noisy(ot.manhattan(puzzle), 1.0), 2.0), 9, 0.0, 25.0)
    by_columns = evaluate_space(space, flawed, seed)
    for node in (1, 17, 200):
        assert by_columns.static[node] == flawed(space.states[node], seed)


def test_an_opinion_with_its_error_is_read(six):
    _, space = six
    tree = evaluate_space(space, lambda state: (float(state[0]), 0.25))
    assert (tree.error == 0.25).all() and tree.static[0] == 0.0


def over(space):
    """The goal alone."""
    columns = {name: getattr(space.tree, name)[:1] for name in OF_NODES}
    tree = replace(space.tree, first=np.zeros(2, np.int64), child=space.tree.child[:0], edge=np.zeros(0), **columns)
    return ot.StateSpace(tree, space.states[:1])


def test_a_game_that_nobody_can_win_is_surveyed(krk):
    """All positions are worth the same: no error, and no clustering factor."""
    drawn = replace(krk, tree=replace(krk.tree, truth=np.zeros(len(krk.tree))))
    found = ot.survey(drawn, ot.noisy(ot.truth, 0.1), (1, 2))
    assert found.mean_errors == {1: 0.0, 2: 0.0} and "f = nan" in str(found)
    assert found.compare().both_right == found.positions and found.worst() == []


def test_the_report_is_one_file(six, tmp_path):
    puzzle, space = six
    found = ot.survey(space, ot.manhattan(puzzle), (1, 3, 5), "minimin")
    page = found.report(tmp_path / "six.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2 and "Depth 5 decides better than depth 1 in" in page
    assert "src=" not in page and "<script" not in page and page.count("<pre>") == len(found.worst())
    single = ot.survey(space, ot.truth, (2,), "minimin")
    assert single.worst() == [] and "Only depth 2" in str(single)
    assert "does not decide any position worse" in single.report(tmp_path / "one.html").read_text(encoding="utf-8")


def test_progress_is_told(six):
    puzzle, space = six
    told = []
    ot.survey(space, ot.manhattan(puzzle), (1, 3), "minimin", progress=lambda stage, share: told.append((stage, share)))
    shares = [share for _, share in told]
    assert shares == sorted(shares) and shares[0] == 0.0 and shares[-1] == 1.0 and "depth 3 of 3" in told[-1][0]


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda p, s: ot.survey(p, ot.manhattan(p)), "space must be an ot.StateSpace"),
        (lambda p, s: ot.survey(s, ot.manhattan(p), ()), "at least one depth"),
        (lambda p, s: ot.survey(s, ot.manhattan(p), (0,)), "from 1 to"),
        (lambda p, s: ot.survey(s, ot.manhattan(p), (1, 2)), "does not count costs. Use 'minimin'"),
        (lambda p, s: ot.survey(s, 3.0, (1, 2), "minimin"), "evaluate must be a function, not 3.0"),
        (lambda p, s: ot.survey(over(s), ot.truth, (1,), "minimin"), "No position in this state space has a move"),
        (lambda p, s: ot.survey(s, lambda state: "x", (1, 2), "minimin"), "must give a number"),
        (lambda p, s: ot.survey(s, ot.manhattan(p), (1, 2), "minimin").compare(3, 1), "Depth 3 was not searched"),
        (lambda p, s: ot.survey(s, ot.manhattan(p), (1, 2), "minimin").compare(1, 2), "deeper depth first"),
        (
            lambda p, s: ot.survey(s, ot.manhattan(p), (1, 2), "minimin").worst(n=0),
            "n must be a whole number, 1 or more, not 0",
        ),
        (lambda p, s: ot.survey(s, ot.truth, (1, 2), "minimin").report("/proc/none/x.html"), "cannot be written"),
    ],
)
def test_bad_input_is_one_sentence(six, ask, says):
    with pytest.raises(ot.OverthinkError, match=says):
        ask(*six)


def test_rules_that_do_not_fit_are_refused(krk):
    with pytest.raises(ot.OverthinkError, match="'minimin' is for one player"):
        ot.survey(krk, ot.truth, (1,), "minimin")
    with pytest.raises(ot.OverthinkError, match="'emm' needs to know how likely"):
        ot.survey(krk, ot.truth, (1,), "emm")
