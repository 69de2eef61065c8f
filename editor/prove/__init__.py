"""Proving a system: what is wrong with it, how often it comes up, and what it gains."""
