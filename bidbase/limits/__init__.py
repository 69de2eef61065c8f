"""Limits by evidence: what a point or a card more or less in an entry gains or costs, double dummy."""
