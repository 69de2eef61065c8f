"""How well a system bids, measured on cases kept outside the project: `python -m tests.strength`."""
