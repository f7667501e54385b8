"""A player beside a plain search: what is compared, what is suspected, and what is left to depth."""

from __future__ import annotations

import contextlib
import io
import json
import random
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from click.testing import CliRunner
from validation.bugs import BUGS
from validation.cases import examine, positions_of, truth_of_game
from validation.planted import Known, Planted
from validation.players import SOUND
from validation.small_games import GAMES

import overthink as ot
from overthink.cli import main
from overthink.core.plain import to_json
from overthink.doctor.check import Case, falls, visible_from
from overthink.doctor.checks import search
from overthink.doctor.checks.differences import blunders_of, parts_of, place_of
from overthink.doctor.checks.examination import parity
from overthink.doctor.checks.ties import equal_wins
from overthink.doctor.find.advice import advise, try_other_rules
from overthink.doctor.find.beside import fair_choices, plain_choices
from overthink.doctor.find.causes import opinions_of
from overthink.doctor.find.evidence import Doubt, swaps_of
from overthink.doctor.record import Examination, Record
from overthink.measure.judgement import judge
from overthink.measure.paired import mcnemar, sign_test

HEAPS = "two heaps"
SEARCH = "a search that is not what it says"


def seen(player: dict[int, list[int]], plain: dict[int, list[int]], worth: tuple[float, ...]) -> Examination:
    """Positions whose moves 0, 1, … have these values, with one choice of the player and of the plain search each."""
    positions = [
        Record(
            n,
            dict(enumerate(worth)),
            {
                **{("player", d): (moves[n],) for d, moves in player.items()},
                **{("minimax", d): (moves[n],) for d, moves in plain.items()},
            },
        )
        for n in range(len(next(iter(player.values()))))
    ]
    return Examination(tuple(positions), ("player", "minimax"), tuple(player), "a table", True, (), 0)


def outcome(check: Any, examination: Examination) -> Any:
    judgement = judge(examination.accuracy("player"))
    return check(Case(examination, judgement, Doubt(None, None)))


def test_one_sided_sign_test() -> None:
    a, b = np.zeros(7), np.ones(7)
    assert sign_test(a, b) == pytest.approx(0.5**7) and sign_test(b, a) == pytest.approx(1.0)
    rng = np.random.default_rng(1)
    first, second = rng.integers(0, 2, 60).astype(float), rng.integers(0, 2, 60).astype(float)
    assert mcnemar(first, second).p_value == pytest.approx(
        min(1.0, 2.0 * min(sign_test(first, second), sign_test(second, first)))
    )


@pytest.mark.parametrize("name", [name for name in SOUND if not name.startswith(("quiescence", "the rule", "transp"))])
def test_sound_players_choose_as_a_plain_search_does(name: str) -> None:
    random.seed(1)
    for game in GAMES.values():
        player, state = SOUND[name](game, game.judge, 0), game.initial()
        for _ in range(12):
            moves = game.moves(state)
            if len(moves) == 0:
                break
            for depth in (1, 2, 3):
                best = ot.decide(game, state, depth=depth, evaluate=game.judge).moves
                chosen = player(state, depth)
                assert set(chosen) <= set(best) if isinstance(chosen, list) else chosen in best
            state = game.play(state, random.choice(list(moves)))


def test_choices_are_taken_from_the_plain_search() -> None:
    found = seen({1: [0, 1, 2], 3: [0, 0, 2]}, {1: [0, 0, 2], 3: [0, 0, 0]}, (1.0, 0.0, -1.0))
    assert plain_choices(found, "minimax").accuracy("player")[3].tolist() == found.accuracy("minimax")[3].tolist()
    assert fair_choices(found, "minimax").accuracy("player")[1].tolist() == [1.0, 0.0, 0.0]


def test_spoilt_and_mended_with_a_test_between_them() -> None:
    """With two depths the test is McNemar's without its correction; a symmetric case has no winner."""
    right, wrong = 0, 1
    found = seen({1: [right] * 30 + [wrong] * 10, 3: [wrong] * 30 + [right] * 10}, {1: [0] * 40}, (1.0, -1.0))
    swaps = swaps_of(found, "player")
    assert (swaps.spoilt, swaps.mended, swaps.harms) == (30, 10, True)
    assert swaps.p_value == pytest.approx(0.001565, rel=1e-3) and "more spoilt than by chance" in swaps.sentence
    even = swaps_of(seen({1: [0, 1], 3: [1, 0]}, {1: [0, 0]}, (1.0, -1.0)), "player")
    assert even.p_value == 1.0 and "no more of either" in even.sentence
    # Three depths, nearly always right: more are mended than spoilt, and that is chance.
    generator = np.random.default_rng(3)
    chance = {d: (generator.random(4000) < 0.1).astype(int).tolist() for d in (1, 3, 5)}
    lucky = swaps_of(seen(chance, {1: [0] * 4000}, (1.0, -1.0)), "player")
    assert lucky.mended > 1.5 * lucky.spoilt and lucky.p_value > 0.01


def test_where_the_player_differs() -> None:
    differs = np.array([1.0] * 30 + [0.0] * 70)
    inside = np.arange(100) < 40
    place = place_of(differs, {"early": inside, "even": np.arange(100) % 2 == 0, "late": ~inside})
    assert place and place.where == "early" and place.inside == 0.75 and place.outside == 0.0
    assert place_of(np.zeros(100), {"early": inside}) is None
    assert parts_of([("ab  ", 1), ("    ", 1)]) == [(3, " "), (1, " ")] and parts_of([3, 4]) is None


def test_slower_wins_between_neighbours_are_not_odd_against_even() -> None:
    slow = {1: [0] * 200, 2: [n % 2 for n in range(200)], 3: [0] * 200}
    found = seen(slow, {d: [0] * 200 for d in (1, 2, 3)}, (1.0, 0.9, -1.0))
    finding = outcome(equal_wins, found)
    assert finding.outcome == "suspected" and finding.rest is not None
    assert not falls(judge(finding.rest.accuracy("player")))
    assert outcome(parity, found).outcome == "suspected"  # alone; after the other check nothing is left to it
    assert outcome(parity, finding.rest).outcome == "ruled out"
    always = seen({d: [1] * 200 for d in (1, 3)}, {d: [0] * 200 for d in (1, 3)}, (1.0, 0.9, -1.0))
    assert "slower win" in outcome(equal_wins, always).why


def test_odd_against_even_is_not_ruled_out_beside_a_drop() -> None:
    rows = {1: [0] * 300, 2: [1] * 9 + [0] * 291, 3: [0] * 300}
    assert outcome(parity, seen(rows, rows, (1.0, -1.0))).outcome in ("suspected", "not tested")
    few = {d: [n % 2 for n in range(12)] if d % 2 else [(n // 2) % 2 for n in range(12)] for d in (1, 2, 3)}
    assert outcome(parity, seen(few, few, (1.0, -1.0))).outcome == "not tested"
    assert visible_from(judge(found_flat()).pairs[0].gain, 0.95) > 0.0


def found_flat() -> dict[int, Any]:
    return {1: np.array([0.0, 1.0] * 50), 3: np.array([1.0, 0.0] * 50)}


BUG_NAMES = (
    "the score of a win overflows",
    "leaves from the wrong side at even depths",
    "one ply less in half of the positions",
    "the other side is not turned",
    "noise in the evaluation",
)


def test_worse_is_said_of_the_depth_and_of_the_player() -> None:
    """A player that is wrong where the plain search is right; the other way round nothing is said."""
    right, wrong = [0] * 40, [1] * 30 + [0] * 10
    worse = seen({1: right, 2: wrong}, {1: right, 2: right}, (1.0, -1.0))
    (reason,) = search._worse(worse, "minimax")
    assert reason == "at depth 2 it decides worse than a plain search of the same depth, by 75.0 points"
    assert not search._worse(seen({1: right, 2: right}, {1: right, 2: wrong}, (1.0, -1.0)), "minimax")


@pytest.mark.parametrize("name", BUG_NAMES)
def test_a_bug_is_sent_to_the_search(name: str) -> None:
    found = examine(HEAPS, BUGS[name], 120, 5)
    assert found.kind == "suspect" and "deeper is worse" not in found.verdict, found.verdict
    assert found.advice.rule == "" and "examine it again" in found.advice.sentence


def test_the_comparison_is_in_text_json_and_page(tmp_path: Any) -> None:
    found = examine(HEAPS, BUGS["leaves from the wrong side at even depths"], 120, 5)
    assert found.comparison and found.comparison.by_depth[1].agrees.mean == 1.0
    assert found.comparison.by_depth[2].spoilt > found.comparison.by_depth[2].mended
    text, page = str(found), found.report(tmp_path / "doctor.html").read_text()
    assert found.verdict.startswith("the search is not what it says") and "wrong side" in found.verdict
    assert 1 <= len(found.comparison.telling) <= 3
    for telling in found.comparison.telling:
        assert telling.plain_worth >= telling.player_worth and set(telling.player) - set(telling.plain)
        assert telling.position in text and telling.position in page
    assert "Your search beside a plain one" in text and "Your search beside a plain one" in page
    assert '"comparison": {' in to_json(found.as_dict()) and '"swaps": {' in to_json(found.as_dict())
    assert found.advice.line.startswith("player(") and found.comparison.telling[0].position in found.advice.line


def test_moves_that_a_search_of_the_same_depth_proves_to_be_worse() -> None:
    """The player sometimes loses at once where it need not; the count is compared with the rules of the game."""
    game, states = GAMES[HEAPS], [(a, b, 1) for a in range(5) for b in range(5) if a % 3 != b % 3]
    truth = truth_of_game(HEAPS)

    def careless(state: Any, depth: int) -> Any:
        moves = ot.decide(game, state, depth=depth, evaluate=game.judge).moves
        bad = [move for move, value in truth.values(state).items() if value < 0.0]
        return bad[0] if state[0] + state[1] <= depth + 1 and bad else moves[0]

    found = ot.diagnose(game, game.judge, player=careless, depths=(2, 3), positions=states, truth=truth)
    blunders = blunders_of(found.examination, "minimax", game, opinions_of(found.examination, game, game.judge))
    off = [(p, d) for p in found.examination.positions for d in (2, 3) if careless(p.state, d) not in p.right]
    assert blunders and blunders.differences == len(off)
    seen_lost = [p for p, d in off if any(v > 0.0 for v in p.values.values()) and p.state[0] + p.state[1] <= d]
    assert len(seen_lost) <= blunders.proven <= len(off)
    assert not blunders_of(plain_choices(found.examination, "minimax"), "minimax", game, ())


def test_a_table_that_believes_deeper_searches_is_not_ruled_out() -> None:
    found = examine(HEAPS, BUGS["a table that believes deeper searches"], 120, 5)
    of = {imitator.name: imitator for imitator in found.imitators}
    assert of["a stale or shared transposition table"].outcome == "suspected"
    assert "clear the table" in found.advice.sentence


@pytest.mark.parametrize("name", ["ties at random", "alpha-beta", "transpositions", "the rule althofer"])
def test_a_sound_player_is_not_suspected(name: str) -> None:
    found = examine(HEAPS, SOUND[name], 120, 5)
    assert not found.suspected, found.verdict


def test_a_player_alone_is_told_what_is_missing() -> None:
    states = positions_of(HEAPS, 120, 5)
    game = GAMES[HEAPS]
    found = ot.diagnose(game, player=lambda s, d: game.moves(s)[-1], depths=(1, 2, 3), positions=states)
    of = {imitator.name: imitator for imitator in found.imitators}
    assert of[SEARCH].outcome == "not tested" and "evaluator" in of[SEARCH].why


def test_trouble_in_the_evaluator() -> None:
    game, states = GAMES["stones that fall"], positions_of("stones that fall", 120, 5)
    truth = truth_of_game("stones that fall")
    generator = random.Random(1)

    def trouble(evaluate: Any) -> str:
        found = ot.diagnose(game, evaluate, depths=(1, 2), positions=states, truth=truth)
        return next(i.outcome + ": " + i.why for i in found.imitators if i.name == "trouble in the evaluator")

    assert trouble(game.judge).startswith("ruled out")
    assert "asked twice" in trouble(lambda state: game.judge(state) + generator.random())
    assert "beyond any result" in trouble(lambda state: 100.0 * game.judge(state))

    def wrapped(state: Any) -> float:
        """Sure wins overflow in a third of the positions."""
        value = truth.worth(state)
        return -0.9 if value > 0.0 and crc32(repr(state).encode()) % 3 == 0 else 0.5 * value

    overflow = trouble(wrapped)
    assert overflow.startswith("suspected") and "average" in overflow


def test_advice_follows_from_the_verdict() -> None:
    flat = seen({d: [n % 2 for n in range(100)] for d in (1, 3)}, {d: [0] * 100 for d in (1, 3)}, (1.0, -1.0))
    alone = Examination(flat.positions, ("player",), flat.depths, "", True, (), 0)
    unclear = advise(alone, judge(alone.accuracy("player")))
    assert unclear.sentence == "nothing is surely better than the player at depth 3" and not unclear.line
    drop = seen(
        {1: [0] * 200, 3: [n % 2 for n in range(4) for _ in range(50)]}, {1: [0] * 200, 3: [0] * 200}, (1.0, -1.0)
    )
    alone = Examination(drop.positions, ("player",), drop.depths, "", True, (), 0)
    worse = advise(alone, judge(alone.accuracy("player")))
    assert worse.line == "player(state, 1)" and worse.gain and worse.gain.low > 0.0 and worse.depth == 1
    rising = seen({1: [n % 2 for n in range(200)], 3: [0] * 200}, {1: [0] * 200, 3: [0] * 200}, (1.0, -1.0))
    alone = Examination(rising.positions, ("player",), rising.depths, "", True, (), 0)
    better = advise(alone, judge(alone.accuracy("player")))
    assert better.sentence == "stay with the player at depth 3" and not better.line


def test_other_rules_are_tried_on_the_same_positions() -> None:
    game = Planted(b=4, span=1, keep=0.15, flip=0.2)
    found = ot.diagnose(game, game.opinion(), depths=(1, 3), positions=game.starts(70, 3), truth=Known(game))
    trial = try_other_rules(found.examination, game, game.opinion(), 0.2)
    assert trial and trial.learned
    assert trial.examination.rules[0] == "minimax" and {"emm", "vote"} <= set(trial.examination.rules)
    for position in trial.examination.positions[:5]:
        decision = ot.decide(game, position.state, rule="emm", depth=3, evaluate=game.opinion(), error=0.2)
        assert position.chosen["emm", 3] == decision.moves
        decision = ot.decide(game, position.state, rule=trial.learned, depth=3, evaluate=game.opinion())
        assert position.chosen["learned-odds", 3] == decision.moves
    advice = advise(found.examination, found.judgement, trial=trial, error=0.2)
    assert set(advice.other_rules) == set(trial.examination.rules) - {"minimax"}
    assert advice.other_rules["learned-odds"][3].n == len(trial.examination.positions) // 2  # not where it learned
    named = replace(found.examination, rules=("minimax", "emm"))
    assert try_other_rules(named, game, game.opinion(), 0.2) is None  # the user has chosen


MODULE = """
class Nim:
    def initial(self): return (21, 1)
    def mover(self, s): return s[1]
    def moves(self, s): return [k for k in (1, 2, 3) if k <= s[0]]
    def play(self, s, m): return (s[0] - m, -s[1])
    def utility(self, s): return -float(s[1])

def judge(s): return s[1] * (0.8 if s[0] % 4 else -0.8)
def search(s, depth): return max(1, s[0] % 4) if depth == 1 else 1
"""


def test_the_line_of_advice_can_be_pasted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pile.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    options = ("--evaluate", "pile:judge", "--player", "pile:search", "--depths", "1-3", "--positions", "60", "--json")
    found = CliRunner().invoke(main, ["doctor", "pile:Nim", *options, "--jobs", "1"])
    advice = json.loads(found.stdout)["advice"]
    assert "examine it again" in advice["sentence"]
    python, flag, code = shlex.split(advice["line"])
    assert (python, flag) == ("python", "-c") and "from pile import Nim" in code
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue().startswith("1 ")  # the player's move, then the decision of the plain search
    monkeypatch.delitem(sys.modules, "pile")
