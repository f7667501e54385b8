"""A picture of matplotlib's as a small SVG: words as text instead of outlines, each style once, one digit after the
point. A fifth to two fifths of the size."""

from __future__ import annotations

import re

FONTS = "text{font-family:DejaVu Sans,Verdana,sans-serif}"
POWER = re.compile(r"\$\\mathdefault\{(\d+)\^\{(-?\d+)\}\}\$")
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# matplotlib writes what outlines say in a comment before them.
WORDS = re.compile(
    r'<!-- (.*?) -->\s*<g(?: style="([^"]*)")? transform="(translate\([^)]*\)(?: rotate\([^)]*\))?) '
    r'scale\(([\d.]+) -[\d.]+\)">.*?</g>',
    re.DOTALL,
)
NAMELESS = re.compile(r' id="(?:line2d|text|xtick|ytick|patch|axes|legend|[A-Za-z]+Collection)_\d+"')


def small_svg(picture: str) -> str:
    """The same picture."""
    styles: dict[str, str] = {}

    def write_words(found: re.Match[str]) -> str:
        words, style, where, scale = found.groups()
        look = f' style="{style}"' if style else ""
        return f'<text{look} transform="{where}" font-size="{100 * float(scale):g}">{words}</text>'

    def name_style(found: re.Match[str]) -> str:
        return f'class="{styles.setdefault(found[1], f"c{len(styles)}")}"'

    text = re.sub(r"<metadata>.*?</metadata>", "", picture, flags=re.DOTALL)
    text = WORDS.sub(write_words, POWER.sub(lambda found: found[1] + found[2].translate(RAISED), text))
    assert "<!--" not in text and "$" not in text, "words that are neither text nor a power of ten"
    text = re.sub(r'="[^"]*"', lambda found: _rounded(found[0]), text)
    text = re.sub(r'style="([^"]*)"', name_style, NAMELESS.sub("", text))
    text = re.sub(r">\s+<", "><", re.sub(r"\s*\n\s*", " ", text)).replace("<defs></defs>", "")
    looks = "".join(f".{name}{{{style.replace(': ', ':').replace('; ', ';')}}}" for style, name in styles.items())
    start = text.index(">", text.index("<svg")) + 1
    return f"{text[text.index('<svg') : start]}<style>{FONTS}{looks}</style>{text[start:]}\n"


def _rounded(attribute: str) -> str:
    """With one digit after the point; a scale and a colour stay."""
    if "scale" in attribute or "://" in attribute:
        return attribute
    return re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), attribute)
