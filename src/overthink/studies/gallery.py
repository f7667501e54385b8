"""What a report shows of each figure in the store."""

from __future__ import annotations

from overthink.report.gallery import Page
from overthink.studies import figures_named, groups
from overthink.studies.own import command_name
from overthink.studies.store import Store
from overthink.studies.verdicts import judge, samples_of


def pages(store: Store, seed: int) -> list[Page]:
    """A page for every figure with a finished run, in the order of the papers."""
    parts = []
    there = [pair for pair in figures_named("all") if store.observations(pair[0], seed)]
    for study, figure, samples in samples_of(store, there, seed):
        rows = figure.shown(samples)
        parts.append(
            Page(
                name=figure.name,
                paper=groups()[figure.name.split("/")[0]],
                title=figure.title,
                source=figure.source,
                caption=figure.caption,
                figure=figure.draw(samples, rows),
                rows=rows,
                claims=judge(figure, samples),
                command=f"overthink reproduce {command_name(study, figure)} --scale {store.observations(study, seed)} "
                f"--seed {seed}",
                solid=figure.solid,
            )
        )
    return parts
