"""A published study with something changed: `emm/fig6+depths=1,3,5+error=0.3`.

It has a name of its own, so nothing of it is taken for the published run, and no claims, which are about the published
one. Its games are the same: results of both are paired.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from overthink.core.errors import OverthinkError, as_sentence, check_known, require, whole_of
from overthink.studies.samples import means, shares, whole
from overthink.studies.study import Figure, Knob, Study

MARK = "+"  # between the name of a study and its changes
CAPTION = "A variation of {}, which has its own caption and claims. Here: {}. The games are the same."


def declared(study: Study) -> dict[str, Knob]:
    """What may be changed in a study, by name: what it declares, and the columns of its grid, of which some values may
    be chosen. Where figures are made of the whole grid, it stays whole."""
    plain = all(figure.rows in (shares, means) and figure.part is whole for figure in study.figures)
    columns = list(dict.fromkeys(name for setting in study.settings for name in setting)) if plain else []
    some = {name: tuple(dict.fromkeys(s[name] for s in study.settings if name in s)) for name in columns}
    return {name: Knob(values) for name, values in some.items() if len(values) > 1} | dict(study.knobs)


def vary(study: Study, changes: Mapping[str, str]) -> Study:
    """The study with other values, given as text: {"depths": "1,3,5"}."""
    knobs = declared(study)
    require(knobs, f"Nothing in {study.name} can be changed by --set. Write a study of your own: overthink new study.")
    for name in changes:
        check_known(f"value in {study.name} to set:", name, knobs)
    values = {name: _read(name, changes[name], knobs[name]) for name in sorted(changes)}
    made = {name: chosen for name, chosen in values.items() if name in study.knobs}
    varied = study.remake(**{n: v if knobs[n].several else v[0] for n, v in made.items()}) if study.remake else study
    kept = tuple(s for s in varied.settings if all(s.get(n, v[0]) in v for n, v in values.items() if n not in made))
    require(kept, f"No setting of {study.name} has all of these values. 'overthink list {study.name}' shows them.")
    ending = "".join(f"{MARK}{name}={','.join(map(str, chosen))}" for name, chosen in values.items())
    words = "; ".join(f"{name} = {', '.join(map(str, chosen))}" for name, chosen in values.items())
    figures = tuple(_varied(figure, ending, words) for figure in varied.figures)
    return replace(varied, name=study.name + ending, settings=kept, figures=figures)


def with_changes(name: str, texts: Sequence[str]) -> str:
    """The name of a study with these changes."""
    if not texts:
        return name
    require(":" not in name, f"--set changes a study of the library. Change {name} in its file.")
    return name + "".join(f"{MARK}{key}={values}" for key, values in parse_changes(texts).items())


def parse_changes(texts: Sequence[str]) -> dict[str, str]:
    changes: dict[str, str] = {}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        require(name and equals and values, f"--set takes NAME=VALUES, such as error=0.3; '{text}' was given.")
        require(name not in changes, f"--set {name}=… is given twice. Give all its values in one: {name}=1,3,5.")
        changes[name] = values
    return changes


def _varied(figure: Figure, ending: str, words: str) -> Figure:
    caption = CAPTION.format(figure.name, words)
    return replace(figure, name=figure.name + ending, title=f"{figure.title}; {words}", caption=caption, claims=())


def _read(name: str, text: str, knob: Knob) -> tuple[Any, ...]:
    """The values that a text names, in the order of the published ones."""
    chosen = tuple(dict.fromkeys(_value(name, part.strip(), knob) for part in text.split(",")))
    require(knob.several or len(chosen) == 1, f"{name} takes one value; '{text}' was given.")
    return tuple(sorted(chosen, key=knob.values.index if knob.least is None else None))


def _value(name: str, text: str, knob: Knob) -> Any:
    if knob.least is None:
        known = {str(value): value for value in knob.values}
        with suppress(ValueError):  # .5 is 0.5
            text = next((each for each, value in known.items() if value == float(text)), text)
        require(text in known, f"{name} takes some of {', '.join(known)}; '{text}' was given.")
        return known[text]
    with as_sentence(f"{name} takes numbers; '{text}' was given.", ValueError):
        number = whole_of(text) if knob.whole else float(text)
    kind = "whole numbers" if knob.whole else "numbers"
    if number is None or not knob.least <= number <= knob.most:
        raise OverthinkError(f"{name} takes {kind} from {knob.least:g} to {knob.most:g}; '{text}' was given.")
    return number
