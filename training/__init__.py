"""Nets for the games of the library at the size people play. PyTorch is needed here, and nowhere else."""
