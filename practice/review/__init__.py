"""A finished board: its result, its hands, and the reasons of each call."""
