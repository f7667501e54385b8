"""Studies: data sets with figures and claims, by name. Packages add theirs through the entry points
`overthink.studies`, as `overthink_papers` does; users add theirs by MODULE:NAME.

Results of a user's study are stored by the code of `run` and of all that it uses (`core/identity.py`), so a changed
study is run again.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from overthink.core.errors import OverthinkError, Unchecked, as_sentence, check_known, require, shown, unknown
from overthink.core.identity import identity
from overthink.core.user_code import LIBRARIES, load, loaded, module_name
from overthink.studies.claim import Claim, own_claim, quote
from overthink.studies.samples import Cell, Setting, grid
from overthink.studies.study import Collection, Figure, Run, Study, one_figure
from overthink.studies.variant import MARK, parse_changes, vary

__all__ = [
    "HOMES", "OWN", "Claim", "Collection", "Figure", "FigureOf", "Study", "address", "all_figures", "all_studies",
    "collections", "command_name", "figure_named", "figures_named", "figures_of", "files", "find", "grid", "groups",
    "load_study", "one_figure", "own_claim", "quote", "register", "study_named",
]  # fmt: skip

FigureOf = tuple[Study, Figure]  # a figure, and the study whose data it shows
YOURS = "Your own studies"
OWN: dict[str, Study] = {}  # by name
HOMES: dict[str, str] = {}  # MODULE:NAME by the name of the study
NAME = re.compile("[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*")
SHAPE = "It returns a list of dictionaries, one for each point, and an array with one row for each of them."


@cache
def collections() -> dict[str, Collection]:
    """The installed collections of studies by their names, which begin the names of their studies."""
    found = {collection.name: collection for collection in loaded("studies", Collection)}
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
    studies = [*all_studies().values(), *OWN.values()]
    return {figure.name: (study, figure) for study in studies for figure in study.figures}


def study_named(name: str) -> Study:
    """A study by its own name, or by that of one of its figures."""
    return figures_named(name)[0][0]


def figure_named(name: str) -> FigureOf:
    """A figure by its name, with its study."""
    matches = {figure.name: (study, figure) for study, figure in figures_named(name)}
    check_known("figure", name, matches)
    return matches[name]


def figures_named(name: str) -> list[FigureOf]:
    """One figure, all of a study's, all of a collection's, or all; each with its study. `emm/fig6+error=0.3` is a
    variation of emm/fig6."""
    if MARK in name:
        published, *texts = name.split(MARK)
        return _with_changes(published, parse_changes(texts))
    group, _, own = name.partition("/")
    if name == "all" and all_figures():
        return list(all_figures().values())
    studies = [study for study in OWN.values() if group == study.name.split("/")[0]]
    if group in collections():
        studies = collections()[group].load(name if own else "")
    pairs = [(study, figure) for study in studies for figure in study.figures]
    matches = [pair for pair in pairs if not own or name in (pair[0].name, pair[1].name)]
    if not matches:
        require(all_figures(), "No studies are installed. Install Overthink: its source alone does not name them.")
        raise unknown("study", name, [*all_studies(), *all_figures(), *groups(), "all"])
    return matches


def _with_changes(name: str, changes: Mapping[str, str]) -> list[FigureOf]:
    """The same figures of the varied study."""
    pairs = figures_named(name)
    (study, *others) = dict.fromkeys(study.name for study, _ in pairs)
    require(not others, f"{name} stands for {len(others) + 1} studies. Change something in one of them: {study}.")
    varied = vary(pairs[0][0], changes)
    asked = {figure.name for _, figure in pairs}
    return [(varied, figure) for figure in varied.figures if figure.name.partition(MARK)[0] in asked]


def figures_of(text: str) -> list[FigureOf]:
    """The figures of MODULE:NAME, or those that a name of the library stands for; each with its study."""
    if ":" not in text:
        return figures_named(text)
    study = load_study(text)
    return [(study, figure) for figure in study.figures]


def load_study(text: str) -> Study:
    """Import a study of your own, and give it to everything in this process under its own name."""
    thing = load(text)
    if not isinstance(thing, Study):
        raise OverthinkError(f"{text} is {shown(thing)}. As a study, give the name of an overthink.studies.Study.")
    return register(thing, module_name(text))


def register(study: Study, home: str = "") -> Study:
    """Add a study of your own. `home` is its MODULE:NAME: without it, no other process can find the study."""
    for name in dict.fromkeys((study.name, *(figure.name for figure in study.figures))):
        require(
            NAME.fullmatch(name),
            f"A study of your own is named GROUP/NAME, in small letters, digits and dashes, such as mine/curve; "
            f"not {shown(name)}.",
        )
        group, _, own = name.partition("/")
        if group in collections():
            raise OverthinkError(f"The library has the studies {group}/…. Give '{name}' another name: mine/{own}.")
    _check_fields(study)
    edition = int(identity(study.run).split()[-1], 16) << 16 | study.edition & 0xFFFF
    guarded = replace(study, run=_refuse_odd_results(study.name, study.run), edition=edition)
    OWN[study.name], HOMES[study.name] = guarded, home
    return guarded


def address(study: Study) -> str:
    """What another process finds a study by."""
    return HOMES.get(study.name) or study.name


def command_name(study: Study, figure: Figure) -> str:
    """What a command finds a figure by."""
    return HOMES.get(study.name) or figure.name


def find(name: str, edition: int) -> Study:
    """The study at an address, in another process. Refuses one with another edition: it would give other numbers."""
    known = (own for own in OWN.values() if address(own) == name and own.edition == edition)
    study = next(known, None) or figures_of(name)[0][0]
    require(
        study.edition == edition,
        f"{name} differs between processes. Was the file changed during the run? Or does `run` use a global that "
        "is random or depends on the time?",
    )
    return study


def files(studies: Iterable[Study]) -> list[str]:
    """The files of the modules of your own studies that are not installed: other machines need them."""
    names = {HOMES[study.name].split(":")[0] for study in studies if HOMES.get(study.name)}
    paths = [getattr(sys.modules.get(name), "__file__", None) or "" for name in sorted(names)]
    return [path for path in paths if path and not path.startswith(LIBRARIES)]


def _check_fields(study: Study) -> None:
    only = f"The settings of {study.name} must hold only plain numbers, words and lists."
    with as_sentence(only, TypeError, ValueError):
        json.dumps(study.settings)
    require(study.settings and study.figures, f"{study.name} needs at least one setting and one figure.")
    scales = [study.scales.get(scale) for scale in ("quick", "paper")]
    fine = all(isinstance(observations, int) and observations > 1 for observations in scales)
    require(fine, f"{study.name} needs scales={{'quick': …, 'paper': …}}, each at least 2 observations.")


def _refuse_odd_results(name: str, run: Run) -> Run:
    """The same function; a result that cannot be stored is refused."""

    def run_and_check(setting: Setting, start: int, stop: int, seed: int) -> Cell:
        cell: Unchecked = run(setting, start, stop, seed)
        odd = f"The result of `run` of {name} cannot be stored. {SHAPE}"
        with as_sentence(odd, TypeError, ValueError, LookupError):
            points = list(cell[0])
            numbers = np.asarray(cell[1], float)
            json.dumps(points)
        require(
            numbers.shape == (len(points), stop - start) and all(isinstance(point, dict) for point in points),
            f"`run` of {name} returned {len(points)} points and an array of shape {numbers.shape}; "
            f"{stop - start} observations need {(len(points), stop - start)}. {SHAPE}",
        )
        require(np.isfinite(numbers).all(), f"`run` of {name} returned a number that is not finite.")
        return points, numbers

    return run_and_check
