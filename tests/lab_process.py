"""The lab as a process of its own, on loopback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import overthink

SOURCE = Path(overthink.__file__).parents[1]


@contextmanager
def lab_process(folder: Path, *options: str, command: Path | None = None) -> Iterator[tuple[str, int]]:
    """The address of a running lab, and the number of its process. It ends as Ctrl-C ends it, without a complaint. It
    runs the source that the tests run, or an installed command."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_"))}
    if not command:
        clean["PYTHONPATH"] = str(SOURCE)
    process = subprocess.Popen(
        [*([str(command)] if command else [sys.executable, "-m", "overthink"]), "lab", "--no-browser", *options],
        cwd=folder,
        env=clean,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said
        yield found[0], process.pid
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=20)[0]
        assert process.returncode == 0 and "Traceback" not in rest, rest
    finally:
        process.kill()
        process.wait()
