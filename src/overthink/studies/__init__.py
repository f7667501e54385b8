"""The published figures as studies: one folder a paper, one file a figure."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from overthink.core.errors import unknown

if TYPE_CHECKING:
    from overthink.studies.study import Study

PAPERS: dict[str, str] = {
    "emm": "Zuckerman, Wilson, Nau 2018 and Wilson, Parker, Nau 2009: error-minimizing minimax",
    "althofer": "Abdelbar 2012: alpha-beta pruning and Althöfer's pathology-free negamax",
    "nau": "Nau, Luštrek, Parker, Bratko, Gams 2010: when is it better not to look ahead",
    "bab": "Atzmon, Stern, Saffidine 2018: bounded suboptimal game tree search",
    "beyond": "Overthink's own questions",
}


@cache
def _studies_of(paper: str) -> dict[str, Study]:
    """The studies of one paper; those of the others need not be loaded."""
    return {study.name: study for study in import_module(f"overthink.studies.{paper}").STUDIES}


@cache
def all_studies() -> dict[str, Study]:
    """Every study by its name, in the order of the papers."""
    return {name: study for paper in PAPERS for name, study in _studies_of(paper).items()}


def study_named(name: str) -> Study:
    """A study by its name."""
    paper, _, _ = name.partition("/")
    if paper not in PAPERS or name not in _studies_of(paper):
        raise unknown("study", name, [*all_studies(), *PAPERS, "all"])
    return _studies_of(paper)[name]


def studies_named(name: str) -> list[Study]:
    """One study, all of a paper's, or all."""
    if name == "all":
        return list(all_studies().values())
    return list(_studies_of(name).values()) if name in PAPERS else [study_named(name)]
