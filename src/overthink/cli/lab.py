"""`overthink lab`: a page in the browser, served from this machine to this machine."""

import socket
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from overthink.cli import options
from overthink.core.errors import as_sentence, need
from overthink.stopping import COMMAND

HOST = "127.0.0.1"


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of the server. [default: any free port]")
@click.option("--no-browser", is_flag=True, help="Print the address only; do not open a browser.")
@options.results_folder
@click.option("--rule", "rules", multiple=True, metavar="MODULE:NAME", help="A rule of your own, in every view.")
@click.option("--game", "games", multiple=True, metavar="MODULE:NAME", help="A game of your own: an ot.Preset.")
@click.option("--study", "studies", multiple=True, metavar="MODULE:NAME", help="A study of your own, in Papers.")
@click.option("--export", metavar="FILE", help="Write the story as one HTML file, and start no server.")
@click.option("--static", metavar="DIR", help="Write the lab as a folder for any web server, and start none.")
def lab(
    port: int, no_browser: bool, out: str, rules: tuple[str, ...], games: tuple[str, ...], studies: tuple[str, ...],
    export: str | None, static: str | None,
) -> None:  # fmt: skip
    """See pathology happen: a page in your browser, served by this machine for this machine only.

    Step through a search, move sliders until looking further ahead makes decisions worse, see a map of where it does,
    play against any rule, and read the papers' claims beside what was measured here. Ctrl-C ends it.

    The address ends with a token that is your own, so that other users of this machine cannot read your results.

    \b
    overthink lab
    overthink lab --port 8000 --no-browser --out results/paper
    overthink lab --rule myrules:AVERAGE --study mystudy:STUDY
    overthink lab --export story.html
    overthink lab --static folder
    """
    need("The lab needs", "starlette", "uvicorn", "markdown_it")
    if export:
        from overthink.lab.export import story_file

        with as_sentence(f"The story cannot be written to {export} ({{}}). Give another file.", OSError):
            size = Path(export).write_text(story_file(), encoding="utf-8")
        click.echo(f"The story is in {export} ({size / 1000:.0f} kB). It opens in any browser, without the lab.")
        return
    if static:
        from overthink.lab.static import write_folder

        with as_sentence(f"The folder {static} cannot be written ({{}}). Give another one.", OSError):
            size = write_folder(Path(static))
        click.echo(f"The lab is in {static} ({size / 1e6:.1f} MB and its figures). Open index.html in any browser.")
        return
    from overthink.lab.guard import read_token
    from overthink.lab.server import create_app, serve

    families = {"rule": rules, "game": games, "study": studies}
    own = tuple((kind, text) for kind, texts in families.items() for text in texts)
    for kind, text in own:  # a mistake is found here, before the workers load it too
        from overthink.registration import load_own

        load_own(kind, text)
    listening = listen(port)
    token = read_token()
    address = f"http://{HOST}:{listening.getsockname()[1]}/?token={token}"
    click.echo(f"The lab is at {address}  (Ctrl-C ends it)")
    if not no_browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    COMMAND.grace = 5.0  # browsers are told
    with suppress(KeyboardInterrupt):
        serve(create_app(Path(out), token, own), listening)
    COMMAND.heard = False  # this is how it ends
    click.echo("The lab is closed.")


def listen(port: int) -> socket.socket:
    """A socket that only this machine reaches."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with as_sentence(f"Port {port} cannot be used ({{}}). Give another --port, or none to use any free one.", OSError):
        listening.bind((HOST, port))
        listening.listen()  # a browser that is quicker than the server waits
    return listening
