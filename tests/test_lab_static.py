"""The lab as a folder, opened from disk without Python and without a network: every view has a link, shows what comes
with Overthink, and says what only the lab computes."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from overthink.cli.lab import lab as lab_command
from tests.lab_browser import PATIENCE, needs_browser

MOST_BYTES = 3_000_000  # of all but figures
SHOWN = {  # a link, and what it shows
    "story": ("main", "Two players in turn cut this board"),
    "nets?rule=bayes&depth=3": ("main", "bayes gains 1.9 points"),
    "map?slice=b&at=2": ("main", "10,000 observations for each number"),
    "papers?study=emm/fig9": (".study td.holds", "✓ holds"),
    "tree?source=board-splitting&height=6&error=0.2&seed=152&depth=3&rule=minimax": (".run-verdict", "left half"),
    "tree": (".run-verdict", "Chosen: B"),
    "votes?hard=0.49": (".says", "best at 7 votes"),
    "votes?tail=pareto": ("main", "the best of"),
    "simulations": ("main", "Simulation 40"),
    "simulations?seed=4&exploration=0": (".run-verdict", "✗ Right"),
    "simulations?search=best-first&seed=2&step=40": ("figcaption", "Chosen: right half"),
    "simulations?source=board-splitting&rule=heir&seed=77": (".says", "P-game number 77"),
    "simulations?seed=1000": ("main", "Without the lab there are draws 0 to 999"),
    "simulations?source=kalah-4x3": ("main", "Start 'overthink lab', and put #/simulations?"),
    "doctor": ("main", "An example that comes with Overthink"),
    "docs?page=concepts.md": ("main h1", ""),
    "depth-curve": ("main", "minimax: pathology. Depth 9 decides"),
    "depth-curve?error=0.3": ("main", "Start 'overthink lab', and put #/depth-curve?"),
    "play": ("#notice", "Start 'overthink lab', and put #/play behind its address."),
}
PICTURES = "() => [...document.images].every((each) => each.complete && each.naturalWidth > 0)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("static") / "lab"
    result = CliRunner().invoke(lab_command, ["--static", str(made)])
    assert result.exit_code == 0, result.output
    return made


def test_the_folder_is_small(folder: Path) -> None:
    pictures = {".svg", ".png"}
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files if path.suffix not in pictures) <= MOST_BYTES
    assert {path.suffix for path in files} == {".html"} | pictures


@needs_browser
def test_every_view_opens_from_disk(browser: Browser, folder: Path) -> None:
    context = browser.new_context(offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong = list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    inside = (folder.as_uri(), "data:", "blob:", "about:")
    page.on("request", lambda sent: None if sent.url.startswith(inside) else wrong.append(sent.url))
    for link, (place, words) in SHOWN.items():
        page.goto("about:blank")
        page.goto(f"{(folder / 'index.html').as_uri()}#/{link}")
        expect(page.locator(place).first).to_contain_text(words)
        page.wait_for_function(PICTURES)
    assert not wrong
    context.close()
