"""The lab misused: by strangers, by nonsense, by too much at once, and by clients who leave. Nothing breaks, nothing
runs on, and what is refused is refused in a sentence."""

import asyncio
import json
import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest

from overthink.lab.pool import WAIT_SECONDS, WORKERS
from tests.lab_process import Lab

UNDER_WAY = "/api/depth-curve/curve?subject=top-down&b=10&height=4"  # goes on for a minute


@pytest.fixture(scope="module")
def lab(running: Lab, results: Path) -> Iterator[httpx.Client]:
    (results.parent / "outside.html").write_text("secret", encoding="utf-8")
    with httpx.Client(base_url=running.address, headers=running.headers, timeout=60, verify=False) as client:
        with client.stream("GET", UNDER_WAY, timeout=200) as response:  # compiled before it is asked to be quick
            assert response.status_code == 200 and next(response.iter_lines())
        yield client


@pytest.fixture(autouse=True)
def still_well(lab: httpx.Client) -> Iterator[None]:
    """After every test the lab answers as before, from workers that are free."""
    yield
    assert lab.get("/").status_code == 200
    deadline = time.monotonic() + 120
    while lab.get("/api/depth-curve/subjects").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def refused(response: httpx.Response, *statuses: int) -> str:
    assert response.status_code in (statuses or (400,)), (response.status_code, response.text[:300])
    said = response.json()
    assert list(said) == ["error"] and said["error"]
    return str(said["error"])


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have started, as Linux tells."""
    if not Path("/proc/self/task").exists():
        pytest.skip("this system does not tell what processes a process has")
    own: list[int] = []
    for each in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended
            own += [int(word) for word in each.read_text().split()]
    return own + [other for each in own for other in children(each)]


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Gigabytes that the lab and its workers hold."""
    pages = 0
    for each in (pid, *children(pid)):
        try:
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e9


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1:1", "localhost.evil.example", ""])
def test_a_foreign_host(lab: httpx.Client, host: str) -> None:
    assert "only" in refused(lab.get("/", headers={"host": host}), 403)
    refused(lab.get("/api/papers/list", headers={"host": host}), 403)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_foreign_origin(lab: httpx.Client, origin: str) -> None:
    refused(lab.get("/api/papers/list", headers={"origin": origin}), 403)
    refused(lab.post("/api/doctor/examine", headers={"origin": origin}, json={}), 403)


def test_a_foreign_page_that_shows_us_as_an_image(lab: httpx.Client) -> None:
    refused(lab.get("/api/papers/list", headers={"sec-fetch-site": "cross-site"}), 403)
    assert lab.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200  # a link on a slide


def test_our_own_page_by_either_name(lab: httpx.Client, running: Lab) -> None:
    port = running[0].rstrip("/").rsplit(":", 1)[1]
    for name in ("127.0.0.1", "localhost"):
        mine = {"host": f"{name}:{port}", "origin": f"http://{name}:{port}", "sec-fetch-site": "same-origin"}
        assert lab.get("/api/depth-curve/subjects", headers=mine).status_code == 200


PATHS = [
    "/../outside.html",
    "/%2e%2e/outside.html",
    "/..%2foutside.html",
    "/common/../../server.py",
    "//etc/passwd",
    "/%00",
    "/api/doctor/report?name=../outside.html",
    "/api/doctor/report?name=..%2Foutside.html",
    "/api/doctor/report?name=%2Fetc%2Fpasswd",
    "/api/papers/figure?name=../../etc/passwd",
    "/api/papers/figure?name=emm/../../outside",
    "/api/docs/page?page={outside}",
    "/api/docs/page?page=../../outside.md",
    "/api/docs/page?page=papers/../../README.md",
    "/api/docs/page?page=/etc/passwd",
    *(f"{path}{'a' * 300}" for path in ("/", "/docs/", "/views/", "/views/story/", "/api/", "/api/docs/page?page=")),
    *(f"/api/{path}{'a' * 300}" for path in ("docs/figure/emm/", "papers/figure?name=emm/", "papers/study?name=emm/")),
    *(f"/api/{path}{'a' * 300}.{kind}" for path, kind in (("docs/page?page=", "md"), ("docs/page?page=api/", "md"))),
    f"/api/docs/page?page={'a/' * 300}a.md",
    f"/api/doctor/report?name={'a' * 300}.html",
    f"/api/page?view={'a' * 300}",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_way_out_of_the_page(running: Lab, path: str) -> None:
    """Sent as it is: a client of HTTP would tidy up the path. Only what is on a list is read."""
    outside = Path(tempfile.gettempdir(), f"outside-{os.getpid()}.md")  # small letters
    outside.write_text("secret", encoding="utf-8")
    path = path.replace("{outside}", str(outside))
    port = int(running[0].rstrip("/").rsplit(":", 1)[1])
    known = f"x-overthink-token: {running.token}\r\nConnection: close"
    with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{known}\r\n\r\n".encode())
        answer = b"".join(iter(lambda: wire.recv(65536), b""))
    outside.unlink()
    status = int(answer.split()[1])
    assert 400 <= status < 500 and b"secret" not in answer and b"root:" not in answer, answer[:300]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"a": NaN', b"\xff\xfe\x00", b"[" * 100_000, b'{"pits": 1e400}', b'"x"']
)
def test_malformed_json(lab: httpx.Client, body: bytes) -> None:
    refused(lab.post("/api/doctor/examine", content=body, headers={"content-type": "application/json"}))


def test_bodies_that_are_too_large(lab: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(80):
            yield b" " * 262144

    form = {"content-type": "application/json"}
    assert "16384 kB" in refused(lab.post("/api/doctor/examine", content=b" " * 16_800_000, headers=form), 413)
    refused(lab.post("/api/doctor/examine", content=pieces(), headers=form), 413)
    refused(lab.post("/api/tree/anything", content=b" " * 300_000, headers=form), 413, 404)


@pytest.mark.parametrize(
    "asked",
    [
        {"height": "1000000"},
        {"b": "99999999999999999999"},
        {"b": "nan"},
        {"error": "inf"},
        {"error": "-1"},
        {"copied": "1e308"},
        {"rules": ",".join(["minimax"] * 2000)},
        {"rules": "__import__('os')"},
        {"subject": "x" * 5000},
        {"seed": "-1"},
        {"seed": "0x10"},
        {"depths": "all; DROP TABLE cells"},
    ],
)
def test_absurd_parameters(lab: httpx.Client, asked: dict[str, str]) -> None:
    said = refused(lab.get("/api/depth-curve/curve", params=asked))
    assert len(said) < 500


def test_absurd_maps_and_positions(lab: httpx.Client) -> None:
    refused(lab.get("/api/map/cube", params={"at": "1e9"}))
    refused(lab.get("/api/map/cube", params={"slice": "q"}))
    refused(lab.get("/api/doctor/example", params={"positions": "1000000"}))
    refused(lab.post("/api/doctor/examine", json={"pits": 6, "seeds": 4, "depth": 8, "truth": 99, "text": "x"}))
    deep: Any = {}
    for _ in range(500):
        deep = {"a": deep}
    refused(lab.post("/api/doctor/examine", json=deep))


def settled(pid: int, seconds: float = 120.0) -> None:
    """Waits until the lab's processes rest."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        before = {each: cpu(each) for each in children(pid)}
        time.sleep(0.2)
        if sum(cpu(each) - before.get(each, 0.0) for each in children(pid)) < 0.04:
            return
    raise AssertionError("something runs on")


def test_a_client_who_leaves(lab: httpx.Client, running: Lab) -> None:
    """What nobody waits for stops by itself: the workers stay the same ones."""
    settled(running[1])
    before = set(children(running[1]))
    for _ in range(6):
        with lab.stream("GET", UNDER_WAY) as response:
            assert json.loads(next(response.iter_lines()))["n"] >= 4
    settled(running[1])
    assert set(children(running[1])) == before
    assert len(before) <= sum(WORKERS.values()) + 2  # and multiprocessing's own keeper and server


def test_a_client_who_leaves_before_any_answer(running: Lab) -> None:
    port = int(running[0].rstrip("/").rsplit(":", 1)[1])
    for _ in range(6):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
            known = f"Host: 127.0.0.1:{port}\r\nx-overthink-token: {running.token}"
            wire.sendall(f"GET {UNDER_WAY} HTTP/1.1\r\n{known}\r\n\r\n".encode())
    settled(running[1])


@pytest.mark.parametrize("path", ["/", "/api/x", "/api/doctor/examine", "/api/doctor/table"])
def test_a_request_that_breaks_off(running: Lab, path: str) -> None:
    """At each place, or with nonsense there, with a token or without: the lab's terminal stays empty, which the end of
    the lab looks at."""
    port = int(running.address.rstrip("/").rsplit(":", 1)[1])
    known = f"x-overthink-token: {running.token}\r\n"
    for method, token, length in product(
        ("GET", "POST"), ("", known), ("content-length: 9", "transfer-encoding: chunked")
    ):
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{token}content-type: application/json\r\n{length}"
        )
        for whole, rest in product((head, f"{head}\r\n\r\n", f"{head}\r\n\r\n2\r\n{{}}"), ("", "zz\r\n", "\xff" * 300)):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as wire, suppress(OSError):
                wire.sendall(whole.encode())
                if token and rest:
                    time.sleep(0.002)  # or both arrive at once
                wire.sendall(rest.encode("latin-1"))


@pytest.mark.exhaustive
def test_two_hundred_at_once(running: Lab) -> None:
    """Some are served, the rest are told to come again; the page itself stays quick, and memory does not grow."""
    pid, known = running.pid, running.headers
    before = memory(pid)
    told_to_come_again = list[float]()
    enough = asyncio.Event()

    async def ask(client: httpx.AsyncClient, number: int) -> int:
        path = UNDER_WAY if number % 2 else "/api/doctor/example?positions=500"
        begun = time.monotonic()
        async with client.stream("GET", path) as response:
            async for _ in response.aiter_bytes():
                break
            if response.status_code == 503:
                told_to_come_again.append(time.monotonic() - begun)
                if len(told_to_come_again) > 100:
                    enough.set()
            else:  # stays: who leaves makes room, and on a busy machine many would have left before the last asks
                await asyncio.wait_for(enough.wait(), 60)
            return response.status_code

    async def all_at_once() -> tuple[list[int], float]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(
            base_url=running.address, headers=known, timeout=60, limits=limits, verify=False
        ) as client:
            asking = asyncio.gather(*(ask(client, number) for number in range(200)))
            await asyncio.sleep(0.2)
            begun = time.monotonic()
            page = await client.get("/")
            assert page.status_code == 200
            return await asking, time.monotonic() - begun

    answers, page_took = asyncio.run(all_at_once())
    assert set(answers) == {200, 503}
    assert len(told_to_come_again) > 100, "so many are more than can wait"
    assert sorted(told_to_come_again)[50] < 0.7 * WAIT_SECONDS, "and are told so at once"
    settled(pid)
    assert memory(pid) < before + 1.0 and memory(pid) < 3.0
    assert page_took < 30.0
