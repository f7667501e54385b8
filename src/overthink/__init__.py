"""Overthink: does looking further ahead make decisions better or worse, where, why, and what to do about it.

The public names stand in `__init__.pyi`. Each is loaded when first used, so that `import overthink` is quick.
"""

import lazy_loader

__version__ = "0.2.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
