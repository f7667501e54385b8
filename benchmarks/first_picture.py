"""How long after its address is asked for does each view of the lab show something worth looking at?

In Debian's Chromium, a new profile for each load, on loopback, from the start of the navigation to the frame after the
picture's elements are there. Kernels are compiled before. Usage: python benchmarks/first_picture.py [loads]
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

PICTURES = {  # what must be there for each view to be of use
    "story": ".story-tree",
    "tree": ".run-verdict:not(:empty)",  # said when the tree is drawn
    "simulations": ".simulated polygon",
    "depth-curve": ".picture polyline, .picture .trace",
    "map": ".picture rect, .picture .hm",
    "play": ".view .pit",
    "papers": ".study tbody tr, .study img",
    "doctor": ".view button",
}
WATCH = """
const look = () => {
  if (window.seen !== undefined || !document.querySelector(%s)) return;
  window.seen = 0;
  requestAnimationFrame(() => setTimeout(() => { window.seen = performance.now(); }, 0));
};
new MutationObserver(look).observe(document, { childList: true, subtree: true });
"""


def seconds(browser: Browser, address: str, view: str) -> float:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.add_init_script(WATCH % json.dumps(PICTURES[view]))
    page.goto(f"{address}#/{view}", wait_until="commit")
    page.wait_for_function("() => window.seen > 0", timeout=120_000)
    found = float(page.evaluate("window.seen")) / 1000
    context.close()
    return found


def main(loads: int) -> None:
    command = [Path(sys.executable).with_name("overthink"), "lab", "--no-browser", "--out", tempfile.mkdtemp()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as lab, sync_playwright() as playwright:
        assert lab.stdout
        address = re.search(r"http://\S+", lab.stdout.readline())
        assert address
        time.sleep(5)  # its workers make themselves ready
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        print(f"| view | seconds, median of {loads} | slowest |")
        print("| --- | --- | --- |")
        for view in PICTURES:
            found = sorted(seconds(browser, address[0], view) for _ in range(loads))
            print(f"| {view} | {found[loads // 2]:.2f} | {found[-1]:.2f} |", flush=True)
        browser.close()
        lab.terminate()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
