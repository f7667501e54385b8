"""What the checks of a player decide, and in which words, on made-up examinations near their limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from overthink.doctor.ask.players import agreement
from overthink.doctor.check import Finding
from overthink.doctor.checks import search
from overthink.doctor.checks.examination import few_positions, parity
from overthink.doctor.checks.search import move_limit, stale_table, worse_than_chance
from overthink.doctor.checks.ties import tie_breaking
from overthink.doctor.record import Choice, Examination
from overthink.search.decide import decide
from tests.test_doctor import Nim, right
from tests.test_doctor_decisions import ENGINE, finding, made, some

ALL = {1: [0] * 200, 2: [0] * 200, 3: [0] * 200, 4: [0] * 200}


def beside(
    player: dict[int, Any], plain: dict[int, Any] | None = None, worth: Any = (1.0, -1.0), **more: Any
) -> Examination:
    return made(
        {"player": player, "minimax": plain or {depth: [0] * len(player[depth]) for depth in player}}, worth, **more
    )


def off(examination: Examination) -> dict[Any, Any]:
    return {d: 1.0 - np.array([p.chosen["player", d] == p.chosen["minimax", d] for p in examination.positions], float)
            for d in examination.depths}  # fmt: skip


def test_odd_depths_beside_even_ones() -> None:
    assert "at least three depths" in finding(parity, made({"minimax": {1: some(0), 2: some(40)}})).why
    assert "at least three depths" in finding(parity, made({"minimax": {1: some(0), 3: some(40), 5: some(40)}})).why
    worse = finding(parity, made({"minimax": {1: some(0), 2: some(0), 3: some(40)}}))
    assert worse.outcome == "ruled out" and worse.why == "accuracy also drops between depths of the same parity"
    drops = finding(parity, made({"minimax": {1: some(0), 2: some(40), 3: some(0), 4: some(40)}}))
    assert drops.why == "accuracy drops from depth 1 to 2, 3 to 4, but not between depths of the same parity"
    assert not drops.headline
    likely = finding(parity, made({"minimax": {1: some(0), 2: some(6), 3: some(0)}}))
    assert likely.outcome == "not tested" and "from depth 1 to 2, but not clearly enough" in likely.why
    small = finding(parity, made({"minimax": {1: some(0, 4000), 2: some(30, 4000), 3: some(0, 4000)}}))
    assert small.outcome == "not tested"  # clear, but less than a point


def test_few_positions_are_counted() -> None:
    flat = finding(few_positions, made({"minimax": {1: some(90), 3: some(90)[::-1]}}))
    assert (
        flat.outcome == "suspected"
        and flat.why.startswith("200 positions; ")
        and flat.why.endswith("more would settle a 2-point difference")
    )


def test_a_limit_that_hardly_matters_is_not_suspected() -> None:
    """To take one is best, and to take three in four of 62 positions, which a limit of two moves does not see."""
    game, states = Nim(), [(left, side) for left in range(30, 61) for side in (1, -1)]
    special = lambda state: -state[1] * (1.0 if state[0] in (40, 50) else state[0] / 100.0)  # noqa: E731
    plain = [decide(game, s, depth=1, evaluate=special).moves for s in states]
    assert sum(moves == (3,) for moves in plain) == 4 and plain.count((1,)) >= 50
    player = [(1,) if moves == (3,) else moves for moves in plain]
    examination = beside({1: player, 2: plain}, {1: plain, 2: plain}, (0.0, 1.0, -1.0, -1.0))
    places = [replace(p, state=s) for p, s in zip(examination.positions, states)]
    told = finding(move_limit, replace(examination, positions=tuple(places)), game=game, evaluate=special)
    assert told.outcome == "not tested" and "in 93.5% of positions at depth 1, and no limit" in told.why


def test_many_positions_without_a_difference_are_enough() -> None:
    enough = finding(few_positions, made({"minimax": {1: some(2, 400), 3: some(1, 400)}}))
    assert (enough.outcome, enough.why) == ("ruled out", "400 positions")


def test_answers_that_depend_on_earlier_searches() -> None:
    def table(player: Any, first: Any = lambda n: n % 2 == 0, **things: Any) -> Finding:
        examination = beside(player)
        places = [replace(p, deepest_first=bool(first(n))) for n, p in enumerate(examination.positions)]
        return finding(stale_table, replace(examination, positions=tuple(places)), **things)

    late = table({1: [0] * 200, 3: [n % 2 for n in range(200)]})
    assert (
        late.outcome == "suspected"
        and late.rest
        and "at depth 3 it agrees with a plain search in 100.0% of positions if the deepest search comes first"
        in late.why
    )
    again = table({1: [0] * 200, 3: some(30)[::-1]})
    assert "in 70.0% of positions in the second half of the examination, in 100.0% in the first half" in again.why
    assert table({1: [0] * 30, 3: some(20, 30)}).why == "needs more positions"
    for group in (lambda n: n < 15, lambda n: n >= 15):
        assert table({1: [0] * 200, 3: some(50)}, group).why == "needs more positions"
    assert table({1: [0] * 200, 3: some(50)}, lambda n: n < 20).outcome == "suspected"
    same = table({1: [0] * 200, 3: [0] * 200})
    assert same.outcome == "ruled out" and "in every position" in same.why
    mixed = {1: [0] * 200, 3: [int(n % 4 < 2) for n in range(200)]}
    assert "a table that is full from the start would not show" in table(mixed).why
    early = [(n, Choice((0,))) for n in range(40)]
    quiet = table(mixed, early=early, ask=lambda state, depth: Choice((0,)))
    assert "and 40 early answers did not change" in quiet.why and quiet.outcome == "not tested"
    changed = table(mixed, early=early, ask=lambda state, depth: Choice((int(state < 2),)))
    assert changed.outcome == "suspected" and changed.why.startswith(
        "at depth 1 it answers otherwise in 2 of 40 positions after"
    )
    assert table(mixed, early=early, ask=lambda state, depth: Choice((int(state < 1),))).outcome == "not tested"

    def asked(changed: int, unsteady: int) -> Finding:
        """So many early answers change, and so many of these change back when asked once more."""
        times = dict.fromkeys(range(40), 0)

        def ask(state: Any, depth: Any) -> Choice:
            times[state] += 1
            return Choice((int(state < changed and (times[state] == 1 or state >= unsteady)),))

        return table(mixed, early=early, ask=ask)

    assert asked(8, 2).outcome == "suspected" and asked(8, 3).outcome == "not tested"
    unknown = [(999, Choice((0,)))]
    for things in ({"early": unknown, "ask": lambda s, d: Choice((0,))}, {"early": early}, {"ask": lambda s, d: 1 / 0}):
        told = table(mixed, **things)
        assert told.outcome == "not tested" and told.why.endswith("a table that is full from the start would not show")
    uneven = {1: [0] * 200, 3: [int(n % 20 < (11 if n < 100 else 9)) for n in range(200)]}
    assert table(uneven, lambda n: n % 40 < 20).outcome == "not tested"  # 55 beside 45 of 100 may be chance
    coin = iter([1, 0] * 400)
    unsteady = table(mixed, early=early, ask=lambda state, depth: Choice((next(coin),)))
    assert unsteady.outcome != "suspected" and "it answers unsteadily" in unsteady.why
    assert finding(stale_table, beside(mixed), engine=ENGINE).why == "the table is cleared before every search"
    assert finding(stale_table, made({"minimax": mixed})).why == "these searches do not use a table"
    alone = made({"player": {1: [0] * 200, 3: [n % 2 for n in range(200)]}})
    places = [replace(p, deepest_first=n % 2 == 0) for n, p in enumerate(alone.positions)]
    even = replace(made({"player": mixed}), positions=tuple(
        replace(p, deepest_first=n % 2 == 0) for n, p in enumerate(made({"player": mixed}).positions)
    ))  # fmt: skip
    assert "full from the start" in finding(stale_table, even).why
    kept = finding(stale_table, even, early=early, ask=lambda state, depth: Choice((int(state < 2),)))
    assert kept.outcome == "suspected" and kept.rest is None and "in 2 of 40 positions after deeper" in kept.why
    accurate = finding(stale_table, replace(alone, positions=tuple(places)))
    assert accurate.rest is None and "at depth 3 it is right in 100.0% of positions if the deepest" in accurate.why


def test_the_choice_among_ties() -> None:
    """The first of two moves is right. Both tie at depth 3."""
    ties: dict[int, Any] = {1: [0] * 200, 3: [(0, 1)] * 200}
    bad = finding(tie_breaking, beside({1: [0] * 200, 3: some(160)}, ties))
    assert bad.why == "among ties it chooses worse moves than chance would: -30.0 points at depth 3, +0.0 at depth 1"
    assert bad.rest and bad.rest.accuracy("player")[3].mean() == 0.5
    assert finding(tie_breaking, beside({1: [0] * 200, 3: some(100)[::-1]}, ties)).outcome != "suspected"
    assert finding(tie_breaking, beside({1: [0] * 200, 3: some(50)}, ties)).outcome != "suspected"
    usual = finding(tie_breaking, beside({1: [0] * 200, 3: some(150)}))  # not a matter of ties
    assert usual.outcome == "ruled out" and "at depth 3; a loss of" in usual.why
    # Three of four ties taken badly is half of the worst, four of five is more; and less is enough for a drop.
    level: dict[int, Any] = {1: [(0, 1)] * 200, 3: [(0, 1)] * 200}
    assert finding(tie_breaking, beside({1: some(150), 3: some(148)}, level)).outcome != "suspected"
    assert finding(tie_breaking, beside({1: some(160), 3: some(160)}, level)).outcome == "suspected"
    drops = finding(tie_breaking, beside({1: some(100), 3: some(130)}, level))
    assert drops.outcome == "suspected" and "-15.0 points at depth 3, +0.0 at depth 1" in drops.why
    later = finding(tie_breaking, beside({1: [0] * 200, 2: some(160), 3: some(120)}, {**ties, 2: ties[3]}))
    assert "-30.0 points at depth 2, +0.0 at depth 1" in later.why
    assert (
        finding(tie_breaking, beside({1: [0] * 6, 3: some(5, 6)}, {1: [0] * 6, 3: [(0, 1)] * 6})).outcome
        == "not tested"
    )
    outside = finding(tie_breaking, beside({1: [0] * 200, 3: [(0, 1)] * 200}))  # one of its moves does not tie
    assert outside.outcome == "ruled out"
    some_right = beside({1: [0] * 4}, {1: [(0, 1), (0, 1), (0, 2), (0, 2)]}, (1.0, 1.0, -1.0))
    assert ties._worst(some_right, "minimax", 1) == 0.25
    assert "needs an evaluator" in finding(tie_breaking, made({"player": ALL})).why
    assert finding(tie_breaking, made({"minimax": ALL})).outcome == "ruled out"


def test_choices_beside_random_ones() -> None:
    """One of two moves is right, and ends the game where three are left."""

    def chance(player: dict[int, Any], left: int = 9, side: Any = lambda n: 1) -> Finding:
        examination = made({"player": player}, name="nodes")
        places = [
            replace(p, state=(left + 100 * n, side(n)) if left == 9 else (1, 1))
            for n, p in enumerate(examination.positions)
        ]
        return finding(worse_than_chance, replace(examination, positions=tuple(places)), game=Ends())

    bad = chance({1: some(150), 9: some(160)})
    assert bad.why == "even at 1 nodes it is right in 25% of positions, a random move in 50%"
    assert bad.headline == f"the player chooses worse than chance: {bad.why}"
    assert chance({1: some(100), 9: some(160)}).outcome != "suspected"
    ends = chance({1: some(100), 9: some(160)}, 1)
    assert "at 9 nodes it is right in 20% of the 200 positions in which a right move ends the game at once" in ends.why
    assert chance({1: some(100), 9: some(105)}, 1).outcome != "suspected"
    assert chance({1: [1] * 9, 9: [1] * 9}).why == "needs more positions"
    min_moves = lambda n: -1 if n < 100 else 1  # noqa: E731
    for_max = chance({1: some(80), 9: some(90)}, side=min_moves)
    assert for_max.why == "even at 1 nodes it is right in 20% of positions where Min moves, a random move in 50%"
    assert chance({1: some(50), 9: some(90)}, side=min_moves).outcome != "suspected"
    assert chance({1: some(9), 9: some(9)}, side=lambda n: -1 if n < 9 else 1).outcome != "suspected"
    fine = chance({1: some(90), 9: some(80)})
    assert "it does not choose worse than chance" in fine.why and fine.outcome == "not tested"


class Ends(Nim):
    """Two moves, 0 and 1; the game is over after them where one stone is left."""

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [0, 1] if state[0] else []

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (0 if state[0] == 1 else state[0]), -state[1]


def test_limits_on_moves() -> None:
    game = Nim(9)
    limited = [search.LimitedGame(game, 2, worth).moves((9, side)) for worth in (None, right) for side in (1, -1)]
    assert limited == [[1, 2], [1, 2], [1, 2], [1, 2]]
    far = lambda state: float(state[0])  # noqa: E731  # Max likes what is left
    assert [search.LimitedGame(game, 2, far).moves((9, side)) for side in (1, -1)] == [[1, 2], [3, 2]]
    assert search._best({1: 0.5, 2: 0.5, 3: 1.0}, [1, 2]) == [1, 2]
    assert search._best({1: 0.2, 2: 0.5, 3: 1.0}, [1, 2]) == [2]
    things: dict[str, Any] = {"game": game, "evaluate": right}
    same = finding(move_limit, beside(ALL), **things)
    assert same.outcome == "ruled out" and "in 100.0% of positions at depth 4" in same.why
    refusals = {
        "engines prune moves": finding(move_limit, beside(ALL), engine=ENGINE),
        "needs an evaluator": finding(move_limit, beside(ALL), game=game),
        "needs an evaluator, for": finding(move_limit, beside(ALL), evaluate=right),
        "needs an evaluator, for a plain": finding(move_limit, made({"player": ALL}), **things),
    }
    assert all(told.outcome == "not tested" and told.why.startswith(why) for why, told in refusals.items())
    every = finding(move_limit, made({"minimax": ALL}))
    assert (every.outcome, every.why) == ("ruled out", "the search tries every legal move")
    other = made({"player": {1: some(9), 2: some(0)}, "expectimax": {1: some(0), 2: some(0)}})
    told = finding(move_limit, other, **things)
    assert told.outcome == "not tested" and told.why.startswith(
        "it chooses the same moves as a plain search in 95.5% of positions at depth 1; limits"
    )


def test_a_limit_on_moves_is_found() -> None:
    """Nim with an evaluator that knows nothing: the player looks at two moves everywhere, or only at the root."""
    game, states = Nim(), [(left, side) for left in range(5, 36) for side in (1, -1)]
    worth = lambda state: ((state[0] * 7) % 11 - 5) / 10.0  # noqa: E731
    limited = search.LimitedGame(game, 2)
    whole = {(s, d): decide(game, s, depth=d, evaluate=worth) for s in states for d in (2, 3)}
    two = {at: decide(limited, at[0], depth=at[1], evaluate=worth).moves for at in whole}
    root = {at: search._best({o.move: o.value for o in d.options}, [1, 2]) for at, d in whole.items()}
    last = dict.fromkeys(whole, (3,))

    def examined(player: Any) -> Finding:
        own = {d: [tuple(player[s, d]) for s in states] for d in (2, 3)}
        plain = {d: [whole[s, d].moves for s in states] for d in (2, 3)}
        examination = beside(own, plain, (0.0, 1.0, -1.0, -1.0))
        places = [replace(p, state=s) for p, s in zip(examination.positions, states)]
        return finding(move_limit, replace(examination, positions=tuple(places)), game=game, evaluate=worth)

    everywhere, first, none = (examined(player) for player in (two, root, last))
    assert everywhere.outcome == first.outcome == "suspected" and everywhere.rest is not None
    assert all(agreement(everywhere.rest, "minimax", depth).min() == 1.0 for depth in (2, 3))
    assert everywhere.why.startswith("a search of the 2 first moves agrees with it in 100.0% of 60 positions at depth")
    assert first.why.startswith("a search of the 2 first moves at the root agrees with it in 100.0% of 60 positions")
    assert examined({at: two[at] if at[0][0] % 5 else (3,) for at in whole}).outcome == "not tested"  # not all of them
    assert none.outcome == "not tested" and none.why.endswith("no limit on the moves explains the others")
