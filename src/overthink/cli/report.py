"""`overthink report`: one page of all results."""

from collections import Counter

import click

from overthink.cli import options
from overthink.cli.console import print_json
from overthink.cli.reproduce import no_results, open_store


@click.command()
@click.argument("studies", nargs=-1, metavar="[MODULE:NAME]...")
@options.results_folder
@options.seed("The seed whose results are shown.")
@options.as_json
def report(studies: tuple[str, ...], out: str, seed: int, as_json: bool) -> None:
    """Write one self-contained HTML page with every figure and claim in the store.

    MODULE:NAME adds a study of your own that has results there, such as mystudy:STUDY.
    """
    from overthink.studies import load_study
    from overthink.studies.gallery import pages, write_gallery
    from overthink.studies.verdicts import no_run

    own = [load_study(text) for text in studies]
    store = open_store(out, make=False)
    for study, text in zip(own, studies):
        if not store.observations(study, seed):
            raise no_run(store, study, seed, text)
    parts = pages(store, seed)
    if not parts:
        raise no_results(store, seed, "report")
    page = write_gallery(parts, store.path.parent / "report.html")
    if as_json:
        figures = [{"name": part.figure.name, "title": part.figure.title, "claims": len(part.claims)} for part in parts]
        counts = Counter(claim.verdict for part in parts for claim in part.claims)
        print_json({"report": str(page), "seed": seed, "figures": figures, "verdicts": counts})
        return
    click.echo(f"report: {page}")
