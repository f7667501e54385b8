"""Writes the tables and pictures of the documentation from a folder of results. Run by hand after a run at paper scale.

    overthink reproduce all --scale paper --out results/paper
    .venv/bin/python docs/make_claims.py results/paper

Tables stand between markers in the pages, and everything between the markers is replaced:

    <!-- summary -->                                    how many claims of each study hold, fail, are inconclusive
    <!-- statements -->                                 by paper, how many printed statements hold in which reading
    <!-- tally -->                                      one sentence: how many printed statements hold in which reading
    <!-- headlines -->                                  the claims named in HEADLINES below
    <!-- claims: emm/fig6 -->                           every claim of a study, from `overthink verify --json`
    <!-- numbers: emm/fig6 across=depth p=0.5 -->       means of its rows, one column for each depth, where p = .5
    <!-- end -->                                        ends any of them

The largest finished run of each study is shown, with its n. A folder with some of the studies renews what is said of
them, and leaves the rest as it is. Without a folder, only the counts of verdicts are renewed. A study
is documented when a page has a table of its claims; a test checks that such tables are up to date.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from overthink.studies import all_figures, figure_named, groups
from overthink.studies.coverage import quotations
from overthink.studies.sentences import published, sentences_of
from overthink.studies.store import Store
from overthink.studies.verdicts import samples_of

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
DRAWN = """
    emm/fig6 nau/fig7 nau/fig10 nau/background-errors nau/champions althofer/evaluation althofer/rate
    bab/fig2 bab/fig3 bab/fig4a bab/fig4b bab/fig4c bab/fig5a bab/fig5b bab/fig5c bab/fig6a bab/fig6b bab/fig6c
    bab/fig6d bab/worst-case bab/choosing beyond/all-nodes beyond/ceiling beyond/ceiling-mixed beyond/graded
    beyond/learned beyond/heredity beyond/equal-cost beyond/play beyond/depth beyond/surface-1m beyond/law beyond/cure
    beyond/cure-games
"""
PICTURES = {
    name: f"{name.replace('/', '-') if name.startswith(('althofer', 'bab')) else name.split('/')[1]}.png"
    for name in DRAWN.split()
}
MARKED = re.compile(
    r"(<!-- (summary|tally|statements|headlines|claims|numbers)(?:: ([^>]*?))? -->\n).*?(<!-- end -->)", re.DOTALL
)
ESTIMATE = ("mean", "low", "high", "n")

HEADLINES = [
    ("emm/fig6", "p = .5, odd depths: minimax gets worse with depth, before it sees the end"),
    ("emm/fig6", "p = .5, odd depths: EMM does not get worse with depth"),
    ("emm/every-depth", "P-games, p = .5, every depth, odd and even: EMM does not get worse with depth"),
    ("emm/branching", "b = 4, p = 0.276: EMM does not get worse with depth (odd depths)"),
    ("emm/fig6", "p = .5: at depth 7 EMM makes over 20% more correct decisions"),
    (
        "emm/fig7",
        "p = .5, 100 simulations, win or loss, from depth 1: minimax loses about a tenth of its accuracy by depth 7",
    ),
    (
        "emm/fig7",
        "p = .5, all squares, minimax sees win or loss, from depth 1: minimax loses about a tenth of its accuracy by "
        "depth 7",
    ),
    ("emm/fig9", "p = .5: at m = 1 EMM makes 26% more correct decisions"),
    ("emm/fig10", "p = .5, all squares, minimax sees shares: EMM beats minimax at every m from 0.5 on"),
    ("emm/fig11", "b = 3, p = 0.5: product gets worse with depth, up to depth 5"),
    (
        "emm/fig14",
        "8 moves, features, minimax sees all, error of even 0.2: EMM wins more games at every depth from 1 to 5",
    ),
    (
        "emm/fig14",
        "8 moves, stores, minimax sees win or loss, error of even 0.5: EMM wins more games at every depth from 1 to 5",
    ),
    ("althofer/rate", "b = 2, e = 0.1: two more plies leave less than 0.99 of the error, at any height"),
    ("althofer/rate", "b = 2, e = 0.3: two more plies leave less than 0.99 of the error, at any height"),
    ("althofer/nodes", "pruning never changes Althöfer's value or decision"),
    ("beyond/all-nodes", "P-games, independent errors, any e: bayes beats emm at depth 5"),
]

Results = tuple[Store, list[dict[str, Any]]]  # the store, and all claims judged on it


def documented() -> list[str]:
    """The studies that some page has a table of claims for, in the order of the papers."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    return [name for name in all_figures() if f"<!-- claims: {name} -->" in text]


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n" + "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines) + "\n"


def number(value: float) -> str:
    """A number as the papers print it: three digits, no zero before the point; counts as they are."""
    if value >= 2.0 and value == round(value):
        return f"{value:,.0f}"
    text = f"{value:.3f}" if abs(value) < 10 else f"{value:,.0f}"
    return re.sub(r"^(-?)0\.", r"\1.", text)


class Printed(NamedTuple):
    """One row of a table of claims, as a page has it."""

    study: str
    verdict: str
    claim: str
    reading: str
    quotation: str
    measured: str


def printed() -> list[Printed]:
    """Every claim that a page has, with its verdict: what the folder lacks stays as it is there."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    rows = []
    for name, body in re.findall(r"<!-- claims: (\S+) -->(.*?)<!-- end -->", text, re.DOTALL):
        for verdict, *cells in re.findall(
            r"^\| \*\*(\w+)\*\* \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| .*\|$", body, re.M
        ):
            rows.append(Printed(name, verdict, *cells))
    return rows


def summary(rows: list[Printed]) -> str:
    verdicts = ("holds", "fails", "inconclusive")
    counts = {name: Counter(row.verdict for row in rows if row.study == name) for name in documented()}
    titles = {name: figure.title for name, (_, figure) in all_figures().items()}
    lines = [[f"`{n}`", titles[n], *(str(count[v] or "") for v in verdicts)] for n, count in counts.items()]
    total = sum(counts.values(), Counter[str]())
    lines.append(["**all**", "", *(f"**{total[v]}**" for v in verdicts)])
    return table(["study", "what", "hold", "fail", "inconclusive"], lines)


def papers_quoted() -> dict[tuple[str, str], str]:
    """The paper that each quotation of a study is from; questions of our own may quote one too."""
    names = {sentence.paper: paper for paper in published() for sentence in sentences_of(paper)}
    figures = (figure for _, figure in all_figures().values())
    return {(figure.name, f"“{claim.printed}”"): names[paper] for figure, claim, paper in quotations(figures)}


def tally(rows: list[Printed]) -> str:
    total = sum(statements_held(rows).values(), Counter[str]())
    return (
        f"\nOf {total.total():,} statements in print, **{total['as written']} hold as written, {total['another']} in "
        f"another reading of what the text leaves open, and {total['none']} in none**, at the papers' own scale "
        f"([all verdicts](docs/verdicts.md)).\n\n"
    )


def statements_held(rows: list[Printed]) -> dict[str, Counter[str]]:
    """By paper, how many printed statements hold in which kind of reading; each counts once."""
    readings: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in rows:
        if row.quotation != "not in print":
            readings.setdefault((row.study, row.quotation), {}).setdefault(row.reading, []).append(row.verdict)
    counts: dict[str, Counter[str]] = {}
    papers = papers_quoted()
    for (study, quotation), verdicts in readings.items():
        holds = {reading: set(each) == {"holds"} for reading, each in verdicts.items()}
        written = [good for reading, good in holds.items() if reading.startswith("as written")]
        held = "as written" if written and all(written) else "another" if any(holds.values()) else "none"
        counts.setdefault(papers[study, quotation], Counter())[held] += 1
    return counts


def statements(rows: list[Printed]) -> str:
    counts, kinds = statements_held(rows), ("as written", "another", "none")
    lines = [
        [groups()[name].split(":")[0], *(str(counts[name][kind]) for kind in kinds)]
        for name in groups()
        if name in counts
    ]
    total = sum(counts.values(), Counter[str]())
    lines.append(["**all**", *(f"**{total[kind]}**" for kind in kinds)])
    return table(["paper", "held as written", "held in another reading", "held in none"], lines)


def headlines(rows: list[Printed]) -> str:
    there = {(row.study, row.claim): row for row in rows}
    lines = [
        [f"**{there[key].verdict}**", f"`{key[0]}`", key[1], there[key].measured] for key in HEADLINES if key in there
    ]
    return table(["verdict", "study", "claim", "measured"], lines)


def with_tolerance(measured: str, tolerance: str) -> str:
    """What was measured, and how far off it may be."""
    return f"{measured}; tolerance: {tolerance}" if tolerance else measured


def claims(results: Results, name: str) -> str:
    rows = []
    for claim in (claim for claim in results[1] if claim["study"] == name):
        found = claim["estimate"]
        interval = f"{found['mean']:.4g} [{found['low']:.4g}, {found['high']:.4g}], n = {found['n']:,}"
        own = claim["printed"] == "not in print"
        printed = claim["printed"] if own else f"“{claim['printed']}”"
        reading = "" if own else ": ".join(filter(None, (claim["reading"]["kind"], claim["reading"]["words"])))
        measured = with_tolerance(claim["measured"], claim.get("tolerance", ""))
        rows.append([f"**{claim['verdict']}**", claim["claim"], reading, printed, measured, interval])
    return table(["verdict", "claim", "reading", "printed", "measured", "estimate [95% interval]"], rows)


def numbers(results: Results, words: str) -> str:
    name, *options = words.split()
    wanted = dict(option.replace("+", " ").split("=", 1) for option in options)
    across = wanted.pop("across", "depth")
    ((_, figure, samples),) = samples_of(results[0], [figure_named(name)], 0)
    every = figure.shown(samples)
    rows = [row for row in every if all(plain(row[key]) == value for key, value in wanted.items())]
    down = [key for key in rows[0] if key not in (*ESTIMATE, across, *wanted)]
    heads = list(dict.fromkeys(row[across] for row in rows))
    lines: dict[tuple[str, ...], dict[Any, str]] = {}
    for row in rows:
        lines.setdefault(tuple(plain(row[key]) for key in down), {})[row[across]] = number(row["mean"])
    cells = [[*labels, *(line.get(head, "") for head in heads)] for labels, line in lines.items()]
    titles = [f"{across} {plain(head)}" if isinstance(head, int | float) else plain(head) for head in heads]
    return table([*down, *titles], cells)


def plain(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


OF_ONE: dict[str, Callable[[Results, str], str]] = {"claims": claims, "numbers": numbers}
OF_ALL: dict[str, Callable[[list[Printed]], str]] = {
    "summary": summary,
    "tally": tally,
    "statements": statements,
    "headlines": headlines,
}


def picture(store: Store, name: str, path: Path) -> None:
    """A figure, small: 100 dots an inch and 128 colours."""
    ((_, figure, samples),) = samples_of(store, [figure_named(name)], 0)
    path.parent.mkdir(exist_ok=True)
    figure.draw(samples, figure.shown(samples)).savefig(path, dpi=100)
    with Image.open(path) as image:
        image.convert("RGB").quantize(128).save(path, optimize=True)


def rewrite(renewed: Callable[[re.Match[str]], str]) -> None:
    for page in PAGES:
        page.write_text(MARKED.sub(renewed, page.read_text(encoding="utf-8")), encoding="utf-8")


def recount() -> None:
    """Renew the tables and the sentence that count what the pages say."""
    rows = printed()
    rewrite(lambda mark: mark[1] + OF_ALL[mark[2]](rows) + mark[4] if mark[2] in OF_ALL else mark[0])


def main(folder: str) -> None:
    store = Store(folder)
    there = [name for name in documented() if store.observations(figure_named(name)[0], 0)]
    if not there:
        sys.exit(f"No documented study was finished in {folder}.")
    command = [sys.executable, "-m", "overthink", "verify", *there, "--out", folder, "--json"]
    judged = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    results = store, judged["claims"]

    def of_one(mark: re.Match[str]) -> str:
        if mark[2] not in OF_ONE or mark[3].split()[0] not in there:
            return mark[0]
        return mark[1] + OF_ONE[mark[2]](results, mark[3]) + mark[4]

    rewrite(of_one)
    recount()
    for name in there:
        if name in PICTURES:
            picture(store, name, ROOT / "docs" / "images" / PICTURES[name])


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    main(sys.argv[1]) if len(sys.argv) == 2 else recount()
