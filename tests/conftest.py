"""One profile for every property test: the same examples on every run, and no deadline for the first compilation.
No test leaves a table in the user's own cache folder."""

from __future__ import annotations

import pytest
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


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OVERTHINK_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
