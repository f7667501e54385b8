"""The command: what the user typed, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from threading import Thread
from typing import Any

import click

from overthink.benching import bench
from overthink.command import SEED, THREADS, as_text, clear_errors
from overthink.core.errors import OverthinkError
from overthink.core.threads import cores
from overthink.core.threads import jobs as at_most
from overthink.doctoring import doctor
from overthink.laboratory import lab
from overthink.solving import solve
from overthink.whole_games import endgame, survey

RESULTS = "results"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="overthink", message="%(prog)s %(version)s")
def main() -> None:
    """Does looking further ahead make decisions better or worse?

    \b
    overthink list                          everything that can be named
    overthink decide kalah --depth 8        ask a rule for its move
    overthink reproduce emm/fig6            redraw a published figure
    overthink reproduce emm --scale paper   a whole paper, at its own scale
    overthink verify emm                    published claims: holds, fails, inconclusive
    overthink report                        an HTML page of all results
    overthink survey 8-puzzle               every position of a game: where depth helps and where it hurts
    overthink endgame KQKR                  a chess endgame, solved
    overthink solve pig --epsilon 0.01      what a position is worth, proven to within ε
    overthink doctor mygame:MyGame …        does depth help your own game and evaluator?
    overthink bench                         how fast it is here, against peers and limits
    overthink lab                           a page in your browser to see it happen
    """


main.add_command(bench)
main.add_command(doctor)
main.add_command(lab)
main.add_command(solve)
main.add_command(survey)
main.add_command(endgame)


def store_option(command: Callable[..., Any]) -> Callable[..., Any]:
    text = f"Folder of the results; made if it is not there. [default: {RESULTS}]"
    return click.option("--out", default=RESULTS, metavar="DIR", help=text)(command)


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option(
            "--jobs",
            type=click.IntRange(1, 256),
            help="Worker processes; any number gives the same results. [default: one for each core]",
        ),
        click.option("--seed", type=SEED, default=0, show_default=True, help="All randomness comes from it."),
    ):
        command = option(command)
    return command


@main.command("list")
@click.argument("kind", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@clear_errors
def list_(kind: str | None, as_json: bool) -> None:
    """Everything that can be named: games, models, evaluators, rules, searches, studies.

    KIND shows one of them only, as in `overthink list rules`.
    """
    from overthink.catalogue import catalogue

    found = catalogue(kind)
    if as_json:
        lines = {
            name: [{"name": e.name, "summary": e.summary, "source": e.source} for e in entries]
            for name, entries in found.items()
        }
        click.echo(as_text(lines))
        return
    for name, entries in found.items():
        click.secho(name, bold=True)
        width = max(len(entry.name) for entry in entries)
        for entry in entries:
            click.echo(f"  {entry.name.ljust(width)}  {entry.summary}  {click.style(entry.source, dim=True)}")


@main.command()
@click.argument("subject")
@click.option("--rule", default="minimax", show_default=True, help="How children make a parent; see `list rules`.")
@click.option("--search", default="full-width", show_default=True, help="Which nodes to visit; see `list searches`.")
@click.option("--depth", type=int, default=3, show_default=True, help="Plies to look ahead.")
@click.option("--error", type=float, default=0.2, show_default=True, help="Probability that an evaluation is wrong.")
@click.option("--static", metavar="JSON", help="A tree's internal evaluations: a number, or a list breadth-first.")
@click.option(
    "--mover", type=click.Choice(["1", "-1"]), default="1", show_default=True, help="Who moves at a tree's root."
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Which random game.")
@THREADS
@click.option("--explain", is_flag=True, help="What the rule thought at every node of a tree.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@clear_errors
def decide(subject: str, rule: str, search: str, depth: int, error: float, static: str | None, mover: str,
           seed: int, jobs: int | None, explain: bool, as_json: bool) -> None:  # fmt: skip
    """Ask a rule for its move, on a tree or in a game.

    SUBJECT is a tree of evaluations as nested lists, "[[1, 1], [1, -1]]", or a game: kalah, board-splitting,
    chess-endgame, sliding-puzzle.

    \b
    overthink decide "[[1, 1], [1, -1]]" --rule emm --depth 2 --error 0.1 --static 1 --explain
    overthink decide board-splitting --rule emm --depth 5
    overthink decide kalah --search alpha-beta --depth 8
    """
    from overthink.report.terminal import print_seen
    from overthink.search import decide as front_door
    from overthink.search.explain import explain as explained
    from overthink.subjects import asked

    what = asked(subject, int(mover), static, error, seed)
    opinion = {"evaluate": what.evaluate, "error": error} if what.evaluate else {}
    seen = explained(what.subject, rule, depth) if explain else ()
    with at_most(jobs):
        decision = front_door.decide(what.subject, what.state, rule=rule, search=search, depth=depth, **opinion)
    if as_json:
        found = {"subject": subject, "rule": rule, "search": search, **asdict(decision), "right": what.right}
        click.echo(as_text(found))
        return
    click.echo(what.shown)
    click.echo(decision)
    if what.right is not None:
        click.echo(f"truly best: {', '.join(map(str, what.right))}")
    if explain:
        print_seen(seen)


@main.command()
@click.argument("study")
@click.option("--scale", default="quick", show_default=True, metavar="quick|paper|N",
              help="Observations at each point: a quick look, as many as the paper, or a number.")  # fmt: skip
@run_options
@click.option("--cluster", metavar="ADDRESS",
              help="Workers of a Dask scheduler, tcp://host:8786, or local:8, eight of them here.")  # fmt: skip
@click.option("--device", type=click.Choice(["cpu", "gpu"]), default="cpu", show_default=True,
              help="gpu: the synthetic trees on a graphics card, to the same numbers; the rest as ever.")  # fmt: skip
@store_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output: study, seed, scale, rows.")
@clear_errors
def reproduce(
    study: str, scale: str, seed: int, jobs: int | None, cluster: str | None, device: str, out: str, as_json: bool
) -> None:
    """Run a STUDY (emm/fig6), a paper's studies (emm), or all.

    Every finished part is stored: stop it with Ctrl-C, and the same command goes on where it was. A second run answers
    from the store.

    \b
    overthink reproduce emm/fig6
    overthink reproduce all --scale paper --jobs 2
    overthink reproduce nau --scale paper --cluster tcp://scheduler:8786
    overthink reproduce nau/fig7 --scale paper --device gpu
    """
    from overthink.studies import studies_named
    from overthink.studies.store import Store

    if jobs and cluster:
        raise OverthinkError("--jobs counts workers on this machine, --cluster brings its own; give one of them.")
    if cluster and device == "gpu":
        raise OverthinkError(
            "--device gpu is a graphics card of this machine, --cluster is elsewhere; give one of them."
        )
    store = Store(out)
    studies = studies_named(study) if cluster else possible(store, studies_named(study), scale, seed)
    if not as_json:  # what draws figures is loaded while others compute
        Thread(target=import_module, args=("matplotlib.figure",), daemon=True).start()
    run_with_progress(store, studies, scale, seed, jobs, cluster, device)
    rows: list[Any] = []
    for each in studies:
        samples = store.samples(each, seed, each.observations(scale))
        found = each.rows(samples)
        if as_json:
            rows += found if len(studies) == 1 else [{"study": each.name, **row} for row in found]
        else:
            from overthink.report.files import write_files
            from overthink.report.terminal import print_rows

            print_rows(each, each.shown(samples))
            click.echo(f"  written: {', '.join(map(str, write_files(each, samples, found, store.path.parent)))}\n")
    if as_json:
        click.echo(as_text({"study": study, "seed": seed, "scale": _scale(scale), "rows": rows}))


@main.command()
@click.argument("studies", nargs=-1, metavar="[STUDY]...")
@run_options
@store_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output: a list of claims.")
@clear_errors
def verify(studies: tuple[str, ...], seed: int, jobs: int | None, out: str, as_json: bool) -> None:
    """Judge the published claims: holds, fails or inconclusive, with estimate, interval and n.

    Judges the largest finished run of each STUDY in the store (all of them, if none is named); a study that is named
    but was never run is run at the quick scale first.
    """
    from overthink.report.terminal import print_claims
    from overthink.studies import all_studies, studies_named
    from overthink.studies.store import Store
    from overthink.studies.verdicts import judged

    store = Store(out, make=bool(studies))
    named = list({study.name: study for name in studies for study in studies_named(name)}.values())
    chosen = named or [study for study in all_studies().values() if store.observations(study, seed)]
    if not chosen:
        raise OverthinkError(f"There are no results of seed {seed} in '{out}'; name a study: 'overthink verify emm'.")
    fresh = [study for study in named if not store.observations(study, seed)]
    if fresh:
        able = possible(store, fresh, "quick", seed, others=len(chosen) - len(fresh))
        chosen = [study for study in chosen if study in able or study not in fresh]
        if able:
            run_with_progress(store, able, "quick", seed, jobs)
    verdicts = [v for study in chosen for v in judged(store, study, seed)]
    if as_json:
        click.echo(as_text({"seed": seed, "claims": [verdict.as_dict() for verdict in verdicts]}))
    else:
        print_claims(verdicts)


@main.command()
@store_option
@click.option("--seed", type=SEED, default=0, show_default=True, help="The seed whose results are shown.")
@clear_errors
def report(out: str, seed: int) -> None:
    """Write one self-contained HTML page with every figure and claim in the store."""
    from overthink.report.gallery import write_gallery
    from overthink.studies.gallery import pages
    from overthink.studies.store import Store

    store = Store(out, make=False)
    shown = pages(store, seed)
    if not shown:
        raise OverthinkError(f"There are no results of seed {seed} in '{out}'; run 'overthink reproduce emm' first.")
    click.echo(f"report: {write_gallery(shown, store.path.parent / 'report.html')}")


def possible(store: Any, studies: list[Any], scale: str, seed: int, others: int = 0) -> list[Any]:
    """The studies that can be run here, or are in the store already; one sentence for each that cannot. Refuses, if
    then nothing is left to do, there being no others."""
    from overthink.studies.runner import pending

    lacking = {s.name: s.lacks for s in studies if s.lacks and pending(store, s, seed, s.observations(scale))}
    if len(lacking) == len(studies) and not others:
        raise OverthinkError(" ".join(lacking.values()))
    for sentence in lacking.values():
        click.echo(f"overthink: left out: {sentence}", err=True)
    return [study for study in studies if study.name not in lacking]


def run_with_progress(
    store: Any, studies: list[Any], scale: str, seed: int, jobs: int | None, address: str | None = None,
    device: str = "cpu",
) -> None:  # fmt: skip
    """Runs what is missing, showing cells done, rate and time left on standard error."""
    from overthink.report.terminal import Bar
    from overthink.studies.cluster import cluster
    from overthink.studies.gpu import gpu
    from overthink.studies.processes import processes
    from overthink.studies.runner import run

    for study in studies:
        study.observations(scale)  # refuses a bad scale before anything runs
    with Bar() as bar:
        if address:
            workers = cluster(address, bar.say)
        else:
            workers = gpu(jobs or cores(), bar.say) if device == "gpu" else processes(jobs or cores())
        run(store, studies, scale, seed, workers, bar.show)


def _scale(scale: str) -> str | int:
    return int(scale) if scale.isdecimal() else scale
