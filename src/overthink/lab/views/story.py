"""The view Story: six steps with a question each. Its numbers come with the page (`overthink.lab.workers.story`)."""

from __future__ import annotations

from overthink.lab.views.view import View

VIEW = View("story", "Story")
