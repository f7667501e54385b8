"""What the check of a player's search decides, and in which words, on made-up examinations near its limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from overthink.doctor.check import Case, Finding
from overthink.doctor.checks import search
from overthink.doctor.checks.differences import Explanation, OtherSearch, _blunder, _tested
from overthink.doctor.checks.search import not_the_search
from overthink.doctor.find.beside import Repetition, compare
from overthink.doctor.find.evidence import Doubt
from overthink.doctor.record import Choice, Examination
from overthink.measure.judgement import judge
from overthink.search.decide import decide
from tests.test_doctor import Nim, right
from tests.test_doctor_decisions import finding, made, some
from tests.test_doctor_players import beside


def off(examination: Examination) -> dict[Any, Any]:
    return {
        d: 1.0 - np.array([p.chosen["player", d] == p.chosen["minimax", d] for p in examination.positions], float)
        for d in examination.depths
    }


def test_where_a_player_is_the_plain_search_and_where_not() -> None:
    def one_sided(player: dict[int, Any], side: Any = lambda n: 1) -> list[str]:
        examination = beside(player)
        places = [replace(p, state=(9, side(n))) for n, p in enumerate(examination.positions)]
        examination = replace(examination, positions=tuple(places))
        case = Case(examination, judge(examination.accuracy("player")), Doubt(None, None), game=Nim())
        return search._one_sided(case, off(examination))

    odd = {1: some(10), 2: some(0), 3: some(10), 4: some(0)}
    assert one_sided(odd) == [
        "at even depths it chooses as the plain search does everywhere, at odd depths it does not"
    ]
    assert one_sided({depth + 1: moves for depth, moves in odd.items()})[0].startswith("at odd depths it chooses as")
    assert not one_sided({**odd, 3: some(0)}) and not one_sided({**odd, 2: some(1)})
    assert not one_sided({1: some(3), 2: some(0), 3: some(3), 4: some(0)})  # three positions may be chance
    even = {1: some(0), 2: some(5), 3: some(0)}  # a third of all choices: five positions are no accident, four may be
    assert one_sided(even)[0].startswith("at odd depths it chooses as") and not one_sided({**even, 2: some(4)})
    turns = lambda n: 1 if n % 2 else -1  # noqa: E731
    sides = {d: [int(n % 2 and n < 40) for n in range(200)] for d in (1, 2, 3)}
    assert one_sided(sides, turns) == [
        "where Min moves it chooses as the plain search does everywhere, where Max moves it does not"
    ]
    horizon = {d: [int((n + d) % 2 and n < 60) for n in range(200)] for d in (1, 2, 3, 4)}
    assert one_sided(horizon, turns) == [
        "where Min moves at the horizon it chooses as the plain search does everywhere, "
        "where Max moves at the horizon it does not"
    ]


def test_reasons_to_suspect_a_search() -> None:
    drop = beside({1: some(0), 3: some(40)})
    assert search._drops(drop, "minimax") == [
        "it drops by 20.0 points from depth 1 to 3, where the plain search changes by +0.0"
    ]
    assert not search._drops(beside({1: some(0), 3: some(40)}, {1: some(0), 3: some(40)}), "minimax")
    near = beside({1: some(0), 3: some(40)}, {1: some(0), 3: [0] * 30 + [1] * 37 + [0] * 133})
    assert not search._drops(near, "minimax")  # the plain search drops nearly as much
    assert not search._drops(beside({1: some(0, 2000), 3: some(15, 2000)}), "minimax")  # less than a point
    changing = {1: some(0), 3: some(100)}
    assert search._same_at_all(beside({1: some(0), 3: some(0)}, changing), "minimax") == [
        "it chooses the same at every depth, where the plain search changes in 50% of positions"
    ]
    assert not search._same_at_all(beside({1: some(0), 3: some(1)}, changing), "minimax")
    assert not search._same_at_all(beside({1: some(0), 3: some(0)}, {1: some(0), 3: some(9)}), "minimax")
    # Half of the differences help: it gains nothing.
    wrong, plain = {1: some(20), 3: some(0)}, {1: [0] * 20 + [1] * 20 + [0] * 160, 3: some(0)}
    useless = beside(wrong, plain)
    assert search._no_better(useless, "minimax", off(useless)) == [
        "at depth 1 it often decides otherwise than a plain search of the same depth, and is not better for it"
    ]
    useful = beside({1: some(0), 3: some(0)}, plain)
    assert not search._no_better(useful, "minimax", off(useful))
    rare = beside({1: some(4), 3: some(0)})
    assert not search._no_better(rare, "minimax", off(rare))
    worse = {n: search._worse(beside({1: some(n), 3: some(n)}), "minimax") for n in (4, 6, 8)}
    assert worse == {
        4: [],
        6: ["over all depths it decides 6 positions worse than a plain search and 0 better"],
        8: ["at depths 1, 3 it decides worse than a plain search of the same depth, by 4.0 points at depth 1"],
    }
    uneven = search._worse(beside({1: some(8), 3: some(20)}), "minimax")
    assert uneven[0].endswith(
        "at depths 1, 3 it decides worse than a plain search of the same depth, by 10.0 points at depth 3"
    )
    small = search._worse(beside({1: some(10, 2000), 3: some(10, 2000)}), "minimax")
    assert small == ["over all depths it decides 10 positions worse than a plain search and 0 better"]
    both = {1: [0] * 12 + [1] * 2 + [0] * 186, 3: [0] * 12 + [1] * 2 + [0] * 186}
    mixed = search._worse(beside({1: some(12), 3: some(12)}, both), "minimax")
    assert mixed == ["over all depths it decides 12 positions worse than a plain search and 2 better"]
    unsteady, steady = Repetition(30, 3, 2), Repetition(30, 3, 1)
    assert search._unsteady(unsteady, off(rare)) == ["asked twice, it answers otherwise in 3 of 30 cases"]
    assert not search._unsteady(steady, off(rare)) and not search._unsteady(
        unsteady, off(beside({1: some(60), 3: some(0)}))
    )
    assert not search._unsteady(None, off(rare))


def test_a_search_that_is_not_what_it_says() -> None:
    def search(examination: Examination, **things: Any) -> Finding:
        places = [replace(p, state=(20 + n, 1)) for n, p in enumerate(examination.positions)]
        examination = replace(examination, positions=tuple(places))
        given = {"game": Nim(), "evaluate": right, "comparison": compare(examination, Nim(), right)} | things
        return finding(not_the_search, examination, **given)

    worth = (0.0, 1.0, -1.0, -1.0)  # the moves 1, 2, 3 of Nim; 0 is none
    plain = {1: [1] * 100, 2: [1] * 100, 3: [1] * 100}
    same = search(made({"player": plain, "minimax": plain}, worth))
    assert same.outcome == "ruled out" and "in all 100 positions, at every depth" in same.why
    differs = {1: [2] * 100, 2: [1] * 100}
    other = compare(made({"player": differs, "minimax": {1: [1] * 100, 2: [1] * 100}}, worth), Nim(), right)
    assert (
        search(made({"player": plain, "minimax": plain}, worth), comparison=other).why
        == "a check above explains what differs"
    )
    bug = search(made({"player": {**plain, 2: [2] * 30 + [1] * 70}, "minimax": plain}, worth))
    assert bug.outcome == "suspected" and bug.rest and bug.rest.accuracy("player")[2].mean() == 1.0
    assert bug.headline.startswith(
        "the search is not what it says: at depth 2 it decides worse than a plain search of the same depth, by 30.0"
    )
    assert "100.0% at depth 1, 70.0% at depth 2" in bug.why and "it differs at depth 2 (even depths only)" in bug.why
    rare = search(made({"player": {**plain, 2: [2, *[1] * 99], 3: [2, *[1] * 99]}, "minimax": plain}, worth))
    assert rare.outcome == "not tested" and rare.why.startswith(
        "it is another search, and not worse; if it is meant to be a plain"
    )
    assert rare.why.endswith("points would have been seen")
    alone, nodes = search(made({"player": plain}, worth)), search(made({"player": plain}, worth, name="nodes"))
    assert alone.outcome == nodes.outcome == "not tested"
    assert alone.why.startswith("needs the player's evaluator") and "no plain search has nodes" in nodes.why


def test_another_rule_is_not_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player takes another right move than the plain search, as a rule would."""
    monkeypatch.setattr(not_the_search, "blunders_of", lambda *_: None)

    def told(other: int, explanation: Explanation | None, **things: Any) -> Finding:
        monkeypatch.setattr(not_the_search, "explain_player", lambda *_: explanation)
        plain = {1: [1] * 100, 2: [1] * 100}
        search = made(
            {"player": {d: [2] * other + [1] * (100 - other) for d in plain}, "minimax": plain}, (0, 1.0, 1.0, 0)
        )
        places = tuple(replace(p, state=(20 + n, 1)) for n, p in enumerate(search.positions))
        search = replace(search, positions=places)
        return finding(
            not_the_search, search, game=Nim(), evaluate=right, comparison=compare(search, Nim(), right), **things
        )

    rule = Explanation("used the rule x", 1.0, 0.2, 1.0, 24, mistake=False)
    sound = told(60, rule)
    assert sound.outcome == "ruled out" and sound.why.endswith("of positions, but as if it used the rule x in 100%")
    meant = told(10, rule)
    assert meant.outcome == "not tested" and meant.why.startswith("if it is meant to be a plain search")
    loose = told(60, replace(rule, chance=0.6))  # so many moves tie that it explains any player
    often = "the search is not what it says: at depths 1, 2 it often decides otherwise than a plain search"
    assert loose.outcome == "suspected" and loose.headline == told(60, None).headline and often in loose.headline
    mistake = told(60, replace(rule, name="forgot x", mistake=True))
    assert mistake.headline.startswith(
        "the search is not what it says: where they differ, it chooses as if it forgot x"
    )
    assert "it differs at depth" not in mistake.why and "asked twice" not in mistake.why
    coin = iter([1, 3] * 400)
    unsteady = told(10, rule, ask=lambda state, depth: Choice((next(coin),)))
    assert unsteady.outcome == "suspected" and unsteady.headline.startswith(
        "the search is not what it says: asked twice"
    )
    assert unsteady.why.count("asked twice") == 1
    steady = told(60, None, ask=lambda state, depth: Choice((2 if state[0] < 80 else 1,)))
    assert steady.why.endswith("asked twice, it answers alike")


def guess(state: tuple[int, int]) -> float:
    """An opinion on Nim that knows nothing."""
    return ((state[0] * 7) % 11 - 5) / 10.0


STATES = [(left, side) for left in range(5, 25) for side in (1, -1)]


def played(player: Any, values: Any = lambda plain, move: 1.0, **things: Any) -> Finding:
    """A player of Nim beside the plain search, with a truth made of what that chooses at depth 2."""
    plain = {(s, d): decide(Nim(), s, depth=d, evaluate=guess).moves for s in STATES for d in (1, 2, 3)}
    examination = beside(
        {d: [tuple(player(s, d, plain)) for s in STATES] for d in (1, 2, 3)},
        {d: [plain[s, d] for s in STATES] for d in (1, 2, 3)},
        (0.0,) * 4,
    )
    places = [
        replace(p, state=s, values={move: values(plain[s, 2], move) for move in (1, 2, 3)})
        for p, s in zip(examination.positions, STATES)
    ]
    examination = replace(examination, positions=tuple(places))
    comparison = compare(examination, Nim(), guess)
    return finding(not_the_search, examination, game=Nim(), evaluate=guess, comparison=comparison, **things)


def test_the_mistake_that_explains_a_player_is_named_once() -> None:
    def lazy(state: Any, depth: int, plain: Any) -> Any:
        return plain[state, max(1, depth - 1)]

    name = "it chooses as if it looked one ply less far"
    told = played(lazy)
    assert told.headline.startswith(f"the search is not what it says: where they differ, {name}, in 100% of ")
    assert told.headline.count(name) == 1
    worse = played(lazy, lambda plain, move: 1.0 if move in plain else -1.0)
    assert worse.headline.startswith("the search is not what it says: at depth 2 it decides worse than a plain")
    assert worse.headline.endswith(f"; {name}") and "(by chance" in worse.why


def explained(wrong: int, choose: Any, n: int = 200, always: bool = False) -> Explanation | None:
    """How a search explains a player that takes the move 1 in some positions, and as the plain search 0 in the rest."""
    examination = beside({2: some(wrong, n)}, worth=(1.0, 0.5, 0.0, -1.0))
    other = OtherSearch("did so", lambda position, depth: choose(position.state), always=always)
    return _tested(other, examination, "minimax", {2: np.array(some(wrong, n)) > 0})


def test_what_it_takes_to_explain_a_player() -> None:
    """Nine tenths of the differences, and more than chance would; or all choices, where that is asked."""
    whole = explained(20, lambda n: [int(n < 20)])
    assert str(whole) == "where they differ, it chooses as if it did so, in 100% of 20 cases (by chance 33%)"
    assert whole and whole.agrees == 1.0
    assert explained(20, lambda n: [int(n < 18)]) and not explained(20, lambda n: [int(n < 17)])
    assert not explained(20, lambda n: [0, 1, 2, 3])  # where all moves tie, that is chance
    elsewhere = explained(20, lambda n: [1])
    assert elsewhere and elsewhere.agrees == pytest.approx(0.1) and not explained(20, lambda n: [1], always=True)
    assert explained(20, lambda n: [int(n < 20)], always=True)
    assert not explained(4, lambda n: [int(n < 4)], 400, always=True)  # nearly always is the plain search


def test_moves_that_are_proven_to_be_worse() -> None:
    """Nim: from three stones, only to take all of them wins. From five, to leave three loses."""

    def blunder(
        left: int, side: int, chosen: int, plain: int, depth: int, exact: bool = True, lost: bool = False
    ) -> bool:
        examination = made({"player": {depth: [chosen]}, "minimax": {depth: [plain]}}, exact=exact)
        values = {m: -1.0 if lost or (left - m) % 4 else 1.0 for m in (1, 2, 3)}
        position = replace(examination.positions[0], state=(left, side), values=values)
        return _blunder(examination, position, "minimax", depth, Nim(), 0.8)

    for side in (1, -1):
        assert blunder(3, side, 1, 3, 2, exact=False)  # a win beside a loss
        assert blunder(3, side, 1, 3, 1) and not blunder(3, side, 1, 3, 1, exact=False)  # a win beside an opinion
        assert blunder(5, side, 2, 1, 2) and not blunder(5, side, 2, 1, 2, exact=False)  # an opinion beside a loss
        assert not blunder(5, side, 2, 1, 2, lost=True)  # all moves lose
        assert not blunder(5, side, 2, 1, 1) and not blunder(21, side, 2, 1, 3)
