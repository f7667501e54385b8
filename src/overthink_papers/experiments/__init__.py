"""Experiments that several studies share: what is searched, what is measured, what is shown."""
