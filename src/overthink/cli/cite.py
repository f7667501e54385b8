"""`overthink cite`: how to cite a result."""

from __future__ import annotations

import click

from overthink import __version__
from overthink.cli import options
from overthink.cli.console import print_json
from overthink.cli.reproduce import open_store
from overthink.core.errors import OverthinkError

YEAR = 2026
TITLE = "Overthink: lookahead pathology measured, explained and avoided"
BIBTEX = """@misc{{{key},
  author  = {{{{The Overthink authors}}}},
  title   = {{{title}}},
  year    = {{{year}}},
  version = {{{version}}},
  note    = {{{note}}}
}}"""


@click.command()
@click.argument("study", type=options.STUDY)
@click.option("--seed", type=options.SEED, default=0, show_default=True, help="The seed of the run.")
@options.results_folder
@options.as_json
def cite(study: str, seed: int, out: str, as_json: bool) -> None:
    """Print a sentence and BibTeX for a STUDY that you ran: version, seed, observations and a checksum of all of them.

    Whoever runs the same command gets the same checksum, in a few studies up to the last bits of the machine.

    \b
    overthink reproduce emm/fig6 --scale 500
    overthink cite emm/fig6
    """
    from overthink.studies import study_named

    store = open_store(out, make=False)
    ran = study_named(study)
    observations = store.observations(ran, seed)
    if not observations:
        raise OverthinkError(
            f"There is no run of {ran.name} with seed {seed} in '{out}'. Run it first: overthink reproduce {study}"
        )
    checksum = store.samples(ran, seed, observations).checksum()
    source = ran.figures[0].source
    command = f"overthink reproduce {ran.name} --scale {observations} --seed {seed}"
    note = f"{ran.name}, {observations} observations of each setting, seed {seed}, sha256 {checksum}"
    facts = {"study": ran.name, "source": source, "version": __version__, "seed": seed, "observations": observations,
             "checksum": checksum, "command": command}  # fmt: skip
    if as_json:
        print_json(facts)
        return
    click.echo(
        f"We ran the study {ran.name} (after {source}) of Overthink {__version__} with {observations:,} observations "
        f"of each setting and seed {seed} (`{command}`); the sha256 of all observations begins with {checksum}.\n"
    )
    click.echo(BIBTEX.format(key=f"Overthink{YEAR}", title=TITLE, year=YEAR, version=__version__, note=note))
    click.echo("\nPlease cite the paper too; docs/citing.md has every source.")
