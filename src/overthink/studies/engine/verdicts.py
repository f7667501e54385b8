"""Figures with what is in the store for them, and their claims judged on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.studies.engine.store import Store
from overthink.studies.engine.study import Figure, Samples, Study, Verdict


@dataclass(frozen=True)
class JudgedClaim:
    """One claim, judged."""

    study: str
    says: str
    source: str
    printed: str
    seen: str
    estimate: Estimate
    verdict: Verdict

    def as_dict(self) -> dict[str, Any]:
        names = {"says": "claim", "seen": "measured"}
        return {names.get(name, name): value for name, value in asdict(self).items()}


def judge(figure: Figure, samples: Samples) -> list[JudgedClaim]:
    """Every claim of a figure on these observations of it."""
    judged = []
    for claim in figure.claims:
        found, source = claim.check(samples), claim.source or figure.source
        judged.append(
            JudgedClaim(figure.name, claim.says, source, claim.printed, found.seen, found.estimate, found.verdict)
        )
    return judged


def samples_of(
    store: Store, figures: Iterable[tuple[Study, Figure]], seed: int, scale: str | None = None
) -> Iterator[tuple[Study, Figure, Samples]]:
    """Each figure with its part of a finished run of its study: at the scale, or the largest. Figures of one study that
    follow each other are read from the store at once."""
    for name, group in groupby(figures, key=lambda pair: pair[0].name):
        pairs = list(group)
        study = pairs[0][0]
        observations = study.observations(scale) if scale else store.observations(study, seed)
        if not observations:
            raise OverthinkError(f"{name} has no finished run with seed {seed}. Run 'overthink reproduce {name}'.")
        samples = store.samples(study, seed, observations)
        for _, figure in pairs:
            yield study, figure, figure.part(samples)
