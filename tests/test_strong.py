"""The study of strong evaluators: its numbers against slow oracles, and its intervals against draws."""

import numpy as np
import pytest

import overthink as ot
from overthink.core.identity import identity
from overthink.measure.learning import fit_rule, forest
from overthink.rules.learned import odds_rule
from overthink_papers import cells
from overthink_papers.beyond.solved_games import kernel_tree
from overthink_papers.beyond.strong import learned, measure, positions, results, strong

SETTING = {"game": "connect-four", "source": positions.RANDOM}


@pytest.fixture(scope="module")
def position() -> positions.Solved:
    return positions.solved_position(SETTING["game"], SETTING["source"], np.uint64(5))


@pytest.mark.exhaustive
def test_every_number_is_the_share_of_right_moves(position: positions.Solved, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against `ot.decide`, rule by rule and depth by depth, and the values against `ot.move_values`."""
    monkeypatch.setitem(measure.ARENAS, "connect-four", measure.ARENAS["connect-four"]._replace(depth=3))
    monkeypatch.setattr(measure, "LEARNED", ())
    game = measure.game_of("connect-four")
    judge = measure.net_of("connect-four", "weak", 1)
    values = ot.move_values(game, position.state)
    assert position.values == list(values.values()) and len(set(position.values)) > 1
    points = [point for point in measure.points_of(SETTING) if point.get("net") == "weak" and point["seed"] == 1]
    numbers = list(measure.judge(SETTING, position, "weak", 1))
    assert len(points) == len(numbers)
    tree = ot.grow(game, position.state, 3, evaluate=judge)
    moves = list(values)
    for point, number in zip(points, numbers):
        if point.get("rule") in measure.RULES:
            chosen = ot.decide(tree, rule=measure.RULES[point["rule"]], depth=point["depth"]).moves
            assert number == np.mean([values[moves[i]] == max(values.values()) for i in chosen]), point


def test_errors_are_averaged_over_pairs() -> None:
    parent = 0.5
    children = np.array([0.25, -1.0, 0.5])
    pairs = [a * b for i, a in enumerate(children) for j, b in enumerate(children) if i != j]
    found = dict(zip(measure.PAIRS, measure.errors(parent, children)))
    assert found["child × sibling"] == pytest.approx(np.mean(pairs))
    assert found["parent × child"] == pytest.approx(np.mean(parent * children))


@pytest.mark.exhaustive
def test_scores_of_learned_weights_are_those_of_the_rule(position: positions.Solved) -> None:
    game = measure.game_of("connect-four")
    judge = measure.net_of("connect-four", "weak", 1)
    states = [game.random_start(number, plies=24) for number in range(40)]
    who = identity(game), identity(judge)
    one = fit_rule(forest(game, states, 2, judge), np.arange(40), np.arange(40) % 3 / 2, 2, *who)
    here = kernel_tree(game, position.state, 3, judge)
    scores = learned.learned_scores(here, one, 3)[3]
    chosen = ot.decide(game, position.state, rule=odds_rule("x", one), depth=3, evaluate=judge).moves
    moves = list(game.moves(position.state))
    assert chosen == tuple(moves[i] for i in np.flatnonzero(scores == scores.max()))


def test_an_interval_is_for_other_positions_and_other_seeds() -> None:
    """Of 400 draws with both kinds of noise, it misses the truth in about one of twenty; over positions alone, far more
    often."""
    random = np.random.default_rng(1)
    missed = 0
    alone = 0
    for _ in range(400):
        seeds, places = random.normal(size=3), random.normal(size=60)
        samples = [seed + places + 0.5 * random.normal(size=60) for seed in seeds]
        estimate = results.over_nets(samples)
        plain = ot.Estimate.of_mean(np.mean(samples, axis=0))
        missed += not estimate.low <= 0.0 <= estimate.high
        alone += not plain.low <= 0.0 <= plain.high
    assert missed < 40 < 200 < alone


@pytest.mark.exhaustive
def test_positions_between_nets_follow_from_play() -> None:
    game = measure.game_of("connect-four")
    found = positions.solved_position("connect-four", positions.BETWEEN, np.uint64(3))
    stones = sum(int(plane.sum()) for plane in game.planes([found.state])[0])
    assert measure.ARENAS["connect-four"].least <= stones <= measure.ARENAS["connect-four"].most


def test_a_gain_is_the_mean_difference() -> None:
    """By hand, from the cells that come with Overthink."""
    samples = cells.load("beyond/strong")
    place = {"game": "othello", "source": positions.RANDOM, "net": "strong", "seed": 2, "depth": 4}
    both = [samples(**place, rule=rule) for rule in ("product", "minimax")]
    assert len(both[0]) == strong.STUDY.scales["paper"]
    place.pop("seed")
    found = results.gain(samples, place, {"rule": "product"}, {"rule": "minimax"})
    seeds = [samples(**place, rule="product", seed=s) - samples(**place, rule="minimax", seed=s) for s in (1, 2, 3)]
    assert found.mean == pytest.approx(np.mean(seeds)) and np.isclose(np.mean(both[0] - both[1]), np.mean(seeds[1]))


def test_what_was_learned_is_there_for_every_net() -> None:
    assert len(learned.learnings()) == 75
