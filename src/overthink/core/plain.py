"""Results as plain data for other programs: dictionaries, lists, JSON, and rows that pandas and polars take."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from importlib import import_module
from typing import Any

from overthink.core.errors import need

Fields = dict[str, Any]  # values by name, as in a JSON object
Row = Fields  # of a table


def to_json(value: object) -> str:
    """One JSON text. A number that is not finite becomes null, because JSON has no word for it."""
    return json.dumps(_finite(value), allow_nan=False, default=lambda thing: _finite(plain(thing)))


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def plain(value: object) -> Any:
    """The same as dictionaries, lists, Python numbers and texts. Keys, and other objects such as moves, become text."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if hasattr(value, "tolist"):  # an array or a number of NumPy's
        return plain(value.tolist())
    if isinstance(value, Result):
        return value.as_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return str(value)


def flat(value: Mapping[str, object], before: str = "") -> Row:
    """One row: inner dictionaries become columns `outer_inner`, and lists become text."""
    row: Row = {}
    for key, inner in value.items():
        if isinstance(inner, Mapping):
            row |= flat(inner, f"{before}{key}_")
        else:
            row[f"{before}{key}"] = ", ".join(map(str, inner)) if isinstance(inner, list) else inner
    return row


def word(move: object) -> int | float | str:
    """A move in a row: a number or a text."""
    simple = plain(move)
    return simple if type(simple) in (int, float, str) else str(move)


class Tabular:
    """What has `rows()`."""

    def rows(self) -> list[Row]:
        """A table: flat dictionaries with the same keys."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The rows as a data frame of pandas. For polars, write polars.DataFrame(result.rows())."""
        need("to_frame() needs", "pandas")
        return import_module("pandas").DataFrame(self.rows())


class Result(Tabular):
    """What a search or a measure found. Programs take it as plain data, and a notebook shows it."""

    def as_dict(self) -> Fields:
        """Everything, as dictionaries, lists, numbers and texts."""
        return {field.name: plain(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]

    def rows(self) -> list[Row]:
        """A table: flat dictionaries with the same keys."""
        return [flat(self.as_dict())]

    def _repr_html_(self) -> str:
        from overthink.core.notebook import table

        return table(self.rows())


@dataclass(frozen=True)
class Entry:
    """A line of the catalogue: its name, what it does, where it comes from, and the thing itself."""

    name: str
    summary: str
    source: str
    make: Any
