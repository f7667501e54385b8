"""Studies of your own: loaded from MODULE:NAME, checked, and kept apart from those of the library.

Results are stored by the code of `run` and of all that it uses (`core/identity.py`), so a changed study is run again.
"""

from __future__ import annotations

import json
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from overthink.core.errors import OverthinkError, shorten, shown
from overthink.core.identity import identity
from overthink.core.user_code import LIBRARIES, PACKAGE, load, module_name
from overthink.studies import OWN, FigureOf, collections, figures_named
from overthink.studies.samples import Cell, Setting
from overthink.studies.study import Figure, Run, Study

NAME = re.compile("[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*")
SHAPE = "It returns a list of dictionaries, one for each point, and an array with one row for each of them."
HOMES: dict[str, str] = {}  # MODULE:NAME by the name of the study
Returned = TypeVar("Returned")


def figures_of(text: str) -> list[FigureOf]:
    """The figures of MODULE:NAME, or those that a name of the library stands for; each with its study."""
    if ":" not in text:
        return figures_named(text)
    study = load_study(text)
    return [(study, figure) for figure in study.figures]


def study_of(text: str) -> Study:
    """A study of the library by its name, or one of your own by MODULE:NAME."""
    return figures_of(text)[0][0]


def load_study(text: str) -> Study:
    """Import a study of your own, and give it to everything in this process under its own name."""
    thing = load(text)
    if not isinstance(thing, Study):
        raise OverthinkError(f"{text} is {shown(thing)}. As a study, give the name of an overthink.studies.Study.")
    return register(thing, module_name(text))


def register(study: Study, home: str = "") -> Study:
    """Add a study of your own. `home` is its MODULE:NAME: without it, no other process can find the study."""
    for name in dict.fromkeys((study.name, *(figure.name for figure in study.figures))):
        if not NAME.fullmatch(name):
            raise OverthinkError(
                f"A study of your own is named GROUP/NAME, in small letters, digits and dashes, such as mine/curve; "
                f"not {shown(name)}."
            )
        group, _, own = name.partition("/")
        if group in collections():
            raise OverthinkError(f"The library has the studies {group}/…. Give '{name}' another name: mine/{own}.")
    _check_fields(study)
    edition = int(identity(study.run).split()[-1], 16) << 16 | study.edition & 0xFFFF
    checked = replace(
        study,
        run=_checked_run(study.name, guard(study.run)),
        figures=tuple(_guarded_figure(figure) for figure in study.figures),
        edition=edition,
    )
    OWN[study.name], HOMES[study.name] = checked, home
    return checked


def address(study: Study) -> str:
    """What another process finds a study by."""
    return HOMES.get(study.name) or study.name


def command_name(study: Study, figure: Figure) -> str:
    """What a command finds a figure by."""
    return HOMES.get(study.name) or figure.name


def find(name: str, edition: int) -> Study:
    """The study at an address, in another process. Refuses one with another edition: it would give other numbers."""
    known = (own for own in OWN.values() if address(own) == name and own.edition == edition)
    study = next(known, None) or study_of(name)
    if study.edition != edition:
        raise OverthinkError(
            f"{name} differs between processes. Was the file changed during the run? Or does `run` use a global that "
            "is random or depends on the time?"
        )
    return study


def files(studies: Iterable[Study]) -> list[str]:
    """The files of the modules of your own studies that are not installed: other machines need them."""
    names = {HOMES[study.name].split(":")[0] for study in studies if HOMES.get(study.name)}
    paths = [getattr(sys.modules.get(name), "__file__", None) or "" for name in sorted(names)]
    return [path for path in paths if path and not path.startswith(LIBRARIES)]


def _check_fields(study: Study) -> None:
    try:
        json.dumps(study.settings)
    except (TypeError, ValueError):
        raise OverthinkError(f"The settings of {study.name} must hold only plain numbers, words and lists.") from None
    if not study.settings or not study.figures:
        raise OverthinkError(f"{study.name} needs at least one setting and one figure.")
    for scale in ("quick", "paper"):
        if not isinstance(study.scales.get(scale), int) or study.scales[scale] < 2:
            raise OverthinkError(f"{study.name} needs scales={{'quick': …, 'paper': …}}, each at least 2 observations.")


def _checked_run(name: str, run: Run) -> Run:
    """The same function; what it returns is checked."""

    def checked(setting: Setting, start: int, stop: int, seed: int) -> Cell:
        cell: Any = run(setting, start, stop, seed)
        try:
            points, numbers = list(cell[0]), np.asarray(cell[1], float)
            json.dumps(points)
        except (TypeError, ValueError, LookupError):
            raise OverthinkError(f"The result of `run` of {name} cannot be stored. {SHAPE}") from None
        if numbers.shape != (len(points), stop - start) or not all(isinstance(point, dict) for point in points):
            raise OverthinkError(
                f"`run` of {name} returned {len(points)} points and an array of shape {numbers.shape}; "
                f"{stop - start} observations need {(len(points), stop - start)}. {SHAPE}"
            )
        if not np.isfinite(numbers).all():
            raise OverthinkError(f"`run` of {name} returned a number that is not finite.")
        return points, numbers

    return checked


def _guarded_figure(figure: Figure) -> Figure:
    claims = tuple(replace(claim, check=guard(claim.judge)) for claim in figure.claims)
    summary = guard(figure.summary) if figure.summary else None
    return replace(
        figure, draw=guard(figure.draw), rows=guard(figure.rows), summary=summary, part=guard(figure.part),
        claims=claims,
    )  # fmt: skip


def guard(function: Callable[..., Returned]) -> Callable[..., Returned]:
    """A user's function whose exceptions are one sentence each, with the user's own line."""

    @wraps(function)
    def call(*args: Any) -> Returned:
        try:
            return function(*args)
        except OverthinkError:
            raise
        except Exception as exc:
            frames = [
                frame
                for frame in traceback.extract_tb(exc.__traceback__)
                if not frame.filename.startswith((PACKAGE, *LIBRARIES, "<"))
            ]
            where = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}: " if frames else ""
            raise OverthinkError(f"{where}{type(exc).__name__}: {shorten(str(exc))}.") from exc

    return call
