"""Accuracy against depth, in growing batches: what workers do for the view of that name.

Every batch doubles the number of games. All rules and depths see the same ones, so that differences are paired.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from overthink.lab import request as asked
from overthink.lab.workers.curve_subjects import FIRST, MOST, subjects
from overthink.measure.judgement import judge
from overthink.report.curves import MARKS, places
from overthink.rules import RULES


def described() -> dict[str, Any]:
    """All that the page needs to show its controls."""
    return {
        name: {
            "label": each.preset.label,
            "parameters": [asdict(parameter) for parameter in each.sliders],
            "rules": each.rules,
            "usual": each.usual,
        }
        for name, each in subjects().items()
    } | {"looks": looks()}


def looks() -> dict[str, Any]:
    """What the page shows of every rule, whichever others are shown with it."""
    return {
        name: {
            "label": RULES[name].label,
            "summary": RULES[name].summary,
            "colour": RULES[name].colour or MARKS[place][0],
            "place": place,
        }
        for name, place in places([*RULES]).items()
    }


def curve(given: Mapping[str, str]) -> Iterator[dict[str, Any] | None]:
    """The curves so far, after each batch; None while one is under way."""
    known = subjects()
    subject = known[asked.choice(given, "subject", known, "board-splitting")]
    rules = asked.choices(given, "rules", subject.rules, len(subject.rules), subject.usual)
    odd = asked.choice(given, "depths", ("odd", "all"), "odd") == "odd"
    seed = asked.integer(given, "seed", 0, asked.SEED, 0)
    values = {p.name: p.read(given.get(p.name, p.default)) for p in subject.sliders}
    begun, seen = time.perf_counter(), 0
    samples: dict[str, dict[int, list[Any]]] = {}
    for found in subject.batches(values, rules, seed):
        yield None
        for rule, by_depth in (found or {}).items():
            for depth, right in by_depth.items():
                if depth % 2 or not odd:
                    samples.setdefault(rule, {}).setdefault(depth, []).append(right)
        n = sum(map(len, next(iter(samples[rules[0]].values())))) if samples else 0
        if n >= max(FIRST, 2 * seen) or (n == MOST and n > seen):
            seen = n
            yield {"n": n, "seconds": time.perf_counter() - begun, "rules": _judged(samples)}


def _judged(samples: dict[str, dict[int, list[Any]]]) -> dict[str, Any]:
    """For each rule its accuracy by depth, the verdict in words, and the pairs of depths that it rests on."""
    shown = {}
    for rule, by_depth in samples.items():
        found = judge({depth: np.concatenate(parts) for depth, parts in by_depth.items()})
        worse = [pair for pair in found.pairs if pair.gain.high < 0.0]
        shown[rule] = {
            "accuracy": [{"depth": depth, **asdict(each)} for depth, each in found.accuracy.items()],
            "kind": found.kind,
            "sentence": found.sentence,
            "worst": asdict(min(worse, key=lambda pair: pair.gain.mean)) if worse else None,
        }
    return shown
