"""A line of the catalogue: what it is called, what it does, where it comes from, and the thing itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Entry:
    name: str
    summary: str
    source: str
    make: Any
