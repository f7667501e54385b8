"""What is loaded before the first worker is forked. To import this module is to load it."""

from __future__ import annotations

import signal

from overthink.lab.worker import load_compiler

signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the lab, which ends this process and its workers
load_compiler()
