"""A rule that is learned from labelled positions, saved and loaded."""

import json
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import overthink as ot
from overthink.cli import options
from overthink.core.arithmetic import seed_key
from overthink.core.grow import StateSpace
from overthink.core.identity import identity
from overthink.core.kinds import Column
from overthink.measure.learning import OddsColumns, logistic
from overthink.rules import rule_named

State = tuple[int, int, int, int]


class Piles:
    """Two piles; take one, two or three stones from one of them. Who takes the last stone wins, but Max only draws if
    he takes three at once. A state: the piles, the player to move, and how many were taken last."""

    def initial(self) -> State:
        return 9, 8, 1, 0

    def mover(self, state: State) -> int:
        return state[2]

    def moves(self, state: State) -> list[tuple[int, int]]:
        return [(pile, stones) for pile in (0, 1) for stones in (1, 2, 3) if stones <= state[pile]]

    def play(self, state: State, move: tuple[int, int]) -> State:
        piles = [*state[:2]]
        piles[move[0]] -= move[1]
        return piles[0], piles[1], -state[2], move[1]

    def utility(self, state: State) -> float:
        return 0.0 if state[3] == 3 and state[2] < 0 else float(-state[2])


def judge(state: State) -> float:
    """The parity of the piles, with errors: it knows something."""
    good = (state[0] - state[1]) % 4 != 0
    noise = int(seed_key(*state)) % 1000 / 1000.0
    return state[2] * ((1.0 if good else -1.0) + 3.0 * (noise - 0.5))


GAME = Piles()


@cache
def space() -> StateSpace:
    return ot.state_space(GAME)


@cache
def learned() -> ot.LearnedRule:
    tree = space().tree
    inner = np.flatnonzero(np.diff(tree.first))
    return ot.learn("odds", GAME, judge, [space().states[n] for n in inner], tree.truth[inner], depth=2)


def odds(depth: int) -> Column:
    """The logarithm of the odds of every position to its player, by the rule on columns."""
    known = learned().learned
    columns = OddsColumns(space().seen_by(judge), known)
    values = columns.frontier
    for height in range(depth):
        values = columns.settle(columns.search(values), known.heights[min(height, 1)])
    return values


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_the_rule_on_columns_is_the_rule(depth: int) -> None:
    below = odds(depth - 1)
    for state in [space().states[n] for n in (0, 40, 100, 160)]:
        decision = ot.decide(GAME, state, rule=learned(), depth=depth, evaluate=judge)
        children = [space().node(GAME.play(state, move)) for move in GAME.moves(state)]
        np.testing.assert_allclose([option.score for option in decision.options], np.exp(-below[children]), rtol=1e-9)


def test_the_calibration_is_how_often_it_is_right() -> None:
    """At an evaluation of x, about this many positions are won as the rule says."""
    tree = space().seen_by(judge)
    rule = learned().learned
    inner = np.diff(tree.first) > 0
    chances = 1.0 / (1.0 + np.exp(-OddsColumns(tree, rule).own[inner]))
    won = 0.5 + 0.5 * (tree.mover * tree.truth)[inner]
    assert chances.mean() == pytest.approx(won.mean(), abs=0.02)
    assert rule.slope > 1.96 * rule.error > 0.0


def test_a_learned_rule_decides_better_than_minimax() -> None:
    tree = space().tree
    states = positions(400)[::9]

    def right(rule: str | ot.Rule) -> float:
        shares = []
        for state in states:
            moves = ot.decide(GAME, state, rule=rule, depth=2, evaluate=judge).moves
            values = {move: tree.truth[space().node(GAME.play(state, move))] for move in GAME.moves(state)}
            best = max(value * state[2] for value in values.values())
            shares.append(np.mean([values[move] * state[2] == best for move in moves]))
        return float(np.mean(shares))

    assert right(learned()) > right("minimax") + 0.03


def test_the_fit_is_the_likeliest() -> None:
    random = np.random.default_rng(1)
    columns = np.stack([np.ones(400), random.normal(size=400)], 1)
    won = (random.random(400) < 1.0 / (1.0 + np.exp(-(0.5 + 2.0 * columns[:, 1])))).astype(float)
    weights, errors = logistic(columns, won, np.zeros(2))

    def loss(at: Column) -> float:
        chances = 1.0 / (1.0 + np.exp(-columns @ at))
        return float(-np.log(np.where(won > 0, chances, 1.0 - chances)).sum() + 0.5 * np.sum(at**2))

    assert all(loss(weights) <= loss(weights + random.normal(scale=0.05, size=2)) for _ in range(50))
    assert (np.abs(weights - [0.5, 2.0]) < 3.0 * errors).all()


def test_the_weight_is_the_likeliest() -> None:
    """Against a plain recursion, at every weight that is tried."""
    here = [state for state in positions(120) if GAME.moves(state)]
    known = ot.learn("tempered", GAME, judge, here, truth, depth=2).learned

    def chance(state: State, depth: int, weight: float) -> float:
        """The mover's probability of a win."""
        seen = min(max(state[2] * judge(state), known.low), known.high)
        own = 1.0 / (1.0 + math.exp(-known.shift - known.slope * seen))
        moves = GAME.moves(state)
        if not moves:
            return 0.5 + 0.5 * state[2] * np.sign(GAME.utility(state))
        if not depth:
            return own
        lost = math.prod(chance(GAME.play(state, move), depth - 1, weight) for move in moves)
        odds = (1.0 - lost) * own**weight, lost * (1.0 - own) ** weight
        return odds[0] / sum(odds)

    def loss(weight: float) -> float:
        wins = [(chance(state, 2, weight), 0.5 + 0.5 * state[2] * np.sign(truth(state))) for state in here]
        return -sum(won * math.log(p) + (1.0 - won) * math.log(1.0 - p) for p, won in wins if 0.0 < p < 1.0)

    weights = [n / 16 for n in range(17)]
    best = min(weights, key=loss)
    assert [(h.shift, h.search, h.own) for h in known.heights] == [(0.0, 1.0, best)] * 2
    assert best > 0.0


def test_calibration_alone_is_the_product_rule_on_it(tmp_path: Path) -> None:
    rule = ot.learn("calibration", GAME, judge, positions(400), truth)
    assert not rule.reads_inside and rule.rows() == []
    rule.save(tmp_path / "rule.json")
    assert ot.load_rule(tmp_path / "rule.json").learned == rule.learned

    def calibrated(state: State) -> tuple[float, float]:
        odds = rule.learned.shift + rule.learned.slope * state[2] * judge(state)
        return state[2] * math.copysign(1.0, odds), 1.0 / (1.0 + math.exp(abs(odds)))

    for state in positions(300)[::60]:
        one = ot.decide(GAME, state, rule=rule, depth=2, evaluate=judge)
        two = ot.decide(GAME, state, rule="product", depth=2, evaluate=calibrated)
        np.testing.assert_allclose(
            [option.score for option in one.options], [option.score for option in two.options], rtol=1e-9
        )


def test_a_draw_is_half_a_win() -> None:
    columns = np.ones((100, 1))
    assert logistic(columns, np.full(100, 0.5), np.zeros(1))[0][0] == pytest.approx(0.0)


def test_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "rule.json"
    learned().save(file)
    again = ot.load_rule(file)
    assert again.learned == learned().learned
    assert ot.load_rule(file) is again
    one, two = (ot.decide(GAME, rule=rule, depth=3, evaluate=judge) for rule in (learned(), str(file)))
    assert one == two
    assert again.name == str(file)
    for known in (str(again), again._repr_html_()):
        assert f"{again.learned.positions} positions" in known
    assert len(again.rows()) == 2


def test_on_the_command_line_a_file_is_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.rules.RULES", {**ot.RULES})
    learned().save(tmp_path / "rule.json")
    file = str(tmp_path / "rule.json")
    assert options.RULE_NAMES.convert(f"minimax,{file}", None, None) == f"minimax,{file}"
    assert rule_named(file) is ot.load_rule(file)
    assert rule_named(file).label == "rule"


def positions(count: int) -> list[State]:
    tree = space().tree
    return [space().states[n] for n in np.flatnonzero(np.diff(tree.first))[:count]]


def truth(state: State) -> float:
    return float(space().tree.truth[space().node(state)])


def test_too_little_or_contradictory_is_refused() -> None:
    few, many = positions(29), positions(60)
    for words, given, values, evaluate in (
        ("29 different positions", few, truth, judge),
        ("has the values", [*many, many[0]], [*(truth(state) for state in many), 1.0 - truth(many[0])], judge),
        ("must have 60 numbers; 2 were given", many, [1.0, -1.0], judge),
        ("numbers without nan", many, lambda state: math.nan, judge),
        ("a list: numbers, not", many, lambda state: "won", judge),
        ("truth raised ZeroDivisionError", many, lambda state: 1 / 0, judge),
        ("truth must be a function, a dictionary or a list of numbers, not None", many, None, judge),
        ("evaluate must be a function, not None", many, truth, None),
        ("same result", many, lambda state: float(state[2]), judge),
    ):
        with pytest.raises(ot.OverthinkError, match=words):
            ot.learn("odds", GAME, evaluate, given, values)  # type: ignore[arg-type]
    with pytest.raises(ot.OverthinkError, match=r"odd.*odds"):
        ot.learn("odd", GAME, judge, many, truth)


def test_another_game_or_evaluator_is_refused(tmp_path: Path) -> None:
    class Other(Piles):
        def utility(self, state: State) -> float:
            return float(state[2])

    for words, game, evaluate in (
        ("the game .*Piles", Other(), judge),
        ("the evaluator .*judge", GAME, lambda state: 0.5),
        ("the evaluator .*judge.*none", GAME, None),
    ):
        with pytest.raises(ot.OverthinkError, match=words):
            ot.decide(game, (3, 2, 1, 1), rule=learned(), depth=2, evaluate=evaluate)
    with pytest.raises(ot.OverthinkError, match=r"\.json"):
        learned().save(tmp_path / "rule.txt")


@pytest.mark.parametrize("text", ["", "[]", "{}", "not json", json.dumps({"overthink rule": 1, "game": "x"})])
def test_what_is_no_saved_rule_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(ot.OverthinkError, match="is not a rule that Overthink saved"):
        ot.decide(GAME, rule=str(tmp_path / "bad.json"), depth=2, evaluate=judge)


def test_a_rule_of_another_version_is_refused(tmp_path: Path) -> None:
    learned().save(tmp_path / "rule.json")
    kept = json.loads((tmp_path / "rule.json").read_text())
    (tmp_path / "rule.json").write_text(json.dumps({**kept, "overthink rule": 2}))
    with pytest.raises(ot.OverthinkError, match="another version"):
        ot.load_rule(tmp_path / "rule.json")


def test_a_game_that_was_used_is_the_same_game() -> None:
    game = ot.ConnectFour(4, 4)
    before = identity(game), identity(ot.line_difference(game))
    game.play(game.initial(), game.moves(game.initial())[0])
    assert (identity(game), identity(ot.line_difference(game))) == before
