"""Chess engines: answers, values, trouble, files of positions, and the doctor's verdict on them."""

import gc
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.core.errors import OverthinkError

chess = pytest.importorskip("chess", reason="the package chess is not installed: engines are not tested")
pgn = pytest.importorskip("chess.pgn")
from overthink.adapters.uci import Engine, EngineAnswer, engine_path, fit, is_refusal  # noqa: E402
from overthink.doctor.ask.chess import DECIDED, make_chess_position, read_chess_file  # noqa: E402
from overthink.doctor.record import Failure  # noqa: E402
from overthink.doctor.show.diagnosis import Diagnosis  # noqa: E402
from overthink.doctor.subjects.engine import Reference, _cut_off, diagnose_engine  # noqa: E402

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')}"
HANGING = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"  # a pawn can be taken
QUEEN = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"  # a queen can be taken
POSITIONS = [HANGING, "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "4k3/3p4/4P3/8/8/8/8/4K3 b - - 0 1"]
ENDING = "8/5pk1/6p1/8/3P4/4K3/5PPP/8 b - - 0 40"
OPEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4"


def real(*names: str) -> None:
    absent = [name for name in names if engine_path(name) is None]
    if absent:
        pytest.skip(f"not installed: {', '.join(absent)} (make debian)")


def measured(found: Diagnosis) -> list[object]:
    return [(each.state, each.values, each.chosen) for each in found.examination.positions]


def pid(engine: Engine) -> int:
    assert engine.engine is not None
    return int(engine.engine.transport.get_pid())


def test_answers_and_values() -> None:
    engine = Engine(FAKE)
    assert engine.name == "Fake"
    assert engine.best(QUEEN, 3) == EngineAnswer("e4d5", 15)
    assert engine.best(QUEEN, 1).move == "e1e2"
    values = engine.values(QUEEN, 3, 2)
    assert len(values) == 2 and values["e4d5"] == 1.0 and max(values, key=lambda move: values[move]) == "e4d5"
    after = engine.after(QUEEN, ["e1f2", "e4d5"], 3)  # Black takes the pawn; or has a king alone
    assert after == {"e1f2": -9.0, "e4d5": 1.0}
    engine.close()


def test_mate_and_stalemate_need_no_search() -> None:
    engine = Engine(f"{FAKE} dying")
    assert engine.after("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", ["a1a8"], 5) == {"a1a8": 100.0}
    assert engine.after("k7/2Q5/8/8/8/8/8/K7 w - - 0 1", ["c7b6"], 5) == {"c7b6": 0.0}
    engine.close()


@pytest.mark.parametrize("mode", ["", "late", "noise"])
def test_one_search_tells_what_each_depth_plays(mode: str) -> None:
    engine = Engine(f"{FAKE} {mode}")
    assert engine.through(QUEEN, (4, 1, 2)) == {depth: engine.best(QUEEN, depth) for depth in (1, 2, 4)}
    engine.close()


def test_a_bound_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that only says 'at least' or 'at most' may name another move than the search ends with."""
    engine = Engine(FAKE)
    pv = {move: [chess.Move.from_uci(move)] for move in ("e1d2", "e4d5")}
    told = [{"depth": 1, "lowerbound": True, "nodes": 7, "pv": pv["e1d2"]}, {"depth": 2, "nodes": 9, "pv": pv["e4d5"]}]
    search = engine._search
    monkeypatch.setattr(
        engine, "_search", lambda *given, **k: (told, "e4d5") if given[1]["depth"] == 2 else search(*given, **k)
    )
    assert engine.through(QUEEN, (1, 2)) == {1: EngineAnswer("e1e2", 5), 2: EngineAnswer("e4d5", 9)}
    engine.close()


@pytest.mark.parametrize("name", ["stockfish", "ethereal-chess", "glaurung", "gnuchess --uci"])
def test_one_search_of_a_real_engine_tells_what_each_depth_plays(name: str) -> None:
    real(name)
    engine = Engine(name)
    for fen in (OPEN, ENDING):
        each = {depth: engine.best(fen, depth) for depth in range(1, 6)}
        found = engine.through(fen, range(1, 6))
        assert {d: answer.move for d, answer in found.items()} == {d: answer.move for d, answer in each.items()}
        if name != "glaurung":  # which counts otherwise after other games
            assert found == each
    engine.close()


def test_mates_are_worth_less_the_longer_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    from chess.engine import Mate, Option, PovScore

    engine = Engine(FAKE)
    move = chess.Move.from_uci("e4d5")
    for moves, worth in ((2, 99.98), (-3, -99.97), (0, -100.0)):
        info = {"pv": [move], "score": PovScore(Mate(moves), chess.WHITE)}
        monkeypatch.setattr(engine, "_search", lambda *given, info=info: ([info], "e4d5"))
        assert engine.values(QUEEN, 3, 1) == {"e4d5": worth}
    engine.close()
    style = Option("King Style", "combo", "Solid", None, None, ["Solid", "Very Risky"])
    assert fit(style, "very risky") == "Very Risky"


def test_options_are_set_and_brought_into_range(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    engine = Engine(f"{FAKE} set {heard}", {"hash": 1000, "Style": "very risky"})
    assert heard.read_text().splitlines() == [
        "setoption name Number of Threads value 1",  # no Threads: it has another name for them
        "setoption name Hash value 4",  # declared: at most 4
        "setoption name OwnBook value false",
        "setoption name Style value Very Risky",
    ]
    engine.values(QUEEN, 2, 40)
    assert heard.read_text().splitlines()[-1] == "setoption name MultiPV value 5"  # there are no more moves
    engine.close()
    for wrong, said in (("Depth=3", "option of Fake"), ("Hash=big", "whole number"), ("Style=wild", "one of Solid"),
                        ("OwnBook=maybe", "true or false")):  # fmt: skip
        with pytest.raises(OverthinkError, match=said):
            Engine(FAKE, dict([wrong.split("=")]))


@pytest.mark.parametrize("name", [FAKE, "stockfish"])
def test_an_engine_that_is_killed_is_started_again(name: str) -> None:
    real(name)
    engine = Engine(name)
    before = engine.best(OPEN, 3)
    os.kill(pid(engine), signal.SIGKILL)
    assert engine.best(OPEN, 3) == before and engine.restarts == 1
    killer = threading.Timer(0.05, lambda: os.kill(pid(engine), signal.SIGKILL))
    killer.start()
    while killer.is_alive():
        assert engine.best(OPEN, 3) == before
    assert engine.best(OPEN, 3) == before and engine.restarts == 2
    engine.close()


def test_nothing_is_left_open_of_an_engine_that_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it did not read is dropped, not complained about when the pipe is collected."""
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    engine = Engine(FAKE)
    os.kill(pid(engine), signal.SIGKILL)
    time.sleep(0.1)
    engine.close()
    del engine
    gc.collect()
    assert not complaints


@pytest.mark.parametrize(("mode", "why"), [("illegal", "invalid uci .*'a1a1'"), ("silent", "it gave no move"),
                                           ("dying", "it has ended"), ("hang", "no bestmove in 0.5 s")])  # fmt: skip
def test_an_engine_that_gives_no_answer_is_given_up_for_the_position(
    mode: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if mode == "hang":
        monkeypatch.setattr("overthink.adapters.uci.SEARCH_SECONDS", 0.5)
    engine = Engine(f"{FAKE} {mode}")
    with pytest.raises(OverthinkError, match=f"did not answer for 4k3/8/.*{why}"):
        engine.best(QUEEN, 2)
    assert engine.restarts == 2 and engine.engine is None


def test_an_engine_that_never_answers_is_asked_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.adapters.uci.MOST_FAILURES", 2)
    engine = Engine(f"{FAKE} dying")
    for _ in range(2):
        with pytest.raises(OverthinkError, match="did not answer"):
            engine.best(QUEEN, 2)
    with pytest.raises(OverthinkError, match="failed 2 times in a row"):
        engine.best(QUEEN, 2)
    assert engine.restarts == 4


def test_an_engine_that_does_not_answer_is_named_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.adapters.uci.SEARCH_SECONDS", 0.5)
    monkeypatch.setattr("overthink.adapters.uci.SEARCH_NOTICE_SECONDS", 0.1)
    engine = Engine(f"{FAKE} hang")
    with (
        pytest.warns(UserWarning, match=r"has not answered to go depth 2 so far; waiting for up to 0.5 s"),
        pytest.raises(OverthinkError, match=r"did not answer for .*no bestmove in 0.5 s"),
    ):
        engine.best(QUEEN, 2)
    monkeypatch.setattr(Engine, "_start", lambda engine: pytest.fail("it was started again"))
    with pytest.raises(OverthinkError, match=r"did not answer 2 searches in a row within 0.5 s, so it was given up"):
        engine.best(QUEEN, 2)


def test_an_engine_that_is_not_ready_speaks_uci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.adapters.uci.PREPARE_SECONDS", 0.3)
    with pytest.raises(OverthinkError, match=r"is not ready to search \(no readyok in 0.3 s\)"):
        Engine(f"{FAKE} unready")


def test_the_budget_also_ends_an_engine_that_is_not_ready() -> None:
    with pytest.raises(OverthinkError, match="Does the engine answer at every depth"):
        diagnose_engine(f"{FAKE} unready", [QUEEN, QUEEN], depths=(1, 2), budget=0.5)


def test_what_is_no_engine_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for command, said in (("no-such-engine", "'no-such-engine' was not found"), ("", "not found"),
                          ("true", "it has ended"), ("cat", "it answers 'uci' to uci"),
                          (str(tmp_path), "is a folder"), (__file__, "may not be executed")):  # fmt: skip
        with pytest.raises(OverthinkError, match=said):
            Engine(command)
    with monkeypatch.context() as patch, pytest.raises(OverthinkError, match=r"no uciok in 0.5 s"):
        patch.setattr("overthink.adapters.uci.HELLO_SECONDS", 0.5)
        patch.setattr("overthink.adapters.uci.NOTICE_SECONDS", 0.1)
        with pytest.warns(UserWarning, match=r"has not answered to uci so far; waiting for up to 0.5 s"):
            Engine(f"{FAKE} stuck")
    with pytest.raises(OverthinkError, match="cannot be read"):
        Engine("'stockfish")
    (tmp_path / "broken").write_text("not a program")
    (tmp_path / "broken").chmod(0o755)
    with pytest.raises(OverthinkError, match="cannot be started"):
        Engine(str(tmp_path / "broken"))
    assert is_refusal("White (1) : Invalid move: uci") and is_refusal("Error (unknown command): uci")
    assert not is_refusal("Error-free, a UCI engine") and not is_refusal("a chess program") and not is_refusal("uciok")


def test_an_engine_that_was_given_up_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(FAKE)
    engine.close()
    start = engine._start
    monkeypatch.setattr(engine, "_start", lambda: (start(), engine.give_up()))  # Ctrl-C while it starts
    for _ in range(2):
        with pytest.raises(OverthinkError, match="was given up"):
            engine.best(QUEEN, 2)
    engine.close()


def test_an_engine_that_cannot_be_started_again_is_said(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\nexec {FAKE} dying\n")
    program.chmod(0o755)
    engine = Engine(str(program))
    program.unlink()
    for _ in range(2):
        with pytest.raises(OverthinkError, match="was not found"):
            engine.best(QUEEN, 2)


def test_the_doctor_on_an_engine(tmp_path: Path) -> None:
    found = diagnose_engine(FAKE, POSITIONS, depths=(1, 2, 3), reference_depth=5)
    assert [each.state for each in found.examination.positions] == POSITIONS  # in any order of work
    of = {imitator.name: imitator for imitator in found.imitators}
    assert of["a reference no better than the player"].outcome == "not examined"
    assert "nodes per position: 1: " in of["nominal depth"].why
    assert "nothing is significantly better" in str(found) and "go depth" not in str(found)
    assert found.report(tmp_path / "engine.html").exists()
    accuracy = found.examination.accuracy("engine")
    assert accuracy[1].tolist() == [0.0, 0.0, 0.0] and accuracy[2].tolist() == [1.0, 1.0, 1.0]
    one = diagnose_engine(FAKE, POSITIONS, depths=(1, 2, 3), reference_depth=5, jobs=1)
    assert one.examination == found.examination and one.imitators == found.imitators and one.advice == found.advice


def test_a_move_outside_the_best_few_is_no_better_than_they_are() -> None:
    """It is valued by a search of its own, which may see it otherwise than the one that ranked it."""

    class Told:
        def after(self, fen: str, moves: list[str], depth: int) -> dict[str, float]:
            assert depth == 5 and list(moves) == ["c", "d"]
            return {"c": 0.9, "d": -1.0}

    found = Reference(5, Told()).more("", [("a",), ("c",), ("d", "c")], {"a": 0.5, "b": 0.2})  # type: ignore[arg-type]
    assert found == {"c": 0.2, "d": -1.0}


def test_a_mate_does_not_drown_the_mean() -> None:
    assert _cut_off({"a": -99.97, "b": 0.5, "c": 99.9}) == {"a": -10.0, "b": 0.5, "c": 10.0}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"depths": (1, 6)}, "search deeper"),
        ({"depths": (1,)}, "two depths"),
        ({"positions": []}, "no positions"),
        ({"jobs": 0}, "from 1 to 64, not 0"),
        ({"knob": ("nodes", (0, 10)), "depths": None}, "nodes of 1 or more, not 0"),
        ({"knob": ("nodes", (1, 10))}, "not both"),
        ({"positions": ["rubbish", "more"]}, "None of 2 positions"),
        ({"command": f"{FAKE} illegal", "positions": POSITIONS[:2], "reference": FAKE}, "None of 2 positions"),
        ({"reference": "nothing"}, "engine 'nothing' was not found"),
        ({"positions": ["4k3/8/8/3r4/8/5P2/8/4K3 w - - 0 1"]}, "one side is at least 3 pawns ahead"),
    ],
)
def test_what_the_doctor_refuses(settings: dict[str, Any], says: str) -> None:
    asked: dict[str, Any] = {"command": FAKE, "positions": POSITIONS, "depths": (1, 2), "reference_depth": 5, "jobs": 1}
    with pytest.raises(OverthinkError, match=says):
        diagnose_engine(**asked | settings)


def test_positions_that_an_engine_fails_on_are_named_and_the_rest_goes_on() -> None:
    hates = f"{FAKE} hates '{POSITIONS[1]}'"
    found = diagnose_engine(hates, POSITIONS, depths=(1, 2), reference=FAKE, reference_depth=5, unread=[Failure("x")])
    assert [each.state for each in found.examination.positions] == [POSITIONS[0], POSITIONS[2]]
    assert str(found.examination.failures[0]) == "x" and POSITIONS[1] in found.examination.failures[1].place
    assert next(each for each in found.imitators if each.name == "engine trouble").outcome == "suspected"


def test_an_engine_that_died_once_does_no_harm(tmp_path: Path) -> None:
    dying = f"{FAKE} die {tmp_path / 'flag'}"
    found = diagnose_engine(dying, POSITIONS, depths=(1, 2), reference=FAKE, reference_depth=5, jobs=1)
    trouble = next(each for each in found.imitators if each.name == "engine trouble")
    assert len(found.examination.positions) == 3 and not found.examination.failures
    assert trouble.outcome == "not seen" and "restarted once" in trouble.why  # in few positions


def test_nothing_measured_is_lost(tmp_path: Path) -> None:
    """Two positions are done before the engine dies for good; the next run asks for the third only."""
    keep = tmp_path / "kept.jsonl"
    found = diagnose_engine(FAKE, POSITIONS[:2], depths=(1, 2), reference_depth=5, keep=keep)
    assert len(keep.read_text().splitlines()) == 3
    lines = keep.read_text().splitlines()
    keep.write_text("\n".join(lines) + '\n{"position": "' + POSITIONS[2][:10])  # cut off by a kill
    again = diagnose_engine(FAKE, POSITIONS, depths=(1, 2), reference_depth=5, keep=keep, jobs=1)
    assert measured(again)[:2] == measured(found) and len(again.examination.positions) == 3
    assert json.loads(keep.read_text().splitlines()[0])["about"]["reference depth"] == 5
    of = {imitator.name: imitator.why for imitator in again.imitators}
    assert "nodes per position: 1: " in of["nominal depth"]  # of the one that was asked about
    known = diagnose_engine(FAKE, POSITIONS, depths=(1, 2), reference_depth=5, keep=keep)
    assert measured(known) == measured(again) and "nodes per position" in str(known)  # these are kept too
    with pytest.raises(OverthinkError, match="created with the reference depth 5, and now it is 6"):
        diagnose_engine(FAKE, POSITIONS, depths=(1, 2), reference_depth=6, keep=keep)


def test_positions_from_files(tmp_path: Path) -> None:
    fens = tmp_path / "some.fen"
    bad = ["4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "rubbish", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3"]
    again = QUEEN.replace("0 1", "5 9")  # the same position, later
    fens.write_text("\n".join([QUEEN, "# a comment", *bad, "", HANGING, again]))
    read = read_chess_file(fens, 10)
    assert read.fens == [QUEEN, HANGING] and len(read.failures) == 4
    for failure, line, why in zip(
        read.failures, (3, 4, 5, 6), ("invalid character", "two fields", "check", "two fields")
    ):
        assert f"{fens}, line {line}: " in str(failure) and why in str(failure)
    epd = tmp_path / "some.epd"
    epd.write_text('4k3/8/8/3q4/4P3/8/8/4K3 w - - bm Qxx9; id "one";\n')
    assert read_chess_file(epd, 10).fens == [QUEEN]
    (tmp_path / "none.fen").write_text("nothing\n")
    (tmp_path / "garbage.pgn").write_bytes(bytes(range(256)) * 20)
    for name, says in (("none.fen", "line 1"), ("missing.pgn", "cannot be read"),
                       ("garbage.pgn", "does not contain a position")):  # fmt: skip
        with pytest.raises(OverthinkError, match=says):
            read_chess_file(tmp_path / name, 10)


def test_games_from_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.pgn"
    whole = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *"
    broken, alone = (f'[FEN "{rows} w - - 0 1"]\n' for rows in ("4k3/8/8/3x4/8/8/8/4K3", "8/8/8/8/8/8/8/4K3"))
    heads = ["", broken, "", '[Variant "Atomic"]\n', alone]
    moves = [whole, "1. Kd1 *", whole.replace("6. Re1", "6. Qxh8"), whole, "1. Kd1 *"]
    path.write_text("\n\n".join(f'[Event "{n}"]\n{head}\n{text}' for n, (head, text) in enumerate(zip(heads, moves))))
    read = read_chess_file(path, 10)
    assert len(read.fens) == 2 and len(read.failures) == 4 and capsys.readouterr() == ("", "")
    said = {2: "invalid character", 3: "illegal san: 'Qxh8'", 4: "standard chess", 5: "no black king"}
    lines = {number: line for number, line in enumerate(path.read_text().splitlines(), 1) if "Event" in line}
    for failure, (number, why) in zip(read.failures, said.items()):
        assert f"{path}, game {number} (line {list(lines)[number - 1]}): " in str(failure) and why in str(failure)


def test_positions_are_taken_from_all_over_a_file(tmp_path: Path) -> None:
    board = chess.Board()
    fens = []
    for number in range(30):
        board.push(sorted(board.legal_moves, key=lambda move: (move.uci(), number))[number % 5])
        fens.append(board.fen())
    (tmp_path / "some.fen").write_text("\n".join(fens))
    found = read_chess_file(tmp_path / "some.fen", 20).fens
    assert len(found) == 20 and found[0] == fens[0] and found[-1] == fens[28]
    game = pgn.Game.from_board(board)
    print(game, file=(out := io.StringIO()))
    (tmp_path / "one.txt").write_text(out.getvalue())  # games, whatever the name of the file
    found = read_chess_file(tmp_path / "one.txt", 3).fens
    assert found == [fens[7], fens[12], fens[22]] and {fen.split()[1] for fen in found} == {"w", "b"}


@pytest.mark.exhaustive
def test_positions_made_on_the_spot() -> None:
    engine = Engine(FAKE)
    found = [make_chess_position(engine, number, 3) for number in range(3)]
    asked: Any = {"depths": (1, 2), "reference_depth": 5, "seed": 3}
    for jobs in (1, 2):
        examination = diagnose_engine(FAKE, 3, jobs=jobs, **asked).examination
        assert {position.state for position in examination.positions} <= set(found) and len(set(found)) == 3
    for fen in found:
        board = chess.Board(fen)
        assert board.is_valid() and board.legal_moves.count() > 1 and 12 <= board.ply() <= 72
        assert abs(max(engine.values(fen, 8, 1).values())) <= DECIDED
    engine.close()


def test_an_engine_that_sees_no_open_position_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overthink.doctor.ask.chess.MOST_GAMES", 2)
    engine = Engine(FAKE)
    monkeypatch.setattr(engine, "values", lambda *_: {"a": 7.0})
    with pytest.raises(OverthinkError, match="Fake found no balanced position in 2 games"):
        make_chess_position(engine, 0, 0)
    engine.close()


def test_the_command(tmp_path: Path) -> None:
    run = CliRunner().invoke
    fens = tmp_path / "some.fen"
    fens.write_text("\n".join([*POSITIONS, "rubbish"]))
    base = ["doctor", f"uci:{FAKE}", "--depths", "1-3", "--reference-depth", "4"]
    done = run(main, [*base, "--positions", str(fens), "--set", "Hash=64", "--out", str(tmp_path / "page.html")])
    assert done.exit_code == 2 and "no verdict: 1 of 4" in done.output, done.output
    assert f"{fens.name}, line 4" in done.output and (tmp_path / "page.html").exists()
    done = run(main, [*base, "--positions", "4", "--seed", "3"])
    assert done.exit_code == 0 and "positions, truth: Fake at depth 4" in done.output
    for extra, said in ((["--set", "Hash"], "NAME=VALUE"), (["--set", "Depth=1"], "option of Fake"),
                        (["--reference", "uci:nothing"], "engine 'nothing' was not found")):  # fmt: skip
        done = run(main, [*base, "--positions", str(fens), *extra])
        assert done.exit_code == 2 and said in done.output and "Traceback" not in done.output


def test_real_engines() -> None:
    real("stockfish", "glaurung")
    found = diagnose_engine("glaurung", [*POSITIONS, OPEN], depths=(1, 3), reference="stockfish", reference_depth=6)
    assert "Stockfish" in found.examination.truth and OPEN in [each.state for each in found.examination.positions]
    assert all(each.chosen["engine", 3][0] in each.values for each in found.examination.positions)


def test_debians_engines_are_found_though_they_are_not_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    real("stockfish")
    if shutil.which("stockfish", path="/usr/games") is None:
        pytest.skip("stockfish is not among Debian's games here")
    monkeypatch.setenv("PATH", "/nowhere")
    assert engine_path("stockfish") == "/usr/games/stockfish"


LEFT_OPEN = """
from threading import Thread
from overthink.adapters.uci import Engine
engine = Engine({command!r})
search = Thread(target=engine.best, args=({fen!r}, 2), daemon=True)
search.start()
print(engine.engine.transport.get_pid())
raise SystemExit("an error, before the engine was closed")
"""


def runs(pid: int) -> bool:
    """Whether a process runs: it is there, and not only because no one has asked how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_program_that_left_an_engine_open_ends_with_it() -> None:
    program = LEFT_OPEN.format(command=f"{FAKE} hang", fen=QUEEN)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=200)
    assert done.returncode == 1 and done.stderr == "an error, before the engine was closed\n"
    deadline = time.monotonic() + 60
    while runs(int(done.stdout)):
        assert time.monotonic() < deadline, "the engine outlived its program"
        time.sleep(0.02)


def test_an_engine_that_a_script_starts_is_ended_with_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overthink.adapters.uci.SEARCH_SECONDS", 0.3)
    script = tmp_path / "engine"
    script.write_text(f"#!/bin/sh\n{FAKE} hang\ntrue\n")  # the shell waits for the engine, which keeps its pipes
    script.chmod(0o755)
    engine = Engine(str(script))
    with pytest.raises(OverthinkError, match=r"no bestmove in 0.3 s"):
        engine.best(QUEEN, 2)
    engine.close()
