"""A view as one file, opened from disk, or in a frame of a course site that allows scripts and nothing else: nothing is
asked of anybody, and nothing in it is about the machine that saved it."""

import tempfile
from html import escape
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from overthink.cli.lab import lab as lab_command
from overthink.lab.export import story_file
from tests.lab_browser import PATIENCE, needs_browser
from tests.story_walks import STEPS, walk_by_keyboard

SAVED = {  # a link, and what the file shows
    "depth-curve?height=5&rules=minimax": (".view", "minimax"),
    "tree?source=board-splitting&height=6&seed=152&depth=3&rule=minimax": (".run-verdict", "left half"),
    "map": (".view svg", ""),
    "simulations": (".run-verdict, .simulated, .view", "Simulation 40"),
    "play?game=board-splitting&height=6&max=minimax&min=you": (".thought", "alpha-beta, 3 moves ahead; 14 nodes"),
    "papers?study=emm/fig6": ("figure.paper img", ""),
    "votes": (".says", "best at 3 votes"),
    "nets?rule=bayes&depth=3": (".answer .says + .picture, .answer", "bayes gains 1.9 points"),
    "docs?page=concepts.md": ("article img[src]", ""),
    "story?step=2": (".story", "Which guesses were wrong?"),
    "doctor": (".says", "An example that comes with Overthink"),
}
ANSWERS = "() => [...document.querySelectorAll('.answer')].every((each) => each.dataset.answer === 'new')"
PICTURES = "() => [...document.images].every((each) => each.complete && each.naturalWidth > 0)"


def opened(browser: Browser, path: Path) -> tuple[Page, list[str]]:
    context = browser.new_context(offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong = list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: line.type == "error" and wrong.append(line.text))
    page.on("request", lambda sent: sent.url.startswith("http") and wrong.append(sent.url))
    page.goto(path.as_uri())
    return page, wrong


FRAME = '<iframe sandbox="allow-scripts" width="1200" height="700" {}="{}"></iframe>'


def framed(browser: Browser, file: Path, place: str, words: str) -> None:
    """In a frame without storage and without an address of its own, the file shows the same."""
    for kind, content in {"src": file.name, "srcdoc": escape(file.read_text("utf-8"))}.items():
        around = file.with_name(f"{kind}.html")
        around.write_text(FRAME.format(kind, content), "utf-8")
        page, wrong = opened(browser, around)
        expect(page.frame_locator("iframe").locator(place).first).to_contain_text(words)
        page.frames[1].wait_for_function(ANSWERS)
        assert not wrong, (kind, wrong)
        page.context.close()


@pytest.mark.exhaustive
@needs_browser
def test_the_story_walks_in_a_frame(browser: Browser, tmp_path: Path) -> None:
    """Its steps, its answers and its way back need neither storage nor an address."""
    (tmp_path / "story.html").write_text(FRAME.format("srcdoc", escape(story_file())), "utf-8")
    page, wrong = opened(browser, tmp_path / "story.html")
    story = page.frame_locator("iframe")
    for answer in ("cut-0", "cut-1", "loses"):
        story.locator(f".answers [data-answer={answer}]").click()
    expect(story.locator(".truth")).to_contain_text("Your guess was right.")
    story.get_by_role("button", name="Tools").click()
    story.get_by_role("button", name="Projector").click()
    for step in (2, 3):
        story.get_by_role("button", name="Next →").click()
        expect(story.locator("h1")).to_contain_text(STEPS[step][0])
    story.locator(".dots a", has_text="1").click()
    expect(story.locator(".truth")).to_contain_text("Your guess was right.")
    story.locator(".tool").first.click()
    expect(story.locator("#notice")).to_contain_text("start 'overthink lab'")
    assert not wrong
    page.context.close()


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


@pytest.mark.exhaustive(but=["depth-curve?height=5&rules=minimax", "doctor"])
@needs_browser
@pytest.mark.parametrize("link", SAVED)
def test_a_view_as_a_file(page: Page, browser: Browser, results: Path, tmp_path: Path, link: str) -> None:
    place, words = SAVED[link]
    (results / "private.html").write_text("<p>secret</p>", "utf-8")
    page.goto(f"/#/{link}")
    expect(page.locator(place).first).to_contain_text(words)
    page.wait_for_function(ANSWERS)
    page.wait_for_function(PICTURES)
    if link.startswith("story"):
        page.get_by_role("button", name="Tools").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save page").click()
    saved.value.save_as(tmp_path / "view.html")
    found, wrong = opened(browser, tmp_path / "view.html")
    expect(found.locator(place).first).to_contain_text(words)
    found.wait_for_function(ANSWERS)
    found.wait_for_function(PICTURES)
    sliders = found.locator(".view:not(.map, .nets) .controls input[type=range]")  # these have all their numbers
    for slider in sliders.all()[:1]:  # what is not in the file is refused
        slider.press("ArrowRight")
        expect(found.locator(".old-note").first).to_contain_text("saved with another setting")
    assert not wrong
    found.context.close()
    framed(browser, tmp_path / "view.html", place, words)
    text = (tmp_path / "view.html").read_text("utf-8")
    for own in (str(results), tempfile.gettempdir(), str(Path.home()) + "/", "private.html"):
        assert own not in text, own
