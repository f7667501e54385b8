"""The lab's server: pages, headers, refusals in one sentence, and what each view of ours answers."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.lab import pool as work
from overthink.lab.server import PAGE
from overthink.report import shipped
from tests.lab_process import Lab

STUDY, FILE = "emm/trees-of-types", "emm-trees-of-types.svg"  # has a run in the folder of results


@pytest.fixture(scope="module")
def store(results: Path) -> Path:
    """A finished run, and a report."""
    command = ["reproduce", STUDY, "--scale", "500", "--jobs", "1", "--out", str(results), "--json"]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    (results / "doctor.html").write_text("<p>well</p>", encoding="utf-8")
    (results / "secret.txt").write_text("secret", encoding="utf-8")
    return results


@pytest.fixture(scope="module")
def lab(store: Path, running: Lab) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running.address, headers=running.headers, timeout=200, verify=False) as client:
        yield client


def refused(response: Any, status: int = 400) -> str:
    assert response.status_code == status, response.text
    said = response.json()
    assert list(said) == ["error"] and said["error"].endswith((".", "?")) and "\n" not in said["error"]
    return said["error"]


def test_the_server_itself_needs_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "matplotlib", "rich")
    code = f"import sys, overthink.lab.server; print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_compiling_does_not_count_as_computing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(work, "time", SimpleNamespace(monotonic=lambda: now[0]))
    clock = work.Clock(60.0)
    ready = work.READY_SECONDS
    for runs, until, patience in ((False, 30.0, ready), (True, 50.0, 40.0), (False, 90.0, ready), (True, 95.0, 35.0),
                                  (True, 200.0, 0.0)):  # fmt: skip
        clock.set(runs)
        now[0] = until
        assert clock.patience() == patience
        assert clock.patience(work.GRACE_SECONDS) == (work.GRACE_SECONDS if runs else ready)


def test_page_and_its_parts(lab: httpx.Client) -> None:
    page = lab.get("/")
    assert page.status_code == 200 and "Overthink" in page.text
    for path in [path for path in PAGE.rglob("*") if path.is_file()]:
        assert lab.get(f"/{path.relative_to(PAGE)}").status_code == 200, path
    for name in re.findall(r'(?:src|href)="([^"#]+)"', page.text):
        assert lab.get(f"/{name}").status_code == 200, name


def test_headers(lab: httpx.Client) -> None:
    for path in ("/", "/api/nothing", "/main.js"):
        headers = lab.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_refusals_are_sentences(lab: httpx.Client) -> None:
    refused(lab.get("/api/nothing"), 404)
    refused(lab.get("/no-such-page"), 404)
    refused(lab.post("/api/depth-curve/curve"), 404)
    assert "did you mean" in refused(lab.get("/api/map/cube?model=top-up"))
    assert "error" in refused(lab.get("/api/depth-curve/curve?error=0.7"))
    assert "minimax" in refused(lab.get("/api/depth-curve/curve?rules=minimaxx"))
    assert "'emm/fig6'" in refused(lab.get("/api/papers/study?name=../x"))
    assert "no study" in refused(lab.get("/api/papers/study?name=emm/fig66"))


def test_curves_narrow_and_are_those_of_the_study(lab: httpx.Client) -> None:
    asked = {"subject": "board-splitting", "height": "5", "rules": "minimax,emm", "error": "0.2"}
    with lab.stream("GET", "/api/depth-curve/curve", params=asked) as response:
        assert response.status_code == 200
        found = []
        for line in response.iter_lines():
            found.append(json.loads(line))
            if len(found) == 4:
                break
    assert [each["n"] for each in found] == [32, 64, 128, 256]
    last = found[-1]["rules"]["minimax"]["accuracy"]
    assert [point["depth"] for point in last] == [1, 3, 5] and last[-1]["mean"] == 1.0
    widths = [each["rules"]["minimax"]["accuracy"][0] for each in found]
    assert widths[-1]["high"] - widths[-1]["low"] < widths[0]["high"] - widths[0]["low"]

    from overthink.evaluate.solved import artificial
    from overthink.measure.accuracy import accuracy
    from overthink.models.board_splitting import BoardSplittingModel

    tree = artificial(0.2)(BoardSplittingModel(5).draw(0, 256, 0), 0)
    known = accuracy(tree, "minimax", (1, 3, 5))
    for point in last:
        assert (point["mean"], point["low"]) == (known[point["depth"]].mean, known[point["depth"]].low)


@pytest.mark.exhaustive
def test_the_map_that_comes_with_the_lab(lab: httpx.Client) -> None:
    """Here the store has no run of the models. Some numbers of the map are computed again, as the study does, but not
    at all granularities."""
    from overthink.models.bottom_up import BottomUp, OnePlayer
    from overthink.models.top_down import TopDown
    from overthink.studies import study_named
    from overthink.studies.samples import Samples
    from overthink_papers.experiments.granularity import errors_study

    b = 5  # an observation has fewer leaves than with any other
    s = 0.5
    some = (2, 3, 10, 60)
    models = {
        "top-down": ("nau/fig7", TopDown),
        "bottom-up": ("nau/fig8", BottomUp),
        "one-player": ("nau/fig9", OnePlayer),
    }
    for model, (figure, kind) in models.items():
        axes, *columns = map(json.loads, lab.get("/api/map/cube", params={"model": model}).text.splitlines())
        assert figure in axes["source"] and len(columns) == len(axes["b"]) * len(axes["s"])
        # The study stores ten trees an observation; a map may come from a version that stored one.
        assert all(len(column["mean"]) == len(axes["g"]) and column["n"] in (1000, 10_000) for column in columns)
        study = study_named(figure)
        setting = {"b": b, "s": s, "reading": "bucketed"}
        assert setting in study.settings
        words = dict.fromkeys(("title", "source", "caption"), "")
        few = errors_study(
            figure, lambda _, kind=kind: kind(b=b, s=s), some, settings=(setting,), scales={}, draw=None, **words
        )
        points, means = few.run(setting, 0, 10_000, 0)
        at = {tuple(point.items()): number for number, point in enumerate(points)}
        for point, sample in zip(*study.run(setting, 0, 2, 0)):
            if point["g"] in some and tuple(point.items()) in at:
                trees = means[at[tuple(point.items())]][:20]
                assert sample == pytest.approx(trees.reshape(2, 10).mean(axis=1), abs=1e-12)
        rows = few.figure.rows(Samples([({**setting, **point}, sample) for point, sample in zip(points, means)]))
        (known,) = (column for column in columns if (column["b"], column["s"]) == (b, s))
        shown = {g: p for g, p in zip(axes["g"], known["mean"]) if p is not None and g in some}
        assert shown and shown == {row["g"]: float(f"{row['mean']:.4g}") for row in rows}


def test_papers(lab: httpx.Client, store: Path) -> None:
    papers = lab.get("/api/papers/list").json()
    assert {"emm", "nau"} <= {paper["paper"] for paper in papers}
    there = lab.get("/api/papers/progress").json()["there"]
    assert there[STUDY] == {"observations": 500, "run": None}
    study = lab.get(f"/api/papers/study?name={STUDY}").json()
    assert study["observations"] == 500 and study["command"].startswith(f"overthink reproduce {STUDY} --scale 500")
    judged = lab.get(f"/api/papers/verdicts?name={STUDY}").json()["claims"]
    assert [claim["claim"] for claim in judged] == [claim["claim"] for claim in study["claims"]]
    assert {claim["verdict"] for claim in judged} <= {"holds", "fails", "inconclusive"}
    figure = lab.get(f"/api/papers/figure?name={STUDY}")
    assert figure.headers["content-type"].startswith("image/svg") and "<svg" in figure.text
    assert "'none'" in figure.headers["content-security-policy"]
    (store / FILE).write_text("<svg>of an older run</svg>", encoding="utf-8")
    assert "older" not in lab.get(f"/api/papers/figure?name={STUDY}").text  # the picture follows the numbers


def test_papers_come_with_numbers(lab: httpx.Client) -> None:
    """Here the store has one run only; the verdicts and pictures of others come with the lab, and say so."""
    listed = {s["name"]: s for paper in lab.get("/api/papers/list").json() for s in paper["studies"]}
    assert set(shipped.names()) <= listed.keys()
    study = lab.get("/api/papers/study?name=emm/fig6").json()
    assert study["observations"] == 0 and study["shipped"]["observations"] == 50_000
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", study["shipped"]["date"]) and study["shipped"]["version"]
    judged = lab.get("/api/papers/verdicts?name=emm/fig6").json()["claims"]
    assert len(judged) == len(study["claims"]) and {claim["verdict"] for claim in judged} >= {"holds"}
    picture = lab.get("/api/papers/figure?name=emm/fig6")
    assert picture.status_code == 200 and "<svg" in picture.text
    assert lab.get(f"/api/papers/study?name={STUDY}").json()["shipped"] is None  # its own run comes first
    assert sum(path.stat().st_size for folder in shipped.FOLDERS for path in folder.iterdir()) < 3_000_000


def test_reports(lab: httpx.Client) -> None:
    reports = lab.get("/api/doctor/reports").json()["local"]["reports"]
    assert "doctor.html" in reports and all(name.endswith(".html") for name in reports)
    report = lab.get("/api/doctor/report?name=doctor.html")
    assert report.text == "<p>well</p>" and "sandbox" in report.headers["content-security-policy"]
    refused(lab.get("/api/doctor/report?name=secret.txt"))
    refused(lab.get("/api/doctor/report?name=other.html"), 404)
    refused(lab.get("/api/doctor/report?name=../doctor.html"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"text": "1 2 / 3"}, "Line 1"),
        ({"text": "2 2 2 / 2 2 2 / 0 0 / Max\n9 9 9 / 9 9 9 / 0 0 / Max"}, "Line 2"),
        ({"text": ""}, "two or more different positions"),
        ({"text": "2 2 2 / 2 2 2 / 0 0 / Max\n" * 2}, "two or more different positions"),
        ({"text": "2 2 2 / 2 2 2 / 0 0 / Max\n" * 501}, "more than 500"),
        ({"depth": 40}, "'depth'"),
        ({"rules": "minimin"}, "minimin"),
        ({"pits": True}, "'pits'"),
    ],
)
def test_positions_are_checked(lab: httpx.Client, change: dict[str, Any], says: str) -> None:
    two = "2 2 2 / 2 2 2 / 0 0 / Max\n2 2 2 / 2 2 2 / 0 0 / Min"
    good = {"pits": 3, "seeds": 2, "depth": 3, "truth": "7", "text": two}
    assert says in refused(lab.post("/api/doctor/examine", json={**good, **change}))


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = CliRunner().invoke(main, ["lab", "--no-browser", "--port", str(other.getsockname()[1])])
    assert done.exit_code == 2 and "Give another --port" in done.output and done.output.count("\n") == 1


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "overthink.lab.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = CliRunner().invoke(main, ["lab", "--no-browser"])
    assert done.exit_code == 2 and 'pip install "overthink[lab]"' in done.output


def test_documentation_is_served(lab: httpx.Client) -> None:
    for link in re.findall(r"\]\(([\w/-]+\.md)\)", lab.get("/docs/index.md").text):
        assert "<h1 id=" in lab.get("/api/docs/page", params={"page": link}).text, link
    refused(lab.get("/docs/../pyproject.toml"), 404)
