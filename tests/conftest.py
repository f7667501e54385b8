"""One profile for every property test: the same examples on every run, and no deadline for the first compilation."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "stable",
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("stable")
