"""Bounded alpha-beta."""

from __future__ import annotations

from tests.made_up import Case

CASES: dict[str, list[Case]] = {}
