"""Degrees of pathology over the (b, g, s) space of a synthetic model: what workers do for the view Map.

From a finished run in the store, if there is one; else computed on the spot, from few trees and then from more.
[Nau2010] section 5.4
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.randomness import seed_key
from overthink.lab import asked
from overthink.measure.paired import linearised
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.granular import GranularModel
from overthink.studies import study_named
from overthink.studies.granularity import BRANCHING, LEAVES, SIMILARITIES, by_setting
from overthink.studies.store import FILE, Store
from overthink.studies.study import Study

KINDS: dict[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one-player": OnePlayer}
FIGURES = {"top-down": "nau/fig7", "bottom-up": "nau/fig8", "one-player": "nau/fig9"}
GRAINS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300)
ROUNDS = (16, 64, 256)  # observations of each setting, of 4,096 leaves at least
Errors = Mapping[tuple[str, int], Sample]


def cube(given: Mapping[str, str], folder: str | None) -> Iterator[dict[str, Any] | None]:
    """A line about the axes; then one for every b and s with p, its interval and n at every g, those in the slice
    that is shown first. Later lines for the same b and s rest on more trees."""
    kind = asked.choice(given, "model", KINDS, "top-down")
    axis = asked.choice(given, "slice", ("b", "s", "g"), "b")
    shown = asked.number(given, "at", 0, GRAINS[-1], 4)
    place = {"b": 0, "s": 1, "g": None}[axis]
    order = sorted(
        ((b, s) for b in BRANCHING for s in SIMILARITIES),
        key=lambda at: (0.0 if place is None else abs(at[place] - shown), at),
    )
    near = [at for at in order if place is None or at[place] == order[0][place]]
    store, study, observations = _stored(kind, folder)
    if store:
        with closing(store):
            grains = sorted({int(p["g"]) for p, _ in _part(store, study, observations, order[0]).entries})
            yield {"source": study.name, "b": BRANCHING, "s": SIMILARITIES, "g": grains}
            for at in order:
                ((_, errors),) = by_setting(_part(store, study, observations, at)).items()
                yield _degrees(at, grains, errors)
        return
    grains = [g for g in GRAINS if g <= 60 or kind == "one-player"]
    yield {"source": "live", "b": BRANCHING, "s": SIMILARITIES, "g": grains}
    yield from _live(kind, near, order, grains)


def _stored(kind: str, folder: str | None) -> tuple[Store | None, Study, int]:
    """The run to show, if the store has one."""
    study = study_named(FIGURES[kind])
    if folder is None or not (Path(folder) / FILE).exists():
        return None, study, 0
    store = Store(folder, make=False)
    observations = store.observations(study, 0)
    if not observations:
        store.close()
        return None, study, 0
    return store, study, observations


def _part(store: Store, study: Study, observations: int, at: tuple[int, float]) -> Any:
    """The samples of one setting alone: all of them together would fill the memory."""
    settings = tuple(each for each in study.settings if (each["b"], each["s"]) == at)
    return store.samples(replace(study, settings=settings), 0, observations)


def _live(
    kind: str, near: list[tuple[int, float]], order: list[tuple[int, float]], grains: list[int]
) -> Iterator[dict[str, Any]]:
    """Rounds of more and more observations; the first two are of the settings that are shown."""
    seed, kept = int(seed_key("lab map", kind)) >> 1, dict[tuple[int, float], Any]()
    for settings, wanted in [(near, ROUNDS[0]), (near, ROUNDS[1]), *((order, each) for each in ROUNDS)]:
        for b, s in settings:
            done = kept[b, s].shape[2] if (b, s) in kept else 0
            if done >= wanted:
                continue
            model = KINDS[kind](b=b, s=s)
            each = max(1, LEAVES // b**model.height)
            errors = model.decision_errors(done * each, wanted * each, seed, 1, grains)
            means = errors.reshape(2, len(grains), wanted - done, each).mean(axis=3)
            kept[b, s] = np.concatenate([kept[b, s], means], axis=2) if done else means
            samples = {("deep", g): kept[b, s][0, k] for k, g in enumerate(grains)}
            samples |= {("shallow", g): kept[b, s][1, k] for k, g in enumerate(grains)}
            yield _degrees((b, s), grains, samples)


def _degrees(at: tuple[int, float], grains: list[int], errors: Errors) -> dict[str, Any]:
    """p(root, 5, 1) at every granularity; none where the shallow search made no error on these trees. eq. 6"""
    found: list[Estimate | None] = [
        Estimate.of_mean(linearised(errors["deep", g], errors["shallow", g])) if errors["shallow", g].any() else None
        for g in grains
    ]
    columns = {end: [getattr(each, end) if each else None for each in found] for end in ("mean", "low", "high")}
    return {"b": at[0], "s": at[1], "n": len(errors["deep", grains[0]]), **columns}
