"""The lab as people get it: the wheel, installed on its own, served, and driven in Debian's Chromium.

A test module imports the fixtures it needs: `from tests.lab_browser import lab, page`, and those that
they need in turn: `installed`, `wheel`, `browser`, `results`. Pictures are kept under results/lab-screens.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.lab_process import lab_process
from tests.test_wheel import ROOT, installed, wheel

__all__ = ["browser", "installed", "lab", "needs_browser", "page", "results", "screens", "wheel"]

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
expect.set_options(timeout=120_000)  # kernels are compiled anew, on a busy machine
SCREENS = ROOT / "results" / "lab-screens"
SIZES = {"projector": (1280, 720), "phone": (390, 844)}
needs_browser = pytest.mark.skipif(not os.access(CHROMIUM, os.X_OK), reason="chromium is not installed: make browser")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder whose results the lab shows; nothing is in it at first."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def lab(installed: Path, results: Path) -> Iterator[str]:
    """The address of a running lab, installed from the wheel."""
    with lab_process(results, "--out", str(results), command=installed / "overthink") as (address, _):
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, lab: str) -> Iterator[Page]:
    """A page of 1280 × 720. Nothing may go wrong in it, and nothing may be asked of anyone but the lab."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, base_url=lab)
    context.set_default_timeout(120_000)
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
                time.sleep(0.3)  # charts are drawn anew
                page.screenshot(path=SCREENS / f"{name}-{size}-{scheme}.png", full_page=size == "phone")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 720})

    return keep
