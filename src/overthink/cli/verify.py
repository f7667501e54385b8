"""`overthink verify`: judge the published claims."""

from dataclasses import asdict

import click

from overthink.cli import options
from overthink.cli.console import print_json
from overthink.cli.reproduce import no_results, open_store, possible, run_with_progress
from overthink.core.errors import OverthinkError, require


@click.command()
@click.argument("studies", type=options.STUDY, nargs=-1, metavar="[STUDY]...")
@options.seed("The seed of all random numbers.")
@options.workers
@options.results_folder
@click.option(
    "--coverage", is_flag=True, help="List every sentence of the papers that claims something, with what judges it."
)
@options.verbose
@options.as_json
def verify(
    studies: tuple[str, ...], seed: int, jobs: int | None, out: str, coverage: bool, verbose: bool, as_json: bool
) -> None:
    """Judge the published statements: ✓ holds, ✗ fails, ? not decided.

    One line for each statement: the verdict, the reading in which it holds (one way to understand the words), the
    study, and the published words. -v shows every claim with estimate, interval and n. ° marks a statement that your
    run is too small to decide: its verdict is that of the run at the paper's scale that comes with Overthink.

    Judges the largest finished run of each STUDY in the store, or of all studies if none is named. A named study that
    has no results is run first, at the quick scale. A study of your own is mystudy:STUDY, in mystudy.py.

    With --coverage, STUDY stands for its paper, such as emm. Nothing is run: verdicts are shown where there are
    results.
    """
    if coverage:
        print_covered(studies, seed, out, as_json)
        return
    from overthink.cli.tables import print_claims, print_statements
    from overthink.studies import figures_of
    from overthink.studies.verdicts import JudgedClaim, count_statements, judge, samples_of, settle_by_shipped

    store = open_store(out, make=bool(studies))
    named = list({figure.name: (study, figure) for name in studies for study, figure in figures_of(name)}.values())
    chosen = named or [pair for pair in figures_of("all") if store.observations(pair[0], seed)]
    if not chosen:
        raise no_results(store, seed, "verify")
    missing = list({study.name: study for study, _ in named if not store.observations(study, seed)}.values())
    if missing:
        there = [pair for pair in chosen if pair[0] not in missing]
        able = possible(store, missing, "quick", seed, others=len(there))
        chosen = [pair for pair in chosen if pair in there or pair[0] in able]
        if able:
            run_with_progress(store, able, "quick", seed, jobs)
    claims = list[JudgedClaim]()
    refused = list[str]()
    for _, figure, samples in samples_of(store, chosen, seed):
        try:
            claims += judge(figure, samples)
        except OverthinkError as exc:  # one run that is too small costs its own figure
            refused.append(str(exc))
    require(claims or not refused, " ".join(refused))
    for sentence in refused:
        click.echo(f"overthink: left out: {sentence}", err=True)
    decided = [settle_by_shipped(claim) for claim in claims]
    if as_json:
        counts = count_statements(decided)
        print_json({"seed": seed, "claims": [claim.as_dict() for claim in claims], "statements": counts})
        return
    if verbose:
        print_claims(claims)
    print_statements(decided)


def print_covered(papers: tuple[str, ...], seed: int, out: str, as_json: bool) -> None:
    """Print the sentences of some papers, or of all, with what judges them."""
    from overthink.cli.tables import print_coverage
    from overthink.studies.coverage import outcomes

    sentences = outcomes(papers, out, seed)
    if as_json:
        print_json({"seed": seed, "sentences": [asdict(sentence) for sentence in sentences]})
    else:
        print_coverage(sentences)
