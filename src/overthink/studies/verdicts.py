"""Claims judged on what is in the store."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.studies.store import Store
from overthink.studies.study import Samples, Study


@dataclass(frozen=True)
class Verdict:
    """One claim, judged."""

    study: str
    says: str
    source: str
    printed: str
    seen: str
    estimate: Estimate
    verdict: str

    def as_dict(self) -> dict[str, Any]:
        names = {"says": "claim", "seen": "measured"}
        return {names.get(name, name): value for name, value in asdict(self).items()}


def judge(study: Study, samples: Samples) -> list[Verdict]:
    """Every claim of a study on these observations."""
    verdicts = []
    for claim in study.claims:
        found = claim.check(samples)
        verdicts.append(
            Verdict(study.name, claim.says, claim.source, claim.printed, found.seen, found.estimate, found.verdict)
        )
    return verdicts


def judged(store: Store, study: Study, seed: int) -> list[Verdict]:
    """The same on the largest finished run in the store."""
    observations = store.observations(study, seed)
    if not observations:
        raise OverthinkError(
            f"{study.name} has no finished run with seed {seed}; run 'overthink reproduce {study.name}'."
        )
    return judge(study, store.samples(study, seed, observations))
