"""What a report shows of each study in the store."""

from __future__ import annotations

from overthink.report.gallery import Page
from overthink.studies import PAPERS, all_studies
from overthink.studies.store import Store
from overthink.studies.verdicts import judge


def pages(store: Store, seed: int) -> list[Page]:
    """A page for every study with a finished run, in the order of the papers."""
    found = []
    for study in all_studies().values():
        observations = store.observations(study, seed)
        if observations:
            samples = store.samples(study, seed, observations)
            rows = study.shown(samples)
            found.append(
                Page(
                    name=study.name,
                    paper=PAPERS[study.name.split("/")[0]],
                    title=study.title,
                    source=study.source,
                    caption=study.caption,
                    figure=study.draw(samples, rows),
                    rows=rows,
                    claims=judge(study, samples),
                    command=f"overthink reproduce {study.name} --scale {observations} --seed {seed}",
                    solid=study.solid,
                )
            )
    return found
