"""Writes the numbers of the lab's first view, so that it needs no computation when the lab starts.

.venv/bin/python docs/make_story.py
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import overthink
from overthink.core.json_text import to_json
from overthink.lab.workers.story import story

FILE = Path(overthink.__file__).parent / "lab" / "page" / "views" / "story" / "story.json"


def main() -> None:
    FILE.parent.mkdir(exist_ok=True)
    made = {"date": date.today().isoformat(), "version": overthink.__version__}
    parts = {"made": made, **json.loads(to_json(story()))}
    lines = (f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'))}" for name, part in parts.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
