"""The published figures, and questions of our own, as studies: data sets with figures and claims, by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from overthink.core.errors import unknown
from overthink.studies.engine.claim import Claim
from overthink.studies.engine.samples import grid
from overthink.studies.engine.study import Figure, Study, one_figure

__all__ = [
    "PAPERS", "Claim", "Figure", "Study", "all_figures", "all_studies", "figure_named", "figures_named", "grid",
    "one_figure", "study_named",
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


@cache
def _studies_of(paper: str) -> dict[str, Study]:
    """The studies of one paper; those of the others need not be loaded."""
    folder = paper if paper == "beyond" else f"papers.{paper}"
    return {study.name: study for study in import_module(f"overthink.studies.{folder}").STUDIES}


@cache
def all_studies() -> dict[str, Study]:
    """Every study by its name, in the order of the papers."""
    return {name: study for paper in PAPERS for name, study in _studies_of(paper).items()}


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
    paper, _, own = name.partition("/")
    if name != "all" and paper not in PAPERS:
        matches = []
    else:
        studies = all_studies() if name == "all" else _studies_of(paper)
        pairs = [(study, figure) for study in studies.values() for figure in study.figures]
        matches = [pair for pair in pairs if not own or name in (pair[0].name, pair[1].name)]
    if not matches:
        raise unknown("study", name, [*all_studies(), *all_figures(), *PAPERS, "all"])
    return matches
