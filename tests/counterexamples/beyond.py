"""Questions of our own."""

from __future__ import annotations

from tests.counterexamples import doctor, rules_and_cures
from tests.made_up import Case

CASES: dict[str, list[Case]] = {**rules_and_cures.CASES, **doctor.CASES}
