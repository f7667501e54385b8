"""The three outcomes of a table's checks."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The result of a check."""

    SUSPECTED = "suspected"
    RULED_OUT = "ruled out"
    NOT_TESTED = "not tested"
