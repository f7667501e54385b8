"""The lab's first view: its numbers are those of the code, and its six steps fit and have links.

`tests/test_wheel.py` goes through them by mouse and by keyboard, in the lab as it is installed."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from overthink.core.plain import to_json
from overthink.evaluate.solved import artificial
from overthink.lab.server import PAGE
from overthink.lab.workers.play import think
from overthink.lab.workers.trace import DONE, LEAF
from overthink.lab.workers.tree import trace_tree
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
    game = shipped["game"]
    place = Path(__file__).resolve().parent.parent / "docs" / "story_numbers.py"
    spec = importlib.util.spec_from_file_location("story_numbers", place)
    assert spec and spec.loader
    spec.loader.exec_module(story := importlib.util.module_from_spec(spec))
    assert game == json.loads(to_json(story.small_game()))
    assert [node for node in range(7, 15) if game["wrong"][node] <= 0.2] == [10, 13]
    assert {name: found["setting"] for name, found in shipped["curves"].items()} == story.CURVES


def test_play_has_the_same_board_and_errs_there(shipped: dict[str, Any]) -> None:
    """The door to Play: three moves ahead, Max keeps the half that loses."""
    found = think({"game": "board-splitting", "height": "6", "seed": "152", "depth": "3", "rule": "minimax"})
    assert (found["move"], found["right"]) == ("0", ["1"])


def test_the_many_games_are_the_curve_s(shipped: dict[str, Any]) -> None:
    """The first 256 of them, drawn without the lab, lie around the shipped curve; the last depth sees the end."""
    points = shipped["curves"]["many"]["rules"]["minimax"]
    assert shipped["curves"]["many"]["n"] == 32768 and [point["depth"] for point in points] == [1, 3, 5, 7, 9, 11]
    tree = artificial(0.2)(BoardSplittingModel(11, 2, 0.5).draw(0, 256, 0), 0)
    for point in points:
        part = accuracy(tree, "minimax", [point["depth"]])[point["depth"]]
        assert abs(part.mean - point["mean"]) < part.high - part.low
    means = [point["mean"] for point in points]
    assert means[:-1] == sorted(means[:-1], reverse=True) and means[-1] == 1.0


# --- in the browser -------------------------------------------------------------------------------------------------


@needs_browser
def test_the_lab_opens_on_the_story(fresh: Page) -> None:
    fresh.goto("/")
    headline(fresh, 1)
    expect(fresh.locator("header nav a[aria-current]")).to_have_text("Story")
    expect(fresh.locator(".stage")).to_contain_text("keeps the right half, which wins")
    expect(fresh.locator(".stage")).not_to_contain_text("which loses")


@needs_browser
def test_a_link_holds_step_and_answers(page: Page) -> None:
    page.goto("/#/story?step=4&a1=wins&a4=80-82-85-90-95-100")
    headline(page, 4)
    expect(page.locator(".truth")).to_contain_text("Not this time. It goes down: from 79.9%")
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
@pytest.mark.parametrize(("depth", "error"), [(1, 0.2), (3, 0.2), (3, 0.35), (4, 0.1), (5, 0.5), (6, 0.5)])
def test_the_story_s_tree_is_the_tool_s(page: Page, depth: int, error: float) -> None:
    """Moved to another depth and error, the story's own tree shows what the view Tree computes, and marks what is
    wrong."""
    asked = {"source": "board-splitting", "height": "6", "seed": "152", "rule": "minimax"}
    trace = json.loads(trace_tree({**asked, "depth": str(depth), "error": str(error)}))
    (run,), tree = trace["runs"], trace["tree"]
    worth = {event[1]: event[2] for event in run["events"] if event[0] in (LEAF, DONE)}
    page.goto("/#/story?step=2&a2=show")
    page.get_by_label("Moves looked ahead").fill(str(depth))
    page.get_by_label("Wrong guesses").fill(str(error))
    shown = page.locator(".story-tree .node").evaluate_all(
        "all => all.map((node) => [node.matches('.win') ? 1 : -1, Boolean(node.querySelector('.wrong-mark'))])"
    )
    assert shown == [[worth[node], worth[node] != tree["truth"][node]] for node in range(len(worth))]
    expected = ["left half, which loses"] if run["moves"] == [0] else ["right half, which wins"]
    expect(page.locator(".now")).to_contain_text("tosses a coin" if len(run["moves"]) > 1 else expected[0])


@needs_browser
def test_a_reader_draws_the_curve(page: Page) -> None:
    page.goto("/#/story?step=4")
    box = page.locator(".drawable").bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 0.15 * box["height"], steps=3)
    page.mouse.up()
    page.locator(".handle").first.press("ArrowDown")
    shares = [int(str(each.get_attribute("aria-valuenow"))) for each in page.locator(".handle").all()]
    assert shares == sorted(shares) and shares[-1] > shares[0] + 20
    page.get_by_role("button", name="Compare my curve").click()
    expect(page.locator(".own-curve")).to_be_visible()
    expect(page.locator(".truth")).to_contain_text("Not this time.")
    assert "-".join(map(str, shares)) in page.url


@needs_browser
def test_words_light_what_they_speak_of(page: Page) -> None:
    page.goto("/#/story?step=2&a2=show")
    page.get_by_role("button", name="7th").hover()
    expect(page.locator('.lit[data-node="13"]')).to_have_count(1)
    page.get_by_role("button", name="4th").focus()
    expect(page.locator('.lit[data-node="10"]')).to_have_count(1)


@needs_browser
def test_the_tools_show_what_the_story_shows(page: Page) -> None:
    page.goto("/#/story?step=1")
    page.locator(".tool").click()
    page.get_by_role("button", name="▶|").click()
    expect(page.locator(".run-verdict").first).to_contain_text("✗ Truly best: right half")
    page.goto("/#/story?step=3&a3=show")
    page.locator(".tool").click()
    expect(page.locator(".view")).to_contain_text("L, error .36")
    expect(page.locator(".position")).to_contain_text("● ● ○ ○")
    page.goto("/#/story?step=5")
    page.locator(".tool").first.click()
    expect(page.locator(".run-verdict").nth(1)).to_contain_text("✓ This is truly best")
    page.goto("/#/story?step=6")
    page.locator(".doors a", has_text="Play").click()
    expect(page.locator(".played-moves")).to_contain_text("left half")
    expect(page.locator(".squares span:not(.gone)")).to_have_count(32)
