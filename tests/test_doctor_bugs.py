"""Players with planted bugs, sound players, and what the doctor says of them, in games of two players and of one."""

import contextlib
import io
import json
import random
import shlex
from dataclasses import replace
from functools import cache
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
from overthink.doctor.checks.examination import equal_wins, parity
from overthink.doctor.find.advice import advise, try_other_rules
from overthink.doctor.find.evidence import Swaps, falls, local_pathology, pair_of, swaps_of
from overthink.measure.judgement import judge
from overthink.measure.paired import mcnemar, sign_test
from tests.test_doctor import MODULE
from tests.test_doctor_decisions import SLOW, beside, finding, some

HEAPS = "two heaps"


def test_one_sided_sign_test() -> None:
    a = np.zeros(7)
    b = np.ones(7)
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
        player = SOUND[name](game, game.judge, 0)
        state = game.initial()
        for _ in range(12):
            moves = game.moves(state)
            if len(moves) == 0:
                break
            for depth in (1, 2, 3):
                best = ot.decide(game, state, depth=depth, evaluate=game.judge).moves
                chosen = player(state, depth)
                assert set(chosen) <= set(best) if isinstance(chosen, list) else chosen in best
            state = game.play(state, random.choice(list(moves)))


def test_worsened_and_improved_with_a_test_between_them() -> None:
    """The test is exact, and against the pair of depths that the verdict names; a symmetric case has no winner."""

    def swaps(chosen: dict[int, list[int]]) -> Swaps:
        examination = beside(chosen)
        pair = pair_of(judge(examination.accuracy("player")))
        found = swaps_of(examination, "player", pair)
        worsened = local_pathology(examination, "player", pair)
        assert found.worsened == len(worsened) and found.worsened + found.improved <= found.positions
        assert {(each.shallow, each.deep) for each in worsened} <= {(found.shallow, found.deep)}
        return found

    right, wrong = 0, 1
    worse = swaps({1: [right] * 30 + [wrong] * 10, 3: [wrong] * 30 + [right] * 10})
    assert (worse.worsened, worse.improved, worse.harms) == (30, 10, True)
    assert worse.p_value == pytest.approx(0.00222, rel=1e-2) and "more worsened than by chance" in worse.sentence
    even = swaps({1: [0, 1], 3: [1, 0]})
    assert even.p_value == 1.0 and "may be chance" in even.sentence
    other = swaps({1: some(80), 2: some(0), 3: some(0), 4: some(2)})  # from 1 to 3: the drop to 4 is another pair
    assert (other.shallow, other.deep, other.worsened, other.improved) == (1, 3, 0, 80) and not other.harms


def test_slower_wins_between_neighbours_are_not_odd_against_even() -> None:
    found = beside({1: [0] * 200, 2: [n % 2 for n in range(200)], 3: [0] * 200}, worth=SLOW)
    slow = finding(equal_wins, found)
    assert slow.outcome == "suspected" and slow.rest is not None
    assert not falls(judge(slow.rest.accuracy("player")))
    assert finding(parity, found).outcome == "suspected"  # alone; after the other check nothing is left to it
    assert finding(parity, slow.rest).outcome == "ruled out"


BUG_NAMES = (
    "the score of a win overflows",
    "leaves from the wrong side at even depths",
    "one ply less in half of the positions",
    "the other side is not turned",
    "noise in the evaluation",
    "leaves from the wrong side from depth 4 on",
    "the best value begins at 0",
    "the best move of the position before",
    "a pass that counts as a bound",
)
SOUND_NAMES = (
    "ties at random",
    "alpha-beta",
    "transpositions",
    "the rule althofer",
    "windows of no width",
    "a table of bounds",
)


@cache
def examined(name: str) -> ot.Diagnosis:
    return examine(HEAPS, BUGS[name], 120, 5)


@pytest.mark.exhaustive(but=["leaves from the wrong side at even depths"])
@pytest.mark.parametrize("name", BUG_NAMES)
def test_a_bug_is_sent_to_the_search(name: str) -> None:
    found = examined(name)
    assert found.kind == "suspect" and found.verdict.startswith("this search is not what it claims"), found.verdict
    assert found.advice.rule == "" and "examine it again" in found.advice.sentence
    assert found.claim and found.claim.example and found.as_dict()["claim"]["text"] == str(found.claim)


def test_the_comparison_is_in_text_json_and_page(tmp_path: Any) -> None:
    found = examined("leaves from the wrong side at even depths")
    assert found.comparison and found.comparison.by_depth[1].agrees.mean == 1.0
    assert found.comparison.by_depth[2].worsened > found.comparison.by_depth[2].improved
    text = str(found)
    page = found.report(tmp_path / "doctor.html").read_text()
    assert found.verdict.startswith("this search is not what it claims") and "Repeat: player(" in text
    assert "Your search beside a plain one" in text and "Your search beside a plain one" in page
    assert '"comparison": {' in to_json(found.as_dict()) and '"swaps": {' in to_json(found.as_dict())
    assert not found.advice.line and "What your search claims" in page


@pytest.mark.exhaustive(but=["ties at random", "alpha-beta"])
@pytest.mark.parametrize("name", SOUND_NAMES)
def test_a_sound_player_is_not_suspected(name: str) -> None:
    found = examine(HEAPS, SOUND[name], 120, 5)
    assert not found.suspected, found.verdict


@pytest.mark.exhaustive
def test_trouble_in_the_evaluator() -> None:
    game = GAMES["stones that fall"]
    states = positions_of("stones that fall", 120, 5)
    truth = truth_of_game("stones that fall")
    generator = random.Random(1)

    def trouble(evaluate: Any) -> str:
        found = ot.diagnose(game, evaluate, depths=(1, 2), positions=states, truth=truth)
        names = ("an evaluator that answers otherwise", "trouble in the evaluator")
        every = [f"{i.outcome}: {i.why}" for i in found.imitators if i.name in names]
        return next((each for each in every if each.startswith("suspected")), every[-1])

    assert trouble(game.judge).startswith("not seen")
    assert "asked twice" in trouble(lambda state: game.judge(state) + generator.random())
    assert "beyond any result" in trouble(lambda state: 100.0 * game.judge(state))  # and not suspected

    def wrapped(state: Any) -> float:
        """Sure wins overflow in a third of the positions."""
        value = truth.worth(state)
        return -0.9 if value > 0.0 and crc32(repr(state).encode()) % 3 == 0 else 0.5 * value

    assert trouble(wrapped).startswith("suspected")
    assert "the wrong side" in trouble(lambda state: game.mover(state) * game.judge(state))


@pytest.mark.exhaustive
def test_other_rules_are_tried_on_the_same_positions(interpreted: None) -> None:
    game = Planted(b=4, span=1, keep=0.15, flip=0.2)
    found = ot.diagnose(game, game.opinion(), depths=(1, 2), positions=game.starts(70, 3), truth=Known(game))
    trial = try_other_rules(found.examination, game, game.opinion(), 0.2)
    assert trial and trial.learned
    assert trial.examination.rules[0] == "minimax" and {"emm", "vote"} <= set(trial.examination.rules)
    for position in trial.examination.positions[:5]:
        decision = ot.decide(game, position.state, rule="emm", depth=2, evaluate=game.opinion(), error=0.2)
        assert position.chosen["emm", 2] == decision.moves
        decision = ot.decide(game, position.state, rule=trial.learned, depth=2, evaluate=game.opinion())
        assert position.chosen["learned-odds", 2] == decision.moves
    advice = advise(found.examination, found.judgement, trial=trial, error=0.2)
    assert set(advice.other_rules) == set(trial.examination.rules) - {"minimax"}
    assert advice.other_rules["learned-odds"][2].n == len(trial.examination.positions) // 2  # not where it learned
    named = replace(found.examination, rules=("minimax", "emm"))
    assert try_other_rules(named, game, game.opinion(), 0.2) is None  # the user has chosen


def test_the_line_of_advice_can_be_pasted(own_folder: Path) -> None:
    (own_folder / "pile.py").write_text(MODULE)
    options = ("--evaluate", "pile:judge", "--player", "pile:search", "--depths", "1-3", "--positions", "60", "--json")
    found = CliRunner().invoke(main, ["doctor", "pile:Nim", *options, "--jobs", "1"])
    advice = json.loads(found.stdout)["advice"]
    assert advice["sentence"].startswith("use the player at depth 1 instead")
    python, flag, code = shlex.split(advice["line"])
    assert (python, flag) == ("python", "-c") and "from pile import Nim" in code
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == "1\n"


class Walk:
    """One player walks along a line to 0; each step costs one."""

    def initial(self) -> int:
        return 9

    def mover(self, state: int) -> int:
        return -1

    def moves(self, state: int) -> list[int]:
        return [] if state == 0 else [-1, 1] if abs(state) < 42 else [-1 if state > 0 else 1]

    def play(self, state: int, move: int) -> int:
        return state + move

    def utility(self, state: int) -> float:
        return 0.0

    def cost(self, state: int, move: int) -> float:
        return 1.0


def ahead(state: int) -> float:
    """How far it is."""
    return float(abs(state))


def test_a_player_of_a_puzzle_is_compared_with_a_plain_search() -> None:
    states = [n for n in range(-40, 41) if n]
    asked: Any = {"depths": (1, 2, 3), "positions": states, "claims": "plain"}
    diagnose = lambda player: ot.diagnose(Walk(), ahead, player=player, **asked)  # noqa: E731
    sound = diagnose(lambda state, depth: -1 if state > 0 else 1)
    assert sound.comparison and sound.comparison.plain == "minimin" and not sound.suspected
    away = diagnose(lambda state, depth: 1 if state > 0 else -1)
    assert away.verdict.startswith("this search is not what it claims")


def test_a_player_that_chooses_badly_among_ties_is_not_sent_to_another_rule() -> None:
    """All moves tie in the deeper plain search, so that the player agrees with it everywhere."""
    player = [int(n % 5 > 0) for n in range(200)]
    examination = beside({1: player, 3: player}, {1: [1] * 200, 3: [(0, 1)] * 200})
    advice = advise(examination, judge(examination.accuracy("player")))
    assert advice.sentence.startswith("choose at random among moves that tie at depth 3: +30.0 points")
