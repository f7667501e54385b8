"""Overthink: does looking further ahead make decisions better or worse, where, why, and what to do about it.

The public names stand in `__init__.pyi`. Each is loaded when first used, so that `import overthink` is quick, and
checks what it is given (`core/arguments.py`).
"""

import logging
from typing import Any

import lazy_loader

from overthink.core import notebook

__version__ = "0.5.0"
logging.getLogger(__name__).addHandler(logging.NullHandler())  # stages at INFO; silent until a program asks
_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    thing = _load(name)
    if name in __all__:
        from overthink.core.arguments import public

        thing = globals()[name] = public(name, thing)
    return thing


def _draw_tree(tree: Any) -> str:
    from overthink.search.picture import picture

    return picture(tree)._repr_html_()


notebook.draw_tree = _draw_tree
