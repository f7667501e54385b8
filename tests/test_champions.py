"""The study of chess programs: what is counted, that it is the same again, and what happens without the engines."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("chess", reason="the package chess is not installed: engines are not tested")
from overthink.adapters.uci import EngineAnswer, engine_path
from overthink.cli import main
from overthink.studies import figures_named
from overthink.studies.samples import Samples
from overthink_papers.nau import champions
from overthink_papers.nau.champions import DEPTHS, JUDGED_BY, MARGINS, STUDY

FAMILIES = {"stockfish": "Stockfish", "glaurung": "Stockfish", "ethereal-chess": "Ethereal", "gnuchess": "Fruit"}
FEN = "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1"


class Told:
    """An engine whose answers are given."""

    def __init__(self, moves: list[str], own: str = "", values: dict[str, float] | None = None):
        self.moves = moves
        self.own = own
        self.worth = values or {}
        self.asked: list[str] = []

    def through(self, fen: str, depths: tuple[int, ...]) -> dict[int, EngineAnswer]:
        return {depth: EngineAnswer(move, 10 * depth) for depth, move in zip(depths, self.moves)}

    def best(self, fen: str, depth: int) -> EngineAnswer:
        return EngineAnswer(self.own, 0)

    def after(self, fen: str, moves: dict[str, None], depth: int) -> dict[str, float]:
        self.asked = list(moves)
        return {move: self.worth[move] for move in moves}


def drawn(right: np.ndarray, engine: str = "stockfish") -> Samples:
    """Samples of every measure, the same 0s and 1s by each margin: right[depth, position]."""
    points = [(depth, measure) for depth in DEPTHS for measure in (*MARGINS, "loss", "nodes")]
    return Samples([({"engine": engine, "measure": m, "depth": d}, right[DEPTHS.index(d)]) for d, m in points])


def test_a_reference_is_of_another_family() -> None:
    assert JUDGED_BY.keys() == FAMILIES.keys()
    assert all(FAMILIES[player] != FAMILIES[reference] for player, reference in JUDGED_BY.items())


def test_one_position_is_counted() -> None:
    moves = ["a", "b", "c", "d", "e", "b", "b", "b"]
    reference = Told([], "b", {"a": -0.30, "b": 0.00, "c": 0.05, "d": 0.05 - 0.10, "e": -60.0})
    found = np.array(champions.observe(Told(moves), reference, FEN)).reshape(len(DEPTHS), -1)  # type: ignore[arg-type]
    assert reference.asked == ["b", "a", "c", "d", "e"]  # every move once
    same, zero, ten, thirty, loss, nodes = found.T
    assert same.tolist() == [0, 1, 0, 0, 0, 1, 1, 1]
    assert zero.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]  # the reference's own move is not the best of those named
    assert ten.tolist() == [0, 1, 1, 1, 0, 1, 1, 1]
    assert thirty.tolist() == [0, 1, 1, 1, 0, 1, 1, 1]
    assert loss[0] == pytest.approx(0.35) and loss[4] == 10.0 and nodes.tolist() == [10.0 * depth for depth in DEPTHS]


def test_worsened_and_improved_are_counted_apart() -> None:
    right = np.ones((len(DEPTHS), 100))
    right[0, :30] = 0.0  # better from depth 2 on
    right[4, 90:] = 0.0  # worse at depth 5
    rows = STUDY.figure.rows(drawn(right))
    of = {(row["margin"], row["shallow"], row["deep"], row["outcome"]): row["mean"] for row in rows}
    assert of["10", 1, 5, "worsened"] == 0.1 and of["10", 1, 5, "improved"] == pytest.approx(0.3)
    assert of["same", 2, 5, "worsened"] == 0.1 and of["same", 2, 5, "improved"] == 0.0
    assert of["30", 0, 1, "right"] == 0.7
    assert len(STUDY.figure.draw(drawn(right), STUDY.figure.shown(drawn(right))).axes) == 1


@pytest.mark.exhaustive
def test_the_same_again_with_real_engines() -> None:
    if STUDY.lacks:
        pytest.skip(STUDY.lacks)
    points, whole = STUDY.run({"engine": "glaurung"}, 0, 2, 5)
    champions.MADE.clear()
    again, part = STUDY.run({"engine": "glaurung"}, 1, 2, 5)
    assert points == again and whole.shape == (len(points), 2)
    np.testing.assert_array_equal(whole[:, 1:], part)


@pytest.mark.parametrize(("engine", "closed"), [("glaurung", 4), ("gnuchess", 1)])
def test_an_engine_that_remembers_is_started_anew_for_every_position(
    engine: str, closed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    closes: list[str] = []

    class Counted(Told):
        def __init__(self, command: str, options: object = None):
            super().__init__(["a"] * len(DEPTHS), "a", {"a": 0.0})
            self.command = command

        def close(self) -> None:
            closes.append(self.command)

    monkeypatch.setattr(champions, "Engine", Counted)
    monkeypatch.setattr(champions, "make_chess_position", lambda *_: FEN)
    monkeypatch.setattr(champions, "MADE", {})
    _, found = STUDY.run({"engine": engine}, 0, 3, 0)
    assert closes.count(champions.COMMANDS.get(engine, engine)) == closed and found.shape == (6 * len(DEPTHS), 3)


def test_without_the_engines_the_study_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = engine_path
    monkeypatch.setattr(champions, "engine_path", lambda name: None if name == "gnuchess" else found(name) or "there")
    done = CliRunner().invoke(main, ["reproduce", "nau/champions", "--out", str(tmp_path)])
    assert done.exit_code == 2 and "Traceback" not in done.output
    assert done.output.strip() == (
        "overthink: nau/champions needs chess engines that are not installed here: gnuchess "
        "(on Debian, 'apt-get install --no-install-recommends gnuchess')."
    )
    both = [(STUDY, STUDY.figure), *figures_named("emm/fig2")]
    monkeypatch.setattr("overthink.studies.figures_named", lambda name: both if name == "nau" else figures_named(name))
    for command in (["reproduce", "nau", "--scale", "20", "--jobs", "1"], ["verify", "nau"]):
        done = CliRunner().invoke(main, [*command, "--out", str(tmp_path)])
        assert done.exit_code == 0, done.output
        assert "overthink: left out: nau/champions needs" in done.output and "emm/fig2" in done.output
