"""The computations of the view Papers: the figures and claims of the papers, beside the results in the store."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path

from overthink.core.plain import Fields
from overthink.report import shipped
from overthink.report.pages import svg
from overthink.studies import command_name, figure_named, figures_named, groups
from overthink.studies.samples import Samples
from overthink.studies.store import FILE, Place, Store, place
from overthink.studies.study import Figure, Study
from overthink.studies.verdicts import judge, samples_of

SEED = 0


@contextmanager
def open_store(folder: Path | None) -> Iterator[Store | None]:
    """Open the store, or yield None if there is none."""
    if folder is None or not (folder / FILE).exists():
        yield None
        return
    with closing(Store(folder, make=False)) as store:
        yield store


def papers() -> list[Fields]:
    return [
        {"paper": paper, "title": title, "studies": [_entry(figure) for _, figure in figures_named(paper)]}
        for paper, title in groups().items()
    ]


def _entry(figure: Figure) -> Fields:
    name = figure.name
    verdicts = [{"verdict": claim.get("verdict")} for claim in shipped.claims_of(name)]
    return {"name": name, "title": figure.title, "shipped": shipped.run_of(name), "claims": verdicts}


def progress(folder: Path | None) -> Fields:
    """For each figure in the store: the size of its largest finished run, and the progress of the next larger scale."""
    figures: Fields = {}
    with open_store(folder) as store:
        for study, figure in figures_named("all") if store else ():
            assert store
            largest = store.observations(study, SEED)
            finished = store.finished(study, SEED)
            if finished:
                figures[figure.name] = {"observations": largest, "run": _unfinished_run(study, largest, finished)}
    return {"there": figures}


def _unfinished_run(study: Study, largest: int, finished: set[Place]) -> Fields | None:
    """The smallest scale that covers all finished cells, if some lie beyond the largest finished run."""
    furthest = max(stop for _, _, stop in finished)
    larger = sorted((size, scale) for scale, size in study.scales.items() if size > largest)
    if furthest <= largest or not larger:
        return None
    size, scale = next((at for at in larger if at[0] >= furthest), larger[-1])
    cells = {place(job) for job in study.jobs(size)}
    return {"scale": scale, "done": len(finished & cells), "total": len(cells)}


def describe(name: str, folder: Path | None) -> Fields:
    """A figure as it was published, and the command that runs its study."""
    study, figure = figure_named(name)
    with open_store(folder) as store:
        observations = store.observations(study, SEED) if store else 0
    return {
        **{part: getattr(figure, part) for part in ("name", "title", "source", "caption")},
        "paper": groups()[figure.name.split("/")[0]],
        "observations": observations,
        "shipped": None if observations else shipped.run_of(figure.name),
        "claims": [
            {
                "claim": claim.says,
                "source": claim.source or figure.source,
                "printed": claim.printed,
                "reading": asdict(claim.reading),
            }
            for claim in figure.claims
        ],
        "command": f"overthink reproduce {command_name(study, figure)} --scale {observations or 'quick'}",
        "local": f" --out {folder}" if folder and folder != Path("results") else "",  # not saved with a page
    }


def _load_run(name: str, folder: Path | None) -> tuple[Figure, Samples] | None:
    """A figure with its part of the largest finished run; none without one."""
    study, figure = figure_named(name)
    with open_store(folder) as store:
        if not store or not store.observations(study, SEED):
            return None
        ((_, _, samples),) = samples_of(store, [(study, figure)], SEED)
    return figure, samples


def verdicts(name: str, folder: Path | None) -> list[Fields]:
    """Judge the claims on the largest finished run, or show the verdicts that come with the lab, if there are any."""
    run = _load_run(name, folder)
    return [each.as_dict() for each in judge(*run)] if run else shipped.claims_of(name)


def figure(name: str, folder: Path | None) -> str | None:
    """Draw a figure as SVG, or show the picture that comes with the lab. None if there is none."""
    run = _load_run(name, folder)
    if not run:
        return shipped.picture_of(name)
    drawing, samples = run
    return svg(drawing.draw(samples, drawing.shown(samples)), drawing.name.replace("/", "-"))
