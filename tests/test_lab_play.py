"""The lab's view to play in: positions and thoughts from the server, and whole games in a browser."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

from overthink.core.errors import OverthinkError
from overthink.evaluate.kalah import store_difference
from overthink.games.chess.table import endgame
from overthink.games.kalah import Kalah
from overthink.lab.workers import play
from overthink.lab.workers.play import BOARDS, play_moves, read_game, think
from overthink.lab.workers.play import position as position_of
from overthink.search.decide import decide
from tests.lab_browser import EMPTY, PATIENCE, needs_browser

STARTS: dict[str, dict[str, Any]] = {
    "kalah": {"pits": 3, "seeds": 2},
    "board-splitting": {"height": 6},
    "cops-and-robbers": {"side": 4},
    "chess-endgame": {"pieces": "KRK"},
    "8-puzzle": {"seed": 1359},
    **{name: {"rows": 4, "columns": 4} for name in ("connect-four", "othello", "breakthrough", "domineering")},
}


def ask(function: Callable[[dict[str, str]], dict[str, Any]], **given: Any) -> dict[str, Any]:
    return function({name: str(value) for name, value in given.items()})


# --- what is worked out ---------------------------------------------------------------------------------------------


@pytest.mark.exhaustive(only=["chess-endgame"])
@pytest.mark.parametrize("game", BOARDS)
def test_machines_play_to_the_end(game: str) -> None:
    """Positions follow from moves alone, and the last one says who has won."""
    moves: list[str] = []
    for _ in range(200):
        position = ask(position_of, game=game, moves=",".join(moves), **STARTS[game])
        assert position["plies"] == len(moves) == len(position["movers"])
        if position["over"]:
            break
        found = ask(think, game=game, moves=",".join(moves), depth=2, **STARTS[game])
        assert found["move"] in found["best"] and set(found["best"]) <= set(position["moves"])
        assert [option["move"] for option in found["options"]] == position["moves"]
        assert found["line"][0] == found["move"] and len(found["line"]) <= 2
        moves.append(found["move"])
    assert position["over"] and position["result"].endswith(".") and position["moves"] == []


@pytest.mark.parametrize(("rule", "search"), [("minimax", "alpha-beta"), ("emm", "full-width"), ("vote", "full-width")])
def test_a_thought_is_decide_s(rule: str, search: str) -> None:
    game = Kalah.real(4, 3, "win")
    state = game.play(game.initial(), 2)
    ours = ask(think, pits=4, seeds=3, moves="2", rule=rule, search=search, depth=4, error=0.2)
    theirs = decide(game, state, rule=rule, search=search, depth=4, evaluate=store_difference(game), error=0.2)
    assert ours["best"] == [str(move) for move in theirs.moves]
    assert (ours["value"], ours["error"], ours["nodes"]) == (theirs.value, theirs.error, theirs.nodes.total)
    assert [o["value"] for o in ours["options"]] == [option.value for option in theirs.options]


def test_the_truly_best_moves_of_an_endgame() -> None:
    table = endgame("KRK")
    found = ask(think, game="chess-endgame", pieces="KRK", error=0, depth=1, seed=4)
    assert found["right"] == table.best_moves(table.game.random_start(4))
    assert found["move"] in found["right"]  # the machine sees the truth


def test_the_puzzle_of_the_story() -> None:
    """One move ahead is right and five are wrong; costs count the move itself; the end says how few moves would do."""
    near, far = (ask(think, game="8-puzzle", seed=16462, depth=depth) for depth in (1, 5))
    assert (near["move"], far["move"], near["right"], near["cost"]) == ("up", "right", ["up"], True)
    assert {option["move"]: option["value"] for option in near["options"]} == {
        "up": 8,
        "down": 10,
        "left": 10,
        "right": 10,
    }
    moves = "left,down,left,up"
    assert (
        ask(position_of, game="8-puzzle", seed=1359, moves=moves)["result"] == "Home in 4 moves, the fewest possible."
    )
    longer = ask(position_of, game="8-puzzle", seed=1359, moves=f"down,up,{moves}")
    assert longer["result"] == "Home in 6 moves; 4 would be enough." and longer["good"] == [False] + [True] * 5


def test_games_that_nobody_wins_end_all_the_same() -> None:
    board, setup = read_game({"game": "cops-and-robbers", "side": "7", "cops": "1", "seed": "1"})
    moves: list[str] = []
    for _ in range(board.longest):
        legal = [str(move) for move in setup.game.moves(play_moves(board, setup, ",".join(moves))[-1])]
        assert legal, "the robber ran into the cop: take another seed"
        moves.append("." if "." in legal else legal[0])
    position = ask(position_of, game="cops-and-robbers", side=7, cops=1, seed=1, moves=",".join(moves))
    assert position["over"] and position["result"] == "The robber was not caught in 60 moves."
    with pytest.raises(OverthinkError, match="at most 60 moves"):
        play_moves(board, setup, ",".join([*moves, "."]))


# --- abuse ----------------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("asked", [{"pits": "8", "seeds": "8"}, {"game": "othello"}])
def test_a_machine_looks_as_far_ahead_as_fits(monkeypatch: pytest.MonkeyPatch, asked: dict[str, str]) -> None:
    monkeypatch.setattr(play, "MOST_INTERPRETED_NODES", 3_000)
    monkeypatch.setattr(play, "MOST_COMPILED_NODES", 3_000)
    thought = play.think({"rule": "minimax", "search": "full-width", "depth": "12", **asked})
    assert 1 <= thought["depth"] < 12 and thought["nodes"] < 6_000


ABUSE = {
    "position?game=go": "There is no game",
    "position?moves=9": "Move 1, '9', cannot be played",
    "position?moves=0,0,0,0": "Move 3, '0', cannot be played",
    "position?moves=" + "0," * 1900: "cannot be played",
    "position?moves=__import__('os')": "cannot be played",
    "position?pits=99": "'pits' must be a whole number from 2 to 8",
    "position?game=chess-endgame&pieces=KQRBNKQ": "There is no pieces",
    "position?game=chess-endgame&moves=a1a9": "cannot be played",
    "think?depth=99": "'depth' must be a whole number from 1 to 12",
    "think?rule=emm-true-types": "There is no rule",
    "think?rule=emm&search=alpha-beta": "not sound for the rule",
    "think?game=board-splitting&height=4&moves=0,0,0,0": "The game is over",
    "think?seed=-1": "'seed' must be a whole number",
}


@pytest.mark.parametrize("query", ABUSE)
def test_abuse_is_refused(monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.setattr(play, "MOST_PYTHON_NODES", 500)
    kind, _, parameters = query.partition("?")
    with pytest.raises(OverthinkError, match=re.escape(ABUSE[query])):
        {"position": position_of, "think": think}[kind](dict(parse_qsl(parameters)))


# --- in the browser -------------------------------------------------------------------------------------------------


def yours(page: Page) -> bool:
    """Waits until it is the reader's turn (True) or the game is over (False)."""
    status = page.locator(".play-status")
    while True:  # a machine may begin to think between two looks
        expect(status).to_have_text(re.compile(r"you\.$|wins|A draw|caught"))
        said = status.inner_text()
        if said.endswith("you.") or re.search("wins|A draw|caught", said):
            return said.endswith("you.")


@needs_browser
def test_a_whole_game_of_kalah(page: Page) -> None:
    page.goto("/#/play?game=kalah&pits=3&seeds=2&min=emm&depthmin=3")
    shown = False
    while yours(page):
        moves = page.locator(".played-moves li").count()
        assert moves < 120
        page.locator(".pit.legal").first.click()
        expect(page.locator(".played-moves li").nth(moves)).to_be_visible()
        if moves >= 4 and not shown:
            expect(page.locator(".thought")).to_contain_text("EMM, pruned-emm, 3 moves ahead")
            shown = True
    assert shown
    expect(page.locator(".play-status")).to_have_text(re.compile(r"(North|South) wins, \d+ to \d+\.|A draw at 6\."))
    seeds = [int(text) for text in re.findall(r"\d+", page.locator(".play-status").inner_text())]
    assert sum(seeds) in (12, 6)
    assert page.locator(".pit.legal").count() == 0


@pytest.mark.exhaustive
@needs_browser
def test_watching_two_play_and_stopping_them(alone: Page) -> None:
    alone.clock.install()
    alone.goto("/#/play?game=kalah&pits=3&seeds=2&max=minimax&min=vote&depthmax=2&depthmin=3")
    moves, status = alone.locator(".played-moves li"), alone.locator(".play-status")
    goes_on(alone, lambda: moves.count() >= 3)
    alone.get_by_role("button", name="Pause").click()
    expect(alone.get_by_role("button", name="Resume")).to_be_visible()
    before = moves.count()
    alone.get_by_role("button", name="Undo").click()
    expect(moves).to_have_count(before - 1)
    alone.get_by_role("button", name="Resume").click()
    goes_on(alone, lambda: bool(re.search("wins|A draw", status.inner_text())))


def goes_on(page: Page, until: Callable[[], bool]) -> None:
    """Two machines play, with the page's clock ahead of ours: they do not wait between their moves."""
    for _ in range(PATIENCE // 20):
        if until():
            return
        page.clock.fast_forward(500)
        page.wait_for_timeout(20)
    raise AssertionError("nothing happens")


@needs_browser
def test_undo_and_the_link(page: Page) -> None:
    page.goto("/#/play?game=kalah&depthmin=2")
    assert yours(page)
    board = page.locator(".kalah").inner_text()
    page.get_by_role("button", name="South, pit 1: 4 seeds").click()
    expect(page.locator(".thought")).to_be_visible()
    assert yours(page)
    after = page.locator(".kalah").inner_text()
    assert after != board
    link = page.evaluate("location.hash")
    page.keyboard.press("u")
    expect(page.locator(".played-moves li")).to_have_count(0)
    assert page.locator(".kalah").inner_text() == board
    page.goto(EMPTY)
    page.goto(f"/{link}")
    expect(page.locator(".played-moves li").first).to_be_visible()
    assert yours(page)
    assert page.locator(".kalah").inner_text() == after
    page.get_by_role("button", name="Undo").click()  # the machine's move and the reader's own
    expect(page.locator(".played-moves li")).to_have_count(0)


@pytest.mark.exhaustive
@needs_browser
def test_a_second_click_is_no_second_move(page: Page) -> None:
    page.goto("/#/play?game=kalah&depthmin=2")
    games: list[str] = []
    for clicks in (1, 3):
        assert yours(page)
        page.evaluate("n => { for (let i = 0; i < n; i++) document.querySelector('.pit.legal').click(); }", clicks)
        expect(page.locator(".thought")).to_be_visible()
        assert yours(page)
        games.append(page.locator(".played-moves").inner_text())
        page.evaluate("for (const _ of [1, 2]) dispatchEvent(new KeyboardEvent('keydown', { key: 'u' }))")
        expect(page.locator(".played-moves li")).to_have_count(0)
    assert games[0] == games[1]
    page.keyboard.press("r")
    expect(page.locator(".played-moves")).to_have_text(games[0], use_inner_text=True)


@pytest.mark.exhaustive
@needs_browser
def test_board_splitting_by_the_keyboard(page: Page) -> None:
    page.goto("/#/play?game=board-splitting&height=4&seed=2")
    assert yours(page)
    page.get_by_role("button", name="Keep the left half").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".thought")).to_be_visible()
    assert yours(page)
    page.locator(".squares .two").first.click()
    expect(page.locator(".play-status")).to_contain_text("wins")


@pytest.mark.exhaustive
@needs_browser
def test_cops_and_robbers_from_both_sides(page: Page) -> None:
    page.goto("/#/play?game=cops-and-robbers&side=4")
    assert yours(page)
    page.locator(".cell.legal").first.click()
    expect(page.locator(".thought")).to_contain_text("Cops")
    page.goto("/#/play?game=cops-and-robbers&max=minimax&min=you")
    assert yours(page)
    page.get_by_role("button", name="Move the cops").click()
    expect(page.locator(".played-moves li").nth(1)).to_be_visible()


@pytest.mark.exhaustive
@needs_browser
def test_the_puzzle_by_mouse_and_keyboard(page: Page) -> None:
    page.goto("/#/play?game=8-puzzle&seed=1359")
    assert yours(page)
    expect(page.get_by_label("Played by")).to_have_count(1)
    for key, moves in (("ArrowUp", 0), ("ArrowDown", 1), ("u", 0)):  # the gap is in the first row
        page.keyboard.press(key)
        expect(page.locator(".played-moves li")).to_have_count(moves)
    page.get_by_role("button", name="row 1, column 2: tile 2; the gap goes left").click()
    expect(page.locator(".played-moves")).to_have_text("left ✓")
    page.locator(".puzzle .legal").first.focus()
    for moves, key in enumerate(("ArrowDown", "ArrowLeft", "ArrowUp"), 2):
        page.keyboard.press(key)
        expect(page.locator(".played-moves li")).to_have_count(moves)
    expect(page.locator(".play-status")).to_have_text("Home in 4 moves, the fewest possible.")
    page.keyboard.press("u")
    page.get_by_label("Played by").select_option("minimin")
    expect(page.locator(".play-status")).to_contain_text("Home in")
    expect(page.locator(".thought")).to_contain_text("This move is truly best.")


@pytest.mark.exhaustive
@needs_browser
def test_a_chess_endgame(page: Page) -> None:
    page.goto("/#/play?game=chess-endgame&pieces=KRK&seed=0&depthmin=1")
    assert yours(page)
    expect(page.locator(".files span")).to_have_text([*"abcdefgh"])
    expect(page.locator(".ranks span")).to_have_text([*"87654321"])
    page.get_by_role("button", name="h4, white rook").click()
    assert page.locator(".chess .legal").count() == 14
    page.get_by_role("button", name="h2", exact=True).click()
    expect(page.locator(".thought")).to_contain_text("Black")
    assert yours(page)
    expect(page.get_by_role("button", name="h2, white rook")).to_be_visible()


@pytest.mark.exhaustive
@needs_browser
def test_stones_fall_and_walk(page: Page) -> None:
    page.goto("/#/play?game=connect-four&moves=3,2,3&min=you")
    assert yours(page)
    assert page.locator(".stones .legal").count() == 7 and page.locator(".stone").count() == 3
    page.get_by_role("button", name="d3", exact=True).click()
    expect(page.locator(".played-moves")).to_contain_text("column d")
    expect(page.locator(".stone.min")).to_have_count(2)
    page.goto("/#/play?game=breakthrough&min=you")
    assert yours(page)
    page.get_by_role("button", name="b2, x").click()
    assert page.locator(".stones .legal").count() == 3
    page.get_by_role("button", name="c3", exact=True).click()
    expect(page.get_by_role("button", name="c3, x")).to_be_visible()


def test_a_game_s_own_names_of_moves() -> None:
    """Moves of a game of one's own have the names of its `move_text`: to choose from, in the list and in a report."""
    names = {"game": "kalah", "pits": "3", "seeds": "2"}
    assert position_of(names)["names"] == {"0": "pit 1", "1": "pit 2", "2": "pit 3"}
    assert position_of({**names, "moves": "1"})["names"]["1"] == "pit 2"
    thought = think({**names, "depth": "3"})
    assert {*thought["line"]} | {option["move"] for option in thought["options"]} == {*thought["names"]}
    assert position_of({"game": "connect-four"})["names"] == {}
