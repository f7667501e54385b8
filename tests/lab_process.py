"""The lab as a process of its own, on loopback."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import overthink

SOURCE = Path(overthink.__file__).parents[1]


class Lab(NamedTuple):
    """A running lab: its address, the number of its process, and the token that it wants."""

    address: str
    pid: int
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"x-overthink-token": self.token}


@contextmanager
def lab_process(folder: Path, *options: str, command: Path | None = None) -> Iterator[Lab]:
    """A lab that runs the source that the tests run, or an installed command. It ends as Ctrl-C ends it, which
    all its processes hear in a terminal, without a complaint."""
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
        start_new_session=True,
    )
    try:
        assert process.stdout
        said = process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+/)\?token=([\w-]+)", said)
        assert found, said
        yield Lab(found[1], process.pid, found[2])
        os.killpg(process.pid, signal.SIGINT)
        rest = process.communicate(timeout=60)[0]
        assert process.returncode == 0 and rest == "The lab is closed.\n", rest
    finally:
        process.kill()
        process.wait()
