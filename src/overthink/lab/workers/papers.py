"""The papers' figures and claims beside what is in the store: what workers do for the view Papers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from overthink.report.html import svg
from overthink.studies import PAPERS, figure_named, figures_named
from overthink.studies.engine.store import FILE, Place, Store, place
from overthink.studies.engine.study import Figure, Samples, Study
from overthink.studies.engine.verdicts import judge, samples_of

SEED = 0


@contextmanager
def _opened(folder: str | None) -> Iterator[Store | None]:
    """The store, if there is one."""
    if folder is None or not (Path(folder) / FILE).exists():
        yield None
        return
    with closing(Store(folder, make=False)) as store:
        yield store


def listed() -> list[dict[str, Any]]:
    """Every paper with its studies."""
    return [
        {
            "paper": paper,
            "title": title,
            "studies": [
                {"name": figure.name, "title": figure.title, "source": figure.source, "claims": len(figure.claims)}
                for _, figure in figures_named(paper)
            ],
        }
        for paper, title in PAPERS.items()
    ]


def progress(folder: str | None) -> dict[str, Any]:
    """For each figure that has anything in the store: the size of its largest finished run, and how far the next larger
    scale is, where some of it is there."""
    found: dict[str, Any] = {}
    with _opened(folder) as store:
        for study, each in figures_named("all") if store else ():
            assert store
            whole, there = store.observations(study, SEED), store.finished(study, SEED)
            if there:
                found[each.name] = {"observations": whole, "run": _under_way(study, whole, there)}
    return {"there": found, "folder": folder if found else None}


def _under_way(study: Study, whole: int, there: set[Place]) -> dict[str, Any] | None:
    """The smallest scale beyond the finished run that has all the observations that are there, if any are beyond it."""
    furthest = max(stop for _, _, stop in there)
    larger = sorted((size, scale) for scale, size in study.scales.items() if size > whole)
    if furthest <= whole or not larger:
        return None
    size, scale = next((each for each in larger if each[0] >= furthest), larger[-1])
    cells = {place(job) for job in study.jobs(size)}
    return {"scale": scale, "done": len(there & cells), "total": len(cells)}


def shown(name: str, folder: str | None) -> dict[str, Any]:
    """A figure as it is in print, and the command that runs its study."""
    study, figure = figure_named(name)
    with _opened(folder) as store:
        observations = store.observations(study, SEED) if store else 0
    where = f" --out {folder}" if folder and folder != "results" else ""
    return {
        "name": figure.name,
        "title": figure.title,
        "source": figure.source,
        "paper": PAPERS[figure.name.split("/")[0]],
        "caption": figure.caption,
        "observations": observations,
        "claims": [
            {"claim": claim.says, "source": claim.source or figure.source, "printed": claim.printed}
            for claim in figure.claims
        ],
        "command": f"overthink reproduce {figure.name} --scale {observations or 'quick'}{where}",
    }


def _finished(name: str, folder: str | None) -> tuple[Figure, Samples] | None:
    """A figure with its part of the largest finished run; none without one."""
    study, figure = figure_named(name)
    with _opened(folder) as store:
        if not store or not store.observations(study, SEED):
            return None
        ((_, _, samples),) = samples_of(store, [(study, figure)], SEED)
    return figure, samples


def verdicts(name: str, folder: str | None) -> list[dict[str, Any]]:
    """The claims, judged on the largest finished run; none without one."""
    finished = _finished(name, folder)
    return [each.as_dict() for each in judge(*finished)] if finished else []


def figure(name: str, folder: str | None) -> str | None:
    """The figure as SVG, drawn from the store; none without a finished run."""
    finished = _finished(name, folder)
    if not finished:
        return None
    drawn, samples = finished
    return svg(drawn.draw(samples, drawn.shown(samples)), drawn.name.replace("/", "-"))
