"""A study with something changed: another name, the same games, and refused where it is not declared."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.studies import all_studies, figures_named, find, study_named
from overthink.studies.samples import Samples
from overthink.studies.study import Study
from overthink.studies.variant import MARK, declared


def command(*args):
    return CliRunner().invoke(main, args)


def samples_of(study: Study, observations: int = 6) -> Samples:
    cells = [(setting, *study.run(setting, 0, observations, 0)) for setting in study.settings]
    return Samples([({**setting, **p}, row) for setting, points, rows in cells for p, row in zip(points, rows)])


def test_the_published_values_give_the_published_numbers():
    published, same = study_named("emm/fig6"), study_named("emm/fig6+error=0.2+p=.5")
    assert same.name == "emm/fig6+error=0.2+p=0.5"
    expected, found = samples_of(published), samples_of(same)
    for point, sample in found.entries:
        assert np.array_equal(sample, expected(**point))
    assert len(found.entries) * 2 == len(expected.entries)


def test_a_change_changes_what_it_names():
    published, changed = study_named("emm/fig6"), study_named("emm/fig6+depths=1,2+error=.3")
    found = samples_of(changed, 100)
    assert found.levels("depth") == [1, 2]
    first = {"rule": "minimax", "depth": 1, "p": 0.5}
    assert not np.array_equal(found(**first), samples_of(published, 100)(**first))
    assert found.checksum() != samples_of(published, 100).checksum()


def test_what_is_changed_has_no_claims_and_another_name():
    ((study, figure),) = figures_named("emm/fig6+error=0.3")
    assert not figure.claims and MARK in figure.name and "error = 0.3" in figure.title
    assert study.name not in all_studies()
    assert find(study.name, study.edition).settings == study.settings


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("emm/fig6+depth=3", "did you mean 'depths'"),
        ("emm/fig6+depths=12", "whole numbers from 1 to 11"),
        ("emm/fig6+depths=1.5", "whole numbers from 1 to 11"),
        ("emm/fig6+error=nan", "from 0 to 0.5"),
        ("emm/fig6+error=.1,.2", "takes one value"),
        ("emm/fig6+p=0.7", "some of 0.5, 0.381966; .0.7."),
        ("emm/fig6+error", "NAME=VALUES"),
        ("emm/fig6+error=.1+error=.2", "given twice"),
        ("emm/fig14+error=.1", "Nothing in emm/fig14 can be changed"),
        ("emm+error=.1", "stands for"),
        ("emm/slides-p+p=0.5+depths=", "NAME=VALUES"),
    ],
)
def test_other_changes_are_refused_by_name(name, sentence):
    with pytest.raises(OverthinkError, match=sentence.replace("?", ".")):
        figures_named(name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name, study in all_studies().items() if study.knobs])
def test_every_knob_makes_a_table_and_a_figure(name):
    study = study_named(name)
    for knob, values in declared(study).items():
        changed = study_named(f"{name}{MARK}{knob}={values.values[0]}")
        samples = samples_of(changed, 2)
        for figure in changed.figures:
            assert figure.draw(samples, figure.shown(samples)) and figure.rows(samples)


def test_the_command_changes_draws_and_cites(tmp_path):
    out = ["--out", str(tmp_path / "results")]
    told = command("list", "emm/fig6", "--json")
    assert json.loads(told.stdout)["set"]["error"] == {"published": [0.2], "from": 0.0, "to": 0.5}
    picture = tmp_path / "mine.pdf"
    sets = ["--set", "error=.3", "--set", "depths=1,2", "--set", "p=0.5"]
    ran = command("reproduce", "emm/fig6", "--scale", "20", *sets, "--figure", str(picture), *out)
    assert ran.exit_code == 0, ran.stderr
    assert picture.read_bytes().startswith(b"%PDF")
    name = "emm/fig6+depths=1,2+error=0.3+p=0.5"
    cited = command("cite", name, "--json", *out)
    facts = json.loads(cited.stdout)
    assert facts["study"] == name and facts["observations"] == 20
    assert facts["checksum"] == samples_of(study_named(name), 20).checksum()
    unknown = command("cite", "emm/fig6", *out)
    assert unknown.exit_code and "Run it first" in unknown.stderr
