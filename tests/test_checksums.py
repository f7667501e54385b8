"""The same seed gives the same numbers on x86-64 and aarch64, and on every Python: one small cell of every study."""

import json
from functools import partial

import numpy as np
import pytest

from overthink_papers.bab import play
from overthink_papers.beyond import cure, equal_cost
from overthink_papers.beyond.strong import measure
from overthink_papers.nau import champions
from tests.checksums import FILE, SEED, SKIPPED, chosen, difference, digest, every_study, run

KNOWN = json.loads(FILE.read_text())


@pytest.mark.exhaustive(
    but=["emm/fig6", "althofer/pathology", "nau/fig7", "nau/puzzle", "bab/fig2", "cwl/threshold", "beyond/all-nodes"]
)
@pytest.mark.parametrize("name", every_study())
def test_a_cell_of_every_study(name, monkeypatch):
    """It is the one in the file, and the same in any chunks."""
    study = every_study()[name]
    if study.lacks:
        pytest.skip(study.lacks)
    monkeypatch.setattr(champions, "make_chess_position", lambda *_: "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1")
    monkeypatch.setattr(champions, "MADE", {})
    setting, observations = chosen(study)
    if name not in SKIPPED:
        cell = run(study)
        assert not difference(study, cell, KNOWN["cells"][name]), "a change that is meant: `make checksums`"
        assert cell[1].shape == (len(cell[0]), observations)
    if name in SKIPPED or observations == 1:
        take_less(monkeypatch)
        observations = 2
        cell = study.run(setting, 0, observations, SEED)
    points, whole = cell
    again, part = study.run(setting, observations - 1, observations, SEED)
    np.testing.assert_array_equal(part, whole[:, -1:])
    assert again == points


def take_less(monkeypatch):
    """What takes long: with less of it."""
    monkeypatch.setattr(play, "choose", partial(play.choose, budget=2_000))  # nodes for each move of whole games
    monkeypatch.setattr(cure, "BOARDS", 10)
    monkeypatch.setattr(equal_cost, "DEEPEST", dict.fromkeys(equal_cost.DEEPEST, 4))  # plies
    monkeypatch.setattr(measure, "GROUP", 1)  # positions


def test_every_study_has_a_check_sum_or_a_reason_for_none():
    assert KNOWN["skipped"] == SKIPPED
    assert KNOWN["cells"].keys() | SKIPPED.keys() == every_study().keys()
    for name in KNOWN["cells"]:
        study = every_study()[name]
        setting, observations = chosen(every_study()[name])
        here = {"edition": study.edition, "setting": setting, "observations": observations}
        assert here.items() <= KNOWN["cells"][name].items()


def test_a_last_bit_changes_a_check_sum_and_rounding_hides_it():
    points = [{"depth": 1}]
    numbers = np.array([[0.1, np.nan, 0.0, 1.0]])
    other = numbers.copy()
    other[0, 0] = np.nextafter(0.1, 1.0)
    assert digest((points, numbers)) != digest((points, other))
    assert digest((points, numbers), rounded=True) == digest((points, other), rounded=True)
    assert digest((points, numbers)) == digest((points, np.array([[0.1, -np.nan, -0.0, 1.0]])))
    assert digest((points, numbers)) != digest(([{"depth": 2}], numbers))


def test_a_difference_is_named():
    study = every_study()["emm/fig2"]
    told = difference(study, run(study), {**KNOWN["cells"]["emm/fig2"], "sha256": "another"})
    assert told.startswith("emm/fig2 differs in sha256: mean ")
