"""Writes the example report of the view Doctor: random boards of Kalah, examined as the view does it.

.venv/bin/python docs/make_report.py
"""

from __future__ import annotations

import gzip
from datetime import date

import overthink
from overthink.lab.views.doctor import EXAMPLE
from overthink.lab.workers.doctor import examine, example

SETTING = {"pits": 4, "seeds": 3}


def main() -> None:
    boards = example({name: str(value) for name, value in SETTING.items()})["text"]
    asked = {**SETTING, "depth": 5, "truth": 9, "rules": "minimax,emm", "text": boards}
    *_, last = (message for message in examine(asked) if message)
    made = f"<!-- made {date.today().isoformat()} by Overthink {overthink.__version__} -->\n"
    EXAMPLE.write_bytes(gzip.compress((made + last["report"]).encode("utf-8"), mtime=0))


if __name__ == "__main__":
    main()
