"""Runs that must not be compared, or vote together: what differs between them, and what to do about it."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Sequence

import numpy as np

from overthink.answers.columns import EFFORTS, SAME, TASK
from overthink.answers.gather import VOTES, Answers, Found
from overthink.core.errors import OverthinkError, shorten

MOST_NAMED = 5  # names in a sentence; more do not fit a line
ALIAS = {"budget", "effort", "token", "tokens", "thinking", "reasoning", "length", "level", "max", "run", "id", "file"}


def differences(answers: Answers, named: Found, places: Sequence[int]) -> dict[str, str]:
    """What differs between settings, or within one: by name, with what was found. Several data sets may stand at every
    setting, each with its own prompt and scorer; what makes a cell may differ between cells."""
    pooled = len(set().union(*answers.same.get("dataset", {}).values())) > 1
    differing = dict[str, str]()
    for name, by_value in named.items():
        every = [by_value.get(place, set()) for place in places]
        several = sorted(set().union(*every))
        alike = all(some == every[0] for some in every)
        fine = (pooled and name not in ("model", "filter") and alike) or answers.roles.get(name, name) in answers.by
        if len(several) > 1 and not (fine or (answers.by and alike and name not in SAME)):
            texts = [shorten(text) or "none" for text in several]
            more = [f"{len(texts) - MOST_NAMED:,} more"] if len(texts) > MOST_NAMED else []
            *most, last = [*texts[:MOST_NAMED], *more]
            differing[name] = f"{', '.join(most)} and {last}"
    return differing


def refuse_differences(answers: Answers, places: Sequence[int], allowed: Sequence[str]) -> None:
    """Refuse runs of other models, prompts, data sets or scorers, and other questions under the same name."""
    for name, what in differences(answers, answers.same, places).items():
        if name not in allowed:
            raise OverthinkError(f"The runs differ in {name}: {what}. {_choices(answers, name, places)}")
    texts, tasks = answers.column("input"), answers.column(TASK)
    known = (texts != 0) & np.isin(answers.column("value"), list(places))
    task, text = tasks[known], texts[known]
    first = np.zeros(len(answers.tasks), np.int64)
    first[task] = text
    if (other := np.unique(task[first[task] != text])).size and "question" not in allowed:
        name = list(answers.tasks)[int(other[0])]
        raise OverthinkError(
            f"{other.size:,} of {len(answers.tasks):,} questions differ between runs, such as {shorten(name)}. "
            "Compare runs of one data set and prompt, or compare them nevertheless with --allow question."
        )


def _choices(answers: Answers, name: str, places: Sequence[int]) -> str:
    """What to do about answers that differ in something, as options that can be pasted."""
    column = answers.roles.get(name, name)
    by_place = answers.same.get(name) or answers.settings.get(name, {})
    there = {(place, word) for place in places for word in by_place.get(place, ())}
    if name in answers.others and not there:
        there = {*(answers.others[name].counts or ())}
    at = Counter(word for _, word in there)  # how many values have each text
    usable = [word for word in sorted(at, key=lambda word: (-at[word], word)) if word and not {*",="} & {*word}]
    options = list[str]()
    if usable and at[usable[0]] >= min(2, len(places)):
        options.append(f"choose one with --only {shlex.quote(f'{column}={usable[0]}')}")
    if max(at.values(), default=0) == len(places):  # otherwise no question has one text at every value
        options.append(f"judge each with --by {shlex.quote(column)}")
    said = ", or ".join([*filter(None, [", ".join(options)]), f"compare them nevertheless with --allow {name}."])
    return said[0].upper() + said[1:]


def refuse_pooled(answers: Answers, allowed: Sequence[str]) -> None:
    """Refuse votes over answers of several models or efforts."""
    if answers.knob not in VOTES or len(answers.words) > 1:
        return
    refuse_differences(answers, [0], allowed)
    mixed = list(differences(answers, answers.settings, [0]))
    for name, other in answers.others.items():
        words = {word.lower() for _, word in other.counts or ()}
        if other.varies and name not in answers.by and (alias_words(name) or (len(words) > 1 and words <= {*EFFORTS})):
            mixed.append(name)
    for name in mixed:
        if name not in allowed:
            choices = _choices(answers, name, [0])
            raise OverthinkError(f"Votes are made of answers to a question that differ in {name}. {choices}")
    if pooled := [name for name, other in answers.others.items() if other.varies and name not in SAME]:
        answers.notes.append(f"answers to a question differ in {shorten(', '.join(pooled))}, and vote together")


def alias_words(name: str) -> set[str]:
    """The words for an effort in the name of a column."""
    return {*re.split(r"[\W_]+", name.lower())} & ALIAS
