"""Regularised kalah: its positions as columns, and the studies of [Nau2010] section 6.2, against plain recursion."""

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overthink.core.arithmetic import normal, seed_key
from overthink.core.errors import OverthinkError
from overthink.core.grow import StateSpace
from overthink.games.kalah import Board, Kalah, grown
from overthink.measure.accuracy import clustering_factor
from overthink.measure.paired import linearise, ratio
from overthink.search.sweep import solve
from overthink.studies.samples import Samples
from overthink_papers.nau import fig12, fig13, kalah
from overthink_papers.nau.readings import at_most_granularities
from tests.made_up import MadeUp
from tests.test_models import hashed

GAMES = {
    "capture": Kalah.regularised(pits=3, seeds=2, plies=5),
    "no capture": Kalah.regularised(pits=3, seeds=3, plies=5, capture=False),
    "small": Kalah.regularised(pits=2, seeds=2, plies=6),
    "second moves, real ends": Kalah(pits=3, seeds=1, plies=6),
}


@cache
def graph_of(name: str, number: int) -> StateSpace:
    return grown(GAMES[name], GAMES[name].random_start(number))


def below(game: Kalah, state: Board) -> list[Board]:
    return [game.play(state, pit) for pit in game.moves(state)]


def minimax(game: Kalah, state: Board) -> float:
    """The true value, path by path."""
    values = [minimax(game, after) for after in below(game, state)]
    if not values:
        return game.utility(state)
    return max(values) if game.mover(state) > 0 else min(values)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=12)
@given(number=st.integers(0, 30))
def test_the_graph_is_every_position_once_ply_by_ply(name: str, number: int) -> None:
    game = GAMES[name]
    space = graph_of(name, number)
    tree = space.tree
    ply = {game.random_start(number)}
    for k in range(tree.height + 1):
        nodes = range(int(tree.levels[k]), int(tree.levels[k + 1]))
        assert set(space.states[nodes.start : nodes.stop]) == ply and len(nodes) == len(ply)
        for n in nodes:
            state = space.states[n]
            assert [space.states[c] for c in tree.children(n)] == below(game, state)
            assert tree.mover[n] == game.mover(state)
            assert tree.utility[n] == game.utility(state) if not game.moves(state) else np.isnan(tree.utility[n])
        ply = {after for state in ply for after in below(game, state)}
    assert not ply and int(tree.levels[-1]) == len(tree) == len(space.states)
    assert len(set(tree.key.tolist())) == len(tree)


@pytest.mark.parametrize("name", GAMES)
def test_true_values_are_those_of_plain_recursion(name: str) -> None:
    space = graph_of(name, 3)
    assert space.tree.truth[0] == minimax(GAMES[name], space.states[0])
    np.testing.assert_array_equal(space.tree.truth, solve(space.tree))


def test_in_the_state_space_every_position_is_asked() -> None:
    game = GAMES["small"]
    space = game.state_space()
    graph = grown(game, game.initial())
    assert len(space.tree.roots) == len(space.tree) == len(graph.tree) and len(graph.tree.roots) == 1
    for state in (game.initial(), space.states[5], space.states[-1]):
        assert space.states[space.node(state)] == state
        assert space.tree.truth[space.node(state)] == minimax(game, state)
    with pytest.raises(OverthinkError, match="cannot be reached"):
        space.node(game.position([8, 0], [0, 0]))


def test_a_position_keeps_its_key_in_every_graph() -> None:
    game = GAMES["capture"]
    space = grown(game, game.initial())
    other = grown(game, space.states[2])
    for n in range(len(other.tree)):
        assert other.tree.key[n] == space.tree.key[space.node(other.states[n])]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Kalah.real().state_space(), "Give plies="),
        (lambda: grown(GAMES["capture"], GAMES["capture"].initial(), most=100), "More than 100"),
        (lambda: Kalah.regularised(pits=12, seeds=12).state_space(), "too large"),
    ],
)
def test_mistakes_are_told_in_a_sentence(wrong: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        wrong()


def slow_errors(game: Kalah, start: Board, seeds: int, grains: tuple[int, ...], own: tuple[Any, ...]) -> list[float]:
    """Path by path: noise by position, buckets at the leaves of each search, minimax above them, ties shared."""
    utilities: dict[Board, float] = {}

    def utility(state: Board) -> float:
        if state not in utilities:
            utilities[state] = minimax(game, state)
        return utilities[state]

    def estimate(state: Board, seed: int) -> float:
        key = 0
        for word in state:
            key = hashed(key, word % 2**64)
        word = int(seed_key("noisy", seed)) & 0x7FFFFFFF
        return utility(state) + kalah.SIGMA * normal(np.uint64(hashed(key, word)))

    def within(state: Board, plies: int) -> set[Board]:
        return {state}.union(*(within(after, plies - 1) for after in below(game, state))) if plies else {state}

    def searched(state: Board, depth: int, leaf: Any) -> float:
        if depth == 0:
            return float(leaf(state))
        values = [searched(after, depth - 1, leaf) for after in below(game, state)]
        return max(values) if game.mover(state) > 0 else min(values)

    moves = below(game, start)
    best = max(map(utility, moves))
    positions = within(start, kalah.DEEP) - {start}
    errors = []
    for interval in kalah.INTERVALS:
        for depth in (kalah.DEEP, kalah.SHALLOW):
            for g in grains:
                wrong = []
                for draw in range(kalah.DRAWS):
                    seen = {state: estimate(state, int(seed_key(*own, draw)) >> 1) for state in positions}
                    ends = (min(seen.values()), max(seen.values())) if interval == "board" else (-seeds, seeds)

                    def bucket(state: Board, seen: Any = seen, ends: Any = ends, g: int = g) -> int:
                        return min(max(math.floor((seen[state] - ends[0]) / (ends[1] - ends[0]) * g), 0), g - 1)

                    scores = [searched(after, depth - 1, bucket) for after in moves]
                    chosen = [after for after, score in zip(moves, scores) if score == max(scores)]
                    wrong.append(1.0 - sum(utility(after) == best for after in chosen) / len(chosen))
                errors.append(sum(wrong) / len(wrong))
    return errors


@pytest.mark.exhaustive(but=["2-7-True"])
@pytest.mark.parametrize(("pits", "plies", "capture"), [(2, 7, True), (2, 6, False), (3, 6, True)])
@settings(deadline=None, max_examples=3)
@given(number=st.integers(0, 1000))
def test_decision_errors_are_those_of_plain_recursion(pits: int, plies: int, capture: bool, number: int) -> None:
    game = Kalah.regularised(pits, 2, plies, capture)
    grains = (3, 7, 20)
    own = ("own", number)
    start = kalah.random_board(game, 5, number, 0)
    found = kalah.board_errors(grown(game, start), 5, grains, own)
    np.testing.assert_allclose(found, slow_errors(game, start, 5, grains, own), atol=1e-12)
    names = kalah.points(grains)
    assert len(found) == len(names) and names[4] == {"interval": "board", "depth": kalah.SHALLOW, "g": 7}


def test_boards_have_all_their_seeds_and_are_the_same_for_every_rule_of_capture() -> None:
    boards = [kalah.random_board(kalah.game_of(5, rule), 8, n, 0) for rule in ("usual", "none") for n in range(20)]
    assert boards[:20] == boards[20:] and len(set(boards)) == 20
    assert all(sum(map(sum, kalah.game_of(5, "usual").rows(board))) == 8 for board in boards)


def test_linearised_degrees_have_the_ratio_as_their_mean_and_nearly_its_interval() -> None:
    numbers = np.random.default_rng(4)
    shallow = numbers.random(4000)
    deep = 0.6 * shallow + 0.5 * numbers.random(4000)
    each = linearise(deep, shallow)
    found = ratio(deep, shallow)
    assert each.mean() == pytest.approx(found.mean)
    assert 3.92 * each.std() / math.sqrt(4000) == pytest.approx(found.high - found.low, rel=0.1)


def test_boards_are_put_together_by_their_clustering_factor() -> None:
    where = {"capture": "none", "seeds": 8, "pits": 4}
    points, cell = fig13.STUDY.run(where, 0, 3, 0)
    assert points[0] == {"measured": "f"}
    assert cell[0].tolist() == [clustering_factor(kalah.graph_of(where, n, 0).tree) for n in range(3)]
    idle = grown(kalah.game_of(4, "none"), kalah.game_of(4, "none").position([0] * 4, [0] * 4))
    assert fig13.similarity(idle.tree) == 0.0


@pytest.mark.parametrize(("last", "share"), [(9, 0.15), (40, 0.79)])
def test_which_granularities_were_tried_does_not_decide_what_most_are(last: int, share: float) -> None:
    """Seven of nine granularities that were tried are pathological, from 3 to 9 or to 40; every whole number counts."""
    tried = (*range(3, 9), last, last + 1, 50)
    line = {g: lambda samples, g=g: np.full(40, 1.2 if g <= last else 0.8) for g in tried}
    most = at_most_granularities([line], True).judge(Samples([]))
    assert most.estimate.mean == pytest.approx(share, abs=0.01) and (most.verdict == "holds") == (share > 0.5)
    assert at_most_granularities([line], False).judge(Samples([])).estimate.mean == pytest.approx(1 - share, abs=0.01)


def test_as_written_every_number_of_seeds_counts() -> None:
    """The text gives no number of seeds: what holds with one only is another reading. Nor does it give a largest
    granularity: what it says of most is not as written."""
    (most, *_), (one, *_) = (fig12.claims_by_g(way) for way in (kalah.WRITTEN, kalah.OPEN))
    samples = MadeUp(lambda at: (0.6 if at["seeds"] == 24 else 0.4) if at["depth"] == kalah.DEEP else 0.5)
    assert most.reading.kind == "another reading" and most.reading.words.endswith("granularities up to 50")
    assert most.judge(samples).verdict == "fails"
    assert one.reading.kind == "another reading" and one.judge(samples).verdict == "holds"
