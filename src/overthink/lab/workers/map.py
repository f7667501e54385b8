"""The computations of the view Map: the degree of pathology over the (b, g, s) space of a synthetic model.

They use a finished run in the store, or else the run that comes with Overthink (docs/make_shipped.py maps).
[Nau2010] section 5.4
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from overthink.core.estimate import Estimate, Sample
from overthink.core.plain import Fields
from overthink.lab.shipped import SHIPPED, STUDIES, read_slice
from overthink.lab.workers.papers import open_store
from overthink.measure.paired import linearise
from overthink.models.granular import BRANCHING, SIMILARITIES
from overthink.studies import study_named
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink.studies.study import Study

READING = "bucketed"  # of noise and buckets, the one that is shown


def cube(given: Mapping[str, str], folder: Path) -> Iterator[Fields | None]:
    """Yield the axes; then, for each b and s, p with its interval and n at each g. The shown slice comes first."""
    model, axis, shown = read_slice(given)
    place = {"b": 0, "s": 1, "g": None}[axis]
    order = sorted(
        ((b, s) for b in BRANCHING for s in SIMILARITIES),
        key=lambda at: (0.0 if place is None else abs(at[place] - shown), at),
    )
    study = study_named(STUDIES[model])
    with open_store(folder) as store:
        observations = store.observations(study, 0) if store else 0
        if not store or not observations:
            yield from map(json.loads, SHIPPED[model].read_text("utf-8").splitlines())
            return
        grains = sorted({int(p["g"]) for p, _ in _part(store, study, observations, order[0]).entries})
        yield {"source": f"the stored run of {study.name}", "b": BRANCHING, "s": SIMILARITIES, "g": grains}
        for at in order:
            part = _part(store, study, observations, at)
            errors = {(point["search"], point["g"]): sample for point, sample in part.entries}
            yield _degrees(at, grains, errors)


def _part(store: Store, study: Study, observations: int, at: tuple[int, float]) -> Samples:
    """Load the samples of one setting. All settings together would not fit into memory."""
    wanted = (*at, READING)
    settings = tuple(each for each in study.settings if (each["b"], each["s"], each["reading"]) == wanted)
    return store.samples(replace(study, settings=settings), 0, observations)


def _degrees(at: tuple[int, float], grains: list[int], errors: Mapping[tuple[str, int], Sample]) -> Fields:
    """p(root, 5, 1) at each granularity; None if the shallow search made no error on these trees. eq. 6"""
    estimates: list[Estimate | None] = [
        Estimate.of_mean(linearise(errors["deep", g], errors["shallow", g])) if errors["shallow", g].any() else None
        for g in grains
    ]
    columns = {end: [getattr(e, end) if e else None for e in estimates] for end in ("mean", "low", "high")}
    return {"b": at[0], "s": at[1], "n": len(errors["deep", grains[0]]), **columns}
