"""Time the command as a user runs it."""

from __future__ import annotations

import subprocess
import sys
import tempfile

from overthink.bench.row import seconds

OVERTHINK = (sys.executable, "-m", "overthink")


def time_command(*command: str) -> float:
    """Seconds of one command in a new process."""
    return seconds(lambda: subprocess.run(command, check=True, capture_output=True))


def time_study(study: str, scale: str, jobs: int) -> float:
    """Seconds of one study, from an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        out = ("--jobs", str(jobs), "--out", folder, "--json")
        return time_command(*OVERTHINK, "reproduce", study, "--scale", scale, *out)
