"""The lab's first view: its numbers are those of the code, and its six steps fit and have links.

`tests/test_wheel.py` goes through them by mouse and by keyboard, in the lab as it is installed."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from overthink.core.plain import to_json
from overthink.evaluate.solved import artificial
from overthink.lab.server import PAGE
from overthink.measure.accuracy import accuracy
from overthink.models.board_splitting import BoardSplittingModel
from tests.lab_browser import needs_browser, screens
from tests.story_walks import STEPS, headline


@pytest.fixture(scope="module")
def shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAGE / "views" / "story" / "story.json").read_text("utf-8"))
    return found


# --- the numbers ----------------------------------------------------------------------------------------------------


def test_the_small_game_is_the_code_s(shipped: dict[str, Any]) -> None:
    """Right at depth 1, wrong at depth 3, because of two guesses."""
    game = shipped["game"]
    place = Path(__file__).resolve().parent.parent / "docs" / "story_numbers.py"
    spec = importlib.util.spec_from_file_location("story_numbers", place)
    assert spec and spec.loader
    spec.loader.exec_module(story := importlib.util.module_from_spec(spec))
    assert game == json.loads(to_json(story.small_game()))
    assert game["right"] == game["shallow"]["moves"] == game["emm"]["moves"] == [1] and game["deep"]["moves"] == [0]
    assert [n for n, (guess, true) in enumerate(zip(game["static"], game["truth"])) if guess != true] == [10, 13]


def test_every_repair_is_plain_minimax(shipped: dict[str, Any]) -> None:
    """All 256 ways to turn the eight guesses around, against minimax by hand."""
    guesses = np.array(shipped["game"]["static"][7:])
    for bits, entry in enumerate(shipped["what_if"]):
        leaves = np.where([bits >> k & 1 for k in range(8)], -guesses, guesses)
        maxima = leaves.reshape(4, 2).max(1)
        minima = maxima.reshape(2, 2).min(1)
        by_hand = [minima.max(), *minima, *maxima]
        assert entry["worth"] == "".join("+" if value > 0 else "-" for value in by_hand)
        assert entry["moves"] == np.flatnonzero(minima == minima.max()).tolist()
    wrong_both, one, other, none = (shipped["what_if"][bits]["moves"] for bits in (0, 1 << 3, 1 << 6, 1 << 3 | 1 << 6))
    assert (wrong_both, one, other, none) == ([0], [0, 1], [0, 1], [1])


def test_the_thousand_games_are_the_curve_s(shipped: dict[str, Any]) -> None:
    """The first 256 of them, drawn without the lab, lie around the shipped curve; the last depth sees the end."""
    points = shipped["curves"]["rules"]["minimax"]["accuracy"]
    assert shipped["curves"]["n"] == 1024 and [point["depth"] for point in points] == [1, 3, 5, 7, 9, 11]
    tree = artificial(0.2)(BoardSplittingModel(11, 2, 0.5).draw(0, 256, 0), 0)
    for point in points:
        part = accuracy(tree, "minimax", [point["depth"]])[point["depth"]]
        assert abs(part.mean - point["mean"]) < 4 * (part.high - part.low)
    means = [point["mean"] for point in points]
    assert means[:-1] == sorted(means[:-1], reverse=True) and means[-1] == 1.0


def test_the_puzzle(shipped: dict[str, Any]) -> None:
    """Distances from home by a search outwards from it, and the guess by hand."""
    from overthink.games.sliding_puzzle import SlidingPuzzle

    game, puzzle = SlidingPuzzle(), shipped["puzzle"]
    distance, layer = {game.goal: 0}, [game.goal]
    while layer:
        beyond = {game._slide(state, square) for state in layer for square in game._reach(state)} - distance.keys()
        distance |= dict.fromkeys(beyond, distance[layer[0]] + 1)
        layer = list(beyond) if distance[layer[0]] < 17 else []
    for board in (puzzle["start"], *puzzle["start"]["moves"].values(), *puzzle["bait"]["boards"]):
        tiles = tuple(board["tiles"])
        by_hand = sum(abs(at // 3 - tile // 3) + abs(at % 3 - tile % 3) for at, tile in enumerate(tiles) if tile)
        assert (board["truth"], board["guess"]) == (distance[tiles], by_hand)
    assert puzzle["choices"] == {"1": ["up"], "5": ["right"]}
    assert puzzle["better"] + puzzle["worse"] + puzzle["equal"] == pytest.approx(1) and puzzle["worse"] < 0.2


# --- in the browser -------------------------------------------------------------------------------------------------


@needs_browser
def test_the_lab_opens_on_the_story(fresh: Page) -> None:
    fresh.goto("/")
    headline(fresh, 1)
    expect(fresh.locator("header nav a[aria-current]")).to_have_text("Story")
    expect(fresh.locator(".stage")).to_contain_text("picks move 2, which wins")
    expect(fresh.locator(".stage")).not_to_contain_text("which loses")


@needs_browser
def test_a_link_holds_step_and_answers(page: Page) -> None:
    page.goto("/#/story?step=4&a1=wins&a4=down")
    headline(page, 4)
    expect(page.locator(".truth")).to_contain_text("78.8%")
    expect(page.locator(".dots .done")).to_have_count(2)
    for odd in ("step=99", "step=-1", "step=x&a1=constructor", "step=constructor&a2=9-9-x"):
        page.goto(f"/#/story?{odd}")
        expect(page.locator(".story h1")).to_be_visible()


@needs_browser
@pytest.mark.parametrize("step", STEPS)
def test_it_fits(page: Page, step: int) -> None:
    """No scrolling on a projector; on a phone only down, with the bar always in sight."""
    page.goto(f"/#/story?step={step}&a{step}=show")
    headline(page, step)
    screens(page, f"story-{step}")
    assert page.evaluate("document.documentElement.scrollHeight") <= 730
    page.keyboard.press("Alt+p")
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    page.keyboard.press("Alt+p")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => document.documentElement.scrollWidth <= 390")
    expect(page.locator(".story-bar .next")).to_be_in_viewport(ratio=1)
    for link in page.locator(".tool, .doors a").all():
        assert re.match(r"#/(tree|depth-curve|map|play|papers|doctor)", str(link.get_attribute("href")))


@needs_browser
def test_the_tools_show_what_the_story_shows(page: Page) -> None:
    page.goto("/#/story?step=1")
    page.locator(".tool").click()
    expect(page.locator(".run-verdict").first).to_contain_text("✗ Truly best: move 2")
    page.goto("/#/story?step=5")
    page.locator(".tool").first.click()
    expect(page.locator(".run-verdict").nth(1)).to_contain_text("✓ This is truly best")
