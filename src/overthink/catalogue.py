"""Everything that has a name, from the registry of each family."""

from __future__ import annotations

from overthink.core.entry import Entry
from overthink.core.errors import unknown
from overthink.evaluate import EVALUATORS
from overthink.games import GAMES
from overthink.models import MODELS
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.studies import all_studies


def catalogue(kind: str | None = None) -> dict[str, list[Entry]]:
    """One line for each game, model, evaluator, rule, search and study."""
    found = {
        "games": list(GAMES.values()),
        "models": list(MODELS.values()),
        "evaluators": list(EVALUATORS.values()),
        "rules": [Entry(rule.name, rule.summary, rule.source, rule) for rule in RULES.values()],
        "searches": [Entry(search.name, search.summary, search.source, search) for search in SEARCHES.values()],
        "studies": [Entry(study.name, study.title, study.source, study) for study in all_studies().values()],
    }
    if kind is None:
        return found
    if kind not in found:
        raise unknown("list of", kind, found)
    return {kind: found[kind]}
