"""Limits by evidence: what a point or a card more or less in an entry gains, tried in the background."""
