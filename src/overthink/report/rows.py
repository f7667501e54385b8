"""What a chart is drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Row: TypeAlias = Mapping[str, Any]  # factors by name, and "mean", "low", "high", "n"
