"""`overthink list`: everything that has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from overthink.cli import options
from overthink.cli.console import print_json
from overthink.core.errors import check_known, counted
from overthink.core.plain import Entry

if TYPE_CHECKING:
    from overthink.studies.study import Study


@click.command("list")
@click.argument("kind", required=False)
@options.as_json
def list_(kind: str | None, as_json: bool) -> None:
    """List everything that has a name: games, models, evaluators, rules, searches, checks of the doctor, studies.

    KIND selects one of them, as in `overthink list rules`. The name of a study, as in `overthink list emm/fig6`, tells
    what can be changed in it.
    """
    if kind and "/" in kind:
        describe(kind, as_json)
        return
    entries = catalogue(kind)
    if as_json:
        lines = {
            name: [{"name": e.name, "summary": e.summary, "source": e.source} for e in family]
            for name, family in entries.items()
        }
        print_json(lines)
        return
    for name, family in entries.items():
        click.secho(name, bold=True)
        width = max(len(entry.name) for entry in family)
        for entry in family:
            click.echo(f"  {entry.name.ljust(width)}  {entry.summary}  {click.style(entry.source, dim=True)}")


def describe(name: str, as_json: bool) -> None:
    """Tell of one study: its grid, its figures, its size, and what `reproduce --set` may change."""
    from overthink.studies import study_named
    from overthink.studies.variant import declared

    study = study_named(name)
    knobs = declared(study)
    if as_json:
        told = {key: {"published": knob.values, "from": knob.least, "to": knob.most if knob.least is not None else None}
                for key, knob in knobs.items()}  # fmt: skip
        print_json({"study": study.name, "figures": [f.name for f in study.figures], "scales": dict(study.scales),
                    "settings": len(study.settings), "set": told})  # fmt: skip
        return
    click.secho(study.name, bold=True)
    for figure in study.figures:
        click.echo(f"  {figure.name}: {figure.title} {click.style(figure.source, dim=True)}")
    sizes = ", ".join(f"{scale} {observations:,}" for scale, observations in study.scales.items())
    click.echo(f"  {counted(len(study.settings), 'setting')}; observations of each: {sizes}")
    if not knobs:
        click.echo("  Nothing in it can be changed by --set. A study of your own: overthink new study mystudy")
        return
    click.echo(f"\nTo change (overthink reproduce {study.name} --set NAME=VALUES):")
    width = max(map(len, knobs))
    for key, knob in knobs.items():
        values = ", ".join(map(str, knob.values))
        kind = "some of these" if knob.least is None else f"any from {knob.least:g} to {knob.most:g}"
        click.echo(f"  {key.ljust(width)}  {values}  ({kind})")


def catalogue(kind: str | None = None) -> dict[str, list[Entry]]:
    """One line for each game, model, evaluator, rule, search, check of the doctor and study."""
    from overthink.doctor.checks import CHECKS
    from overthink.evaluate.catalogue import EVALUATORS
    from overthink.presets import PRESETS
    from overthink.rules import RULES
    from overthink.search import SEARCHES
    from overthink.search.best_first import ENTRY as GROWN
    from overthink.search.monte_carlo import ENTRY as MONTE_CARLO
    from overthink.studies import all_figures, all_studies

    def entry(named: object, summary: str = "summary") -> Entry:
        name, text, source = (str(getattr(named, field)) for field in ("name", summary, "source"))
        return Entry(name, text, source, named)

    def merged(study: Study) -> Entry:
        names = [figure.name for figure in study.figures]
        return Entry(study.name, f"the data of {', '.join(names)}", study.figures[0].source.split()[0], study)

    families = {
        "games": [entry(preset) for preset in PRESETS.values() if preset.setup or preset.whole],
        "models": [entry(preset) for preset in PRESETS.values() if preset.draw],
        "evaluators": list(EVALUATORS.values()),
        "rules": [entry(rule) for rule in RULES.values()],
        "searches": [*(entry(search) for search in SEARCHES.values()), MONTE_CARLO, GROWN],
        "checks": [Entry(check.name, check.looks_for, check.run.__module__, check) for check in CHECKS.values()],
        "studies": [
            *(entry(figure, "title") for _, figure in all_figures().values()),
            *(merged(study) for study in all_studies().values() if len(study.figures) > 1),
        ],
    }
    if kind is None:
        return families
    check_known("list of", kind, families)
    return {kind: families[kind]}
