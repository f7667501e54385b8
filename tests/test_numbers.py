"""A number in prose comes from one place: what README and the pages say is what the shipped results or the table of
timings say, and times stand on one page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from validation import opinions, strangers, styles
from validation.locked import summarise

from benchmarks.speed_page import MEASURED, ratios
from overthink.report import shipped

ROOT = Path(__file__).parents[1]
PAGES = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")}
PAGES["README.md"] = (ROOT / "README.md").read_text("utf-8")
NUMBER = re.compile(r"(?<![\w.])-?\d*\.?\d+(?!\w)")
# A page, words of it with numbers, and the figure whose claims have measured them; 100: in points or percent, and -100
# where a claim has what is left of the whole.
FACTS = [
    ("docs/papers/emm.md", "*gains* from depth 1 to 7 (.549 to .609; .592 at depth 9)", "emm/fig7", 1),
    ("docs/papers/emm.md", "(.44 to .35 of all nodes", "emm/types", 1),
    ("docs/papers/emm.md", "(.28 to .37 of all games)", "emm/types", 1),
    ("docs/papers/emm.md", "by 0.4 points", "emm/pruning", 100),
    ("docs/papers/emm.md", ".077 with the natural evaluator, .076 with", "emm/dependence", 1),
    ("docs/papers/emm.md", "the loss is 9.8%, and 60,000 games leave 9.3 to 10.2%", "emm/even-boards", -100),
    ("docs/papers/emm.md", "depth 7 is .999 of depth 1, and as a third value 1.042", "emm/even-boards", 1),
    ("docs/papers/emm.md", "EMM leads by 1.5 points", "emm/fig10", 100),
    ("docs/papers/emm.md", ".10, .30, .08, .19 and .20 of the points", "emm/kalah-function", 1),
    ("docs/papers/emm.md", "(.295, P-games)", "emm/types", 1),
    ("docs/papers/althofer.md", "it needs .90 to 1.02 times as many evaluations", "althofer/burden", 1),
    ("docs/papers/bab.md", "(p = .86)", "bab/play", 1),
    ("docs/papers/bab.md", "(p = .0044)", "bab/play", 1),
    ("docs/open-questions.md", "at most .6 points above it, and by the intervals at most 1.5", "beyond/ceiling", 100),
    ("docs/open-questions.md", "cost 18 to 29 points", "beyond/ceiling", 100),
    ("docs/open-questions.md", "8 points at depth 1", "beyond/ceiling", 100),
    ("README.md", "EMM is right in .893 at depth 7, where minimax is right in .616", "emm/fig6", 1),
    ("README.md", "from .830 at depth 3 to .746 at depth 9", "emm/fig6", 1),
    ("README.md", "gain up to 1.5 points", "beyond/strong", 100),
]
TIME = re.compile(r"(?<![\w.=])\d[\d.]* ?(?:s|ms|seconds|minutes|hours)\b(?! =)")
# Limits, not times that were measured.
LIMITS = ("after 20 seconds", "after about 100 seconds")


def measured(figure: str) -> list[float]:
    """Every number in what the claims of a figure have measured."""
    claims = shipped.claims_of(figure)
    texts = (float(number) for claim in claims for number in NUMBER.findall(claim["measured"]))
    return [*texts, *(claim["estimate"][end] for claim in claims for end in ("mean", "low", "high"))]


@pytest.mark.parametrize(("page", "words", "figure", "scale"), FACTS)
def test_a_number_is_that_of_its_figure(page: str, words: str, figure: str, scale: int) -> None:
    assert words in PAGES[page]
    known = [1.0 - x if scale < 0 else x for x in measured(figure)]
    for number in re.findall(r"(?<![\w.])\d*\.?\d+(?!\w)", re.sub(r"depth \d+(?: to \d+)?|\d+,\d+", "", words)):
        half = 0.5 * 10.0 ** -len(number.partition(".")[2]) * 1.001
        assert any(abs(abs(x * scale) - float(number)) <= half for x in known), number


# Numbers of pages that no claim has measured: settings; what tests/test_althofer_studies.py has exactly; errors up to
# which a rate is below 1; a row of beyond/depth.
OTHERWISE = {
    "docs/papers/emm.md": ".276",
    "docs/papers/bab.md": "",
    "docs/papers/althofer.md": ".21 .15 .12 .255 .339 .002 .0369 .0426 .168 .382",
    "docs/papers/cwl.md": ".5",
    "docs/which-rule.md": "",
    "docs/monte-carlo.md": ".5 1.5",
    "docs/open-questions.md": "1.11 1.05",
}


@pytest.mark.parametrize("page", OTHERWISE)
def test_a_new_number_on_a_page_of_results_has_been_measured(page: str) -> None:
    """Every decimal in its sentences is in a claim of a figure on the page, a table of it, an example, or the list."""
    text = PAGES[page]
    figures = re.findall(r"<!-- claims: (\S+) -->", text)
    known = [x * scale for figure in figures for x in measured(figure) for scale in (1.0, 100.0)]
    quoted = set(re.findall(r"\d*\.\d+", " ".join(re.findall(r"```.*?```|^\|.*$", text, re.DOTALL | re.MULTILINE))))
    prose = re.sub(r"```.*?```|`[^`]*`|^(?:\||<!--|\[|<img).*?$|\]\([^)]*\)", "", text, flags=re.DOTALL | re.MULTILINE)
    new = []
    for number in re.findall(r"(?<![\w.,])\d*\.\d+(?!\w)", prose):
        half = 0.5 * 10.0 ** -len(number.partition(".")[2]) * 1.001
        near = any(abs(abs(x) - float(number)) <= half for x in known)
        if not near and number not in quoted and number not in OTHERWISE[page].split():
            new.append(number)
    assert not new


@pytest.mark.parametrize(
    ("task", "peer", "game"),
    [
        ("alpha-beta, Connect Four, depth 11", "OpenSpiel from Python", "Connect Four"),
        ("alpha-beta, Kalah, depth 10", "OpenSpiel from Python", "Kalah"),
        ("UCT with random games, Connect Four, 3,000 simulations", "OpenSpiel from Python", "UCT"),
        ("alpha-beta, Connect Four, depth 6", "easyAI", "Connect Four"),
        ("alpha-beta, tic-tac-toe, depth 9", "easyAI", "tic-tac-toe"),
    ],
)
def test_a_page_has_the_ratios_of_the_page_on_speed(task: str, peer: str, game: str) -> None:
    cells = PAGES["docs/speed.md"].partition(f"| {task} | {peer} |")[2].partition("\n")[0]
    found = sorted(float(ratio.replace(",", "")) for ratio in re.findall(r"([\d.,]+) \(", cells))
    ends = " to ".join(f"1 / {ratio:,.0f}" for ratio in dict.fromkeys((found[0], found[-1])))
    assert f"{ends} ({game})" in PAGES["docs/compared.md"]


def test_the_table_of_ratios_is_that_of_what_was_measured() -> None:
    table = ratios(json.loads(MEASURED.read_text(encoding="utf-8")))
    assert f"<!-- ratios -->\n\n{table}\n\n<!-- end -->" in PAGES["docs/speed.md"]


def counts_of(rows: str, count: Any) -> list[str]:
    text = (ROOT / "validation" / f"{rows}_first.jsonl").read_text("utf-8")
    return re.findall(r"\d+ of \d+", "\n".join(count([json.loads(line) for line in text.splitlines()])))


def section_of_rates(title: str) -> str:
    return PAGES["docs/doctor-rates.md"].partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_rates_of_evaluators_are_those_of_their_rows() -> None:
    shown = re.findall(r"^\| .* \| (\d+ of \d+): ", section_of_rates("Evaluators"), re.MULTILINE)
    assert shown == counts_of("opinions", opinions.summarise)


def test_the_rates_of_claims_are_those_of_their_rows() -> None:
    rows = re.findall(
        r"^\| (?:claim|the claim) [^|]*\|([^|]*)\|([^|]*)\|", section_of_rates("Claims of a search"), re.MULTILINE
    )
    first, second = counts_of("styles", styles.summarise), counts_of("strangers", strangers.summarise)[:5]
    for column, counts in enumerate((first, second)):
        assert [row[column].partition(":")[0].strip() for row in rows if row[column].strip()] == counts
    sums = [
        " of ".join(str(sum(map(int, pair))) for pair in zip(*(each.split(" of ") for each in both)))
        for both in zip(first, second)
    ]
    for page in ("README.md", "docs/doctor.md", "docs/index.md", "docs/doctor-rates.md"):
        assert f"accused {sums[0]} sound" in PAGES[page] and f"showed {sums[1]} bugs" in PAGES[page]


@pytest.mark.parametrize(("run", "column"), [("before", 0), ("last", 1)])
def test_the_rates_of_the_locked_set_are_those_of_its_rows(run: str, column: int) -> None:
    text = (ROOT / "validation" / f"locked_{run}.jsonl").read_text("utf-8")
    counts = re.findall(r": suspected (\d+ of \d+)", summarise([json.loads(line) for line in text.splitlines()]))
    table = r"^\| (?:players|evaluators|sound).*\| (\d+ of \d+): .*\| (\d+ of \d+): "
    rates = re.findall(table, PAGES["docs/doctor-rates.md"].partition("## A locked set")[2], re.MULTILINE)
    assert [row[column] for row in rates[: len(counts)]] == counts


@pytest.mark.parametrize("page", sorted(PAGES.keys() - {"docs/speed.md"}))
def test_times_stand_on_the_page_on_speed(page: str) -> None:
    text = re.sub(r"```.*?```", "", PAGES[page], flags=re.DOTALL)
    for limit in LIMITS:
        text = text.replace(limit, "")
    assert not TIME.findall(text)
