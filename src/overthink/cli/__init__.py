"""The command: one file a subcommand."""

import click

from overthink import __version__
from overthink.cli.catalogue import list_
from overthink.cli.cite import cite
from overthink.cli.completion import completion
from overthink.cli.console import Commands
from overthink.cli.decide import decide
from overthink.cli.doctor import doctor
from overthink.cli.endgame import endgame
from overthink.cli.lab import lab
from overthink.cli.label import label
from overthink.cli.new import new
from overthink.cli.report import report
from overthink.cli.reproduce import reproduce
from overthink.cli.solve import solve
from overthink.cli.survey import survey
from overthink.cli.verify import verify


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Does more effort make decisions better or worse, in games, engines and answers of models?

    \b
    overthink lab                           see it happen, in your browser
    overthink doctor mygame:MyGame …        check your own game, evaluator or engine
    overthink doctor logs/ --knob effort    check answers of a model at several efforts
    overthink list                          everything that has a name
    overthink decide kalah --depth 8        ask a rule for its move
    overthink reproduce emm/fig6            run a published figure again
    overthink reproduce emm --scale paper   run a whole paper at its own scale
    overthink verify emm                    judge the published claims: holds, fails, inconclusive
    overthink cite emm/fig6                 cite a result: version, seed, checksum
    overthink report                        write an HTML page of all results
    overthink survey 8-puzzle               search every position of a game
    overthink endgame KQKR                  solve a chess endgame
    overthink solve pig --epsilon 0.01      prove what a position is worth, to within ε
    overthink label connect-four FILE …     solve many positions
    overthink new study|rule|game NAME      begin a study, a rule or a game of your own
    overthink completion bash               complete commands and names in your shell
    """


for command in (
    cite,
    completion,
    decide,
    doctor,
    endgame,
    lab,
    label,
    list_,
    new,
    report,
    reproduce,
    solve,
    survey,
    verify,
):
    main.add_command(command)
