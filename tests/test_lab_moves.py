"""The moves of a game in the lab: judged by the truth, taken back, played again; the names of squares."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from overthink.lab.workers.play import play_moves, playable, position
from tests.lab_browser import needs_browser


def ask(**given: Any) -> dict[str, Any]:
    return position({name: str(value) for name, value in given.items()})


def test_right_and_wrong_moves_are_known() -> None:
    """Where the truth is known, each move so far is judged by it."""
    found = ask(game="board-splitting", height=4, moves="0,1,0")
    states = play_moves(playable({"game": "board-splitting", "height": "4"}), "0,1,0")
    setup = playable({"game": "board-splitting", "height": "4"}).setup
    assert setup.right
    by_hand = [str(move) in [str(best) for best in setup.right(state)] for state, move in zip(states, (0, 1, 0))]
    assert found["good"] == by_hand and len(found["good"]) == 3
    assert ask(game="kalah", pits=3, seeds=2, moves="0")["good"] == [None]


@needs_browser
def test_moves_are_taken_back_and_played_again(page: Page) -> None:
    page.goto("/#/play?game=board-splitting&height=6&max=you&min=minimax&depthmin=3&moves=0,0,1,1")
    moves, graph = page.locator(".played-moves li"), page.locator(".accuracy-figure")
    expect(moves).to_have_count(4)
    expect(graph).to_contain_text(re.compile(r"Max: \d of 2 moves right · Min: \d of 2 moves right"))
    page.get_by_role("button", name="Undo").click()
    expect(moves).to_have_count(2)
    page.keyboard.press("r")
    expect(moves).to_have_count(4)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


@needs_browser
def test_boards_have_coordinates(page: Page) -> None:
    page.goto("/#/play?game=chess-endgame&men=KRK")
    expect(page.locator(".files span")).to_have_text([*"abcdefgh"])
    expect(page.locator(".ranks span")).to_have_text([*"87654321"])
