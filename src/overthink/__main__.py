"""The command, `overthink` or `python -m overthink`. It hears Ctrl-C before it loads anything."""

from overthink.stopping import COMMAND, end, listen


def main() -> None:
    """Run the command. Ctrl-C ends it with the same exit code wherever it is heard."""
    listen()
    try:
        from overthink.cli import main as command

        command(prog_name="overthink")
    finally:
        if COMMAND.heard:  # with the same exit code wherever it was heard, and without waiting for threads
            end()


if __name__ == "__main__":
    main()
