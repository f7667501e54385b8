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
def all_studies() -> dict[str, Study]:
    """Every study by its name, in the order of the papers."""
    modules = [import_module(f"overthink.studies.{paper}") for paper in PAPERS]
    return {study.name: study for module in modules for study in module.STUDIES}


def study_named(name: str) -> Study:
    """A study by its name."""
    if name not in all_studies():
        raise unknown("study", name, [*all_studies(), *PAPERS, "all"])
    return all_studies()[name]


def studies_named(name: str) -> list[Study]:
    """One study, all of a paper's, or all."""
    if name == "all":
        return list(all_studies().values())
    if name in PAPERS:
        return [study for study in all_studies().values() if study.name.startswith(f"{name}/")]
    return [study_named(name)]
