"""Studies: data sets with figures and claims, by name. Packages add theirs through the entry points
`overthink.studies`, as `overthink_papers` does; users add theirs by MODULE:NAME (`own.py`)."""

from __future__ import annotations

from functools import cache

from overthink.core import user_code
from overthink.core.errors import unknown
from overthink.studies.claim import Claim, own_claim, quote
from overthink.studies.samples import grid
from overthink.studies.study import Collection, Figure, Study, one_figure

__all__ = [
    "OWN", "Claim", "Collection", "Figure", "FigureOf", "Study", "all_figures", "all_studies", "collections",
    "figure_named", "figures_named", "grid", "groups", "one_figure", "own_claim", "quote", "study_named",
]  # fmt: skip

FigureOf = tuple[Study, Figure]  # a figure, and the study whose data it shows
YOURS = "Your own studies"
OWN: dict[str, Study] = {}  # by name


@cache
def collections() -> dict[str, Collection]:
    """The installed collections of studies by their names, which begin the names of their studies."""
    found = {collection.name: collection for collection in user_code.loaded("studies", Collection)}
    return dict(sorted(found.items(), key=lambda pair: pair[1].rank))


def all_studies() -> dict[str, Study]:
    """Every installed study by its name, in the order of the collections."""
    return {study.name: study for collection in collections().values() for study in collection.load()}


def groups() -> dict[str, str]:
    """The collections, and the groups of your own studies, each with its title."""
    titles = {name: collection.title for name, collection in collections().items()}
    return titles | dict.fromkeys((name.split("/")[0] for name in OWN), YOURS)


def all_figures() -> dict[str, FigureOf]:
    """Every figure by its name, with its study, in the order of the collections."""
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
    """One figure, all of a study's, all of a collection's, or all; each with its study."""
    group, _, own = name.partition("/")
    studies = [study for study in OWN.values() if group in ("all", study.name.split("/")[0])]
    if name == "all":
        studies = [*all_studies().values(), *studies]
    elif group in collections():
        studies = collections()[group].load(name if own else "")
    pairs = [(study, figure) for study in studies for figure in study.figures]
    matches = [pair for pair in pairs if not own or name in (pair[0].name, pair[1].name)]
    if not matches:
        raise unknown("study", name, [*all_studies(), *all_figures(), *groups(), "all"])
    return matches
