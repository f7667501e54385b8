"""`overthink completion`: a script for the shell that completes commands, options and names."""

import click
from click.shell_completion import get_completion_class

ZSH_SYSTEM = "(( $+functions[compdef] )) || { autoload -U compinit && compinit; }"  # a plain zsh has not loaded it yet


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options, and the names of studies, rules, searches and games.

    \b
    bash:  echo 'eval "$(overthink completion bash)"' >> ~/.bashrc
    zsh:   echo 'eval "$(overthink completion zsh)"' >> ~/.zshrc
    fish:  mkdir -p ~/.config/fish/completions
           overthink completion fish > ~/.config/fish/completions/overthink.fish
    """
    kind = get_completion_class(shell)
    assert kind and ctx.parent
    script = kind(ctx.parent.command, {}, "overthink", "_OVERTHINK_COMPLETE").source()
    if shell == "zsh":
        first, rest = script.split("\n", 1)  # zsh wants #compdef in the first line of a file
        script = f"{first}\n{ZSH_SYSTEM}\n{rest}"
    click.echo(script)
