"""The colours of rules, one for each, in figures and in the lab."""

from __future__ import annotations

# Colours that a rule may name, as they are printed; the lab has a lighter one of each for a dark page. The first eight
# are those of Okabe and Ito (2008), which colour-blind readers tell apart. The last three are for rules of your own.
PALETTE = {
    "ink": "#000000",
    "blue": "#0072B2",
    "vermilion": "#D55E00",
    "green": "#009E73",
    "pink": "#CC79A7",
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "grey": "#999999",
    "purple": "#7F3C8D",
    "brown": "#A0522D",
    "olive": "#6B8E23",
    "teal": "#005F5F",
    "crimson": "#D6006C",
    "indigo": "#332288",
    "maroon": "#8B0000",
    "magenta": "#BB00DD",
    "forest": "#006400",
    "khaki": "#6D6D00",
}
SPARE = ("magenta", "forest", "khaki")
