"""The computations of the view Papers: the figures and claims of the papers, beside the results in the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from overthink.report.html import svg
from overthink.studies import PAPERS, all_studies, study_named
from overthink.studies.store import FILE, Store, setting_key
from overthink.studies.study import Study
from overthink.studies.verdicts import judge

SEED = 0


@contextmanager
def _open_store(folder: str | None) -> Iterator[Store | None]:
    """Open the store, or yield None if there is none."""
    if folder is None or not (Path(folder) / FILE).exists():
        yield None
        return
    with closing(Store(folder, make=False)) as store:
        yield store


def papers() -> list[dict[str, Any]]:
    """Every paper with its studies."""
    return [
        {
            "paper": paper,
            "title": title,
            "studies": [
                {"name": study.name, "title": study.title, "source": study.source, "claims": len(study.claims)}
                for study in all_studies().values()
                if study.name.startswith(f"{paper}/")
            ],
        }
        for paper, title in PAPERS.items()
    ]


def progress(folder: str | None) -> dict[str, Any]:
    """For each study in the store: the size of its largest finished run, and the progress of the next larger scale."""
    studies: dict[str, Any] = {}
    with _open_store(folder) as store:
        for study in all_studies().values() if store else ():
            assert store
            largest, finished = store.observations(study, SEED), store.finished(study, SEED)
            if finished:
                studies[study.name] = {"observations": largest, "run": _unfinished_run(study, largest, finished)}
    return {"there": studies, "folder": folder if studies else None}


def _unfinished_run(study: Study, largest: int, finished: set[tuple[str, int, int]]) -> dict[str, Any] | None:
    """The smallest scale that covers all finished cells, if some lie beyond the largest finished run."""
    furthest = max(stop for _, _, stop in finished)
    larger = sorted((size, scale) for scale, size in study.scales.items() if size > largest)
    if furthest <= largest or not larger:
        return None
    size, scale = next((at for at in larger if at[0] >= furthest), larger[-1])
    cells = {(setting_key(study, setting), start, stop) for setting, start, stop in study.cells(size)}
    return {"scale": scale, "done": len(finished & cells), "total": len(cells)}


def describe(name: str, folder: str | None) -> dict[str, Any]:
    """A study as printed in its paper, and the command that runs it."""
    study = study_named(name)
    with _open_store(folder) as store:
        observations = store.observations(study, SEED) if store else 0
    where = f" --out {folder}" if folder and folder != "results" else ""
    return {
        "name": study.name,
        "title": study.title,
        "source": study.source,
        "paper": PAPERS[study.name.split("/")[0]],
        "caption": study.caption,
        "observations": observations,
        "claims": [{"claim": claim.says, "source": claim.source, "printed": claim.printed} for claim in study.claims],
        "command": f"overthink reproduce {study.name} --scale {observations or 'quick'}{where}",
    }


def verdicts(name: str, folder: str | None) -> list[dict[str, Any]]:
    """Judge the claims on the largest finished run. Empty if there is none."""
    study = study_named(name)
    with _open_store(folder) as store:
        observations = store.observations(study, SEED) if store else 0
        if not store or not observations:
            return []
        return [verdict.as_dict() for verdict in judge(study, store.samples(study, SEED, observations))]


def figure(name: str, folder: str | None) -> str | None:
    """Draw the figure of a study as SVG. None if there is no finished run."""
    study = study_named(name)
    with _open_store(folder) as store:
        observations = store.observations(study, SEED) if store else 0
        if not store or not observations:
            return None
        samples = store.samples(study, SEED, observations)
    return svg(study.draw(samples, study.shown(samples)), study.name.replace("/", "-"))
