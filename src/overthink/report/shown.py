"""What is shown: the rows that a chart is drawn from, and what a table asks of a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from overthink.core.estimate import Estimate

Row: TypeAlias = Mapping[str, Any]  # factors by name, and "mean", "low", "high", "n"


class StudyWords(Protocol):
    """What a table says of a study, and the column whose values stand side by side."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def across(self) -> str: ...


class JudgedClaim(Protocol):
    """A claim with its verdict."""

    @property
    def study(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def printed(self) -> str: ...
    @property
    def seen(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def estimate(self) -> Estimate: ...


class Benchmark(Protocol):
    """What was done, against whom, and the ratios and speeds as text."""

    @property
    def what(self) -> str: ...
    @property
    def peer(self) -> str: ...
    @property
    def how(self) -> str: ...
    @property
    def ratios(self) -> tuple[str, str]: ...
    @property
    def speeds(self) -> str: ...
