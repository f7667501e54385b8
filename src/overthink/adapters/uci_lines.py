"""The lines that UCI engines say: what they offer to be set, and what they think."""

from __future__ import annotations

from dataclasses import dataclass

from overthink.core.errors import OverthinkError

MATE = 100.0  # pawns; a mate is worth a little less for every move that it takes


@dataclass(frozen=True)
class Option:
    """Something that can be set: `option name Hash type spin default 16 min 1 max 1024`."""

    name: str
    kind: str  # spin, check, combo, string or button
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def fit(self, value: object) -> str:
        """The value as the engine wants it: a number brought into the declared range, a word that is one of them."""
        text = str(value).strip()
        if self.kind == "spin":
            try:
                number = int(text)
            except ValueError:
                raise OverthinkError(f"The option {self.name} is a whole number, not '{text}'.") from None
            number = max(number, self.low) if self.low is not None else number
            return str(min(number, self.high) if self.high is not None else number)
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise OverthinkError(f"The option {self.name} is true or false, not '{text}'.")
            return text.lower()
        if self.kind == "combo":
            fits = [choice for choice in self.choices if choice.lower() == text.lower()]
            if not fits:
                raise OverthinkError(f"The option {self.name} is one of {', '.join(self.choices)}, not '{text}'.")
            return fits[0]
        return text


def option_of(text: str) -> Option | None:
    """What a line declares; nothing if it declares nothing."""
    words = text.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    at = words.index("type")
    rest, choices, keys = words[at + 2 :], list[str](), dict[str, str]()
    for number, word in enumerate(rest):
        if word in ("min", "max") and number + 1 < len(rest):
            keys[word] = rest[number + 1]
    if "var" in rest:
        choices = [each.strip() for each in " ".join(rest[rest.index("var") + 1 :]).split(" var ")]
    low, high = (int(keys[key]) if _whole(keys.get(key, "")) else None for key in ("min", "max"))
    kind = words[at + 1] if at + 1 < len(words) else "string"
    return Option(" ".join(words[2:at]), kind, low, high, tuple(choices))


@dataclass(frozen=True)
class Line:
    """One `info` of a search: the nominal depth, the rank among several best lines, the value to the player to move in
    pawns, whether it is that or a bound, nodes so far, and the moves."""

    depth: int
    rank: int
    value: float | None
    exact: bool
    nodes: int
    moves: tuple[str, ...]


def line_of(text: str) -> Line | None:
    """What an `info` says; nothing if it says nothing of a search, or is garbled."""
    words = text.split()
    if words[:1] != ["info"] or "string" in words[:2]:
        return None
    told = {word: words[at + 1] for at, word in enumerate(words[:-1]) if word in ("depth", "multipv", "nodes")}
    numbers = {word: int(number) if _whole(number) else 0 for word, number in told.items()}
    value: float | None = None
    if "score" in words[:-2]:
        kind, number = words[words.index("score") + 1 : words.index("score") + 3]
        if _whole(number):
            value = int(number) / 100.0 if kind == "cp" else _mate(int(number), number)
    moves = tuple(words[words.index("pv") + 1 :]) if "pv" in words else ()
    exact = "lowerbound" not in words and "upperbound" not in words
    return Line(numbers.get("depth", 0), numbers.get("multipv", 1), value, exact, numbers.get("nodes", 0), moves)


def _mate(moves: int, text: str) -> float:
    lost = text.startswith("-") or moves == 0
    return (-1.0 if lost else 1.0) * (MATE - 0.01 * abs(moves))


def _whole(text: str) -> bool:
    return text.lstrip("+-").isdecimal()
