"""The lab under strain: long computations in other tabs, a server that goes away, other users of the machine. The page
loses nothing, and says what it waits for."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from overthink.lab.guard import FILE, read_token
from overthink.lab.pool import WORKERS
from tests.lab_browser import WINDOW, needs_browser
from tests.lab_process import SOURCE, Lab, lab_process

LONG = "/api/depth-curve/curve?subject=top-down&b=10&height=4"


# --- workers --------------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_short_requests_do_not_wait_for_long_ones(running: Lab) -> None:
    """As many long computations as there are workers for, and more: the others are answered all the same."""
    with httpx.Client(base_url=running.address, headers=running.headers, timeout=60, verify=False) as client:
        client.get("/api/tree/choices")
        with ExitStack() as streams:
            for _ in range(WORKERS["long"]):
                response = streams.enter_context(client.stream("GET", LONG))
                assert response.status_code == 200
            start = time.monotonic()
            for path in ("tree/choices", "depth-curve/subjects", "papers/list", "play/position?game=kalah&pits=3"):
                assert client.get(f"/api/{path}").status_code == 200
            assert time.monotonic() - start < 50  # the long ones have a minute


# --- a token --------------------------------------------------------------------------------------------------------


def test_without_the_token_there_are_no_results(running: Lab) -> None:
    for token in ({}, {"x-overthink-token": "x" * 32}):
        with httpx.Client(base_url=running.address, headers=token, timeout=30, verify=False) as client:
            for path in ("papers/list", "doctor/reports", "doctor/report?name=mine.html", "alive", "nothing"):
                answer = client.get(f"/api/{path}")
                assert answer.status_code == 401 and "printed" in answer.json()["error"], path
            assert client.get("/").status_code == 200  # the page itself is no secret


@needs_browser
def test_the_printed_address_opens_everything(browser: Browser, running: Lab) -> None:
    context = browser.new_context(viewport=WINDOW, base_url=running.address)
    page = context.new_page()
    page.goto("/#/tree")
    expect(page.locator("#notice")).to_contain_text("Open the whole address that 'overthink lab' printed")
    page.goto(f"/?token={running.token}#/tree")
    expect(page.locator(".run-verdict").first).to_contain_text("nodes seen")
    assert "token" not in page.url
    page.goto("/#/docs?page=lab.md")  # a link without it: this browser knows it
    expect(page.locator("h1")).to_have_text("The lab")
    (other := context.new_page()).goto("/#/play")
    expect(other.locator(".pit").first).to_be_visible()
    context.close()


# --- a server that goes away ----------------------------------------------------------------------------------------


def start(port: int, folder: Path) -> subprocess.Popen[str]:
    """A lab at a port that stays the same, so that it can come back."""
    process = subprocess.Popen(
        [sys.executable, "-m", "overthink", "lab", "--no-browser", "--port", str(port), "--out", str(folder)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout and "token=" in process.stdout.readline()
    return process


@pytest.fixture
def port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.exhaustive
@needs_browser
def test_a_lab_that_is_lost_and_comes_back(browser: Browser, port: int, tmp_path: Path) -> None:
    """Killed in the middle of a curve: the page says so, opens another view as soon as the lab is back, and the curve
    continues."""
    process = start(port, tmp_path)
    context = browser.new_context(viewport=WINDOW, base_url=f"http://127.0.0.1:{port}/")
    try:
        curve, other = context.new_page(), context.new_page()
        curve.goto(f"/?token={read_token()}#/depth-curve?rules=minimax&height=11")
        expect(curve.locator(".depth-curve")).to_have_attribute("data-state", "showing", timeout=60_000)
        other.goto("/#/story")
        expect(other.locator("h1")).to_be_visible()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        expect(curve.locator("#connection")).to_contain_text("The lab does not answer")
        other.get_by_role("button", name="Tools").click()
        other.locator("header nav a", has_text="Tree").click()  # a view that was not open yet
        expect(other.locator("#connection")).to_contain_text("The lab does not answer")
        process = start(port, tmp_path)
        expect(other.locator(".run-verdict").first).to_contain_text("nodes seen", timeout=60_000)
        expect(curve.locator("#connection")).to_be_hidden()
        games = curve.locator(".count")
        expect(games).to_contain_text("games in", timeout=60_000)
        expect(curve.locator(".depth-curve")).to_have_attribute("data-state", re.compile("showing|done"))
    finally:
        context.close()
        process.kill()
        process.wait()


# --- connections ----------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive(but=["papers/list"])
@pytest.mark.parametrize("path", ["depth-curve/curve?height=11&error=0.31", "papers/list"])
def test_ctrl_c_in_the_middle_of_a_request(tmp_path: Path, path: str) -> None:
    """`lab_process` holds that it prints one line and no traceback."""
    with lab_process(tmp_path, "--out", str(tmp_path)) as process:
        port = int(process.address.rstrip("/").rsplit(":", 1)[1])
        wire = socket.create_connection(("127.0.0.1", port), timeout=30)
        known = f"Host: 127.0.0.1:{port}\r\nx-overthink-token: {process.token}"
        wire.sendall(f"GET /api/{path} HTTP/1.1\r\n{known}\r\n\r\n".encode())
        time.sleep(0.3)
    wire.close()


@pytest.mark.exhaustive
def test_ctrl_c_while_the_lab_starts_its_processes(tmp_path: Path) -> None:
    with lab_process(tmp_path):
        time.sleep(0.05)


def test_the_token_is_the_user_s_own_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERTHINK_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "cache" / FILE
    token = read_token()
    assert len(token) >= 32 and read_token() == token == file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)  # others may have read it
    assert read_token() != token and stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("short")
    assert len(read_token()) >= 32
    monkeypatch.setenv("OVERTHINK_CACHE", "/dev/null/nowhere")
    assert len(read_token()) >= 32


# --- links ----------------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.parametrize("word", ["constructor", "__proto__"])
def test_links_with_words_of_the_language(fresh: Page, word: str) -> None:
    """Such a word names nothing: the view shows what it shows without it."""
    fresh.goto(f"/#/tree?source={word}&rule={word}&example={word}&{word}=1")
    expect(fresh.locator(".run-verdict").first).to_contain_text("nodes seen")
    fresh.goto(f"/#/depth-curve?subject={word}&{word}=1")
    expect(fresh.locator(".depth-curve")).to_have_attribute("data-state", re.compile("showing|done"))
    fresh.goto(f"/#/play?game={word}&max={word}")
    expect(fresh.locator(".play-status")).to_contain_text(re.compile("think|move|wins|draw"))
    fresh.goto(f"/#/map?model={word}&slice={word}")
    expect(fresh.locator(".count")).to_contain_text("observations")
    fresh.goto(f"/#/{word}")
    expect(fresh.locator("h1")).to_contain_text("Looking further ahead")


@needs_browser
def test_a_link_that_is_being_opened_is_not_overwritten(page: Page) -> None:
    """A view writes its setting into the link a moment later; by then the reader may have followed another link."""
    page.goto("/#/tree")
    expect(page.locator(".run-verdict").first).to_contain_text("Chosen: B.")
    page.evaluate("""() => import(document.scripts[0].src.replace("main", "common/state")).then(({ writeState }) => {
      location.hash = "#/tree?example=minimax-figure-1";
      writeState("tree", { example: "emm-figure-3" });
    })""")
    expect(page.locator(".run-verdict").first).to_contain_text("Chosen: C.")
