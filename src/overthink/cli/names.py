"""Names on the command line: of rules, games and studies. Each may also be MODULE:NAME, something of the user's own,
and a rule FILE.json, one that was learned. Each is completed by the shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from overthink.presets import Preset


def _rules() -> Iterable[str]:
    from overthink.rules import RULES

    return RULES


def _searches() -> Iterable[str]:
    from overthink.search import SEARCHES
    from overthink.search.monte_carlo import ENTRY

    return [*SEARCHES, ENTRY.name]


def _games(fits: Callable[[Preset], object], *others: str) -> Iterable[str]:
    from overthink.presets import PRESETS

    return [*(name for name, preset in PRESETS.items() if fits(preset)), *others]


def _studies() -> Iterable[str]:
    from overthink.studies import all_figures, all_studies, collections

    return dict.fromkeys(("all", *collections(), *all_studies(), *all_figures()))


class Name(click.ParamType):  # type: ignore[type-arg]  # generic in new versions only
    """A name that the shell completes. MODULE:NAME of an own `kind` is imported and registered."""

    def __init__(self, name: str, known: Callable[[], Iterable[str]], kind: str = "", several: bool = False):
        self.name, self.known, self.kind, self.several = name, known, kind, several

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not self.kind or value.lstrip().startswith("["):  # a tree may be given instead of a game
            return str(value)
        texts = [text.strip() for text in value.split(",")] if self.several else [value]
        return ",".join(self._own(text) for text in texts)

    def _own(self, text: str) -> str:
        """The name of what the user brings; a name of the library stays as it is."""
        if ":" not in text and not (self.kind == "rule" and text.endswith(".json")):
            return text
        from overthink.registration import load_own

        return load_own(self.kind, text)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        return [CompletionItem(before + comma + name) for name in self.known() if name.startswith(last)]


RULE = Name("rule", _rules, "rule")
RULES = Name("rules", _rules, "rule", several=True)
SEARCH = Name("search", _searches)
GAME = Name("game", lambda: _games(lambda preset: True), "game")
WHOLE_GAME = Name("game", lambda: _games(lambda preset: preset.whole), "game")
EXAMINED = Name("game", lambda: _games(lambda preset: preset.setup, "openspiel:", "uci:"))
STUDY = Name("study", _studies)  # MODULE:NAME is imported by `studies/own.py`, which workers use too
