"""The routes of the page, one file per view. Computations run in `overthink.lab.workers`, found by name."""
