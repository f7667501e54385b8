"""`overthink reproduce`: run a study, a paper's studies, or all."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from overthink.cli import options
from overthink.cli.console import print_json
from overthink.core.errors import OverthinkError, require, whole_of
from overthink.core.threads import cores
from overthink.stopping import COMMAND

if TYPE_CHECKING:
    from overthink.studies.store import Store
    from overthink.studies.study import Study


@click.command()
@click.argument("study", type=options.STUDY)
@click.option("--scale", default="quick", show_default=True, metavar="quick|paper|N",
              help="Observations at each point: a quick look, as many as the paper, or a number.")  # fmt: skip
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUES",
              help="Change what the study declares, such as error=0.3 or depths=1,3,5. "
                   "'overthink list STUDY' names it all. The result is stored apart from the published run. "
                   "May be repeated.")  # fmt: skip
@click.option("--figure", "picture", type=options.PICTURE, metavar="FILE",
              help="Also draw the one figure to this .pdf, .svg or .png.")  # fmt: skip
@options.seed("The seed of all random numbers.")
@options.workers
@click.option("--cluster", metavar="ADDRESS",
              help="A Dask scheduler such as tcp://host:8786, or local:8 for eight workers here.")  # fmt: skip
@options.device
@options.results_folder
@options.verbose
@options.quiet
@options.as_json
def reproduce(
    study: str, scale: str, changes: tuple[str, ...], picture: str | None, seed: int, jobs: int | None,
    cluster: str | None, device: str, out: str, verbose: bool, as_json: bool,
) -> None:  # fmt: skip
    """Run a STUDY (emm/fig6), a paper's studies (emm), all, or one of your own (mystudy:STUDY in mystudy.py).

    Several figures may show one study: 'bab/trees' runs once for all of its figures, and 'bab/fig4b' shows one of them.

    A study runs in small parts, called cells, and each finished cell is stored. If you stop it with Ctrl-C, the same
    command resumes where it stopped. A second run answers from the store. The command prints the table of one figure;
    for several figures it prints a line each, and with -v their tables.

    \b
    overthink reproduce emm/fig6
    overthink reproduce emm/fig6 --set error=0.3 --set depths=1,3,5 --figure fig6.pdf
    overthink reproduce all --scale paper --jobs 2
    overthink reproduce nau --scale paper --cluster tcp://scheduler:8786
    overthink reproduce nau/fig7 --scale paper --device gpu
    overthink reproduce mystudy:STUDY --jobs 2
    """
    from overthink.report.charts import can_draw, check_drawing, write_picture
    from overthink.studies import figures_of
    from overthink.studies.variant import with_changes
    from overthink.studies.verdicts import samples_of

    if jobs and cluster:
        raise OverthinkError("--jobs counts workers on this machine, and --cluster brings its own. Give one of them.")
    if cluster and device == "gpu":
        raise OverthinkError("--device gpu uses this machine's GPU, and --cluster other machines. Give one of them.")
    store = open_store(out)
    study = with_changes(study, changes)
    figures = figures_of(study)
    if picture:
        check_drawing()
        require(len(figures) == 1, f"--figure draws one figure, and {study} has {len(figures)}. Name one of them.")
    studies = list({owner.name: owner for owner, _ in figures}.values())
    if not cluster:
        studies = possible(store, studies, scale, seed)
        figures = [pair for pair in figures if pair[0] in studies]
    run_with_progress(store, studies, scale, seed, jobs, cluster, device)
    all_rows: list[Any] = []
    for _, figure, samples in samples_of(store, figures, seed, scale):
        rows = figure.rows(samples)
        if picture:
            write_picture(figure.draw(samples, figure.shown(samples)), Path(picture))
        if as_json:
            all_rows += rows if len(figures) == 1 else [{"study": figure.name, **row} for row in rows]
        else:
            from overthink.cli.tables import print_rows
            from overthink.studies.gallery import write_files

            paths = write_files(figure, samples, rows, store.path.parent)
            if verbose or len(figures) == 1:
                print_rows(figure, figure.shown(samples))
                click.echo(f"  written: {', '.join(map(str, [*paths, *([picture] if picture else [])]))}\n")
            else:
                click.echo(f"{figure.name}: {figure.title}: {paths[-1]}")
    if not as_json and len(figures) > 1:
        click.echo(
            f"\nThe tables: -v. What was published, judged: 'overthink verify {study}'. One page: 'overthink report'."
        )
    if not as_json and not can_draw():
        click.echo('No picture was drawn. Figures need matplotlib: pip install "overthink[figures]".')
    if as_json:
        print_json({"study": study, "seed": seed, "scale": whole_of(scale) or scale, "rows": all_rows})


def open_store(out: str, make: bool = True) -> Store:
    """The results in a folder; closed when the command ends, however it ends."""
    from overthink.studies.store import Store

    store = Store(out, make)
    click.get_current_context().call_on_close(store.close)
    return store


def possible(store: Store, studies: Sequence[Study], scale: str, seed: int, others: int = 0) -> list[Study]:
    """The studies that can run here, or are in the store already; one sentence for each that cannot. Refuses where
    nothing is left to do."""
    from overthink.studies.runner import pending

    lacking = {s.name: s.lacks for s in studies if s.lacks and pending(store, s, seed, s.observations(scale))}
    require(len(lacking) != len(studies) or others, " ".join(lacking.values()))
    for sentence in lacking.values():
        click.echo(f"overthink: left out: {sentence}", err=True)
    return [study for study in studies if study.name not in lacking]


def run_with_progress(
    store: Store, studies: Sequence[Study], scale: str, seed: int, jobs: int | None, address: str | None = None,
    device: str = "cpu",
) -> None:  # fmt: skip
    """Run the missing cells, and show progress and time left."""
    from overthink.report.progress import Stages
    from overthink.studies.cluster import cluster
    from overthink.studies.gpu import gpu
    from overthink.studies.runner import processes, run

    COMMAND.kept = partial(tell_stored, store.path.parent, studies, seed)
    say = partial(click.echo, err=True)
    with Stages() as stages:
        if address:
            COMMAND.grace = 10.0  # other machines are told
            workers = cluster(address, say)
        else:
            workers = gpu(jobs or cores(), say) if device == "gpu" else processes(jobs or cores())
        run(store, studies, scale, seed, workers, stages.show)


def tell_stored(folder: Path, studies: Sequence[Study], seed: int) -> str:
    """What remains of a run that was stopped."""
    from overthink.studies.store import Store

    with closing(Store(folder, make=False)) as store:  # asked for in any thread
        stored = any(store.finished(study, seed) for study in studies)
    return "Finished parts are stored; the same command resumes there." if stored else "No part was finished."


def no_results(store: Store, seed: int, command: str) -> OverthinkError:
    """The error for a folder without results of the library's studies."""
    folder = store.path.parent
    others = store.studies()
    if others:
        return OverthinkError(
            f"'{folder}' has results of {', '.join(others)}, but none with seed {seed} of the library's studies as "
            f"they are now. Run these again, or name a study of your own: 'overthink {command} mystudy:STUDY'."
        )
    return OverthinkError(f"There are no results of seed {seed} in '{folder}'. Run 'overthink reproduce emm' first.")
