"""What `make demo` shows: one figure of a paper, what the paper says of it, and the doctor on a game for two.

.venv/bin/python docs/demo.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import overthink as ot
from overthink.cli.console import use_known_letters
from overthink.cli.reproduce import run_with_progress
from overthink.core.plain import Row
from overthink.studies import figure_named
from overthink.studies.gallery import pages, write_gallery
from overthink.studies.store import Store
from overthink.studies.verdicts import judge, samples_of, settle_by_shipped, statements

PAGE = Path(__file__).resolve().parent / "first-verdict.md"
FIGURE = "emm/fig6"
RULES = {"minimax": "M", "emm": "E"}
P = 0.5
STATEMENTS = 4
ROWS, WIDTH = 8, 9  # of the chart: lines, and columns from one depth to the next
MARKS = {"holds": "✓", "fails": "✗", "inconclusive": "?"}


def demo(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(str(folder))
    study, figure = figure_named(FIGURE)
    n = study.observations("quick")
    print(f"1. Does looking further ahead help? {n:,} random games of 11 moves; what a search sees at its horizon is")
    print(
        f"   wrong with probability .2. How often it chooses a right move:  (overthink reproduce {FIGURE})", flush=True
    )
    run_with_progress(store, [study], "quick", seed=0, jobs=None)
    ((_, _, samples),) = samples_of(store, [(study, figure)], seed=0)
    chart([row for row in figure.rows(samples) if row["p"] == P and row["rule"] in RULES])
    print(f"\n2. What the paper says (Zuckerman, Wilson and Nau 2018), and these games:  (overthink verify {FIGURE})")
    here = judge(figure, samples)
    for statement in statements(map(settle_by_shipped, here))[:STATEMENTS]:
        claim = next(claim for claim in here if claim.printed == statement.printed)
        mark = f"{MARKS[statement.verdict]}{'°' if statement.shipped else ' '}"
        print(f"   {mark} “{statement.printed}”\n      here: {claim.words}")
    print(f"   ° {n:,} games are too few to decide: as in the run at the paper's scale that comes with Overthink")
    print("\n3. The doctor on a small game:  (overthink doctor sticks:Longer --evaluate sticks:nearly)", flush=True)
    found = diagnose(folder)
    shares = "  ".join(f"{depth}: {100 * share.mean:.0f}%" for depth, share in found.judgement.accuracy.items())
    print(f"   {found.verdict}.\n   Right moves by depth: {shares}; in {len(found.examination.positions)} positions.")
    for outcome in ("ruled out", "not seen"):
        names = [each.name for each in found.imitators if each.outcome == outcome]
        print(f"   Bugs that would look alike, {outcome}: {'; '.join(names) or 'none'}.")
    print(f"   What to do: {found.advice.sentence}.")
    page = found.report(folder / "doctor.html", "The doctor on sticks:Longer")
    print("\n4. The same game, and a search with a bug:  (… --player sticks:buggy --claims plain)", flush=True)
    print("\n".join(f"   {line}" for line in check_bug().splitlines()))
    report = write_gallery(pages(store, 0), folder / "report.html")
    print(f"\nReport: {report} (the figure, every statement, the evidence); of the doctor: {page}")


def chart(rows: list[Row]) -> None:
    """Draw the rows: a letter for each rule above each depth, * where both are."""
    depths = sorted({row["depth"] for row in rows})
    lines = [[" "] * (WIDTH * len(depths)) for _ in range(ROWS)]
    for row in rows:
        line = lines[round((1.0 - row["mean"]) * 2 * (ROWS - 1))]
        place = WIDTH * depths.index(row["depth"]) + 3
        line[place] = "*" if line[place] != " " else RULES[row["rule"]]
    for number, line in enumerate(lines):
        print(f"   {1 - number / (2 * (ROWS - 1)):5.0%} │{''.join(line).rstrip()}")
    print("         └" + "".join(f"───{depth}".ljust(WIDTH, "─") for depth in depths) + " moves ahead")
    print("          M minimax   E EMM, error-minimizing minimax   * both")


def diagnose(folder: Path) -> ot.Diagnosis:
    """The diagnosis of the game in docs/first-verdict.md, which is put into a file that readers can change."""
    text = PAGE.read_text("utf-8")
    (folder / "sticks.py").write_text(text[text.index("# sticks.py") :].split("```")[0], "utf-8")
    sys.path.insert(0, str(folder))
    from sticks import Longer, nearly

    return ot.diagnose(Longer(), nearly, depths=(1, 2, 3, 4, 5))


def check_bug() -> str:
    """The smallest counterexample of the search with a bug in the same file."""
    from sticks import Longer, buggy, nearly

    try:
        return str(ot.check_search(Longer(), buggy, nearly, positions=100))
    except AssertionError as counterexample:
        return str(counterexample)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    use_known_letters()
    demo(Path(sys.argv[1]))
