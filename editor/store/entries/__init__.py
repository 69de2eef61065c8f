"""Entries: in words, with their test hands tried, and changed."""
