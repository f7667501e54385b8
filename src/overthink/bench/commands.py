"""The command itself, as a user starts it, on the clock."""

from __future__ import annotations

import subprocess
import sys
import tempfile

from overthink.bench.row import seconds

OVERTHINK = (sys.executable, "-m", "overthink")


def started(*command: str) -> float:
    """Seconds of one command, from nothing to its end."""
    return seconds(lambda: subprocess.run(command, check=True, capture_output=True))


def reproduced(study: str, scale: str, jobs: int) -> float:
    """Seconds of one study, from an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        out = ("--jobs", str(jobs), "--out", folder, "--json")
        return started(*OVERTHINK, "reproduce", study, "--scale", scale, *out)
