"""Pseudo-code of the searches. Each line has the kind of step at which it is active."""

from __future__ import annotations

from overthink.rules import rule_named
from overthink.rules.rule import Rule

CodeLines = list[tuple[str, str]]  # a kind of step ("" for none), and the line


def part(kind: str, text: str, indent: int) -> CodeLines:
    """Lines that are active together."""
    return [(kind, " " * indent + line) for line in text.split("\n") if line]


def full_width(rule: Rule) -> CodeLines:
    add, aggregate, settle = rule.steps
    again: CodeLines = [("", "for plies = 1 … depth, and every move's scores summed:")] if rule.sums_depths else []
    return [
        *again,
        ("enter", "look(node, plies):"),
        ("", "  for each move, seen by the player to move:"),
        ("leaf", "    game over, or no plies left: the leaf's worth"),
        ("", "    else look(child, plies − 1)"),
        *part("back", add, 4),
        *part("aggregate" if settle else "done", aggregate, 2),
        *part("done", settle, 2),
    ]


def alpha_beta(rule: Rule) -> CodeLines:
    own, plus, minus = ("  h ← own evaluation", " + h", " − h") if rule.settles else ("", "", "")
    return [
        ("enter", "look(node, plies, α, β):"),
        *([("", own)] if own else []),
        ("", "  for each move, seen by the player to move:"),
        ("leaf", "    game over, or no plies left: the leaf's worth"),
        ("", f"    else look(child, plies − 1, max(α{minus}, best), β{minus})"),
        ("back", "    best ← max(best, value)"),
        ("cut", f"    if best{plus} ≥ β: cut off; nobody above allows it"),
        ("done", f"  return best{plus}"),
    ]


def pruned_emm(rule: Rule) -> CodeLines:
    add, aggregate, settle = rule.steps
    return [
        ("enter", "look(node, plies, α, β):    α, β on P(win) from −1 to 1"),
        ("", "  for each move, seen by the player to move:"),
        ("cut", "    what is left cannot bring the node into the window: return what is sure"),
        ("leaf", "    game over, or no plies left: the leaf's worth"),
        ("", "    else look(child, plies − 1, what it must be worth to matter)"),
        *part("back", add, 4),
        *part("aggregate", aggregate, 2),
        *part("done", settle, 2),
    ]


def expectimax() -> CodeLines:
    return [
        ("enter", "look(node, plies):"),
        ("leaf", "  game over, or no plies left: the leaf's worth"),
        ("", "  for each child:"),
        *part("back", "Max: the largest;  Min: the smallest\nchance: value ← value + π × child", 4),
        ("done", "  return value"),
    ]


def star(probes: bool) -> CodeLines:
    return [
        ("enter", "look(node, plies, α, β):"),
        ("leaf", "  game over, or no plies left: the leaf's worth"),
        *([("", "  chance: first ask one child of every outcome, which bounds it")] if probes else []),
        ("", "  for each child:"),
        ("", "    chance: window ← what this outcome must be worth"),
        *part("back", "player: value ← best so far\nchance: least, most ← bounds on the mean", 4),
        ("cut", "    outside [α, β] whatever the rest are worth: cut off"),
        ("done", "  return value"),
    ]


def bounded() -> CodeLines:
    return [
        ("enter", "BAB(n, α, β, ε):    L, U ← v_min, v_max"),
        ("leaf", "  game over, or no plies left: L = U = the leaf's worth"),
        ("", "  for each child c:"),
        ("", "    (L(c), U(c)) ← BAB(c, what is open there, its share of ε)"),
        *part(
            "back", "Max: L ← max L(c);  Min: U ← min U(c)\nchance: L and U move by π;  α ← max(L, α), β ← min(U, β)", 4
        ),
        ("cut", "    if β ≤ α + ε and c is not the last: cut off"),
        ("done", "  all seen: Max: U ← max U(c);  Min: L ← min L(c)"),
    ]


def naive() -> CodeLines:
    return [
        ("enter", "naive(n, α, β):"),
        ("leaf", "  game over: the leaf's worth"),
        ("", "  for each child:"),
        ("back", "    value ← best so far;  α or β ← value"),
        ("cut", "    if β ≤ α + ε: cut off, and trust the value at hand"),
        ("done", "  return value"),
    ]


def lines_of(rule: str | Rule, search: str) -> CodeLines:
    """The pseudo-code of a rule and a search. The rule "expectation" is for trees with chance."""
    if rule == "expectation":
        if search in ("star1", "star2"):
            return star(search == "star2")
        return {"full-width": expectimax, "bounded": bounded, "naive": naive}[search]()
    return {
        "full-width": full_width,
        "alpha-beta": alpha_beta,
        "althofer-alpha-beta": alpha_beta,
        "pruned-emm": pruned_emm,
    }[search](rule_named(rule))
