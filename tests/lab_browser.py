"""The lab in Debian's Chromium. `tests/test_wheel.py` holds that the installed package serves the same.

The lab is started once, and the kernels that pictures wait for are compiled before: from then on no test waits longer
than a person would. Pictures are kept under results/lab-screens.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.lab_process import lab_process

CHROMIUM = "/usr/bin/chromium"
OPTIONS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
PATIENCE = 20_000  # milliseconds that a person waits, on a busy machine
expect.set_options(timeout=PATIENCE)
COMPILED = [  # what the tests look at, and what compiles kernels when it is asked for the first time
    "depth-curve/curve",
    "depth-curve/curve?subject=top-down&b=2&s=0.5&height=5",
    "tree/trace?source=board-splitting",
    "tree/trace?source=kalah",
    "play/think?game=kalah&pits=3&seeds=2&depth=3",
    "play/think?game=chess-endgame&men=KRK&depth=1",
]
SCREENS = Path(__file__).resolve().parent.parent / "results" / "lab-screens"
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SIZES = {"projector": (1280, 720), "phone": (390, 844)}
needs_browser = pytest.mark.skipif(not os.access(CHROMIUM, os.X_OK), reason="chromium is not installed: make browser")


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder whose results the lab shows; nothing is in it at first."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="session")
def lab(results: Path) -> Iterator[str]:
    """The address of a running lab, with its kernels compiled."""
    with lab_process(results, "--out", str(results)) as (address, _):
        for path in COMPILED:
            with httpx.stream("GET", f"{address}api/{path}", timeout=200) as response:
                assert next(response.iter_lines()) and response.status_code == 200
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Ended with the module: while it is there, no other event loop can run."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, lab: str) -> Iterator[Page]:
    """A page of 1280 × 720. Nothing may go wrong in it, and nothing may be asked of anyone but the lab."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, base_url=lab)
    context.set_default_timeout(PATIENCE)
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    host = urlsplit(lab).netloc

    def seen(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.netloc != host:
            wrong.append(f"asked for {url}")

    found.on("request", lambda request: seen(request.url))
    yield found
    context.close()
    assert not wrong, wrong


@pytest.fixture
def screens(page: Page) -> Callable[[str], None]:
    """Keeps pictures of what is shown, at both sizes, light and dark."""
    SCREENS.mkdir(parents=True, exist_ok=True)

    def keep(name: str) -> None:
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.evaluate(FRAMES)  # charts are drawn anew
                page.screenshot(path=SCREENS / f"{name}-{size}-{scheme}.png", full_page=size == "phone")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 720})

    return keep
