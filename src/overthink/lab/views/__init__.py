"""What the page asks for: one file a view. Whatever computes is named, and runs in `overthink.lab.workers`."""
