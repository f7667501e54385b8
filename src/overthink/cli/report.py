"""`overthink report`: one page of all results."""

from __future__ import annotations

from collections import Counter

import click

from overthink.cli import options
from overthink.core.errors import OverthinkError
from overthink.core.json_text import to_json


@click.command()
@options.results_folder
@options.seed("The seed whose results are shown.")
@options.as_json
def report(out: str, seed: int, as_json: bool) -> None:
    """Write one self-contained HTML page with every figure and claim in the store."""
    from overthink.report.gallery import write_gallery
    from overthink.studies.engine.store import Store
    from overthink.studies.gallery import pages

    store = Store(out, make=False)
    parts = pages(store, seed)
    if not parts:
        raise OverthinkError(f"There are no results of seed {seed} in '{out}'. Run 'overthink reproduce emm' first.")
    page = write_gallery(parts, store.path.parent / "report.html")
    if as_json:
        figures = [{"name": part.name, "title": part.title, "claims": len(part.claims)} for part in parts]
        counts = Counter(claim.verdict for part in parts for claim in part.claims)
        click.echo(to_json({"report": str(page), "seed": seed, "figures": figures, "verdicts": counts}))
        return
    click.echo(f"report: {page}")
