"""The moves of a game in the lab: judged by the truth, taken back, played again; the names of squares."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.lab_browser import needs_browser


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
