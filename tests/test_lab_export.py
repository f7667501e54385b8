"""A view as one file, opened from disk: nothing is asked of anybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from overthink.cli.lab import lab as lab_command
from tests.lab_browser import PATIENCE, needs_browser
from tests.story_walks import walk_by_keyboard

SAVED = {  # a link, and what the file shows
    "depth-curve?height=5&rules=minimax": (".view", "minimax"),
    "tree?source=board-splitting&height=6&seed=152&depth=3&rule=minimax": (".run-verdict", "left half"),
    "map": (".view svg", ""),
    "simulations": (".run-verdict, .simulated, .view", "Simulation 40"),
    "play?game=board-splitting&height=6&max=minimax&min=you": (".board", ""),
    "papers?study=emm/fig6": ("figure.paper img", ""),
    "votes": (".says", "best at 3 votes"),
    "docs?page=concepts.md": ("article img[src]", ""),
    "story?step=2": (".story", "Which guesses were wrong?"),
    "doctor": (".view iframe", ""),
}
ANSWERS = "() => [...document.querySelectorAll('.answer')].every((each) => each.dataset.answer === 'new')"
PICTURES = "() => [...document.images].every((each) => each.complete && each.naturalWidth > 0)"


def opened(browser: Browser, path: Path) -> tuple[Page, list[str]]:
    context = browser.new_context(offline=True)
    context.set_default_timeout(PATIENCE)
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: line.type == "error" and wrong.append(line.text))
    page.on("request", lambda sent: sent.url.startswith("http") and wrong.append(sent.url))
    page.goto(path.as_uri())
    return page, wrong


@needs_browser
def test_the_story_as_a_file(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "story.html"
    assert CliRunner().invoke(lab_command, ["--export", str(file)]).exit_code == 0
    assert file.stat().st_size < 1_000_000
    page, wrong = opened(browser, file)
    walk_by_keyboard(page)
    page.locator(".doors a", has_text="Tree").click()
    expect(page.locator("#notice")).to_contain_text("start 'overthink lab'")
    assert not wrong
    page.context.close()


@needs_browser
@pytest.mark.parametrize("link", SAVED)
def test_a_view_as_a_file(page: Page, browser: Browser, tmp_path: Path, link: str) -> None:
    place, words = SAVED[link]
    page.goto(f"/#/{link}")
    expect(page.locator(place).first).to_contain_text(words)
    page.wait_for_function(ANSWERS)
    page.wait_for_function(PICTURES)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save page").click()
    saved.value.save_as(tmp_path / "view.html")
    found, wrong = opened(browser, tmp_path / "view.html")
    expect(found.locator(place).first).to_contain_text(words)
    found.wait_for_function(ANSWERS)
    found.wait_for_function(PICTURES)
    sliders = found.locator(".view:not(.map) .controls input[type=range]")  # the map has all its slices
    for slider in sliders.all()[:1]:  # what is not in the file is refused
        slider.press("ArrowRight")
        expect(found.locator(".old-note").first).to_contain_text("saved with another setting")
    assert not wrong
    found.context.close()
