"""Ask: positions and settings in, records out."""
