"""The lab in Debian's Chromium. `tests/test_wheel.py` holds that the installed package serves the same.

The lab is started once, and the kernels that pictures wait for are compiled before: from then on no test waits longer
than a person would. The tests share one page, since to open another takes longer than most of them.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from tests.lab_process import Lab, lab_process

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
PATIENCE = 60_000  # milliseconds, on a busy machine
expect.set_options(timeout=PATIENCE)
COMPILED = [  # what the tests look at, and what compiles kernels when it is asked for the first time
    "depth-curve/curve",
    "depth-curve/curve?subject=top-down&b=2&s=0.5&height=5",
    "tree/trace?source=board-splitting",
    "tree/trace?source=kalah",
    "play/think?game=kalah&pits=3&seeds=2&depth=3",
    "play/think?game=chess-endgame&pieces=KRK&depth=1",
]
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WINDOW: ViewportSize = {"width": 1280, "height": 720}
EMPTY = "/icon.svg"  # an empty page of the lab's own: for any other, Chromium starts a process
needs_browser = pytest.mark.skipif(not os.access(CHROMIUM, os.X_OK), reason="chromium is not installed: make debian")


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder whose results the lab shows; nothing is in it at first."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="session")
def running(results: Path) -> Iterator[Lab]:
    """A running lab, with its kernels compiled. What it would compile by itself as it starts is compiled here, or a
    worker that is asked meanwhile would do so too."""
    from overthink.lab.workers.depth_curve import curve  # takes long to import, and few tests need the lab

    next(found for found in curve({}) if found is not None)
    with (
        lab_process(results, "--out", str(results)) as process,
        httpx.Client(base_url=process.address, headers=process.headers, timeout=200, verify=False) as client,
    ):
        for path in COMPILED:
            with client.stream("GET", f"/api/{path}") as response:
                assert (line := next(response.iter_lines())) and response.status_code == 200, line
        yield process


@pytest.fixture(scope="session")
def lab(running: Lab) -> Lab:
    return running


_open = ExitStack()
_browsers: list[Browser] = []  # at most one
_pages: dict[str, tuple[Page, list[str]]] = {}  # by the address of a lab


@pytest.fixture(scope="module")
def browser() -> Browser:
    """One for all modules that are run one after the other and need it: see `close_browser`."""
    if not _browsers:
        playwright = _open.enter_context(sync_playwright())
        _browsers.append(playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS))
        _open.callback(lambda: _browsers.pop().close())
        _open.callback(_pages.clear)
    return _browsers[0]


def close_browser() -> None:
    """Before a module that does not need it: while it is there, no other event loop can run."""
    _open.close()


@contextmanager
def watched(browser: Browser, lab: Lab) -> Iterator[tuple[Page, list[str]]]:
    """A page of its own, of 1280 × 720, and what goes wrong in it, which includes what is asked of others than the
    lab."""
    context = browser.new_context(viewport=WINDOW, base_url=lab.address, extra_http_headers=lab.headers)
    context.set_default_timeout(PATIENCE)
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    host = urlsplit(lab.address).netloc

    def said(line: ConsoleMessage) -> None:
        icon = line.location["url"].endswith("favicon.ico")  # asked for by an empty page
        if line.type == "error" and not icon:
            wrong.append(line.text)

    def seen(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.netloc != host:
            wrong.append(f"asked for {url}")

    found.on("console", said)
    found.on("request", lambda request: seen(request.url))
    yield found, wrong
    context.close()


@pytest.fixture(scope="module")
def shared(browser: Browser, lab: Lab) -> tuple[Page, list[str]]:
    """One for all modules that need the same lab, as long as there is a browser. Each finds it empty."""
    if lab.address not in _pages:
        _pages[lab.address] = _open.enter_context(watched(browser, lab))
    empty(_pages[lab.address][0])
    return _pages[lab.address]


@pytest.fixture
def frank(shared: tuple[Page, list[str]]) -> Iterator[Page]:
    """The page that the tests share, empty or at a view that none of them is about. Requests may be refused in it: the
    browser writes them to its console."""
    found, wrong = shared
    found.set_viewport_size(WINDOW)
    if not is_empty(found):
        found.goto("/#/docs")
        found.locator(".view.docs").wait_for()
    yield found
    found.unroute_all()
    wrong.clear()


@pytest.fixture
def page(frank: Page, shared: tuple[Page, list[str]]) -> Iterator[Page]:
    """The same page, in which nothing may go wrong."""
    yield frank
    said = list(shared[1])
    assert not said, said


def is_empty(page: Page) -> bool:
    return page.url == "about:blank" or page.url.endswith(EMPTY)


def empty(page: Page) -> None:
    page.emulate_media(media="null", color_scheme="null")
    if not is_empty(page):
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.goto(EMPTY)


@pytest.fixture
def fresh(page: Page) -> Iterator[Page]:
    """The same page, as if it had just been opened: nothing is loaded, chosen or focused yet."""
    empty(page)
    yield page
    empty(page)


@pytest.fixture
def alone(browser: Browser, lab: Lab) -> Iterator[Page]:
    """A page for one test alone, whose clock may be set. To open it takes longer than most tests."""
    with watched(browser, lab) as (found, wrong):
        yield found
    assert not wrong, wrong
