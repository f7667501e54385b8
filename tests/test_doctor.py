"""The doctor on cases whose answer is known, and with something wrong in places: nothing else is lost."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.doctor.record import Examination
from overthink.doctor.truths import Solved
from overthink.measure.judgement import comparisons, judge

STATES = [(left, 1) for left in range(2, 9)]


class Nim:
    """Take 1 to 3; who takes the last one wins. A position is what is left and who moves."""

    def __init__(self, heap: int = 21):
        self.heap = heap

    def initial(self) -> tuple[int, int]:
        return self.heap, 1

    def mover(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [take for take in (1, 2, 3) if take <= state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, -state[1]

    def utility(self, state: tuple[int, int]) -> float:
        return -float(state[1])


def right(state: tuple[int, int]) -> float:
    """The truth about Nim, to Max, a little blurred."""
    return 0.8 * state[1] * (1.0 if state[0] % 4 else -1.0)


def shares(*means: float, n: int = 2000) -> dict[int, Any]:
    """Results of n positions at depths 1, 2, …, right as often as said, each position as hard at every depth."""
    hardness = np.random.default_rng(5).random(n)
    return {depth: (hardness < mean).astype(float) for depth, mean in enumerate(means, 1)}


def test_verdicts() -> None:
    assert judge(shares(0.7, 0.7, 0.8, 0.8)).sentence.startswith("deeper is better: 9.8 points")
    worse = judge(shares(0.8, 0.8, 0.7, 0.7))
    lost = "deeper is worse: depth 1 is best, deeper searches lose"
    assert worse.kind == "worse" and worse.sentence == f"{lost} up to 9.8 points"
    assert judge(shares(0.8, 0.7, 0.65, 0.7)).sentence == f"{lost} 9.8 to 14.5 points"
    dip = judge(shares(0.8, 0.8, 0.7, 0.7, 0.9, 0.9))
    assert dip.sentence.startswith("deeper is worse at first: depth 3 loses 9.8 points against 1, and depth 5 is best")
    unclear = judge(shares(0.5, 0.55, n=50))
    assert unclear.kind == "unclear" and "more positions would settle a 2-point difference" in unclear.sentence
    # Odd and even depths are compared among themselves.
    assert judge(shares(0.8, 0.6, 0.8, 0.6)).kind == "unclear"
    few = judge({1: np.zeros(5), 3: np.ones(5)})  # all improved, but five coins fall alike one time in sixteen
    assert few.kind == "unclear" and few.needed > 0
    assert judge({1: np.zeros(6), 3: np.ones(6)}).kind == "better"
    alike = judge({1: np.ones(87), 3: np.ones(87)})
    assert alike.kind == "unclear" and alike.sentence.startswith(
        "no difference: on all 87 positions depth changes nothing; "
    )
    odd = judge({1: np.ones(20), 2: np.zeros(20), 3: np.ones(20)})
    assert "changes nothing" not in odd.sentence and "100.0 points from depth 1 to 2" in odd.sentence
    assert comparisons([1, 2, 3]) == [(1, 3)] and comparisons([1, 2]) == [(1, 2)]
    with pytest.raises(OverthinkError, match="two depths"):
        judge(shares(0.5))


def test_false_alarms_are_rare() -> None:
    generator = np.random.default_rng(1)
    kinds = [judge({d: generator.integers(0, 2, 400).astype(float) for d in range(1, 7)}).kind for _ in range(300)]
    assert kinds.count("worse") <= 0.05 * len(kinds)


def test_a_sound_game_and_its_report_in_words() -> None:
    found = ot.diagnose(Nim(), evaluate=lambda state: 0.1 * state[0], depths=range(1, 6), positions=60)
    assert found.judgements["minimax"].kind != "worse"
    text = str(found)
    assert found.verdict in text
    for part in ("accuracy", "regret", "█", "Depth against depth", "Why", "Or is it a bug?", "What to do"):
        assert part in text
    assert "[bold]" not in text and "\x1b" not in text


def test_a_pathological_game_is_found_and_a_better_rule_advised() -> None:
    model = ot.BoardSplittingModel(height=7)
    trees = [ot.BoardSplitting(model.board(number)) for number in range(150)]

    class PGames:
        """Many P-games as one: a position is a board's number and a position on it."""

        def mover(self, state: tuple[int, int]) -> int:
            return trees[state[0]].mover(state[1])

        def moves(self, state: tuple[int, int]) -> list[int]:
            return list(trees[state[0]].moves(state[1]))

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return state[0], trees[state[0]].play(state[1], move)

        def utility(self, state: tuple[int, int]) -> float:
            return trees[state[0]].utility(state[1])

    solver = Solved(PGames())

    def evaluate(state: tuple[int, int]) -> tuple[float, float]:
        wrong = hash((state, 7)) % 100 < 20
        return solver.worth(state) * (-1.0 if wrong else 1.0), 0.2

    starts = [(number, 0) for number in range(150)]
    found = ot.diagnose(PGames(), evaluate, depths=(1, 3, 5), rules=("minimax", "emm"), positions=starts)
    accuracy = found.judgements["minimax"].accuracy
    assert accuracy[5].mean < accuracy[1].mean
    assert found.advice.rule == "emm" or found.advice.depth < 5
    assert found.worsened and found.worsened[0].loss == max(each.loss for each in found.worsened)


def test_truth_from_a_file_and_from_a_deeper_search(tmp_path: Path) -> None:
    file = tmp_path / "nim.jsonl"
    solver = Solved(Nim(9))
    lines = [{"position": str(s), "values": {str(m): v for m, v in solver.values(s).items()}} for s in STATES]

    def examine(lines: list[Any], truth: Any = file) -> Examination:
        file.write_text("\n".join(json.dumps(line) for line in lines))
        return ot.diagnose(Nim(9), right, depths=(1, 2, 3), positions=STATES, truth=truth).examination

    labelled, solved, deeper = (examine(lines, truth) for truth in (file, None, 9))
    assert [each.values for each in labelled.positions] == [each.values for each in solved.positions]
    assert [each.right for each in deeper.positions] == [each.right for each in solved.positions]
    assert "depth 9" in deeper.truth and "nim.jsonl" in labelled.truth
    lines[0]["values"].pop("2")  # type: ignore[attr-defined]
    kept = examine(lines[:1] + lines[2:])
    assert any("line 1: the move 2 has no value" in str(failure) for failure in kept.failures)
    assert any("does not contain the position '(3, 1)'" in str(failure) for failure in kept.failures)
    assert len(kept.positions) + kept.decided == len(STATES) - 2
    with pytest.raises(OverthinkError, match="line 1: write"):
        examine(["position"])


def test_positions_that_fail_are_told_and_the_rest_is_kept() -> None:
    def evaluate(state: tuple[int, int]) -> float:
        if state[0] == 11:
            raise ZeroDivisionError("no opinion on eleven")
        return float("nan") if state[0] == 17 else right(state)

    found = ot.diagnose(Nim(), evaluate, depths=(1, 2), positions=[(left, 1) for left in (5, 13, 18, 7)])
    assert len(found.examination.positions) == 2 and len(found.examination.failures) == 2
    first, second = found.examination.failures
    assert "ZeroDivisionError" in first.kind and "nan" in second.reason
    with pytest.raises(OverthinkError, match="The position could not be examined"):
        ot.diagnose(Nim(), evaluate, depths=(1, 2), positions=[(13, 1)])


def test_games_that_repeat_are_solved_and_large_ones_are_not() -> None:
    class Circle(Nim):
        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return (state[0] - move) or 21, -state[1]

    assert Solved(Circle()).worth((21, 1)) == 0.0  # it never ends: a draw
    with pytest.raises(OverthinkError, match="too many to solve"):
        Solved(Nim(), most=5).worth((21, 1))


MODULE = """
import random
class Nim:
    def initial(self): return (21, 1)
    def mover(self, s): return s[1]
    def moves(self, s): return [k for k in (1, 2, 3) if k <= s[0]]
    def play(self, s, m): return (s[0] - m, -s[1])
    def utility(self, s): return -float(s[1])

def evaluate(s): return 0.1 * (s[0] % 5)
def player(s, depth): return 1
def judge(s): return s[1] * (0.8 if s[0] % 4 else -0.8)
def search(s, depth): return max(1, s[0] % 4) if depth == 1 else 1
def walk(s, simulations): return random.choice([k for k in (1, 2, 3) if k <= s[0]])
"""


def test_the_command_on_a_file_of_ones_own(own_folder: Path) -> None:
    (own_folder / "nim.py").write_text(MODULE)
    (own_folder / "broken.py").write_text("import no_such_package")
    asked = ("nim:Nim", "--evaluate", "nim:evaluate", "--depths", "1-3", "--positions", "30")
    done = CliRunner().invoke(main, ["doctor", *asked, "--out", "doctor.html"])
    assert done.exit_code == 0, done.stderr
    assert "What to do" in done.stdout and "report: doctor.html" in done.stdout
    assert "Depth against depth" not in done.stdout and len(done.stdout.splitlines()) < 40
    page = (own_folder / "doctor.html").read_text()
    for part in ("Accuracy and regret by depth", "Depth against depth", "Or is it a bug?", "Where it hurts", "<svg"):
        assert part in page
    assert not any(outside in page for outside in ("<link", "src=", "@import", "fetch("))
    told = json.loads(CliRunner().invoke(main, ["doctor", *asked, "--json"]).stdout)
    assert told["verdict"] and told["regret"]["minimax"]["1"]["n"] == told["positions"]
    long = CliRunner().invoke(main, ["doctor", *asked, "--player", "nim:player", "-v"]).stdout
    assert "player" in long and "Depth against depth" in long and "Or is it a bug?" in long
    for args, says in (
        (("nim:Nam",), "nim has no Nam"),
        (("nom:Nim",), "no module nom"),
        (("broken:Nim",), "needs no_such_package"),
        (("chass",), "chass"),
        (("nim:Nim", "--truth", "missing.jsonl"), "missing.jsonl cannot be read"),
        (("nim:Nim", "--depths", "3"), "two depths"),
        (("nim:Nim", "--out", "no/such/folder.html"), "in a folder that exists"),
    ):
        refused = CliRunner().invoke(main, ["doctor", *args])
        assert refused.exit_code == 2 and says in refused.stderr and refused.stderr.count("\n") == 1, refused.stderr


def test_a_killed_examination_goes_on_where_it_was(tmp_path: Path) -> None:
    asked: list[tuple[int, int]] = []

    def evaluate(state: tuple[int, int]) -> float:
        asked.append(state)
        return right(state)

    file = tmp_path / "kept.jsonl"
    states = [(left, 1) for left in range(5, 15)]
    whole = ot.diagnose(Nim(), evaluate, depths=(1, 2), positions=states, keep=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:6]) + lines[6][:20])  # killed while writing
    asked.clear()
    again = ot.diagnose(Nim(), evaluate, depths=(1, 2), positions=states, keep=file)
    assert again.examination.positions == whole.examination.positions
    assert again.examination.decided == whole.examination.decided
    few = len(asked)
    asked.clear()
    ot.diagnose(Nim(), evaluate, depths=(1, 2), positions=states, keep=file)
    assert len(asked) < few
    with pytest.raises(OverthinkError, match="cannot be used"):
        ot.diagnose(Nim(), evaluate, depths=(1, 2), positions=states, keep=tmp_path)


class Stuck(Nim):
    """With 5 stones left, moves() has none, though the game is not over."""

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [] if state[0] == 5 else super().moves(state)

    def utility(self, state: tuple[int, int]) -> Any:
        return None if state[0] else super().utility(state)


@pytest.mark.parametrize("truth", [None, "solve", 9])
def test_a_game_without_moves_where_it_is_not_over(truth: Any) -> None:
    states = [(4, 1), (3, 1), (2, 1), (5, 1), (9, 1), (6, 1)]
    found = ot.diagnose(Stuck(), right, depths=(1, 2), positions=states, truth=truth).examination
    assert (len(found.failures), len(found.positions), found.decided) == (3, 2, 1)
    assert all("(5, " in str(failure) for failure in found.failures)
    with pytest.raises(OverthinkError, match=r"The position could not be examined .*\(5, 1\)"):
        ot.diagnose(Stuck(), right, depths=(1, 2), positions=[(5, 1)], truth=truth)


def test_an_evaluator_that_fails_where_only_the_causes_ask_it() -> None:
    """Depth 2 never asks about positions one move on."""

    def evaluate(state: tuple[int, int]) -> float:
        if state[1] < 0:
            raise KeyError("Min")
        return right(state)

    states = [(left, 1) for left in range(6, 30)]
    found = ot.diagnose(Nim(30), evaluate, depths=(2, 4), positions=states)
    assert len(found.examination.positions) + found.examination.decided == len(states) and found.factors is None


def test_what_was_measured_is_kept_when_the_player_dies(tmp_path: Path) -> None:
    calls = []

    def player(state: tuple[int, int], depth: int) -> int:
        calls.append(state)
        if len(calls) == 8:
            raise KeyboardInterrupt
        return 1

    file = tmp_path / "kept.jsonl"
    asked = {"depths": (1, 2), "positions": STATES, "player": player}
    with pytest.raises(KeyboardInterrupt):
        ot.diagnose(Nim(9), right, keep=file, **asked)  # type: ignore[arg-type]
    kept = len(file.read_text().splitlines())
    assert kept > 3
    again = ot.diagnose(Nim(9), right, keep=file, **asked)  # type: ignore[arg-type]
    assert len(again.examination.positions) + again.examination.decided == len(STATES)
    assert again.examination.positions[0].estimates and again.errors  # what the plain search said was kept too


class Dice(Nim):
    """Chance takes 1 or 2 stones after every move; a position is what is left, who moves, and whether chance does."""

    def initial(self) -> Any:
        return 12, 1, 0

    def mover(self, state: Any) -> int:
        return 0 if state[2] else state[1]

    def moves(self, state: Any) -> list[int]:
        return [] if state[2] else [take for take in (1, 2, 3) if take <= state[0]]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(1, 0.75), (min(2, state[0]), 0.25)]

    def play(self, state: Any, move: int) -> Any:
        left = state[0] - move
        return (left, -state[1], 0) if state[2] or not left else (left, state[1], 1)


def test_games_with_chance() -> None:
    game = Dice()
    found = ot.diagnose(game, lambda s: 0.1 * s[1], depths=(1, 2, 3))
    assert found.examination.rules == ("expectimax",) and found.examination.exact
    assert found.judgements["expectimax"].kind == "better" and "stay with expectimax" in str(found)

    def worth(state: Any) -> float:
        if state[2]:
            return sum(p * worth(game.play(state, move)) for move, p in game.outcomes(state))
        values = [worth(game.play(state, move)) for move in game.moves(state)]
        return game.utility(state) if not values else max(values) if state[1] > 0 else min(values)

    for each in found.examination.positions[:10]:
        me = each.state[1]
        expected = {move: me * worth(game.play(each.state, move)) for move in game.moves(each.state)}
        assert each.values == pytest.approx(expected)
    with pytest.raises(OverthinkError, match="Use 'expectimax'"):
        ot.diagnose(game, lambda s: 0.0, rules=["emm"])
