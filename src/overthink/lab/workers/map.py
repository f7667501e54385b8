"""Degrees of pathology over the (b, g, s) space of a synthetic model: what workers do for the view Map.

From a finished run in the store, if there is one; else from the run that comes with Overthink (docs/make_maps.py).
[Nau2010] section 5.4
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from overthink.core.estimate import Estimate, Sample
from overthink.lab.shipped_maps import SHIPPED, wanted
from overthink.measure.paired import linearised
from overthink.studies import study_named
from overthink.studies.engine.store import FILE, Store
from overthink.studies.engine.study import Study
from overthink.studies.experiments.granularity import BRANCHING, SIMILARITIES, by_setting

FIGURES = {"top-down": "nau/fig7", "bottom-up": "nau/fig8", "one-player": "nau/fig9"}
Errors = Mapping[tuple[str, int], Sample]


def cube(given: Mapping[str, str], folder: str) -> Iterator[dict[str, Any] | None]:
    """A line about the axes; then one for every b and s with p, its interval and n at every g, those in the slice
    that is shown first."""
    model, axis, shown = wanted(given)
    place = {"b": 0, "s": 1, "g": None}[axis]
    order = sorted(
        ((b, s) for b in BRANCHING for s in SIMILARITIES),
        key=lambda at: (0.0 if place is None else abs(at[place] - shown), at),
    )
    store, study, observations = _stored(model, folder)
    if not store:
        yield from map(json.loads, SHIPPED[model].read_text("utf-8").splitlines())
        return
    with closing(store):
        grains = sorted({int(p["g"]) for p, _ in _part(store, study, observations, order[0]).entries})
        yield {"source": f"the stored run of {study.name}", "b": BRANCHING, "s": SIMILARITIES, "g": grains}
        for at in order:
            ((_, errors),) = by_setting(_part(store, study, observations, at)).items()
            yield _degrees(at, grains, errors)


def _stored(model: str, folder: str) -> tuple[Store | None, Study, int]:
    """The run to show, if the store has one."""
    study = study_named(FIGURES[model])
    if not (Path(folder) / FILE).exists():
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


def _degrees(at: tuple[int, float], grains: list[int], errors: Errors) -> dict[str, Any]:
    """p(root, 5, 1) at every granularity; none where the shallow search made no error on these trees. eq. 6"""
    found: list[Estimate | None] = [
        Estimate.of_mean(linearised(errors["deep", g], errors["shallow", g])) if errors["shallow", g].any() else None
        for g in grains
    ]
    columns = {end: [getattr(each, end) if each else None for each in found] for end in ("mean", "low", "high")}
    return {"b": at[0], "s": at[1], "n": len(errors["deep", grains[0]]), **columns}
