"""What workers compute: one file for each view, and what several of them share."""
