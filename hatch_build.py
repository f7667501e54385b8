"""What the package's page shows: README.md with links and pictures that work away from the repository, and addresses.

The address of the repository is known where a release is built, from REPOSITORY or what GitHub sets in a workflow. With
it, links and pictures become absolute, at the tag of the version. Without it, the words of a link stay, a picture
becomes its description, and the project names no address: nothing leads nowhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<words>(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\((?P<place>[^)\s]+)\)")
TAG = re.compile(r"""<(?:img|source)\b[^>]*?\b(?:src|srcset)="(?P<place>[^"]+)"[^>]*>""")
ABSOLUTE = re.compile(r"[a-z]+:|#")


def repository(environment: Mapping[str, str]) -> str:
    """The address of the repository, or nothing."""
    server, name = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    return environment.get("REPOSITORY", "").rstrip("/") or (f"{server}/{name}" if server and name else "")


def away(text: str, address: str, tag: str) -> str:
    """A page of Markdown as it can be read away from the repository."""

    def link(found: re.Match[str]) -> str:
        words, place = away(found["words"], address, tag), found["place"]
        if not ABSOLUTE.match(place):
            if not address:
                return words
            place = f"{address}/{'raw' if found['picture'] else 'blob'}/{tag}/{place}"
        return f"{found['picture']}[{words}]({place})"

    def picture(found: re.Match[str]) -> str:
        if ABSOLUTE.match(found["place"]):
            return found[0]
        described = re.search(r'\balt="([^"]*)"', found[0])
        alone = f"*{described[1]}*" if described else ""
        return found[0].replace(found["place"], f"{address}/raw/{tag}/{found['place']}") if address else alone

    return LINK.sub(link, TAG.sub(picture, text))


def urls(address: str, tag: str) -> dict[str, str]:
    """The addresses of a project, if its repository has one."""
    pages = {"Documentation": f"blob/{tag}/docs/index.md", "Changelog": f"blob/{tag}/CHANGELOG.md", "Issues": "issues"}
    return {"Repository": address, **{name: f"{address}/{page}" for name, page in pages.items()}} if address else {}


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        root, address = Path(self.root), repository(os.environ)
        version = re.search(r'__version__ = "(.+)"', (root / "src/overthink/__init__.py").read_text(encoding="utf-8"))
        assert version
        page = away((root / "README.md").read_text(encoding="utf-8"), address, f"v{version[1]}")
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
        metadata["urls"] = urls(address, f"v{version[1]}")
