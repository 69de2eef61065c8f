"""Sweeps: the rules run over a system in the background, and what was found."""
