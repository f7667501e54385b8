"""The computations of the view Depth curve: accuracy against depth, or simulations, in growing batches.

Each batch doubles the number of games. All rules and depths get the same games, so differences are paired.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict

import numpy as np

from overthink.core.json_text import Fields
from overthink.core.tree import Column
from overthink.lab import request as parameters
from overthink.lab.workers.curve_subjects import FIRST, MOST, subjects
from overthink.measure.judgement import judge
from overthink.measure.knob import DEPTH, Knob
from overthink.report.curves import places
from overthink.rules import RULES, colour_of

Samples = dict[str, dict[int, list[Column]]]  # P_opt in batches, by rule and depth, or number of simulations


def describe() -> Fields:
    """Everything that the page needs for its controls."""
    return {
        name: {
            "label": subject.label,
            "parameters": [asdict(parameter) for parameter in subject.sliders],
            "rules": subject.rules,
            "usual": subject.usual,
            "knob": subject.knob,
            "sample": "positions" if subject.preset.whole and not subject.preset.draw else "games",
        }
        for name, subject in subjects().items()
    } | {"looks": styles()}


def styles() -> Fields:
    """The label, colour and mark of each rule. They do not depend on which rules are shown."""
    return {
        name: {
            "label": RULES[name].label,
            "summary": RULES[name].summary,
            "colour": colour_of(name),
            "place": place,
        }
        for name, place in places([*RULES]).items()
    }


def curve(given: Mapping[str, str]) -> Iterator[Fields | None]:
    """The curves after each batch; None while a batch is running. `coin` is the share of right decisions of a random
    move, `end` the depth at which a search sees the end of every game, `ceiling` the rule that none can beat."""
    known = subjects()
    subject = known[parameters.choice(given, "subject", known, "board-splitting")]
    rules = parameters.choices(given, "rules", subject.rules, len(subject.rules), subject.usual)
    odd = parameters.choice(given, "depths", ("odd", "all"), "odd") == "odd"
    seed = parameters.integer(given, "seed", 0, parameters.SEED, 0)
    values = {p.name: p.read(given.get(p.name, p.default)) for p in subject.sliders}
    start, games = time.perf_counter(), 0
    samples: Samples = {}
    random: list[Column] = []
    end = None
    for batch in subject.batches(values, rules, seed):
        yield None
        if not batch:
            continue
        random, end = [*random, batch.random], batch.end
        for rule, by_depth in batch.right.items():
            for depth, right in by_depth.items():
                if depth % 2 or not odd or subject.knob != DEPTH:
                    samples.setdefault(rule, {}).setdefault(depth, []).append(right)
        n = sum(map(len, random))
        if n >= max(FIRST, 2 * games) or (n == MOST and n > games):
            games = n
            coin = float(np.concatenate(random).mean())
            yield {
                "n": n,
                "seconds": time.perf_counter() - start,
                "rules": _judge(samples, subject.knob),
                "coin": coin,
                "end": end,
                "ceiling": subject.ceiling(values),
            }


def _judge(samples: Samples, knob: str) -> Fields:
    """For each rule: its accuracy by depth, the verdict, and the pair of depths with the largest drop. For other knobs
    `depth` is the value of the knob."""
    verdicts = {}
    for rule, by_depth in samples.items():
        accuracy: dict[float, Column] = {depth: np.concatenate(parts) for depth, parts in by_depth.items()}
        judgement = judge(accuracy, Knob(knob, tuple(sorted(accuracy))))
        worse = [pair for pair in judgement.pairs if pair.gain.high < 0.0]
        verdicts[rule] = {
            "accuracy": [{"depth": depth, **asdict(share)} for depth, share in judgement.accuracy.items()],
            "kind": judgement.kind,
            "sentence": judgement.sentence,
            "worst": asdict(min(worse, key=lambda pair: pair.gain.mean)) if worse else None,
        }
    return verdicts
