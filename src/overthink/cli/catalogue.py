"""`overthink list`: everything that has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from overthink.cli import options
from overthink.cli.console import print_json
from overthink.core.errors import check_known
from overthink.core.plain import Entry

if TYPE_CHECKING:
    from overthink.studies.study import Study


@click.command("list")
@click.argument("kind", required=False)
@options.as_json
def list_(kind: str | None, as_json: bool) -> None:
    """List everything that has a name: games, models, evaluators, rules, searches, checks of the doctor, studies.

    KIND selects one of them, as in `overthink list rules`.
    """
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
