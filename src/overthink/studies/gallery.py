"""Results as files: one self-contained HTML page of all figures in the store; SVG, PNG and CSV of one figure."""

from __future__ import annotations

import csv
import hashlib
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from overthink.core.errors import as_sentence
from overthink.core.user_code import fingerprint
from overthink.report.charts import Row, can_draw, write_png, write_svg
from overthink.report.pages import svg, write_html
from overthink.studies import command_name, figures_named, groups
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink.studies.study import Figure
from overthink.studies.verdicts import JudgedClaim, Statement, judge, samples_of, settle_by_shipped, statements, sum_up

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture


@dataclass(frozen=True)
class Page:
    """One study in the gallery."""

    figure: Figure
    picture: Picture
    rows: Sequence[Row]
    claims: Sequence[JudgedClaim]
    command: str

    @property
    def paper(self) -> str:
        """The title of the figure's collection."""
        return groups()[self.figure.name.split("/")[0]]

    @property
    def statements(self) -> list[Statement]:
        """The printed statements, as far as this figure judges them."""
        return statements(map(settle_by_shipped, self.claims))

    @property
    def id(self) -> str:
        return self.figure.name.replace("/", "-")

    @property
    def svg(self) -> Markup:
        return svg(self.picture, self.id)

    @property
    def numeric(self) -> list[int]:
        return [place for place, value in enumerate(self.rows[0].values()) if isinstance(value, int | float)]


def pages(store: Store, seed: int) -> list[Page]:
    """A page for every figure with a finished run, in the order of the papers."""
    parts = []
    stored = {name.split("/")[0] for name in store.studies()}
    there = [pair for group in groups() if group in stored for pair in figures_named(group)]
    there = [pair for pair in there if store.observations(pair[0], seed)]
    for study, figure, samples in samples_of(store, there, seed):
        rows = figure.shown(samples)
        scale = store.observations(study, seed)
        name = command_name(study, figure)
        command = f"overthink reproduce {name} --scale {scale} --seed {seed}"
        parts.append(Page(figure, figure.draw(samples, rows), rows, judge(figure, samples), command))
    return parts


def write_gallery(pages: Sequence[Page], path: Path) -> Path:
    """Write the page and return its path."""
    claims = [settle_by_shipped(claim) for page in pages for claim in page.claims]
    tally = sum_up(claims) if statements(claims) else ""
    return write_html(path, "studies/gallery.html.jinja", title="results", pages=pages, tally=tally)


def write_files(figure: Figure, samples: Samples, rows: Sequence[Row], folder: Path) -> list[Path]:
    """Write NAME.csv, NAME.svg and NAME.png, with a dash for the slash in the study's name. Pictures that were drawn
    from the same samples by the same code are left as they are: .NAME.drawn remembers it."""
    stem = folder / figure.name.replace("/", "-")
    paths = [stem.with_name(stem.name + kind) for kind in ((".csv", ".svg", ".png") if can_draw() else (".csv",))]
    drafts = [path.with_name(f".{path.name}") for path in paths]
    stamp = stem.with_name(f".{stem.name}.drawn")
    mark = ""
    with as_sentence(f"{stem} cannot be written ({{}}). The results are kept.", OSError):
        with drafts[0].open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        if len(paths) > 1:
            drawn_by = f"{fingerprint()} {version('matplotlib')}".encode()
            mark = hashlib.sha256(drawn_by + drafts[0].read_bytes() + pickle.dumps(samples.entries)).hexdigest()
            if all(path.exists() for path in paths[1:]) and stamp.exists() and stamp.read_text() == mark:
                drafts[0].replace(paths[0])
                return paths
            picture = figure.draw(samples, figure.shown(samples))
            write_svg(picture, drafts[1])
            write_png(picture, drafts[2])
        for draft, path in zip(drafts, paths):  # the lab may read a file at any time: it is there whole or not at all
            draft.replace(path)
        if mark:
            stamp.write_text(mark)
    return paths
