"""The data that charts and tables show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from overthink.core.estimate import Estimate

Row: TypeAlias = Mapping[str, Any]  # factors by name, and "mean", "low", "high", "n"


class StudyWords(Protocol):
    """The parts of a study that a table shows. `across` is the column whose values stand side by side."""

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
    """A benchmark: the task, the peer, and the ratios and speeds as text."""

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
