"""The same seed gives the same numbers on x86-64 and aarch64, and on every Python: one small cell of every study."""

from __future__ import annotations

import json

import numpy as np
import pytest

from overthink.studies import PAPERS, all_studies
from tests.checksums import FILE, SKIPPED, chosen, compared, differences, digest

KNOWN = json.loads(FILE.read_text())


@pytest.mark.parametrize("paper", PAPERS)
def test_cells_are_those_of_the_file(paper):
    names = [name for name in compared() if name.startswith(f"{paper}/")]
    assert not differences(names, KNOWN["cells"]), "after a change that is meant, run `make checksums`"


def test_every_study_has_a_check_sum_or_a_reason_for_none():
    assert KNOWN["skipped"] == SKIPPED
    assert KNOWN["cells"].keys() | SKIPPED.keys() == all_studies().keys()
    for name in compared():
        study, (setting, observations) = all_studies()[name], chosen(all_studies()[name])
        here = {"edition": study.edition, "setting": setting, "observations": observations}
        assert here.items() <= KNOWN["cells"][name].items()


def test_a_last_bit_changes_a_check_sum_and_rounding_hides_it():
    points, numbers = [{"depth": 1}], np.array([[0.1, np.nan, 0.0, 1.0]])
    other = numbers.copy()
    other[0, 0] = np.nextafter(0.1, 1.0)
    assert digest((points, numbers)) != digest((points, other))
    assert digest((points, numbers), rounded=True) == digest((points, other), rounded=True)
    assert digest((points, numbers)) == digest((points, np.array([[0.1, -np.nan, -0.0, 1.0]])))
    assert digest((points, numbers)) != digest(([{"depth": 2}], numbers))


def test_a_difference_is_named():
    entry = {**KNOWN["cells"]["emm/fig2"], "sha256": "another"}
    (told,) = differences(["emm/fig2"], {"emm/fig2": entry})
    assert told.startswith("emm/fig2 differs in sha256: mean ")
