"""A program never waits for an engine: not one that was left open, nor one that a script started."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from overthink.core.errors import OverthinkError

pytest.importorskip("chess", reason="the package chess is not installed: engines are not tested")
from overthink.adapters.uci import Engine

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')}"
FEN = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
LEFT_OPEN = """
from threading import Thread
from overthink.adapters.uci import Engine
engine = Engine({command!r})
search = Thread(target=engine.best, args=({fen!r}, 2), daemon=True)
search.start()
print(engine.engine.transport.get_pid())
raise SystemExit("an error, before the engine was closed")
"""


def runs(pid: int) -> bool:
    """Whether a process runs: it is there, and not only because no one has asked how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_program_that_left_an_engine_open_ends_with_it() -> None:
    program = LEFT_OPEN.format(command=f"{FAKE} hang", fen=FEN)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stderr == "an error, before the engine was closed\n"
    deadline = time.monotonic() + 10
    while runs(int(done.stdout)):
        assert time.monotonic() < deadline, "the engine outlived its program"
        time.sleep(0.02)


def test_an_engine_that_a_script_starts_is_ended_with_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overthink.adapters.uci.PATIENCE", 0.3)
    script = tmp_path / "engine"
    script.write_text(f"#!/bin/sh\n{FAKE} hang\ntrue\n")  # the shell waits for the engine, which keeps its pipes
    script.chmod(0o755)
    engine = Engine(str(script))
    with pytest.raises(OverthinkError, match=r"no bestmove in 0.3 s"):
        engine.best(FEN, 2)
    engine.close()
