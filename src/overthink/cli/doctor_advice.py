"""The doctor's advice as a line for the shell, with the names that the command was given."""

from __future__ import annotations

import shlex
from dataclasses import replace

from overthink.core.user_code import load
from overthink.doctor.diagnosis import Diagnosis
from overthink.doctor.find.advice import Advice


def for_the_shell(
    diagnosis: Diagnosis, game: str, evaluate: str | None, player: str | None, search: str = ""
) -> Diagnosis:
    """The same diagnosis. Its advice has a line that can be pasted where the command was typed."""
    advice = diagnosis.advice
    if not advice.line or advice.learning or game.startswith("uci:"):
        return diagnosis
    line = _preset_line(advice, game, search) if ":" not in game else _python_line(advice, game, evaluate, player)
    return replace(diagnosis, advice=replace(advice, line=line or advice.line))


def _preset_line(advice: Advice, game: str, search: str) -> str:
    if search and advice.depth:
        return f"overthink decide {shlex.quote(game)} {search} --simulations {advice.depth}"
    return f"overthink decide {game} --rule {advice.rule} --depth {advice.depth:g}" if advice.depth else ""


def _python_line(advice: Advice, game: str, evaluate: str | None, player: str | None) -> str:
    """A call of Python that imports the user's own things."""
    if game.startswith("openspiel:") or (evaluate is None and "{evaluate}" in advice.template):
        return ""
    things = {"game": game, "evaluate": evaluate, "player": player}
    places = {name: text.rpartition(":") for name, text in things.items() if text}
    if any(module.endswith(".py") for module, _, _ in places.values()):
        return ""
    imports = [f"from {module} import {attribute.split('.')[0]}" for module, _, attribute in places.values()]
    names = {name: attribute for name, (_, _, attribute) in places.items()}
    names["game"] += "()" if isinstance(load(game), type) else ""
    line = advice.line_for(state=f"{names['game']}.initial()", **names)
    code = "; ".join(["import overthink as ot", *dict.fromkeys(imports), f"print({line})"])
    return f"python -c {shlex.quote(code)}"
