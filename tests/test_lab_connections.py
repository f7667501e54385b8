"""The lab's connections: requests that do not arrive, an end in the middle of a computation, and the token in the
address. No browser is needed."""

from __future__ import annotations

import asyncio
import socket
import stat
import time
from pathlib import Path

import pytest
import uvicorn

from overthink.lab.guard import FILE, read_token
from overthink.lab.server import ImpatientProtocol, Server, create_app
from tests.lab_process import lab_process


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost:", b"POST /api/doctor/examine HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"]
)
def test_a_request_that_does_not_arrive_is_closed(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    """In this process, with a limit of a moment."""
    monkeypatch.setattr("overthink.lab.server.ARRIVAL", 0.1)
    app = create_app(None)

    async def ask() -> bytes:
        config = uvicorn.Config(app, http=ImpatientProtocol, log_level="critical", lifespan="off", port=0)
        server = Server(config)
        task = asyncio.ensure_future(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        try:
            async with asyncio.timeout(5):
                return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()
            server.should_exit = True
            await task

    assert b"200" not in asyncio.run(ask())


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
