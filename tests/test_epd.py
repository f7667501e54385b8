"""EPD and FEN as people write them: slips are corrected and counted, best moves are read."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("chess")

from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.doctor.ask.chess import NO_CASTLING, NO_PASSANT, RIGHTS, SQUARE, STRAY, read_chess_file, read_line
from overthink.doctor.record import Failure
from overthink.doctor.show import group_failures

ENGINE = f"uci:{sys.executable} {Path(__file__).with_name('fake_engine.py')}"
WAC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"
CLEAN = read_line(f'{WAC} bm Qg6; id "WAC.001";')


@pytest.mark.parametrize(
    ("line", "slips"),
    [
        (f'{WAC}; bm Qg6; id "WAC.001";', (STRAY,)),
        (f"{WAC} ; bm Qg6;", ()),
        (f"{WAC};bm Qg6;", (NO_PASSANT,)),
        (f"{WAC.replace(' w', '; w')} bm Qg6;", (STRAY,)),
        (f"{WAC.replace(' w', ' ; w')} bm Qg6;", (STRAY,)),
        (f"{WAC.replace(' w', ', w')} bm Qg6;", (STRAY,)),
        (f"{WAC} bm; Qg6;", ()),
        (f'{WAC} bm Qg6 id "no semicolon"', ()),
        (f'{WAC} bm Qg6!!;; c0 "bm Qh4 is wrong"; this is a comment', ()),
        (f"{WAC} bm g3g6;", ()),
        (f"{WAC} bm qg6;", ()),
        (f"{WAC} 0 1 bm Qg6+;", ()),
        (f"{WAC[:-4]} bm Qg6;", (NO_CASTLING, NO_PASSANT)),
        (f"{WAC.replace('w - -', 'White – –')} bm Qg6;", ()),
        (f"{WAC.replace('w - -', 'w KQ -')} bm Qg6;", (RIGHTS,)),
        (f"{WAC.replace('w - -', 'w - e6')} bm Qg6;", (SQUARE,)),
    ],
)
def test_slips_are_mended_and_named(line: str, slips: tuple[str, ...]) -> None:
    read = read_line(line)
    assert read.fen == CLEAN.fen and read.best == ("g3g6",) and read.slips == slips


def test_best_moves_and_moves_to_avoid() -> None:
    assert sum(CLEAN.values.values()) == 1 and CLEAN.values["g3g6"] == 1
    avoid = read_line(f"{WAC} am Qg6 Nxc6; ").values
    assert {move for move, value in avoid.items() if not value} == {"g3g6", "e5c6"}
    assert read_line(WAC).values == {}
    castled = read_line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm 0-0 O-O-O;")
    assert castled.best == ("e1g1", "e1c1")


@pytest.mark.parametrize(
    ("line", "why"), [("hello", "two fields"), ("8/8 x", "w or b"), ("8/8/8/8/8/8/8/8 w - -", "not a legal position")]
)
def test_what_is_not_a_position(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_line(line)


def epd_file(path: Path) -> Path:
    """Thirty positions with their best moves, a stray sign in each line."""
    board = CLEAN.board.copy()
    lines = []
    for number in range(30):
        moves = sorted(board.legal_moves, key=str)
        lines.append(f"{board.epd()}; bm {board.san(moves[0])}; id {number};")
        board.push(moves[number % len(moves)])
    path.write_text("\n".join([*lines, "rubbish", "more rubbish"]), encoding="utf-8")
    return path


def test_a_stray_sign_costs_no_position_and_is_counted(tmp_path: Path) -> None:
    file = epd_file(tmp_path / "wac.epd")
    read = read_chess_file(file, 100)
    assert len(read.fens) >= 28 and set(read.known) == set(read.fens)
    assert read.slips[STRAY] == 30 and f"{STRAY} (30)" in read.notes[0] and len(read.failures) == 2
    file.write_text(f"{WAC}\n")
    with pytest.raises(OverthinkError, match=r"no best moves \(bm\)"):
        read_chess_file(file, 10).labelled()


def test_an_engine_judged_by_best_moves(tmp_path: Path) -> None:
    file = str(epd_file(tmp_path / "wac.epd"))
    asked = ["doctor", ENGINE, "--positions", file, "--depths", "1-2"]
    told = CliRunner().invoke(main, [*asked, "--truth", "bm"])
    assert told.exit_code == 2 and "no verdict" in told.stdout, told.output
    assert "truth: the best moves in wac.epd" in told.stdout and "(30)" in told.stderr
    assert "2 could not be examined" in told.stdout
    silent = CliRunner().invoke(main, [*asked, "--reference-depth", "3"])
    assert "--truth bm judges by them" in silent.stderr
    for args, says in (
        (["--truth", "magic"], "--truth is bm"),
        (["--truth", "bm"], "needs an EPD file"),
        (["--truth", "bm", "--positions", "20"], "needs an EPD file"),
        (["--truth", "bm", "--positions", file, "--reference", "x"], "Give one of them"),
        (["--rules", "emm"], "--rules is for a game"),
        (["--evaluate", "x:y"], "--evaluate is for a game"),
        (["--player", "x:y"], "--player is for a game"),
    ):
        refused = CliRunner().invoke(main, ["doctor", ENGINE, *args])
        assert refused.exit_code == 2 and says in refused.stderr, refused.output


def test_the_same_reason_is_said_once() -> None:
    failures = [Failure("bad field", "line", f"{n}", "a.epd") for n in (3, 5, 8)]
    failures += [Failure(f"It failed in ({n}, 1).", "position", f"({n}, 1)", kind="it failed") for n in range(9)]
    failures += [Failure("Something else.")]
    assert group_failures(failures) == [
        "9 positions ((0, 1), (1, 1), (2, 1), (3, 1), (4, 1), …), such as: It failed in (0, 1).",
        "a.epd, 3 lines (3, 5, 8): bad field.",
        "Something else.",
    ]
