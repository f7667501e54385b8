"""What searches bind to: one file for each kind of subject."""
