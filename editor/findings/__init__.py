"""Findings: what sweeps have found wrong with systems, kept section by section."""
