"""A collection: studies that belong together, such as those of one paper. Each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from overthink.studies.study import Study


@dataclass(frozen=True)
class Collection:
    """Studies whose names begin with the same word."""

    name: str  # "emm", of the studies emm/…
    title: str
    package: str  # where their modules are; its `sentences.txt` lists what a paper says and no study judges
    studies: Mapping[str, str]  # MODULE:NAME below the package, by the name of the study
    rank: int = 100  # collections are listed in the order of their ranks
    published: bool = False  # whether claims quote a paper; otherwise the questions are the collection's own

    def __hash__(self) -> int:
        return hash(self.name)

    def load(self, name: str = "") -> list[Study]:
        """The study of this name alone, if there is one; otherwise all of them, since one may have such a figure."""
        return [
            _study(self.package, place)
            for place in ([self.studies[name]] if name in self.studies else self.studies.values())
        ]


@cache
def _study(package: str, place: str) -> Study:
    module, _, attribute = place.partition(":")
    study: Study = getattr(import_module(f"{package}.{module}"), attribute)
    return study
