"""The published figures, and questions of our own, as studies: data sets with figures and claims, by name. Users add
theirs (`own.py`)."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from overthink.core.errors import unknown
from overthink.studies.engine.claim import Claim
from overthink.studies.engine.samples import grid
from overthink.studies.engine.study import Figure, Study, one_figure

__all__ = [
    "OWN", "PAPERS", "Claim", "Figure", "FigureOf", "Study", "all_figures", "all_studies", "figure_named",
    "figures_named", "grid", "groups", "one_figure", "study_named",
]  # fmt: skip

FigureOf = tuple[Study, Figure]  # a figure, and the study whose data it shows
PAPERS: dict[str, str] = {
    "emm": "Zuckerman, Wilson, Nau 2018 and Wilson, Parker, Nau 2009: error-minimizing minimax",
    "althofer": "Abdelbar 2012: alpha-beta pruning and Althöfer's pathology-free negamax",
    "nau": "Nau, Luštrek, Parker, Bratko, Gams 2010: when is it better not to look ahead",
    "bab": "Atzmon, Stern, Saffidine 2018: bounded suboptimal game tree search",
    "cwl": "Nguyen, Ramanujan 2024: lookahead pathology in Monte Carlo tree search",
    "beyond": "Overthink's own questions",
}
YOURS = "Your own studies"
OWN: dict[str, Study] = {}  # by name


@cache
def _studies_of(paper: str) -> dict[str, Study]:
    """The studies of one paper; those of the others need not be loaded."""
    folder = paper if paper == "beyond" else f"papers.{paper}"
    return {study.name: study for study in import_module(f"overthink.studies.{folder}").STUDIES}


@cache
def all_studies() -> dict[str, Study]:
    """Every study of the library by its name, in the order of the papers."""
    return {name: study for paper in PAPERS for name, study in _studies_of(paper).items()}


def groups() -> dict[str, str]:
    """The papers, and the groups of your own studies, each with its title."""
    return PAPERS | dict.fromkeys((name.split("/")[0] for name in OWN), YOURS)


def all_figures() -> dict[str, FigureOf]:
    """Every figure by its name, with its study, in the order of the papers."""
    return {figure.name: (study, figure) for study, figure in figures_named("all")}


def study_named(name: str) -> Study:
    """A study by its own name, or by that of one of its figures."""
    return figures_named(name)[0][0]


def figure_named(name: str) -> FigureOf:
    """A figure by its name, with its study."""
    matches = [(study, figure) for study, figure in figures_named(name) if figure.name == name]
    if not matches:
        raise unknown("figure", name, all_figures())
    return matches[0]


def figures_named(name: str) -> list[FigureOf]:
    """One figure, all of a study's, all of a paper's, or all; each with its study."""
    group, _, own = name.partition("/")
    studies = [study for study in OWN.values() if group in ("all", study.name.split("/")[0])]
    if name == "all":
        studies = [*all_studies().values(), *studies]
    elif group in PAPERS:
        studies = [*_studies_of(group).values()]
    pairs = [(study, figure) for study in studies for figure in study.figures]
    matches = [pair for pair in pairs if not own or name in (pair[0].name, pair[1].name)]
    if not matches:
        raise unknown("study", name, [*all_studies(), *all_figures(), *groups(), "all"])
    return matches
