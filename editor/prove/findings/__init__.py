"""Findings: what the rules find when they are run over a system in the background, and what becomes of it."""
