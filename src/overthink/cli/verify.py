"""`overthink verify`: judge the published claims."""

from __future__ import annotations

import click

from overthink.cli import options
from overthink.cli.run import possible, run_with_progress
from overthink.core.errors import OverthinkError
from overthink.core.json_text import to_json


@click.command()
@click.argument("studies", nargs=-1, metavar="[STUDY]...")
@options.seed("All randomness comes from it.")
@options.workers
@options.results_folder
@options.as_json
def verify(studies: tuple[str, ...], seed: int, jobs: int | None, out: str, as_json: bool) -> None:
    """Judge the published claims: holds, fails or inconclusive, with estimate, interval and n.

    Judges the largest finished run of each STUDY in the store, or of all studies if none is named. A named study that
    has no results is run first, at the quick scale.
    """
    from overthink.report.terminal import print_claims
    from overthink.studies import all_studies, studies_named
    from overthink.studies.store import Store
    from overthink.studies.verdicts import judged

    store = Store(out, make=bool(studies))
    named = list({study.name: study for name in studies for study in studies_named(name)}.values())
    chosen = named or [study for study in all_studies().values() if store.observations(study, seed)]
    if not chosen:
        raise OverthinkError(f"There are no results of seed {seed} in '{out}'. Name a study: 'overthink verify emm'.")
    missing = [study for study in named if not store.observations(study, seed)]
    if missing:
        able = possible(store, missing, "quick", seed, others=len(chosen) - len(missing))
        chosen = [study for study in chosen if study in able or study not in missing]
        if able:
            run_with_progress(store, able, "quick", seed, jobs)
    verdicts = [verdict for study in chosen for verdict in judged(store, study, seed)]
    if as_json:
        click.echo(to_json({"seed": seed, "claims": [verdict.as_dict() for verdict in verdicts]}))
    else:
        print_claims(verdicts)
