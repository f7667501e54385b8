"""Questions that the papers leave open."""
