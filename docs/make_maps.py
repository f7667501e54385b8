"""Writes the maps that come with the lab from a folder of results: nau/fig7, fig8 and fig9 at paper scale.

.venv/bin/python docs/make_maps.py results/paper
"""

from __future__ import annotations

import json
import sys
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.lab.shipped_maps import STUDIES
from overthink.lab.views.map import SHIPPED
from overthink.lab.workers.map import cube


def rounded(line: dict[str, Any]) -> dict[str, Any]:
    """Estimates to four digits, which is more than their intervals tell."""
    ends = {end: [p if p is None else float(f"{p:.4g}") for p in line[end]] for end in ("mean", "low", "high")}
    return {**line, **ends}


def main(folder: str) -> None:
    for model, path in SHIPPED.items():
        axes, *columns = (line for line in cube({"model": model}, folder) if line)
        if not axes["source"].startswith("the stored run"):
            raise OverthinkError(f"{folder} has no finished run of {STUDIES[model]}.")
        axes["source"] = f"the run of {STUDIES[model]} that comes with Overthink"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in (axes, *map(rounded, columns))), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
