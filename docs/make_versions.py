"""Puts a finished site into a folder of all versions, and lists them there, the newest first.

    .venv/bin/python docs/make_versions.py build/docs build/pages

`build/pages/0.3.0/` is then the site of that version, `build/pages/latest/` that of the newest, and
`build/pages/index.html` the list.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Overthink: documentation of all versions</title>
<style>body {{ font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }}</style>
<h1>Overthink</h1>
<p><a href="latest/index.html">Documentation of the newest version</a></p>
<h2>All versions</h2>
<ul>
{versions}
</ul>
</html>
"""
VERSION = re.compile(r"\d+(\.\d+)*")


def order(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def add(site: Path, pages: Path, version: str) -> list[str]:
    """Add the site of a version, or replace it. Returns all versions, the newest first."""
    shutil.rmtree(pages / version, ignore_errors=True)
    shutil.copytree(site, pages / version, ignore=shutil.ignore_patterns(".doctrees", ".buildinfo"))
    versions = sorted((path.name for path in pages.iterdir() if VERSION.fullmatch(path.name)), key=order, reverse=True)
    shutil.rmtree(pages / "latest", ignore_errors=True)
    shutil.copytree(pages / versions[0], pages / "latest")
    items = "\n".join(f'<li><a href="{version}/index.html">{version}</a></li>' for version in versions)
    (pages / "index.html").write_text(PAGE.format(versions=items), encoding="utf-8")
    (pages / ".nojekyll").touch()  # folders that begin with an underscore are served too
    return versions


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    from importlib.metadata import version

    add(Path(sys.argv[1]), Path(sys.argv[2]), version("overthink"))
