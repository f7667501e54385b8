"""Results in notebooks: pictures, tables and small charts without scripts, plain data for other programs, short texts.

None of them needs Jupyter. pandas and polars are used if they are installed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import overthink as ot
from overthink.core.notebook import MOST_ROWS, table
from overthink.report.progress import Stages
from tests.test_add_a_rule import Heap, opinion

TREE = ot.Tree.literal([[[1, -1], [1, 1]], [[1, 1], [-1, -1]]], static=1, error=0.1)


def results() -> dict[str, Any]:
    """One result of every kind."""
    games = ot.artificial(0.2)(ot.BoardSplittingModel(height=5).draw(0, 40))
    space = ot.Kalah.regularised(2, 2, 6).state_space()
    survey = ot.survey(space, ot.noisy(ot.truth, 1.0), (1, 2, 3))
    states = [(n, side) for n in range(4, 12) for side in (1, -1)]
    bounds = ot.bounded(ot.RandomTree(2, 2), epsilon=5.0, low=0.0, high=100.0)
    study = ot.reproduce("emm/fig2", 40)
    scores = [{"task": task, "beam": beam, "score": task * beam} for task in range(9) for beam in (1, 5)]
    return {
        "tree": TREE,
        "picture": ot.picture(TREE, "emm"),
        "decision": ot.decide(TREE, rule="emm", depth=3),
        "option": ot.decide(TREE, depth=3).options[0],
        "explanation": ot.explain(TREE, "emm", 3),
        "estimate": ot.Estimate(0.5, 0.25, 0.75, 30),
        "curve": ot.accuracy(games, "minimax", (1, 3)),
        "bounds": bounds,
        "survey": survey,
        "comparison": survey.compare(),
        "test": ot.mcnemar(np.array([1.0, 0.0]), np.array([0.0, 0.0])),
        "diagnosis": ot.diagnose(
            Heap(), opinion, positions=states, depths=(1, 2), rules=["minimax", "emm"], truth="solve", error=0.2
        ),
        "table": ot.diagnose_table(scores, "beam"),
        "study": study,
        "verdicts": study.verdicts,
    }  # fmt: skip


@pytest.fixture(scope="module")
def everything() -> dict[str, Any]:
    return results()


class Reader(HTMLParser):
    """Collects the tags of a page, and complains if they are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    return reader.tags


def check_plain(value: Any) -> None:
    """Only what JSON knows, and not a number of NumPy."""
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            check_plain(inner)
        return
    assert value is None or type(value) in (bool, int, float, str), value


def test_every_result_shows_itself_and_is_plain_data(everything: dict[str, Any]) -> None:
    for name, result in everything.items():
        html = result._repr_html_()
        assert "<script" not in html, name
        if name != "study":  # that one holds a figure of matplotlib
            assert "http" not in html.replace("http://www.w3.org", ""), name
            assert {"svg", "table"} & set(tags(html)), name
        assert len(repr(result)) < 250 and "array(" not in repr(result) and " at 0x" not in repr(result), name
        if name == "picture":
            continue
        check_plain(result.as_dict())
        json.dumps(result.as_dict())
        rows = result.rows()
        assert rows and all(list(row) == list(rows[0]) for row in rows), name
        assert all(value is None or type(value) in (bool, int, float, str) for row in rows for value in row.values())
    others = (ot.RULES["emm"], ot.Kalah.regularised(2, 2, 6).state_space())
    assert all(len(repr(thing)) < 120 for thing in others)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame(library: str, everything: dict[str, Any]) -> None:
    frames = pytest.importorskip(library, reason=f"{library} is not installed")
    for name, result in everything.items():
        if name != "picture":
            assert frames.DataFrame(result.rows()).shape[0] == len(result.rows()), name
            assert frames.DataFrame([result.as_dict()]).shape[0] == 1, name


def test_rows_hold_the_numbers(everything: dict[str, Any]) -> None:
    decision = everything["decision"]
    assert [row["move"] for row in decision.rows() if row["chosen"]] == list(decision.moves)
    assert decision.rows()[0]["error"] == decision.options[0].error
    curve = everything["curve"]
    assert curve.rows()[1] == {"depth": 3, **curve[3].as_dict()} and curve == dict(curve)
    diagnosis = everything["diagnosis"]
    assert [(row["rule"], row["depth"]) for row in diagnosis.rows()] == [
        ("minimax", 1), ("minimax", 2), ("emm", 1), ("emm", 2),
    ]  # fmt: skip
    assert diagnosis.rows()[0]["mean"] == diagnosis.examination.accuracy("minimax")[1].mean()
    tree = everything["tree"].rows()
    assert tree[0] == {"node": 0, "ply": 0, "children": 2, "mover": 1, "utility": tree[0]["utility"], "static": 1.0,
                       "error": 0.1, "truth": tree[0]["truth"]}  # fmt: skip
    assert math.isnan(tree[0]["utility"]) and [row["ply"] for row in tree] == [0, 1, 1, 2, 2, 2, 2, *[3] * 8]


def parsed(picture: ot.TreePicture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg)


def test_the_picture_shows_values_errors_and_the_line() -> None:
    picture = ot.picture(TREE, "emm")
    svg = parsed(picture)
    titles = [title.text or "" for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    seen = ot.explain(TREE, "emm", 3)
    assert len(titles) == len(seen) == 15
    for title, node in zip(titles, seen):
        assert f"value {node.value:.4g}, error {node.error:.4g}" in title
        assert ("local pathology" in title) == node.replaced
    lines = [line for line in svg.iter("{http://www.w3.org/2000/svg}line") if line.get("stroke-width") == "3"]
    assert len(lines) == 3  # one a ply: the choice at the root does not tie
    assert picture.notes == ("Values to Max by EMM at depth 3; the thick line is its choice.",)


@pytest.mark.parametrize(
    ("make", "sentence", "most"),
    [
        (lambda: ot.Tree.literal([[0.0] * 6] * 6), "shows 1 of 2 plies", 7),
        (lambda: ot.Tree.literal([float(n) for n in range(40)]), "shows 32 of 40 moves", 33),
        (lambda: ot.artificial(0.2)(ot.BoardSplittingModel(height=9).draw(0, 3)), "This is tree 1 of 3", 63),
        (lambda: ot.nested(ot.Max(1, ot.Chance((0.5, 0), (0.5, 4)))), "does not support games with chance", 5),
    ],
)
def test_a_picture_is_cut_with_a_sentence(make: Callable[[], ot.Tree], sentence: str, most: int) -> None:
    picture = ot.picture(make())
    assert sentence in " ".join(picture.notes)
    assert len(list(parsed(picture).iter("{http://www.w3.org/2000/svg}rect"))) <= most


def test_a_huge_tree_shows_itself_at_once() -> None:
    tree = ot.Tree.literal([[0.5] * 200] * 200, static=0)
    assert "more than 20,000 nodes" in tree._repr_html_()


def test_a_picture_is_saved(tmp_path: Path) -> None:
    path = ot.picture(TREE).save(tmp_path / "tree.svg")
    assert "background:#fff" in path.read_text("utf-8")
    with pytest.raises(ot.OverthinkError, match="cannot be written"):
        ot.picture(TREE).save(tmp_path / "nowhere" / "tree.svg")
    with pytest.raises(ot.OverthinkError, match=r"name ends with \.svg, not to .*tree\.png"):
        ot.picture(TREE).save(tmp_path / "tree.png")
    assert not (tmp_path / "tree.png").exists()


@pytest.mark.parametrize(("thing", "sentence"), [(3, "must be an ot.Tree"), (TREE, "not a root")])
def test_what_has_no_picture(thing: Any, sentence: str) -> None:
    with pytest.raises(ot.OverthinkError, match=sentence):
        ot.picture(thing, root=7)


def test_a_state_space_says_what_it_is() -> None:
    tree = ot.Kalah.regularised(2, 2, 6).state_space().tree
    assert "a state space of 109 positions" in tree._repr_html_() and "ply" not in tree.rows()[0]


def test_a_long_table_is_cut() -> None:
    rows = [{"n": n, "text": "<b>"} for n in range(MOST_ROWS + 5)]
    html = table(rows, "a <title>", ["a note"])
    assert html.count("<tr>") == MOST_ROWS + 1 and "5 more rows are not shown" in html
    assert "<b>" not in html and "a &lt;title&gt;" in html
    assert table([]) == "<div></div>"


def test_progress_without_a_terminal_is_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overthink.report.progress.PLAIN_SECONDS", -1.0)
    with Stages() as stages:
        ot.survey(ot.Kalah.regularised(2, 2, 6).state_space(), ot.truth, (1, 2), progress=stages.show)
        stages.tell("positions", 1, 4)
    text = capsys.readouterr().err
    assert "positions: 25%" in text and "\r" not in text and "\x1b" not in text


def test_only_public_names_are_listed() -> None:
    stub = (Path(ot.__file__).parent / "__init__.pyi").read_text("utf-8")
    assert set(dir(ot)) == set(re.findall(r" as (\w+)$", stub, re.MULTILINE))
    assert not {"Any", "TYPE_CHECKING", "import_module", "lazy_loader"} & set(dir(ot))


def test_a_study_in_python_needs_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    alone = ot.reproduce("emm/fig2", 40)
    kept = ot.reproduce("emm/fig2", 40, out="results")
    assert alone.rows() == kept.rows() and {path.name for path in tmp_path.iterdir()} == {"results"}
    assert alone.verdicts[0].verdict in ("holds", "fails", "inconclusive")
    with pytest.raises(ot.OverthinkError, match="There is no study"):
        ot.reproduce("emm/fig")
