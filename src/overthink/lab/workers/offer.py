"""Offers: a preset in a view, with other ranges for some parameters and fixed values for others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from overthink.core.plain import Fields
from overthink.presets import Parameter, Preset, preset_named


@dataclass(frozen=True)
class Offer:
    """One preset in one view. `changes` replaces fields of a parameter; `fixed` parameters are not shown."""

    name: str
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 3  # that the page selects first
    deepest: int | None = None

    @property
    def preset(self) -> Preset:
        return preset_named(self.name)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        shown = (parameter for parameter in self.preset.parameters if parameter.name not in self.fixed)
        return tuple(replace(parameter, **self.changes.get(parameter.name, {})) for parameter in shown)

    def values(self, given: Mapping[str, Any]) -> Fields:
        """Read the value of each parameter of the preset from a request."""
        read = {p.name: p.read(given.get(p.name, p.default)) for p in self.parameters}
        return {**read, **self.fixed}

    def form(self) -> Fields:
        """Everything that the page needs for its controls."""
        preset = self.preset
        return {
            "name": preset.name,
            "label": preset.label,
            "parameters": [asdict(parameter) for parameter in self.parameters],
            "rules": preset.rules,
            "players": preset.players,
            "depth": self.depth,
            "deepest": self.deepest or preset.deepest,
        }
