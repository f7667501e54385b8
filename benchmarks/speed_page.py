"""Writes the numbers and the picture of the pages on speed and on clusters. Takes some minutes on two quiet cores.

    .venv/bin/python -m benchmarks.speed_page           measure here: a column of ratios, and the rest
    .venv/bin/python -m benchmarks.speed_page write     write the table of ratios again

`measured.json` has the ratios of `python -m benchmarks`, a column of the table for each machine and day: its name, what
there is to know about the machine, and rows of task, peer, ratio and rounds. Tables stand between markers in speed.md
and cluster.md, and everything between the markers is replaced:

    <!-- ratios -->        the columns of `measured.json`
    <!-- cost -->          core-hours for a million trees, from `benchmarks/growth.py`
    <!-- end -->           ends either
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import pyplot as plt

from benchmarks.timing import Row
from overthink.report.charts import WIDTH_INCHES, colours

matplotlib.use("agg")

ROOT = Path(__file__).resolve().parent.parent
MEASURED = Path(__file__).with_name("measured.json")
PRICE = 0.05  # of a core for an hour, as an example
WORDS = {"TopDown": "two players, top-down", "BottomUp": "two players, bottom-up", "OnePlayer": "one player"}


def measure() -> dict[str, Any]:
    """Runs both programs; their progress is shown."""
    commands = {"bench": ["-m", "benchmarks", "--json"], "growth": ["-m", "benchmarks.growth"]}
    found: dict[str, Any] = {"date": date.today().isoformat()}
    for name, command in commands.items():
        print(" ".join(command), file=sys.stderr, flush=True)
        done = subprocess.run([sys.executable, *command], check=True, stdout=subprocess.PIPE, text=True)
        found[name] = json.loads(done.stdout)
    return found


def column(found: dict[str, Any]) -> dict[str, Any]:
    """A column of the table of ratios, from one run of `python -m benchmarks --json`."""
    rows = [Row(**{field.name: values[field.name] for field in fields(Row)}) for values in found["bench"]["rows"]]
    about = f"{found['bench']['machine']}, {found['date']}"
    return {
        "name": f"{platform.machine()}, {found['date']}",
        "about": about,
        "rows": [[row.what, row.peer, *row.ratios] for row in rows],
    }


def ratios(columns: list[dict[str, Any]]) -> str:
    names = [each["name"] for each in columns]
    lines = [f"| what | against | {' | '.join(names)} |", f"| --- | --- |{' --- |' * len(names)}"]
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for each in columns:
        for what, peer, ratio, rounds in each["rows"]:
            cells.setdefault((what, peer), {})[each["name"]] = f"{ratio} ({rounds})"
    for (what, peer), known in cells.items():
        lines.append(f"| {what} | {peer} | {' | '.join(known.get(name, '') for name in names)} |")
    return "\n".join([*lines, "", *(f"- **{each['name']}**: {each['about']}." for each in columns)])


def cost(found: dict[str, Any]) -> str:
    lines = [
        f"| model | b | core-hours for a million trees | at {PRICE:g} for a core and hour |",
        "| --- | --- | --- | --- |",
    ]
    for row in found["growth"]["cost"]:
        hours = row["core seconds"] * 1e6 / 3600
        lines.append(f"| {WORDS[row['model']]} | {row['b']} | {hours:.3g} | {hours * PRICE:.2g} |")
    return "\n".join([*lines, f"\n{found['bench']['machine']}; {found['date']}."])


def draw(found: dict[str, Any], path: Path) -> None:
    """Time above, memory below; trees, depth and workers side by side."""
    panels: dict[str, list[str]] = {}
    for kind, line in found["growth"]["growth"].items():
        panels.setdefault(line["what"], []).append(kind)
    figure, axes = plt.subplots(2, len(panels), figsize=(WIDTH_INCHES, 5.4), sharex="col", layout="constrained")
    for column, (what, kinds) in enumerate(panels.items()):
        looks = colours(kinds)
        for kind in kinds:
            line = found["growth"]["growth"][kind]
            for row, values in enumerate(zip(*line["measured"])):
                axes[row, column].plot(line["sizes"], values, marker="o", markersize=3.5, color=looks[kind], label=kind)
        axes[0, column].legend(frameon=False, fontsize=9)
        axes[1, column].set_xlabel(what)
        if what == "trees":
            axes[0, column].set_xscale("log")
        if what != "workers":
            axes[0, column].set_yscale("log")
        sizes = sorted({size for kind in kinds for size in found["growth"]["growth"][kind]["sizes"]})
        axes[1, column].set_xticks(sizes, [f"{size:,}" for size in sizes], fontsize=9)
        axes[1, column].minorticks_off()
        for axis in axes[:, column]:
            axis.grid(alpha=0.25)
            axis.spines[["top", "right"]].set_visible(False)
            if axis.get_yscale() == "linear":
                axis.set_ylim(0, 1.15 * axis.dataLim.y1)
    axes[0, 0].set_ylabel("seconds")
    axes[1, 0].set_ylabel("megabytes")
    figure.savefig(path, dpi=150)


def put(page: str, mark: str, table: str) -> None:
    path = ROOT / "docs" / page
    shown = f"<!-- {mark} -->\n\n{table}\n\n<!-- end -->".replace("\\", r"\\")
    text = re.sub(rf"<!-- {mark} -->.*?<!-- end -->", shown, path.read_text(encoding="utf-8"), flags=re.DOTALL)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    columns = json.loads(MEASURED.read_text(encoding="utf-8"))
    if sys.argv[1:] != ["write"]:
        found = measure()
        columns.append(column(found))
        MEASURED.write_text(json.dumps(columns, ensure_ascii=False, indent=1), encoding="utf-8")
        put("cluster.md", "cost", cost(found))
        draw(found, ROOT / "docs" / "images" / "growth.png")
    put("speed.md", "ratios", ratios(columns))


if __name__ == "__main__":
    main()
