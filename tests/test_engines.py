"""Chess engines: answers, values, trouble, files of positions, and the doctor's verdict on them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from overthink.core.errors import OverthinkError

chess = pytest.importorskip("chess", reason="the package chess is not installed: engines are not tested")
from overthink.adapters.uci import Engine  # noqa: E402
from overthink.doctor.chess_positions import chess_positions  # noqa: E402
from overthink.doctor.engines import diagnose_engine  # noqa: E402

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')}"
HANGING = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"  # a pawn can be taken
QUEEN = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"  # a queen can be taken
POSITIONS = [HANGING, QUEEN, "4k3/8/8/8/3r4/4P3/8/4K3 w - - 0 1", "4k3/4p3/3N4/8/8/8/8/4K3 b - - 0 1"]


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian keeps engines among the games."""
    import os

    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/usr/games")


def test_answers_and_values() -> None:
    engine = Engine(FAKE)
    assert engine.name == "Fake"
    assert engine.best(QUEEN, 3).move == "e4d5" and engine.best(QUEEN, 3).nodes > 0
    values = engine.values(QUEEN, 3, 2)
    assert len(values) == 2 and max(values, key=lambda move: values[move]) == "e4d5" and values["e4d5"] == 1.0
    assert engine.values(QUEEN, 3, 1, ["e1e2", "e4e5"]) == {"e1e2": -8.0, "e4e5": -8.0}
    engine.close()


def test_an_engine_that_dies_is_started_again(tmp_path: Path) -> None:
    engine = Engine(f"{FAKE} die {tmp_path / 'flag'}")
    assert engine.best(QUEEN, 2).move == "e4d5"
    assert engine.restarts == 1
    engine.close()


def test_an_engine_that_answers_illegally_is_given_up_for_the_position() -> None:
    engine = Engine(f"{FAKE} illegal")
    with pytest.raises(OverthinkError, match="gave no answer for 4k3"):
        engine.best(QUEEN, 2)
    engine.close()


def test_an_engine_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.adapters.uci.GRACE", 1.0)
    engine = Engine(f"{FAKE} hang", patience=0.2)
    with pytest.raises(OverthinkError, match="gave no answer"):
        engine.best(QUEEN, 2)
    assert engine.restarts == 2
    engine.close()


def test_what_is_no_engine_is_said() -> None:
    with pytest.raises(OverthinkError, match="no engine 'no-such-engine'"):
        Engine("no-such-engine")
    with pytest.raises(OverthinkError, match="does not speak UCI"):
        Engine("true")


def test_the_doctor_on_an_engine_that_shows_no_difference(tmp_path: Path) -> None:
    found = diagnose_engine(FAKE, POSITIONS, depths=(1, 2, 3), reference_depth=5)
    assert found.judgements["engine"].kind == "unclear" and len(found.seen.positions) == 4
    of = {imitator.name: imitator.found for imitator in found.imitators}
    assert of["a reference no better than the player"] == "suspected" and of["too few positions"] == "suspected"
    assert "go depth" in str(found) and found.report(tmp_path / "engine.html").exists()
    with pytest.raises(OverthinkError, match="look further"):
        diagnose_engine(FAKE, POSITIONS, depths=(1, 6), reference_depth=5)
    with pytest.raises(OverthinkError, match="None of 2 positions"):
        diagnose_engine(f"{FAKE} illegal", POSITIONS[:2], depths=(1, 2), reference=FAKE, reference_depth=5, jobs=1)


def test_positions_from_files(tmp_path: Path) -> None:
    fens = tmp_path / "some.fen"
    fens.write_text(f"{QUEEN}\n# a comment\n4k3/8/8/3x4/8/8/8/4K3 w - - 0 1\n{HANGING}\n{QUEEN}\n")
    found, failures = chess_positions(fens, 10)
    assert found == [QUEEN, HANGING] and len(failures) == 1 and "line 3" in failures[0]
    epd = tmp_path / "some.epd"
    epd.write_text('4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id "one";\n')
    assert chess_positions(epd, 10)[0] == [QUEEN]
    pgn = tmp_path / "games.pgn"
    pgn.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n1. e4 Qxf7 *\n")
    found, failures = chess_positions(pgn, 10)
    assert len(found) == 2 and "game 2" in failures[0]
    (tmp_path / "none.fen").write_text("nothing\n")
    with pytest.raises(OverthinkError, match="line 1"):
        chess_positions(tmp_path / "none.fen", 10)
    with pytest.raises(OverthinkError, match="cannot be read"):
        chess_positions(tmp_path / "missing.pgn", 10)


def test_real_engines(path: None) -> None:
    if not (shutil.which("stockfish") and shutil.which("glaurung")):
        pytest.skip("stockfish and glaurung are not installed: no real engine is tested")
    found = diagnose_engine("glaurung", POSITIONS, depths=(1, 3), reference="stockfish", reference_depth=6)
    assert "Stockfish" in found.seen.truth and len(found.seen.positions) == 4
    assert all(each.chosen["engine", 3][0] in each.values for each in found.seen.positions)
