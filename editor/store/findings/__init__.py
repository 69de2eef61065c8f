"""Findings as they are kept: what sweeps have found wrong with systems, section by section."""
