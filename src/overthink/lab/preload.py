"""What is loaded before the first worker is forked. To import this module is to load it."""

from __future__ import annotations

from overthink.lab.worker import load_compiler

load_compiler()
