"""The tables of claims in the documentation are those of the studies, and what counts them is right."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from overthink.studies import all_figures, figure_named
from tests.test_docs import DOCS, PAGES, run

MARKED = re.compile(r"<!-- claims: (\S+) -->\n(.*?)<!-- end -->", re.DOTALL)
TABLES = dict(found for page in PAGES.values() for found in MARKED.findall(page))


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_claims_are_up_to_date(name: str) -> None:
    claims = figure_named(name)[1].claims
    for claim in claims:
        assert f"| {claim.says} |" in TABLES[name], f"'{claim.says}' is not there: run docs/make_claims.py again"
        assert not claim.tolerance or f"; tolerance: {claim.tolerance} |" in TABLES[name], claim.tolerance
    assert len(claims) == TABLES[name].count("| **")


def test_the_papers_studies_are_documented() -> None:
    assert {name for name in all_figures() if not name.startswith("nau/")} <= TABLES.keys()


@pytest.fixture(scope="module")
def make_claims() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_claims", DOCS / "make_claims.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_of_claims(make_claims: ModuleType, tmp_path: Path) -> None:
    run("reproduce", "emm/fig2", "--scale", "50", "--jobs", "1", "--out", str(tmp_path))
    store = make_claims.Store(tmp_path)
    judged = [
        {
            "study": "emm/fig2",
            "claim": "a | b",
            "printed": "words",
            "reading": {"kind": "closest reading", "words": "leaves"},
            "measured": "seen",
            "tolerance": "half a digit",
            "verdict": "fails",
            "estimate": {"mean": 0.5, "low": 0.25, "high": 0.75, "n": 1000},
        }
    ]
    rows = make_claims.claims((store, judged), "emm/fig2").strip().splitlines()
    assert rows[2] == (
        "| **fails** | a &#124; b | closest reading: leaves | “words” | seen; tolerance: half a digit | "
        "0.5 [0.25, 0.75], n = 1,000 |"
    )
    printed = [
        make_claims.Printed("emm/fig2", "fails", "a", "as written", "“error(A) = e²”", ""),
        make_claims.Printed("emm/fig2", "holds", "b", "another reading: x", "“error(A) = e²”", ""),
        make_claims.Printed("emm/fig2", "holds", "c", "as written", "“error(B) = e(1 - e)”", ""),
        make_claims.Printed("emm/fig2", "holds", "d", "", "not in print", ""),
    ]
    assert "| **all** |  | **3** | **1** | **0** |" in make_claims.summary(printed)
    assert "| **all** | **1** | **1** | **0** |" in make_claims.statements(printed)
    assert "**1 hold as written, 1 in another reading of what the text leaves open, and 0 in none**" in (
        make_claims.tally(printed)
    )
    assert make_claims.tally(make_claims.printed()) in PAGES["README.md"], "run docs/make_claims.py again"
    assert len(make_claims.printed()) == sum(len(figure.claims) for _, figure in all_figures().values())
    numbers = make_claims.numbers((store, judged), "emm/fig2 across=type e=0.5").strip().splitlines()
    assert numbers[0] == "| A | static | B/C | D |" and len(numbers) == 3


@pytest.mark.parametrize(("value", "text"), [(0.5, ".500"), (-0.25, "-.250"), (1.0, "1.000"), (12345.6, "12,346")])
def test_numbers_are_printed_as_in_the_papers(make_claims: ModuleType, value: float, text: str) -> None:
    assert make_claims.number(value) == text
