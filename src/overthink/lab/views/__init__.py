"""The views of the page, in the order of their tabs. What they compute is in `overthink.lab.workers`, found by name."""

from __future__ import annotations

from overthink.core.errors import OverthinkError
from overthink.lab.views.depth_curve import VIEW as DEPTH_CURVE
from overthink.lab.views.docs import VIEW as DOCS
from overthink.lab.views.doctor import VIEW as DOCTOR
from overthink.lab.views.map import VIEW as MAP
from overthink.lab.views.papers import VIEW as PAPERS
from overthink.lab.views.play import VIEW as PLAY
from overthink.lab.views.simulations import VIEW as SIMULATIONS
from overthink.lab.views.story import VIEW as STORY
from overthink.lab.views.tree import VIEW as TREE
from overthink.lab.views.view import View, checked

BUILT_IN = (STORY, TREE, DEPTH_CURVE, SIMULATIONS, MAP, PLAY, PAPERS, DOCTOR, DOCS)
VIEWS = {view.name: view for view in BUILT_IN}


def add_view(view: View) -> View:
    """Add a view of your own: the lab that is created next has it."""
    if any(view.name == own.name for own in BUILT_IN):
        raise OverthinkError(f"The lab has a view named '{view.name}'. Give yours another name.")
    VIEWS[view.name] = checked(view)
    return view
