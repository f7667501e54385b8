"""`overthink report`: one page of all results."""

from __future__ import annotations

import click

from overthink.cli import options
from overthink.core.errors import OverthinkError


@click.command()
@options.results_folder
@options.seed("The seed whose results are shown.")
def report(out: str, seed: int) -> None:
    """Write one self-contained HTML page with every figure and claim in the store."""
    from overthink.report.gallery import write_gallery
    from overthink.studies.engine.store import Store
    from overthink.studies.gallery import pages

    store = Store(out, make=False)
    parts = pages(store, seed)
    if not parts:
        raise OverthinkError(f"There are no results of seed {seed} in '{out}'. Run 'overthink reproduce emm' first.")
    click.echo(f"report: {write_gallery(parts, store.path.parent / 'report.html')}")
