"""Studies run with progress on standard error; shared by `reproduce` and `verify`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

import click

from overthink.core.errors import OverthinkError
from overthink.core.threads import cores

if TYPE_CHECKING:
    from overthink.studies.store import Store
    from overthink.studies.study import Study


def possible(store: Store, studies: Sequence[Study], scale: str, seed: int, others: int = 0) -> list[Study]:
    """The studies that can run here, or are in the store already; one sentence for each that cannot. Refuses where
    nothing is left to do."""
    from overthink.studies.runner import pending

    lacking = {s.name: s.lacks for s in studies if s.lacks and pending(store, s, seed, s.observations(scale))}
    if len(lacking) == len(studies) and not others:
        raise OverthinkError(" ".join(lacking.values()))
    for sentence in lacking.values():
        click.echo(f"overthink: left out: {sentence}", err=True)
    return [study for study in studies if study.name not in lacking]


def run_with_progress(
    store: Store, studies: Sequence[Study], scale: str, seed: int, jobs: int | None, address: str | None = None,
    device: str = "cpu", draws: bool = False,
) -> None:  # fmt: skip
    """Run the missing cells, and show progress, rate and time left. What draws figures is loaded after the first cell:
    by then all workers compute, and none of them starts later for it."""
    from overthink.report.progress import Bar
    from overthink.studies.cluster import cluster
    from overthink.studies.gpu import gpu
    from overthink.studies.processes import processes
    from overthink.studies.runner import run

    for study in studies:
        study.observations(scale)  # refuses a bad scale before anything runs
    drawing = Thread(target=import_module, args=("matplotlib.figure",), daemon=True)

    def show(name: str, done: int, cells: int, all_done: int, total: int) -> None:
        bar.show(name, done, cells, all_done, total)
        if draws and all_done and drawing.ident is None:
            drawing.start()

    with Bar() as bar:
        if address:
            workers = cluster(address, bar.say)
        else:
            workers = gpu(jobs or cores(), bar.say) if device == "gpu" else processes(jobs or cores())
        run(store, studies, scale, seed, workers, show)


def no_results(store: Store, seed: int, command: str) -> OverthinkError:
    """The error for a folder without results of the library's studies."""
    folder, names = store.path.parent, store.studies()
    if names:
        return OverthinkError(
            f"'{folder}' has no results of the library's studies with seed {seed}, but results of {', '.join(names)}. "
            f"Is that a study of your own? Name it: 'overthink {command} mystudy:STUDY'."
        )
    return OverthinkError(f"There are no results of seed {seed} in '{folder}'. Run 'overthink reproduce emm' first.")
