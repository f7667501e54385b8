"""`python -m overthink`: the command."""

from overthink.cli import main

main(prog_name="overthink")
