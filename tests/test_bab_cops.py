"""The studies of cops and robbers: their numbers are the front door's, and their games are played as they say."""

from __future__ import annotations

import numpy as np
import pytest

import overthink as ot
from overthink.studies import study_named
from overthink_papers.bab import chance_cops, cops, play


@pytest.mark.parametrize("name", ["bab/cops", "bab/chance-cops"])
def test_ratios_are_those_of_the_front_door(name: str) -> None:
    study, chance = study_named(name), name == "bab/chance-cops"
    setting = study.settings[0]
    points, found = study.run(setting, 2, 3, 5)
    options = {"obstacles": 0.2, "p": 0.8} if chance else {}
    game = ot.CopsAndRobbers(number=2, seed=5, **options)
    searches = {e: ot.bounded(game, epsilon=e, low=0, high=12, depth=3, evaluate=ot.cop_distance(game)) for e in (0, 4)}
    wanted = {
        "internal": searches[4].expanded / searches[0].expanded,
        "leaves": searches[4].leaves / searches[0].leaves,
    }
    for count, ratio in wanted.items():
        assert found[points.index({"epsilon": 4, "count": count}), 0] == pytest.approx(ratio)
    assert found[points.index({"epsilon": 4}), 0] == pytest.approx(searches[4].width)


def test_the_settings_carry_the_readings() -> None:
    assert {setting["window"] for setting in chance_cops.SETTINGS} == {"full", "parent", "none"}
    assert {setting["depth"] for setting in cops.SETTINGS} == {3, 5, 7}


def test_a_move_is_that_of_the_last_search_that_was_finished() -> None:
    game = ot.CopsAndRobbers(number=1, capture="zero")
    start = game.initial()
    judge = ot.cop_distance(game)
    nodes, safe = [], []
    for depth in (1, 2, 3, 4):
        found = ot.bounded(game, start, epsilon=1, low=0, high=12, depth=depth, evaluate=judge)
        nodes.append(found.expanded + found.leaves)
        safe.append(found.moves[0])
    for last in (1, 2, 3):
        assert play.chosen(game, start, 1.0, sum(nodes[: last + 1])) == safe[last - 1]
        assert play.chosen(game, start, 1.0, sum(nodes[:last]) + 1) == safe[last - 1]


def test_games_end_in_a_capture_or_never(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "chosen", lambda game, state, epsilon: "." * (1 if game.mover(state) > 0 else 3))
    game = ot.CopsAndRobbers()
    assert play.lasted(game, 0, 0) == play.FOREVER  # nobody moves: the position comes back
    monkeypatch.setattr(game, "initial", lambda: game.position(0, [1, 30, 35]))
    monkeypatch.setattr(play, "chosen", lambda game, state, epsilon: "." if game.mover(state) > 0 else "W..")
    assert play.lasted(game, 0, 0) == 2


def test_boards_are_won_by_the_robber_who_lasts_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "lasted", lambda game, robber, cops: {0: 10, 1: 8, 2: 10, 4: 12}[max(robber, cops)]
                        if robber > 0 else 10)  # fmt: skip
    for epsilon, result in ((1, "lost"), (2, "drew"), (4, "won")):
        points, found = play.run({"capture": "time", "epsilon": epsilon}, 0, 2, 0)
        shares = {point["result"]: found[i].mean() for i, point in enumerate(points)}
        assert {name for name in play.RESULTS if shares[name] == 1.0} == {result}
        np.testing.assert_array_equal(found[:3].sum(axis=0), 1.0)
